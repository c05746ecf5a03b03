"""From pieces to sentences: a piece that ends in an abbreviation, an initial, dots or a line goes on in the next."""

from __future__ import annotations

import re
from functools import cached_property

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_upper
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import (
    ends_in_cased_letter,
    ends_in_letter,
    is_abbreviation,
    is_united_states,
    is_versus,
    never_ends,
)
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.buffers import Buffer, OpenQuotations
from infrarouge.reading.programs.js_sentences.characters import (
    IN_LINE,
    NEWLINE,
    char_at,
    last_word,
    lowered,
    skip_space,
    starts_title,
)
from infrarouge.reading.programs.js_sentences.patterns import stand_in
from infrarouge.reading.programs.js_sentences.quotations import Kind
from infrarouge.reading.programs.js_sentences.scan import Scan
from infrarouge.reading.programs.js_sentences.scoped import ScopedQuestions

_NEWLINES = re.compile(r"[\r\n]+")
_SPACES = re.compile(f"[{JS_SPACE}]+")
_IN_LINE = "".join(sorted(IN_LINE))
_IN_LINES = re.compile(f"[{_IN_LINE}]+")
_BLANKS = re.compile(" +")
_BLANK_LINE = re.compile(rf"\n[{JS_SPACE.replace(chr(10), '')}]*\n")
_TWO_NEWLINES = re.compile(rf"[\r\n][{_IN_LINE}]*[\r\n]")
_CLOSED_LINE = re.compile(rf"[.!?][\"'”’“»›)\]}}>][{JS_SPACE}]*[\r\n]")
_BEFORE_VERSUS = JS_SPACE + "\"'([{<"


class Merge:
    """Turns the pieces of a scan into sentences."""

    def __init__(self, analysis: TextAnalysis, scan: Scan) -> None:
        self.analysis, self.scan = analysis, scan
        self.neutral = analysis.text.neutral
        self.sentences: list[str] = []
        self._pieces = [piece.units for piece in scan.pieces]
        self._shared = OpenQuotations(analysis)
        self._at = 0
        pending: Buffer | None = None
        while self._at < len(self._pieces):
            buffer = pending
            pending = None
            if buffer is None and self._pieces[self._at]:
                buffer = Buffer(self._shared, self._pieces[self._at])
            if buffer is not None:
                buffer.trim_end()
                if buffer.has_words and self._goes_on(buffer):
                    pending = buffer
            self._at += 1

    def _piece(self, ahead: int) -> str:
        at = self._at + ahead
        return self._pieces[at] if at < len(self._pieces) else ""

    def _goes_on(self, buffer: Buffer) -> bool:
        """Append the next pieces if the sentence goes on; emit it otherwise."""
        suffix, following = buffer.suffix, self._piece(1)
        plain_suffix = lowered(suffix) if self.neutral else suffix
        if buffer.has_breaks:
            return self._after_break(buffer, suffix, plain_suffix, following)
        if following and is_abbreviation(plain_suffix):
            return self._after_abbreviation(buffer, plain_suffix, following)
        if following and self._ends_in_letter(suffix):
            return self._after_letter(buffer, suffix, following)
        if suffix.endswith("..") and (following or (self._piece(2) and suffix.endswith("..."))):
            return self._after_dots(buffer, suffix, following)
        self.sentences.append(buffer.text)
        return False

    def _ends_in_letter(self, suffix: str) -> bool:
        return ends_in_cased_letter(last_word(suffix)) if self.neutral else ends_in_letter(suffix)

    def _starts_sentence(self, following: str, at: int) -> bool:
        """Whether a sentence may start at a place, white space aside."""
        char = char_at(following, skip_space(following, at))
        if not self.neutral:
            return char != "" and is_upper(char)
        return is_cased(char) and wording.is_independent_or_new(stand_in(following), at)

    # ------------------------------------------------------------ line breaks

    def _after_break(self, buffer: Buffer, suffix: str, plain_suffix: str, following: str) -> bool:
        start = wording.end_of(wording.OPENING, following, 0)
        ending = plain_suffix.rstrip(JS_SPACE)
        names_state = is_united_states(ending) and self._names_state_body(following)
        if self._ends_in_abbreviation(buffer, ending, following, start) and not (
            names_state and not _TWO_NEWLINES.search(suffix.replace("\r\n", "\n"))
        ):
            buffer.normalize()
            self.sentences.append(buffer.text)
            return False
        gap = suffix[len(suffix.rstrip(JS_SPACE)) :] + following[: skip_space(following, 0)]
        continued = names_state or (is_versus(ending) and never_ends(ending, following, start))
        if following and (
            buffer.begins_title
            or self._is_in_curly
            or (continued and not _has_blank_line(gap))
            or (self.neutral and _CLOSED_LINE.search(suffix) and self._continues(following))
        ):
            buffer.append(f" {following}")
            buffer.normalize()
            return True
        lines = [line.strip(JS_SPACE) for line in _NEWLINES.split(buffer.text)]
        self.sentences += [line for line in lines if line]
        return False

    def _ends_in_abbreviation(self, buffer: Buffer, ending: str, following: str, start: int) -> bool:
        """Whether a sentence ends in an abbreviation before a line break."""
        if start >= len(following) or not is_abbreviation(ending) or never_ends(ending, following, start):
            return False
        if not self._starts_sentence(following, start):
            return False
        if not buffer.is_enclosed:
            return True
        if not self._is_in_curly:
            return False
        # Whether a question starts is asked in any case: what was asked shows later.
        asks = self._starts_question(self.scan.pieces[self._at + 1].start)
        stands_in = stand_in(following)
        return asks or bool(wording.INDEPENDENT.match(stands_in, start) or wording.QUOTED_START.match(stands_in, start))

    @property
    def _is_in_curly(self) -> bool:
        return not self._shared.kinds.isdisjoint((Kind.CURLY_DOUBLE, Kind.CURLY_SINGLE))

    @cached_property
    def _questions(self) -> ScopedQuestions:
        return ScopedQuestions(self.analysis, self.scan.mask)

    def _starts_question(self, at: int) -> bool:
        text = self.analysis.text
        start = wording.end_of(wording.OPENING, text.units, at)
        if not wording.SCOPING.match(text.stand_in, start):
            return False
        return self._questions.question(start) is not None

    def _names_state_body(self, following: str) -> bool:
        start = skip_space(following, 0)
        return wording.STATE_BODY.match(following, start) is not None

    def _continues(self, following: str) -> bool:
        return wording.CONTINUATION.match(following, skip_space(following, 0)) is not None

    # ------------------------------------------------------------ abbreviations, initials and dots

    def _after_abbreviation(self, buffer: Buffer, suffix: str, following: str) -> bool:
        versus = is_versus(suffix)
        start = len(following) - len(following.lstrip(_BEFORE_VERSUS)) if versus else 0
        alone = versus and not buffer.is_enclosed and not self.scan.pieces[self._at].in_quotation
        ends = (alone and _has_blank_line(following)) or (
            self._starts_sentence(following, start)
            and not never_ends(suffix, following, start)
            and not (is_united_states(suffix) and self._names_state_body(following))
        )
        if ends:
            self.sentences.append(buffer.text)
            return False
        buffer.append(" " + _IN_LINES.sub(" ", following).strip(" "))
        return True

    def _after_letter(self, buffer: Buffer, suffix: str, following: str) -> bool:
        then = self._piece(2)
        if self.neutral:
            joins = wording.is_page(last_word(suffix), stand_in(then or following), 0)
        elif buffer.last_is_lower:
            buffer.append(" " + _BLANKS.sub(" ", following))
            return True
        else:
            joins = then != "" and buffer.last_but_one_is_title and starts_title(then)
        if not joins:
            self.sentences.append(buffer.text)
            return False
        buffer.append(_SPACES.sub(" ", following))
        buffer.append(then)
        self._at += then != ""
        return True

    def _after_dots(self, buffer: Buffer, suffix: str, following: str) -> bool:
        then = self._piece(2)
        after = following.strip(JS_SPACE)
        place = self.scan.pieces[self._at + 1].start
        if self.analysis.ellipsis_ends.is_terminal(place, after or then, 0, suffix, buffer.is_open_for_dots):
            self.sentences.append(buffer.text)
            self._pieces[self._at + 1] = following.lstrip(_IN_LINE)
            return False
        buffer.append(_BLANKS.sub(" ", following))
        if then and not after and NEWLINE.isdisjoint(following):
            buffer.append(_BLANKS.sub(" ", then))
            self._at += 1
        return True


def _has_blank_line(text: str) -> bool:
    return _BLANK_LINE.search(text.replace("\r\n", "\n").replace("\r", "\n")) is not None
