"""What every metric family offers: a label, a parser, and the spec an engine counts by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from infrarouge.reading.document import Document
from infrarouge.registry import Registry

Rules: TypeAlias = Mapping[str, Any]
"""The match rules as an engine is told them, by name."""


class Spec(NamedTuple):
    """A metric as it crosses into an engine: its kind, its number (n, weight or gap), and whether unigrams join."""

    kind: str
    number: float = 0.0
    unigrams: bool = False


class Metric:
    """One metric with its parameters; families are frozen dataclasses that register themselves."""

    __slots__ = ()
    family: ClassVar[str]
    about: ClassVar[str]

    @property
    def label(self) -> str:
        """The name that results carry."""
        raise NotImplementedError(f"{type(self).__name__} defines its label")

    @property
    def spec(self) -> Spec:
        """What an engine is told."""
        raise NotImplementedError(f"{type(self).__name__} defines its spec")

    @property
    def exponent(self) -> float:
        """The power that undoes the run weight in a ratio; 1 where counts are plain."""
        return 1.0

    @classmethod
    def parse(cls, text: str) -> Metric | None:
        """Read the label without its leading ``rouge``, lower-cased; None if it is another family's."""
        raise NotImplementedError(f"{cls.__name__} defines how it is parsed")

    @classmethod
    def examples(cls) -> dict[str, str]:
        """Example labels and what they mean, for lists and error messages."""
        raise NotImplementedError(f"{cls.__name__} defines its examples")


Count: TypeAlias = "Callable[[Document, Document, Spec, Rules], tuple[float, float, float]]"
"""The definition of a metric: matched, prediction and reference units of a pair."""

FAMILIES: Registry[type[Metric]] = Registry("metric family")

M = TypeVar("M", bound=type[Metric])


def register(family: M) -> M:
    """Enter a family under its own name; the CLI, the docs and error messages read the registry."""
    FAMILIES.add(family.family, family)
    return family
