"""Which positions of two texts are matched in order, and what becomes of them over many sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from infrarouge.reading.document import Document, Words

Pair = tuple[int, int]
"""A matched position of the reference and its position of the prediction."""


Paths = Sequence[Sequence[Sequence[Pair]]]
"""Paths, in positions over the sentences, by reference sentence and by prediction sentence."""


def runs(path: Iterable[Pair]) -> list[list[Pair]]:
    """The stretches of a path, in text order, that are consecutive in both texts.

    >>> runs([(4, 3), (1, 1), (0, 0)])
    [[(0, 0), (1, 1)], [(4, 3)]]
    """
    stretches: list[list[Pair]] = []
    before = None
    for i, j in sorted(path):
        if before == (i - 1, j - 1):
            stretches[-1].append((i, j))
        else:
            stretches.append([(i, j)])
        before = (i, j)
    return stretches


def clip(positions: Iterable[int], words: Words, *bags: Counter[Any]) -> Iterator[int]:
    """Pass on the positions of words of which every bag has one left, and take one from each."""
    for at in positions:
        if all(bag[words[at]] > 0 for bag in bags):
            for bag in bags:
                bag[words[at]] -= 1
            yield at


def all_paths(prediction: Document, reference: Document, path: Callable[[Words, Words], Sequence[Pair]]) -> Paths:
    """Align every sentence of the reference with every one of the prediction.

    >>> two = Document([], [["a"], ["b"]])
    >>> all_paths(two, two, lambda ours, theirs: [(0, 0)] if ours == theirs else [])
    [[[(0, 0)], []], [[], [(1, 1)]]]
    """
    return [
        [
            [(base + i, start + j) for i, j in path(candidate, sentence)]
            for start, candidate in zip(starts(prediction.sentences), prediction.sentences, strict=True)
        ]
        for base, sentence in zip(starts(reference.sentences), reference.sentences, strict=True)
    ]


def starts(sentences: Sequence[Words]) -> list[int]:
    """Where each sentence starts in the words of all.

    >>> starts([["a", "b"], ["c"]])
    [0, 2]
    """
    places, total = [], 0
    for sentence in sentences:
        places.append(total)
        total += len(sentence)
    return places


def marked(row: Iterable[Sequence[Pair]]) -> list[int]:
    """The positions of a reference sentence that any of its paths matches, in order."""
    return sorted({i for path in row for i, _ in path})


def exclusive(paths: Paths) -> dict[int, int]:
    """Give each reference position at most one prediction position, first come first served.

    >>> exclusive([[[(0, 0)], [(0, 1)]], [[(1, 0)], [(1, 1)]]])
    {0: 0, 1: 1}
    """
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for row in paths:
        for path in row:
            for i, j in path:
                if i not in pairs and j not in used:
                    pairs[i] = j
                    used.add(j)
    return pairs
