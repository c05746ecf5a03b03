"""Analysers of languages: libraries that know what a word of their language is, one file each.

An analyser is given as ``tokens=`` like any tokenizer. It reads a batch of texts at once, says what each word is and
where it stands, and its name and version become part of the signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable


class Analysis(NamedTuple):
    """The words of one text: as they stand there, the base forms that are compared, and their places.

    >>> Analysis(["ran"], ["run"], [(0, 3)]).base
    ['run']
    """

    surface: Sequence[str]
    base: Sequence[str]
    spans: Sequence[tuple[int, int]]


@runtime_checkable
class Analyzer(Protocol):
    """Reads texts into words; `infrarouge_name` and `infrarouge_version` stand in the signature."""

    infrarouge_name: str
    infrarouge_version: str

    def analyze(self, texts: Sequence[str]) -> Sequence[Analysis]:
        """Read a batch of texts, one analysis for each."""
        ...
