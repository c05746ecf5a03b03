"""ROUGE-N: overlap of word n-grams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from infrarouge.matching.base import Metric, Rules, Spec, register
from infrarouge.matching.overlap import Places, overlap, sentence_places, units
from infrarouge.reading.document import Document, Words, joined


@register
@dataclass(frozen=True, slots=True)
class NGram(Metric):
    """Runs of `n` words.

    >>> NGram(2).label
    'rouge2'
    """

    n: int = 1
    family: ClassVar[str] = "ngram"

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError(f"rouge{self.n} has no units; n starts at 1: type rouge1")

    @property
    def label(self) -> str:
        return f"rouge{self.n}"

    @property
    def spec(self) -> Spec:
        return Spec("ngram", float(self.n))

    @classmethod
    def parse(cls, text: str) -> NGram | None:
        parts = re.fullmatch(r"(?:n-?)?([0-9]{1,6})", text)
        return cls(int(parts.group(1))) if parts else None

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {"rouge1": "single words; rouge2 pairs of neighbours, rougeN runs of N words, for any N"}


def ngram_places(size: int, n: int) -> Places:
    """Where the runs of `n` words stand in a text of `size` words.

    >>> ngram_places(3, 2)
    [(0, 1), (1, 2)]
    """
    return [tuple(range(at, at + n)) for at in range(size - n + 1)]


def ngrams(words: Words, n: int) -> list[tuple[Any, ...]]:
    """Runs of `n` words.

    >>> ngrams("a b c".split(), 2)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, ngram_places(len(words), n))


def count_ngrams(prediction: Document, reference: Document, spec: Spec, rules: Rules) -> tuple[float, float, float]:
    """Count the runs of words that two texts share.

    With `short_totals` a text of fewer than n words has a negative number of them.

    >>> pair = Document("a b c".split(), []), Document(["a"], [])
    >>> count_ngrams(*pair, Spec("ngram", 3.0), {"count": "clipped", "short_totals": False})
    (0, 1, 0)
    >>> count_ngrams(*pair, Spec("ngram", 3.0), {"count": "clipped", "short_totals": True})
    (0, 1, -1)
    """
    n = int(spec.number)
    counts = overlap(ngrams(prediction.flat, n), ngrams(reference.flat, n), rules["count"])
    if not rules["short_totals"] or rules["count"] == "set":
        return counts
    return counts[0], len(prediction.flat) - n + 1, len(reference.flat) - n + 1


def count_sentence_ngrams(
    prediction: Document, reference: Document, spec: Spec, rules: Rules
) -> tuple[float, float, float]:
    """Count the runs of words within sentences that two texts share.

    >>> pair = Document([], [["a", "b"], ["c", "d"]]), Document([], [["b", "c", "d"]])
    >>> count_sentence_ngrams(*pair, Spec("ngram_sum", 2.0), {"count": "clipped"})
    (1, 2, 2)
    """
    n = int(spec.number)
    ours, theirs = (
        units(joined(side.sentences), sentence_places(side.sentences, lambda size: ngram_places(size, n)))
        for side in (prediction, reference)
    )
    return overlap(ours, theirs, rules["count"])
