"""Which unit of the reference goes with which of the prediction: what `compare` counts, place by place.

A unit is told by the positions of its first and its last word, so a word alone has the same position twice. Positions are
those of the flat view, and for metrics over sentences those of the sentences one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from infrarouge.matching.base import Spec
from infrarouge.matching.lcs import clips_by_sentence, lcs_path, union_matches
from infrarouge.matching.ngram import ngram_places
from infrarouge.matching.overlap import Places, sentence_places, shared, units
from infrarouge.matching.paths import Pair, Paths, runs
from infrarouge.matching.skip import skip_rule
from infrarouge.matching.weighted import (
    weighted_path,
    weighted_paths,
    weighted_reference_runs,
    weighted_union_runs,
)
from infrarouge.reading.document import Document, Words, joined

Place = tuple[int, int]
"""Where a unit stands: the positions of its first and its last word."""

Run = Sequence[tuple[Place, Place]]
"""Matches that count together, each a unit of the reference and its unit of the prediction."""


def find_matches(spec: Any, rules: dict[str, Any], prediction: Document, reference: Document) -> list[Run]:
    """The matches of one metric in one pair of texts, in runs; where runs do not count, each match is one.

    Runs stand in the order of the reference, matches without runs in the order of the prediction.

    >>> ours, theirs = "a b x c".split(), "c a b".split()
    >>> pair = Document(ours, [ours]), Document(theirs, [theirs])
    >>> find_matches(("ngram", 2, False), {"count": "clipped"}, *pair)
    [[((1, 2), (0, 1))]]
    >>> find_matches(("lcs", 0, False), {"tie": "reference"}, *pair)
    [[((1, 1), (0, 0))], [((2, 2), (1, 1))]]
    >>> find_matches(("weighted", 1.2, False), {"w_path_12": False}, *pair)
    [[((1, 1), (0, 0)), ((2, 2), (1, 1))]]
    """
    kind, number, _ = spec
    if kind in ("ngram", "ngram_sum"):
        return _alone(_overlap(prediction, reference, kind, lambda size: ngram_places(size, int(number)), rules))
    if kind in ("skip", "skip_sum"):
        return _alone(_overlap(prediction, reference, kind, skip_rule(Spec(*spec), rules), rules))
    if kind == "lcs":
        return _alone(_words(lcs_path(prediction.flat, reference.flat, rules["tie"])))
    if kind == "lcs_sum":
        return _alone(_words(_union(prediction, reference, rules)))
    if kind == "weighted":
        return [_words(run) for run in runs(weighted_path(prediction.flat, reference.flat, number, rules["w_path_12"]))]
    if rules["w_reference_runs"]:
        positions = weighted_reference_runs(prediction, reference, number, rules["w_open_runs"], rules["w_path_12"])
        paths = weighted_paths(prediction, reference, number, rules["w_path_12"])
        rest = iter(partnered((i for run in positions for i in run), paths, joined(prediction.sentences)))
        return [_words([next(rest) for _ in run]) for run in positions]
    return [_words(run) for run in weighted_union_runs(prediction, reference, number, rules["w_path_12"])]


def _overlap(
    prediction: Document, reference: Document, kind: str, places: Callable[[int], Places], rules: dict[str, Any]
) -> Run:
    if kind.endswith("_sum"):
        ours, theirs = (sentence_places(side.sentences, places) for side in (prediction, reference))
        words = joined(prediction.sentences), joined(reference.sentences)
    else:
        ours, theirs = (places(len(side.flat)) for side in (prediction, reference))
        words = list(prediction.flat), list(reference.flat)
    pairs = shared(units(words[0], ours), units(words[1], theirs), rules["count"])
    return [((theirs[i][0], theirs[i][-1]), (ours[j][0], ours[j][-1])) for i, j in pairs]


def _union(prediction: Document, reference: Document, rules: dict[str, Any]) -> list[Pair]:
    if clips_by_sentence(rules):
        prediction, reference = (Document(joined(side.sentences), side.sentences) for side in (prediction, reference))
    matches, paths = union_matches(prediction, reference, rules["union"], rules["tie"], not rules["l_blank_word"])
    pairs = [(i, j) for i, j in matches if j is not None]
    rest = [i for i, j in matches if j is None]
    return pairs + partnered(rest, paths, joined(prediction.sentences))


def partnered(positions: Iterable[int], paths: Paths, words: Words) -> list[Pair]:
    """Give counted words of the reference a word of the prediction each, where the rule counts none.

    A word gets the first free one its paths match it with, else the first free one that is equal, else one in use.

    >>> partnered([0, 1], [[[(0, 1)]], [[(1, 1)]]], ["b", "a", "a"])
    [(0, 1), (1, 2)]
    """
    partners: dict[int, list[int]] = {}
    for i, j in (pair for row in paths for path in row for pair in path):
        partners.setdefault(i, []).append(j)
    used: set[int] = set()
    pairs: list[Pair] = []
    for i in positions:
        word = words[partners[i][0]]
        equal = (j for j, other in enumerate(words) if other == word and j not in used)
        place = next((j for j in partners[i] if j not in used), None)
        place = next(equal, partners[i][0]) if place is None else place
        used.add(place)
        pairs.append((i, place))
    return pairs


def _words(pairs: Iterable[Pair]) -> Run:
    """Matches of units that are single words."""
    return [((i, i), (j, j)) for i, j in pairs]


def _alone(matches: Run) -> list[Run]:
    """Each match as a run of its own, in the order of the prediction."""
    return [[match] for match in sorted(matches, key=lambda match: (match[1], match[0]))]
