"""--id, --group and --source through the command line."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from cli.samples import JSONL, PRED_B

import infrarouge as ir


def test_score(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "scores.csv"
    status, out, _ = run("score", JSONL, "--id", "id", "--group", "topic", "-m", "rouge1", "--per-example", str(target))
    assert status == 0
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["group", "metric", "n"]
    assert lines[1].split()[:3] == ["(all)", "rouge1", "30"]
    assert lines[2].split()[:3] == ["city", "rouge1", "10"]
    with target.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[:3] == ["row", "id", "group"]
    assert (rows[3]["id"], rows[3]["group"]) == ("news-04", "sport")
    numbers = json.loads(run("score", JSONL, "--group", "topic", "-f", "json")[1])
    assert numbers["groups"]["sport"]["n"] == 2
    assert numbers["n"] == 30
    plain = json.loads(run("score", JSONL, "-f", "json")[1])
    assert plain == {name: value for name, value in numbers.items() if name != "groups"}


def test_several_systems(run: Any) -> None:
    words = (JSONL, PRED_B, "--references", JSONL, "--id", "id", "--group", "topic", "-m", "rouge1")
    status, out, _ = run("score", *words)
    assert status == 0
    assert out.splitlines()[0].split()[:4] == ["system", "group", "metric", "n"]
    assert len(out.splitlines()) == 1 + 2 * 7 + 1
    status, out, _ = run("compare", *words)
    assert status == 0
    assert "moved most in rouge1, predictions_b: news-22 (row 21) -69.90" in out
    assert "p (Holm) of groups: over 6 tests on groups" in out
    assert "(row" not in run("compare", *(word for word in words if word not in ("--id", "id")))[1]
    assert len(json.loads(run("compare", *words, "-f", "json")[1])["groups"]) == 6
    assert run("compare", *words, "-f", "csv")[1].startswith("group,system,metric,")


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_files_of_examples(run: Any, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"scores.{ending}"
    words = (JSONL, "--id", "id", "--group", "topic", "-m", "rouge1", "--per-example", str(target))
    if ending == "parquet":
        pytest.importorskip("pyarrow")
        from pyarrow import parquet

        assert run("score", *words)[0] == 0
        rows = parquet.read_table(target).to_pylist()
    else:
        assert run("score", *words)[0] == 0
        rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert (rows[29]["row"], rows[29]["id"], rows[29]["group"]) == (29, "news-30", "city")


def test_explain_takes_an_id(run: Any) -> None:
    assert run("explain", JSONL, "--id", "id", "--row", "news-04") == run("explain", JSONL, "--row", "3")
    assert run("explain", JSONL, "--id", "id") == run("explain", JSONL)
    status, _, told = run("explain", JSONL, "--id", "id", "--row", "news-O4")
    assert status == 2
    assert "--row news-O4: no row has this id in column 'id'; did you mean 'news-" in told
    status, _, told = run("explain", JSONL, "--row", "news-04")
    assert status == 2
    assert "--row news-04: give a number from 0, or name the column of ids with --id" in told


def test_ids_order_the_resamples_of_the_perl_program(run: Any) -> None:
    rows = [json.loads(line) for line in Path(JSONL).read_text().splitlines()]
    report = ir.evaluate(
        predictions=[row["prediction"] for row in rows],
        references=[row["reference"] for row in rows],
        ids=[row["id"] for row in rows],
        profile="rouge-1.5.5",
        metrics="rouge1",
        tokens="unicode",
    )
    words = (JSONL, "--id", "id", "-p", "rouge-1.5.5", "-m", "rouge1", "--tokens", "unicode", "-f", "json")
    assert json.loads(run("score", *words)[1]) == report.to_dict()
