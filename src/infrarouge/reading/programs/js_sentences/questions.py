"""Whether the auxiliary verb after a quotation starts a question, as in: "Come in." Is he there?

These look-aheads keep what they found from one call to the next, and what they keep shows in the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from infrarouge.reading.programs.javascript import is_upper
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import ends_in_cased_letter, is_abbreviation, is_exception
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_TICKS,
    NEWLINE,
    OPENERS,
    SPACE,
    TAIL,
    TERMINALS,
    is_alphanumeric,
    is_letter,
    last_word,
)
from infrarouge.reading.programs.js_sentences.citation_ends import KEEP
from infrarouge.reading.programs.js_sentences.citations import MARKS as CITATION_MARKS
from infrarouge.reading.programs.js_sentences.citations import CitationState
from infrarouge.reading.programs.js_sentences.sentence_ends import OPENING_QUOTES
from infrarouge.reading.programs.js_sentences.trackers import Pointers, Tracker

_TOKEN = re.compile(r"\.{2,}|[.!?]")
_BESIDE_URL = SPACE | CLOSERS | frozenset("\"'`”’“»›")
_AFTER_ENCLOSED = CLOSERS | frozenset("'”’“»›")
_BREAKING = NEWLINE | frozenset("\"'‘“„«‹")


class Terminal(NamedTuple):
    """A mark that may end a sentence, or several dots in a row; `enclosed` if it ends a quotation or brackets."""

    at: int
    end: int
    enclosed: bool = False

    @property
    def size(self) -> int:
        """How many units it takes."""
        return self.end - self.at


def terminal_from(units: str, at: int, enclosed: bool = False) -> Terminal | None:
    """The first terminal from a place on.

    >>> terminal_from("So... he", 0)
    Terminal(at=2, end=5, enclosed=False)
    """
    match = _TOKEN.search(units, at)
    return Terminal(*match.span(), enclosed) if match else None


class Terminals:
    """The rules that tell which terminals do not end a sentence."""

    def __init__(self, analysis: TextAnalysis) -> None:
        self.analysis = analysis
        self.text = analysis.text

    def continues_word(self, terminal: Terminal) -> bool:
        """Whether a terminal stands inside a word or an address."""
        text, end = self.text, terminal.at + 1
        char = text.char(end)
        if terminal.size == 1 and char and char not in _BESIDE_URL and text.is_in_url(end):
            return True
        period = terminal.size == 1 and not terminal.enclosed and text.units[terminal.at] == "."
        if not (is_alphanumeric(char) or (period and char in OPENERS)):
            return False
        return not self.analysis.ends.is_unspaced(terminal.at, end)

    def is_abbreviation(self, terminal: Terminal) -> bool:
        """Whether a terminal is the full stop of an abbreviation or an initial."""
        if terminal.size > 1 or self.text.units[terminal.at] != ".":
            return False
        suffix = self.text.plain_suffix(terminal.at)
        if terminal.enclosed:
            return is_abbreviation(suffix) and is_exception(suffix)
        return is_abbreviation(suffix) or ends_in_cased_letter(last_word(self.text.suffix(terminal.at)))


class DotsAhead:
    """Tells whether bare ellipses after a place end sentences; asked in ascending order."""

    def __init__(self, analysis: TextAnalysis, start: int) -> None:
        self.analysis, self.start = analysis, start
        self._done = start
        self._tracker: Tracker | None = None

    def is_end(self, at: int) -> bool:
        """Whether the three dots at a place end a sentence."""
        analysis, text = self.analysis, self.analysis.text
        rules = analysis.ellipsis_ends
        if self._tracker is None:
            self._tracker = Tracker(rules.marks, analysis.angles, Pointers(text, self.start))
        end = at + 3
        self._tracker.append(text.units[self._done : end])
        self._done = max(self._done, end)
        suffix = text.units[max(self.start, at - 7) : end]
        return rules.is_terminal(end, text.units, end, suffix, self._tracker.is_open)


class CitationsAhead:
    """Tells whether terminals after a place have citations; asked in ascending order."""

    def __init__(self, analysis: TextAnalysis, state: CitationState, start: int) -> None:
        self.analysis, self.start = analysis, start
        self.state = None if state.off else state.copy()
        self._fresh = True

    def answer(self, at: int) -> int | None:
        """Where a sentence with its last mark at a place ends; KEEP, or None."""
        state, rules = self.state, self.analysis.citation_ends
        if state is None:
            return None
        for place in range(state.at + 1, at + 1):
            self._advance(state, place)
        end = rules.answer(state, at, in_curly_single=False)
        if end is None and state.kept:
            closed = rules.run(state, at, list(state.quotations), keep_openers=False)
            if rules.is_kept(state, at, closed):
                return KEEP
        return end

    def _advance(self, state: CitationState, at: int) -> None:
        unit = self.analysis.text.units[at]
        if CITATION_MARKS.match(unit):
            state.advance(at, at >= self.start and self._fresh)
        state.at = at
        if at >= self.start:
            self._fresh = unit in NEWLINE or (self._fresh and unit in SPACE)


class _Scanner:
    """Finds the terminals after a place that stand outside quotations and brackets, or end them."""

    def __init__(self, analysis: TextAnalysis) -> None:
        self.analysis = analysis
        self.text, self.quotations = analysis.text, analysis.quotations
        self._at = 0
        self._quoted = -1
        self._depth = 0
        self._first = -1

    def next(self, at: int, argument: int) -> Terminal | None:
        """The next terminal from a place on; `argument` is where the words after the auxiliary verb start."""
        units, size = self.text.units, self.text.size
        terminal = terminal_from(units, at)
        while True:
            enclosed = self._walk(terminal.at if terminal else size - 1, at, argument)
            if enclosed is not None:
                return terminal_from(units, enclosed, enclosed=True)
            if terminal is None or (terminal.at >= self._quoted and self._depth == 0):
                return terminal
            if terminal.at < self._quoted:
                end = self._enclosed_end(self._quoted, True) if self._depth == 0 else None
                self._at = self._quoted + 1
                if end is not None and end >= terminal.at:
                    return terminal_from(units, end, enclosed=True)
                terminal = terminal_from(units, self._quoted + 1)
            else:
                terminal = terminal_from(units, terminal.end)
            if terminal is None and self._at >= size:
                return None

    def _walk(self, last: int, start: int, argument: int) -> int | None:
        """Walk up to a place over quotations and brackets; return a terminal from `start` on that ends brackets."""
        units, quotations = self.text.units, self.quotations
        while self._at <= last:
            place = self._at
            self._at += 1
            if place in quotations.closing_of:
                self._quoted = max(self._quoted, quotations.closing_of[place])
            if place <= self._quoted:
                continue
            unit = units[place]
            if unit in OPENERS:
                after = place + 1
                if unit != "<" or after in quotations.closing_of or is_letter(self.text.char(after)):
                    if self._depth == 0:
                        self._first = place
                    self._depth += 1
            elif unit in CLOSERS and self._depth > 0:
                self._depth -= 1
                if self._depth == 0:
                    end = self._enclosed_end(place, self._first == argument)
                    if end is not None and end >= start:
                        return end
        return None

    def _enclosed_end(self, closer: int, allowed: bool) -> int | None:
        """The terminal before what closes at a place, if a sentence ends there."""
        text, units = self.text, self.text.units
        at = closer - 1
        while at >= 0 and units[at] in TAIL:
            at -= 1
        if text.unit(at) not in TERMINALS:
            return None
        while units[at] == "." and text.unit(at - 1) == ".":
            at -= 1
        end = closer + 1
        while text.unit(end) in _AFTER_ENCLOSED:
            end += 1
        start = wording.end_of(wording.OPENING, units, end)
        if start >= text.size:
            return at
        between = units[end:start]
        breaks = not _BREAKING.isdisjoint(between) or DOUBLE_TICKS in between
        if not (allowed or breaks):
            return None
        if not (breaks or units[at] == "?" or wording.AUXILIARY.match(text.stand_in, start)):
            return None
        if text.neutral:
            begins = text.starts_neutral(end, start, quoted=not OPENING_QUOTES.isdisjoint(between))
        else:
            begins = is_upper(text.char(start))
        return at if begins or text.starts_number(start, "?", False) else None


class QuestionAhead:
    """Tells whether the auxiliary verb at a place starts a question; `state` gives the citation state at the time."""

    def __init__(self, analysis: TextAnalysis, state: Callable[[], CitationState]) -> None:
        self.analysis, self.state = analysis, state
        self.terminals = Terminals(analysis)
        self._scanner = _Scanner(analysis)
        self._through = -1
        self._answer = False

    def asks(self, at: int, end: int) -> bool:
        """Whether a question starts at a place; `end` is where the sentence before would end."""
        if at <= self._through:
            return self._answer
        text = self.analysis.text
        self._through, self._answer = text.size, False
        auxiliary = wording.AUXILIARY.match(text.stand_in, at)
        argument = text.skip_space(auxiliary.end() if auxiliary else at)
        citations, dots = CitationsAhead(self.analysis, self.state(), end), DotsAhead(self.analysis, end)
        terminal = self._scanner.next(at, argument)
        while terminal is not None and not self._decides(terminal, citations, dots):
            terminal = self._scanner.next(terminal.end, argument)
        if terminal is not None:
            self._through, self._answer = terminal.at, text.units[terminal.at] == "?"
        return self._answer

    def _decides(self, terminal: Terminal, citations: CitationsAhead, dots: DotsAhead) -> bool:
        analysis, size = self.analysis, terminal.size
        if terminal.at in analysis.list_periods or terminal.at in analysis.spaced.protected:
            return False
        if size > 1 and size != 4 and (size != 3 or terminal.enclosed):
            return False
        cited = citations.answer(terminal.end - 1)
        if cited == KEEP:
            return False
        bare = size == 3 and not terminal.enclosed
        if cited is not None or (bare and dots.is_end(terminal.at)):
            return True
        return not (bare or self.terminals.continues_word(terminal) or self.terminals.is_abbreviation(terminal))
