"""N-grams of tagged words, matched by synonyms: every combination that a reference has counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from infrarouge.errors import RangeError
from infrarouge.matching import Metric, NGram, SkipBigram
from infrarouge.matching.ngram import ngram_places
from infrarouge.matching.overlap import sentence_places, units
from infrarouge.matching.skip import skip_places
from infrarouge.reading.document import joined
from infrarouge.reading.programs.rouge2 import ArrayIndexOutOfBoundsException

TAG_MARKS = re.compile("[_/#]")
Lines = Sequence[Sequence[str]]
Unit = tuple[str, ...]


class StringIndexOutOfBoundsException(RangeError, IndexError):
    """What Java raises for an n-gram of a reference of which nothing is left without its tags."""


def synonym_overlap(
    system: Lines, reference: Lines, metric: Metric, synonyms: Callable[[str], Iterable[str]]
) -> tuple[int, int, int]:
    """Count the combinations of synonyms that the reference has, and the n-grams of both texts.

    >>> same = {"cat_nn": ["cat", "feline"], "sat_vb": ["sat"]}.__getitem__
    >>> synonym_overlap([["cat_nn", "sat_vb"]], [["feline_nn", "sat_vb"]], NGram(2), same)
    (1, 1, 1)
    """
    ours, theirs = _units(system, metric), _units(reference, metric)
    left = Counter(_untagged(unit) for unit in theirs)
    matched = 0
    for unit in ours:
        for word in unit:
            if len(_parts(word)) < 2:
                raise ArrayIndexOutOfBoundsException(f"the word {word!r} of the system text has no tag")
        # A set: a combination is looked up once for each system n-gram, whatever order its words have.
        for combination in product(*(sorted(set(synonyms(word))) for word in unit)):
            if left[combination] > 0:
                left[combination] -= 1
                matched += 1
    return matched, len(ours), len(theirs)


def _units(text: Lines, metric: Metric) -> list[Unit]:
    if isinstance(metric, NGram):
        places = sentence_places(text, lambda size: ngram_places(size, metric.n))
    else:
        assert isinstance(metric, SkipBigram), "L has no synonyms"
        places = sentence_places(text, lambda size: skip_places(size, metric.gap, metric.unigrams))
    return units(joined(text), places)


def _parts(word: str) -> list[str]:
    """Cut a word from its tag as Java's split does: empty parts at the end vanish."""
    parts = TAG_MARKS.split(word)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _untagged(unit: Unit) -> Unit:
    words = [parts[0] for parts in map(_parts, unit) if len(parts) == 2]
    if not words:
        raise StringIndexOutOfBoundsException(f"nothing is left of {' '.join(unit)!r} without its tags")
    return tuple(words)
