"""What each metric matches in a pair of texts, as positions of words: the textbook's matches, brought to both texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from infrarouge.engine import textbook
from infrarouge.matching import Elements, Metric
from infrarouge.reading.spans import Reading, Span
from infrarouge.types import Word


class Unit(NamedTuple):
    """A unit: its words as they are compared, and where each stands in the text.

    >>> Unit(("cat", "nap"), ((4, 8), (9, 13))).words
    ('cat', 'nap')
    """

    words: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass
class Units:
    """One text of a pair: its words, the units they form, and which units make the total."""

    text: str
    words: list[Word]
    places: textbook.Places
    counted: Sequence[int]

    def unit(self, at: int) -> Unit:
        words = [self.words[one] for one in self.places[at]]
        return Unit(tuple(word.text for word in words), tuple((word.start, word.end) for word in words))


@dataclass
class Found:
    """What one metric finds: pairs of units (reference, prediction), in runs where runs count, and the count's origin."""

    prediction: Units
    reference: Units
    runs: list[list[textbook.Pair]]
    origin: Origin
    weighted: bool = False
    tied: bool = False
    """Whether the words of a unit, or of a run, stand side by side."""
    once: bool = False
    """Whether a word counts once however often it stands there."""


Origin = tuple[str, str, str]
"""For each of the three counts, a phrase that says where it comes from."""


def _ngram(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    n = int(metric.spec.number)
    name = "elements" if isinstance(metric, Elements) else "words" if n == 1 else f"runs of {n} words"
    found = _overlap(prediction, reference, lambda size: textbook.ngram_places(size, n), name, rules["count"])
    return replace(found, tied=True)


def _skip(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    _, number, unigrams = metric.spec
    gap, last = None if number < 0 else int(number), not rules["su_last_word"]
    name = "pairs of words" + ("" if gap is None else f" with at most {gap} between")
    if unigrams:
        name += " and single words" + ("" if last else " but the last")
    return _overlap(
        prediction, reference, lambda size: textbook.skip_places(size, gap, unigrams, last), name, rules["count"]
    )


def _overlap(
    prediction: Reading, reference: Reading, places: Callable[[int], textbook.Places], name: str, count: str
) -> Found:
    sides, units = [], []
    for reading in (prediction, reference):
        words = list(reading.flat)
        at = places(len(words))
        units.append(textbook.units([word.text for word in words], at))
        sides.append(Units(reading.text, words, at, textbook.counted(units[-1], count)))
    pairs = textbook.shared(units[0], units[1], count)
    each = "as often as both have them" if count == "clipped" else "each counted once"
    distinct = "distinct " if count == "set" else ""
    origin = (
        f"{name} that both texts have, {each}",
        f"{distinct}{name} of the prediction",
        f"{distinct}{name} of the reference",
    )
    return Found(sides[0], sides[1], [[pair] for pair in pairs], origin)


def _words(text: str, words: Iterable[Word], count: str = "all") -> Units:
    """A text whose units are its words."""
    listed = list(words)
    places = [(at,) for at in range(len(listed))]
    return Units(text, listed, places, textbook.counted([word.text for word in listed], count))


def _lcs(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    ours, theirs = prediction.document, reference.document
    path = textbook.lcs_path(ours.flat, theirs.flat, rules["tie"])
    origin = (
        "words on the longest common subsequence",
        "words of the prediction",
        "words of the reference",
    )
    sides = _words(prediction.text, prediction.flat), _words(reference.text, reference.flat)
    return Found(*sides, [[pair] for pair in path], origin)


UNIONS = {
    "both": "words of the reference on a longest common subsequence of sentences, as often as both texts have them",
    "prediction": "words of the reference on a longest common subsequence of sentences, as often as the prediction has them",
    "values": "distinct words of each reference sentence on a longest common subsequence with a prediction sentence",
    "distinct": "distinct words on a longest common subsequence of any two sentences",
    "sum": "words on the longest common subsequences of all pairs of sentences, added up",
    "exclusive": "words on the longest common subsequences of all pairs of sentences, each place used once",
}


def _lcs_sum(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    union = rules["union"]
    if textbook.clips_by_sentence(rules):
        prediction, reference = (replace(one, flat=textbook.joined(one.sentences)) for one in (prediction, reference))
    matches, paths = textbook.union_matches(prediction.document, reference.document, union, rules["tie"])
    once = union == "distinct"
    count = "set" if once else "all"
    ours = prediction.flat if union in ("both", "values") else textbook.joined(prediction.sentences)
    theirs = reference.flat if union == "values" else textbook.joined(reference.sentences)
    sides = _words(prediction.text, ours, count), _words(reference.text, theirs, count)
    pairs = _placed(sides, prediction, reference, matches, paths)
    name = "distinct words" if once else "words"
    origin = (UNIONS[union], f"{name} of the prediction", f"{name} of the reference")
    return Found(*sides, [[pair] for pair in pairs], origin, once=once)


def _weighted(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    weight = metric.spec.number
    runs = textbook.runs(textbook.weighted_path(prediction.document.flat, reference.document.flat, weight))
    origin = (
        f"= {powers(runs, weight)}: runs of words on the weighted common subsequence, consecutive in both texts",
        f"= {powers([prediction.flat], weight)}: words of the prediction",
        f"= {powers([reference.flat], weight)}: words of the reference",
    )
    sides = _words(prediction.text, prediction.flat), _words(reference.text, reference.flat)
    return Found(*sides, runs, origin, weighted=True, tied=True)


def _weighted_sum(prediction: Reading, reference: Reading, metric: Metric, rules: dict[str, Any]) -> Found:
    weight = metric.spec.number
    ours, theirs = prediction.document, reference.document
    flat, twice = rules["w_flat_prediction"], rules["w_double_weight"]
    sides = _words(prediction.text, prediction.flat) if flat else _joined(prediction), _joined(reference)
    if rules["w_reference_runs"]:
        positions = textbook.weighted_reference_runs(ours, theirs, weight, rules["w_open_runs"])
        paths = textbook.weighted_paths(ours, theirs, weight)
        rest = iter(_placed(sides, prediction, reference, [(i, None) for run in positions for i in run], paths))
        runs = [[next(rest) for _ in run] for run in positions]
        matched = f"= {powers(positions, weight)}: runs of matched words of the reference"
    else:
        runs = textbook.weighted_union_runs(ours, theirs, weight)
        matched = (
            f"= {powers(runs, weight)}: runs of words, consecutive in a sentence of either text, each place used once"
        )
    total = powers(theirs.sentences, weight)
    origin = (
        matched,
        f"= {powers([ours.flat], weight)}: words of the prediction"
        if flat
        else f"= {powers(ours.sentences, weight)}: words of the sentences of the prediction",
        f"= ({total})^{weight:g}: words of the sentences of the reference, weighed twice"
        if twice
        else f"= {total}: words of the sentences of the reference",
    )
    return Found(*sides, runs, origin, weighted=True, tied=True)


def _joined(reading: Reading) -> Units:
    return _words(reading.text, textbook.joined(reading.sentences))


def powers(runs: Iterable[Any], weight: float, most: int = 6) -> str:
    """Spell a sum of weighted runs.

    >>> powers(["aa", "", "b"], 1.2), powers([], 1.2)
    ('2^1.2 + 1^1.2', '0')
    """
    terms = [f"{len(run)}^{weight:g}" for run in runs if run]
    return " + ".join(terms[:most]) + (f" + ... ({len(terms)} terms)" if len(terms) > most else "") or "0"


def _placed(
    sides: tuple[Units, Units],
    prediction: Reading,
    reference: Reading,
    matches: Iterable[tuple[int, int | None]],
    paths: textbook.Paths,
) -> list[textbook.Pair]:
    """Bring matches over the sentences to positions of the two sides, and find the partner of each in the prediction.

    A rule that counts words of the reference has no partner of its own. It gets the first free word its paths pair it
    with, else the first free word of its kind, else one that is used already.
    """
    partners: dict[int, list[int]] = {}
    for row in paths:
        for path in row:
            for i, j in path:
                partners.setdefault(i, []).append(j)
    ours, theirs = _Finder(sides[0], prediction), _Finder(sides[1], reference)
    return [
        (theirs.place([i]), ours.place([j]) if j is not None else ours.place(partners[i], free=True))
        for i, j in matches
    ]


class _Finder:
    """Finds words of the sentences among the words that make the total; mostly they are the same."""

    def __init__(self, side: Units, reading: Reading) -> None:
        self.side = side
        self.words = textbook.joined(reading.sentences)
        self.same = self.words == side.words
        self.at = {} if self.same else {word: at for at, word in reversed(list(enumerate(side.words)))}
        self.used: set[int] = set()

    def place(self, positions: Sequence[int], free: bool = False) -> int:
        """The side's position of the first of some words of the sentences, or with `free` of the first unused one."""
        found = [at for at in map(self._position, positions) if at is not None]
        if free:
            found = [at for at in found if at not in self.used] or self._others(positions[0]) or found
        elif not found:
            found = self._others(positions[0])
        self.used.add(found[0] if found else self._added(positions[0]))
        return found[0] if found else len(self.side.words) - 1

    def _position(self, at: int) -> int | None:
        return at if self.same else self.at.get(self.words[at])

    def _others(self, at: int) -> list[int]:
        """The first unused word of the same kind."""
        text = self.words[at].text
        found = (at for at, word in enumerate(self.side.words) if word.text == text and at not in self.used)
        return list(islice(found, 1))

    def _added(self, at: int) -> int:
        """A word of the sentences that the total leaves out is shown, and not counted in the total."""
        self.side.words.append(self.words[at])
        self.side.places = [*self.side.places, (len(self.side.words) - 1,)]
        return len(self.side.words) - 1


KINDS: dict[str, Callable[[Reading, Reading, Metric, dict[str, Any]], Found]] = {
    "ngram": _ngram,
    "skip": _skip,
    "lcs": _lcs,
    "lcs_sum": _lcs_sum,
    "weighted": _weighted,
    "weighted_sum": _weighted_sum,
}
