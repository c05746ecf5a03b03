"""Penn Treebank words as js-rouge cuts them; releases 3.2.0 and 3.2.3 disagree on ordinary text.

JavaScript's facts are spelled out: its white space, and ASCII word boundaries in 3.2.0.
"""

from __future__ import annotations

import re
from functools import lru_cache

from infrarouge.reading.programs.javascript import JS_SPACE, in_identifier, kind

Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*pairs: tuple[str, str]) -> Rules:
    return tuple((re.compile(pattern), put) for pattern, put in pairs)


def _apply(text: str, rules: Rules) -> str:
    for pattern, put in rules:
        text = pattern.sub(put, text)
    return text


_ENDINGS = _rules(
    ("([^'])(' )", r"\1 \2"),
    ("('[sSmMdD]) ", r" \1 "),
    ("('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r" \1 "),
)

_BEFORE_320 = _rules(
    ('^"', " `` "),
    (r'([ (\[{<])"', r"\1 `` "),
    (r"\.{2,}", " ... "),
    ("[;@#$%&]", r" \g<0> "),
    (rf"([^.])(\.)([\])}}>\"']*)[{JS_SPACE}]*\Z", r"\1 \2\3 "),
    ("[,?!]", r" \g<0> "),
    (r"[\[\](){}<>]", r" \g<0> "),
    ("-{2,}", " -- "),
    ("^|\\Z", " "),
    ('"', " '' "),
)

_CONTRACTIONS = (
    ("can", "not"),
    ("d", "'ye"),
    ("gim", "me"),
    ("gon", "na"),
    ("got", "ta"),
    ("lem", "me"),
    ("more", "'n"),
)

_CONTRACTIONS_320 = tuple(
    re.compile(pattern, re.ASCII | re.IGNORECASE)
    for pattern in (*(rf"\b({a})({b})\b" for a, b in _CONTRACTIONS), r"\b(wan)(na) ", r" ('t)(is)\b", r" ('t)(was)\b")
)


def tokenize_320(text: str) -> list[str]:
    """Cut a text into words as js-rouge 3.2.0 does: only spaces separate, and only the last full stop is cut off.

    >>> tokenize_320("I can't, you know.")
    ['I', 'ca', "n't", ',', 'you', 'know', '.']
    >>> tokenize_320("end.\\nNext"), tokenize_320(" ")
    (['end.\\nNext'], [''])
    """
    if not text:
        return []
    text = _apply(_apply(text, _BEFORE_320), _ENDINGS)
    for contraction in _CONTRACTIONS_320:
        text = contraction.sub(r" \1 \2 ", text, count=1)
    text = re.sub(" +", " ", text)
    return text.removeprefix(" ").removesuffix(" ").split(" ")


# 3.2.3 also takes U+0085 for white space, and counts letters of every script as parts of words.
_SPACE_323 = re.compile(f"[{JS_SPACE}\u0085]+")
_QUOTE = re.compile("``|''|\"")

_BEFORE_323 = _rules(
    (r"\.\.\.", " ... "),
    ("[;@#$%&]", r" \g<0> "),
    (r"[:,](?!\d)", r" \g<0> "),
)
_FINAL_PERIOD = re.compile(r"([^.])(\.)([\])}>' ]*)\Z")
_ACRONYM = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]\.[A-Za-z]\Z")
_AFTER_323 = _rules(
    ("[?!]", r" \g<0> "),
    (r"[\[\](){}<>]", r" \g<0> "),
    ("--", r" \g<0> "),
    ("^|\\Z", " "),
)


def tokenize_323(text: str) -> list[str]:
    """Cut a text into words as js-rouge 3.2.3 does: white space separates, and numbers and acronyms stay whole.

    >>> tokenize_323("The U.S. paid $1,000 at 12:30.")
    ['The', 'U.S.', 'paid', '$', '1,000', 'at', '12:30', '.']
    """
    return list(_words_323(text))


@lru_cache(maxsize=64)
def _words_323(text: str) -> tuple[str, ...]:
    """The words of the last few sentences are kept: programs score one pair in several metrics, call after call."""
    text = _SPACE_323.sub(" ", text).strip(" ")
    if not text:
        return ()
    text = _apply(_quotes(text), _BEFORE_323)
    text = _final_period(text)
    text = _apply(_apply(text, _AFTER_323), _ENDINGS)
    for contraction in _CONTRACTIONS_323:
        text = contraction.sub(_contraction, text)
    return tuple(token for token in text.split(" ") if token)


_CONTRACTIONS_323 = tuple(
    re.compile(pattern, re.ASCII | re.IGNORECASE)
    for pattern in (*(f"({a})({b})" for a, b in _CONTRACTIONS), "(wan)(na) ", "('t)(is)", "('t)(was)")
)


def _contraction(match: re.Match[str]) -> str:
    """Part a contraction in two, where it is a word by itself."""
    text, start, end = match.string, match.start(), match.end()
    if (start and in_identifier(text[start - 1])) or (
        end < len(text) and text[end - 1] != " " and in_identifier(text[end])
    ):
        return match.group()
    return f" {match.group(1)} {match.group(2)} "


def _final_period(text: str) -> str:
    match = _FINAL_PERIOD.search(text)
    if match is None or _ACRONYM.search(text[: match.end(1)]):
        return text
    return f"{text[: match.start(2)]} .{match.group(3)} "


def _quotes(text: str) -> str:
    """Write every quotation mark as two back-ticks where it opens and two apostrophes where it closes."""
    marks = list(_QUOTE.finditer(text))
    pieces: list[str] = []
    inside, at = False, 0
    for number, mark in enumerate(marks):
        following = marks[number + 1].group() if number + 1 < len(marks) else ""
        inside = mark.group() == "``" or (not inside and _opens(text, mark, following))
        pieces += [text[at : mark.start()], " `` " if inside else " '' "]
        at = mark.end()
    return "".join([*pieces, text[at:]])


def _opens(text: str, mark: re.Match[str], following: str) -> bool:
    """Whether a mark outside any quotation opens one."""
    before = text[mark.start() - 1] if mark.start() else ""
    # JavaScript looks at half of a character beyond U+FFFF, which is of no kind.
    before = before if before < "\U00010000" else "\ud800"
    free = before in ("", " ", "<") or kind(before) == "Ps"
    if mark.end() == len(text) and not free:
        return False
    if not (free or kind(before)[0] == "P" or text[: mark.start()].endswith("``")):
        return False
    if before and before in ".!?":
        return False
    if mark.group() == "''":
        after = kind(text[mark.end() : mark.end() + 1])
        starts = after[0] in "LN" or after in ("Sc", "Ps")
        return mark.start() > 0 and starts and following == "''"
    return True
