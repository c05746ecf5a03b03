"""Sums without rounding, against fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.scoring.aggregate import exact_totals
from infrarouge.scoring.exact import DIGIT, Digits, ExactSums

ANY = st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 1) | st.sampled_from([0.0, 1.0, -1.0, 5e-324])


@given(st.lists(ANY, min_size=1, max_size=20))
def test_digits_are_the_numbers(values: list[float]) -> None:
    numbers = np.array(values)[:, None]
    digits = Digits.of(numbers)
    assert (np.abs(digits.values) < 2.0**DIGIT).all()
    assert (digits.values == np.trunc(digits.values)).all()
    assert digits.numbers().tolist() == numbers.tolist()


def test_a_score_takes_two_digits() -> None:
    scores = np.arange(1, 500)[:, None] / np.arange(1, 500)
    assert Digits.of(scores[scores <= 1][:, None]).values.shape[-1] == 2


@given(st.lists(st.lists(ANY, max_size=5), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_parts_add_up_to_the_exact_sum(parts: list[list[float]], random: Any) -> None:
    total = sum((Fraction(value) for part in parts for value in part), Fraction(0))
    random.shuffle(parts)
    whole = ExactSums.of(np.zeros((0, 1)))
    for part in parts:
        whole = whole + ExactSums.of(np.array(part).reshape(-1, 1))
    assert whole.fractions().tolist() == [total]
    assert abs(total) >= 2**1023 or whole.floats().tolist() == [float(total)]


def test_many_rows() -> None:
    values = np.random.default_rng(3).random((200_000, 2)) - 0.3
    sums = ExactSums.of(values)
    assert sums.fractions().tolist() == [sum(map(Fraction, column)) for column in values.T.tolist()]
    assert exact_totals(values[::-1]).tolist() == sums.floats().tolist()


def test_sums_grow_beyond_their_digits() -> None:
    sums = ExactSums.of(np.array([[1.0], [-0.25]]))
    for _ in range(120):
        sums = sums + sums
    assert sums.fractions().tolist() == [Fraction(3, 4) * 2**120]
