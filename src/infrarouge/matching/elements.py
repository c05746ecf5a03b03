"""ROUGE-BE: overlap of Basic Elements, the head-modifier-relation triples of a parse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Spec, register

MODES = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")
NIL = "nil"


@register
@dataclass(frozen=True, slots=True)
class Elements(Metric):
    """Basic Elements, compared by head (H), modifier (M) and relation (R) as the mode says.

    Texts are given as one element a line: ``head|modifier|relation``.

    >>> Elements("HMR1").label
    'rougeBE-HMR1'
    """

    mode: str = "HM"
    family: ClassVar[str] = "elements"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(
                f"unknown mode {self.mode!r} of rougeBE; the modes are {', '.join(MODES)}: type rougeBE-HM"
            )

    @property
    def label(self) -> str:
        return f"rougeBE-{self.mode}"

    @property
    def spec(self) -> Spec:
        # An element crosses into an engine as one ready word.
        return Spec("ngram", 1.0)

    @classmethod
    def parse(cls, text: str) -> Elements | None:
        name, _, mode = text.partition("-")
        return cls(mode.upper()) if name == "be" and mode.upper() in MODES else None

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {"rougeBE-HM": "Basic Elements by head and modifier; also H, HMR, HM1, HMR1, HMR2"}

    def key(self, head: str, modifier: str, relation: str, plain_modifier: str) -> str | None:
        """What two elements must share to match, None where this mode leaves the element out.

        `plain_modifier` is the modifier before stemming, which HMR1 looks at.

        >>> Elements("HM").key("cat", "black", "mod", "black"), Elements("H").key("cat", "black", "mod", "black")
        ('|cat|black', None)
        """
        counted = {
            "H": modifier == NIL,
            "HM": modifier != NIL,
            "HMR": relation != NIL,
            "HMR1": plain_modifier != NIL,
        }
        if not counted.get(self.mode, True):
            return None
        parts = (head, modifier, relation)[: len(self.mode.rstrip("12"))]
        return "|" + "|".join(parts)
