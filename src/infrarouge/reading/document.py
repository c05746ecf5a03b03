"""A text as words, flat and by sentence: what the metrics compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Words = Sequence[Any]
"""Words are str, or int where the user gave ids; the definitions only ever compare them."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text as words: flat, and by sentence; with the letters it has and how many of them the words keep."""

    flat: Words
    sentences: Sequence[Words]
    letters: int = 0
    kept: int = 0


def joined(sentences: Iterable[Words]) -> list[Any]:
    """The words of all sentences; a position in them is a position over the sentences.

    >>> joined([["a", "b"], ["c"]])
    ['a', 'b', 'c']
    """
    return [word for sentence in sentences for word in sentence]
