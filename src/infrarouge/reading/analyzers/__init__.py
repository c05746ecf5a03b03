"""Analysers of languages: libraries that know what a word of their language is, one file each.

An analyser is given as ``tokens=`` like any tokenizer, by name or as an object. It reads a batch of texts at once, says
what each word is and where it stands, and its name and version become part of the signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, runtime_checkable

from infrarouge.rules.libraries import LIBRARIES, require, split_version


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


HOMES = {
    "kiwi": ("kiwi", "KiwiAnalyzer", "all"),
    "kiwi-no-particles": ("kiwi", "KiwiAnalyzer", "no-particles"),
    "kiwi-content": ("kiwi", "KiwiAnalyzer", "content"),
    "fugashi": ("fugashi", "FugashiAnalyzer", "surface"),
    "fugashi-base": ("fugashi", "FugashiAnalyzer", "base"),
    "jieba": ("jieba", "JiebaAnalyzer", "words"),
    "pythainlp": ("pythainlp", "ThaiAnalyzer", "newmm"),
}
"""The file and the class of each analyser by name, and which way of reading it is."""


def analyzer_of(rule: Any) -> Analyzer | None:
    """The analyser behind a token rule: a user's object, or one of ours by name; None for other rules.

    One of ours is refused where its library is missing, or is another version than the rule names.

    >>> analyzer_of("unicode") is None
    True
    """
    if isinstance(rule, Analyzer):
        return rule
    if not isinstance(rule, str) or split_version(rule)[0] not in LIBRARIES:
        return None
    name, _ = require(rule)
    return _made(name)


@lru_cache(maxsize=16)
def _made(name: str) -> Analyzer:
    file, kind, way = HOMES[name]
    # For start-up time: most runs need no analyser.
    module = import_module(f"infrarouge.reading.analyzers.{file}")
    return getattr(module, kind)(name, way)  # type: ignore[no-any-return]  # named in the table
