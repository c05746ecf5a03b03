"""From counts to scores: the score rules and quirks of a profile, resolved once for every path that has counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from infrarouge.errors import RangeError
from infrarouge.matching import LongestCommon, Metric, WeightedCommon
from infrarouge.registry import one_of
from infrarouge.rules.profile import Profile
from infrarouge.rules.quirks import Quirk
from infrarouge.scoring.aggregate import check_resampling
from infrarouge.scoring.combine import CHOOSE, COMBINE, check_combine, chosen, picked, pooled
from infrarouge.scoring.empty import EMPTY
from infrarouge.scoring.formulas import FORMULAS, exponent_of, power, ratios, usual_scores
from infrarouge.types import Floats, Integers

BLOCK = 2048
"""Rows scored at a time: the steps between stay in the cache."""

DTYPES = ("float64", "float32")
"""The number types that programs store their scores in."""

NO_UNITS = {
    "ngram": "ngram size cannot be larger than the number of tokens available",
    "skip": "Input must have at least two words",
}
"""What is said, by kind of metric, of a text that has no unit where a profile refuses it; js-rouge 3.2.0's words."""

Rounding = Callable[[Floats, int], Floats]
Usual = Callable[[Floats, float], Floats]


class Scoring:
    """How counts of these metrics become scores under a profile.

    `round_decimal` is the engine's rounding and `usual` its usual formula. Counts are [pairs, metrics, (matched,
    prediction, reference)], scores [rows, metrics, (precision, recall, F)], and `rows` says where each row's references
    stand among the pairs.

    >>> from infrarouge import profile
    >>> from infrarouge.matching import parse_metrics
    >>> from infrarouge.scoring.rounding import round_decimal
    >>> scoring = Scoring(parse_metrics("rouge1"), profile(combine="mean"), round_decimal)
    >>> two = np.array([[[1.0, 2.0, 2.0]], [[2.0, 2.0, 2.0]]])
    >>> scoring.scores(two, None).tolist(), scoring.scores(two, np.array([0, 2])).tolist()
    ([[[0.5, 0.5, 0.5]], [[1.0, 1.0, 1.0]]], [[[0.75, 0.75, 0.75]]])
    """

    __slots__ = (
        "double_weight",
        "exponents",
        "metrics",
        "plain",
        "plain_totals",
        "refused",
        "round_decimal",
        "rules",
        "undefined",
        "usual",
    )

    def __init__(
        self, metrics: Sequence[Metric], profile: Profile, round_decimal: Rounding, usual: Usual = usual_scores
    ) -> None:
        self.metrics, self.rules = tuple(metrics), profile.score
        self.round_decimal, self.usual = round_decimal, usual
        check_resampling(profile.resampling)
        check_combine(self.rules.combine)
        one_of("empty rule", self.rules.empty, EMPTY)
        one_of("number type", self.rules.dtype, DTYPES)
        FORMULAS[self.rules.formula]  # raises with the nearest name
        quirks = profile.quirks
        self.double_weight = [
            (column, metric.weight)
            for column, metric in enumerate(self.metrics)
            if Quirk.W_DOUBLE_WEIGHT in quirks and isinstance(metric, WeightedCommon) and metric.union
        ]
        self.plain_totals = Quirk.W_PLAIN_TOTALS in quirks
        self.refused = [
            (column, NO_UNITS[metric.spec.kind])
            for column, metric in enumerate(self.metrics)
            if Quirk.NO_UNITS in quirks and metric.spec.kind in NO_UNITS
        ]
        self.undefined = [
            column
            for column, metric in enumerate(self.metrics)
            if Quirk.L_NO_WORDS_NAN in quirks and isinstance(metric, LongestCommon)
        ]
        alone = self.rules.formula == "alpha" and self.rules.decimals is None and self.rules.dtype == "float64"
        self.exponents = tuple(exponent_of(metric, self.rules) for metric in self.metrics)
        unweighted = all(exponent == 1.0 for exponent in self.exponents)
        self.plain = alone and unweighted and not (self.double_weight or self.refused or self.undefined)

    # ------------------------------------------------------------ one number at a time

    def score(self, counts: Floats) -> Floats:
        """Precision, recall and F of counts [..., metrics, 3] that stand for a row already.

        Everything that has raw counts of pairs calls `scores` instead, which applies what a quirk does to them first.
        """
        at_once = self.plain and counts.dtype == np.float64
        if at_once or counts.ndim < 3 or len(counts) <= BLOCK:
            return self._score(counts)
        scores = np.empty(counts.shape)
        for start in range(0, len(counts), BLOCK):
            scores[start : start + BLOCK] = self._score(counts[start : start + BLOCK])
        return scores

    def _score(self, counts: Floats) -> Floats:
        counts = counts.astype(np.float64, copy=False)  # those of a stream are whole numbers of few bytes
        if self.plain:
            return self.usual(np.ascontiguousarray(counts).reshape(-1, 3), self.rules.alpha).reshape(counts.shape)
        return self.judged(*self.judged_from(counts))

    def judged_from(self, counts: Floats) -> tuple[Floats, Floats]:
        """Precision and recall as F is made of them: rounded as the program does, with all digits of their type."""
        counts = counts.astype(np.float64, copy=False)
        precision, recall = (self.rounded(values) for values in ratios(counts, self.exponents))
        for column in self.undefined:
            for values, total in ((precision, 1), (recall, 2)):
                values[..., column][counts[..., column, total] == 0] = np.nan
        return precision, recall

    def judged(self, precision: Floats, recall: Floats) -> Floats:
        """Put F beside precision and recall."""
        fmeasure = self.rounded(FORMULAS[self.rules.formula](precision, recall, self.rules))
        return self.stored(np.stack([precision, recall, fmeasure], axis=-1))

    def rounded(self, values: Floats) -> Floats:
        """Round each number as the profile's program does, if it does."""
        if self.rules.decimals is None:
            return values
        flat = np.ascontiguousarray(values.ravel())
        return self.round_decimal(flat, self.rules.decimals).reshape(values.shape)

    def stored(self, values: Floats) -> Floats:
        """Keep only the digits of the number type that the profile's program stores its results in."""
        return values if self.rules.dtype == "float64" else values.astype(self.rules.dtype).astype(np.float64)

    # ------------------------------------------------------------ counts of pairs to scores of rows

    def check(self, counts: Floats) -> None:
        """Raise where the profile refuses a text that has no unit of a metric; every engine's counts pass through here."""
        for column, message in self.refused:
            if (counts[:, column, 1:] == 0).any():
                raise RangeError(message)

    def weighed(self, counts: Floats) -> Floats:
        """Apply what a quirk does to the counts of a pair: the second weight of ROUGE-W over sentences."""
        if not self.double_weight:
            return counts
        counts = counts.astype(np.float64)
        for column, weight in self.double_weight:
            counts[..., column, 2] = power(counts[..., column, 2], weight)
        return counts

    def row_counts(self, counts: Floats, rows: Integers | None) -> Floats:
        """The counts that stand for each row: of the chosen reference where one is chosen, of all together otherwise."""
        ready = self.weighed(counts)
        if rows is None:
            return ready
        if self.rules.combine in CHOOSE:
            return picked(ready, self.choice(counts, rows))
        return pooled(ready, rows)

    def choice(self, counts: Floats, rows: Integers) -> Integers:
        """For each row and metric, the pair of the reference that stands for the row where the rule takes one.

        The choice is made before a quirk touches the counts.
        """
        by = CHOOSE[self.rules.combine] if self.rules.combine in CHOOSE else CHOOSE["best"]
        return chosen(by(self, counts), rows)

    def scores(self, counts: Floats, rows: Integers | None) -> Floats:
        """Score every row against its references."""
        if rows is None or self.rules.combine in CHOOSE:
            return self.score(self.row_counts(counts, rows))
        return COMBINE[self.rules.combine](self, self.weighed(counts), rows)

    def totals(self, totals: Floats) -> Floats:
        """Score counts that are summed over rows, without rounding.

        >>> from infrarouge import profile
        >>> from infrarouge.matching import parse_metrics
        >>> from infrarouge.scoring.rounding import round_decimal
        >>> for name in ("infrarouge-1", "rouge-1.5.5"):
        ...     scoring = Scoring(parse_metrics("rougeWsum-2"), profile(name), round_decimal)
        ...     float(scoring.totals(np.array([[1.0, 1.0, 4.0]]))[0, 1])
        0.5
        0.25
        """
        precision, recall = ratios(totals, () if self.plain_totals else self.exponents)
        fmeasure = FORMULAS[self.rules.formula](precision, recall, self.rules)
        return np.stack([precision, recall, fmeasure], axis=-1)
