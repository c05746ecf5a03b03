"""Several references: from the counts of every pair to what stands for each row, by one table of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from infrarouge.matching import LongestCommon, WeightedCommon
from infrarouge.registry import Registry, one_of
from infrarouge.scoring.formulas import FMEASURE, RECALL, power, ratios
from infrarouge.types import Floats, Integers

if TYPE_CHECKING:
    from infrarouge.scoring.scoring import Scoring


def places(rows: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Go through the references by their place in the row: the rows that have a k-th one, and where it stands.

    >>> [(a.tolist(), b.tolist()) for a, b in places(np.array([0, 2, 3]))]
    [([0, 1], [0, 2]), ([0], [1])]
    """
    sizes = np.diff(rows)
    for k in range(int(sizes.max(initial=0))):
        having = np.flatnonzero(sizes > k)
        yield having, rows[having] + k


def pooled(counts: Floats, rows: Integers) -> Floats:
    """Add up the counts of each row's references, in their order."""
    total = np.zeros((len(rows) - 1, *counts.shape[1:]), dtype=counts.dtype)
    for having, at in places(rows):
        total[having] += counts[at]
    return total


def chosen(measure: Floats, rows: Integers) -> Integers:
    """For each row and metric, which pair has the largest measure; the first of equals."""
    best = np.repeat(rows[:-1, None], measure.shape[1], axis=1)
    columns = np.arange(measure.shape[1])
    for having, at in places(rows):
        better = measure[at] > measure[best[having], columns]
        best[having] = np.where(better, at[:, None], best[having])
    return best


def picked(values: Floats, best: Integers) -> Floats:
    """Of every metric the values of the chosen pairs."""
    return values[best, np.arange(values.shape[1])]


def _by_fmeasure(scoring: Scoring, counts: Floats) -> Floats:
    return np.asarray(scoring.score(counts)[..., FMEASURE])


def _by_recall(scoring: Scoring, counts: Floats) -> Floats:
    return np.asarray(scoring.score(counts)[..., RECALL])


def _by_recall5(scoring: Scoring, counts: Floats) -> Floats:
    """Recall as ROUGE-1.5.5 compares it: of units to five digits, of subsequences in full; golden: fB."""
    recall = ratios(counts, scoring.exponents)[1]
    for at, metric in enumerate(scoring.metrics):
        if not isinstance(metric, (LongestCommon, WeightedCommon)):
            recall[..., at] = scoring.round_decimal(np.ascontiguousarray(recall[..., at]), 5)
    return recall


def _by_ratio(scoring: Scoring, counts: Floats) -> Floats:
    """Matched by reference units as they are scored, with no weight undone; rouge-metric compares so; golden: best."""
    ready = scoring.weighed(counts)
    return ratios(ready, ())[1]


def _by_recall_w(scoring: Scoring, counts: Floats) -> Floats:
    """Recall as py-rouge compares it: of ROUGE-W by its matches over the root of the total; golden: best-stem."""
    measure = _by_recall(scoring, scoring.weighed(counts))
    for at, metric in enumerate(scoring.metrics):
        if isinstance(metric, WeightedCommon):
            matched, _, total = np.moveaxis(scoring.weighed(counts)[:, at], -1, 0)
            root = power(total, metric.exponent)
            ratio = np.divide(matched, root, out=np.zeros_like(matched), where=root > 0)
            measure[:, at] = power(ratio, metric.exponent)
    return measure


Measure = Callable[["Scoring", Floats], Floats]
CHOOSE: Registry[Measure] = Registry("combine rule")
"""Rules that take one of the references, and the measure by which they take it."""
CHOOSE.add("best", _by_fmeasure)
CHOOSE.add("best-recall", _by_recall)
CHOOSE.add("best-recall-5", _by_recall5)
CHOOSE.add("best-ratio", _by_ratio)
CHOOSE.add("best-recall-w", _by_recall_w)


def _pool(scoring: Scoring, counts: Floats, rows: Integers) -> Floats:
    return scoring.score(pooled(counts, rows))


def _mean(scoring: Scoring, counts: Floats, rows: Integers) -> Floats:
    # The sum is made in the number type of the result, reference after reference.
    dtype = scoring.rules.dtype
    scores = scoring.score(counts).astype(dtype)
    sizes = np.diff(rows).astype(dtype)[:, None, None]
    return scoring.stored(scoring.rounded((pooled(scores, rows) / sizes).astype(np.float64)))


def _mean_ratios(scoring: Scoring, counts: Floats, rows: Integers) -> Floats:
    """Means of precision and of recall over the references, and F of these means."""
    sizes = np.diff(rows)[:, None]
    precision, recall = (pooled(values, rows) / sizes for values in scoring.judged_from(counts))
    return scoring.judged(precision, recall)


def _jackknife(scoring: Scoring, counts: Floats, rows: Integers) -> Floats:
    """Mean over the references of the best score without that one; a single reference is just scored (Lin, 2004)."""
    scores = scoring.score(counts)
    best = chosen(scores[..., FMEASURE], rows)
    sizes = np.diff(rows)
    # Leaving out any reference but the best leaves the best; leaving out the best gives the second.
    without = scores[..., FMEASURE].copy()
    without[best, np.arange(without.shape[1])] = -1.0
    first, second = picked(scores, best), picked(scores, chosen(without, rows))
    several = sizes[:, None, None]
    return scoring.stored(scoring.rounded(np.where(several > 1, ((several - 1) * first + second) / several, first)))


def _best_each(scoring: Scoring, counts: Floats, rows: Integers) -> Floats:
    """F of the largest precision and the largest recall, which may be those of two references; golden: pycocoevalcap."""
    largest = (
        np.maximum.reduceat(values, rows[:-1], axis=0) if len(rows) > 1 else values[:0]
        for values in scoring.judged_from(counts)
    )
    return scoring.judged(*largest)


Combine = Callable[["Scoring", Floats, Integers], Floats]
COMBINE: Registry[Combine] = Registry("combine rule")
"""Rules that use all references; those that take one are in `CHOOSE`."""
COMBINE.add("mean", _mean)
COMBINE.add("mean-ratios", _mean_ratios)
COMBINE.add("pool", _pool)
COMBINE.add("jackknife", _jackknife)
COMBINE.add("best-each", _best_each)


def check_combine(name: str) -> None:
    """Refuse a combine rule that is in neither table.

    >>> check_combine("poll")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown combine rule 'poll'; did you mean 'pool'?
    """
    one_of("combine rule", name, (*CHOOSE, *COMBINE))
