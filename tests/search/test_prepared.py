"""Prepared references give the numbers of evaluate, in every shape."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from kept import some_texts

import infrarouge as ir

EVERY = "rouge1 rouge2 rougeL rougeLsum rougeW-1.2 rougeSU4"
PREDICTIONS, REFERENCES = some_texts(40, 1), some_texts(40, 2)
SEVERAL = [REFERENCES[at : at + 1 + at % 3] for at in range(40)]


def same(report: ir.Report, expected: ir.Report) -> None:
    """Every number, and everything that was noticed."""
    assert report.counts.tolist() == expected.counts.tolist()
    assert np.array_equal(report.scores, expected.scores, equal_nan=True)
    assert report.empty.tolist() == expected.empty.tolist()
    assert report.low_coverage.tolist() == expected.low_coverage.tolist()
    assert report.signature == expected.signature
    # As text, in which not-a-number equals itself.
    assert [repr(report[label]) for label in report] == [repr(expected[label]) for label in expected]


@pytest.mark.parametrize("references", [REFERENCES, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"stemmer": "porter", "combine": "mean"},
        {"count": "set"},
        {"stopwords": ["the", "a"]},
        {"tokens": str.split},
    ],
    ids=str,
)
def test_equals_evaluate(references: list[Any], rules: dict[str, Any]) -> None:
    rouge = ir.Rouge(EVERY, **rules)
    prepared = rouge.prepare(references)
    expected = rouge.evaluate(predictions=PREDICTIONS, references=references)
    for _ in range(2):  # nothing of the first predictions is left behind
        same(prepared.evaluate(predictions=PREDICTIONS), expected)
    assert len(prepared) == 40


@pytest.mark.parametrize("references", [REFERENCES, SEVERAL], ids=["one", "several"])
def test_best_of_n(references: list[Any]) -> None:
    rouge = ir.Rouge(EVERY)
    several = [PREDICTIONS[at : at + 1 + at % 4] for at in range(40)]
    flat = [text for row in several for text in row]
    repeated = [references[at] for at, row in enumerate(several) for _ in row]
    report = rouge.prepare(references).evaluate(predictions=several)
    same(report, rouge.evaluate(predictions=flat, references=repeated))


@pytest.mark.parametrize("references", [REFERENCES, SEVERAL], ids=["one", "several"])
def test_single_scores(references: list[Any]) -> None:
    rouge = ir.Rouge(EVERY)
    prepared = rouge.prepare(references)
    for row in range(0, 40, 3):
        theirs = references[row]
        given = {"references": theirs} if isinstance(theirs, list) else {"reference": theirs}
        expected = rouge.score(prediction=PREDICTIONS[row], **given)
        found = prepared.score(prediction=PREDICTIONS[row], row=row)
        assert found == expected
        assert found.signature == expected.signature


def test_other_kinds_of_texts() -> None:
    ids = ir.Rouge("rouge1 rougeL", tokens="ids")
    ours, theirs = [[1, 2, 3], [7]], [np.array([1, 3]), np.array([8, 9])]
    same(ids.prepare(theirs).evaluate(predictions=ours), ids.evaluate(predictions=ours, references=theirs))
    lists = ir.Rouge("rougeLsum", sentences="list")
    said, given = [["a b", "c"], ["d"]], [["a", "b c"], ["e"]]
    same(lists.prepare(given).evaluate(predictions=said), lists.evaluate(predictions=said, references=given))
    # One level deeper is several predictions for a row.
    report = lists.prepare(given).evaluate(predictions=[[["a b", "c"], ["c"]], [["d"]]])
    assert report.n == 3


def test_missing_and_empty_texts() -> None:
    ours, theirs = ["a", None, "b", float("nan")], ["a", "b", None, "c"]
    for policy in ("zero", "skip", "nan"):
        rouge = ir.Rouge("rouge1", empty=policy)
        same(rouge.prepare(theirs).evaluate(predictions=ours), rouge.evaluate(predictions=ours, references=theirs))
    # A reference without words is no fault as long as its row has another one.
    strict = ir.Rouge("rouge1", empty="raise")
    assert strict.prepare([["", "a"]]).evaluate(predictions=["a"])["rouge1"].recall.value == 1.0
    with pytest.raises(ir.EmptyTextError):
        strict.prepare([""]).evaluate(predictions=["a"])


def test_coverage_is_said_when_scoring() -> None:
    prepared = ir.Rouge("rouge1", "rouge-score").prepare(["кот спит", "cat"])
    with pytest.warns(ir.CoverageWarning, match=r"1 of 2 examples \(row 0\)"):
        report = prepared.evaluate(predictions=["кот", "cat"])
    assert report.low_coverage.tolist() == [0]


def test_pickles_and_serves_threads() -> None:
    prepared = ir.Rouge("rouge1 rougeL", threads=2).prepare(SEVERAL)
    expected = prepared.evaluate(predictions=PREDICTIONS)
    same(pickle.loads(pickle.dumps(prepared)).evaluate(predictions=PREDICTIONS), expected)
    with ThreadPoolExecutor(4) as pool:
        for report in pool.map(lambda _: prepared.evaluate(predictions=PREDICTIONS), range(8)):
            same(report, expected)
    assert repr(prepared) == "<Prepared 40 rows for rouge1 rougeL (infrarouge-1)>"


def test_nothing_at_all() -> None:
    assert ir.Rouge("rouge1").prepare([]).evaluate(predictions=[]).n == 0


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: ir.Rouge().prepare("text"), ir.InputTypeError, "references is a str"),
        (lambda: ir.Rouge().prepare([["a"], []]), ir.InputError, "row 1 has no references"),
        (lambda: ir.Rouge().prepare([["a"], ["b", 3]]), ir.InputTypeError, "reference 1 is int"),
        (lambda: ir.Rouge().prepare(["a"]).evaluate(predictions=["a", "b"]), ir.InputError, "2 predictions for 1 rows"),
        (lambda: ir.Rouge().prepare(["a"]).evaluate(predictions="a"), ir.InputTypeError, "predictions is a str"),
        (lambda: ir.Rouge().prepare(["a"]).evaluate(predictions=[3]), ir.InputTypeError, "prediction 0 is int"),
        (lambda: ir.Rouge().prepare(["a"]).evaluate(predictions=[[]]), ir.InputError, "row 0 has no predictions"),
        (lambda: ir.Rouge().prepare(["a"]).score(prediction="a", row=1), ir.InputError, "row is 1; there are 1 rows"),
    ],
)
def test_errors_say_what_to_type(call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()
