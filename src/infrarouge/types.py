"""The small values that pass between stages, and the shapes of what users hand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.uint8]
Needs: TypeAlias = npt.NDArray[np.int32]

Item = TypeVar("Item", covariant=True)


class Several(Protocol[Item]):
    """Several texts, words or numbers: a list, a tuple, an array, a column of a data frame.

    A str does not fit, although it is a sequence of str, because ``in`` asks it for text only. So a type checker refuses
    ``evaluate(predictions="one text", ...)``, as `evaluate` itself does.
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Item]: ...
    def __contains__(self, item: object, /) -> bool: ...


Ids: TypeAlias = "Several[int] | npt.NDArray[np.integer[Any]]"
"""Tokens as whole numbers."""

Text: TypeAlias = "str | Several[str] | Several[Several[str]] | Ids | Several[Ids] | None"
"""One text: a str; or, as the rules say, its sentences, its tokens, its tokens by sentence, or integer ids."""

Texts: TypeAlias = "Several[Text] | Iterator[Text]"
"""One side of a batch: a text for every row."""

References: TypeAlias = "Several[Text | Several[Text]] | Iterator[Text | Several[Text]]"
"""The references of a batch: for every row one text, or several."""

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
