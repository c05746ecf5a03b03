"""Oddities of other programs that a profile keeps faithfully; ``replace(quirks=())`` gives the clean reading."""

from __future__ import annotations

from enum import Enum


class Quirk(str, Enum):
    """One oddity, read in one place.

    >>> Quirk("su-last-word").name
    'SU_LAST_WORD'
    """

    SU_LAST_WORD = "su-last-word"
    """SU counts no unigram for the last word of a text, so a one-word text has no unit at all."""

    W_ROUGE155 = "w-rouge155"
    """ROUGE-W weighs the reference length twice, measures runs in the reference only and carries runs over clipped words."""

    BYTES_PER_SENTENCE = "bytes-per-sentence"
    """The byte limit is applied to each sentence anew where sentences are matched, and to the whole text elsewhere."""

    LEADING_BLANK_WORD = "leading-blank-word"
    """White space at the start of a sentence counts as a word of the word limit."""

    NO_UNITS = "no-units"
    """A text too short to have a unit of a metric is refused, where other programs score it 0."""

    def __str__(self) -> str:
        return self.value
