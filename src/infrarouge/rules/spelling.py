"""How a rule's value is written in a signature, and read back."""

from __future__ import annotations

import numbers
import re
from typing import Any

from infrarouge.registry import integer
from infrarouge.rules.identity import content_hash, identity
from infrarouge.rules.wordlists import WordSets


def word(text: str) -> str | None:
    """Read a name, or none.

    >>> word("porter"), word("none")
    ('porter', None)
    """
    return None if text == "none" else text


def whole(text: str) -> int | None:
    """Read a whole number, or none.

    >>> whole("4"), whole("none")
    (4, None)
    """
    return None if text == "none" else int(text)


def wholes(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them.

    >>> wholes("1,2")
    (1, 2)
    """
    return tuple(int(number) for number in text.split(",") if number)


def spell(value: Any, rule: str = "tokens") -> str:
    """Write a rule's value as a signature shows it; `rule` is its name, for messages.

    >>> spell(None), spell("marker:<q>"), spell(0.5), spell((1, 2)), spell(str.split)[:7]
    ('none', 'marker:<q>', '0.5', '1,2', 'custom-')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, numbers.Real):
        return repr(float(value) if integer(value) is None else integer(value))
    if isinstance(value, str):
        text = "".join(char if char.isprintable() and char not in "%|" else _quote(char) for char in value)
        # A blank at the end would be lost with those around a signature.
        return text[:-1] + _quote(" ") if text.endswith(" ") else text
    if isinstance(value, WordSets):
        return value.identity
    if isinstance(value, tuple) and all(integer(number) is not None for number in value):
        return ",".join(map(str, value))
    if isinstance(value, (tuple, frozenset)):
        return f"custom-{content_hash(value)}"
    return identity(value, rule)


def _quote(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def unquote(text: str) -> str:
    """Read a text of a signature back.

    >>> unquote("marker:%7C")
    'marker:|'
    """

    def read(bytes_of: re.Match[str]) -> str:
        return bytes.fromhex(bytes_of.group().replace("%", "")).decode("utf-8", "surrogatepass")

    return re.sub("(?:%[0-9A-F]{2})+", read, text)
