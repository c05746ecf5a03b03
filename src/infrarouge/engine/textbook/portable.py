"""Kept texts as other processes can compare them: units under numbers that depend on their words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.matching.base import Spec
from infrarouge.reading.document import Document

MASK = (1 << 64) - 1


def mixed(x: int) -> int:
    """Spread a number over all 64 bits.

    >>> mixed(0), mixed(1) > 1 << 60
    (0, True)
    """
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def encoded(word: Any) -> bytes:
    """The bytes of a word, or of the digits of an id."""
    return str(word).encode("utf-8", "surrogatepass")


def word_number(word: Any) -> int:
    """The number of a word: FNV-1a of its bytes, spread."""
    number = 0xCBF29CE484222325
    for byte in encoded(word):
        number = (number ^ byte) * 0x100000001B3 & MASK
    return mixed(number)


def unit_number(words: Sequence[Any]) -> int:
    """The number of a unit: that of its first word, joined with each next word.

    >>> unit_number(["a"]) == word_number("a"), unit_number(["a", "b"]) == unit_number(["b", "a"])
    (True, False)
    """
    number = word_number(words[0])
    for word in words[1:]:
        number = mixed(number * 0x9E3779B97F4A7C15 + word_number(word) & MASK)
    return number


def keys_of(document: Document, spec: Spec, count: str) -> list[int]:
    """The keys of a text in rising order, as signed numbers of 64 bits: one for each unit that can match.

    >>> len(keys_of(Document(["a", "a", "b"], []), Spec("ngram", 1.0), "clipped"))
    3
    >>> len(keys_of(Document(["a", "a", "b"], []), Spec("ngram", 1.0), "set"))
    2
    """
    n = int(spec.number) if spec.kind == "ngram" else 1
    units = [tuple(document.flat[at : at + n]) for at in range(len(document.flat) - n + 1)]
    repeats = spec.kind != "ngram" or count == "clipped"
    numbers = Counter(map(unit_number, units if repeats else set(units)))
    keys = [
        number if repeat == 0 else mixed(number + repeat * 0xD6E8FEB86659FD93 & MASK)
        for number, times in numbers.items()
        for repeat in range(times)
    ]
    return sorted(key - (1 << 64) if key >> 63 else key for key in keys)


def spelled(document: Document, by_sentence: bool) -> bytes:
    """The bytes of a text, the same for two texts if and only if no score tells them apart.

    >>> spelled(Document(["ab"], []), False)
    b'\\x01\\x00\\x00\\x00\\x02\\x00\\x00\\x00ab'
    """
    spelling = spelled_words(document.flat)
    if not by_sentence:
        return spelling
    words = [word for sentence in document.sentences for word in sentence]
    if words != list(document.flat):
        spelling += spelled_words(words)
    end = 0
    for sentence in document.sentences:
        end += len(sentence)
        spelling += end.to_bytes(4, "little")
    return spelling


def spelled_words(words: Iterable[Any]) -> bytes:
    """Each word behind its size, so that no two rows of words have the same bytes."""
    pieces = [encoded(word) for word in words]
    return b"".join(
        [len(pieces).to_bytes(4, "little"), *(len(piece).to_bytes(4, "little") + piece for piece in pieces)]
    )
