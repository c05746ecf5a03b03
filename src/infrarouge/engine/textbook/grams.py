"""N-grams and skip-bigrams, and how many of them two texts share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from infrarouge.engine.textbook.reading import Words

Places = Sequence[tuple[int, ...]]
"""Where units stand: the positions of the words of each, in a text of words."""


def ngram_places(size: int, n: int) -> Places:
    """Where the runs of `n` words stand in a text of `size` words.

    >>> ngram_places(3, 2)
    [(0, 1), (1, 2)]
    """
    return [tuple(range(at, at + n)) for at in range(size - n + 1)]


def skip_places(size: int, gap: int | None, unigrams: bool = False, last: bool = True) -> Places:
    """Where pairs of words in order stand, with at most `gap` words between; with `unigrams` also single words.

    `last=False` leaves out the unigram of the last word.

    >>> skip_places(3, 0), len(skip_places(4, None))
    ([(0, 1), (1, 2)], 6)
    """
    pairs: list[tuple[int, ...]] = [
        (i, j) for i in range(size) for j in range(i + 1, size if gap is None else min(size, i + gap + 2))
    ]
    singles = [(at,) for at in range(size if last else size - 1)] if unigrams else []
    return pairs + singles


def units(words: Words, places: Places) -> list[tuple[Any, ...]]:
    """The words at some places.

    >>> units("a b c".split(), [(0, 2), (1,)])
    [('a', 'c'), ('b',)]
    """
    return [tuple([words[at] for at in place]) for place in places]


def ngrams(words: Words, n: int) -> list[tuple[Any, ...]]:
    """Runs of `n` words.

    >>> ngrams("a b c".split(), 2)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, ngram_places(len(words), n))


def skip_bigrams(words: Words, gap: int | None, unigrams: bool = False, last: bool = True) -> list[tuple[Any, ...]]:
    """Pairs of words in order, as `skip_places` finds them.

    >>> skip_bigrams("a b c".split(), 0)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, skip_places(len(words), gap, unigrams, last))


def shared(prediction: Sequence[Any], reference: Sequence[Any], count: str) -> list[tuple[int, int]]:
    """Match two bags of units: which one of the reference goes with which one of the prediction.

    A unit's first occurrence in one goes with its first in the other, and so on as long as both have one; unless
    `count` is `clipped`, only the first.

    >>> shared("aab", "aac", "clipped"), shared("aab", "aac", "set")
    ([(0, 0), (1, 1)], [(0, 0)])
    """
    left: dict[Any, list[int]] = {}
    for at in reversed(counted(reference, "all" if count == "clipped" else "set")):
        left.setdefault(reference[at], []).append(at)
    return [(left[unit].pop(), at) for at, unit in enumerate(prediction) if left.get(unit)]


def counted(units: Sequence[Any], count: str) -> list[int]:
    """Which units make the total: all of them, or under `set` the first of each.

    >>> counted("aab", "clipped"), counted("aab", "set")
    ([0, 1, 2], [0, 2])
    """
    if count != "set":
        return list(range(len(units)))
    first = {unit: at for at, unit in reversed(list(enumerate(units)))}
    return sorted(first.values())


def overlap(prediction: Sequence[Any], reference: Sequence[Any], count: str) -> tuple[int, int, int]:
    """Compare two bags of units: `clipped` repeats count, `set` and `distinct` count each unit once.

    `set` also divides by distinct units, `distinct` by all of them.

    >>> overlap("aab", "aac", "clipped"), overlap("aab", "aac", "set"), overlap("aab", "aac", "distinct")
    ((2, 3, 3), (1, 2, 2), (1, 3, 3))
    """
    return (
        len(shared(prediction, reference, count)),
        len(counted(prediction, count)),
        len(counted(reference, count)),
    )
