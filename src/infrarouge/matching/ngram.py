"""ROUGE-N: overlap of word n-grams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Spec, register


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
        found = re.fullmatch(r"(?:n-?)?([0-9]{1,6})", text)
        return cls(int(found.group(1))) if found else None

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {"rouge1": "single words; rouge2 pairs of neighbours, rougeN runs of N words, for any N"}
