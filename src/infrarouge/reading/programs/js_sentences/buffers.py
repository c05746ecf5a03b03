"""A sentence under construction, to which pieces are appended while it goes on."""

from __future__ import annotations

import re

from infrarouge.reading.programs.javascript import JS_SPACE, is_cased, is_upper
from infrarouge.reading.programs.js_sentences.analysis import TextAnalysis
from infrarouge.reading.programs.js_sentences.characters import (
    NEWLINE,
    OPENERS,
    PARTNERS,
    SPACE,
    char_at,
    is_letter,
    lowered,
)
from infrarouge.reading.programs.js_sentences.quotations import Kind
from infrarouge.reading.programs.js_sentences.text import SUFFIX
from infrarouge.reading.programs.js_sentences.trackers import Pointers, Tracker

_WORDS = re.compile(f"[^{JS_SPACE}]+")
_SPACES = re.compile(f"[{JS_SPACE}]+")
_MARKS = re.compile("[\"'`“”„‘’«»‹›()\\[\\]{}<>]")
_BRACKETS = frozenset("()[]{}<>")


class _Word:
    """What counts of a word: whether it starts with a capital, and whether it is in lower case throughout."""

    def __init__(self, word: str) -> None:
        self.is_title = is_upper(char_at(word, 0))
        self.is_lower = lowered(word) == word


class OpenQuotations:
    """The quotations that are open after the pieces handed over so far, over all buffers of a text."""

    def __init__(self, analysis: TextAnalysis) -> None:
        self.analysis = analysis
        self.kinds: set[Kind] = set()
        self.pointers = Pointers(analysis.text)
        self._at = 0

    def take(self, mark: str) -> None:
        """Take in the next mark."""
        at = self.analysis.text.units.find(mark, self._at)
        self._at = at + 1
        quotations = self.analysis.quotations
        if at in quotations.closing_of:
            self.kinds.add(quotations.kind(at))
        elif at in quotations.opening_of:
            self.kinds.discard(quotations.kind(at))


class Buffer:
    """A text made of pieces."""

    def __init__(self, shared: OpenQuotations, units: str) -> None:
        self.shared = shared
        analysis = shared.analysis
        self._neutral = analysis.text.neutral
        self._parts: list[str] = []
        self._normalized = 0
        """How many of the parts are normalised."""
        self._words: list[_Word] = []
        self._brackets: list[str] = []
        self._tracker: Tracker | None = None
        if analysis.has_ellipses:
            self._tracker = Tracker(analysis.ellipsis_ends.marks, analysis.angles, shared.pointers)
        self.has_words = self.has_breaks = False
        self.begins_title = False
        self.append(units.strip(" "))

    # ------------------------------------------------------------ what it holds

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._parts)

    @property
    def suffix(self) -> str:
        """Its last units."""
        suffix = ""
        for part in reversed(self._parts):
            suffix = part[-SUFFIX:] + suffix
            if len(suffix) >= SUFFIX:
                break
        return suffix[-SUFFIX:]

    @property
    def is_enclosed(self) -> bool:
        """Whether a quotation or a bracket is open."""
        return bool(self._brackets or self.shared.kinds)

    @property
    def is_open_for_dots(self) -> bool:
        """Whether something is open as the rules of ellipses see it."""
        return self._tracker is not None and self._tracker.is_open

    @property
    def last_is_lower(self) -> bool:
        """Whether its last word is in lower case."""
        return not self._neutral and self._words != [] and self._words[-1].is_lower

    @property
    def last_but_one_is_title(self) -> bool:
        """Whether the word before its last one starts with a capital."""
        return not self._neutral and len(self._words) > 1 and self._words[-2].is_title

    # ------------------------------------------------------------ what changes it

    def append(self, units: str) -> None:
        """Add a text at the end."""
        if not units:
            return
        for match in _MARKS.finditer(units):
            self._take(units, match.start(), match.group())
        if self._tracker is not None:
            self._tracker.append(units)
        self._add_words(units)
        self.has_breaks = self.has_breaks or not NEWLINE.isdisjoint(units)
        self._parts.append(units)

    def _take(self, units: str, at: int, mark: str) -> None:
        if mark not in _BRACKETS:
            self.shared.take(mark)
        elif self.shared.kinds:
            return
        elif mark in OPENERS:
            if mark != "<" or is_letter(char_at(units, at + 1)):
                self._brackets.append(PARTNERS[mark])
        elif self._brackets and self._brackets[-1] == mark:
            self._brackets.pop()

    def _add_words(self, units: str) -> None:
        words = _WORDS.findall(units)
        goes_on = bool(self._parts) and self._parts[-1][-1] not in SPACE and units[0] not in SPACE
        if words and goes_on:
            if self._words:
                self._words[-1].is_lower = self._words[-1].is_lower and lowered(words[0]) == words[0]
            del words[0]
        if not words:
            return
        if not self.has_words:
            first = char_at(words[0], 0)
            self.begins_title = is_cased(first) if self._neutral else is_upper(first)
            self.has_words = True
        if not self._neutral:
            # Only the last two words are ever asked about.
            self._words = [*self._words, *map(_Word, words[-2:])][-2:]

    def trim_end(self) -> None:
        """Cut spaces off the end."""
        while self._parts:
            part = self._parts[-1].rstrip(" ")
            if part:
                self._parts[-1] = part
                return
            self._parts.pop()

    def normalize(self) -> None:
        """Write every run of white space as one space, and none at either end."""
        # What was normalised before ends in no white space, so only what was added since is looked at.
        added = _SPACES.sub(" ", "".join(self._parts[self._normalized :]))
        if self._normalized == 0:
            added = added.removeprefix(" ")
        self._parts[self._normalized :] = [added]
        self.trim_end()
        self._normalized = len(self._parts)
        self.has_breaks = False
