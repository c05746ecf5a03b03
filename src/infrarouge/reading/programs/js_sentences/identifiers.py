"""Names with full stops in them, like initials and the names of files and functions."""

from __future__ import annotations

import re

from infrarouge.reading.programs.javascript import is_cased, whole
from infrarouge.reading.programs.js_sentences.characters import SPACE, is_alphanumeric, is_number, width
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in
from infrarouge.reading.programs.js_sentences.text import Text
from infrarouge.reading.unicode import lower

_INITIAL = pattern(r"<Lu>\.")
_CASED_INITIAL = pattern(r"<Cased><M>*\.")
_ENDS_IN_NAME = pattern(r"<wb><Lu><L|N|_|->*\.\Z")
_NAME = pattern(r"<Lu|N|_|->+(?:<WS>|[/.]|\Z)")
_ENDS_IN_INITIAL = pattern(r"<wb><Lu>\.\Z")
_LONE_INITIAL = pattern(r"<Lu>(?:<WS>|\Z)")
_ENDS_IN_CASED = pattern(r"(?:\A|<^L|M|N|_|->)(?!<M>)<Cased><M>*\Z")
_LONE_CASED = pattern(r"(?![ai](?:<WS>|\Z))<Cased><Mi>*(?:<WS>|\Z)", "unicode")
_DOTTED_SIGMA = pattern(r"[\u03a3\u03c3\u03c2]<M>+\.")
_MARKS = pattern("<M>*")
_PLAIN_LETTER = pattern("[A-Za-z\u212a](?!<M>)")
_DIGIT_OR_LINE = frozenset("0123456789_")


def _script(ranges: str) -> re.Pattern[str]:
    ends = [[chr(int(end, 16)) for end in pair.split("-")] for pair in ranges.split()]
    return re.compile("[" + "".join(f"{pair[0]}-{pair[-1]}" for pair in ends) + "]")


# The Unicode scripts of these names.
_LATIN = _script(
    "41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2e0-2e4 1d00-1d25 1d2c-1d5c 1d62-1d65 1d6b-1d77 1d79-1dbe 1e00-1eff 2071 "
    "207f 2090-209c 212a-212b 2132 214e 2160-2188 2c60-2c7f a722-a787 a78b-a7dc a7f1-a7ff ab30-ab5a ab5c-ab64 "
    "ab66-ab69 fb00-fb06 ff21-ff3a ff41-ff5a 10780-10785 10787-107b0 107b2-107ba 1df00-1df1e 1df25-1df2a"
)
_GREEK_OR_CASED_MARK = _script(
    "345 370-373 375-377 37a-37d 37f 384 386 388-38a 38c 38e-3a1 3a3-3e1 3f0-3ff 1d26-1d2a 1d5d-1d61 1d66-1d6a 1dbf "
    "1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 "
    "1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2126 ab65 10140-1018e 101a0 1d200-1d245"
)


def is_dotted_name(text: Text, at: int, end: int) -> bool:
    """Whether the full stop at a place stands inside a name that goes on at `end`."""
    following = text.stand_in
    if text.neutral:
        start = _token_start(text, at)
        continues = _CASED_INITIAL.match(following, end) is not None
        continues = continues or (_is_identifier(text, start, at) and _continues(text, end))
        before = start
        for _ in range(2):
            before -= width(text.char_before(before))
        lone = _LONE_CASED.match(following, end) and _ENDS_IN_CASED.search(stand_in(text.units[before:at]))
    else:
        suffix = stand_in(text.suffix(at))
        continues = _INITIAL.match(following, end) is not None
        continues = continues or bool(_NAME.match(following, end) and _ENDS_IN_NAME.search(suffix))
        lone = _LONE_INITIAL.match(following, end) and _ENDS_IN_INITIAL.search(suffix)
    return (continues and not _is_greek_word(text, end)) or lone is not None


def _token_start(text: Text, at: int) -> int:
    char = text.char_before(at)
    while char in ("_", "-") or is_alphanumeric(char):
        at -= width(char)
        char = text.char_before(at)
    return at


def _is_greek_word(text: Text, at: int) -> bool:
    """Whether a sigma with an accent and a full stop starts at a place, and a word goes on after it."""
    match = _DOTTED_SIGMA.match(text.stand_in, at)
    if match is None:
        return False
    at = match.end()
    while True:
        char = text.char(at)
        if is_cased(char):
            return True
        # A capital sigma at the end of a word looks through characters that case ignores.
        if not char or not lower(f"A{char}Σ").endswith("ς"):
            return False
        at += width(char)


def _is_identifier(text: Text, start: int, end: int) -> bool:
    """Whether a token looks like part of a program's name."""
    token = whole(text.units[start:end])
    if not any(map(is_cased, token)):
        return False
    if not _DIGIT_OR_LINE.isdisjoint(token) or _PLAIN_LETTER.search(text.stand_in, start, end):
        return True
    return _LATIN.search(token) is not None and _GREEK_OR_CASED_MARK.search(token) is not None


def _continues(text: Text, at: int) -> bool:
    """Whether one or two characters of a name follow, and then its end or another part."""
    for _ in range(2):
        char = text.char(at)
        if not (is_cased(char) or char in ("_", "-") or is_number(char)):
            return False
        at += width(char)
        if char == "\u0130" or text.unit(at) == "\u0307":
            match = _MARKS.match(text.stand_in, at)
            at = match.end() if match else at
        following = text.unit(at)
        if following in ("", "/", ".") or following in SPACE:
            return True
    return False
