"""One walk over a text that cuts it into pieces: separator, sentence, separator, sentence, ..., rest."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from infrarouge.reading.programs.javascript import JS_SPACE
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import is_abbreviation, is_versus, never_ends
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.angles import QUOTING
from infrarouge.reading.programs.js_sentences.characters import CLOSERS, IN_LINE, NEWLINE, OPENERS, SPACE, TERMINALS
from infrarouge.reading.programs.js_sentences.citation_ends import KEEP
from infrarouge.reading.programs.js_sentences.citations import CitationState
from infrarouge.reading.programs.js_sentences.ellipsis_ends import EllipsisState
from infrarouge.reading.programs.js_sentences.questions import QuestionAhead
from infrarouge.reading.programs.js_sentences.quotations import CLOSING_MARKS, Kind
from infrarouge.reading.programs.js_sentences.scoped import ENDS_IN_DOTS, Mask, ScopedQuestions
from infrarouge.reading.programs.js_sentences.sentence_ends import Moment

# Everything else is passed over: it starts a sentence at most.
_MARKS = re.compile("[\"'`‘’‚“”„«»‹›「」『』()\\[\\]{}<>.!?\r\n]")
_NOT_SPACE = re.compile(f"[^{JS_SPACE}]")
_NEWLINES = re.compile(r"[\r\n]+")
_BEFORE_WORD = SPACE | OPENERS | frozenset("\"'")


class Piece(NamedTuple):
    """A part of the text, where it starts, and whether it ends in vs. inside a quotation."""

    units: str
    start: int
    in_quotation: bool = False


class Scan:
    """Cuts a text into pieces.

    >>> from infrarouge.reading.programs.js_sentences.text import Text
    >>> [piece.units for piece in Scan(TextAnalysis(Text("He met Dr. No. Then", False), frozenset())).pieces]
    ['', 'He met Dr.', ' ', 'No.', ' Then']
    """

    def __init__(self, analysis: TextAnalysis) -> None:
        self.analysis = analysis
        self.text = analysis.text
        self.pieces: list[Piece] = []
        self._start: int | None = None
        self._last_end = 0
        self._started = False
        self._open: set[Kind] = set()
        self._pending = ""
        self._depth = 0
        self._alone = False
        self._quote_end = -1
        self._scoped_through = 0
        # A sentence's start, where its first word is, and whether that may start a question over a quotation.
        self._first = -1, 0, False
        self._citations = CitationState(analysis.citations)
        self._ellipses: EllipsisState | None = None
        if analysis.has_ellipses:
            self._ellipses = EllipsisState(self.text, analysis.ellipsis_ends.marks, analysis.angles)
        analysis.ends.asks = QuestionAhead(analysis, lambda: self._citations).asks
        self._walk()

    def _walk(self) -> None:
        units, passed = self.text.units, 0
        for match in _MARKS.finditer(units):
            at = match.start()
            self._start_between(max(passed, self._last_end), at)
            passed = at + 1
            self._advance(at)
            if at < self._last_end or units[at] in NEWLINE:
                self._start = None
                continue
            self._started = True
            if self._start is None:
                self._start = at
                continue
            self._look_for_scope(at)
            if units[at] in TERMINALS:
                self._terminal(at)
        rest = units[self._last_end :]
        if 0 < self._citations.through == self._last_end:
            rest = rest.lstrip(JS_SPACE)
        self.pieces.append(Piece(rest, self._last_end))

    def _start_between(self, start: int, end: int) -> None:
        """Start a sentence at the first character between two marks, if none has started."""
        if self._start is None and start < end:
            match = _NOT_SPACE.search(self.text.units, start, end)
            if match is not None:
                self._started = True
                self._start = match.start()

    # ------------------------------------------------------------ what is open

    def _advance(self, at: int) -> None:
        """Take in what the mark at a place opens or closes."""
        unit, alone = self.text.units[at], self._start is None
        if unit in TERMINALS or unit in NEWLINE:
            self._citations.at = at
            return
        if self._ellipses is not None:
            self._ellipses.advance(at, alone)
        self._quote(at, unit)
        if unit in OPENERS or unit in CLOSERS:
            self._bracket(at, unit)
        self._citations.advance(at, alone)

    def _quote(self, at: int, unit: str) -> None:
        quotations, angles = self.analysis.quotations, self.analysis.angles
        if at in quotations.closing_of:
            self._open.add(quotations.kind(at))
            self._pending = self._closing_marks()
        elif at in quotations.opening_of:
            self._open.discard(quotations.kind(at))
            self._pending = self._closing_marks()
        if at > self._quote_end and unit in QUOTING and self.text.unit(at - 1) != "'":
            closer = angles.quotation(at)
            if closer:
                end = angles.quotation_end(at, closer)
                self._quote_end = -2 if end is None else end - 1

    def _closing_marks(self) -> str:
        return "".join(CLOSING_MARKS[which] for which in sorted(self._open))

    def _bracket(self, at: int, unit: str) -> None:
        if self._pending or at < self._quote_end or self.analysis.angles.is_loose(at) or self.text.is_escaped(at):
            return
        if unit in OPENERS:
            if self._depth == 0:
                self._alone = not self._started or self._follows_paragraph(at)
            self._depth += 1
        else:
            self._depth = max(0, self._depth - 1)

    def _follows_paragraph(self, at: int) -> bool:
        """Whether at least two lines end in the white space before a place."""
        space = self.text.units[self.text.space_start(at) : at]
        return space.replace("\r\n", "\n").replace("\r", "\n").count("\n") >= 2

    # ------------------------------------------------------------ questions that reach over quotations

    @cached_property
    def mask(self) -> Mask:
        """What each terminal does, for questions that reach over quotations."""
        return Mask(self.analysis)

    @cached_property
    def _questions(self) -> ScopedQuestions:
        return ScopedQuestions(self.analysis, self.mask)

    def _look_for_scope(self, at: int) -> None:
        closing = self.analysis.quotations.closing_of.get(at)
        if closing is None or at < self._scoped_through or self._start is None:
            return
        if self._first[0] != self._start:
            first = wording.end_of(wording.OPENING, self.text.units, self._start)
            self._first = self._start, first, wording.SCOPING.match(self.text.stand_in, first) is not None
        _, first, is_scoping = self._first
        if is_scoping:
            question = self._questions.question(first)
            if question is not None:
                self._scoped_through = min(closing + 1, question)

    # ------------------------------------------------------------ ends

    def _terminal(self, at: int) -> None:
        """Cut the text after the terminal at a place, if a sentence ends there."""
        analysis, ellipses = self.analysis, self._ellipses
        spaced = analysis.spaced
        if at in analysis.list_periods:
            return
        if at in spaced.protected:
            if ellipses is not None and at in spaced.open_ends and ellipses.size > ellipses.floor:
                ellipses.kept = True
            return
        cited = analysis.citation_ends.answer(self._citations, at, Kind.CURLY_SINGLE in self._open)
        if cited == KEEP:
            return
        if cited is not None:
            self._emit(at, cited)
            self._citations.through = cited
            if ellipses is not None:
                ellipses.kept, ellipses.floor = False, ellipses.size
            self._ended(cited)
            return
        if at >= self._scoped_through or self.mask[at] == ENDS_IN_DOTS:
            self._uncited(at)

    def _uncited(self, at: int) -> None:
        """Cut the text after a terminal that has no citation."""
        text, analysis, ellipses = self.text, self.analysis, self._ellipses
        in_spaced = at in analysis.spaced.boundaries
        dots = in_spaced or text.units[max(0, at - 2) : at + 1] == "..."
        outside = not self._pending and at >= self._quote_end and self._depth == 0
        glued = outside and not dots and analysis.ends.is_glued(at)
        if dots and ellipses is not None:
            end = analysis.ellipsis_ends.end(at, ellipses)
        else:
            end = at + 1 if glued else self._ordinary_end(at)
        if end is not None and analysis.citation_ends.is_kept(self._citations, at, end):
            end = None
        if ellipses is not None and self._goes_on_in_dots(ellipses, at, end, dots):
            return
        if end is None:
            return
        self._emit(at, end)
        starts_anew = glued or not self._ends_in_abbreviation(at, end)
        if in_spaced or (dots and end > at + 1):
            while text.unit(end) in IN_LINE:
                end += 1
        self._ended(end)
        self._started = not starts_anew

    def _ordinary_end(self, at: int) -> int | None:
        moment = Moment(self._pending, self._quote_end, self._depth, self._alone)
        end = self.analysis.ends.end(at, moment)
        if end is None or len(self._pending) < 2:
            return end
        return None if self.analysis.quotations.is_inside(at, end, self._pending) else end

    def _goes_on_in_dots(self, ellipses: EllipsisState, at: int, end: int | None, dots: bool) -> bool:
        """Whether quotations that an ellipsis kept open forbid an end; note what this end keeps open."""
        text, suffix = self.text, self.text.suffix(at)
        kept = suffix.endswith("...") and ellipses.size > ellipses.floor
        if kept and end is not None:
            rules = self.analysis.ellipsis_ends
            kept = end == at + 1 and not rules.is_terminal(at + 1, text.units, at + 1, suffix, True)
        ellipses.kept = ellipses.kept or kept
        if end is None or (not dots and ellipses.kept and ellipses.keeps_outer(at, end)):
            return True
        if not kept:
            ellipses.kept = False
            ellipses.floor = ellipses.size
        return False

    def _ends_in_abbreviation(self, at: int, end: int) -> bool:
        """Whether the sentence stops right after an abbreviation, so that brackets after it may belong to it."""
        text, suffix = self.text, self.text.plain_suffix(at)
        if end != at + 1 or not is_abbreviation(suffix):
            return False
        start = end
        while text.unit(start) in _BEFORE_WORD:
            start += 1
        return not is_versus(suffix) or never_ends(suffix, text.units, start)

    def _emit(self, at: int, end: int) -> None:
        units, start = self.text.units, self._start
        if start is None:
            return
        sentence = _NEWLINES.sub(" ", units[start:end])
        in_quotation = end <= self._quote_end and is_versus(units[max(0, at - 4) : at + 1])
        self.pieces += [Piece(units[self._last_end : start], self._last_end), Piece(sentence, start, in_quotation)]

    def _ended(self, end: int) -> None:
        self._last_end = end
        self._start = None
        self._started = False
        self._citations.kept = False
