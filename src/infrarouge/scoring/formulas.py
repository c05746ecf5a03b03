"""From counts to scores: ratios, F, rounding, and one table of rules for several references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from infrarouge.engine import engine
from infrarouge.errors import RangeError
from infrarouge.matching import LongestCommon, Metric, WeightedCommon
from infrarouge.rules.profile import ScoreRules
from infrarouge.rules.quirks import Quirk
from infrarouge.registry import Registry, one_of
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


def _epsilon(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    # PyPI rouge and rage4j: a perfect match is 0.999999995; golden: doc-13.
    return np.asarray(2 * (p * r / (p + r + 1e-8)))


def _refuse(values: Floats, name: str, letter: str) -> None:
    if not ((values >= 0) & (values <= 1) | np.isnan(values)).all():
        raise RangeError(f"{name} value {letter} must have bounds 0 ≤ {letter} ≤ 1")


def _js_320(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of js-rouge 3.2.0, in its order of operations; a precision above 1 is refused."""
    _refuse(p, "Precision", "p")
    _refuse(r, "Recall", "r")
    if np.isinf(rules.beta):
        return +r
    square = rules.beta * rules.beta
    with np.errstate(all="ignore"):
        bottom = square * p + r
        return np.asarray(np.where(bottom == 0, 0.0, (1 + square) * p * r / bottom))


def _js_323(p: Floats, r: Floats, rules: ScoreRules) -> Floats:
    """F of js-rouge 3.2.3, which stays between P and R whatever beta is."""
    _refuse(p, "Precision", "p")
    _refuse(r, "Recall", "r")
    return _js_323_of(p, r, rules.beta)


def _js_323_of(p: Floats, r: Floats, beta: float) -> Floats:
    """The same of numbers that are in bounds, in its order of operations, for a beta of any size."""
    if beta == np.inf:
        return np.asarray(np.where(p == r, p, r))
    with np.errstate(all="ignore"):
        if beta == 0:
            between = p
        elif beta < 1:
            between = _js_323_of(r, p, 1 / beta)
        else:
            inverse, square = (1 / beta) * (1 / beta), beta * beta
            above = np.minimum(p, r * ((1 + inverse) / (1 + inverse * (r / p))))
            if square < np.inf:
                below = np.minimum(r, p * ((1 + square) / (1 + square * (p / r))))
            else:
                ratio = ((p * beta) / r) * beta
                below = np.where(np.isinf(ratio), r, r * (ratio / (1 + ratio)))
            between = np.where(p > r, above, below)
    return np.asarray(np.where(p == r, p, np.where((p == 0) | (r == 0), 0.0, between)))


FORMULAS.add("alpha", _alpha)
FORMULAS.add("beta", _beta)
FORMULAS.add("epsilon", _epsilon)
FORMULAS.add("js-3.2.0", _js_320)
FORMULAS.add("js-3.2.3", _js_323)


def score(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """Turn counts [..., metrics, (matched, prediction, reference)] into scores [..., metrics, (P, R, F)].

    >>> from infrarouge.matching import parse_metrics
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
    p, r = (rounded(one, rules) for one in ratios(counts, metrics))
    return stored(np.stack([p, r, rounded(FORMULAS[rules.formula](p, r, rules), rules)], axis=-1), rules)


def ratios(counts: Floats, metrics: Sequence[Metric]) -> tuple[Floats, Floats]:
    """Precision and recall of counts [..., metrics, 3], with the run weight of ROUGE-W undone."""
    matched, prediction, reference = (counts[..., at] for at in range(3))
    p, r = _divide(matched, prediction), _divide(matched, reference)
    for at, metric in enumerate(metrics):
        if metric.exponent != 1.0:
            p[..., at], r[..., at] = _power(p[..., at], metric.exponent), _power(r[..., at], metric.exponent)
    return p, r


def score_totals(totals: Floats, metrics: Sequence[Metric], rules: ScoreRules, quirks: frozenset[Quirk]) -> Floats:
    """Turn counts summed over examples into scores, without rounding.

    >>> from infrarouge.matching import parse_metrics
    >>> one = np.array([[1.0, 1.0, 4.0]])
    >>> float(score_totals(one, parse_metrics("rougeWsum-2"), ScoreRules(), frozenset())[0, 1])
    0.5
    >>> float(score_totals(one, parse_metrics("rougeWsum-2"), ScoreRules(), frozenset({Quirk.W_PLAIN_TOTALS}))[0, 1])
    0.25
    """
    p, r = ratios(totals, () if Quirk.W_PLAIN_TOTALS in quirks else metrics)
    return np.stack([p, r, FORMULAS[rules.formula](p, r, rules)], axis=-1)


def weighed(counts: Floats, metrics: Sequence[Metric], quirks: frozenset[Quirk]) -> Floats:
    """Apply to each pair what a quirk does to counts after they are counted: the second weight of ROUGE-W.

    >>> from infrarouge.matching import parse_metrics
    >>> twice = frozenset({Quirk.W_DOUBLE_WEIGHT})
    >>> weighed(np.array([[[4.0, 4.0, 4.0]]]), parse_metrics("rougeWsum-2"), twice).tolist()
    [[[4.0, 4.0, 16.0]]]
    """
    if Quirk.W_DOUBLE_WEIGHT not in quirks:
        return counts
    counts = counts.copy()
    for at, metric in enumerate(metrics):
        if isinstance(metric, WeightedCommon) and metric.union:
            counts[..., at, 2] = _power(counts[..., at, 2], metric.weight)
    return counts


def refuse_no_units(counts: Floats, metrics: Sequence[Metric]) -> None:
    """Raise for the first metric of which some text has no unit, in the words of js-rouge 3.2.0."""
    for at, metric in enumerate(metrics):
        message = NO_UNITS.get(metric.spec.kind)
        if message is not None and (counts[:, at, 1:] == 0).any():
            raise RangeError(message)


NO_UNITS = {
    "ngram": "ngram size cannot be larger than the number of tokens available",
    "skip": "Input must have at least two words",
}


def plain(rules: ScoreRules, metrics: Sequence[Metric]) -> bool:
    """Whether an engine can score a pair by itself: the usual formula, nothing rounded, no weights."""
    usual = rules.formula == "alpha" and rules.decimals is None and rules.dtype == "float64"
    return usual and all(one.exponent == 1.0 for one in metrics)


def _power(values: Floats, exponent: float) -> Floats:
    """Raise with the C library's pow: NumPy's vector code may differ in the last bit."""
    return np.array([value**exponent for value in values.ravel().tolist()]).reshape(values.shape)


def rounded(values: Floats, rules: ScoreRules) -> Floats:
    """Round each number as the profile's program does, if it does."""
    if rules.decimals is None:
        return values
    return engine.round_decimal(np.ascontiguousarray(values.ravel()), rules.decimals).reshape(values.shape)


def stored(values: Floats, rules: ScoreRules) -> Floats:
    """Keep only the digits of the number type that the profile's program stores its results in.

    >>> stored(np.array([0.1]), ScoreRules(dtype="float32")).tolist()
    [0.10000000149011612]
    """
    return values if rules.dtype == "float64" else values.astype(rules.dtype).astype(np.float64)


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


def _pick(values: Floats, best: Integers) -> Floats:
    return values[best, np.arange(values.shape[1])]


def _by_fmeasure(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    return np.asarray(score(counts, metrics, rules)[..., FMEASURE])


def _by_recall(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    return np.asarray(score(counts, metrics, rules)[..., RECALL])


def _by_recall5(counts: Floats, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    """Recall as ROUGE-1.5.5 compares it: of units to five digits, of subsequences in full; golden: fB."""
    recall = ratios(counts, metrics)[1]
    for at, metric in enumerate(metrics):
        if not isinstance(metric, (LongestCommon, WeightedCommon)):
            recall[..., at] = engine.round_decimal(np.ascontiguousarray(recall[..., at]), 5)
    return recall


Measure = Callable[[Floats, Sequence[Metric], ScoreRules], Floats]
CHOOSE: Registry[Measure] = Registry("combine rule")
"""Rules that take one of the references, and the measure by which they take it."""
CHOOSE.add("best", _by_fmeasure)
CHOOSE.add("best-recall", _by_recall)
CHOOSE.add("best-recall-5", _by_recall5)


def _pool(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    return score(pooled(counts, rows), metrics, rules)


def _mean(counts: Floats, rows: Integers, metrics: Sequence[Metric], rules: ScoreRules) -> Floats:
    # The sum is made in the number type of the result, reference after reference.
    scores = score(counts, metrics, rules).astype(rules.dtype)
    sizes = np.diff(rows).astype(rules.dtype)[:, None, None]
    return rounded((pooled(scores, rows) / sizes).astype(np.float64), rules)


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
    return stored(rounded(np.where(several > 1, ((several - 1) * first + second) / several, first), rules), rules)


Combine = Callable[[Floats, Integers, Sequence[Metric], ScoreRules], Floats]
COMBINE: Registry[Combine] = Registry("combine rule")
"""Rules that use all references; those that take one are in `CHOOSE`."""
COMBINE.add("mean", _mean)
COMBINE.add("pool", _pool)
COMBINE.add("jackknife", _jackknife)


def check_combine(name: str) -> None:
    """Refuse a combine rule that is in neither table.

    >>> check_combine("poll")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown combine rule 'poll'; did you mean 'pool'?
    """
    one_of("combine rule", name, (*CHOOSE, *COMBINE))


def combine(
    counts: Floats,
    rows: Integers | None,
    metrics: Sequence[Metric],
    rules: ScoreRules,
    quirks: frozenset[Quirk] = frozenset(),
) -> Floats:
    """Score every row against its references: [pairs, metrics, 3] counts to [rows, metrics, 3] scores.

    >>> from infrarouge.matching import parse_metrics
    >>> two = np.array([[[1.0, 2.0, 2.0]], [[2.0, 2.0, 2.0]]])
    >>> combine(two, np.array([0, 2]), parse_metrics("rouge1"), ScoreRules(combine="mean")).tolist()
    [[[0.75, 0.75, 0.75]]]
    """
    if rows is None or rules.combine in CHOOSE:
        return score(row_counts(counts, rows, metrics, rules, quirks), metrics, rules)
    return COMBINE[rules.combine](weighed(counts, metrics, quirks), rows, metrics, rules)


def row_counts(
    counts: Floats,
    rows: Integers | None,
    metrics: Sequence[Metric],
    rules: ScoreRules,
    quirks: frozenset[Quirk] = frozenset(),
) -> Floats:
    """The counts that stand for each row: of the chosen reference where one is chosen, of all together otherwise."""
    ready = weighed(counts, metrics, quirks)
    if rows is None:
        return ready
    if rules.combine in CHOOSE:
        # The choice is made before a quirk touches the counts.
        return _pick(ready, chosen(CHOOSE[rules.combine](counts, metrics, rules), rows))
    return pooled(ready, rows)
