"""The mean of the default profile is the correctly rounded one; other profiles add up as their programs do."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.scoring.aggregate import exact_sum, mean, quantile

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(finite, min_size=1, max_size=40))
def test_the_exact_mean_is_correctly_rounded(values: list[float]) -> None:
    exact = sum(map(Fraction, values), Fraction(0)) / len(values)
    assert mean(np.array(values)[:, None], "exact")[0] == float(exact)
    assert exact_sum(np.array(values)) == exact * len(values)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200), st.randoms(use_true_random=False))
def test_the_exact_mean_does_not_depend_on_the_order(values: list[float], rng: random.Random) -> None:
    shuffled = rng.sample(values, len(values))
    assert mean(np.array(values)[:, None], "exact") == mean(np.array(shuffled)[:, None], "exact")


def test_what_is_no_number_has_no_mean() -> None:
    assert np.isnan(mean(np.array([[0.5, np.nan], [0.25, 1.0]]), "exact")).tolist() == [False, True]
    assert np.isnan(mean(np.zeros((0, 2)), "exact")).all()


def test_other_profiles_add_up_in_order() -> None:
    tenths = np.full((10, 1), 0.1)
    assert mean(tenths, "exact")[0] == 0.1
    assert mean(tenths, "mean")[0] == np.add.reduce(tenths, axis=0)[0] / 10


@pytest.mark.parametrize("name", sorted(ir.profiles()))
def test_only_the_default_profile_has_the_exact_mean(name: str) -> None:
    assert (ir.profile(name).resampling.center == "exact") == (name == "infrarouge-1")


@given(st.lists(st.floats(-1, 1) | st.just(np.nan), min_size=1, max_size=60), st.floats(0, 100))
def test_quantiles_are_those_of_numpy(values: list[float], percent: float) -> None:
    draws = np.sort(np.array([values, values[::-1]]).T, axis=0)
    for q in (percent, 2.5, 50.0, 97.5):
        np.testing.assert_array_equal(quantile(draws, q / 100), np.percentile(draws, q, axis=0))
