"""Characters as JavaScript sees them: its white space, its units of sixteen bits, and its Unicode properties.

A missing character is the empty string; it has no property.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from infrarouge.data.js_unicode import CLASSES, STARTS, WHICH
from infrarouge.errors import RangeError

JS_SPACE = "\t\n\v\f\r \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript takes for white space; not what Python does."""

_BEYOND = re.compile("[\U00010000-\U0010ffff]")


def utf16(text: str) -> str:
    """Write a text as JavaScript holds it: a character beyond U+FFFF becomes two units.

    >>> len(utf16("😀"))
    2
    """
    return text if text.isascii() else _BEYOND.sub(_pair, text)


def _pair(match: re.Match[str]) -> str:
    high, low = divmod(ord(match.group()) - 0x10000, 0x400)
    return chr(0xD800 + high) + chr(0xDC00 + low)


def whole(units: str) -> str:
    """Undo `utf16`.

    >>> whole(utf16("😀")) == "😀"
    True
    """
    if units.isascii():
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


class _Properties(NamedTuple):
    kind: str
    is_cased: bool
    is_upper: bool
    in_identifier: bool
    is_raised: bool


def _parsed(written: str) -> _Properties:
    kind, _, letters = written.partition(" ")
    return _Properties(kind, *(letter in letters for letter in "cuir"))


_CLASSES = tuple(map(_parsed, CLASSES))


class _Known(dict[str, _Properties]):
    """Properties by character, filled as characters turn up."""

    def __missing__(self, char: str) -> _Properties:
        properties = self[char] = _CLASSES[WHICH[bisect_right(STARTS, ord(char)) - 1]]
        return properties


_KNOWN = _Known({"": _Properties("--", False, False, False, False)})


def kind(char: str) -> str:
    """The category of a character: of letters in two letters, Pd, Ps and Sc, else M, N, P, S or two hyphens.

    >>> kind("a"), kind("-"), kind("!"), kind("")
    ('Ll', 'Pd', 'P', '--')
    """
    return _KNOWN[char].kind


def is_cased(char: str) -> bool:
    """Whether a character has the Unicode property Cased.

    >>> is_cased("a"), is_cased("中"), is_cased("")
    (True, False, False)
    """
    return _KNOWN[char].is_cased


def is_upper(char: str) -> bool:
    """Whether a character is a capital letter or like one; anything but a single character is refused.

    >>> is_upper("A"), is_upper("ǅ"), is_upper("Ⅷ"), is_upper("中")
    (True, True, True, False)
    """
    if len(char) != 1:
        raise RangeError("Input should be a single character")
    return _KNOWN[char].is_upper


def in_identifier(char: str) -> bool:
    """Whether a character can stand inside a JavaScript identifier."""
    return _KNOWN[char].in_identifier or char in ("\u200c", "\u200d")


def is_raised(char: str) -> bool:
    """Whether a character is a modifier letter that stands for another, like a raised a."""
    return _KNOWN[char].is_raised
