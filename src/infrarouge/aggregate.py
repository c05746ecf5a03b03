"""From per-example scores to one number for the corpus, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine import engine
from infrarouge.profile import Resampling
from infrarouge.registry import Registry, one_of
from infrarouge.types import Floats


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


class Estimates(NamedTuple):
    """The estimates of one metric."""

    precision: Estimate
    recall: Estimate
    fmeasure: Estimate


CENTERS: Registry[Callable[[Floats, Floats], Floats]] = Registry("center")
CENTERS.add("mean", lambda mean, draws: mean)
CENTERS.add("resamples", lambda mean, draws: np.sort(draws, axis=0).sum(axis=0) / len(draws) if len(draws) else mean)
CENTERS.add("median", lambda mean, draws: np.percentile(draws, 50, axis=0) if len(draws) else mean)


def mean(scores: Floats) -> Floats:
    """Average over the rows, added up in their order so that shards merged give the same as the whole.

    >>> mean(np.array([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [0.5, 0.0]
    """
    if not len(scores):
        return np.full(scores.shape[1:], np.nan)
    return np.asarray(np.add.reduce(scores, axis=0) / len(scores))


def draws(scores: Floats, how: Resampling, threads: int) -> Floats:
    """The means of every resample: [resamples, columns]."""
    n = len(scores)
    if not n or not how.n_resamples:
        return np.zeros((0, scores.shape[1]))
    values = np.ascontiguousarray(scores, dtype=np.float64)
    if how.generator == "mt19937":
        return legacy_draws(values, how.n_resamples, np.random.RandomState(how.rng))
    one_of("generator", how.generator, ("splitmix", "drand48"))
    return engine.resample(values, how.n_resamples, how.rng, str(how.generator), threads) / n


def legacy_draws(values: Floats, n_resamples: int, rng: Any, width: int = 3) -> Floats:
    """Resample as rouge-score does: NumPy's legacy generator, one metric (`width` columns) after another.

    `rng` is a `RandomState`, or `numpy.random` itself for the global one.

    >>> legacy_draws(np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]), 3, np.random.RandomState(0))[:, 0].tolist()
    [0.5, 0.5, 1.0]
    """
    n, columns = values.shape
    found = np.empty((n_resamples, columns))
    for metric in range(0, columns, width):
        block = np.ascontiguousarray(values[:, metric : metric + width])
        for one in range(n_resamples):
            found[one, metric : metric + width] = np.add.reduce(block[rng.randint(0, n, size=n)], axis=0) / n
    return found


def estimate(scores: Floats, how: Resampling, threads: int = 1) -> list[Estimate]:
    """Estimate every column of [rows, columns] scores.

    >>> estimate(np.array([[0.25], [0.75]]), Resampling(n_resamples=0, center="mean"))[0].mean
    0.5
    """
    center = mean(scores)
    found = draws(scores, how, threads)
    if len(found):
        tail = (1 - how.confidence_level) / 2
        low, high = np.percentile(found, [100 * tail, 100 * (1 - tail)], axis=0)
    else:
        low = high = np.full_like(center, np.nan)
    value = CENTERS[str(how.center)](center, found)
    return [Estimate(float(value[at]), float(low[at]), float(high[at]), float(center[at])) for at in range(len(center))]
