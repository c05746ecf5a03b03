"""Where an ordinary sentence ends: after a full stop, an exclamation or a question mark, and what closes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_upper
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import (
    is_abbreviation,
    is_united_states,
    is_versus,
    never_ends,
)
from infrarouge.reading.programs.js_sentences.angles import Angles
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    DOUBLE_TICKS,
    NEWLINE,
    OPENERS,
    PARTNERS,
    SPACE,
    TERMINALS,
    is_number,
    width,
)
from infrarouge.reading.programs.js_sentences.identifiers import is_dotted_name
from infrarouge.reading.programs.js_sentences.patterns import pattern
from infrarouge.reading.programs.js_sentences.quotations import Quotations, without
from infrarouge.reading.programs.js_sentences.text import SUFFIX, Text

_CLOSING = CLOSERS | frozenset("\"'”»›")
_QUOTES = frozenset("\"'”’“»›")
OPENING_QUOTES = frozenset("\"'“‘")
_DIALOGUE_QUOTES = frozenset("\"'“‘„«‹")
_LAST_WORD = pattern(r"<L|M>+(?:<'|’|Pd><L|M>+)*<TERM><WS>*\Z")


class Moment(NamedTuple):
    """What is open at a place: the closing marks that are pending, the end of a simple quotation, and brackets."""

    pending: str
    quote_end: int
    depth: int
    alone: bool


class _Closed(NamedTuple):
    """What the marks between a sentence's last mark and its end close."""

    bracket: bool
    brackets: int
    quotation: bool
    """Whether the last open quotation closes."""


class SentenceEnds:
    """The rules of ordinary sentence ends on a text."""

    def __init__(self, text: Text, quotations: Quotations, angles: Angles) -> None:
        self.text, self.quotations, self.angles = text, quotations, angles
        self.asks: Callable[[int, int], bool] = lambda start, end: False
        """Tells whether a question starts at a place after an end; set where that can be told."""

    def end(self, at: int, moment: Moment) -> int | None:
        """Where a sentence with its last mark at a place ends, or None if it goes on."""
        text, units, pending = self.text, self.text.units, moment.pending
        suffix, plain_suffix = text.suffix(at), text.plain_suffix(at)
        run = self.closing_run(at, pending, moment.quote_end)
        note = self._note_end(at, run, moment)
        if note == -1:
            return None
        end = run if note is None else note
        closed = self._closed(at, end, moment)
        ended = closed.quotation or (moment.alone and closed.brackets > 0 and closed.brackets >= moment.depth)
        ends_versus = ended and is_versus(suffix)
        ends_quotation = note is not None or (
            pending != "" and (units[end - 1] in pending or units[end - 2 : end] == DOUBLE_APOSTROPHES)
        )
        in_brackets = closed.brackets < moment.depth
        if note is not None and text.unit(run) in ("[", "(") and in_brackets:
            return None
        if end > at + 1 and end <= moment.quote_end and is_versus(suffix):
            return None
        if ends_versus and in_brackets:
            return None
        if ends_quotation and is_abbreviation(suffix) and self._goes_on_quoted(end, suffix, ended):
            return None
        if end < text.size and units[end] not in SPACE:
            return end if self.is_unspaced(at, end, ended, pending) else None
        if end == at + 1:
            inside = pending != "" and text.unit(end) not in NEWLINE
            return None if inside or text.is_colon_name(at) else end
        if closed.brackets:
            free = moment.alone or ends_quotation or ends_versus or text.skip_space(end) >= text.size
            if in_brackets or not free:
                return None
        start = wording.end_of(wording.OPENING, units, end)
        if start >= text.size:
            return end
        if self.reports(start, end, ends_quotation):
            return None
        if not (self._starts_letter(end, start) or text.starts_number(start, plain_suffix, ended)):
            return None
        if closed.bracket and suffix.endswith(".."):
            return None
        if is_abbreviation(plain_suffix) and never_ends(plain_suffix, units, start, ended):
            return None
        return end

    def _starts_letter(self, end: int, start: int) -> bool:
        text = self.text
        if not text.neutral:
            return is_upper(text.char(start))
        return text.starts_neutral(end, start, quoted=not OPENING_QUOTES.isdisjoint(text.units[end:start]))

    # ------------------------------------------------------------ what closes

    def closing_run(self, at: int, pending: str, quote_end: int) -> int:
        """Where the closing marks after a place end, with the quotations that are pending there."""
        text, quotations, end, called_with = self.text, self.quotations, at + 1, pending

        def is_bracket(place: int) -> bool:
            loose = pending == "" and place >= quote_end and self.angles.is_loose(place)
            return text.units[place] in CLOSERS and not loose

        while end < text.size:
            mark, closer = text.units[end], quotations.closer(end)
            if closer == '"' and '"' in pending and text.is_pair(end):
                pending = without(pending, '"')
                end += 2
                continue
            if end in quotations.closing_of:
                break
            if mark in _QUOTES and called_with and not (closer and closer in pending):
                break
            if is_bracket(end) if mark in CLOSERS else mark in _CLOSING or mark in pending:
                pending = without(pending, mark)
                end += 1
                continue
            beyond = text.skip_space(end)
            if not end < beyond < text.size:
                break
            closer = quotations.closer(beyond)
            if not (is_bracket(beyond) or (closer and closer in pending)):
                break
            end = beyond
        return end

    def _note_end(self, at: int, run: int, moment: Moment) -> int | None:
        """Where a note in raised letters after a quotation ends; -1 if what follows forbids an end."""
        text, pending, closes = self.text, moment.pending, False
        for place in range(at + 1, run):
            closer = self.quotations.closer(place)
            closes = closes or closer != ""
            pending = without(pending, closer)
        if not closes:
            return None
        bracketed = text.bracketed_footnote_end(run)
        if bracketed is not None:
            return self.closing_run(bracketed - 1, pending, moment.quote_end)
        letter = text.skip_numbers(run)
        if text.is_footnote(letter - 1):
            return self.closing_run(letter + width(text.char(letter)) - 1, pending, moment.quote_end)
        return -1 if letter > run and (text.unit(letter) == "." or is_cased(text.char(letter))) else None

    def _closed(self, at: int, end: int, moment: Moment) -> _Closed:
        text, pending = self.text, moment.pending
        bracket, brackets, quotation = False, 0, False
        place = at + 1
        while place < end:
            note = text.bracketed_footnote_end(place)
            if note is not None and note <= end:
                place = note
                continue
            closer = self.quotations.closer(place)
            pending = without(pending, closer)
            outside = pending == "" and place >= moment.quote_end
            if text.units[place] in CLOSERS and not (text.units[place] == ">" and self.angles.is_loose(place)):
                bracket = True
                brackets += outside
            if outside and (text.units[place] == "'" or (moment.pending != "" and closer != "")):
                quotation = True
            place += 1
        return _Closed(bracket, brackets, quotation)

    def _goes_on_quoted(self, end: int, suffix: str, ended: bool) -> bool:
        """Whether an abbreviation at the end of a quotation does not end the sentence around it."""
        text, following = self.text, self.text.unit(end)
        glued = following not in SPACE and following not in OPENERS
        return (glued and never_ends(suffix, text.units, end, ended)) or self._is_parenthesis(end)

    def _is_parenthesis(self, end: int) -> bool:
        """Whether brackets follow a place that are part of the sentence."""
        text, units = self.text, self.text.units
        start = text.skip_space(end)
        if text.unit(start) not in OPENERS:
            return False
        close = text.next_place("()[]{}<>", start + 1)
        if close >= text.size or units[close] != PARTNERS[units[start]]:
            return False
        content = units[start + 1 : close].strip(JS_SPACE)
        if content[-1:] not in TERMINALS:
            return True
        if is_abbreviation(content[-SUFFIX:]) and SPACE.isdisjoint(content):
            return True
        following = text.skip_space(close + 1)
        if not text.neutral and following < text.size and is_upper(text.char(following)):
            return False
        if not wording.is_independent_or_new(text.stand_in, following):
            return True
        return _LAST_WORD.match(text.stand_in, following) is not None

    # ------------------------------------------------------------ what follows without white space

    def is_glued(self, at: int) -> bool:
        """Whether opening marks follow right after a place, and then what may start a sentence."""
        text = self.text
        start = wording.end_of(wording.TIGHT_OPENING, text.units, at + 1)
        if start == at + 1:
            return False
        if text.is_pair(at + 1, DOUBLE_TICKS) and is_abbreviation(text.plain_suffix(at)):
            return False
        if wording.BRACKETED_NUMBER.match(text.stand_in, at + 1):
            return False
        char = text.char(start)
        return char != "" and (is_number(char) or text.starts_sentence(char))

    def is_unspaced(self, at: int, end: int, ended: bool = False, pending: str = "") -> bool:
        """Whether a sentence ends at a place although no white space follows."""
        text = self.text
        if pending and self.quotations.is_inside(at, end, pending):
            return False
        if self.is_glued(end - 1):
            return True
        char, period = text.char(end), text.units[at] == "."
        if not (text.starts_sentence(char) or (not period and is_number(char))):
            return False
        if not period:
            return not text.is_in_url(end)
        suffix = text.plain_suffix(at)
        if is_abbreviation(suffix):
            state = is_united_states(suffix) and wording.STATE_FORCE.match(text.stand_in, end)
            if state or never_ends(suffix, text.units, end, ended):
                return False
        if is_dotted_name(text, at, end):
            return False
        if self._is_in_mail(at, end) or text.is_in_url(end):
            return False
        host = wording.HOST_LABEL if text.neutral else wording.PLAIN_HOST_LABEL
        return not (host.match(text.stand_in, end) or text.has_at_sign(end))

    def _is_in_mail(self, at: int, end: int) -> bool:
        """Whether a place lies in a mail address that is not complete before it."""
        units = self.text.units
        start = max(0, at - 320)
        space = max(units.rfind(char, start, end) for char in SPACE)
        word = units[max(start, space + 1) : end]
        return "@" in word and not wording.MAIL_HOST.search(word)

    # ------------------------------------------------------------ reported speech

    def reports(self, start: int, end: int, closes: bool) -> bool:
        """Whether what starts at a place reports a quotation that `closes` at the end before it."""
        text, following = self.text, self.text.stand_in
        between = text.units[end:start]
        if not closes or not _DIALOGUE_QUOTES.isdisjoint(between) or DOUBLE_TICKS in between:
            return False
        auxiliary = wording.AUXILIARY.match(following, start)
        if auxiliary and self.asks(start, end):
            return False
        aloud = wording.ALOUD.match(following, start)
        if aloud:
            return not aloud[1] or wording.REPORTING.match(following, aloud.end()) is not None
        return bool(wording.PREDICATE.match(following, start) or wording.REPORTING.match(following, start))
