"""How the values of rules are spelled in a signature, and read back."""

from __future__ import annotations

import re


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


def quote(char: str) -> str:
    """Write a character that has a meaning in signatures by its bytes.

    >>> quote("|")
    '%7C'
    """
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def unquote(text: str) -> str:
    """Read a text in which some characters are written by their bytes.

    >>> unquote("a%7Cb")
    'a|b'
    """

    def read(bytes_of: re.Match[str]) -> str:
        return bytes.fromhex(bytes_of.group().replace("%", "")).decode("utf-8", "surrogatepass")

    return re.sub("(?:%[0-9A-F]{2})+", read, text)
