"""Weights and signs of rows that depend on the row's key, the seed and the sample alone: what both engines compute.

Other generators draw rows by their place, so their resamples depend on the order of the rows and need all of them at
once. Here every row decides for itself how often it is in a resample, wherever it is scored.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any

import numpy as np

from infrarouge.registry import one_of
from infrarouge.scoring.exact import DIGIT
from infrarouge.scoring.resample import GOLDEN, MASK, mix
from infrarouge.scoring.state import State
from infrarouge.types import Floats, Integers

KeyedSums = Callable[[Floats, Integers, int, int, str, int], Integers]
"""An engine's verb: the column sums of whole numbers, each row times the number that its key gives it in each sample."""

THRESHOLDS = (
    0x5E2D58D8B3BCDF1A,
    0xBC5AB1B16779BE35,
    0xEB715E1DC1582DC2,
    0xFB23979734A252F1,
    0xFF1025F59174DC3D,
    0xFFD90F3BA4055E19,
    0xFFFA8B71FC72C913,
    0xFFFF540C0914B3C9,
    0xFFFFED1F4AA8F120,
    0xFFFFFE216E641462,
    0xFFFFFFD4D85D3183,
    0xFFFFFFFC6DA262B4,
    0xFFFFFFFFBA12D178,
    0xFFFFFFFFFB07C64C,
    0xFFFFFFFFFFAB8EA5,
    0xFFFFFFFFFFFABE22,
    0xFFFFFFFFFFFFB11A,
    0xFFFFFFFFFFFFFBA1,
    0xFFFFFFFFFFFFFFC5,
    0xFFFFFFFFFFFFFFFD,
)
"""The whole part of 2^64 times the chance that a Poisson number of mean 1 is at most 0, 1, 2 and so on."""

MOST_ROWS = 1 << 20
"""Rows that are added up in one call: the sums of their digits stay within 64 bits."""


def start_of(seed: int, sample: int) -> int:
    """Where the numbers of a sample begin, as in all our generators."""
    return mix((seed + GOLDEN * (sample + 1)) & MASK)


def poisson(start: int, key: int) -> int:
    """How often a row is in a resample: a Poisson number of mean 1, from 0 to 20.

    >>> [poisson(start_of(0, 0), key) for key in range(8)]
    [0, 2, 1, 1, 0, 0, 1, 1]
    """
    return bisect_right(THRESHOLDS, mix((start + key) & MASK))


def sign(start: int, key: int) -> int:
    """The sign of a row in a flip.

    >>> [sign(start_of(0, 0), key) for key in range(8)]
    [1, -1, -1, 1, 1, 1, -1, -1]
    """
    return -1 if mix((start + key) & MASK) >> 63 else 1


NUMBERS: dict[str, Callable[[int, int], int]] = {"poisson": poisson, "signs": sign}
"""What a row's key gives it: how often it is drawn, or its sign."""


def keyed_sums(values: Floats, keys: Integers, n_samples: int, seed: int, kind: str, threads: int) -> Integers:
    """Sum each column of whole numbers below 2^36, every row times the number that its key gives it in the sample.

    >>> keyed_sums(np.array([[1.0], [10.0], [100.0]]), np.array([0, 1, 2]), 2, 0, "poisson", 1).tolist()
    [[120], [2]]
    """
    number = NUMBERS[one_of("kind", kind, NUMBERS)]
    if len(keys) != len(values):
        raise ValueError("there must be one key for each row")
    if len(values) > MOST_ROWS:
        raise ValueError("at most 1048576 rows can be added up at once")
    if not (np.isfinite(values) & (np.abs(values) < 2.0**DIGIT) & (values == np.trunc(values))).all():
        raise ValueError("values must be whole numbers between -2^36 and 2^36")
    rows, places = values.astype(np.int64), [int(key) & MASK for key in keys]
    sums = np.zeros((n_samples, values.shape[1]), dtype=np.int64)
    for sample in range(n_samples):
        start = start_of(seed, sample)
        for row, key in zip(rows, places, strict=True):
            sums[sample] += number(start, key) * row
    return sums


def key_of(name: str) -> int:
    """The key of a row that has a name: eight bytes of BLAKE2b of its UTF-8.

    >>> hex(key_of("doc-7"))
    '0x7d00b32f7ddc5c56'
    """
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def named_keys(names: Iterable[str]) -> Integers:
    """The keys of rows that have names."""
    return np.fromiter(map(key_of, names), dtype=np.uint64).view(np.int64)


def numbered_keys(numbers: Integers) -> Integers:
    """The keys of rows that are numbered from 0, spread over all 64 bits.

    >>> [hex(int(key) & MASK) for key in numbered_keys(np.array([0, 1]))]
    ['0x9e3779b97f4a7c15', '0x3c6ef372fe94f82a']
    """
    spread: Any = (np.asarray(numbers).astype(np.uint64) + np.uint64(1)) * np.uint64(GOLDEN)
    return np.asarray(spread.view(np.int64))


def row_keys(state: State) -> Integers:
    """The key of every example: that of its id where examples have ids, else that of its row in the whole.

    >>> from infrarouge import Rouge
    >>> state = Rouge("rouge1").state(predictions=["a"], references=["a"], ids=["doc-7"])
    >>> row_keys(state).tolist() == named_keys(["doc-7"]).tolist()
    True
    """
    return numbered_keys(state.keys) if state.ids is None else named_keys(state.ids)
