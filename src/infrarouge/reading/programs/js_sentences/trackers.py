"""What is open around an ellipsis, told from stretches of a text that are handed over in order."""

from __future__ import annotations

import re

from infrarouge.reading.programs.js_sentences.angles import Angles
from infrarouge.reading.programs.js_sentences.characters import (
    DOUBLE_TICKS,
    OPENERS,
    PARTNERS,
    SPACE,
    char_at,
    is_letter,
    is_punctuation,
)
from infrarouge.reading.programs.js_sentences.ellipses import AsciiState, EllipsisMarks, TypographicStack
from infrarouge.reading.programs.js_sentences.text import Text

_PLACED = frozenset("'‘’“")
_MARKS = re.compile("[\"'`“”‘’«»„‹›()\\[\\]{}<>]")


class Pointers:
    """How far the marks of a text were met that must be looked up there: single marks with the English opening one,
    and angles."""

    def __init__(self, text: Text, at: int = 0) -> None:
        self.text = text
        self.marks = self.angles = at

    def next_mark(self, mark: str) -> int:
        """The place of the next such mark; -1 if there is none."""
        at = self.text.units.find(mark, self.marks)
        self.marks = at + 1
        return at

    def next_angle(self, mark: str) -> int:
        """The place of the next such angle."""
        at = self.text.next_place(mark, self.angles)
        self.angles = at + 1
        return at


class Tracker:
    """Follows what is open over stretches of a text."""

    def __init__(self, marks: EllipsisMarks, angles: Angles, pointers: Pointers) -> None:
        self.text, self.marks, self.angles, self.pointers = marks.text, marks, angles, pointers
        self.ascii = AsciiState()
        self.stack = TypographicStack()
        self._brackets: list[str] = []
        self._last = ""

    @property
    def is_open(self) -> bool:
        """Whether a quotation or a bracket is open."""
        return bool(self._brackets or self.stack.closers or self.ascii.is_open)

    def append(self, units: str) -> None:
        """Take in the next stretch."""
        through = 0
        for match in _MARKS.finditer(units):
            at, mark = match.start(), match.group()
            if at < through:
                continue
            before = units[at - 1] if at else self._last
            place = self.pointers.next_mark(mark) if mark in _PLACED else -1
            if self._takes_pair(units, at, mark, place):
                through = at + 2
            elif not self.stack.track(mark, place >= 0 and bool(self.marks.curly[place]), place in self.marks.english):
                self._take(units, at, mark, before, place)
        self._last = units[-1:] or self._last

    def _takes_pair(self, units: str, at: int, mark: str, place: int) -> bool:
        if mark == "`" and units.startswith(DOUBLE_TICKS, at):
            self.ascii.take_ticks()
            return True
        if mark == "'" and place >= 0 and self.ascii.take_pair(self.text, self.marks, place):
            self.pointers.next_mark(mark)
            return True
        return False

    def _take(self, units: str, at: int, mark: str, before: str, place: int) -> None:
        if mark == '"':
            free = before == "" or before in SPACE or is_punctuation(before)
            self.ascii.take_double(not self.ascii.double and free)
        elif mark == "'":
            if place < 0 or not self.marks.straight[place]:
                self.ascii.take_single(units, at, before)
        elif (
            (mark in ("<", ">") and self.pointers.next_angle(mark) not in self.angles.brackets)
            or self.ascii.is_open
            or self.stack.closers
        ):
            return
        elif mark in OPENERS:
            if mark != "<" or is_letter(char_at(units, at + 1)):
                self._brackets.append(PARTNERS[mark])
        elif self._brackets and self._brackets[-1] == mark:
            self._brackets.pop()
