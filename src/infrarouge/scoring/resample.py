"""The draws of a resampling, and the sums under random signs: what both engines compute."""

from __future__ import annotations

from collections import Counter

import numpy as np

from infrarouge.types import Floats

GOLDEN, MASK = 0x9E3779B97F4A7C15, 2**64 - 1


def mix(z: int) -> int:
    """The output function of splitmix64.

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def splitmix_rows(seed: int, resample: int, n: int) -> list[int]:
    """The rows that one resample of ours draws: two from each 64-bit output, high half first.

    >>> splitmix_rows(0, 0, 4)
    [2, 1, 2, 3]
    """
    start = mix((seed + GOLDEN * (resample + 1)) & MASK)
    rows: list[int] = []
    for t in range((n + 1) // 2):
        z = mix((start + GOLDEN * (t + 1)) & MASK)
        rows += [((z >> 32) * n) >> 32, ((z & 0xFFFFFFFF) * n) >> 32]
    return rows[:n]


def drand48_rows(seed: int, n: int) -> list[int]:
    """The rows that one resample of ROUGE-1.5.5 draws.

    >>> drand48_rows(0, 3), drand48_rows(1, 3), drand48_rows(2, 3)
    ([0, 2, 0], [0, 1, 2], [2, 0, 1])
    """
    state = (seed * 65536 + 0x330E) % 2**48
    rows = []
    for _ in range(n):
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        rows.append(int(state / 2**48 * n))
    return rows


def resample(values: Floats, n_resamples: int, seed: int, generator: str, threads: int) -> Floats:
    """Sum each column over the rows of every resample.

    >>> resample(np.array([[1.0], [10.0]]), 2, 0, "drand48", 1).tolist()
    [[11.0], [2.0]]
    """
    n, columns = values.shape
    sums = np.zeros((n_resamples, columns))
    for number in range(n_resamples):
        if generator == "drand48":
            order = drand48_rows(seed + number, n)
            total = values[order[0]].copy()
            for row in order[1:]:
                total += values[row]
        else:
            drawn = Counter(splitmix_rows(seed, number, n))
            total = np.zeros(columns)
            for row in range(n):
                total += drawn[row] * values[row]
        sums[number] = total
    return sums


def flip(values: Floats, n_flips: int, seed: int, threads: int) -> Floats:
    """Sum each column with random signs, anew for every flip: row i is subtracted if bit i of the flip's bits is set.

    >>> flip(np.array([[1.0], [2.0], [4.0]]), 4, 0, 1).tolist()
    [[-7.0], [7.0], [-1.0], [7.0]]
    """
    n, columns = values.shape
    starts = [mix((seed + GOLDEN * (number + 1)) & MASK) for number in range(n_flips)]
    sums = np.zeros((n_flips, columns))
    for row in range(n):
        if row % 64 == 0:
            bits = [mix((start + GOLDEN * (row // 64 + 1)) & MASK) for start in starts]
        signs = np.array([-1.0 if word >> row % 64 & 1 else 1.0 for word in bits])
        sums += signs[:, None] * values[row]
    return sums
