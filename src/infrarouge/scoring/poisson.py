"""The Poisson bootstrap: every row is in a resample as often as a Poisson number of mean 1 says, which its key decides.

The sums of a resample are exact, and so is the number of its rows: parts that were added up anywhere, in any order,
merge to the same whole, so that intervals do not depend on how the rows were divided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from infrarouge.scoring.exact import Digits, ExactSums
from infrarouge.scoring.keyed import MOST_ROWS, KeyedSums
from infrarouge.types import Floats, Integers

STRETCH = MOST_ROWS >> 2
"""Rows that are drawn at a time, so that their digits take little memory."""


class Keyed(NamedTuple):
    """The keys of rows, and the engine's verb that draws by them."""

    keys: Integers
    verb: KeyedSums


@dataclass(frozen=True)
class SampleSums:
    """The column sums of all samples, exactly: what parts of a corpus leave behind, in memory that does not grow.

    A sample is a resample of the Poisson bootstrap, or with kind ``"signs"`` a flip of a sign-flip test.

    >>> from infrarouge.scoring.keyed import keyed_sums, numbered_keys
    >>> values, keys = np.array([[0.1], [0.2], [0.3]]), numbered_keys(np.arange(3))
    >>> whole = SampleSums.of(values, Keyed(keys, keyed_sums), 4, 0)
    >>> parts = [SampleSums.of(values[at : at + 1], Keyed(keys[at : at + 1], keyed_sums), 4, 0) for at in (2, 0, 1)]
    >>> sums, sizes = (parts[0] + parts[1] + parts[2]).drawn()
    >>> sums.tolist() == whole.drawn()[0].tolist(), sizes.tolist()
    (True, [3.0, 2.0, 6.0, 2.0])
    """

    sums: ExactSums
    """[samples, columns]"""
    sizes: Integers
    """The numbers of each sample, added up over the rows: how many rows a resample has."""
    undefined: Any
    """Which columns have a value that is no number: these have no sums."""

    @classmethod
    def of(
        cls, values: Floats, keyed: Keyed, n_samples: int, seed: int, *, kind: str = "poisson", threads: int = 1
    ) -> SampleSums:
        """Draw all samples of [rows, columns] values."""
        n, columns = values.shape
        undefined = ~np.isfinite(values).all(axis=0)
        numbers = np.where(undefined, 0.0, values) if undefined.any() else values
        sums = ExactSums(np.zeros((n_samples, columns, 1), dtype=np.int64), 0)
        sizes = np.zeros(n_samples, dtype=np.int64)
        for begin in range(0, n, STRETCH):
            keys = keyed.keys[begin : begin + STRETCH]
            digits = Digits.of(numbers[begin : begin + STRETCH])
            # One more column of ones counts the rows.
            table = np.concatenate([digits.values.reshape(len(keys), -1), np.ones((len(keys), 1))], axis=1)
            drawn = keyed.verb(table, keys, n_samples, seed, kind, threads)
            sums += ExactSums.carried(drawn[:, :-1].reshape(n_samples, columns, -1), digits.first)
            sizes += drawn[:, -1]
        return cls(sums, sizes, undefined)

    def __add__(self, other: SampleSums) -> SampleSums:
        return SampleSums(self.sums + other.sums, self.sizes + other.sizes, self.undefined | other.undefined)

    def floats(self) -> Floats:
        """The sums, each rounded once."""
        sums = self.sums.floats()
        sums[:, self.undefined] = np.nan
        return sums

    def drawn(self) -> tuple[Floats, Floats]:
        """The sums and sizes of resamples as floats; a resample that no row is in says nothing and is left out."""
        filled = np.flatnonzero(self.sizes)
        sums = ExactSums(self.sums.digits[filled], self.sums.first).floats()
        sums[:, self.undefined] = np.nan
        return sums, self.sizes[filled].astype(np.float64)
