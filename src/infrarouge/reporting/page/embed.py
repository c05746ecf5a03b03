"""The data of a report page: scores, texts and the places of their words as compact columns of JSON.

The script of the page reads this back (`data/page/data.js`). Numbers of a row of words are written as text: each
number takes one character below 45, two below 2070, and so on, and no character needs escaping.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from infrarouge.progress import Progress
from infrarouge.reading.spans import Reading, Tracer
from infrarouge.reporting.numbers import Numbers
from infrarouge.types import Floats, Integers, Word

DIGITS = "".join(chr(code) for code in range(0x23, 0x7F) if chr(code) not in "\\<")
HALF = len(DIGITS) // 2
BINS = 20
SCALE = 10_000
"""Scores are whole numbers of this, so that two decimals of a percentage are exact."""


def numbers(values: Iterable[int]) -> str:
    """Write whole numbers from 0 up as text: digits of base 45, the lowest first, from another half where more follow.

    >>> numbers([0, 1, 44]), len(numbers([45, 2069])), len(numbers([2070]))
    ('#$P', 4, 3)
    """
    out: list[str] = []
    for value in values:
        while value >= HALF:
            value, digit = divmod(value - HALF, HALF)
            out.append(DIGITS[HALF + digit])
        out.append(DIGITS[value])
    return "".join(out)


class RowWords:
    """Writes the words of one row's texts: how far after the word before, how long, and which word.

    Words are numbered in the row as they come; 0 is a word not seen before. Places are counted as JavaScript counts
    them, in units of UTF-16.

    >>> RowWords().write("a bc a", [Word("a", 0, 1), Word("bc", 2, 4), Word("a", 5, 6)])
    '#$#%%#%$$'
    """

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def write(self, text: str, words: Iterable[Word]) -> str:
        """Write words of a text."""
        at = _units(text)
        found: list[int] = []
        end = 0
        for word in words:
            start, stop = (word.start, word.end) if at is None else (int(at[word.start]), int(at[word.end]))
            step = start - end
            number = self.known.get(word.text)
            if number is None:
                self.known[word.text] = len(self.known)
            found += (2 * step if step >= 0 else -2 * step - 1, stop - start, 0 if number is None else number + 1)
            end = stop
        return numbers(found)


def _units(text: str) -> Integers | None:
    """Where each character starts in UTF-16; None if that is its index."""
    if text.isascii() or max(text) <= "\uffff":
        return None
    return np.concatenate([[0], np.cumsum([2 if char > "\uffff" else 1 for char in text])])


class TextColumn:
    """A column of texts with their words: by sentence, and flat where that is not the same.

    >>> column = TextColumn()
    >>> column.add(Reading("a b", [Word("a", 0, 1)], [[Word("a", 0, 1)], []]), RowWords())
    >>> column.value()
    {'text': ['a b'], 'words': ['#$#'], 'lengths': ['$#'], 'flat': {}}
    """

    def __init__(self) -> None:
        self.text: list[str] = []
        self.words: list[str] = []
        self.lengths: list[str] = []
        self.flat: dict[str, str] = {}

    def add(self, reading: Reading, row: RowWords) -> None:
        """Add one text."""
        joined = [word for sentence in reading.sentences for word in sentence]
        self.words.append(row.write(reading.text, joined))
        # One sentence needs no length of its own.
        several = len(reading.sentences) != 1
        self.lengths.append(numbers(len(one) for one in reading.sentences) if several else "")
        if joined != reading.flat:
            self.flat[str(len(self.text))] = row.write(reading.text, reading.flat)
        self.text.append(reading.text)

    def value(self) -> dict[str, Any]:
        """The column as JSON takes it."""
        return {"text": self.text, "words": self.words, "lengths": self.lengths, "flat": self.flat}


def texts(
    tracer: Tracer,
    predictions: Mapping[str, Sequence[Any]],
    references: Sequence[Sequence[Any]],
    rows: Sequence[int],
    *,
    progress: bool = False,
) -> tuple[list[dict[str, Any]], dict[str, Any], list[list[int]]]:
    """Read the texts of some rows: a column of each system, one of the references, and the numbers of words.

    The references of a row stand one after another in their column; `rows` in it says where each row's start. Lengths are
    of the reference (the longest of several), then of each system.
    """
    ours, theirs = [TextColumn() for _ in predictions], TextColumn()
    starts = [0]
    lengths: list[list[int]] = [[] for _ in range(len(predictions) + 1)]
    with Progress(len(rows), shown=progress, what="reading") as bar:
        for at in rows:
            row = RowWords()
            read = [tracer.read(one, "reference") for one in references[at]]
            lengths[0].append(max((len(one.flat) for one in read), default=0))
            for one in read:
                theirs.add(one, row)
            starts.append(len(theirs.text))
            for column, system, counted in zip(ours, predictions.values(), lengths[1:], strict=True):
                reading = tracer.read(system[at], "prediction")
                counted.append(len(reading.flat))
                column.add(reading, row)
            bar.advance(1)
    several = starts != list(range(len(starts)))
    return [one.value() for one in ours], {**theirs.value(), "rows": starts if several else None}, lengths


def score_columns(report: Numbers, rows: Integers) -> list[list[list[int | None]]]:
    """The scores of some rows by metric and measure, in whole numbers of 1/10,000; None where there is none."""
    picked = report.scores[rows]
    return [[_scaled(picked[:, metric, measure]) for measure in range(3)] for metric in range(len(report.metrics))]


def _scaled(values: Floats) -> list[int | None]:
    missing = np.isnan(values)
    whole = np.rint(np.where(missing, 0, values) * SCALE).astype(np.int64).tolist()
    return (
        [None if gone else one for one, gone in zip(whole, missing.tolist(), strict=True)] if missing.any() else whole
    )


def histograms(report: Numbers) -> list[list[list[int]]]:
    """How many examples score in each of 20 equal steps from 0 to 1, by metric and measure."""
    scores = report.scored
    steps = np.clip(np.nan_to_num(scores * BINS, nan=-1.0), -1, BINS - 1).astype(np.int64)
    return [
        [
            np.bincount(steps[steps[:, metric, measure] >= 0, metric, measure], minlength=BINS).tolist()
            for measure in range(3)
        ]
        for metric in range(len(report.metrics))
    ]


def to_script(value: Any) -> str:
    """Write JSON that may stand inside a script element: nothing in it can end the element or a string.

    >>> to_script(["</script>", "\\ud800"])
    '["\\\\u003c/script>","\\\\ud800"]'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return re.sub("[<\u2028\u2029\ud800-\udfff]", lambda found: f"\\u{ord(found.group()):04x}", text)
