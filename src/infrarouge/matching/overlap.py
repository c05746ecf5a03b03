"""How many units two texts share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from infrarouge.matching.paths import starts
from infrarouge.reading.document import Words

Places = Sequence[tuple[int, ...]]
"""Where units stand: the positions of the words of each, in a text of words."""


def units(words: Words, places: Places) -> list[tuple[Any, ...]]:
    """The words at some places.

    >>> units("a b c".split(), [(0, 2), (1,)])
    [('a', 'c'), ('b',)]
    """
    return [tuple([words[at] for at in place]) for place in places]


def sentence_places(sentences: Sequence[Words], places: Callable[[int], Places]) -> Places:
    """Where units that lie within sentences stand in the words of all sentences; `places` finds those of a text.

    >>> sentence_places([["a", "b"], ["c"], ["d", "e"]], lambda size: [(at, at + 1) for at in range(size - 1)])
    [(0, 1), (3, 4)]
    """
    return [
        tuple(start + at for at in place)
        for start, sentence in zip(starts(sentences), sentences, strict=True)
        for place in places(len(sentence))
    ]


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
