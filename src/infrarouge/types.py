"""The small values that pass between stages, and the shapes of what users hand in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.uint8]
Needs: TypeAlias = npt.NDArray[np.int32]
Positions: TypeAlias = npt.NDArray[np.int32]

Text: TypeAlias = "str | Sequence[str] | Sequence[Sequence[str]] | Sequence[int] | npt.NDArray[np.integer[Any]] | None"
"""One text: a str; or, as the rules say, its sentences, its tokens, its tokens by sentence, or integer ids."""

Tokenizer: TypeAlias = Callable[[str], Sequence[str]]
Splitter: TypeAlias = Callable[[str], Sequence[str]]
Normalizer: TypeAlias = Callable[[str], str]
Stemmer: TypeAlias = Callable[[str], str]

NO_WORDS, LOW_COVERAGE, MISSING = 1, 2, 4
"""Bits of the flag an engine sets for each text it reads."""

NEVER = 2**31 - 1
"""A need that no pair of texts can meet."""


class Counts(NamedTuple):
    """Units matched, in the prediction, and in the reference.

    >>> Counts(3, 4, 4).matched
    3
    """

    matched: float
    prediction: float
    reference: float


class Score(NamedTuple):
    """Precision, recall and F of one metric.

    >>> Score(0.5, 1.0, 0.75).recall
    1.0
    """

    precision: float
    recall: float
    fmeasure: float


class Word(NamedTuple):
    """A token and where it stands in its text."""

    text: str
    start: int
    end: int


class Side(NamedTuple):
    """One side of a batch as it crosses into an engine: nested lists as flat items and offsets.

    Texts have items only; ready sentences add `texts` (offsets of each text in the items); ready tokens and ids add
    `sentences` (offsets of each sentence in the items, `texts` then counts sentences). `flat` with `flat_texts` is a
    second, flat reading of the same texts where it is not simply the sentences one after another.
    """

    items: Any
    texts: Integers | None = None
    sentences: Integers | None = None
    flat: Any = None
    flat_texts: Integers | None = None

    def part(self, begin: int, end: int) -> Side:
        """The texts from `begin` to `end`, without copying what they hold.

        >>> Side(["a", "b", "c"]).part(1, 3).items
        ['b', 'c']
        """
        if self.texts is None:
            return self._replace(items=self.items[begin:end])
        flat = None if self.flat_texts is None else self.flat_texts[begin : end + 1]
        return self._replace(texts=self.texts[begin : end + 1], flat_texts=flat)


class Matches(NamedTuple):
    """What every metric matches in the pairs of a batch, as an engine's `matches` tells it.

    A match is ``places[k]``: in its first row the positions of the first and last word of a unit of the reference, in its
    second row those of the unit of the prediction. ``runs[k]`` numbers the runs of ROUGE-W; of other metrics each match
    is a run. Matches ``offsets[p * metrics + m]`` to the next offset are those of pair p and metric m.

    >>> Matches(np.array([[[1, 2], [0, 1]]]), np.array([0]), np.array([0, 0, 1])).of(1)[0].tolist()
    [[[1, 2], [0, 1]]]
    """

    places: Positions
    runs: Positions
    offsets: Integers

    def of(self, at: int) -> tuple[Positions, Positions]:
        """Places and runs of one metric in one pair, number ``p * metrics + m``."""
        start, end = self.offsets[at], self.offsets[at + 1]
        return self.places[start:end], self.runs[start:end]
