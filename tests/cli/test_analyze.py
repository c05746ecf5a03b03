"""infrarouge analyze through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cli.samples import JSONL, PRED, PRED_B, REF

ROWS = [
    {"id": "x", "kind": "k", "source": "the cat sat here", "prediction": "the cat sat", "reference": "the dog sat"},
    {"id": "y", "kind": "m", "source": "a cat", "prediction": "a cat", "reference": "a dog"},
]


def test_sources_and_groups(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    words = ("analyze", str(path), "--id", "id", "--group", "kind", "--source", "source", "-m", "rouge1")
    status, out, _ = run(*words)
    assert status == 0
    lines = out.splitlines()
    assert ["coverage", "1.00"] in [line.split() for line in lines]
    assert ["dog", "2", "2", "x,", "y"] in [line.split() for line in lines]
    assert [line for line in lines if line.startswith("worst in rouge1")]
    values = json.loads(run(*words, "-f", "json")[1])
    assert values["means"]["compression"] == (4 / 3 + 1) / 2
    assert values["groups"]["m"]["compression"] == 1
    assert run(*words, "-f", "csv")[1].splitlines()[0].startswith("row,score,id,group,prediction_words")
    assert run(*words, "-f", "markdown", "--sizes", "2")[1].count("| the dog |") == 1


def test_several_systems(run: Any) -> None:
    words = ("analyze", PRED, PRED_B, "--references", REF, "--most", "2")
    out = run(*words)[1]
    assert "largest losses in rouge1, predictions_b against predictions: row 21 -69.90, row 25 -69.67" in out
    assert "largest gains in rouge1, predictions_b against predictions: none" in out
    values = json.loads(run(*words, "-f", "json")[1])
    assert [move["row"] for move in values["predictions_b"]["losses"]] == [21, 25]
    assert "losses" not in values["predictions"]
    assert run(*words, "-f", "csv")[1].startswith("system,row,score,")
    assert "## predictions_b\n" in run(*words, "-f", "markdown")[1]


def test_wrong_options(run: Any) -> None:
    status, _, told = run("analyze", JSONL, "--sizes", "one")
    assert (status, told) == (
        2,
        "infrarouge: --sizes one: give sizes of n-grams with commas between, such as --sizes 1,2\n",
    )
    assert "no column 'article'" in run("analyze", JSONL, "--source", "article")[2]
