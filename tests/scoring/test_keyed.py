"""Numbers that the keys of rows decide: the table behind them, their distribution, and core against textbook."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.engine import textbook
from infrarouge.scoring.keyed import (
    MASK,
    THRESHOLDS,
    key_of,
    named_keys,
    numbered_keys,
    poisson,
    sign,
    start_of,
)

core = pytest.importorskip("infrarouge._core")

KEYS = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30)


def test_thresholds() -> None:
    """The table holds the whole part of 2^64 times the distribution function, for both bounds of a series for e."""
    terms = [Fraction(1, factorial(k)) for k in range(60)]
    lower, upper = 1 / (sum(terms) + Fraction(2, factorial(60))), 1 / sum(terms)
    for k, threshold in enumerate(THRESHOLDS):
        below = sum(terms[: k + 1])
        assert int(2**64 * below * lower) == int(2**64 * below * upper) == threshold


@given(KEYS, st.integers(1, 14), st.integers(0, 20), st.integers(0, 2**64 - 1), st.sampled_from(["poisson", "signs"]))
def test_core_equals_textbook(keys: list[int], columns: int, samples: int, seed: int, kind: str) -> None:
    random = np.random.default_rng(seed)
    values = random.integers(-(2**36) + 1, 2**36, (len(keys), columns)).astype(np.float64)
    places = np.array(keys, dtype=np.int64)
    expected = textbook.keyed_sums(values, places, samples, seed, kind, 1)
    for threads in (1, 3):
        assert core.keyed_sums(values, places, samples, seed, kind, threads).tolist() == expected.tolist()


def test_many_rows_add_up_exactly() -> None:
    """More rows than one piece has, all with the largest number: nothing may be rounded."""
    n, most = 20_000, 2**36 - 1
    keys = numbered_keys(np.arange(n))
    ones = core.keyed_sums(np.ones((n, 1)), keys, 3, 9, "poisson", 2)
    assert core.keyed_sums(np.full((n, 1), float(most)), keys, 3, 9, "poisson", 1).tolist() == (ones * most).tolist()
    weights = [[poisson(start_of(9, sample), int(key) & MASK) for key in keys] for sample in range(3)]
    assert ones.ravel().tolist() == [sum(row) for row in weights]


@pytest.mark.parametrize("engine", [core, textbook])
@pytest.mark.parametrize("value", [0.5, 2.0**36, -(2.0**36), np.nan, np.inf])
def test_numbers_that_would_be_rounded_are_refused(engine: object, value: float) -> None:
    with pytest.raises(ValueError, match="whole numbers between"):
        engine.keyed_sums(np.array([[value]]), np.zeros(1, dtype=np.int64), 1, 0, "poisson", 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", [core, textbook])
def test_wrong_calls(engine: object) -> None:
    verb = engine.keyed_sums  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="one key for each row"):
        verb(np.ones((2, 1)), np.zeros(1, dtype=np.int64), 1, 0, "poisson", 1)
    with pytest.raises(ValueError, match="unknown kind 'dice'"):
        verb(np.ones((1, 1)), np.zeros(1, dtype=np.int64), 1, 0, "dice", 1)
    with pytest.raises(ValueError, match="at most 1048576 rows"):
        verb(np.ones((2**20 + 1, 1)), np.zeros(2**20 + 1, dtype=np.int64), 1, 0, "poisson", 1)


@pytest.mark.parametrize("names", [False, True])
def test_weights_are_poisson_numbers(names: bool) -> None:
    """Shares of 0, 1, 2, 3 and 4 or more within five standard deviations, and no tie between neighbours or samples."""
    n, samples = 2_000, 60
    keys = named_keys(f"doc-{row}" for row in range(n)) if names else numbered_keys(np.arange(n))
    drawn = np.array([[poisson(start_of(1, sample), int(key) & MASK) for key in keys] for sample in range(samples)])
    for weight in range(4):
        share = np.exp(-1) / factorial(weight)
        spread = np.sqrt(share * (1 - share) / drawn.size)
        assert abs(np.mean(drawn == weight) - share) < 5 * spread
    between_rows = np.corrcoef(drawn[:, :-1].ravel(), drawn[:, 1:].ravel())[0, 1]
    between_samples = np.corrcoef(drawn[:-1].ravel(), drawn[1:].ravel())[0, 1]
    assert abs(between_rows) < 5 / np.sqrt(drawn.size)
    assert abs(between_samples) < 5 / np.sqrt(drawn.size)
    signs = np.array([sign(start_of(1, sample), int(key) & MASK) for key in keys for sample in range(samples)])
    assert abs(signs.mean()) < 5 / np.sqrt(signs.size)


def test_keys_are_stable() -> None:
    assert key_of("doc-7") == 0x7D00B32F7DDC5C56
    assert named_keys(["é", "\ud800"]).tolist() == named_keys(["é", "\ud800"]).tolist()
    assert numbered_keys(np.array([5])).tolist() == numbered_keys(np.arange(6))[5:].tolist()
