"""From counts to scores: ratios, F, rounding, and one table of rules for several references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from infrarouge.engine import engine
from infrarouge.metrics import Metric
from infrarouge.profile import ScoreRules
from infrarouge.registry import Registry
from infrarouge.types import Floats, Integers

PRECISION, RECALL, FMEASURE = 0, 1, 2
BLOCK = 2048
"""Rows scored at a time: the steps between stay in the cache."""

Formula = Callable[[Floats, Floats, ScoreRules], Floats]
FORMULAS: Registry[Formula] = Registry("F formula")


def _divide(top: Floats, bottom: Floats) -> Floats:
    return np.asarray(np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0))


def _alpha(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    # With alpha 0.5 this is 2PR/(P+R) to the last bit: halving and doubling are exact.
    return _divide(p * r, (1 - rules.alpha) * p + rules.alpha * r)


def _beta(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    if np.isinf(rules.beta):
        return +r
    square = rules.beta * rules.beta
    return _divide((1 + square) * p * r, square * p + r)


FORMULAS.add("alpha", _alpha)
FORMULAS.add("beta", _beta)


def score(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """Turn counts [..., metrics, (matched, prediction, reference)] into scores [..., metrics, (P, R, F)].

    >>> from infrarouge.metrics import parse_metrics
    >>> score(np.array([[3.0, 4.0, 6.0]]), parse_metrics("rouge1"), ScoreRules()).tolist()
    [[0.75, 0.5, 0.6]]
    """
    if counts.ndim < 3 or len(counts) <= BLOCK:
        return _score(counts, metrics, rules)
    scores = np.empty(counts.shape)
    for at in range(0, len(counts), BLOCK):
        scores[at : at + BLOCK] = _score(counts[at : at + BLOCK], metrics, rules)
    return scores


def _score(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    matched, prediction, reference = (counts[..., at] for at in range(3))
    p, r = _divide(matched, prediction), _divide(matched, reference)
    for at, metric in enumerate(metrics):
        if metric.exponent != 1.0:
            p[..., at], r[..., at] = _power(p[..., at], metric.exponent), _power(r[..., at], metric.exponent)
    p, r = rounded(p, rules), rounded(r, rules)
    return np.stack([p, r, rounded(FORMULAS[rules.formula](p, r, rules), rules)], axis=-1)


def plain(rules: ScoreRules, metrics: Sequence[Metric]) -> bool:
    """Whether an engine can score a pair by itself: the usual formula, nothing rounded, no weights."""
    usual = rules.formula == "alpha" and rules.decimals is None and rules.dtype == "float64"
    return usual and all(one.exponent == 1.0 for one in metrics)


def _power(values: Floats, exponent: float) -> Floats:
    """Raise with the C library's pow: NumPy's vector code may differ in the last bit."""
    return np.array([value**exponent for value in values.ravel().tolist()]).reshape(values.shape)


def rounded(values: Floats, rules: ScoreRules) -> Floats:
    """Round each number as the profile's program does, if it does."""
    if rules.decimals is not None:
        values = engine.round_decimal(np.ascontiguousarray(values.ravel()), rules.decimals).reshape(values.shape)
    return values.astype(np.float32).astype(np.float64) if rules.dtype == "float32" else values


# ---------------------------------------------------------------- several references


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
    total = np.zeros((len(rows) - 1, *counts.shape[1:]))
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


def _pick(values: Floats, best: Integers) -> Floats:
    return values[best, np.arange(values.shape[1])]


def _pool(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    return score(pooled(counts, rows), metrics, rules)


def _best(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    scores = score(counts, metrics, rules)
    return _pick(scores, chosen(scores[..., FMEASURE], rows))


def _best_recall(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    scores = score(counts, metrics, rules)
    return _pick(scores, chosen(scores[..., RECALL], rows))


def _mean(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    scores = score(counts, metrics, rules)
    return rounded(pooled(scores, rows) / np.diff(rows)[:, None, None], rules)


def _jackknife(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """Mean over the references of the best score without that one; a single reference is just scored (Lin, 2004)."""
    scores = score(counts, metrics, rules)
    best = chosen(scores[..., FMEASURE], rows)
    sizes = np.diff(rows)
    # Leaving out any reference but the best leaves the best; leaving out the best gives the second.
    without = scores[..., FMEASURE].copy()
    without[best, np.arange(without.shape[1])] = -1.0
    first, second = _pick(scores, best), _pick(scores, chosen(without, rows))
    several = sizes[:, None, None]
    return rounded(np.where(several > 1, ((several - 1) * first + second) / several, first), rules)


Combine = Callable[[Floats, Integers, Sequence[Metric], ScoreRules], Floats]
COMBINE: Registry[Combine] = Registry("combine rule")
COMBINE.add("best", _best)
COMBINE.add("best-recall", _best_recall)
COMBINE.add("mean", _mean)
COMBINE.add("pool", _pool)
COMBINE.add("jackknife", _jackknife)


def combine(counts: Floats, rows: Integers | None, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """Score every row against its references: [pairs, metrics, 3] counts to [rows, metrics, 3] scores.

    >>> from infrarouge.metrics import parse_metrics
    >>> two = np.array([[[1.0, 2.0, 2.0]], [[2.0, 2.0, 2.0]]])
    >>> combine(two, np.array([0, 2]), parse_metrics("rouge1"), ScoreRules(combine="mean")).tolist()
    [[[0.75, 0.75, 0.75]]]
    """
    if rows is None:
        return score(counts, metrics, rules)
    return COMBINE[rules.combine](counts, rows, metrics, rules)


def row_counts(counts: Floats, rows: Integers | None, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """The counts that stand for each row: of the chosen reference where one is chosen, of all together otherwise."""
    if rows is None:
        return counts
    if rules.combine in ("best", "best-recall"):
        scores = score(counts, metrics, rules)
        return _pick(counts, chosen(scores[..., FMEASURE if rules.combine == "best" else RECALL], rows))
    return pooled(counts, rows)
