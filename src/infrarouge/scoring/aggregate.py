"""From per-example scores to one number for the corpus, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from infrarouge.registry import Registry, one_of
from infrarouge.rules.profile import Resampling
from infrarouge.scoring.exact import ExactSums
from infrarouge.scoring.poisson import Keyed, SampleSums
from infrarouge.types import Floats, Integers, Score

Resample = Callable[[Floats, int, int, str, int], Floats]
"""An engine's verb: the column sums of rows drawn with replacement, one row of sums for each resample."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A corpus number, its interval, and the plain mean.

    `value` follows the profile: the mean, or what its program reports in place of it. `mean` is always the mean.

    >>> Estimate(value=0.5, low=0.4, high=0.6, mean=0.5)
    Estimate(value=0.5, low=0.4, high=0.6, mean=0.5)
    """

    value: float
    low: float
    high: float
    mean: float

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        """The value in the form of a number.

        >>> f"{Estimate(value=0.5, low=0.4, high=0.6, mean=0.5):.1%}"
        '50.0%'
        """
        return format(self.value, spec) if spec else str(self)

    def to_dict(self) -> dict[str, float]:
        """Plain values by name."""
        return {"value": self.value, "low": self.low, "high": self.high, "mean": self.mean}

    def _repr_html_(self) -> str:
        interval = "" if np.isnan(self.low) else f" ({100 * self.low:.2f} - {100 * self.high:.2f})"
        return f"<b>{100 * self.value:.2f}</b>{interval}"


class Estimates(NamedTuple):
    """The estimates of one metric."""

    precision: Estimate
    recall: Estimate
    fmeasure: Estimate

    @property
    def f1(self) -> Estimate:
        """Another name of `fmeasure`."""
        return self.fmeasure

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Plain values by measure."""
        return {name: estimate.to_dict() for name, estimate in self._asdict().items()}

    def __format__(self, spec: str) -> str:
        """The values of all three measures in one form."""
        return format(Score(*map(float, self)), spec) if spec else str(self)

    def _repr_html_(self) -> str:
        names = "".join(f"<th>{name}</th>" for name in self._fields)
        values = "".join(f"<td>{estimate._repr_html_()}</td>" for estimate in self)
        return f"<table><thead><tr>{names}</tr></thead><tbody><tr>{values}</tr></tbody></table>"


Center = Callable[[Floats, Floats], Floats]
"""From the plain mean and the sorted resamples to the number that is reported."""
CENTERS: Registry[Center] = Registry("center")
# Added up one by one from the least, as ROUGE-1.5.5 does: accumulate, unlike sum, keeps that order.
CENTERS.add("resamples", lambda mean, draws: np.add.accumulate(draws, axis=0)[-1] / len(draws) if len(draws) else mean)
CENTERS.add("median", lambda mean, draws: quantile(draws, 0.5) if len(draws) else mean)


def quantile(draws: Floats, share: float) -> Floats:
    """The number below which a share of each sorted column lies, as `numpy.quantile` reads it between two neighbours.

    >>> quantile(np.array([[1.0], [2.0], [4.0]]), 0.75).tolist()
    [3.0]
    """
    # NumPy's own function sorts again, and the first call loads modules that nothing else needs.
    place = share * (len(draws) - 1)
    low = min(max(int(place), 0), len(draws) - 1)
    high, part = min(low + 1, len(draws) - 1), place - low
    below, above = draws[low], draws[high]
    step = above - below
    between = below + step * part if part < 0.5 else above - step * (1 - part)
    return np.where(np.isnan(draws[-1]), np.nan, between)


Interval = Callable[[Floats, float], tuple[Floats, Floats]]
"""From the sorted resamples and the confidence level to the two ends of the interval."""
INTERVALS: Registry[Interval] = Registry("interval rule")


def _percentile(draws: Floats, level: float) -> tuple[Floats, Floats]:
    tail = (1 - level) / 2
    return quantile(draws, 100 * tail / 100), quantile(draws, 100 * (1 - tail) / 100)


def _rouge155(draws: Floats, level: float) -> tuple[Floats, Floats]:
    """Read both ends between two neighbours, by the fraction that belongs to the upper end; golden: c90_r37, c0_r10."""
    r = len(draws)
    # The level was typed in percent: 12 digits bring that number back.
    percent = float(f"{100 * level:.12g}")
    d = r * ((100 - percent) / 2) / 100
    low, high = int(d), int(r - d - 1)
    t = r - d - 1 - high
    # One row of zeros stands for what the program reads beyond the end.
    a = np.concatenate([draws, np.zeros((2, draws.shape[1]))])
    return a[low] + (a[low + 1] - a[low]) * t, a[high] + (a[high + 1] - a[high]) * t


INTERVALS.add("percentile", _percentile)
INTERVALS.add("rouge-1.5.5", _rouge155)


Mean = Callable[[Floats], Floats]
"""From scores to their average over the rows, of which there is at least one."""
MEANS: Registry[Mean] = Registry("mean")
"""The centers that are a plain mean, for which resamples decide nothing."""


def _exact(scores: Floats) -> Floats:
    """Correctly rounded: it does not depend on the order of the rows, nor on how they are divided and merged."""
    columns = scores.reshape(len(scores), -1)
    means = [_exact_mean(columns[:, at]) for at in range(columns.shape[1])]
    return np.array(means).reshape(scores.shape[1:])


def _in_order(scores: Floats) -> Floats:
    """Added up in the order of the rows."""
    return np.asarray(np.add.reduce(scores, axis=0) / len(scores))


def _pairwise(scores: Floats) -> Floats:
    """Each column added up by halves, as `numpy.mean` adds up a list of numbers."""
    return np.asarray(np.add.reduce(np.ascontiguousarray(np.moveaxis(scores, 0, -1)), axis=-1) / len(scores))


def _in_float32(scores: Floats) -> Floats:
    """Added up in the order of the rows, every step in float32."""
    # accumulate, unlike reduce, adds one row after another.
    total = np.add.accumulate(scores.astype(np.float32), axis=0)[-1]
    return np.asarray(total / np.float32(len(scores)), dtype=np.float64)


MEANS.add("exact", _exact)
MEANS.add("mean", _in_order)
MEANS.add("pairwise", _pairwise)
MEANS.add("float32", _in_float32)
for _name in MEANS:
    CENTERS.add(_name, lambda mean, draws: mean)


def mean(scores: Floats, center: str | None = None) -> Floats:
    """Average over the rows as a center does; where resamples decide, the rows are added up in order.

    >>> mean(np.array([[1.0, 0.1], [0.0, 0.2], [0.0, 0.3]]), "exact").tolist()
    [0.3333333333333333, 0.2]
    """
    if not len(scores):
        return np.full(scores.shape[1:], np.nan)
    return MEANS[str(center)](scores) if center in MEANS else _in_order(scores)


HALF, STRETCH = 27, 1 << 20
"""The bits of a mantissa's lower part, and how many of either part a double can add up without rounding."""


def exact_sum(values: Floats) -> Fraction:
    """The sum of finite numbers without any rounding; sums of parts add up to the sum of the whole.

    >>> exact_sum(np.array([1e100, 1.0, -1e100]))
    Fraction(1, 1)
    """
    total = Fraction(0)
    for start in range(0, len(values), STRETCH):
        mantissas, exponents = np.frexp(values[start : start + STRETCH])
        whole = np.ldexp(mantissas, 53).astype(np.int64)
        least = int(exponents.min())
        # Numbers of one exponent are added up as integers, in two parts small enough for doubles to hold their sums.
        upper = np.bincount(exponents - least, weights=whole >> HALF)
        lower = np.bincount(exponents - least, weights=whole & ((1 << HALF) - 1))
        scaled = sum(
            ((int(upper[at]) << HALF) + int(lower[at])) << int(at) for at in np.flatnonzero((upper != 0) | (lower != 0))
        )
        total += Fraction(scaled) * Fraction(2) ** (least - 53)
    return total


def _exact_mean(values: Floats) -> float:
    return float(exact_sum(values) / len(values)) if np.isfinite(values).all() else float("nan")


GENERATORS = ("splitmix", "drand48", "mt19937", "poisson")
ORDERS = ("given", "id")
AVERAGES = ("scores", "ratios", "counts", "totals")


def check_resampling(how: Resampling) -> None:
    """Refuse names that no rule of resampling has, before anything is scored.

    >>> check_resampling(Resampling(generator="drand"))
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown generator 'drand'; did you mean 'drand48'?
    """
    one_of("generator", how.generator, GENERATORS)
    one_of("center", how.center, CENTERS)
    one_of("interval rule", how.interval, INTERVALS)
    one_of("order rule", how.order, ORDERS)
    one_of("average rule", how.average, AVERAGES)
    if how.generator == "mt19937":
        legacy_seed(how.rng)


def sums(
    values: Floats, how: Resampling, resample: Resample, threads: int, keyed: Keyed | None = None
) -> tuple[Floats, Floats]:
    """The sums of every resample, [resamples, columns], and how many rows each of them has.

    The Poisson generator draws by `keyed`, the keys of the rows.
    """
    if not len(values) or not how.n_resamples:
        return np.zeros((0, values.shape[1])), np.zeros(0)
    ready = np.ascontiguousarray(values, dtype=np.float64)
    if how.generator == "poisson":
        assert keyed is not None, "the Poisson generator needs the keys of the rows"
        return SampleSums.of(ready, keyed, how.n_resamples, how.rng, threads=threads).drawn()
    if how.generator == "mt19937":
        drawn = legacy_sums(ready, how.n_resamples, np.random.RandomState(legacy_seed(how.rng)))
    else:
        drawn = resample(ready, how.n_resamples, how.rng, str(how.generator), threads)
    return drawn, np.full(len(drawn), float(len(values)))


def legacy_seed(rng: int) -> int:
    """The seed for NumPy's legacy generator, which takes 32 bits of it.

    >>> legacy_seed(2**32)
    Traceback (most recent call last):
        ...
    ValueError: rng is 4294967296; with generator='mt19937' give a seed from 0 to 2**32 - 1
    """
    if rng >= 2**32:
        raise ValueError(f"rng is {rng}; with generator='mt19937' give a seed from 0 to 2**32 - 1")
    return rng


def legacy_sums(values: Floats, n_resamples: int, rng: Any, width: int = 3) -> Floats:
    """Resample as rouge-score does: NumPy's legacy generator, one metric (`width` columns) after another.

    `rng` is a `RandomState`, or `numpy.random` itself for the global one.

    >>> legacy_sums(np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]), 3, np.random.RandomState(0))[:, 0].tolist()
    [1.0, 1.0, 2.0]
    """
    n, columns = values.shape
    totals = np.empty((n_resamples, columns))
    for metric in range(0, columns, width):
        block = np.ascontiguousarray(values[:, metric : metric + width])
        for resample in range(n_resamples):
            totals[resample, metric : metric + width] = np.add.reduce(block[rng.randint(0, n, size=n)], axis=0)
    return totals


def estimate(
    scores: Floats,
    how: Resampling,
    resample: Resample,
    threads: int = 1,
    order: Integers | None = None,
    keyed: Keyed | None = None,
) -> list[Estimate]:
    """Estimate every column of [rows, columns] scores; resamples are drawn from the rows in `order`, or by their keys.

    >>> from infrarouge.scoring.resample import resample
    >>> estimate(np.array([[0.25], [0.75]]), Resampling(n_resamples=0, center="exact"), resample)[0].mean
    0.5
    """
    ordered = scores if order is None or keyed is not None else scores[order]
    drawn, sizes = sums(ordered, how, resample, threads, keyed)
    return estimates_of(mean(scores, how.center), drawn / sizes[:, None], how)


def estimate_totals(
    counts: Floats,
    score: Callable[[Floats], Floats],
    how: Resampling,
    resample: Resample,
    threads: int = 1,
    order: Integers | None = None,
    keyed: Keyed | None = None,
    *,
    means: bool = False,
) -> list[Estimate]:
    """Estimate the scores of summed counts: [rows, metrics, 3], with `score` from counts (or their means) to scores.

    >>> from infrarouge.scoring.resample import resample
    >>> half = lambda counts: counts / 2
    >>> how = Resampling(n_resamples=2, generator="drand48", center="mean", interval="percentile")
    >>> estimate_totals(np.array([[[1.0, 2.0, 3.0]]]), half, how, resample)[2].value
    1.5
    """
    n, shape = len(counts), counts.shape[1:]
    # By their keys rows may come in any order, so that no sum of theirs may depend on it.
    totals = np.add.reduce(counts, axis=0) if keyed is None else exact_totals(counts)
    ordered = counts if order is None or keyed is not None else counts[order]
    drawn, sizes = sums(ordered.reshape(n, totals.size), how, resample, threads, keyed)
    if means:
        totals, drawn = totals / max(1, n), drawn / sizes[:, None]
    drawn_scores = score(drawn.reshape(len(drawn), *shape)).reshape(drawn.shape)
    return estimates_of(score(totals).ravel() if n else np.full(totals.size, np.nan), drawn_scores, how)


def exact_totals(values: Floats) -> Floats:
    """The sums over the rows, each rounded once; not a number where a value is none.

    >>> exact_totals(np.array([[0.1, 1.0], [0.2, np.nan], [0.3, 1.0]])).tolist()
    [0.6, nan]
    """
    undefined = ~np.isfinite(values).all(axis=0)
    totals = ExactSums.of(np.where(undefined, 0.0, values)).floats()
    return np.where(undefined, np.nan, totals)


def estimates_of(center: Floats, drawn: Floats, how: Resampling) -> list[Estimate]:
    """Put together the plain number of every column, and what its resamples, [resamples, columns], tell."""
    drawn = np.sort(drawn, axis=0)
    if len(drawn):
        low, high = INTERVALS[str(how.interval)](drawn, how.confidence_level)
    else:
        low = high = np.full_like(center, np.nan)
    value = CENTERS[str(how.center)](center, drawn)
    return [Estimate(float(value[at]), float(low[at]), float(high[at]), float(center[at])) for at in range(len(center))]
