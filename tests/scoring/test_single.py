"""Scores of one pair in plain floats against those of arrays: the same bits."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.errors import RangeError
from infrarouge.matching import parse_metrics
from infrarouge.rules.catalogue import profile
from infrarouge.scoring.rounding import round_decimal
from infrarouge.scoring.scoring import Scoring
from infrarouge.scoring.single import SingleScoring, single_formula

FORMULAS = ["alpha", "alpha-signed", "beta", "epsilon", "js-3.2.0", "js-3.2.3"]
COUNTS = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 60), st.integers(0, 60)), min_size=3, max_size=3)


@given(
    COUNTS,
    st.sampled_from(FORMULAS),
    st.sampled_from([0.0, 0.25, 0.5, 0.8, 1.0]),
    st.sampled_from([0.0, 0.5, 1.0, 1.2, 8.0, 1e80, 1e160]),
    st.sampled_from(["float64", "float32"]),
)
def test_both_give_the_same_bits(
    counted: list[tuple[int, int, int]], formula: str, alpha: float, beta: float, dtype: str
) -> None:
    metrics = parse_metrics("rouge1 rouge2 rougeL")
    rules = profile(formula=formula, dtype=dtype)
    score = (
        rules.replace(**({"alpha": alpha} if formula.startswith("alpha") else {"beta": beta}))
        if formula != "epsilon"
        else rules
    )
    scoring = Scoring(metrics, score, round_decimal)
    single = SingleScoring.of(scoring)
    if single is None:
        assert formula.startswith("js")
        return
    counts = [(min(matched, ours, theirs), ours, theirs) for matched, ours, theirs in counted]
    wanted = scoring.scores(np.array([counts], dtype=np.float64), None)[0]
    assert single.scores([float(number) for row in counts for number in row]) == [tuple(row) for row in wanted.tolist()]


@given(st.integers(-3, 9), st.integers(-3, 9), st.integers(0, 5), st.sampled_from([-0.5, 0.0, 0.5, 1.0, 2.0]))
def test_totals_below_zero_give_the_same_bits(ours: int, theirs: int, matched: int, alpha: float) -> None:
    rules = profile("py-rouge")
    rules = dataclasses.replace(rules, score=dataclasses.replace(rules.score, alpha=alpha))
    scoring = Scoring(parse_metrics("rouge1"), rules, round_decimal)
    single = SingleScoring.of(scoring)
    assert single is not None
    wanted = scoring.scores(np.array([[[matched, ours, theirs]]], dtype=np.float64), None)[0, 0]
    assert repr(single.scores([float(matched), float(ours), float(theirs)])) == repr([tuple(wanted.tolist())])


def test_rules_that_ask_for_more_are_left_to_arrays() -> None:
    for name, metrics in (("rouge-1.5.5", "rouge1"), ("infrarouge-1", "rougeW-1.2"), ("tensorflow-text", "rougeL")):
        assert SingleScoring.of(Scoring(parse_metrics(metrics), profile(name), round_decimal)) is None


@pytest.mark.parametrize("formula", ["js-3.2.0", "js-3.2.3"])
def test_ratios_out_of_bounds_are_refused(formula: str) -> None:
    f = single_formula(profile(formula=formula).score)
    assert f is not None
    with pytest.raises(RangeError, match="Precision value p must have bounds"):
        f(1.5, 0.5)
