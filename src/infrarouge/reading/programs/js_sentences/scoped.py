"""Questions that reach over a quotation, as in: Who said "Is it? No." yesterday?

The word who, which, whose or whom starts them. A finder keeps what it found from one call to the next, and what it
keeps shows in the sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from infrarouge.reading.programs.javascript import is_cased, is_upper
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    NEWLINE,
    OPENERS,
    SPACE,
    TAIL,
    TERMINALS,
    width,
)
from infrarouge.reading.programs.js_sentences.citation_ends import KEEP
from infrarouge.reading.programs.js_sentences.citations import MARKS as CITATION_MARKS
from infrarouge.reading.programs.js_sentences.citations import CitationState
from infrarouge.reading.programs.js_sentences.questions import DotsAhead, Terminal, Terminals, terminal_from
from infrarouge.reading.programs.js_sentences.quotations import Kind
from infrarouge.reading.programs.js_sentences.sentence_ends import OPENING_QUOTES

ENDS, INSIDE, NO_END, ENDS_IN_DOTS = range(4)
"""What the last unit of a terminal does: end a sentence, nothing yet known, nothing, end one in four dots or more."""

_QUOTE_TOKEN = re.compile("``|''|[\"'‘’“”„«»‹›]")
_TOKEN = re.compile(r"``|''|\.{2,}|[.!?\"'‘’“”„«»‹›]")
_AFTER_URL = SPACE | TERMINALS | OPENERS | CLOSERS | frozenset("\"'“”‘’")


class Mask:
    """What each terminal of a text does, told apart from the scan that cuts it."""

    def __init__(self, analysis: TextAnalysis) -> None:
        self.analysis, self.text = analysis, analysis.text
        self.terminals = Terminals(analysis)
        self._values = bytearray(analysis.text.size)
        self._state = CitationState(analysis.citations)
        self._fresh = True
        self._in_curly_single = False
        self.dots: list[int] = []
        """The places that end a sentence in four dots or more."""
        terminal = terminal_from(self.text.units, 0)
        while terminal is not None:
            self._mark(terminal)
            terminal = terminal_from(self.text.units, terminal.end)

    def __getitem__(self, at: int) -> int:
        return self._values[at]

    def first_dots(self, start: int, end: int) -> int | None:
        """The first place from `start` to `end` that ends a sentence in four dots or more."""
        index = bisect_left(self.dots, start)
        return self.dots[index] if index < len(self.dots) and self.dots[index] <= end else None

    def _mark(self, terminal: Terminal) -> None:
        values, spaced, (at, end, _) = self._values, self.analysis.spaced, terminal
        cited = KEEP if self._is_no_end(terminal) else self._citation(end - 1)
        values[at:end] = bytes([NO_END if cited == KEEP else INSIDE]) * terminal.size
        if cited == KEEP:
            return
        dots_end = end if terminal.size >= 4 else spaced.boundaries.get(at)
        if cited is None and dots_end is not None and self._is_bare(at, dots_end, at in spaced.boundaries):
            values[end - 1] = ENDS_IN_DOTS
            self.dots.append(end - 1)
        elif cited is not None or not (
            terminal.size == 3 or self.terminals.continues_word(terminal) or self.terminals.is_abbreviation(terminal)
        ):
            values[end - 1] = ENDS

    def _is_no_end(self, terminal: Terminal) -> bool:
        text, analysis, at = self.text, self.analysis, terminal.at
        if at in analysis.list_periods or terminal.size == 2 or at in analysis.spaced.protected:
            return True
        if not text.is_in_url(at):
            return False
        end = at
        while text.unit(end) in TERMINALS:
            end += 1
        return end < text.size and text.units[end] not in _AFTER_URL

    def _is_bare(self, at: int, end: int, spaced: bool) -> bool:
        """Whether four dots or more that end here stand alone, and a sentence starts after them."""
        text, rules = self.text, self.analysis
        start = text.skip_space(end)
        if not ((spaced and at + 1 < end) or start > end or rules.ends.is_unspaced(end - 1, end)):
            return False
        begins = is_cased(text.char(start)) or wording.NUMBER_START.match(text.stand_in, start)
        if not (begins or text.unit(start) in OPENERS):
            return False
        return spaced or rules.ellipsis_ends.is_terminal(end, text.units, end, "....", True)

    def _citation(self, at: int) -> int | None:
        """Where a sentence with a citation ends, by a citation state of its own."""
        state, text, quotations = self._state, self.text, self.analysis.quotations
        if state.off:
            return None
        for place in range(state.at + 1, at + 1):
            unit = text.units[place]
            if CITATION_MARKS.match(unit):
                state.advance(place, self._fresh)
            self._fresh = unit in NEWLINE or (self._fresh and unit in SPACE)
            if place in quotations.closing_of and quotations.kind(place) == Kind.CURLY_SINGLE:
                self._in_curly_single = True
            elif place in quotations.opening_of and quotations.kind(place) == Kind.CURLY_SINGLE:
                self._in_curly_single = False
        state.at = at
        end = self.analysis.citation_ends.answer(state, at, self._in_curly_single)
        if end is not None and end != KEEP:
            state.through, state.kept, self._fresh = end, False, True
        return end


class _Scope:
    """How far the text of a quotation, or the text outside quotations, was looked through, and what was found."""

    def __init__(self) -> None:
        self.opening = self.through = -1
        self.is_question = False


class ScopedQuestions:
    """Finds the question marks of scoped questions."""

    def __init__(self, analysis: TextAnalysis, mask: Mask) -> None:
        self.analysis, self.text, self.mask = analysis, analysis.text, mask
        self._outside = _Scope()
        self._scopes = {which: _Scope() for which in Kind}
        self._tokens = [match.start() for match in _QUOTE_TOKEN.finditer(self.text.units)]
        self._next_token = 0

    def question(self, at: int) -> int | None:
        """The question mark of the question that starts at a place, or None if it is none."""
        at = wording.end_of(wording.OPENING, self.text.units, at)
        scope = self._scope(at)
        if at > scope.through:
            scope.through, scope.is_question = self._look(at, scope)
        return scope.through if scope.is_question else None

    def _scope(self, at: int) -> _Scope:
        """The innermost quotation around a place, or what is outside of all."""
        quotations = self.analysis.quotations
        while self._next_token < len(self._tokens) and self._tokens[self._next_token] < at:
            token = self._tokens[self._next_token]
            self._next_token += 1
            opens = token in quotations.closing_of
            if opens or token in quotations.opening_of:
                scope = self._scopes[quotations.kind(token)]
                scope.opening, scope.through = (token if opens else -1), -1
        inner = max(self._scopes.values(), key=lambda scope: scope.opening)
        return inner if inner.opening >= 0 else self._outside

    def _look(self, start: int, scope: _Scope) -> tuple[int, bool]:
        """Look for the end of the sentence that starts at a place: where it is, and whether it asks."""
        text, mask, closing_of = self.text, self.mask, self.analysis.quotations.closing_of
        ahead = DotsAhead(self.analysis, start)
        scope_end = text.size if scope.opening < 0 else self._after(closing_of[scope.opening])
        match = _TOKEN.search(text.units, start)
        while match is not None:
            at, token = match.start(), match.group()
            following = match.end()
            if at in closing_of:
                dots = mask.first_dots(at, closing_of[at])
                if dots is not None:
                    return dots, False
                following = self._after(closing_of[at])
                question = self._quoted_question(at, following, scope_end, scope.opening < 0)
                if question is not None:
                    return question, True
            elif self._decides(at, token, mask[following - 1], ahead):
                return following - 1, token == "?"
            match = _TOKEN.search(text.units, following)
        return text.size, False

    def _after(self, closing: int) -> int:
        """Where a pair that closes at a place ends: two apostrophes close it together."""
        return closing + 2 if self.text.is_pair(closing) else closing + 1

    def _decides(self, at: int, token: str, value: int, ahead: DotsAhead) -> bool:
        if token == "...":
            return value != NO_END and (value == ENDS or ahead.is_end(at))
        if value not in (ENDS, ENDS_IN_DOTS):
            return False
        return token[0] in TERMINALS or token == "”" or at in self.analysis.quotations.opening_of

    def _quoted_question(self, opening: int, end: int, scope_end: int, outside: bool) -> int | None:
        """The question mark at the end of a quotation, if the question around it ends with it."""
        text, units = self.text, self.text.units
        at = end - 1
        while at > opening and units[at] in TAIL:
            at -= 1
        if units[at] != "?":
            return None
        after = self._after_note(end)
        while after < scope_end and text.unit(after) in TAIL:
            after += 1
        if after >= scope_end:
            return at
        if not outside:
            return None
        start = wording.end_of(wording.OPENING, units, after)
        if text.neutral:
            quoted = not OPENING_QUOTES.isdisjoint(units[after:start])
            return at if text.starts_neutral(after, start, quoted) else None
        return at if is_upper(text.char(start)) else None

    def _after_note(self, at: int) -> int:
        text = self.text
        if text.unit(at) in ("[", "("):
            end = text.number_note_end(at)
            if end is None:
                end = text.bracketed_footnote_end(at)
            if end is not None:
                return end
        at = text.skip_numbers(at)
        return at + width(text.char(at)) if text.is_footnote(at - 1) else at
