"""ROUGE-L and ROUGE-W: longest common subsequences, plain or with weighted runs, of the whole text or united over sentences."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Spec, register


@register
@dataclass(frozen=True, slots=True)
class LongestCommon(Metric):
    """The longest common subsequence; `union` unites it over sentences.

    >>> LongestCommon().label, LongestCommon(union=True).label
    ('rougeL', 'rougeLsum')
    """

    union: bool = False
    family: ClassVar[str] = "lcs"

    @property
    def label(self) -> str:
        return "rougeLsum" if self.union else "rougeL"

    @property
    def spec(self) -> Spec:
        return Spec("lcs_sum" if self.union else "lcs")

    @classmethod
    def parse(cls, text: str) -> LongestCommon | None:
        found = re.fullmatch(r"l[-_ ]?(sum)?", text)
        return cls(union=found.group(1) is not None) if found else None

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeL": "longest common subsequence of the whole texts",
            "rougeLsum": "union of longest common subsequences over sentences",
        }


@register
@dataclass(frozen=True, slots=True)
class WeightedCommon(Metric):
    """A common subsequence in which a run of k words weighs k to the power `weight`.

    >>> WeightedCommon(1.5).label, WeightedCommon(2.0, union=True).label
    ('rougeW-1.5', 'rougeWsum-2')
    """

    weight: float = 1.2
    union: bool = False
    family: ClassVar[str] = "weighted"

    def __post_init__(self) -> None:
        if not (0 < self.weight < math.inf):
            raise ValueError(f"the weight of rougeW is {self.weight!r}; give a number above 0, such as rougeW-1.2")

    @property
    def label(self) -> str:
        return f"rougeW{'sum' if self.union else ''}-{self.weight:g}"

    @property
    def spec(self) -> Spec:
        return Spec("weighted_sum" if self.union else "weighted", self.weight)

    @property
    def exponent(self) -> float:
        return 1 / self.weight

    @classmethod
    def parse(cls, text: str) -> WeightedCommon | None:
        found = re.fullmatch(r"w[-_ ]?(sum)?[-_ ]?([0-9]*\.?[0-9]+)?", text)
        if not found:
            return None
        return cls(float(found.group(2) or 1.2), union=found.group(1) is not None)

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeW-1.2": "longest common subsequence in which runs of k words weigh k^1.2 (any weight)",
            "rougeWsum-1.2": "the same, matched sentence by sentence",
        }
