"""A text under analysis, with the small questions that the rules of js-rouge 3.2.3 ask about its places.

Places count UTF-16 units. `unit` and `char` give the empty string outside the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_raised, is_upper, kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.abbreviations import is_abbreviation, is_versus
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    DOUBLE_TICKS,
    IN_PARAGRAPH,
    OPENERS,
    PARTNERS,
    SPACE,
    TERMINALS,
    char_at,
    char_before,
    is_alphanumeric,
    is_number,
    is_punctuation,
    is_word_part,
    lowered,
    skip_space,
    starts_content,
    width,
)
from infrarouge.reading.programs.js_sentences.patterns import pattern, stand_in

SUFFIX = 10
"""How many units before a place are looked at for an abbreviation."""

_AFTER_FOOTNOTE = SPACE | frozenset(".,;:!?\"'“‘”’])}>")
_BEFORE_CLOSERS = SPACE | CLOSERS | frozenset('"”»›')
_S = frozenset("sS\u017f")
_N_PAIRS = frozenset(("'n'", "'N'", "’n’", "’N’"))
_CONTENT_MARKS = frozenset("'‘“„«‹`")


class Places:
    """Places in a text in ascending order, and the nearest of them.

    >>> Places([2, 5]).first_from(3), Places([2, 5]).first_from(6), Places([2, 5]).last_before(5)
    (5, None, 2)
    """

    def __init__(self, places: list[int]) -> None:
        self.places = places

    def first_from(self, at: int) -> int | None:
        """The first of the places that is not before a place."""
        index = bisect_left(self.places, at)
        return self.places[index] if index < len(self.places) else None

    def last_before(self, at: int) -> int | None:
        """The last of the places that is before a place."""
        index = bisect_left(self.places, at)
        return self.places[index - 1] if index else None


class Text:
    """A text in UTF-16 units, its stand-in for patterns, and whether case is set aside (`neutral`)."""

    def __init__(self, units: str, neutral: bool) -> None:
        self.units = units
        self.size = len(units)
        self.neutral = neutral
        self.stand_in = stand_in(units)
        self._places: dict[str, Places] = {}

    # ------------------------------------------------------------ characters

    def unit(self, at: int) -> str:
        """The unit at a place."""
        return self.units[at] if 0 <= at < self.size else ""

    def char(self, at: int) -> str:
        """The character that starts at a place."""
        return char_at(self.units, at)

    def char_before(self, at: int) -> str:
        """The character that ends just before a place."""
        return char_before(self.units, at)

    def suffix(self, at: int) -> str:
        """The last units up to and with the one at a place."""
        return self.units[max(0, at + 1 - SUFFIX) : at + 1]

    def plain_suffix(self, at: int) -> str:
        """The same, in lower case where case is set aside."""
        return lowered(self.suffix(at)) if self.neutral else self.suffix(at)

    def places_of(self, chars: str) -> Places:
        """Where a text has one of some characters, or a pair of the same mark."""
        if chars not in self._places:
            source = re.escape(chars) if chars in (DOUBLE_TICKS, DOUBLE_APOSTROPHES) else f"[{re.escape(chars)}]"
            matches = re.finditer(f"(?={source})", self.units)
            self._places[chars] = Places([match.start() for match in matches])
        return self._places[chars]

    def next_place(self, char: str, at: int) -> int:
        """The next place of a character from a place on; the end of the text if there is none."""
        place = self.places_of(char).first_from(at)
        return self.size if place is None else place

    def skip_space(self, at: int) -> int:
        """The first place from a place on that is not white space."""
        return skip_space(self.units, at)

    def space_start(self, at: int) -> int:
        """Where the white space that ends just before a place starts; the place itself if there is none."""
        while at > 0 and self.units[at - 1] in SPACE:
            at -= 1
        return at

    def skip_numbers(self, at: int) -> int:
        """The first place from a place on that is no number."""
        return wording.end_of(wording.NUMBER, self.stand_in, at)

    def starts_sentence(self, char: str) -> bool:
        """Whether a character may start a sentence; without `neutral` a missing one is refused."""
        return is_cased(char) if self.neutral else is_upper(char)

    # ------------------------------------------------------------ notes and quotation marks

    def is_footnote(self, at: int) -> bool:
        """Whether after a place stands a raised letter, and after that a place where a word may end."""
        char = self.char(at + 1)
        if not is_raised(char):
            return False
        end = at + 1 + width(char)
        return end >= self.size or self.units[end] in _AFTER_FOOTNOTE

    def bracketed_footnote_end(self, at: int) -> int | None:
        """Where a raised letter in brackets that starts at a place ends."""
        if self.unit(at) not in ("[", "(") or not self.is_footnote(at):
            return None
        end = at + 1 + width(self.char(at + 1))
        return end + 1 if self.unit(end) == PARTNERS[self.units[at]] else None

    def follows_cited_quote(self, at: int) -> bool:
        """Whether a raised letter stands before a place, and before it a quotation that ended a sentence."""
        letter = self.char_before(at)
        if kind(letter) != "Lm" or not self.is_footnote(at - width(letter) - 1):
            return False
        at -= width(letter)
        while is_number(self.char_before(at)):
            at -= width(self.char_before(at))
        return self.unit(at - 1) in {'"', "'", "”", "’"} and self.unit(at - 2) in TERMINALS

    def may_open(self, at: int) -> bool:
        """Whether what stands before a place lets a quotation open there."""
        if at == 0:
            return True
        before = self.units[at - 1]
        if before in SPACE or before == "<" or is_punctuation(before):
            return True
        return self.units[max(0, at - 2) : at] == DOUBLE_TICKS or self.follows_cited_quote(at)

    def starts_quotation(self, at: int) -> bool:
        """Whether what stands at a place may come first in a quotation."""
        char = self.char(at)
        return kind(char)[0] in "LMNS" or kind(char) == "Ps" or char in _CONTENT_MARKS

    def is_n_pair(self, at: int) -> bool:
        """Whether a mark at a place is one of the two of rock 'n' roll."""
        units = self.units
        return units[at : at + 3] in _N_PAIRS or (at >= 2 and units[at - 2 : at + 1] in _N_PAIRS)

    def before_closers(self, at: int) -> int:
        """The last place before one that holds neither white space nor a closing mark, apostrophes aside; or -1."""
        at -= 1
        while at >= 0 and self.units[at] in _BEFORE_CLOSERS:
            at -= 1
        return at

    def is_elided_number(self, at: int) -> bool:
        """Whether an apostrophe at a place stands for the first digits of the number after it."""
        if not is_number(self.char(at + 1)):
            return False
        before = self.before_closers(at)
        if self.unit(before) in TERMINALS:
            return False
        return self.unit(at - 1) in SPACE or not is_alphanumeric(self.char_before(before + 1))

    def is_possessive(self, at: int) -> bool:
        """Whether an apostrophe at a place follows an s and precedes another word."""
        if self.unit(at - 1) not in _S:
            return False
        following = self.skip_space(at + 1)
        return following > at + 1 and is_alphanumeric(self.char(following))

    def is_in_word(self, at: int) -> bool:
        """Whether a mark at a place stands between letters."""
        return is_word_part(self.char_before(at)) and is_word_part(self.char(at + 1))

    def is_escaped(self, at: int) -> bool:
        """Whether an odd number of backslashes stands before a place."""
        start = at
        while start > 0 and self.units[start - 1] == "\\":
            start -= 1
        return (at - start) % 2 == 1

    def is_elision(self, at: int, words: re.Pattern[str] = wording.ELISION) -> bool:
        """Whether after the mark at a place comes a word that is written with an apostrophe in front."""
        return words.match(self.units, at + 1) is not None

    def is_contraction(self, at: int) -> bool:
        """Whether after the mark at a place comes what is left of a verb."""
        return wording.CONTRACTION.match(self.units, at + 1) is not None

    def is_pair(self, at: int, pair: str = DOUBLE_APOSTROPHES) -> bool:
        """Whether two of the same mark stand at a place."""
        return at >= 0 and self.units.startswith(pair, at)

    @cached_property
    def last_apostrophes(self) -> int:
        """Where the last two apostrophes in a row stand, or -1."""
        return self.units.rfind(DOUBLE_APOSTROPHES)

    def opens_treebank(self, at: int) -> bool:
        """Whether the two apostrophes at a place open a quotation."""
        free = at == 0 or self.units[at - 1] in SPACE or self.units[at - 1] in OPENERS
        return free and starts_content(self.char(at + 2)) and self.last_apostrophes >= at + 2

    def double_state(self, at: int, inside: bool) -> bool:
        """Whether a text is inside double quotation marks after a place, if `inside` says it was before."""
        mark = self.units[at]
        if mark == '"':
            return not inside and (at == 0 or self.units[at - 1] in SPACE or self.units[at - 1] in OPENERS)
        if mark == "`" and self.is_pair(at, DOUBLE_TICKS):
            return True
        if mark == "'" and self.is_pair(at):
            return not inside and self.opens_treebank(at)
        return inside

    # ------------------------------------------------------------ addresses and numbers

    @cached_property
    def _addresses(self) -> tuple[list[int], list[bool]]:
        matches = list(wording.ADDRESS.finditer(self.units))
        return [match.end() for match in matches], [match.group() not in SPACE for match in matches]

    def is_in_url(self, end: int) -> bool:
        """Whether the stretch without white space that reaches to a place has the start of an address in it."""
        ends, starts_address = self._addresses
        index = bisect_right(ends, end) - 1
        return index >= 0 and starts_address[index]

    def has_at_sign(self, at: int) -> bool:
        """Whether an @ follows from a place on before any white space."""
        sign = self.places_of("@").first_from(at)
        return sign is not None and sign < self.next_place(JS_SPACE, at)

    def starts_neutral(self, start: int, at: int, quoted: bool = False) -> bool:
        """Whether a sentence may start at a place when capitals tell nothing; `start` is where the one before ended."""
        if not is_cased(self.char(at)):
            return False
        return quoted or wording.is_independent_or_new(self.stand_in, at) or '"' in self.units[start:at]

    def starts_number(self, at: int, suffix: str, ended: bool) -> bool:
        """Whether a sentence may start with a number at a place after an end with this suffix."""
        if not is_number(self.char(at)):
            return False
        if is_abbreviation(suffix) and not (ended and is_versus(suffix)):
            return False
        return not wording.QUANTITY.match(self.stand_in, at)

    def number_note_end(self, at: int) -> int | None:
        """Where the numbers of a note that starts at a place end: bare, or in brackets, several in a row."""
        if self.unit(at) not in ("[", "("):
            end = self.skip_numbers(at)
            return end if end > at else None
        group = wording.NUMBER_GROUP.match(self.stand_in, at)
        if group is None:
            return None
        end = group.end()
        while True:
            after = self.skip_in_paragraph(end)
            spaced, marked = after > end, self.unit(after) in (",", ";")
            if marked:
                after = self.skip_in_paragraph(after + 1)
            if spaced and not marked and self.unit(after) != "[":
                return end
            group = wording.NUMBER_GROUP.match(self.stand_in, after) if after < self.size else None
            if group is None:
                return end
            end = group.end()

    def skip_in_paragraph(self, at: int) -> int:
        """The first place from a place on that is not white space within a paragraph."""
        while at < self.size and self.units[at] in IN_PARAGRAPH:
            at += 1
        return at

    # ------------------------------------------------------------ names after a colon

    def is_colon_name(self, at: int) -> bool:
        """Whether the full stop at a place ends an initial in a list of names after a colon."""
        if self.unit(at) != ".":
            return False
        before, after = self.units[max(0, at - 96) : at + 1], self.units[at + 1 : at + 96]
        if self.neutral:
            before, after = lowered(before)[-97:], lowered(after)[:95]
        if ":" not in before:
            return False
        before, after = stand_in(before), stand_in(after)
        if not _NAME_NEXT.match(after):
            return False
        first = _AFTER_COLON.search(before) and _NAME_AND_INITIAL.match(after)
        return bool(first) or _NAMES_AFTER_COLON.search(before) is not None


_NAME = "<Li><Li|Mi>*(?:<'|’|Pd><Li><Li|Mi>*)*(?:<WS>+(?:{and or}|&)|[,;])"
_INITIAL = r"<WS>+<Cased><Mi>*\."
_NAME_NEXT = pattern("<WS>+<Cased><M|'|’|Pd>*<L>")
_AFTER_COLON = pattern(rf":{_INITIAL}\Z", "unicode")
_NAME_AND_INITIAL = pattern(f"<WS>+{_NAME}{_INITIAL}<WS>+<Li>", "unicode")
_NAMES_AFTER_COLON = pattern(rf":{_INITIAL}(?:<WS>+{_NAME}{_INITIAL})+\Z", "unicode")
