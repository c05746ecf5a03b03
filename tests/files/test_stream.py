"""Texts scored as they are read give the report of the whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.errors import CoverageError, EmptyTextError, InputError
from infrarouge.files import columnar, inputs
from infrarouge.files.inputs import Batch, Column, Texts
from infrarouge.files.stream import score_stream, summarize_stream

ROWS: list[tuple[Any, Any]] = [
    ("the cat sat", "the cat sat down"),
    ("the dog", ["a dog", "the dog ran"]),
    ("", "x"),
    (None, ["a", "b", "c"]),
    ("кот спит", "кот спит"),
    ("a b c", None),
    ("one two\nthree", "three\ntwo one"),
]


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Texts:
    monkeypatch.setattr(inputs.Texts.batches, "__defaults__", (2,))
    monkeypatch.setattr(columnar, "BLOCK", 100)
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"prediction": one, "reference": other}) + "\n" for one, other in ROWS))
    column = Column(str(path), "prediction")
    return Texts(
        systems={"a": column, "b": column._replace(name="reference")}, references=(column._replace(name="reference"),)
    )


def one_system(texts: Texts) -> Texts:
    return Texts(systems={"a": texts.systems["a"]}, references=texts.references)


@pytest.mark.parametrize(
    "rules", [{}, {"empty": "skip"}, {"empty": "nan"}, {"combine": "pool"}, {"combine": "jackknife"}]
)
def test_stream_equals_the_whole(texts: Texts, rules: dict[str, Any]) -> None:
    rouge = ir.Rouge("rouge1 rougeLsum rougeW", **rules)
    seen: list[int] = []

    def each(system: str, batch: Batch, report: ir.Report) -> None:
        assert system == "a"
        assert report.n == batch.n
        seen.append(batch.n)

    [streamed] = score_stream(rouge.runner, one_system(texts), each).values()
    whole = rouge.evaluate(predictions=[one for one, _ in ROWS], references=[other for _, other in ROWS])
    assert len(seen) > 2
    assert sum(seen) == 7
    assert streamed.to_json() == whole.to_json()
    assert streamed.notes() == whole.notes()
    np.testing.assert_array_equal(streamed.scores, whole.scores)
    assert streamed.profile == whole.profile


@pytest.mark.parametrize("rules", [{}, {"empty": "skip"}, {"combine": "mean"}])
def test_sums_give_the_numbers_of_the_whole(texts: Texts, rules: dict[str, Any]) -> None:
    rouge = ir.Rouge("rouge1 rougeL", generator="poisson", n_resamples=50, **rules)
    summary = summarize_stream(rouge.runner, one_system(texts))
    whole = rouge.evaluate(predictions=[one for one, _ in ROWS], references=[other for _, other in ROWS])
    assert dict(summary) == dict(whole)
    assert (summary.n, summary.signature) == (whole.n, whole.signature)
    with pytest.raises(InputError, match="generator='poisson'"):
        summarize_stream(ir.Rouge("rouge1").runner, one_system(texts))


def test_hash_is_that_of_the_whole(texts: Texts) -> None:
    rouge = ir.Rouge("rouge1")
    [streamed] = score_stream(rouge.runner, one_system(texts), hashed=True).values()
    whole = rouge.evaluate(predictions=[one for one, _ in ROWS], references=[other for _, other in ROWS], hashed=True)
    assert streamed.signature == whole.signature
    assert "|hash:" in streamed.signature


def test_refused_rows_have_their_numbers_in_the_whole(texts: Texts) -> None:
    with pytest.raises(EmptyTextError, match="3 of 7 examples have no words to compare: rows 2, 3, 5"):
        score_stream(ir.Rouge("rouge1", empty="raise").runner, one_system(texts))
    with pytest.raises(CoverageError, match=r"1 of 7 examples \(row 4\)"):
        score_stream(ir.Rouge("rouge1", tokens="alnum", strict=True).runner, one_system(texts))
    with pytest.warns(ir.CoverageWarning, match="1 of 7 examples") as caught:
        score_stream(ir.Rouge("rouge1", tokens="alnum").runner, one_system(texts))
    assert len(caught) == 1


def test_lists_of_predictions_are_told_with_their_line(texts: Texts) -> None:
    with pytest.raises(InputError, match="line 2: column 'reference' holds list"):
        score_stream(ir.Rouge("rouge1").runner, texts)
