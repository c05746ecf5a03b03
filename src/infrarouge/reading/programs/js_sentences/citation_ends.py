"""Where a sentence ends that is followed by a citation: the numbers of notes, bare or in brackets."""

from __future__ import annotations

from typing import Final

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_upper, kind, whole
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import MONTHS, is_abbreviation, is_exception, is_place
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    LINE_END,
    OPENERS,
    SPACE,
    is_alphanumeric,
    is_letter,
    is_number,
    is_word_part,
    last_word,
    lowered,
    width,
)
from infrarouge.reading.programs.js_sentences.citations import TYPOGRAPHIC_CLOSERS, CitationState
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in
from infrarouge.reading.programs.js_sentences.quotations import Quotations
from infrarouge.reading.programs.js_sentences.text import Text

KEEP: Final = -1
"""The answer that a sentence goes on, whatever the other rules say."""

_DOUBLES = ('"', DOUBLE_APOSTROPHES)
_QUOTING = frozenset("\"'“‘”’»›」』")
_BEFORE_NUMBER = frozenset(")]}>!?")
_FOLLOWING = SPACE | _QUOTING | frozenset("[()]}>")
_OPENING_QUOTES = frozenset("\"'“‘«‹„‚「『")
_LEADING = "\"'“‘”«‹„‚「『([{<"
_LABEL = pattern(r"<B>{appendix section chapter part figure table paragraph article clause}\Z", "unicode")
_LETTER = pattern(r"<L><M>*\Z")
_BULLETS = frozenset("¿¡•⁃")


class CitationEnds:
    """The rules of citations on a text, each asked with the state at the place in question."""

    def __init__(self, text: Text, quotations: Quotations) -> None:
        self.text, self.quotations = text, quotations
        self._paths: dict[int, bool] = {}

    def answer(self, state: CitationState, at: int, in_curly_single: bool) -> int | None:
        """Where a sentence ends that has its last mark at a place and a citation behind it; KEEP, or None.

        `in_curly_single` says that a curly single quotation is open.
        """
        end = self._end(state, at)
        if end == KEEP:
            state.kept = state.kept or state.quotations != []
        elif end is not None and in_curly_single and self._is_elided_next(at):
            return None
        return end

    def _is_elided_next(self, at: int) -> bool:
        following = self.text.skip_space(at + 1)
        if following == at + 1 or self.text.unit(following) != "’" or following in self.quotations.opening_of:
            return False
        return self.text.is_elision(following)

    def _end(self, state: CitationState, at: int) -> int | None:
        text = self.text
        if state.off:
            return None
        char = text.char(at + 1)
        if char not in _FOLLOWING and not is_number(char):
            return None
        if char in ('"', "'", "“", "‘") and not state.quotations:
            return None
        stack = list(state.quotations)
        closed = self.run(state, at, stack, keep_openers=False)
        start = text.skip_in_paragraph(closed)
        if start > closed and text.unit(start) != "[":
            return None
        if start == at + 1 and is_number(text.char(start)) and self._is_in_path(at):
            return None
        note = text.number_note_end(start)
        if note is None:
            return None
        grouped = text.units[start] in ("[", "(")
        refused = KEEP if grouped else None
        end = self.run(state, note - 1, stack, keep_openers=True)
        closing = text.units[at + 1 : closed] + text.units[note:end]
        if not _closes_all(closing, state.quotations):
            return refused
        brackets = _brackets_closed(closing, state.angles)
        if brackets and state.depth and not state.alone and not state.quotations:
            return refused
        if not self._has_context(at, start, max(0, state.depth - brackets)):
            return refused
        if text.skip_space(end) >= text.size or self._starts_sentence(state, at, end, grouped):
            return end
        return refused

    # ------------------------------------------------------------ closing marks

    def run(self, state: CitationState, at: int, stack: list[str], keep_openers: bool) -> int:
        """Where the closing marks after a place end; what they close is taken off the stack."""
        text, end = self.text, at + 1
        while True:
            plain = self._plain_run(end, any(double in stack for double in _DOUBLES))
            while end < plain:
                size = closer_width(text.units, end, stack)
                if size:
                    stack.pop()
                elif keep_openers and text.units[end] in ('"', "'"):
                    return end
                end += size or 1
            end = plain
            beyond = text.skip_space(end)
            top = stack[-1] if stack else ""
            mark = text.unit(beyond)
            if beyond > end and top in _DOUBLES and closer_width(text.units, beyond, stack):
                end = beyond
                continue
            if keep_openers and mark == "”" and top != "”":
                return end
            if (beyond > end and mark != top) or mark == "":
                return end
            if not (
                mark in TYPOGRAPHIC_CLOSERS
                or state.marks.shares_closer(beyond, stack)
                or (mark == top and mark in ('"', "'"))
            ):
                return end
            if mark == top:
                stack.pop()
            end = beyond + 1

    def _plain_run(self, end: int, inside: bool) -> int:
        text = self.text
        while end < text.size:
            unit = text.units[end]
            if unit in CLOSERS or unit in ('"', "'"):
                inside = inside and unit != '"'
                end += 1
                continue
            beyond = text.skip_space(end)
            following = text.unit(beyond)
            if beyond == end or not (following in CLOSERS or (inside and following == '"')):
                break
            end = beyond
        return end

    def is_kept(self, state: CitationState, at: int, end: int) -> bool:
        """Whether a sentence that would end here closes some of the quotations that were kept open, but not all."""
        if not state.kept or state.off:
            return False
        stack = list(state.quotations)
        place = at + 1
        while place < end:
            size = closer_width(self.text.units, place, stack)
            if size and place + size <= end:
                stack.pop()
            place += size or 1
        return 0 < len(stack) < len(state.quotations)

    # ------------------------------------------------------------ what stands before

    def _is_in_path(self, at: int) -> bool:
        """Whether a place lies in a file's path, a mail address or a host."""
        text = self.text
        before = text.places_of(JS_SPACE).last_before(at)
        start = 0 if before is None else before + 1
        if start not in self._paths:
            token = text.units[start : text.next_place(JS_SPACE, at)].lstrip(_LEADING)
            host = wording.HOST_IN_PATH if text.neutral else wording.PLAIN_HOST_IN_PATH
            known = any(sign in token for sign in "\\/@") or token[:4].lower() == "www."
            self._paths[start] = known or host.search(token) is not None
        return self._paths[start]

    def _has_context(self, at: int, note: int, depth: int) -> bool:
        """Whether what stands before a place may have the note that starts at `note`."""
        text, units = self.text, self.text.units
        if depth > 0:
            return False
        if units[note] in ("[", "("):
            word = last_word(units[max(0, at - 10) : at + 1])
            return units[note] == "[" or not wording.is_page(word, text.stand_in, at + 1)
        before = text.char_before(at)
        if not (is_word_part(before) or before in _BEFORE_NUMBER):
            return False
        start = at
        while _in_token(text.char_before(start)):
            start -= width(text.char_before(start))
        word_end = text.space_start(start)
        free = word_end < start
        if free and start < at and _LABEL.search(stand_in(units[max(0, word_end - 16) : word_end])):
            return False
        if units[at] != ".":
            return True
        token = whole(units[start:at])
        if self._has_number(at) or (not text.neutral and len(token) > 1 and all(map(_in_code, token))):
            return False
        if lowered(units[start:at]) in MONTHS:
            return False
        return not ((start == 0 or free) and _LETTER.match(text.stand_in, start, at))

    def _has_number(self, at: int) -> bool:
        """Whether a number or an underscore stands in the dotted word before a place."""
        char = self.text.char_before(at)
        while char == "." or _in_token(char):
            if char == "_" or is_number(char):
                return True
            at -= width(char)
            char = self.text.char_before(at)
        return False

    # ------------------------------------------------------------ what follows

    def _starts_sentence(self, state: CitationState, at: int, end: int, grouped: bool) -> bool:
        """Whether a sentence starts after the citation that ends at `end`."""
        text, units = self.text, self.text.units
        following = units[end]
        if not (following in SPACE or following in OPENERS or self._opens_quotation(state, end, end)):
            elided = units[end - 1] in ("'", "‘", "’") and state.marks.is_elision(end - 1)
            if not grouped or elided or not is_cased(text.char(end)):
                return False
        start, quoted = end, False
        while start < text.size:
            opens = self._opens_quotation(state, start, end)
            if not (opens or units[start] in SPACE or units[start] in OPENERS):
                break
            quoted = quoted or opens
            start += 1
        suffix = text.plain_suffix(at)
        dotted = text.suffix(at).endswith("..")
        if dotted and not text.suffix(at).endswith("...."):
            return False
        if is_abbreviation(suffix) and (
            is_exception(suffix) or (is_place(suffix) and wording.STATE_FORCE.match(text.stand_in, start))
        ):
            return False
        if not text.neutral and self._is_initial(at, end, start):
            return False
        between = units[end:start]
        plain = not (dotted or is_abbreviation(suffix))
        if plain and not LINE_END.isdisjoint(between):
            return True
        char = text.char(start)
        if text.starts_neutral(end, start, quoted) if text.neutral else char != "" and is_upper(char):
            return True
        if not plain:
            return False
        if is_letter(char) and not is_cased(char):
            return True
        if is_number(char) and not wording.QUANTITY.match(text.stand_in, start):
            return True
        return grouped and (kind(char)[0] == "S" or char in _BULLETS) and not SPACE.isdisjoint(between)

    def _opens_quotation(self, state: CitationState, at: int, end: int) -> bool:
        mark = self.text.units[at]
        return mark in _OPENING_QUOTES or (mark == "”" and state.opens_right(at, at == end))

    def _is_initial(self, at: int, end: int, start: int) -> bool:
        """Whether the full stop at a place ends an initial and what starts at `start` may be the name after it."""
        text, units = self.text, self.text.units
        letter = text.unit(at - 1)
        if units[at] != "." or at < 2 or not (letter.isascii() and letter.isalpha()) or units[at - 2] not in " \r\n":
            return False
        if letter.islower():
            return True
        if start >= text.size or units[end:start].strip(JS_SPACE) or not is_upper(text.char(start)):
            return False
        word_start = word_end = text.space_start(at - 1)
        while word_start > 0 and units[word_start - 1] not in SPACE:
            word_start -= 1
        return word_start < word_end and is_upper(text.char(word_start))


def closer_width(units: str, at: int, stack: list[str]) -> int:
    """How many units at a place close the last quotation of a stack; 0 if nothing does."""
    if not stack:
        return 0
    if stack[-1] in _DOUBLES:
        return 2 if units.startswith(DOUBLE_APOSTROPHES, at) else int(units.startswith('"', at))
    return int(units.startswith(stack[-1], at))


def _closes_all(closing: str, quotations: list[str]) -> bool:
    stack, at = list(quotations), 0
    while at < len(closing):
        size = closer_width(closing, at, stack)
        if size:
            stack.pop()
        elif closing[at] in _QUOTING:
            return False
        at += size or 1
    return not stack


def _brackets_closed(closing: str, angles: int) -> int:
    return sum(map(closing.count, ")]}")) + min(angles, closing.count(">"))


def _in_token(char: str) -> bool:
    return char in ("_", "-") or is_alphanumeric(char)


def _in_code(char: str) -> bool:
    return char in ("_", "-") or kind(char) in ("Lu", "Lt") or kind(char)[0] in "MN"
