"""What a character is to js-rouge 3.2.3's sentences: white space, brackets, quotation marks, letters and their case.

A missing character is the empty string; it is of no kind and in no set.
"""

from __future__ import annotations

import re

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_upper, kind, utf16, whole
from infrarouge.reading.unicode import lower

SPACE = frozenset(JS_SPACE)
NEWLINE = frozenset("\r\n")
LINE_END = frozenset("\r\n\u2028\u2029")
IN_LINE = SPACE - NEWLINE
"""White space that does not end a line for most rules."""
IN_PARAGRAPH = SPACE - LINE_END
"""White space that does not end a line for the rules of citations."""

TERMINALS = frozenset(".!?")
OPENERS = frozenset("([{<")
CLOSERS = frozenset(")]}>")
PARTNERS = {"(": ")", "[": "]", "{": "}", "<": ">"}
TAIL = SPACE | CLOSERS | frozenset("\"'”’“»›")
"""What may stand between a full stop and the end of what it ends."""

DOUBLE_TICKS = "``"
DOUBLE_APOSTROPHES = "''"


def is_letter(char: str) -> bool:
    """Whether a character is of category L."""
    return kind(char)[0] == "L"


def is_word_part(char: str) -> bool:
    """Whether a character is of category L or M."""
    return kind(char)[0] in "LM"


def is_number(char: str) -> bool:
    """Whether a character is of category N."""
    return kind(char)[0] == "N"


def is_alphanumeric(char: str) -> bool:
    """Whether a character is of category L, M or N."""
    return kind(char)[0] in "LMN"


def is_punctuation(char: str) -> bool:
    """Whether a character is of category P."""
    return kind(char)[0] == "P"


def starts_content(char: str) -> bool:
    """Whether a character may come first in a quotation marked the Treebank way."""
    return kind(char)[0] in "LN" or kind(char) in ("Sc", "Ps")


def lowered(units: str) -> str:
    """A stretch of UTF-16 units in lower case.

    >>> lowered("ΑΣ.")
    'ας.'
    """
    return units.lower() if units.isascii() else utf16(lower(whole(units)))


def width(char: str) -> int:
    """How many UTF-16 units a character takes; a missing one takes none."""
    return len(char) + (char > "\uffff")


def char_at(units: str, at: int) -> str:
    """The character that starts at a unit; a lone half of one stands for itself.

    >>> from infrarouge.reading.programs.javascript import utf16
    >>> char_at(utf16("😀"), 0), char_at("a", 1)
    ('😀', '')
    """
    if not 0 <= at < len(units):
        return ""
    char = units[at]
    if "\ud800" <= char <= "\udbff" and "\udc00" <= units[at + 1 : at + 2] <= "\udfff":
        return whole(units[at : at + 2])
    return char


def char_before(units: str, at: int) -> str:
    """The character that ends just before a unit.

    >>> char_before("ab", 1), char_before("ab", 0)
    ('a', '')
    """
    if at <= 0:
        return ""
    char = units[at - 1]
    if at > 1 and "\udc00" <= char <= "\udfff" and "\ud800" <= units[at - 2] <= "\udbff":
        return whole(units[at - 2 : at])
    return char


def starts_title(units: str) -> bool:
    """Whether a text starts with a capital letter, white space aside.

    >>> starts_title(" Hello"), starts_title("  ")
    (True, False)
    """
    first = char_at(units.strip(JS_SPACE), 0)
    return first != "" and is_upper(first)


def starts_cased(units: str) -> bool:
    """Whether a text starts with a cased character, white space aside."""
    return is_cased(char_at(units.strip(JS_SPACE), 0))


_LAST_WORD = re.compile(rf"[^{JS_SPACE}]*\Z")


def last_word(units: str) -> str:
    """What stands after the last white space of a short text.

    >>> last_word("see p.")
    'p.'
    """
    match = _LAST_WORD.search(units)
    return match.group() if match else ""


_SPACES = re.compile(f"[{JS_SPACE}]*")


def skip_space(units: str, at: int) -> int:
    """The first place from a place on that is not white space.

    >>> skip_space("a  b", 1)
    3
    """
    if at >= len(units):
        return at
    match = _SPACES.match(units, at)
    return match.end() if match else at
