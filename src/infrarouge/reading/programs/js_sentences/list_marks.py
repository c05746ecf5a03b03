"""Code, quotations and brackets as the rules of lists see them: an item's number counts outside of all of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from infrarouge.reading.programs.javascript import kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    DOUBLE_TICKS,
    OPENERS,
    PARTNERS,
    SPACE,
    TERMINALS,
    is_alphanumeric,
    is_number,
    is_punctuation,
    width,
)
from infrarouge.reading.programs.js_sentences.text import Text

FREE, OPENING, APOSTROPHE, CODE = 0, 1, 2, 4
"""What a flag says of a unit: nothing, that a mark opens a quotation of numbers, that it quotes nothing, code."""

_TICK = re.compile("(?<!`)`(?!`)")
_QUOTES = frozenset("\"'`“”‘’«»‹›")
_CLOSER_OF = {"“": "”", "«": "»", "‹": "›", "‘": "’"}
_AFTER_NUMBERS = SPACE | frozenset('.,!?;:)]}>"”»')
_S = frozenset("sS\u017f")
_NOT_POSSESSED = frozenset(".!?,;:\"'`‘’“”«»‹›")
_MARKS = re.compile("[\"'`“”‘’«»‹›()\\[\\]{}<>.!?:;\r\n]")


class ListMarks:
    """The flags of a text's units, its angle brackets, and its closing brackets that are labels of items."""

    def __init__(self, text: Text, label_ends: frozenset[int]) -> None:
        self.text = text
        self.flags = bytearray(text.size)
        self._flag_code()
        self._flag_numbers()
        self._flag_possessives()
        self._label_ends = label_ends

    # ------------------------------------------------------------ marks one by one

    def _is_escaped(self, at: int) -> bool:
        return self.text.units[at] in _QUOTES and self.text.is_escaped(at)

    def _is_free(self, at: int) -> bool:
        """Whether what stands before a place lets a quotation open there."""
        before = self.text.unit(at - 1)
        return at == 0 or before in SPACE or before in ("<", "=", ">") or is_punctuation(before)

    def _is_possessive(self, at: int) -> bool:
        text = self.text
        if text.unit(at - 1) not in _S or text.unit(at + 1) not in SPACE:
            return False
        at += 2
        char = text.char(at)
        while char in SPACE or (kind(char)[0] in "PS" and char not in _NOT_POSSESSED):
            at += width(char)
            char = text.char(at)
        return is_alphanumeric(char)

    def closer(self, at: int) -> str:
        """The mark that closes a quotation opened at a place, or nothing if none opens there."""
        text, mark = self.text, self.text.units[at]
        if mark not in _QUOTES or self._is_escaped(at) or text.is_n_pair(at):
            return ""
        if text.is_pair(at, DOUBLE_TICKS) or (text.is_pair(at) and text.opens_treebank(at)):
            return DOUBLE_APOSTROPHES
        if mark == '"':
            return mark if self._is_free(at) else ""
        if mark == "'":
            numeric = self.flags[at] != OPENING and is_number(text.char(at + 1))
            elided = text.is_elision(at, wording.ELISION_OF_WORD)
            return mark if self._is_free(at) and not numeric and not elided else ""
        return _CLOSER_OF.get(mark, "")

    def is_literal(self, at: int, flagged: bool = True) -> bool:
        """Whether a mark at a place closes nothing; the flags count if `flagged`."""
        text, mark = self.text, self.text.units[at]
        if self._is_escaped(at) or text.is_n_pair(at):
            return True
        if mark not in ("'", "’"):
            return False
        if (flagged and self.flags[at] == APOSTROPHE) or text.is_in_word(at):
            return True
        return text.unit(at - 1) not in TERMINALS and text.is_elision(at, wording.ELISION_OF_WORD)

    # ------------------------------------------------------------ flags

    def _flag_code(self) -> None:
        opening: int | None = None
        for match in _TICK.finditer(self.text.units):
            at = match.start()
            if opening is not None:
                self.flags[opening : at + 1] = bytes([CODE]) * (at + 1 - opening)
                opening = None
            elif not self._is_escaped(at):
                opening = at

    def _flag_numbers(self) -> None:
        """Flag the marks around numbers: the one that opens, and those between that quote nothing."""
        text, flags = self.text, self.flags
        candidate: int | None = None
        for at in text.places_of("'").places:
            if flags[at] == CODE or self._is_escaped(at) or text.is_n_pair(at):
                continue
            following = text.char(at + 1)
            if self._is_free(at) and is_number(following):
                candidate = at
            elif candidate is not None:
                ends = following == "" or following in _AFTER_NUMBERS or kind(following) == "Pd"
                if not self._is_possessive(at) and (text.unit(at - 1) in TERMINALS or ends):
                    flags[candidate] = OPENING
                    for place in range(candidate + 1, at):
                        if flags[place] != CODE:
                            flags[place] = APOSTROPHE
                    candidate = None
                elif (
                    self._is_free(at)
                    and following not in SPACE
                    and following != ""
                    and not text.is_elision(at, wording.ELISION_OF_WORD)
                ):
                    candidate = None

    def _flag_possessives(self) -> None:
        text, flags = self.text, self.flags
        openings: dict[str, int | None] = {"'": None, "’": None}
        candidates: dict[str, int | None] = {"'": None, "’": None}
        for at in text.places_of("'‘’").places:
            mark = text.units[at]
            closer = "'" if mark == "'" else "’"
            if openings[closer] is not None and flags[at] == OPENING:
                flags[at] = APOSTROPHE
            if flags[at] in (CODE, APOSTROPHE) or self.is_literal(at, flagged=False):
                continue
            opens = self.closer(at) == closer
            following = text.unit(at + 1)
            if mark == "‘" or openings[closer] is None:
                if opens:
                    openings[closer], candidates[closer] = at, None
            elif self._is_possessive(at):
                candidates[closer] = at if candidates[closer] is None else candidates[closer]
            elif opens and following != "" and following not in SPACE and text.unit(at - 1) not in TERMINALS:
                openings[closer], candidates[closer] = at, None
            else:
                candidate = candidates[closer]
                if candidate is not None:
                    for place in range(candidate, at):
                        if text.units[place] == closer and flags[place] != CODE:
                            flags[place] = APOSTROPHE
                openings[closer] = candidates[closer] = None

    # ------------------------------------------------------------ brackets

    @cached_property
    def angles(self) -> frozenset[int]:
        """The less-than signs that open brackets."""
        opened: list[int] = []
        paired: set[int] = set()

        def take(at: int) -> None:
            if self.text.units[at] == "<":
                opened.append(at)
            elif self.text.units[at] == ">" and opened:
                paired.add(opened.pop())

        MarkWalk().advance(self, self.text.size, take)
        return frozenset(paired)

    @cached_property
    def labels(self) -> frozenset[int]:
        """The closing brackets that belong to the numbers of items, so that they close nothing."""
        units, labels = self.text.units, set[int]()
        brackets = Brackets(self.angles, frozenset())
        depth, candidate = 0, -1

        def take(at: int) -> None:
            nonlocal depth, candidate
            mark = units[at]
            brackets.take(mark, at)
            if mark not in ("(", ")") or brackets.others:
                return
            is_label = at + 1 in self._label_ends
            if mark == "(":
                depth, candidate = depth + 1, -1
            elif depth > 0:
                depth -= 1
                if depth == 0 and is_label:
                    candidate = at
            elif not is_label and candidate >= 0:
                labels.update(place for place in range(candidate, at) if units[place] == ")")
                candidate = -1

        MarkWalk().advance(self, self.text.size, take)
        return frozenset(labels)


class Brackets:
    """The brackets that are open, each by the one that closes it."""

    def __init__(self, angles: frozenset[int], labels: frozenset[int]) -> None:
        self.open: list[str] = []
        self.others = 0
        """How many of them are not round."""
        self._angles, self._labels = angles, labels

    def copy(self) -> Brackets:
        """The same brackets, to be changed apart."""
        twin = Brackets(self._angles, self._labels)
        twin.open, twin.others = list(self.open), self.others
        return twin

    def take(self, mark: str, at: int) -> None:
        """Take in a mark at a place."""
        if mark in OPENERS:
            if mark != "<" or at in self._angles:
                self.open.append(PARTNERS[mark])
                self.others += mark != "("
        elif mark in CLOSERS and self.open and self.open[-1] == mark and at not in self._labels:
            self.open.pop()
            self.others -= mark != ")"


class MarkWalk:
    """How far a text was walked over, and the closing mark of the quotation around that place."""

    def __init__(self, at: int = 0, closer: str = "") -> None:
        self.at, self.closer = at, closer

    def advance(self, marks: ListMarks, end: int, take: Callable[[int], None]) -> None:
        """Walk up to a place and hand over each mark outside quotations and code."""
        units, flags = marks.text.units, marks.flags
        for match in _MARKS.finditer(units, self.at, max(self.at, end)):
            at = match.start()
            if at < self.at or flags[at] == CODE:
                continue
            if self.closer:
                if units.startswith(self.closer, at) and not marks.is_literal(at):
                    self.at = at + len(self.closer)
                    self.closer = ""
                continue
            closer = marks.closer(at)
            if closer:
                self.closer = closer
                self.at = at + len(closer)
            else:
                take(at)
        self.at = max(self.at, end)
