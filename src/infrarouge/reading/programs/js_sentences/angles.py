"""Which less-than and greater-than signs are brackets, found by walking around quotations; and what stands aside."""

from __future__ import annotations

from functools import cached_property

from infrarouge.reading.programs.javascript import is_cased, kind
from infrarouge.reading.programs.js_sentences import wording
from infrarouge.reading.programs.js_sentences.characters import (
    CLOSERS,
    DOUBLE_APOSTROPHES,
    DOUBLE_TICKS,
    OPENERS,
    PARTNERS,
    SPACE,
    is_letter,
    is_punctuation,
    starts_content,
)
from infrarouge.reading.programs.js_sentences.ellipses import EllipsisMarks, TypographicStack
from infrarouge.reading.programs.js_sentences.text import Places, Text

QUOTING = frozenset("\"'`“‘«‹„‚")
_CLOSER_OF = {"“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“", "‚": "‘"}
_ENGLISH_CLOSER = {"„": "”", "‚": "’"}
_BACKSLASH = "\\"


class Angles:
    """The angle brackets of a text, and the simple quotations that they are looked for around.

    >>> sorted(Angles(Text("a <b> c < d", False)).brackets)
    [2, 4]
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self._valid: dict[str, Places] = {}
        self._german_ends: dict[tuple[str, int], int | None] = {}
        self.brackets: set[int] = set()
        if "<" not in text.units or ">" not in text.units:
            return
        opened: list[int] = []
        through = 0
        for at in text.places_of("<>" + "".join(sorted(QUOTING))).places:
            if at < through:
                continue
            mark = text.units[at]
            if mark in QUOTING:
                closer = self.quotation(at)
                through = (self.quotation_end(at, closer) if closer else None) or through
            elif text.is_escaped(at):
                continue
            elif mark == "<":
                opened.append(at)
            elif opened:
                self.brackets |= {opened.pop(), at}

    def is_loose(self, at: int) -> bool:
        """Whether a place holds a less-than or greater-than sign that is no bracket."""
        return self.text.units[at] in ("<", ">") and at not in self.brackets

    def quotation(self, at: int) -> str:
        """The mark that would close a quotation opened at a place, or nothing if none opens there."""
        text, mark = self.text, self.text.units[at]
        if mark not in QUOTING or text.is_escaped(at) or (mark in ("'", "‘") and text.is_in_word(at)):
            return ""
        if mark in _CLOSER_OF:
            return _CLOSER_OF[mark]
        if mark == "`":
            if text.is_pair(at, DOUBLE_TICKS):
                return DOUBLE_APOSTROPHES
            return mark if text.unit(at - 1) != "`" else ""
        if mark == "'" and text.is_pair(at) and text.opens_treebank(at):
            return DOUBLE_APOSTROPHES
        before, following = text.unit(at - 1), text.unit(at + 1)
        free = at == 0 or before in SPACE or before == "<" or is_punctuation(before)
        return mark if free and following != "" and following not in SPACE else ""

    def quotation_end(self, at: int, closer: str) -> int | None:
        """Where a quotation that opens at a place and closes with a mark ends, or None."""
        place = self._valid_places(closer).first_from(at + len(closer))
        mark = self.text.units[at]
        if place is None:
            return None
        if mark in _ENGLISH_CLOSER:
            return self._german_end(mark, closer, place)
        if mark in ("'", "‘") and self._opens_later(at, place):
            return None
        return place + len(closer)

    def _german_end(self, mark: str, closer: str, place: int | None) -> int | None:
        """Where a low-opened quotation ends; an English quotation inside it that opens with its closer is skipped."""
        walked: list[int] = []
        end: int | None = None
        while place is not None:
            if (mark, place) in self._german_ends:
                end = self._german_ends[mark, place]
                break
            walked.append(place)
            english = self.quotation_end(place, _ENGLISH_CLOSER[mark])
            german = self.quotation_end(place, closer)
            if english is None or german is None or german <= english:
                end = place + len(closer)
                break
            place = self._valid_places(closer).first_from(english)
        self._german_ends.update({(mark, place): end for place in walked})
        return end

    def _valid_places(self, closer: str) -> Places:
        """Where a closing mark stands that is not escaped, not inside a word, and no back-tick beside another."""
        if closer not in self._valid:
            self._valid[closer] = Places(
                [at for at in self.text.places_of(closer).places if self._is_valid(at, closer)]
            )
        return self._valid[closer]

    def _is_valid(self, at: int, closer: str) -> bool:
        text = self.text
        if text.is_escaped(at) or (text.units[at] in ("'", "‘", "’") and text.is_in_word(at)):
            return False
        return closer != "`" or (text.unit(at - 1) != "`" and text.unit(at + 1) != "`")

    def _opens_later(self, at: int, end: int) -> bool:
        """Whether a mark that looks elided is followed by one, up to `end`, that opens the quotation instead."""
        text = self.text
        if not wording.ELIDED_OPENING.match(text.stand_in, at + 1):
            return False
        if text.units[at] == "‘":
            later = self._curly_openings.first_from(at + 1)
            return later is not None and later <= end
        # Straight marks before the first valid closing one open nothing.
        if not self.quotation(end) or text.unit(end + 1) in SPACE or end + 1 >= text.size:
            return False
        before = end - 1
        while text.unit(before) == _BACKSLASH:
            before -= 1
        return text.unit(before) in SPACE or text.unit(before) in OPENERS

    @cached_property
    def _curly_openings(self) -> Places:
        text = self.text
        return Places(
            [
                at
                for at in text.places_of("‘").places
                if self.quotation(at) and at + 1 < text.size and text.units[at + 1] not in SPACE
            ]
        )


class Asides:
    """Quotations and brackets that stand aside, by where they open and end."""

    def __init__(self, text: Text, marks: EllipsisMarks, angles: Angles) -> None:
        self.text, self.marks, self.angles = text, marks, angles
        self.ends: dict[int, int] = {}
        self._find_quotations()
        self._find_brackets(dict(self.ends))

    def _find_quotations(self) -> None:
        text, marks = self.text, self.marks
        stack, starts = TypographicStack(), []
        straight: dict[str, int | None] = {'"': None, "'": None, DOUBLE_APOSTROPHES: None}
        through = 0
        for at in text.places_of("\"'`“”‘’«»„‹›").places:
            if at < through:
                continue
            mark = text.units[at]
            change = stack.track(mark, bool(marks.curly[at]), at in marks.english)
            if change > 0:
                starts.append(at)
            elif change < 0:
                self.ends[starts.pop()] = at + 1
            elif text.is_pair(at, DOUBLE_TICKS):
                straight[DOUBLE_APOSTROPHES] = at
                through = at + 2
            elif text.is_pair(at) and not self._is_single_first(at, straight):
                start = straight[DOUBLE_APOSTROPHES]
                if start is None and text.opens_treebank(at):
                    straight[DOUBLE_APOSTROPHES] = at
                elif start is not None:
                    self.ends[start] = at + 2
                    straight[DOUBLE_APOSTROPHES] = None
                through = at + 2
            elif mark == '"' or (mark == "'" and not marks.straight[at]):
                start = straight[mark]
                free = at == 0 or text.units[at - 1] in SPACE or text.units[at - 1] in OPENERS
                if start is None or (free and starts_content(text.char(at + 1))):
                    straight[mark] = at
                else:
                    self.ends[start] = at + 1
                    straight[mark] = None

    def _is_single_first(self, at: int, straight: dict[str, int | None]) -> bool:
        """Whether the first of three apostrophes closes a single quotation inside a double one."""
        double, single = straight[DOUBLE_APOSTROPHES], straight["'"]
        return double is not None and single is not None and single > double and self.text.unit(at + 2) == "'"

    def _find_brackets(self, quotations: dict[int, int]) -> None:
        text = self.text
        opened: list[int] = []
        through = 0
        for at in sorted({*quotations, *text.places_of("()[]{}<>").places}):
            if at < through:
                continue
            if at in quotations:
                through = quotations[at]
            elif self.angles.is_loose(at):
                continue
            elif text.units[at] in OPENERS:
                if text.units[at] != "<" or is_letter(text.char(at + 1)):
                    opened.append(at)
            elif text.units[at] in CLOSERS and opened and PARTNERS[text.units[opened[-1]]] == text.units[at]:
                self.ends[opened.pop()] = at + 1

    def is_inline(self, at: int) -> bool:
        """Whether an aside follows a place and the sentence goes on after it."""
        text = self.text
        start = text.skip_space(at)
        if start >= text.size or start not in self.ends:
            return False
        end, separated = self.ends[start], False
        while True:
            char = text.char(end)
            if char in SPACE or kind(char) == "Pd":
                separated = True
            elif char not in (",", ";", ":"):
                break
            end += 1 + (char > "\uffff")
        if not separated:
            return False
        if text.units[start] not in OPENERS and not wording.CONTINUATION.match(text.stand_in, end, end + 64):
            return False
        return is_cased(char) if text.neutral else kind(char) == "Ll"
