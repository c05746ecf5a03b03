"""What a prediction takes from its source: novel n-grams, and the extractive fragments of Newsroom.

Coverage, density and compression are those of Grusky, Naaman and Artzi, "Newsroom: A Dataset of 1.3 Million Summaries
with Diverse Extractive Strategies" (2018), over the words of our own reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from infrarouge.types import Floats

Words = Sequence[Any]


class Extraction(NamedTuple):
    """How much of each prediction stands in its source, one number an example; not a number where there is no source.

    `coverage` is the share of the prediction's words that stand in a fragment, `density` the mean length of the
    fragment that a word stands in (0 for a word in none), and `compression` the words of the source for one of the
    prediction.
    """

    coverage: Floats
    density: Floats
    compression: Floats


def pair_places(prediction: Words, source: Words) -> dict[tuple[Any, Any], list[int]]:
    """Where each pair of neighbouring words of the prediction stands in the source.

    >>> pair_places(["a", "b", "c"], ["b", "c", "b", "c"])
    {('b', 'c'): [0, 2]}
    """
    wanted = set(pairwise(prediction))
    places: dict[tuple[Any, Any], list[int]] = {}
    for at, pair in enumerate(pairwise(source)):
        if pair in wanted:
            places.setdefault(pair, []).append(at)
    return places


def novel_share(prediction: Words, source: Words, n: int, places: dict[tuple[Any, Any], list[int]]) -> float:
    """The share of the prediction's n-grams that the source does not have; not a number if there are none.

    >>> text, source = ["a", "b", "c"], ["b", "c", "a"]
    >>> [novel_share(text, source, n, pair_places(text, source)) for n in (1, 2, 4)]
    [0.0, 0.5, nan]
    """
    grams = list(zip(*(prediction[at:] for at in range(n)), strict=False))
    if not grams:
        return float("nan")
    if n == 1:
        known: Any = set(source)
        return sum(word not in known for word in prediction) / len(grams)
    known = {tuple(source[at : at + n]) for stretch in places.values() for at in stretch}
    return sum(gram not in known for gram in grams) / len(grams)


def fragment_lengths(prediction: Words, source: Words, places: dict[tuple[Any, Any], list[int]]) -> list[int]:
    """The lengths of the extractive fragments: from left to right the longest stretch that the source has too.

    >>> text, source = ["a", "b", "x", "d"], ["d", "a", "b", "c"]
    >>> fragment_lengths(text, source, pair_places(text, source))
    [2, 1]
    """
    known, nowhere = set(source), ()
    end, limit, at = len(prediction), len(source), 0
    lengths = []
    while at < end:
        length, after = int(prediction[at] in known), 0
        for place in places.get((prediction[at], prediction[at + 1]), nowhere) if at + 1 < end else nowhere:
            # The search goes on behind a match, as in Newsroom: a longer one that begins inside it is not seen.
            if place < after:
                continue
            run = 2
            while at + run < end and place + run < limit and prediction[at + run] == source[place + run]:
                run += 1
            length, after = max(length, run), place + run
        if length:
            lengths.append(length)
        at += max(length, 1)
    return lengths


def compared_with_sources(
    predictions: Sequence[Words], sources: Sequence[Words | None], sizes: Sequence[int]
) -> tuple[dict[int, Floats], Extraction]:
    """Novelty for each size of n-gram, and what is extracted, of each prediction; a source may be missing.

    >>> novelty, extraction = compared_with_sources([["a", "b", "x", "d"]], [["d", "a", "b", "c"]], [1])
    >>> novelty[1].tolist(), [values.tolist() for values in extraction]
    ([0.25], [[0.75], [1.25], [1.0]])
    """
    numbers = np.full((len(predictions), len(sizes) + 3), np.nan)
    for example, (prediction, source) in enumerate(zip(predictions, sources, strict=True)):
        if source is None or not prediction:
            continue
        places = pair_places(prediction, source)
        shares = [novel_share(prediction, source, n, places) for n in sizes]
        lengths = fragment_lengths(prediction, source, places)
        words = len(prediction)
        squares = sum(length * length for length in lengths)
        numbers[example] = [*shares, sum(lengths) / words, squares / words, len(source) / words]
    columns = list(np.ascontiguousarray(numbers.T))
    return dict(zip(sizes, columns, strict=False)), Extraction(*columns[len(sizes) :])
