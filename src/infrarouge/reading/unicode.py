"""What a character is to a tokenizer, and lower-casing: from one table, so that every Python agrees."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from infrarouge.data.unicode_tables import BYTES, LOWER_RANGES, STARTS, UNICODE_VERSION

__all__ = [
    "IGNORED",
    "MARK",
    "SEPARATOR",
    "SINGLE",
    "UNICODE_VERSION",
    "WORD",
    "is_letter",
    "is_space",
    "kind",
    "lower",
    "lower_each",
]

SEPARATOR, WORD, SINGLE, MARK, IGNORED = range(5)

_LETTER, _SPACE, _CASED, _CASE_IGNORABLE = 8, 16, 32, 64

_LOWER = {code: chr(code + delta) for first, last, step, delta in LOWER_RANGES for code in range(first, last + 1, step)}
_LOWER[0x130] = "i\u0307"  # the one character whose lower case is two


@lru_cache(maxsize=8192)
def _properties(char: str) -> int:
    return BYTES[bisect_right(STARTS, ord(char)) - 1]


def kind(char: str) -> int:
    """Return what a character does to a token: SEPARATOR, WORD, SINGLE, MARK or IGNORED.

    WORD characters form words; a SINGLE one is a token by itself (scripts without spaces); a MARK stays with
    the character before it; an IGNORED one is passed over.

    >>> [kind(char) for char in ("-", "é", "東", "\\u0301", "\\u200d")]
    [0, 1, 2, 3, 4]
    """
    return _properties(char) & 7


def is_letter(char: str) -> bool:
    """Return whether a character is a letter (a Unicode category that starts with L).

    >>> is_letter("é"), is_letter("東"), is_letter("7")
    (True, True, False)
    """
    return bool(_properties(char) & _LETTER)


def is_space(char: str) -> bool:
    """Return whether a character is white space, as `str.isspace` and `str.split` see it.

    >>> is_space("\\u3000"), is_space("\\u200b")
    (True, False)
    """
    return bool(_properties(char) & _SPACE)


def lower(text: str) -> str:
    """Return the text in lower case, as `str.lower` gives it.

    >>> lower("ΟΔΟΣ ΣΟΦΙΑΣ"), lower("STRASSE İ") == "strasse i\\u0307"
    ('οδος σοφιας', True)
    """
    if text.isascii():
        return text.lower()
    get = _LOWER.get
    if "Σ" not in text:
        return "".join([get(ord(char), char) for char in text])
    return "".join([_sigma(text, at) if char == "Σ" else get(ord(char), char) for at, char in enumerate(text)])


def lower_each(text: str) -> str:
    """Return the text with each character in lower case by itself, so that no sigma is final.

    >>> lower_each("ΟΔΟΣ")
    'οδοσ'
    """
    get = _LOWER.get
    return "".join([get(ord(char), char) for char in text])


def _sigma(text: str, at: int) -> str:
    """Return the lower case of the capital sigma at a place: final after a cased character, before none."""
    before, after = at - 1, at + 1
    while before >= 0 and _properties(text[before]) & _CASE_IGNORABLE:
        before -= 1
    if before < 0 or not _properties(text[before]) & _CASED:
        return "σ"
    while after < len(text) and _properties(text[after]) & _CASE_IGNORABLE:
        after += 1
    return "σ" if after < len(text) and _properties(text[after]) & _CASED else "ς"
