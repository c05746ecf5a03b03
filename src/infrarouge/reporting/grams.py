"""The n-grams of a whole corpus as numbers: which the predictions miss, and which they have too many of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from infrarouge.engine.runner import Runner
from infrarouge.errors import InputTypeError
from infrarouge.reading.sides import wrong_type
from infrarouge.reading.words import WordRules
from infrarouge.scoring.examples import is_missing
from infrarouge.scoring.state import offsets_of
from infrarouge.types import Integers

NOWHERE = -1
"""The code where no n-gram begins."""


def words_of(
    runner: Runner, texts: Sequence[Any], name: str, languages: Sequence[str] | None = None
) -> list[list[Any]]:
    """The words that the rules make of each text, whose `languages` matter under ``lang="auto"``; a missing text has none.

    >>> from infrarouge import Rouge
    >>> words_of(Rouge(stemmer="porter").runner, ["The cats", None], "prediction")
    [['the', 'cat'], []]
    """
    side = runner.side(texts, name, languages)
    if side.texts is None:
        return [_words(runner, text, row, name) for row, text in enumerate(texts)]
    if side.sentences is None:
        items, ends = (side.items, side.texts) if side.flat_texts is None else (side.flat, side.flat_texts)
        sentences = [runner.plan.read(sentence)[0] for sentence in items]
        return [list(chain.from_iterable(part)) for part in _parts(sentences, ends)]
    words = WordRules(runner.reader.native)
    if side.flat is not None and side.flat_texts is not None:
        return [words.words(part) for part in _parts(side.flat, side.flat_texts)]
    return [words.words(part) for part in _parts(side.items, side.sentences[side.texts])]


def _words(runner: Runner, text: Any, row: int, name: str) -> list[Any]:
    if isinstance(text, str):
        return runner.plan.read(text)[0]
    if is_missing(text):
        return []
    raise InputTypeError(wrong_type(name, row, text))


def _parts(items: Any, ends: Integers) -> list[Any]:
    return [items[begin:end] for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)]


class Grams:
    """Texts whose words and n-grams have numbers, so that a corpus is counted by sorting.

    >>> grams = Grams([["a", "b", "a", "b"]])
    >>> grams.codes(2).tolist(), grams.words(2, 0)
    ([0, 1, 0, -1], ('a', 'b'))
    """

    def __init__(self, texts: Sequence[Sequence[Any]]) -> None:
        self.table: dict[Any, int] = {}
        number = self.table.setdefault
        codes = np.array([number(word, len(self.table)) for text in texts for word in text], dtype=np.int64)
        sizes = np.array([len(text) for text in texts], dtype=np.int64)
        self.ends = offsets_of(sizes)
        """Where each text begins among all words, and where the last one ends."""
        self.owners = np.repeat(np.arange(len(sizes)), sizes)
        """Which text each word belongs to."""
        self._codes = [codes]
        self._begins = [_where_begun(codes, len(self.table))]

    def size(self, n: int) -> int:
        """How many different n-grams there are."""
        self.codes(n)
        return len(self._begins[n - 1])

    def codes(self, n: int) -> Integers:
        """The number of the n-gram that begins at each word, or -1 where the text ends before."""
        while len(self._codes) < n:
            longer = len(self._codes) + 1
            words, shorter = self._codes[0], self._codes[-1]
            left = np.repeat(self.ends[1:], np.diff(self.ends)) - np.arange(len(words))
            places = np.flatnonzero(left >= longer)
            keys = shorter[places] * len(self.table) + words[places + longer - 1]
            known, numbers = np.unique(keys, return_inverse=True)
            codes = np.full(len(words), NOWHERE, dtype=np.int64)
            codes[places] = numbers
            self._codes.append(codes)
            self._begins.append(_where_begun(codes, len(known)))
        return self._codes[n - 1]

    def words(self, n: int, code: int) -> tuple[str, ...]:
        """The words of an n-gram."""
        begin = int(self._begins[n - 1][code])
        return tuple(self._spelled[at] for at in self._codes[0][begin : begin + n].tolist())

    @cached_property
    def _spelled(self) -> list[str]:
        return [str(word) for word in self.table]

    def made_of(self, n: int, words: Iterable[Any]) -> npt.NDArray[np.bool_]:
        """Which n-grams consist of these words alone."""
        chosen = np.zeros(len(self.table), dtype=bool)
        chosen[[self.table[word] for word in words if word in self.table]] = True
        places = self._begins[n - 1][:, None] + np.arange(n)
        return np.asarray(chosen[self._codes[0][places]].all(axis=1), dtype=np.bool_)


def _where_begun(codes: Integers, size: int) -> Integers:
    """A place at which each n-gram begins."""
    begins = np.zeros(size, dtype=np.int64)
    valid = np.flatnonzero(codes >= 0)
    begins[codes[valid]] = valid
    return begins


class Gram(NamedTuple):
    """An n-gram that predictions miss or have in excess: how often, of how many, and in which examples.

    `total` counts it in the references where it is missed, and in the predictions where it is extra.

    >>> Gram(("cat", "sat"), 2, 5, (0, 3)).text
    'cat sat'
    """

    words: tuple[str, ...]
    times: int
    total: int
    rows: tuple[int, ...]

    @property
    def text(self) -> str:
        """The words with blanks between."""
        return " ".join(self.words)


class Tally(NamedTuple):
    """How often each n-gram comes in each example: ``key // n-grams`` is the example, ``key % n-grams`` the n-gram."""

    keys: Integers
    counts: Integers

    def less(self, other: Tally) -> Integers:
        """How many of each are left when those of the other side are taken away."""
        places = np.searchsorted(other.keys, self.keys)
        places[places == len(other.keys)] = 0
        theirs = np.zeros(len(self.keys), dtype=np.int64)
        if len(other.keys):
            theirs = np.where(other.keys[places] == self.keys, other.counts[places], 0)
        return np.asarray(np.maximum(self.counts - theirs, 0), dtype=np.int64)


def counted(codes: Integers, owners: Integers, size: int, examples: Integers, distinct: bool) -> Tally:
    """Count n-grams by example; of several texts of an example the largest count of each n-gram holds.

    `owners` are the texts, and `examples` the example of each text, in rising order.
    """
    valid = codes >= 0
    keys, counts = np.unique(owners[valid] * size + codes[valid], return_counts=True)
    texts, grams = np.divmod(keys, max(1, size))
    by_example = examples[texts] * size + grams
    if distinct:
        counts = np.minimum(counts, 1)
    order = np.argsort(by_example, kind="stable")
    by_example, counts = by_example[order], counts[order]
    starts = np.flatnonzero(np.diff(by_example, prepend=NOWHERE))
    largest = np.maximum.reduceat(counts, starts) if len(starts) else counts[:0]
    return Tally(by_example[starts], np.asarray(largest, dtype=np.int64))


def most_frequent(
    side: Tally, left: Integers, size: int, most: int, words: Callable[[int], tuple[str, ...]], skipped: Any = None
) -> list[Gram]:
    """The n-grams of which most are left over all examples; of equal ones those of more examples, then by their words."""
    examples, grams = np.divmod(side.keys, max(1, size))
    counts = np.bincount(grams, weights=left, minlength=size).astype(np.int64)
    totals = np.bincount(grams, weights=side.counts, minlength=size).astype(np.int64)
    if skipped is not None:
        counts = np.where(skipped, 0, counts)
    ranked = np.sort(counts[counts > 0])[::-1][:most]
    if not len(ranked):
        return []
    candidates = np.flatnonzero(counts >= ranked[-1])
    spread = np.bincount(grams[left > 0], minlength=size)
    order = [(-int(counts[code]), -int(spread[code]), words(code), code) for code in candidates.tolist()]
    chosen = [(spelled, code) for _, _, spelled, code in sorted(order)[:most]]
    wanted = np.zeros(size, dtype=bool)
    wanted[[code for _, code in chosen]] = True
    rows: dict[int, list[int]] = {code: [] for _, code in chosen}
    for place in np.flatnonzero((left > 0) & wanted[grams]).tolist():
        rows[int(grams[place])].append(int(examples[place]))
    return [Gram(spelled, int(counts[code]), int(totals[code]), tuple(rows[code])) for spelled, code in chosen]
