"""Quotation marks as the rules of ellipses see them, and ellipses whose dots stand apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from infrarouge.reading.programs.javascript import is_cased, is_upper, kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.characters import (
    DOUBLE_TICKS,
    IN_LINE,
    SPACE,
    TERMINALS,
    is_number,
    is_punctuation,
)
from infrarouge.reading.programs.js_sentences.text import Text

_ENDS_SINGLE = SPACE | frozenset(".,!?;:)]}")
_ENDS_OPENING = _ENDS_SINGLE | frozenset("”’»›")
_S = frozenset("sS")
CLOSER_OF = {"“": "”", "‘": "’", "«": "»", "„": "“", "‹": "›"}


class _Open(NamedTuple):
    """A mark of a depth that turns out to be an apostrophe, or (`undo`) not to be one, when that depth closes."""

    depth: int
    at: int
    undo: bool


class EllipsisMarks:
    """Which single marks are apostrophes, and which opening double ones are English, to the rules of ellipses.

    >>> list(EllipsisMarks(Text("It’s ‘so...’", False)).curly)
    [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.curly = bytearray(text.size)
        self.straight = bytearray(text.size)
        self.english = frozenset(
            at
            for at in text.places_of("“").places
            if text.next_place("”", at + 1) < text.next_place("“", at + 1) < text.size
        )
        self._depth = 0
        self._entries: list[_Open] = []
        self._opening: int | None = None
        self._candidate: int | None = None
        reserve = self._reserve()
        for match in re.finditer("['‘’]", text.units):
            at, mark = match.start(), match.group()
            elided = self._is_elision(at, mark == "’" and self._depth == 0)
            if text.is_in_word(at):
                (self.straight if mark == "'" else self.curly)[at] = True
            elif mark == "'":
                self._straight(at, elided)
            elif elided:
                self.curly[at] = True
                if mark == "‘" and reserve[at] > self._depth:
                    self._depth += 1
                    self._entries.append(_Open(self._depth, at, True))
            elif mark == "‘":
                self._depth += 1
            elif text.unit(at - 1) in _S:
                if self._depth > 0:
                    self._entries.append(_Open(self._depth, at, False))
            else:
                self._close_curly()

    def _is_elision(self, at: int, right: bool) -> bool:
        text = self.text
        if not text.is_elision(at, wording.ELISION_AFTER_DOTS):
            return False
        if text.unit(at - 1) not in TERMINALS:
            return True
        joined = (text.units[at] == "‘" or right) and text.is_elision(at, wording.ELIDED_JOIN)
        return joined and text.units[max(0, at - 3) : at] == "..." and text.unit(at - 4) != "."

    def _reserve(self) -> dict[int, int]:
        """For each elided opening mark, how many closing ones right of it wait for an opening one."""
        text, reserve, waiting = self.text, {}, 0
        for at in reversed(text.places_of("‘’").places):
            if text.is_in_word(at):
                continue
            elided = self._is_elision(at, False)
            if text.units[at] == "’":
                waiting += not elided and text.unit(at - 1) not in _S
            elif elided:
                reserve[at] = waiting
            else:
                waiting = max(0, waiting - 1)
        return reserve

    def _straight(self, at: int, elided: bool) -> None:
        text, before, following = self.text, self.text.char_before(at), self.text.char(at + 1)
        if elided:
            self.straight[at] = True
            self._opening = at if self._opening is None else self._opening
        elif (
            (at == 0 or before in SPACE or is_punctuation(before))
            and following
            and following not in _ENDS_OPENING
            and kind(following) != "Pd"
        ):
            self._opening, self._candidate = at, None
        elif text.unit(at - 1) in _S:
            self._candidate = at if self._candidate is None else self._candidate
        else:
            if self._opening is not None:
                self.straight[self._opening] = False
            if self._candidate is not None:
                self.straight[self._candidate : at] = b"\1" * (at - self._candidate)
            self._opening = self._candidate = None

    def _close_curly(self) -> None:
        while self._entries and self._entries[-1].depth == self._depth:
            entry = self._entries.pop()
            self.curly[entry.at] = not entry.undo
        self._depth = max(0, self._depth - 1)


class TypographicStack:
    """The typographic quotations that are open, each by the mark that closes it."""

    def __init__(self) -> None:
        self.closers: list[str] = []

    def is_closer(self, mark: str, size: int, apostrophe: bool, english: bool) -> bool:
        """Whether a mark closes the last of the first `size` open quotations."""
        if size == 0 or mark != self.closers[size - 1]:
            return False
        if mark in ("‘", "’"):
            return not apostrophe
        # An English opening mark is the closing one of a German quotation, unless an English one is open as well.
        return not (mark == "“" and english and "”" not in self.closers[:size])

    def track(self, mark: str, apostrophe: bool, english: bool) -> int:
        """Take in a mark: -1 if it closes a quotation, 1 if it opens one, 0 if it does neither."""
        if mark in ("‘", "’") and apostrophe:
            return 0
        if self.is_closer(mark, len(self.closers), apostrophe, english):
            self.closers.pop()
            return -1
        if mark in CLOSER_OF:
            self.closers.append(CLOSER_OF[mark])
            return 1
        return 0


class AsciiState:
    """Whether a text is inside double and single straight marks, and whether the double ones stand in the single."""

    def __init__(self, double: bool = False, single: bool = False, nested: bool = False) -> None:
        self.double, self.single, self.nested = double, single, nested

    def copy(self) -> AsciiState:
        """The same state, to be changed apart."""
        return AsciiState(self.double, self.single, self.nested)

    @property
    def is_open(self) -> bool:
        """Whether a quotation is open."""
        return self.double or self.single

    def take_ticks(self) -> None:
        """Take in two back-ticks."""
        self.double, self.nested = True, self.single

    def take_apostrophes(self, text: Text, marks: EllipsisMarks, at: int) -> bool:
        """Take in the two apostrophes at a place, unless they are something else."""
        if self.double:
            if self.single and not self.nested:
                return False
            self.double = False
            return True
        if marks.straight[at] or not text.opens_treebank(at):
            return False
        self.take_ticks()
        return True

    def take_pair(self, text: Text, marks: EllipsisMarks, at: int) -> bool:
        """Take in two of a mark at a place, if there are two and they quote."""
        if text.units[at] == "`" and text.is_pair(at, DOUBLE_TICKS):
            self.take_ticks()
            return True
        return text.units[at] == "'" and text.is_pair(at) and self.take_apostrophes(text, marks, at)

    def take_double(self, double: bool) -> None:
        """Take in a straight double mark, after which `double` says whether its quotation is open."""
        self.double = double
        self.nested = double and self.single

    def take_single(self, units: str, at: int, before: str) -> None:
        """Take in a straight single mark, with `before` the unit in front of it."""
        following = units[at + 1 : at + 2]
        if self.single:
            closing_pair = self.double and not self.nested and units.startswith("''", at + 1)
            self.single = (
                following != "" and following not in _ENDS_SINGLE and kind(following) != "Pd" and not closing_pair
            )
        else:
            free = before == "" or before in SPACE or is_punctuation(before)
            free = free or (self.double and units[max(0, at - 2) : at] == DOUBLE_TICKS)
            self.single = free and following != "" and following not in SPACE


class SpacedEllipses:
    """Ellipses with white space between their dots: where a sentence ends in one, and which dots end none.

    >>> spaced = SpacedEllipses(Text("It was . . . . Long. So . . . long", False))
    >>> spaced.boundaries, sorted(spaced.protected), spaced.open_ends
    ({13: 14}, [7, 9, 11, 24, 26, 28], {28})
    """

    def __init__(self, text: Text) -> None:
        self.boundaries: dict[int, int] = {}
        """For each dot that may end a sentence, where its ellipsis ends."""
        self.protected: set[int] = set()
        self.open_ends: set[int] = set()
        """The last places of ellipses that end no sentence."""
        for match in _SPACED.finditer(text.units):
            start, end = match.span()
            dots = [at for at in range(start, end) if text.units[at] == "."]
            if len(dots) >= 5 and is_number(text.char(end)):
                # The last dot is a decimal point.
                dots.pop()
                end -= 1
            boundary = -1
            if len(dots) >= 4 and _starts_sentence(text, end):
                glued = start > 0 and text.units[start - 1] not in SPACE
                boundary = start if glued else dots[-1]
                self.boundaries[boundary] = end
            else:
                self.open_ends.add(end - 1)
            self.protected.update(at for at in dots if at != boundary)

    def __bool__(self) -> bool:
        return bool(self.protected)


_SPACED = re.compile(rf"\.(?:[{''.join(IN_LINE)}]+\.){{2,}}")


def _starts_sentence(text: Text, at: int) -> bool:
    at = wording.end_of(wording.DOTS_OPENING, text.units, at)
    while text.unit(at) in ("”", "’"):
        at = wording.end_of(wording.DOTS_OPENING, text.units, at + 1)
    char = text.char(at)
    if starts_number(text, at):
        return True
    return char != "" and (is_cased(char) if text.neutral else is_upper(char))


def starts_number(text: Text, at: int) -> bool:
    """Whether a number starts at a place, with its sign or currency."""
    return wording.NUMBER_START.match(text.stand_in, at) is not None
