"""ROUGE-S and ROUGE-SU: pairs of words in order, with any words between."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from infrarouge.matching.base import Metric, Rules, Spec, register
from infrarouge.matching.overlap import Places, overlap, sentence_places, units
from infrarouge.reading.document import Document, Words, joined


@register
@dataclass(frozen=True, slots=True)
class SkipBigram(Metric):
    """Pairs of words in order with at most `gap` words between; with unigrams it is ROUGE-SU.

    >>> SkipBigram(4, unigrams=True).label, SkipBigram().label
    ('rougeSU4', 'rougeS')
    """

    gap: int | None = None
    unigrams: bool = False
    family: ClassVar[str] = "skip"

    @property
    def label(self) -> str:
        return f"rougeS{'U' if self.unigrams else ''}{'' if self.gap is None else self.gap}"

    @property
    def spec(self) -> Spec:
        return Spec("skip", -1.0 if self.gap is None else float(self.gap), self.unigrams)

    @classmethod
    def parse(cls, text: str) -> SkipBigram | None:
        parts = re.fullmatch(r"s(u?)[-_ ]?(\*|[0-9]{1,9})?", text)
        if not parts:
            return None
        gap = parts.group(2)
        return cls(None if gap in (None, "*") else int(gap), unigrams=bool(parts.group(1)))

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeS": "pairs of words in order, any distance; rougeS4 with at most 4 words between",
            "rougeSU": "the same and single words; rougeSU4 with at most 4 words between",
        }


def skip_places(size: int, gap: int | None, unigrams: bool = False, last: bool = True) -> Places:
    """Where pairs of words in order stand, with at most `gap` words between; with `unigrams` also single words.

    `last=False` leaves out the unigram of the last word.

    >>> skip_places(3, 0), len(skip_places(4, None))
    ([(0, 1), (1, 2)], 6)
    """
    pairs: list[tuple[int, ...]] = [
        (i, j) for i in range(size) for j in range(i + 1, size if gap is None else min(size, i + gap + 2))
    ]
    singles = [(at,) for at in range(size if last else size - 1)] if unigrams else []
    return pairs + singles


def skip_bigrams(words: Words, gap: int | None, unigrams: bool = False, last: bool = True) -> list[tuple[Any, ...]]:
    """Pairs of words in order, as `skip_places` finds them.

    >>> skip_bigrams("a b c".split(), 0)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, skip_places(len(words), gap, unigrams, last))


def count_skip_bigrams(
    prediction: Document, reference: Document, spec: Spec, rules: Rules
) -> tuple[float, float, float]:
    """Count the pairs of words, and single words if they join, that two texts share.

    >>> pair = Document("a b c".split(), []), Document("a c".split(), [])
    >>> count_skip_bigrams(*pair, Spec("skip", -1.0), {"count": "clipped", "su_last_word": False})
    (1, 3, 1)
    """
    ours, theirs = (units(side.flat, skip_rule(spec, rules)(len(side.flat))) for side in (prediction, reference))
    return overlap(ours, theirs, rules["count"])


def count_sentence_pairs(
    prediction: Document, reference: Document, spec: Spec, rules: Rules
) -> tuple[float, float, float]:
    """Count the pairs of words within sentences, and single words if they join, that two texts share.

    >>> pair = Document([], [["a", "b"], ["c"]]), Document([], [["a", "b", "c"]])
    >>> count_sentence_pairs(*pair, Spec("skip_sum", -1.0), {"count": "clipped", "su_last_word": False})
    (1, 1, 3)
    """
    ours, theirs = (
        units(joined(side.sentences), sentence_places(side.sentences, skip_rule(spec, rules)))
        for side in (prediction, reference)
    )
    return overlap(ours, theirs, rules["count"])


def skip_rule(spec: Spec, rules: Rules) -> Callable[[int], Places]:
    """Where the units of a spec stand in a text of so many words.

    >>> skip_rule(Spec("skip", 0.0, True), {"su_last_word": True})(2)
    [(0, 1), (0,)]
    """
    gap, last = None if spec.number < 0 else int(spec.number), not rules["su_last_word"]
    return lambda size: skip_places(size, gap, spec.unigrams, last)
