"""ROUGE-S and ROUGE-SU: pairs of words in order, with any words between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Spec, register


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
        found = re.fullmatch(r"s(u?)[-_ ]?(\*|[0-9]{1,9})?", text)
        if not found:
            return None
        gap = found.group(2)
        return cls(None if gap in (None, "*") else int(gap), unigrams=bool(found.group(1)))

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeS": "pairs of words in order, any distance; rougeS4 with at most 4 words between",
            "rougeSU": "the same and single words; rougeSU4 with at most 4 words between",
        }
