"""Quotation marks and brackets as the rules of citations see them: notes in numbers after a sentence's end."""

from __future__ import annotations

import re

from infrarouge.reading.programs.javascript import kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    DOUBLE_TICKS,
    IN_PARAGRAPH,
    OPENERS,
    SPACE,
    TERMINALS,
    is_alphanumeric,
    is_number,
    is_punctuation,
)
from infrarouge.reading.programs.js_sentences.patterns import pattern
from infrarouge.reading.programs.js_sentences.text import Text

DEEPEST = 64
"""More open quotations than these switch citations off."""
CLOSER_OF = {"“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“", "‚": "‘", "「": "」", "『": "』"}
_STRAIGHT_CLOSER_OF = {"'": "'", **CLOSER_OF}
TYPOGRAPHIC_CLOSERS = frozenset("”’»›」』")
MARKS = re.compile("[\"'`‘’‚“”„«»‹›「」『』()\\[\\]{}<>]")

_S = frozenset("sS")
_FREE = SPACE | OPENERS | frozenset(",;:\"'‘“«‹„「『")
_AFTER_RIGHT = SPACE | OPENERS | frozenset("\"'‘“«‹„‚「『,:;")
_ENDS_SINGLE = SPACE | frozenset(".,!?;:)]}”’»›」』")
_MAYBE = pattern(r"[.!?](?:<^L|N|TERM>*<^L|N|TERM|WS>)?<N>")
_NUMERAL = r"(?:<N>+(?:\.<N>+)?|\.<N>+)(?:[eE][+-]?<N>+)?"
_LEFT_OPERAND = pattern(rf"(?:<L><M>*|{_NUMERAL})\Z")
_RIGHT_OPERAND = pattern(rf"{_NUMERAL}(?!<L|M|N|_>|\.<L|M|N|_>)")


class _TooDeep(Exception):
    """Too many quotations are open."""


class CitationMarks:
    """Which single marks are apostrophes to the rules of citations, and whether there can be citations at all.

    >>> CitationMarks(Text("It ended.[1] Then more.", False)).on, CitationMarks(Text("It ended.", False)).on
    (True, False)
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.on = _MAYBE.search(text.stand_in) is not None
        if not self.on:
            return
        self.curly = bytearray(text.size)
        self.straight = bytearray(text.size)
        self.german: set[int] = set()
        self._opening: int | None = None
        self._candidate: int | None = None
        self._frames: list[tuple[int, int | None]] = []
        self._single_marks = text.places_of("'‘’").places
        self._in_word = {at for at in self._single_marks if text.is_in_word(at) or self._is_right_elision(at)}
        self._english = self._english_openings()
        try:
            self._find_german()
            self._find_apostrophes(self._reserve())
        except _TooDeep:
            self.on = False

    def is_elision(self, at: int) -> bool:
        """Whether after the mark at a place comes a word that is written with an apostrophe in front."""
        return self.text.is_elision(at, wording.ELISION_IN_CITATION)

    def _is_right_elision(self, at: int) -> bool:
        before = self.text.unit(at - 1)
        if self.text.units[at] != "’" or not (at == 0 or before in _FREE or kind(before) == "Pd"):
            return False
        return self.is_elision(at)

    def _english_openings(self) -> set[int]:
        text = self.text
        openings = set()
        for opening, closing in (("“", "”"), ("‘", "’")):
            following: dict[str, int] = {opening: text.size, closing: text.size}
            for at in reversed(text.places_of(opening + closing).places):
                mark = text.units[at]
                if mark == opening and following[closing] < following[opening] < text.size:
                    openings.add(at)
                if mark == opening or at not in self._in_word:
                    following[mark] = at
        return openings

    def shares_closer(self, at: int, stack: list[str]) -> bool:
        """Whether an opening mark at a place is the closing one of a German quotation."""
        mark = self.text.units[at]
        if mark not in ("‘", "“") or not stack or stack[-1] != mark:
            return False
        return at not in self._english or CLOSER_OF[mark] in stack

    def _find_german(self) -> None:
        """Find the German closing marks among the English single opening ones."""
        text, stack = self.text, list[str]()
        for at in text.places_of("‚‘’").places:
            mark, before = text.units[at], text.unit(at - 1)
            if at in self._in_word:
                continue
            if mark == "’":
                if stack and stack[-1] == mark:
                    stack.pop()
            elif (
                mark == "‘"
                and at not in self._english
                and (at == 0 or before in _FREE or before == "‚" or kind(before) == "Pd")
                and self.is_elision(at)
            ):
                continue
            elif self.shares_closer(at, stack):
                self.german.add(at)
                stack.pop()
            else:
                _push(stack, CLOSER_OF[mark])

    def _reserve(self) -> dict[int, int]:
        """For each elided opening mark, how many closing ones right of it wait for an opening one."""
        text, reserve, waiting = self.text, {}, 0
        for at in reversed(self._single_marks):
            if text.units[at] == "'" or at in self.german or at in self._in_word:
                continue
            if text.units[at] == "’":
                waiting += text.unit(at - 1) not in _S
            elif self.is_elision(at):
                reserve[at] = waiting
            else:
                waiting = max(0, waiting - 1)
        return reserve

    def _find_apostrophes(self, reserve: dict[int, int]) -> None:
        text = self.text
        for at in self._single_marks:
            mark = text.units[at]
            if at in self.german:
                continue
            if at in self._in_word:
                (self.straight if mark == "'" else self.curly)[at] = True
            elif mark == "'":
                self._straight(at)
            elif mark == "‘":
                if self.is_elision(at):
                    self.curly[at] = True
                    if reserve[at] <= len(self._frames):
                        continue
                if len(self._frames) >= DEEPEST:
                    raise _TooDeep
                self._frames.append((at, None))
            elif self._frames:
                opening, candidate = self._frames[-1]
                if text.unit(at - 1) in _S:
                    self._frames[-1] = (opening, at if candidate is None else candidate)
                    continue
                self._frames.pop()
                self.curly[opening] = False
                if candidate is not None:
                    self._flag_possessives(candidate, at)

    def _straight(self, at: int) -> None:
        before, following = self.text.unit(at - 1), self.text.char(at + 1)
        opens = at == 0 or before in SPACE or is_punctuation(before)
        if opens and following and following not in _ENDS_SINGLE and kind(following) != "Pd":
            if before not in TERMINALS and self.is_elision(at):
                self.straight[at] = True
                if self._opening is not None:
                    return
            self._opening, self._candidate = at, None
        elif before in _S:
            self._candidate = at if self._candidate is None else self._candidate
        else:
            if self._opening is not None:
                self.straight[self._opening] = False
            if self._candidate is not None:
                self.straight[self._candidate : at] = b"\1" * (at - self._candidate)
            self._opening = self._candidate = None

    def _flag_possessives(self, start: int, end: int) -> None:
        """Flag the closing marks between two places that close nothing."""
        text, depth = self.text, 0
        index = text.places_of("‘’")
        place = index.first_from(start)
        while place is not None and place < end:
            if not self.curly[place] and place not in self.german:
                if text.units[place] == "‘":
                    depth += 1
                elif depth > 0:
                    depth -= 1
                else:
                    self.curly[place] = True
            place = index.first_from(place + 1)


def _push(stack: list[str], closer: str) -> None:
    if len(stack) >= DEEPEST:
        raise _TooDeep
    stack.append(closer)


class CitationState:
    """Quotations and brackets that are open at a place of a text, as the rules of citations see them."""

    def __init__(self, marks: CitationMarks) -> None:
        self.marks = marks
        self.text = marks.text
        self.at = -1
        self.through = 0
        self.kept = False
        self.depth = self.angles = 0
        self.alone = False
        self.quotations: list[str] = []
        self.overflowed = False
        self._double = False
        self._pair_through = 0

    @property
    def off(self) -> bool:
        """Whether no citations are looked for any more."""
        return self.overflowed or not self.marks.on

    def copy(self) -> CitationState:
        """The same state, to be advanced apart."""
        twin = CitationState.__new__(CitationState)
        twin.__dict__.update(self.__dict__)
        twin.quotations = list(self.quotations)
        return twin

    def advance(self, at: int, alone: bool) -> None:
        """Take in the unit at a place; `alone` says that no sentence has started yet. Only marks change anything."""
        self.at = at
        if not self.marks.on:
            return
        before = self._double
        self._double = self.text.double_state(at, before)
        if not self.overflowed:
            try:
                self._quote(at, before)
            except _TooDeep:
                self.overflowed = True
        self._bracket(at, alone)
        if self.overflowed or not self.quotations:
            self.kept = False

    def _bracket(self, at: int, alone: bool) -> None:
        unit = self.text.units[at]
        if unit in OPENERS and not (unit == "<" and _is_comparison(self.text, at)):
            if self.depth == 0:
                self.alone = alone
            self.depth += 1
            self.angles += unit == "<"
        elif unit in CLOSERS and not (unit == ">" and self.angles == 0):
            self.depth = max(0, self.depth - 1)
            self.angles -= unit == ">"

    def _quote(self, at: int, was_double: bool) -> None:
        text, mark, stack = self.text, self.text.units[at], self.quotations
        if at < self._pair_through:
            return
        top = stack[-1] if stack else ""
        in_pair = top == DOUBLE_APOSTROPHES and at == self._pair_through
        if mark == '"':
            before = text.unit(at - 1)
            opening = at == 0 or before in SPACE or before in OPENERS or in_pair
            opening = opening or (top != "" and _STRAIGHT_CLOSER_OF.get(before) == top)
            if top == mark or (top == DOUBLE_APOSTROPHES and (at < self.through or not opening)):
                stack.pop()
            elif opening:
                _push(stack, mark)
        elif mark == "'" and text.is_pair(at) and top in ('"', DOUBLE_APOSTROPHES):
            stack.pop()
            self._pair_through = at + 2
        elif text.is_pair(at, DOUBLE_TICKS) or (text.is_pair(at) and not was_double and self._double):
            self._pair_through = at + 2
            _push(stack, DOUBLE_APOSTROPHES)
        elif (mark == "'" and self.marks.straight[at]) or (mark in ("‘", "’") and self.marks.curly[at]):
            return
        elif self.marks.shares_closer(at, stack):
            stack.pop()
        elif mark in CLOSER_OF:
            _push(stack, CLOSER_OF[mark])
        elif mark in TYPOGRAPHIC_CLOSERS:
            if mark == top:
                stack.pop()
            elif mark == "”" and self.opens_right(at, at == self.through):
                _push(stack, mark)
        elif mark == "'":
            self._single(at, top, in_pair)

    def _single(self, at: int, top: str, in_pair: bool) -> None:
        before, following = self.text.unit(at - 1), self.text.char(at + 1)
        if top == "'":
            ends = following in _ENDS_SINGLE or following in ("", "[", "(") or kind(following) == "Pd"
            if at < self.through or before in TERMINALS or ends or is_number(following):
                self.quotations.pop()
        elif (in_pair or before == "" or before in SPACE or is_punctuation(before)) and (
            following != "" and following not in SPACE
        ):
            _push(self.quotations, "'")

    def opens_right(self, at: int, after_note: bool) -> bool:
        """Whether a right double mark at a place opens a quotation, as in Swedish."""
        before, following = self.text.char_before(at), self.text.unit(at + 1)
        free = after_note or at == 0 or before in _AFTER_RIGHT or kind(before) == "Pd"
        return free and following != "" and following not in SPACE


def _is_comparison(text: Text, at: int) -> bool:
    """Whether a less-than sign at a place stands between numbers."""
    units = text.units
    right = text.skip_in_paragraph(at + 1)
    if right >= text.size or not _RIGHT_OPERAND.match(text.stand_in, right):
        return False
    left = at
    while left > 0 and units[left - 1] in IN_PARAGRAPH:
        left -= 1
    if text.unit(left - 1) in (")", "]", "}"):
        return True
    start = left
    while start > 0 and _in_operand(units[start - 1]):
        start -= 1
    return _LEFT_OPERAND.match(text.stand_in, start, left) is not None


def _in_operand(unit: str) -> bool:
    return unit in "._" or "\ud800" <= unit <= "\udfff" or is_alphanumeric(unit)
