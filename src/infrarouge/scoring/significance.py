"""Whether chance explains a difference: the tests, on columns of differences of the same examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from infrarouge.errors import InputError
from infrarouge.rules.profile import Resampling
from infrarouge.scoring.aggregate import Resample, mean
from infrarouge.types import Floats

Flip = Callable[[Floats, int, int, int], Floats]
"""An engine's verb: the column sums under random signs, one row of sums for each flip."""


EXACT_MOST = 20
"""The exact test goes through all 2^n signs of up to this many differences that are not zero."""


CLOSE = 1e-12
"""Sums that differ by less than this share of all differences are the same: only rounding sets them apart."""


TESTS = ("auto", "bootstrap", "randomization", "exact")


def bootstrap(moved: Floats, how: Resampling, resample: Resample, threads: int = 1) -> tuple[Floats, Floats, Floats]:
    """Resample rows of differences: the interval of the mean, and how often chance moves it as far as it moved.

    The p-value counts the resamples whose mean lies as far from the observed one as that lies from zero, both
    directions, and adds the observed one itself.

    >>> from infrarouge.scoring.resample import resample
    >>> low, high, p = bootstrap(np.array([[0.1], [0.3], [0.2]]), Resampling(), resample)
    >>> bool(0.1 <= low[0] <= 0.2 <= high[0] <= 0.3), bool(p[0] < 0.01)
    (True, True)
    """
    n, columns = moved.shape
    if not n or not how.n_resamples or np.isnan(moved).any():
        nothing = np.full(columns, np.nan)
        return nothing, nothing, nothing
    means = resample(np.ascontiguousarray(moved), how.n_resamples, how.rng, "splitmix", threads) / n
    tail = (1 - how.confidence_level) / 2
    low, high = np.percentile(means, [100 * tail, 100 * (1 - tail)], axis=0)
    observed = mean(moved)
    slack = CLOSE * np.abs(moved).sum(axis=0) / n
    far = np.count_nonzero(np.abs(means - observed) >= np.abs(observed) - slack, axis=0)
    return low, high, (far + 1) / (how.n_resamples + 1)


def randomization(
    moved: Floats, n_flips: int, seed: int, flip: Flip, threads: int = 1, *, exact: bool = False
) -> tuple[Floats, Any]:
    """Swap the two systems at random in every row: how often the sum of differences is as far from zero as observed.

    Swapping changes the sign of a difference. Where few differences are not zero all signs are tried, and the p-value is
    exact; ``exact=True`` insists on it. Returns the p-values and which of them are exact.

    >>> from infrarouge.scoring.resample import flip
    >>> randomization(np.array([[0.1, 0.0], [0.3, 0.0], [0.2, 0.0]]), 100, 0, flip)
    (array([0.25, 1.  ]), array([ True,  True]))
    """
    n, columns = moved.shape
    if not n or np.isnan(moved).any():
        return np.full(columns, np.nan), np.zeros(columns, dtype=bool)
    differing = np.count_nonzero(moved, axis=0)
    small = differing <= EXACT_MOST
    if exact and not small.all():
        raise InputError(
            f"{differing.max()} examples differ, and the exact test goes through all signs of at most {EXACT_MOST}; "
            "type test='randomization'"
        )
    observed = np.abs(np.add.accumulate(moved, axis=0)[-1])
    reach = observed - CLOSE * np.abs(moved).sum(axis=0)
    p = np.empty(columns)
    for at in np.flatnonzero(small):
        sums = signed_sums(moved[moved[:, at] != 0, at])
        p[at] = np.count_nonzero(np.abs(sums) >= reach[at]) / len(sums)
    large = np.flatnonzero(~small)
    if len(large):
        sums = flip(np.ascontiguousarray(moved[:, large]), n_flips, seed, threads)
        p[large] = (np.count_nonzero(np.abs(sums) >= reach[large], axis=0) + 1) / (n_flips + 1)
    return p, small


def signed_sums(values: Floats) -> Floats:
    """The sums under all signs; the first sign stays, for the other half is the same with the signs turned.

    >>> signed_sums(np.array([1.0, 2.0])).tolist()
    [3.0, -1.0]
    """
    sums = values[:1] if len(values) else np.zeros(1)
    for value in values[1:]:
        sums = np.concatenate([sums + value, sums - value])
    return sums


def holm(p: Sequence[float] | Floats) -> Floats:
    """Correct p-values for their number, by Holm's step-down rule.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values: Floats = np.asarray(p, dtype=np.float64)
    corrected: Floats = values.copy()
    real = np.flatnonzero(~np.isnan(values))
    order = real[np.argsort(values[real], kind="stable")]
    steps = values[order] * np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return corrected


def p_text(p: float) -> str:
    """Write a p-value: four decimals, or that it is smaller.

    >>> p_text(0.03456), p_text(0.00001), p_text(float("nan"))
    ('0.0346', '<0.0001', '')
    """
    if np.isnan(p):
        return ""
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
