"""Whether chance explains a difference: the tests, on columns of differences of the same examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from infrarouge.errors import InputError
from infrarouge.rules.profile import Resampling
from infrarouge.scoring.aggregate import Resample, exact_totals, mean
from infrarouge.scoring.poisson import Keyed, SampleSums
from infrarouge.types import Floats

Flip = Callable[[Floats, int, int, int], Floats]
"""An engine's verb: the column sums under random signs, one row of sums for each flip."""


EXACT_MOST = 20
"""The exact test goes through all 2^n signs of up to this many differences that are not zero."""


STRETCH = 1 << 16
"""Rows that are added up at a time, so that many of them are not copied."""

CLOSE = 1e-12
"""Sums that differ by less than this share of all differences are the same: only rounding sets them apart."""


TESTS = ("auto", "bootstrap", "randomization", "exact")


def bootstrap(
    moved: Floats, how: Resampling, resample: Resample, threads: int = 1, keyed: Keyed | None = None
) -> tuple[Floats, Floats, Floats]:
    """Resample rows of differences: the interval of the mean, and how often chance moves it as far as it moved.

    The p-value counts the resamples whose mean lies as far from the observed one as that lies from zero, both
    directions, and adds the observed one itself. With `keyed` rows are drawn by their keys, in whatever order they come.

    >>> from infrarouge.scoring.resample import resample
    >>> low, high, p = bootstrap(np.array([[0.1], [0.3], [0.2]]), Resampling(), resample)
    >>> bool(0.1 <= low[0] <= 0.2 <= high[0] <= 0.3), bool(p[0] < 0.01)
    (True, True)
    """
    n, columns = moved.shape
    if not n or not how.n_resamples or np.isnan(moved).any():
        nothing = np.full(columns, np.nan)
        return nothing, nothing, nothing
    if keyed is None:
        means = resample(np.ascontiguousarray(moved), how.n_resamples, how.rng, "splitmix", threads) / n
        observed, reach = mean(moved), np.abs(moved).sum(axis=0) / n
    else:
        drawn, sizes = SampleSums.of(moved, keyed, how.n_resamples, how.rng, threads=threads).drawn()
        means = drawn / sizes[:, None]
        observed, reach = exact_totals(moved) / n, exact_totals(np.abs(moved)) / n
    return judged(means, observed, CLOSE * reach, how.confidence_level)


def judged(means: Floats, observed: Floats, slack: Floats, level: float) -> tuple[Floats, Floats, Floats]:
    """The ends of the interval and the p-value of means of resamples, [resamples, columns], and the observed ones.

    >>> low, high, p = judged(np.array([[0.1], [0.2], [0.3]]), np.array([0.2]), np.array([0.0]), 0.5)
    >>> p.tolist()
    [0.25]
    """
    if not len(means):
        nothing = np.full(len(observed), np.nan)
        return nothing, nothing, nothing
    tail = (1 - level) / 2
    low, high = np.percentile(means, [100 * tail, 100 * (1 - tail)], axis=0)
    far = np.count_nonzero(np.abs(means - observed) >= np.abs(observed) - slack, axis=0)
    return low, high, (far + 1) / (len(means) + 1)


def randomization(
    moved: Floats,
    n_flips: int,
    seed: int,
    flip: Flip,
    threads: int = 1,
    *,
    exact: bool = False,
    keyed: Keyed | None = None,
) -> tuple[Floats, Any]:
    """Swap the two systems at random in every row: how often the sum of differences is as far from zero as observed.

    Swapping changes the sign of a difference. Where few differences are not zero all signs are tried, and the p-value is
    exact; ``exact=True`` insists on it. With `keyed` the key of a row decides its signs, in whatever order rows come.
    Returns the p-values and which of them are exact.

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
    if keyed is None:
        total, size = np.zeros((1, columns)), np.zeros(columns)
        for begin in range(0, n, STRETCH):
            part = moved[begin : begin + STRETCH]
            # accumulate adds one row after another, as the flips do
            total = np.add.accumulate(np.concatenate([total, part]), axis=0)[-1:]
            size += np.abs(part).sum(axis=0)
        reach = np.abs(total[0]) - CLOSE * size
    else:
        reach = np.abs(exact_totals(moved)) - CLOSE * exact_totals(np.abs(moved))
    p = np.empty(columns)
    for at in np.flatnonzero(small):
        differing_values = moved[moved[:, at] != 0, at]
        p[at] = exact_p(differing_values if keyed is None else np.sort(differing_values), reach[at])
    large = np.flatnonzero(~small)
    if len(large):
        if keyed is None:
            # Many rows are not copied without need.
            flipped = moved if len(large) == columns else moved[:, large]
            sums = flip(np.ascontiguousarray(flipped), n_flips, seed, threads)
        else:
            sums = SampleSums.of(moved[:, large], keyed, n_flips, seed, kind="signs", threads=threads).floats()
        p[large] = flipped_p(sums, reach[large], n_flips)
    return p, small


def exact_p(differences: Floats, reach: float) -> float:
    """The share of all signs under which the sum of differences that are not zero is as far from zero as observed.

    >>> exact_p(np.array([0.1, 0.2, 0.3]), 0.59)
    0.25
    """
    sums = signed_sums(differences)
    return float(np.count_nonzero(np.abs(sums) >= reach) / len(sums))


def flipped_p(sums: Floats, reach: Floats, n_flips: int) -> Floats:
    """The share of the sums under random signs, [flips, columns], that are as far from zero as observed, itself included.

    >>> flipped_p(np.array([[3.0], [1.0], [-3.0]]), np.array([2.0]), 3).tolist()
    [0.75]
    """
    return np.asarray((np.count_nonzero(np.abs(sums) >= reach, axis=0) + 1) / (n_flips + 1))


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
