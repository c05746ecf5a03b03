"""All pairs equal single scores: matrix, cutoff, both halves; and minimum Bayes risk equals its definition."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from kept import SETTINGS, some_texts

import infrarouge as ir

MEASURES = ("precision", "recall", "fmeasure")


def plain(ours: list[Any], theirs: list[Any], metric: str, measure: str, rules: dict[str, Any]) -> Any:
    """The matrix by one score at a time."""
    rouge = ir.Rouge(metric, **rules)
    return np.array(
        [[getattr(rouge.score(prediction=one, reference=two)[metric], measure) for two in theirs] for one in ours]
    ).reshape(len(ours), len(theirs))


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(("metric", "rules"), SETTINGS, ids=str)
def test_matrix_and_cutoff(metric: str, rules: dict[str, Any], measure: str) -> None:
    ours, theirs = some_texts(15, 3), some_texts(12, 4)
    for references in (theirs, None):
        expected = plain(ours, ours if references is None else theirs, metric, measure, rules)
        given = {"predictions": ours, "references": references, "metric": metric, "measure": measure, **rules}
        found = ir.pairwise(**given)
        assert found.dtype == np.float64
        assert np.array_equal(found, expected, equal_nan=True)
        for cutoff in (-1, 0, 0.25, 0.5, 2 / 3, 1, 1.1):
            reached = expected >= cutoff
            if references is None:
                np.fill_diagonal(reached, False)
            i, j, score = ir.pairwise(**given, cutoff=cutoff)
            assert (i.tolist(), j.tolist()) == tuple(one.tolist() for one in np.nonzero(reached))
            assert score.tolist() == expected[reached].tolist()


def test_many_short_pairs_are_looked_up_and_equal() -> None:
    """So many pairs with so few different counts that each count is scored once."""
    texts = some_texts(120, 5, words=4)
    assert np.array_equal(ir.pairwise(predictions=texts), plain(texts, texts, "rougeL", "fmeasure", {}))


def test_long_texts() -> None:
    rng = np.random.default_rng(0)
    texts = [" ".join(f"w{one}" for one in rng.integers(0, 30, size)) for size in (1, 63, 64, 65, 128, 129, 300, 700)]
    texts += [text + " end" for text in texts]
    for metric in ("rougeL", "rouge1", "rouge2", "rougeLsum"):
        expected = plain(texts, texts, metric, "fmeasure", {})
        assert ir.pairwise(predictions=texts, metric=metric).tolist() == expected.tolist()
        i, j, score = ir.pairwise(predictions=texts, metric=metric, cutoff=0.9)
        assert score.tolist() == expected[i, j].tolist()
        assert len(score) == (expected >= 0.9).sum() - (np.diag(expected) >= 0.9).sum() > 0


def test_threads_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = some_texts(60, 6)
    expected = ir.pairwise(predictions=texts, threads=1)
    sparse = ir.pairwise(predictions=texts, cutoff=0.5, threads=1)
    monkeypatch.setattr("infrarouge.search.store.MOST_PAIRS", 100)
    assert ir.pairwise(predictions=texts, threads=3).tolist() == expected.tolist()
    assert ir.pairwise(predictions=texts, references=texts, threads=3).tolist() == expected.tolist()
    for one, two in zip(ir.pairwise(predictions=texts, cutoff=0.5, threads=3), sparse, strict=True):
        assert one.tolist() == two.tolist()


def test_no_texts() -> None:
    assert ir.pairwise(predictions=[]).shape == (0, 0)
    assert ir.pairwise(predictions=["a"], references=[]).shape == (1, 0)
    assert ir.pairwise(predictions=[], references=["a"]).shape == (0, 1)
    for cutoff in (0, 0.5):
        assert [len(one) for one in ir.pairwise(predictions=[], cutoff=cutoff)] == [0, 0, 0]
        assert [len(one) for one in ir.pairwise(predictions=["a"], references=[], cutoff=cutoff)] == [0, 0, 0]


def test_other_kinds_of_texts() -> None:
    assert ir.pairwise(predictions=[[1, 2], [2]], references=[np.array([1, 2])], tokens="ids").tolist() == [
        [1.0],
        [2 / 3],
    ]
    found = ir.pairwise(predictions=[["a b", "c"], ["c"]], metric="rougeLsum", sentences="list")
    assert found.tolist() == [[1.0, 0.5], [0.5, 1.0]]


def test_a_signature_is_a_profile() -> None:
    one = ir.pairwise(predictions=["cats", "cat"], profile="rouge-score|stem:porter")
    assert one.tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("cutoff", [None, 0.5])
@pytest.mark.parametrize("references", [None, ["кот"]])
def test_coverage_is_said_once(cutoff: float | None, references: Any) -> None:
    given: Any = {"predictions": ["кот", "cat"], "references": references, "cutoff": cutoff}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ir.pairwise(**given, profile="rouge-score")
    assert [one.category for one in caught] == [ir.CoverageWarning]
    with pytest.raises(ir.CoverageError):
        ir.pairwise(**given, profile="rouge-score", strict=True)


def test_empty_texts_are_refused_where_told() -> None:
    with pytest.raises(ir.EmptyTextError, match=r"1 of 2 texts have no words: row 1"):
        ir.pairwise(predictions=["a", ""], empty="raise")


# ---------------------------------------------------------------- minimum Bayes risk


@pytest.mark.parametrize(("metric", "rules"), [one for one in SETTINGS if "empty" not in one[1]], ids=str)
@pytest.mark.parametrize("measure", MEASURES)
def test_mbr_is_its_definition(metric: str, rules: dict[str, Any], measure: str) -> None:
    candidates = some_texts(9, 8)
    scores = plain(candidates, candidates, metric, measure, rules)
    for weights in (None, [1, 0, 2, 3, 0.5, 1, 1, 0, 4]):
        weight = np.ones(9) if weights is None else np.array(weights)
        expected = [sum(w * s for w, s in zip(weight, row, strict=True)) / weight.sum() for row in scores]
        found = ir.mbr(candidates, metric=metric, measure=measure, weights=weights, **rules)
        assert np.allclose(found.utilities, expected, rtol=1e-13, atol=0)
        assert found.best == int(np.argmax(found.utilities))


def test_mbr_takes_the_first_of_equals() -> None:
    assert ir.mbr(["x", "a b", "b a", "a b"]).best == 1
    assert ir.mbr(["only"]).utilities.tolist() == [1.0]


def test_mbr_leaves_out_texts_that_have_no_score() -> None:
    found = ir.mbr(["", "a b", "a c"], empty="skip")
    assert found.best == 1
    assert found.utilities[1:].tolist() == [0.75, 0.75]
    assert np.isnan(found.utilities[0])
    with pytest.raises(ir.InputError, match="no candidate has words"):
        ir.mbr(["", "."], empty="skip")


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: ir.pairwise(predictions="text"), ir.InputTypeError, "predictions is a str"),
        (lambda: ir.pairwise(predictions=["a", 3]), ir.InputTypeError, "prediction 1 is int"),
        (lambda: ir.pairwise(predictions=["a", 3], cutoff=0.5), ir.InputTypeError, "prediction 1 is int"),
        (lambda: ir.pairwise(predictions=[3], references=["a"]), ir.InputTypeError, "prediction 0 is int"),
        (lambda: ir.pairwise(predictions=[3], references=["a"], cutoff=0.5), ir.InputTypeError, "prediction 0 is int"),
        (lambda: ir.pairwise(predictions=["a"], references=[3]), ir.InputTypeError, "reference 0 is int"),
        (lambda: ir.pairwise(predictions=["a"], metric="rouge1 rouge2"), ir.InputError, "names 2 metrics"),
        (lambda: ir.pairwise(predictions=["a"], measure="f9"), ir.UnknownNameError, "unknown measure 'f9'"),
        (lambda: ir.pairwise(predictions=["a"], metric="rougeX"), ir.UnknownNameError, "unknown metric"),
        (lambda: ir.pairwise(predictions=["a"], cutoff=float("nan")), ir.InputError, "cutoff is nan"),
        (lambda: ir.pairwise(predictions=["a"], cutoff="0.7"), ir.InputError, "cutoff is '0.7'"),
        (lambda: ir.pairwise(predictions=["a"], stemer="porter"), ir.UnknownNameError, "did you mean 'stemmer'"),
        (lambda: ir.mbr([]), ir.InputError, "candidates is empty"),
        (lambda: ir.mbr("text"), ir.InputTypeError, "candidates is a str"),
        (lambda: ir.mbr(["a"], weights=[1, 2]), ir.InputError, "give 1 numbers from 0 up"),
        (lambda: ir.mbr(["a"], weights=[-1]), ir.InputError, "give 1 numbers from 0 up"),
        (lambda: ir.mbr(["a"], weights=[0]), ir.InputError, "not all of them 0"),
        (lambda: ir.mbr(["a"], weights=["x"]), ir.InputError, "give 1 numbers from 0 up"),
        (lambda: ir.mbr(["a"], weights=[[1, 2], 3]), ir.InputError, "give 1 numbers from 0 up"),
        (lambda: ir.mbr(["a"], weights=[10**400]), ir.InputError, "give 1 numbers from 0 up"),
        (lambda: ir.mbr(["a"], weights={0: 1}), ir.InputError, "give 1 numbers from 0 up"),
    ],
)
def test_errors_say_what_to_type(call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()
