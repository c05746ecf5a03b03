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
Positions: TypeAlias = npt.NDArray[np.int32]

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

NO_WORDS, LOW_COVERAGE, MISSING, SEVERAL_SENTENCES = 1, 2, 4, 8
"""Bits of the flag an engine sets for each text it reads; sentences count where a metric looks at them and they have words."""
TOLD = NO_WORDS | LOW_COVERAGE | MISSING
"""Bits of a text that a result has something to say of, which the quick ways leave to the batch."""

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

    @property
    def f1(self) -> float:
        """Another name of `fmeasure`."""
        return self.fmeasure

    def to_dict(self) -> dict[str, float]:
        """Plain values by name."""
        return self._asdict()

    def __format__(self, spec: str) -> str:
        """All three numbers in one form.

        >>> f"{Score(0.5, 1.0, 0.75):.2f}"
        'P 0.50, R 1.00, F 0.75'
        """
        if not spec:
            return str(self)
        return f"P {self.precision:{spec}}, R {self.recall:{spec}}, F {self.fmeasure:{spec}}"

    def _repr_html_(self) -> str:
        names = "".join(f"<th>{name}</th>" for name in self._fields)
        values = "".join(f"<td>{100 * value:.2f}</td>" for value in self)
        return f"<table><thead><tr>{names}</tr></thead><tbody><tr>{values}</tr></tbody></table>"


class Word(NamedTuple):
    """A token and where it stands in its text."""

    text: str
    start: int
    end: int


class Utf8(NamedTuple):
    r"""Texts as one buffer of UTF-8, in place of a list of str: an engine reads them where they lie.

    Text `at` is the bytes from ``offsets[at]`` to ``offsets[at + 1]``; there is one offset more than texts. `data` is
    bytes, or anything that offers its bytes, such as an array of uint8. Where `missing` is not 0 there is no text.

    >>> texts = Utf8(b"the catcaf\xc3\xa9", np.array([0, 7, 12]))
    >>> texts.size, texts.text(1)
    (2, 'café')
    """

    data: Any
    offsets: Integers
    missing: Flags | None = None

    @classmethod
    def of(cls, texts: Sequence[str | None]) -> Utf8:
        """Encode a list of texts, in which None stands for a missing one.

        >>> Utf8.of(["a", None, "é"]).offsets.tolist()
        [0, 1, 1, 3]
        """
        encoded = [b"" if text is None else text.encode() for text in texts]
        offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        missing = np.array([text is None for text in texts], dtype=np.uint8)
        return cls(b"".join(encoded), offsets, missing if missing.any() else None)

    @property
    def size(self) -> int:
        """How many texts there are."""
        return len(self.offsets) - 1

    def text(self, at: int) -> str | None:
        """One text, decoded; None for a missing one.

        >>> Utf8.of(["a", "é"]).text(1)
        'é'
        """
        if self.missing is not None and self.missing[at]:
            return None
        return bytes(memoryview(self.data)[self.offsets[at] : self.offsets[at + 1]]).decode()

    def texts(self, begin: int, end: int) -> list[str | None]:
        """The texts from `begin` to `end`, decoded.

        >>> Utf8.of(["a", None]).texts(0, 2)
        ['a', None]
        """
        return [self.text(at) for at in range(begin, end)]

    def part(self, begin: int, end: int) -> Utf8:
        """The texts from `begin` to `end`, without copying them.

        >>> Utf8.of(["a", "b", "c"]).part(1, 3).text(0)
        'b'
        """
        missing = None if self.missing is None else self.missing[begin:end]
        return self._replace(offsets=self.offsets[begin : end + 1], missing=missing)


class Side(NamedTuple):
    """One side of a batch as it crosses into an engine: nested lists as flat items and offsets.

    Texts have items only; ready sentences add `texts` (offsets of each text in the items); ready tokens and ids add
    `sentences` (offsets of each sentence in the items, `texts` then counts sentences). `flat` with `flat_texts` is a
    second, flat reading of the same texts where it is not simply the sentences one after another: as texts where
    sentences are to be cut, as tokens where those are ready.

    Texts, sentences and tokens are a list of str or a `Utf8`, texts also an Arrow column; ids are an array.
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
            whole = self.items
            return self._replace(items=whole.part(begin, end) if hasattr(whole, "part") else whole[begin:end])
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
