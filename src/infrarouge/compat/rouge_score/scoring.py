"""Scores, and a bootstrap over them, as `rouge_score.scoring` offers them."""

from __future__ import annotations

import abc
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from infrarouge.scoring.aggregate import legacy_sums
from infrarouge.types import Floats, Score

__all__ = ["AggregateScore", "BaseScorer", "BootstrapAggregator", "Score", "fmeasure"]


class AggregateScore(NamedTuple):
    """The ends of an interval and the median of the bootstrap means; each is a score."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(abc.ABC):
    """What a scorer offers."""

    @abc.abstractmethod
    def score(self, target: Any, prediction: Any) -> dict[str, Any]:
        """Score a prediction against its target: scores by type."""


def fmeasure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall, 0.0 where both are 0.

    >>> fmeasure(0.5, 0.25)
    0.3333333333333333
    """
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


class BootstrapAggregator:
    """Means of resampled scores, and their percentiles; draws from NumPy's global generator.

    >>> np.random.seed(0)
    >>> aggregator = BootstrapAggregator(n_samples=10)
    >>> aggregator.add_scores({"rouge1": Score(1.0, 0.5, 2 / 3)})
    >>> float(aggregator.aggregate()["rouge1"].mid.recall)
    0.5
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        if not 0 <= confidence_interval <= 1:
            raise ValueError(f"confidence_interval must be in range [0, 1], not {confidence_interval!r}")
        if n_samples <= 0:
            raise ValueError(f"n_samples must be positive, not {n_samples!r}")
        self._n_samples = n_samples
        self._confidence_interval = confidence_interval
        self._scores: dict[str, list[Any]] = defaultdict(list)

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one text: named tuples by type."""
        for score_type, score in scores.items():
            self._scores[score_type].append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """The interval of every type, in the order in which the types were first added."""
        found = {}
        for score_type, scores in self._scores.items():
            low, mid, high = self._bootstrap_resample(np.array([list(score) for score in scores], dtype=np.float64))
            kind = type(scores[0])
            found[score_type] = AggregateScore(kind(*low), kind(*mid), kind(*high))
        return found

    def _bootstrap_resample(self, matrix: Floats) -> Floats:
        """The low, middle and high percentile of the means of every column."""
        means = legacy_sums(matrix, self._n_samples, np.random, width=matrix.shape[1]) / len(matrix)
        tail = (1 - self._confidence_interval) / 2
        return np.asarray(np.percentile(means, [100 * tail, 50, 100 * (1 - tail)], axis=0))
