"""What every metric matches in a batch of pairs, as numbers for the page.

For each pair and metric: 1; the three counts; the stretches; how many units are left over in the reference, how many of
them follow, and of each how far it is after the one before and how far it reaches; the same of the prediction. Or 0, where
the texts are too long to be matched for a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from infrarouge.matching.base import Spec
from infrarouge.reporting.explain import MOST
from infrarouge.reporting.matched import PREDICTION, REFERENCE, View, counts_once, left_over, units_of, views
from infrarouge.reporting.page.pack import Ragged, columns, side_by_side, signed, within
from infrarouge.reporting.page.stretches import stretches
from infrarouge.reporting.page.words import TextWords
from infrarouge.types import Floats, Integers, Matches

WEIGHT_SCALE = 100
"""Counts of weights are whole numbers of this."""
MOST_COUNT = 2**53
"""The largest whole number that JavaScript has for certain."""


def takes_words(spec: Spec, rules: dict[str, Any]) -> bool:
    """Whether the words themselves, and not their number, tell which units of a metric are left over.

    >>> takes_words(Spec("ngram", 2.0), {"count": "clipped"}), takes_words(Spec("ngram_sum", 2.0), {"count": "clipped"})
    (False, True)
    """
    return counts_once(spec, rules) or spec.kind == "ngram_sum"


class PageBatch:
    """A batch of pairs of texts and what some metrics match in them: texts are given for each pair."""

    def __init__(
        self, matches: Matches, specs: Sequence[Spec], rules: dict[str, Any], texts: tuple[list[TextWords], ...]
    ) -> None:
        self.matches, self.specs, self.rules, self.texts = matches, specs, rules, texts
        self.views = [views(spec, rules) for spec in specs]
        self.is_skip = np.array([spec.kind.startswith("skip") for spec in specs], dtype=np.bool_)
        self.n = len(matches.offsets) - 1
        self.metric = np.arange(self.n) % len(specs)
        self.owners = np.repeat(np.arange(self.n), np.diff(matches.offsets))

    def numbers(self, counts: Floats) -> Ragged:
        """The numbers of each pair and metric; `counts` are those of the pairs."""
        scale = np.array([WEIGHT_SCALE if spec.kind.startswith("weighted") else 1 for spec in self.specs])
        whole = np.rint(np.minimum(counts * scale[:, None], MOST_COUNT)).astype(np.int64).reshape(-1, 3)
        numbers, starts = stretches(self.matches, [spec.kind for spec in self.specs])
        sizes = np.diff(starts)
        return side_by_side(
            columns(np.ones(self.n, dtype=np.int64), *signed(whole).T, sizes),
            Ragged(numbers.ravel(), 3 * sizes),
            self._left(REFERENCE, whole[:, 2] - whole[:, 0]),
            self._left(PREDICTION, whole[:, 1] - whole[:, 0]),
        )

    def _left(self, side: int, without_names: Integers) -> Ragged:
        """Units that are left over: how many, and the first of them; of skip-bigrams there are too many to name some."""
        owners, firsts, lasts = self._left_places(side)
        counts = np.bincount(owners, minlength=self.n)
        named = np.flatnonzero(within(counts) < MOST)
        owners, firsts, lasts = owners[named], firsts[named], lasts[named]
        steps = firsts.copy()
        steps[1:] -= np.where(owners[1:] == owners[:-1], firsts[:-1], 0)
        sizes = np.minimum(counts, MOST)
        places = columns(signed(steps), lasts - firsts)
        totals = np.where(self.is_skip[self.metric], without_names, counts)
        return side_by_side(columns(totals, sizes), Ragged(places.values, 2 * sizes))

    def _left_places(self, side: int) -> tuple[Integers, Integers, Integers]:
        """Of each unit that is left over the number of its pair and metric, and its first and last word."""
        sizes = self._unit_counts(side)
        owners, firsts = self._unmatched(side, np.maximum(sizes, 0))
        reach = np.array([int(spec.number) - 1 if spec.kind == "ngram" else 0 for spec in self.specs])
        left = np.stack([owners, firsts, firsts + reach[self.metric[owners]]])
        odd = [self._odd(at, side) for at in np.flatnonzero(sizes < 0).tolist()]
        left = np.concatenate([left, *odd], axis=1)
        owners, firsts, lasts = left[:, np.argsort(left[0], kind="stable")]
        return owners, firsts, lasts

    def _unit_counts(self, side: int) -> Integers:
        """How many units the text of each pair has by each metric: 0 for skip-bigrams, -1 where it takes a closer look."""
        by_view = np.array([text.sizes for text in self.texts[side]], dtype=np.int64).reshape(-1, len(View))
        sizes = np.zeros((len(by_view), len(self.specs)), dtype=np.int64)
        for at, (spec, pair) in enumerate(zip(self.specs, self.views, strict=True)):
            if takes_words(spec, self.rules):
                sizes[:, at] = -1
            elif spec.kind == "ngram":
                sizes[:, at] = np.maximum(0, by_view[:, pair[side]] - int(spec.number) + 1)
            else:
                sizes[:, at] = by_view[:, pair[side]]
        sizes[:, self.is_skip] = 0
        return sizes.ravel()

    def _unmatched(self, side: int, sizes: Integers) -> tuple[Integers, Integers]:
        """Of each pair and metric the units, told by their first words, that no match uses."""
        starts = np.cumsum(sizes) - sizes
        having = sizes[self.owners] > 0
        free = np.ones(int(sizes.sum()), dtype=np.bool_)
        free[starts[self.owners[having]] + self.matches.places[having, side, 0]] = False
        left = np.flatnonzero(free)
        owners = np.repeat(np.arange(self.n), sizes)[left]
        return owners, left - starts[owners]

    def _odd(self, at: int, side: int) -> Integers:
        """What is left over for one pair and metric, found by the words themselves."""
        pair, metric = divmod(at, len(self.specs))
        spec = self.specs[metric]
        reading = self.texts[side][pair].reading
        assert reading is not None, "readings are kept where they are needed"
        units = units_of(spec, self.rules, reading, self.views[metric][side])
        used = [(first, last) for first, last in self.matches.of(at)[0][:, side].tolist()]
        left = left_over(units, used, counts_once(spec, self.rules))
        columns_of = [[at] * len(left), [first for first, _ in left], [last for _, last in left]]
        return np.array(columns_of, dtype=np.int64)


def with_gaps(lists: Ragged, shown: Sequence[int], shape: tuple[int, int]) -> Ragged:
    """Put a 0 for each metric that is not shown; there are lists for the others. The shape is of pairs and metrics.

    >>> with_gaps(Ragged.of([[1, 5], [1, 6]]), [1], (2, 2)).values.tolist()
    [0, 1, 5, 0, 1, 6]
    """
    sizes = np.ones(shape, dtype=np.int64)
    sizes[:, list(shown)] = lists.sizes.reshape(shape[0], len(shown))
    is_shown = np.repeat(np.tile(np.isin(np.arange(shape[1]), shown), shape[0]), sizes.ravel())
    values = np.zeros(len(is_shown), dtype=np.int64)
    values[is_shown] = lists.values
    return Ragged(values, sizes.ravel())
