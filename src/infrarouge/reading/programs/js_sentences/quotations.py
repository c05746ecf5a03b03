"""Which quotation marks of a text belong together: the pairs that decide about ordinary sentence ends.

Ellipses, citations and lists each keep another idea of what is quoted; they disagree on purpose.
"""

from __future__ import annotations

import re
from enum import IntEnum

from infrarouge.reading.programs.javascript import kind
from infrarouge.reading.programs.js_sentences.characters import (
    DOUBLE_TICKS,
    SPACE,
    TAIL,
    TERMINALS,
    is_alphanumeric,
    is_number,
    is_word_part,
    starts_content,
)
from infrarouge.reading.programs.js_sentences.patterns import pattern
from infrarouge.reading.programs.js_sentences.text import Text

MARKS = re.compile("[\"'`“”„‘’«»‹›]")


class Kind(IntEnum):
    """The kinds of quotation; their order is that in which open ones are listed."""

    DOUBLE = 0
    SINGLE = 1
    CURLY_DOUBLE = 2
    GERMAN_DOUBLE = 3
    CURLY_SINGLE = 4
    GUILLEMETS = 5
    SINGLE_GUILLEMETS = 6


CLOSING_MARKS = "\"'”“’»›"
"""By kind, the mark that stands for its closing."""

_KIND_OF = {
    "„": Kind.GERMAN_DOUBLE,
    "“": Kind.CURLY_DOUBLE,
    "‘": Kind.CURLY_SINGLE,
    "«": Kind.GUILLEMETS,
    "‹": Kind.SINGLE_GUILLEMETS,
}
_ENDS_SINGLE = SPACE | frozenset('.,!?;:)]}"”»›')
_S = frozenset("sS\u017f")
_DOTTED_LETTERS = pattern(r"<Li>\.<Li>\.\Z")


class Quotations:
    """The pairs of quotation marks of a text; of two apostrophes or back-ticks a pair holds the first.

    >>> Quotations(Text('He said: "Go." I’m gone.', False)).closing_of
    {9: 13}
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.closing_of: dict[int, int] = {}
        self.opening_of: dict[int, int] = {}
        self._open: dict[Kind, int] = {}
        self._walked, self._before_tail = 0, -1
        marks = [match.start() for match in MARKS.finditer(text.units)]
        if not marks:
            return
        units = text.units
        curly = _curly_apostrophes(text) if "’" in units or "‘" in units else bytearray()
        straight = _straight_apostrophes(text) if "'" in units else bytearray()
        self._pair(marks, straight, curly)

    # ------------------------------------------------------------ what other rules ask

    def kind(self, at: int) -> Kind:
        """The kind of the pair that a mark opens or closes."""
        opening = self.opening_of.get(at, at)
        mark = self.text.units[opening]
        if mark == "'" and self.text.unit(opening + 1) != "'":
            return Kind.SINGLE
        return _KIND_OF.get(mark, Kind.DOUBLE)

    def closer(self, at: int) -> str:
        """The closing mark of the pair that closes at a place, or nothing."""
        return CLOSING_MARKS[self.kind(at)] if at in self.opening_of else ""

    def is_inside(self, at: int, end: int, pending: str) -> bool:
        """Whether some pending quotation is still open after what stands between a sentence's last mark and its end."""
        for place in range(at + 1, end):
            if not pending:
                return False
            pending = without(pending, self.closer(place))
        return pending != ""

    # ------------------------------------------------------------ pairing

    def _pair(self, marks: list[int], straight: bytearray, curly: bytearray) -> None:
        text, units, open_at = self.text, self.text.units, self._open
        skipped = -1
        for at in marks:
            if at <= skipped:
                continue
            mark = units[at]
            if mark == "`":
                if text.is_pair(at, DOUBLE_TICKS):
                    open_at[Kind.DOUBLE] = at
                    skipped = at + 1
            elif mark == "'" and text.is_pair(at) and open_at.get(Kind.SINGLE, -1) <= open_at.get(Kind.DOUBLE, -1):
                if Kind.DOUBLE in open_at:
                    self._close(Kind.DOUBLE, at)
                    skipped = at + 1
                elif text.may_open(at) and starts_content(text.char(at + 2)) and text.last_apostrophes >= at + 2:
                    open_at[Kind.DOUBLE] = at
                    skipped = at + 1
            elif mark == "'":
                self._single(at, bool(straight[at]))
            elif mark in ("‘", "’"):
                inside = Kind.CURLY_SINGLE in open_at
                if inside if curly[at] else mark == "‘":
                    if not inside:
                        open_at[Kind.CURLY_SINGLE] = at
                else:
                    self._close(Kind.CURLY_SINGLE, at)
            elif mark == '"':
                if Kind.DOUBLE in open_at and self._recovery(at) != "open":
                    self._close(Kind.DOUBLE, at)
                elif text.may_open(at):
                    open_at[Kind.DOUBLE] = at
            elif mark == "“" and self._closes_german(at):
                self._close(Kind.GERMAN_DOUBLE, at)
            elif mark in _KIND_OF:
                open_at[_KIND_OF[mark]] = at
            else:
                self._close(Kind(CLOSING_MARKS.index(mark)), at)

    def _close(self, which: Kind, at: int) -> None:
        opening = self._open.pop(which, None)
        if opening is not None:
            self.closing_of[opening] = at
            self.opening_of[at] = opening

    def _closes_german(self, at: int) -> bool:
        if Kind.GERMAN_DOUBLE not in self._open:
            return False
        text = self.text
        return Kind.CURLY_DOUBLE in self._open or text.next_place("”", at + 1) >= text.next_place("“", at + 1)

    def _single(self, at: int, is_apostrophe: bool) -> None:
        text = self.text
        inside = Kind.SINGLE in self._open
        now = inside if is_apostrophe else _single_state(text, at, inside)
        recovery = ""
        if now and inside and not (is_apostrophe or text.is_elision(at) or text.is_elided_number(at)):
            recovery = self._recovery(at)
        if now and (not inside or recovery == "open"):
            self._open[Kind.SINGLE] = at
        elif inside and (not now or recovery == "close"):
            self._close(Kind.SINGLE, at)

    def _recovery(self, at: int) -> str:
        """What a mark does that looks as if it opened a quotation where one of its kind is open already."""
        text = self.text
        if not (text.may_open(at) and text.starts_quotation(at + 1)):
            return ""
        place = at - 1
        while place >= self._walked and text.units[place] in TAIL:
            place -= 1
        if place >= self._walked:
            self._before_tail = place
        # What was walked over once is not walked over again.
        self._walked = at
        if next(reversed(self.opening_of), -1) > self._before_tail:
            return "close"
        return "" if text.unit(self._before_tail) in TERMINALS else "open"


def without(pending: str, mark: str) -> str:
    """The pending closing marks without one of them."""
    return pending.replace(mark, "", 1) if mark else pending


def _single_state(text: Text, at: int, inside: bool) -> bool:
    """Whether a straight single quotation is open after the mark at a place, if `inside` says it was before."""
    char = text.char(at + 1)
    after_end = text.unit(at - 1) in TERMINALS
    if not inside:
        return text.may_open(at) and not (after_end and text.is_contraction(at)) and char != "" and char not in SPACE
    if after_end and not text.is_contraction(at):
        return False
    if is_number(char):
        return text.is_elided_number(at)
    return char != "" and char not in _ENDS_SINGLE and kind(char) != "Pd"


def _fill(flags: bytearray, start: int, end: int) -> None:
    flags[start:end] = b"\1" * (end - start)


# ---------------------------------------------------------------- curly apostrophes


def _curly_apostrophes(text: Text) -> bytearray:
    """Flags for the curly single marks that are apostrophes."""
    flags = bytearray(text.size)
    opening: int | None = None
    candidate: int | None = None
    candidate_was_open = False
    for match in re.finditer("[‘’]", text.units):
        at = match.start()
        if match.group() == "‘":
            flags[at] = True
            in_word = (
                is_alphanumeric(text.char_before(at))
                and is_alphanumeric(text.char(at + 1))
                and not text.follows_cited_quote(at)
            )
            inner_elision = (
                not (opening is not None and text.is_elision(opening))
                and (opening is not None or candidate_was_open)
                and (text.is_elision(at) or is_number(text.char(at + 1)))
            )
            if not in_word and not inner_elision:
                opening, candidate, candidate_was_open = at, None, False
        elif _is_right_apostrophe(text, at):
            flags[at] = True
        elif opening is not None and text.is_elision(opening) and text.is_possessive(at):
            candidate = at if candidate is None else candidate
        else:
            was_open = opening is not None
            if opening is not None:
                flags[opening] = False
                opening = None
            if _may_be_possessive(text, at):
                if candidate is None:
                    candidate, candidate_was_open = at, was_open
            elif candidate is not None:
                _fill(flags, candidate, at)
                candidate, candidate_was_open = None, False
    return flags


def _may_be_possessive(text: Text, at: int) -> bool:
    if text.unit(at - 1) in _S or is_number(text.char_before(at)):
        return True
    return text.unit(at - 1) == "." and _DOTTED_LETTERS.search(text.stand_in, max(0, at - 6), at) is not None


def _is_right_apostrophe(text: Text, at: int) -> bool:
    if text.unit(at - 1) in SPACE and text.is_elision(at):
        return True
    if at >= 2 and text.units[at - 2 : at] in ("’n", "’N"):
        return True
    following = text.char(at + 1)
    if not is_alphanumeric(following):
        return False
    before = text.before_closers(at)
    after_end = text.unit(before) in TERMINALS
    if is_number(following):
        return not after_end and not is_alphanumeric(text.char_before(before + 1))
    return not text.is_footnote(at) and (not after_end or text.is_contraction(at))


# ---------------------------------------------------------------- straight apostrophes


def _straight_apostrophes(text: Text) -> bytearray:
    """Flags for the straight single marks that are apostrophes: elisions first, then possessives."""
    flags = bytearray(text.size)
    marks = [match.start() for match in re.finditer("'", text.units)]
    _flag_elisions(text, marks, flags)
    _flag_possessives(text, marks, flags)
    return flags


def _flag_elisions(text: Text, marks: list[int], flags: bytearray) -> None:
    inside = False
    elision: int | None = None
    for at in marks:
        if text.is_n_pair(at):
            flags[at] = True
            continue
        if elision is not None:
            if text.unit(at - 1) not in TERMINALS and text.may_open(at) and text.starts_quotation(at + 1):
                elision, inside = None, False
            elif text.is_possessive(at):
                continue
        now = _single_state(text, at, inside)
        if now and not inside and text.is_elision(at):
            elision = at
            flags[at] = True
        elif not now and inside and elision is not None:
            flags[elision] = False
            elision = None
        inside = now


def _flag_possessives(text: Text, marks: list[int], flags: bytearray) -> None:
    opening: int | None = None
    candidate: int | None = None
    for at in marks:
        if text.is_n_pair(at):
            continue
        if opening is not None and (text.is_elision(at) or text.is_elided_number(at)):
            continue
        free = opening is None or text.unit(at - 1) not in TERMINALS
        if free and text.may_open(at) and text.starts_quotation(at + 1):
            opening, candidate = at, None
            continue
        following = text.char(at + 1)
        if opening is None or is_word_part(following):
            continue
        if not is_number(following) and (text.unit(at - 1) in _S or is_number(text.char_before(at))):
            candidate = at if candidate is None else candidate
            continue
        if candidate is not None:
            _fill(flags, candidate, at)
        opening = candidate = None
