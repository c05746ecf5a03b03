"""A text of the page: its words, told by their places in units of UTF-16, as JavaScript counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from infrarouge.reading.spans import Reading
from infrarouge.reporting.matched import View, viewed
from infrarouge.reporting.page.pack import Ragged, columns, side_by_side, signed
from infrarouge.types import Integers, Word


class TextWords:
    """A text that was read, with the spans of its words by view: one list if all views are the same.

    >>> text = TextWords(Reading("a bc", [Word("a", 0, 1), Word("bc", 2, 4)], [[Word("a", 0, 1), Word("bc", 2, 4)]]))
    >>> text.text, text.length, text.sizes, [spans.tolist() for spans in text.lists]
    ('a bc', 4, (2, 2, 2), [[[0, 2], [1, 4]]])
    """

    __slots__ = ("length", "lists", "reading", "sizes", "text")

    def __init__(self, reading: Reading, *, keep: bool = False) -> None:
        # A lone surrogate has no bytes in UTF-8; its stand-in is as long.
        self.text = reading.text if reading.text.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", reading.text)
        units = places16(self.text)
        self.length = len(self.text) if units is None else int(units[-1])
        sentences, _ = viewed(reading, View.SENTENCES)
        same = reading.flat == sentences
        self.lists = [_spans(viewed(reading, view)[0], units) for view in ([View.FLAT] if same else View)]
        """Starts and ends of the words, in units of UTF-16."""
        self.sizes = (len(sentences),) * 3 if same else (len(reading.flat), len(sentences), -1)
        """How many words each view has; -1 where they are not all in the total."""
        # Words are many small objects; most are not needed any more.
        self.reading = reading if keep or not same else None


def _spans(words: Sequence[Word], units: Integers | None) -> Integers:
    spans = np.array([[word[1] for word in words], [word[2] for word in words]], dtype=np.int64)
    return spans if units is None else units[spans]


def words_of(texts: Sequence[TextWords]) -> Ragged:
    """For each text how many lists of words it has, and of each list how many words, and their steps and lengths.

    >>> word = Word("a", 1, 2)
    >>> words_of([TextWords(Reading(" a", [word], [[word]]))]).values.tolist()
    [1, 1, 2, 1]
    """
    lists = [spans for text in texts for spans in text.lists]
    sizes = np.array([spans.shape[1] for spans in lists], dtype=np.int64)
    starts, ends = np.concatenate(lists, axis=1)
    before = np.zeros(len(ends), dtype=np.int64)
    before[1:] = ends[:-1]
    before[(np.cumsum(sizes) - sizes)[sizes > 0]] = 0
    spans = columns(signed(starts - before), ends - starts)
    by_list = side_by_side(columns(sizes), Ragged(spans.values, 2 * sizes))
    counts = np.array([len(text.lists) for text in texts], dtype=np.int64)
    bounds = np.concatenate([[0], np.cumsum(counts)])
    return side_by_side(columns(counts), by_list.merged(bounds))


def places16(text: str) -> Integers | None:
    """Where each character starts in UTF-16, and where the last one ends; None if that is its index.

    >>> places16("a\U0001f600b").tolist(), places16("ab")
    ([0, 1, 3, 4], None)
    """
    if text.isascii() or max(text) <= "\uffff":
        return None
    widths = np.array([2 if char > "\uffff" else 1 for char in text], dtype=np.int64)
    return np.concatenate([[0], np.cumsum(widths)])
