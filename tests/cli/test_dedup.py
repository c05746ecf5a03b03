"""The command dedup: lines as they are, columns of rows, what was dropped, and errors in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.samples import process

import infrarouge as ir

TEXTS = ["the cat sat on the mat", "a dog ran", "the cat sat on a mat", "one two three", "a dog ran home"]


def test_plain_text(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts.txt").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    status, out, err = run("dedup", "texts.txt", "--dropped", "dropped.jsonl")
    expected = ir.dedup(TEXTS)
    assert (status, out.splitlines()) == (0, [TEXTS[at] for at in expected.kept])
    assert err == f"{len(expected.kept)} of 5 texts kept; infrarouge-1|n:5|v:{ir.__version__}\n"
    told = [json.loads(line) for line in (tmp_path / "dropped.jsonl").read_text().splitlines()]
    assert [(one["row"], one["match"], one["score"]) for one in told] == list(
        zip(expected.dropped.tolist(), expected.matches.tolist(), expected.scores.tolist(), strict=True)
    )
    assert len(told) == 2


def test_lines_of_jsonl_stay_as_they_are(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [f'{{"n": 1e0,  "body": {{"text": "{text}"}}}}' for text in TEXTS]
    (tmp_path / "rows.jsonl").write_text("\n\n".join(lines), encoding="utf-8")
    rules = ("--column", "body.text", "--threshold", "0.5", "--metric", "rouge1", "--measure", "recall")
    status, out, _ = run("dedup", "rows.jsonl", *rules, "-o", "kept.jsonl")
    kept = ir.dedup(TEXTS, threshold=0.5, metric="rouge1", measure="recall").kept.tolist()
    assert (status, out) == (0, "")
    assert (tmp_path / "kept.jsonl").read_text().splitlines() == [lines[at] for at in kept]
    assert len(kept) < 5


def test_other_formats_and_standard_input() -> None:
    table = "id,text\n" + "".join(f"{at},{text}\n" for at, text in enumerate(TEXTS))
    words = ("dedup", "-", "--input", "csv", "--stemmer", "porter", "--set", "stopwords=smart")
    done = process(*words, input=table.encode())
    kept = ir.dedup(TEXTS, stemmer="porter", stopwords="smart").kept.tolist()
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": str(at), "text": TEXTS[at]} for at in kept
    ]


def test_ready_tokens(run: Any, tmp_path: Path) -> None:
    (tmp_path / "ids.jsonl").write_text('{"text": [1, 2]}\n{"text": [1, 2]}\n{"text": null}\n')
    status, out, _ = run("dedup", str(tmp_path / "ids.jsonl"), "--set", "tokens=ids")
    assert (status, out) == (0, '{"text": [1, 2]}\n{"text": null}\n')


@pytest.mark.parametrize(
    ("words", "stdin", "says"),
    [
        (["no-such.txt"], "", "no file 'no-such.txt'"),
        (["-", "--input", "jsonl"], '{"txt": "a"}', "no column 'text'; the column is 'txt'; type --column txt"),
        (["-", "--input", "jsonl"], '{"text": 3}', "column 'text' holds int (3), not a text"),
        (["-", "--input", "jsonl"], '{"text"', "standard input, line 1: broken JSON"),
        (["-", "--input", "jsonl"], "", "standard input is empty"),
        (["-"], "", "standard input is empty"),
        (["-", "--metric", "rougeX"], "a", "unknown metric 'rougeX'"),
        (["-", "--measure", "x"], "a", "unknown measure 'x'"),
        (["-", "--set", "stemer=porter"], "a", "did you mean 'stemmer'?"),
        (["-", "--strict", "--profile", "rouge-score"], "кот", "drops most of the letters"),
    ],
)
def test_errors_are_one_line(run: Any, words: list[str], stdin: str, says: str) -> None:
    status, out, err = run("dedup", *words, stdin=stdin.encode())
    assert (status, out) == (2, "")
    assert err.startswith("infrarouge: ")
    assert says in err
    assert err.count("\n") == 1
