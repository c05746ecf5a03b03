"""Sums of parts give the means and intervals of the report of the whole, to the last bit."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.reporting.summed import SummedReport

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=5).map(" ".join)
ROWS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=30)


def report(rows: list[tuple[str, str]], start: int = 0, **how: Any) -> ir.Report:
    ours, theirs = zip(*rows, strict=True)
    ids = [f"doc {start + at}" for at in range(len(rows))]
    settings = {"metrics": "rouge1 rougeL", "generator": "poisson", "n_resamples": 20, **how}
    return ir.evaluate(predictions=ours, references=theirs, ids=ids, **settings)


@given(ROWS, st.sampled_from(["zero", "skip", "nan"]), st.integers(0, 20), st.data())
def test_parts_add_up_to_the_whole(rows: list[tuple[str, str]], empty: str, n: int, data: st.DataObject) -> None:
    how = {"empty": empty, "n_resamples": n}
    whole = report(rows, **how)
    cuts = sorted({0, len(rows), *data.draw(st.lists(st.integers(0, len(rows)), max_size=4))})
    parts = [
        pickle.loads(pickle.dumps(SummedReport.of(report(rows[begin:end], begin, **how))))
        for begin, end in pairwise(cuts)
    ]
    first, *others = data.draw(st.permutations(parts))
    for other in others:
        first = first + other
    assert repr(dict(first)) == repr(dict(whole))
    assert first.signature == whole.signature
    assert first.cells() == whole.cells()
    assert first.header() == whole.header()
    assert (first.n, first.empty, first.low_coverage) == (whole.n, len(whole.empty), len(whole.low_coverage))
    assert repr(first.records()) == repr(whole.records())


def test_what_it_shows() -> None:
    summed = SummedReport.of(report([("a b", "a c"), ("", "a")]))
    assert str(summed).splitlines()[-1] == "1 of 2 examples have no words"
    assert summed["ROUGE-1"].fmeasure.value == 0.25
    assert summed.to_dict()["metrics"]["rougeL"]["recall"]["value"] == 0.25
    assert list(summed) == ["rouge1", "rougeL"]
    assert len(summed) == 2
    with pytest.raises(KeyError, match="rouge2 was not scored"):
        summed["rouge2"]


def test_what_has_no_sums_is_refused() -> None:
    rows = [("a b", "a c"), ("c", "c")]
    with pytest.raises(ir.InputError, match=r"the rules are generator='splitmix': .* type generator='poisson'"):
        SummedReport.of(report(rows, generator="splitmix"))
    with pytest.raises(ir.InputError, match=r"the rules are average='counts'"):
        SummedReport.of(report(rows, average="counts"))
    assert SummedReport.of(report(rows, generator="splitmix", n_resamples=0)).n == 2
    with pytest.raises(ir.InputError, match=r"cannot add .*; parts need the same profile and metrics"):
        SummedReport.of(report(rows)) + SummedReport.of(report(rows, stemmer="porter"))
