"""Where a sentence ends in an ellipsis."""

from __future__ import annotations

from functools import cached_property

from infrarouge.reading.programs.javascript import is_cased, is_upper, kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import is_abbreviation, is_exception
from infrarouge.reading.programs.js_sentences.angles import Angles, Asides
from infrarouge.reading.programs.js_sentences.characters import CLOSERS, OPENERS, SPACE, char_at
from infrarouge.reading.programs.js_sentences.ellipses import AsciiState, EllipsisMarks, TypographicStack, starts_number
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in
from infrarouge.reading.programs.js_sentences.sentence_ends import SentenceEnds
from infrarouge.reading.programs.js_sentences.text import Text

_AFTER_SINGLE = SPACE | frozenset('.,!?;:)]}"”’»›')
_BRACKETED_DOTS = pattern(r"[\[(]\.{2,10}\Z")
_UNFINISHED = pattern(r"<B>{am is are was were be been being i}\.\.\.\Z", "ascii")


class EllipsisState:
    """Quotations and brackets that are open at a place of a text, as the rules of ellipses see them."""

    def __init__(self, text: Text, marks: EllipsisMarks, angles: Angles) -> None:
        self.text, self.marks, self.angles = text, marks, angles
        self.ascii = AsciiState()
        self.stack = TypographicStack()
        self.depth = 0
        self.alone = False
        self.floor = 0
        self.kept = False
        self._through = -1

    @property
    def size(self) -> int:
        """How many typographic quotations are open."""
        return len(self.stack.closers)

    def is_closer(self, at: int, size: int) -> bool:
        """Whether the mark at a place closes the last of the first `size` typographic quotations."""
        mark = self.text.unit(at)
        if mark == "" or size == 0:
            return False
        return self.stack.is_closer(mark, size, bool(self.marks.curly[at]), at in self.marks.english)

    def advance(self, at: int, alone: bool) -> None:
        """Take in the mark at a place; `alone` says that no sentence has started yet."""
        text, unit = self.text, self.text.units[at]
        if at > self._through:
            if self.ascii.take_pair(text, self.marks, at):
                self._through = at + 1
            elif unit == '"':
                self.ascii.take_double(text.double_state(at, self.ascii.double))
            elif unit == "'" and not self.marks.straight[at]:
                self.ascii.take_single(text.units, at, text.unit(at - 1))
        self.stack.track(unit, bool(self.marks.curly[at]), at in self.marks.english)
        self.floor = min(self.floor, self.size)
        self.kept = self.kept and self.size != self.floor
        if self.ascii.is_open or self.size or self.angles.is_loose(at):
            return
        if unit in OPENERS:
            if self.depth == 0:
                self.alone = alone
            self.depth += 1
        elif unit in CLOSERS:
            self.depth = max(0, self.depth - 1)

    def keeps_outer(self, at: int, end: int) -> bool:
        """Whether a sentence that would end here closes some of the quotations since the last end, but not all."""
        size = self.size
        for place in range(at + 1, end):
            if size <= self.floor:
                break
            size -= self.is_closer(place, size)
        return self.floor < size < self.size


class EllipsisEnds:
    """The rules of sentence ends in dots on a text."""

    def __init__(self, text: Text, ends: SentenceEnds) -> None:
        self.text, self.ends = text, ends

    @cached_property
    def marks(self) -> EllipsisMarks:
        """The quotation marks as these rules see them."""
        return EllipsisMarks(self.text)

    @cached_property
    def asides(self) -> Asides:
        """What stands aside in the text."""
        return Asides(self.text, self.marks, self.ends.angles)

    def end(self, at: int, state: EllipsisState) -> int | None:
        """Where a sentence whose last dot stands at a place ends, or None if it goes on."""
        text = self.text
        suffix, plain_suffix = text.suffix(at), text.plain_suffix(at)
        three = has_three_dots(suffix)
        single_next = three and state.ascii.single and text.unit(at + 1) == "'" and not text.is_pair(at + 1)
        outside = not state.ascii.double and not single_next and state.depth == 0
        if outside and not state.is_closer(at + 1, state.size) and self._is_glued(at):
            return at + 1
        run = _Run(state, at, three)
        end = run.end
        if end is None:
            return None
        closes_ascii = state.ascii.is_open and not run.ascii.is_open
        closes = closes_ascii or state.size > 0
        if end > at + 1 and three and (run.brackets < state.depth or run.ascii.is_open):
            return None
        if end < text.size and text.units[end] not in SPACE:
            cased = three and state.ascii.single and closes_ascii and is_cased(text.char(end))
            if not (closes and (self._is_glued(end - 1) or cased)):
                return end if self.ends.is_unspaced(at, end) else None
        if end == at + 1:
            return end
        if run.brackets and (run.brackets < state.depth or not (state.alone or closes)):
            return None
        start = wording.end_of(wording.DOTS_OPENING, text.units, end)
        if self.ends.reports(start, end, closes):
            return None
        if start < text.size:
            if not (self._starts_letter(end, start, three) or self._starts_number(start, plain_suffix)):
                return None
            if _BRACKETED_DOTS.search(suffix) or (is_abbreviation(plain_suffix) and is_exception(plain_suffix)):
                return None
            if three and closes and (self.asides.is_inline(end) or (text.neutral and self._is_elided_next(end))):
                return None
        return end

    def _is_glued(self, at: int) -> bool:
        """Whether opening marks follow right after a place, and then what may start a sentence."""
        text = self.text
        start = wording.end_of(wording.TIGHT_DOTS_OPENING, text.units, at + 1)
        if start == at + 1 or wording.BRACKETED_NUMBER.match(text.stand_in, at + 1):
            return False
        char = text.char(start)
        return char != "" and (starts_number(text, start) or text.starts_sentence(char))

    def _starts_letter(self, end: int, start: int, three: bool) -> bool:
        text = self.text
        if not text.neutral:
            return is_upper(text.char(start))
        return text.starts_neutral(end, start) and not (three and wording.THEN_WHAT.match(text.stand_in, start))

    def _starts_number(self, start: int, suffix: str) -> bool:
        text = self.text
        if not starts_number(text, start) or is_abbreviation(suffix):
            return False
        return not wording.QUANTITY_AFTER_DOTS.match(text.stand_in, start)

    def _is_elided_next(self, at: int) -> bool:
        text = self.text
        at = text.skip_space(at)
        if at >= text.size or not (self.marks.curly[at] or self.marks.straight[at]):
            return False
        return text.units[at] in ("'", "‘", "’") and text.is_elision(at, wording.ELIDED_JOIN)

    def is_terminal(self, place: int, units: str, at: int, suffix: str, is_open: bool) -> bool:
        """Whether a bare ellipsis with this suffix ends a sentence.

        What follows is given as `units` from `at` on, and `place` is where that stands in the text at the earliest;
        `is_open` says that something is open around the dots.
        """
        if not suffix.endswith("..."):
            return False
        four = suffix.endswith("....")
        if not self._starts_terminal(place, units, at, four):
            return False
        if not four and (is_open or _UNFINISHED.search(suffix)):
            return False
        return not self.asides.is_inline(place)

    def _starts_terminal(self, place: int, units: str, at: int, four: bool) -> bool:
        text = self.text
        start = wording.end_of(wording.DOTS_OPENING, units, at)
        following = text.stand_in if units is text.units else stand_in(units)
        if wording.NUMBER_START.match(following, start) and not wording.QUANTITY_AFTER_DOTS.match(following, start):
            return True
        char = char_at(units, start)
        if not text.neutral:
            return char != "" and is_upper(char)
        if four or not is_cased(char):
            return is_cased(char)
        if self._is_elided_next(place) or wording.THEN_WHAT.match(following, start):
            return False
        return wording.is_independent_or_new(following, start)


class _Run:
    """The closing marks after the last dot of an ellipsis: where they end, and what they close."""

    def __init__(self, state: EllipsisState, at: int, three: bool) -> None:
        self.state, self.three = state, three
        self.ascii = state.ascii.copy()
        self.brackets = 0
        self._quotations = state.size
        place, after = -1, at + 1
        while after != place:
            place, after = after, self._step(after)
        self.end = None if place > at + 1 and self._quotations > 0 else place

    def _step(self, at: int) -> int:
        """Go over what closes at a place, or over the white space before it; stay where nothing does."""
        state, text = self.state, self.state.text
        mark = text.unit(at)
        if mark == "" or (mark in ("‘", "’") and state.marks.curly[at]):
            return at
        if state.is_closer(at, self._quotations):
            self._quotations -= 1
            return at + 1
        if self._quotations == 0 and not self._is_awaited(at):
            past_single = self.three and state.ascii.single and not self.ascii.single and mark == '"'
            if state.size or past_single:
                return at
        if self.ascii.double and text.is_pair(at) and self.ascii.take_pair(text, state.marks, at):
            return at + 2
        if mark in CLOSERS:
            self.brackets += not self.three or (self._quotations == 0 and not self.ascii.is_open)
            return at + 1
        if mark in ('"', "'"):
            self.ascii.double = self.ascii.double and mark != '"'
            self.ascii.single = self.ascii.single and mark != "'"
            return at + 1
        beyond = text.skip_space(at)
        return beyond if at < beyond < text.size and self._closes(beyond) else at

    def _is_awaited(self, at: int) -> bool:
        """Whether a place holds no straight mark, or one that closes what is open."""
        mark = self.state.text.units[at]
        if mark == '"':
            return self.ascii.double
        return mark != "'" or self.ascii.single or (self.ascii.double and self.state.text.is_pair(at))

    def _closes(self, at: int) -> bool:
        """Whether the mark at a place closes something although white space stands before it."""
        text, mark = self.state.text, self.state.text.units[at]
        if mark in CLOSERS or (self.ascii.double and (mark == '"' or text.is_pair(at))):
            return True
        following = text.unit(at + 1)
        ends_single = following == "" or following in _AFTER_SINGLE or kind(following) == "Pd"
        if self.three and self.ascii.single and mark == "'" and ends_single:
            return True
        return self.state.is_closer(at, self._quotations)


def has_three_dots(suffix: str) -> bool:
    """Whether a text ends in exactly three dots."""
    return suffix.endswith("...") and not suffix.endswith("....")
