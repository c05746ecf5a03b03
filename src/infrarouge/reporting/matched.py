"""What a metric matched in a pair of texts: the places that an engine tells, with the words that stand there.

Nothing is matched here. An engine says which unit goes with which; the explanation and the report page show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine import thread_count
from infrarouge.engine.runner import Rows, Runner
from infrarouge.matching import Metric, parse_metrics
from infrarouge.matching.base import Spec
from infrarouge.matching.lcs import clips_by_sentence
from infrarouge.matching.ngram import ngram_places
from infrarouge.matching.overlap import Places, sentence_places
from infrarouge.matching.skip import skip_rule
from infrarouge.reading.document import joined
from infrarouge.reading.spans import Reading, Span, Tracer
from infrarouge.rules.profile import Profile
from infrarouge.types import Integers, Matches, Positions, Word

REFERENCE, PREDICTION = 0, 1
"""The two rows of a match in `types.Matches`."""

Place = tuple[int, int]
"""Where a unit stands: the positions of its first and its last word."""


class Unit(NamedTuple):
    """A unit: its words as they are compared, and where each stands in the text.

    >>> Unit(("cat", "nap"), ((4, 8), (9, 13))).words
    ('cat', 'nap')
    """

    words: tuple[str, ...]
    spans: tuple[Span, ...]


class View(IntEnum):
    """Which words of a text the places of a metric count through, and which of them make its total."""

    FLAT = 0
    """The words of the whole text, and all of them."""
    SENTENCES = 1
    """The words of the sentences one after another, and all of them."""
    FLAT_TOTAL = 2
    """The words of the sentences; the total is made by the words of the whole text."""


def views(spec: Spec, rules: dict[str, Any]) -> tuple[View, View]:
    """The views of the reference and of the prediction.

    >>> views(Spec("lcs"), {}), views(Spec("lcs_sum"), {"union": "values"})[0]
    ((<View.FLAT: 0>, <View.FLAT: 0>), <View.FLAT_TOTAL: 2>)
    """
    if spec.kind == "lcs_sum":
        values = rules["union"] == "values"
        flat = values or (rules["union"] == "both" and not clips_by_sentence(rules))
        return View.FLAT_TOTAL if values else View.SENTENCES, View.FLAT_TOTAL if flat else View.SENTENCES
    if spec.kind == "weighted_sum":
        return View.SENTENCES, View.FLAT_TOTAL if rules["w_flat_prediction"] else View.SENTENCES
    if spec.kind in ("ngram_sum", "skip_sum"):
        return View.SENTENCES, View.SENTENCES
    return View.FLAT, View.FLAT


def viewed(reading: Reading, view: View) -> tuple[Sequence[Word], Sequence[int]]:
    """The words of a view, and the positions of those that make the total.

    >>> a, b = Word("a", 0, 1), Word("b", 2, 3)
    >>> viewed(Reading("a b", [a, b], [[b], []]), View.FLAT_TOTAL)
    ([Word(text='b', start=2, end=3), Word(text='a', start=0, end=1)], [1, 0])
    """
    if view is View.FLAT:
        return reading.flat, range(len(reading.flat))
    words: list[Word] = joined(reading.sentences)
    if view is View.SENTENCES or reading.flat == words:
        return words, range(len(words))
    free: dict[Word, list[int]] = {}
    for at in reversed(range(len(words))):
        free.setdefault(words[at], []).append(at)
    total: list[int] = []
    for word in reading.flat:
        if not free.get(word):
            # A word that no sentence has is shown, and can have no match.
            free[word] = [len(words)]
            words.append(word)
        total.append(free[word].pop())
    return words, total


@dataclass(frozen=True)
class Units:
    """One text of a pair: its words, and the units that make its total."""

    text: str
    words: Sequence[Word]
    places: Callable[[], Sequence[Place]]
    whole: bool
    """Whether a unit is all the words from its first to its last, and not those two alone."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _units, (self.text, list(self.words), self.places(), self.whole)

    def positions(self, place: Place) -> Sequence[int]:
        """The positions of a unit's words.

        >>> Units("", [], list, whole=True).positions((2, 4)), Units("", [], list, whole=False).positions((2, 4))
        (range(2, 5), (2, 4))
        """
        first, last = place
        return range(first, last + 1) if self.whole else (first,) if first == last else place

    def unit(self, place: Place) -> Unit:
        """The unit at a place."""
        words = [self.words[at] for at in self.positions(place)]
        return Unit(tuple(word.text for word in words), tuple((word.start, word.end) for word in words))

    def names(self, place: Place) -> tuple[str, ...]:
        """The words of a unit as they are compared."""
        return tuple(self.words[at].text for at in self.positions(place))


def _units(text: str, words: Sequence[Word], places: Sequence[Place], whole: bool) -> Units:
    """Units whose places are known, as they come out of a pickle."""
    return Units(text, words, lambda: places, whole)


@lru_cache(maxsize=256)
def ngram_ends(size: int, n: int) -> list[Place]:
    """Where the runs of `n` words stand in a text of `size` words.

    >>> ngram_ends(3, 2)
    [(0, 1), (1, 2)]
    """
    return ends(ngram_places(size, n))


def ends(places: Places) -> list[Place]:
    """The first and the last position of each place.

    >>> ends([(0, 1, 2), (4,)])
    [(0, 2), (4, 4)]
    """
    return [(place[0], place[-1]) for place in places]


def units_of(spec: Spec, rules: dict[str, Any], reading: Reading, view: View) -> Units:
    """The units of a text for a metric of this spec."""
    words, total = viewed(reading, view)
    if spec.kind == "ngram":
        n = int(spec.number)
        return Units(reading.text, words, lambda: ngram_ends(len(words), n), whole=True)
    if spec.kind == "skip":
        places = skip_rule(spec, rules)
        return Units(reading.text, words, lambda: ends(places(len(words))), whole=False)
    if spec.kind in ("ngram_sum", "skip_sum"):
        runs = spec.kind == "ngram_sum"
        within = (lambda size: ngram_places(size, int(spec.number))) if runs else skip_rule(spec, rules)
        return Units(reading.text, words, lambda: ends(sentence_places(reading.sentences, within)), whole=runs)
    return Units(reading.text, words, lambda: [(at, at) for at in total], whole=False)


def counts_once(spec: Spec, rules: dict[str, Any]) -> bool:
    """Whether the totals of a metric are of distinct units.

    >>> counts_once(Spec("ngram", 2.0), {"count": "set"}), counts_once(Spec("lcs"), {"count": "set"})
    (True, False)
    """
    if spec.kind.startswith(("ngram", "skip")):
        return bool(rules["count"] == "set")
    return spec.kind == "lcs_sum" and bool(rules["union"] == "distinct")


@dataclass(frozen=True)
class Matched:
    """What one metric matched in one pair of texts."""

    spec: Spec
    reference: Units
    prediction: Units
    places: Positions
    runs: Positions
    once: bool

    @property
    def weighted(self) -> bool:
        """Whether runs of matches count, and not matches."""
        return self.spec.kind.startswith("weighted")

    @property
    def tied(self) -> bool:
        """Whether the words of a unit, or of a run, stand side by side."""
        return self.weighted or self.spec.kind.startswith("ngram")

    def side(self, which: int) -> Units:
        """One of the two texts: `REFERENCE` or `PREDICTION`."""
        return self.prediction if which == PREDICTION else self.reference

    def used(self, which: int) -> list[Place]:
        """The places that are matched."""
        return [(first, last) for first, last in self.places[:, which].tolist()]

    def left(self, which: int) -> list[Place]:
        """The units of a text's total that have no match."""
        return left_over(self.side(which), self.used(which), self.once)

    def marks(self, which: int) -> tuple[set[int], set[int]]:
        """Positions of matched words, and those of them that belong together with the word before."""
        side = self.side(which)
        groups: dict[int, list[int]] = {}
        for run, place in zip(self.runs.tolist(), self.used(which), strict=True):
            groups.setdefault(run, []).extend(side.positions(place))
        matched = {at for group in groups.values() for at in group}
        pairs = (pair for group in groups.values() for pair in pairwise(group)) if self.tied else ()
        return matched, {after for before, after in pairs if after == before + 1}


def left_over(side: Units, used: Iterable[Place], once: bool) -> list[Place]:
    """The units that make a total and are not used; with `once` the first of each that is equal to no used one.

    >>> side = Units("a b b", [Word("a", 0, 1), Word("b", 2, 3), Word("b", 4, 5)], lambda: ngram_ends(3, 1), whole=True)
    >>> left_over(side, [(0, 0)], once=False), left_over(side, [(0, 0)], once=True)
    ([(1, 1), (2, 2)], [(1, 1)])
    """
    if not once:
        taken = set(used)
        return [place for place in side.places() if place not in taken]
    seen = set(map(side.names, used))
    left: list[Place] = []
    for place in side.places():
        names = side.names(place)
        if names not in seen:
            seen.add(names)
            left.append(place)
    return left


class MatchReader:
    """Reads texts with the places of their words, and has the engine find what each metric matches in them.

    >>> reader = MatchReader("rouge1", Profile(name="mine"))
    >>> reader.matched(reader.read("b a", "prediction"), reader.read("a", "reference"), reader.find(["b a"], ["a"]))
    ... # doctest: +NORMALIZE_WHITESPACE
    Matched(spec=Spec(kind='ngram', number=1.0, unigrams=False), ...)
    """

    def __init__(self, metrics: str | Metric | Iterable[str | Metric], profile: Profile) -> None:
        self.runner = Runner(parse_metrics(metrics), profile)
        self.metrics = self.runner.metrics
        self.tracer = Tracer(self.runner.reader)
        self.rules: dict[str, Any] = self.runner.told | {"w_double_weight": bool(self.runner.scoring.double_weight)}
        self.views = [views(spec, self.rules) for spec in self.runner.specs]

    def read(self, text: Any, name: str, language: str | None = None) -> Reading:
        """Read one text; `name` is prediction or reference, for messages, and `language` that of `language_of`."""
        return self.tracer.read(text, name, language)

    def language_of(self, references: Sequence[Any]) -> str | None:
        """The language of a row with these references under ``lang="auto"``, else None."""
        codes = self.runner.reader.languages(references, np.array([0, len(references)]))
        return None if codes is None else codes[0]

    def find(self, predictions: list[Any], references: list[Any], rows: Integers | None = None) -> Matches:
        """Have the engine match a batch: prediction k with references ``rows[k]`` to ``rows[k + 1]``, or one each."""
        sides = self.runner.sides(Rows(predictions, references, rows))
        threads = thread_count(self.runner.threads)
        return Matches(*self.runner.plan.matches(*sides, rows, 0, len(predictions), threads))

    def matched(self, prediction: Reading, reference: Reading, matches: Matches, pair: int = 0, at: int = 0) -> Matched:
        """What metric number `at` matches in one pair of a batch."""
        spec = self.runner.specs[at]
        theirs, ours = (
            units_of(spec, self.rules, reading, view)
            for reading, view in zip((reference, prediction), self.views[at], strict=True)
        )
        places, runs = matches.of(pair * len(self.metrics) + at)
        return Matched(spec, theirs, ours, places, runs, counts_once(spec, self.rules))
