"""Everything that is known of a text before it is cut: its marks by the rules that use them, and those rules."""

from __future__ import annotations

from functools import cached_property

from infrarouge.reading.programs.js_sentences.angles import Angles
from infrarouge.reading.programs.js_sentences.citation_ends import CitationEnds
from infrarouge.reading.programs.js_sentences.citations import CitationMarks
from infrarouge.reading.programs.js_sentences.ellipses import SpacedEllipses
from infrarouge.reading.programs.js_sentences.ellipsis_ends import EllipsisEnds
from infrarouge.reading.programs.js_sentences.quotations import Quotations
from infrarouge.reading.programs.js_sentences.sentence_ends import SentenceEnds
from infrarouge.reading.programs.js_sentences.text import Text


class TextAnalysis:
    """A text with its marks and rules; `list_periods` are the full stops of list items, which end no sentence."""

    def __init__(self, text: Text, list_periods: frozenset[int]) -> None:
        self.text = text
        self.list_periods = list_periods
        self.quotations = Quotations(text)
        self.angles = Angles(text)
        self.spaced = SpacedEllipses(text)
        self.citations = CitationMarks(text)
        self.citation_ends = CitationEnds(text, self.quotations)
        self.ends = SentenceEnds(text, self.quotations, self.angles)
        self.ellipsis_ends = EllipsisEnds(text, self.ends)

    @cached_property
    def has_ellipses(self) -> bool:
        """Whether the rules of ellipses can matter at all."""
        return ".." in self.text.units or bool(self.spaced)
