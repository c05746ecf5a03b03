"""The matches of a batch as numbers for the page: pairs of places, in stretches that go on in both texts.

A pair is a place of the reference and its place of the prediction: of the first words of two units, or of two words where
a unit is a pair of words. A stretch of pairs is three numbers: how far after the stretch before it starts in the
prediction, how far in the reference, and twice its length; one more if it carries on the run before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from infrarouge.reporting.page.pack import signed
from infrarouge.types import Integers, Matches, Positions


class WordPairs(NamedTuple):
    """Matched places, the number of their pair of texts and metric, and of their run."""

    owners: Integers
    reference: Integers
    prediction: Integers
    runs: Integers


def pairs(matches: Matches, kinds: Sequence[str]) -> WordPairs:
    """The matches as pairs of places; `kinds` are those of the metrics.

    >>> places = np.array([[[0, 1], [0, 2]], [[0, 2], [0, 3]], [[1, 2], [2, 3]]])
    >>> pair = pairs(Matches(places, np.arange(3), np.array([0, 3])), ["skip"])
    >>> pair.reference.tolist(), pair.prediction.tolist()
    ([0, 1, 2], [0, 2, 3])
    """
    sizes = np.diff(matches.offsets)
    owners = np.repeat(np.arange(len(sizes)), sizes)
    reference, prediction = (matches.places[:, side, 0].astype(np.int64) for side in (0, 1))
    plain = WordPairs(owners, reference, prediction, matches.runs.astype(np.int64))
    are_skips = np.array([kind.startswith("skip") for kind in kinds])
    if not are_skips.any():
        return plain
    skips = are_skips[owners % len(kinds)]
    both = [
        np.concatenate(columns)
        for columns in zip(
            (column[~skips] for column in plain), _covering(owners[skips], matches.places[skips]), strict=True
        )
    ]
    order = np.argsort(both[0], kind="stable")
    return WordPairs(*(column[order] for column in both))


def _covering(owners: Integers, places: Positions) -> WordPairs:
    """Word pairs of matched pairs of words, so few that each matched word is in one with its first partner."""
    reference, prediction = (places[:, side].astype(np.int64).ravel() for side in (0, 1))
    owners = np.repeat(owners, 2)
    width = int(places.max(initial=0)) + 1
    firsts = [np.unique(owners * width + column, return_index=True)[1] for column in (reference, prediction)]
    kept = np.unique(np.concatenate(firsts))
    kept = kept[np.lexsort((reference[kept], prediction[kept], owners[kept]))]
    return WordPairs(owners[kept], reference[kept], prediction[kept], np.arange(len(kept)))


def stretches(matches: Matches, kinds: Sequence[str]) -> tuple[Integers, Integers]:
    """All stretches, three numbers each, and where those of each pair of texts and metric start.

    >>> places = np.array([[[1, 1], [0, 0]], [[2, 2], [1, 1]], [[0, 0], [4, 4]]])
    >>> numbers, offsets = stretches(Matches(places, np.arange(3), np.array([0, 3])), ["lcs"])
    >>> numbers.tolist(), offsets.tolist()
    ([[0, 2, 4], [4, 5, 2]], [0, 2])
    """
    owners, reference, prediction, runs = pairs(matches, kinds)
    weighted = np.array([kind.startswith("weighted") for kind in kinds])[owners % len(kinds)]
    same_owner, same_run = (_as_before(column, 0) for column in (owners, runs))
    in_run = same_owner & same_run & weighted
    goes_on = same_owner & _as_before(reference, 1) & _as_before(prediction, 1) & (in_run | ~weighted)
    starts = np.flatnonzero(~goes_on)
    lengths = np.diff(np.append(starts, len(owners)))
    steps = []
    for column in (prediction, reference):
        before = np.zeros(len(starts), dtype=np.int64)
        before[1:] = (column[starts] + lengths)[:-1]
        steps.append(signed(column[starts] - np.where(same_owner[starts], before, 0)))
    numbers = np.stack([*steps, 2 * lengths + in_run[starts]], axis=1)
    offsets = np.searchsorted(owners[starts], np.arange(len(matches.offsets)))
    return numbers, offsets


def _as_before(column: Integers, step: int) -> npt.NDArray[np.bool_]:
    """Whether each number is that before it and a step more; the first is not."""
    same = np.zeros(len(column), dtype=np.bool_)
    same[1:] = column[1:] == column[:-1] + step
    return same
