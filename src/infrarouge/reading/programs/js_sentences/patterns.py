"""Patterns over Unicode properties: `re` knows none, so texts are matched by stand-ins that carry them.

`stand_in` keeps ASCII, white space and the marks that patterns name, and writes every other character as one of the
private use area whose number holds its properties, so a stand-in has the length of the text. In a pattern `<L>` is
then a letter, `<L|M|->` a letter, a mark or a hyphen, `<^L|.>` neither a letter nor a full stop, and `{and or}` one of
these words. `<b>` is the end of a word.
"""

from __future__ import annotations

import re

from infrarouge.data.js_unicode import CLASSES, STARTS, WHICH
from infrarouge.reading.programs.javascript import in_identifier, is_cased, kind, whole
from infrarouge.reading.programs.js_sentences.characters import (
    IN_LINE,
    IN_PARAGRAPH,
    LINE_END,
    SPACE,
    TERMINALS,
)

_FIRST = 0xE000
_SECOND_HALF = chr(_FIRST + 0x800)
_PROPERTIES = ("L", "M", "N", "Lu", "Pd", "Sc", "Cased", "ID")
# Letters that a pattern names or that fold to one of ASCII, and marks that patterns name.
_KEPT = "".join(SPACE) + "‘’‚“”„«»‹›「」『』•⁃−°\u200c\u200d\u0345\u0399\u03b9\u1fbe\u017f\u212aΣσς"
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_ASCII = "".join(map(chr, range(128)))


def _has(char: str, name: str) -> bool:
    if name == "Cased":
        return is_cased(char)
    if name == "ID":
        return in_identifier(char)
    return kind(char).startswith(name)


def _stand_in_of(char: str) -> str:
    return chr(_FIRST + sum(1 << bit for bit, name in enumerate(_PROPERTIES) if _has(char, name)))


# Only these occur: a character of each class of the Unicode table tells them.
_STAND_INS = sorted({_stand_in_of(chr(STARTS[WHICH.index(which)])) for which in range(len(CLASSES))})


class _StandIns(dict[int, str]):
    """The table for `str.translate`, filled as characters turn up."""

    def __missing__(self, code: int) -> str:
        char = self[code] = _stand_in_of(chr(code))
        return char


_TABLE = _StandIns({ord(char): char for char in _ASCII + _KEPT + _SECOND_HALF})


def stand_in(units: str) -> str:
    """Write a text so that patterns of this module can be matched against it.

    >>> len(stand_in("Zoë. 😀")), stand_in("Zoe")
    (6, 'Zoe')
    """
    if units.isascii():
        return units
    if _SECOND_HALF in units:
        units = units.replace(_SECOND_HALF, "\ue000")
    units = _PAIR.sub(lambda match: whole(match.group()) + _SECOND_HALF, units)
    return units.translate(_TABLE)


def _members(name: str) -> str:
    if name in _PROPERTIES:
        bit = 1 << _PROPERTIES.index(name)
        private = [char for char in _STAND_INS if ord(char) - _FIRST & bit]
        return "".join([char for char in _ASCII + _KEPT if _has(char, name)] + private)
    return _SETS.get(name, name)


_SETS = {
    "WS": "".join(SPACE),
    "HS": "".join(IN_LINE),
    "HS4": "".join(IN_PARAGRAPH),
    "LE": "".join(LINE_END),
    "TERM": "".join(TERMINALS),
    # A side effect of folding case: in such a pattern these count as marks, and U+0345 as a letter.
    "Mi": _members("M") + "\u0399\u03b9\u1fbe",
    "Li": _members("L") + "\u0345",
}

_NAMED = re.compile(r"<(\^?)([^<>=!]+)>")
_WORDS = re.compile(r"\{([^{}\d][^{}]*)\}")


def _class(match: re.Match[str]) -> str:
    names = match.group(2)
    inner = "".join(re.escape(_members(name)) for name in names.split("|"))
    if match.group(1):
        # A second half is never taken for a character, or a run of pairs could be read in many ways.
        inner = f"^{inner}{_SECOND_HALF}"
    return f"(?:[{inner}]{_SECOND_HALF}?)"


def pattern(source: str, fold: str = "") -> re.Pattern[str]:
    """Compile a pattern; with `fold` "ascii" or "unicode" case is set aside as JavaScript does it without and with u.

    >>> pattern("<L>+{ly}<b>", "ascii").match(stand_in("éaLY ")).end()
    4
    """
    word = "A-Za-z0-9_" + ("\u017f\u212a" if fold == "unicode" else "")
    source = _WORDS.sub(lambda match: _alternatives(match.group(1), fold), source)
    source = source.replace("<b>", f"(?![{word}])").replace("<B>", f"(?<![{word}])")
    source = source.replace("<wb>", f"(?:(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}]))")
    return re.compile(_NAMED.sub(_class, source), re.ASCII | (re.IGNORECASE if fold else 0))


def _alternatives(words: str, fold: str) -> str:
    written = "|".join(map(re.escape, words.split()))
    if fold == "unicode":
        written = re.sub("[sSkK]", lambda match: "[s\u017f]" if match.group() in "sS" else "[k\u212a]", written)
    return f"(?:{written})"
