"""What is left of examples when only their sums are kept: exact, mergeable, and of a size that does not grow with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from infrarouge.scoring.exact import ExactSums
from infrarouge.scoring.poisson import Keyed, SampleSums
from infrarouge.types import Floats

NAMED = 6
"""How many of the examples that a note is about are kept by name: one more than a note names."""


class Noticed(NamedTuple):
    """How many examples have something in common, and the first few of them by name.

    >>> Noticed(2, ("b", "c")) | Noticed(1, ("a",))
    Noticed(n=3, names=('a', 'b', 'c'))
    """

    n: int = 0
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: Iterable[str]) -> Noticed:
        """Take note of examples."""
        listed = sorted(names)
        return cls(len(listed), tuple(listed[:NAMED]))

    def __or__(self, other: Noticed) -> Noticed:
        return Noticed(self.n + other.n, tuple(sorted(self.names + other.names)[:NAMED]))


@dataclass(frozen=True, kw_only=True)
class Sums:
    """Sums over examples; adding two of them is exact, so it does not matter which examples were added up where.

    >>> from infrarouge.scoring.keyed import keyed_sums, numbered_keys
    >>> keyed = Keyed(numbered_keys(np.arange(1)), keyed_sums)
    >>> parts = [Sums.of(np.array([[score]]), np.ones((1, 1, 3)), keyed, 3, 0) for score in (0.1, 0.2, 0.3)]
    >>> whole = parts[0] + parts[1] + parts[2]
    >>> whole.n, whole.values.floats().tolist(), whole.counts.floats().tolist()
    (3, [0.6], [[3.0, 3.0, 3.0]])
    """

    n: int
    counted: int
    """How many examples count in the average."""
    values: ExactSums
    """The sums of what is averaged, scores or counts: [columns]."""
    undefined: Any
    """Which columns have a value that is no number."""
    counts: ExactSums
    """The sums of the counts: [metrics, (matched, prediction, reference)]."""
    samples: SampleSums | None
    """The sums of every resample."""
    empty: Noticed = Noticed()
    """Examples without words."""
    low: Noticed = Noticed()
    """Examples that lose most of their letters."""
    losing: int = 0
    """Examples that lose some of their letters."""
    lost: int = 0
    """Thousandths of the letters that examples lose, added up."""
    sentences: bool = False
    """Whether a text has several sentences."""
    languages: Mapping[str, int] | None = None
    """Examples by language under ``lang="auto"``."""
    scripts: Mapping[str, int] | None = None
    """Letters by script, of the examples that lose most of theirs."""

    @classmethod
    def of(
        cls, values: Floats, counts: Floats, keyed: Keyed, n_resamples: int, seed: int, threads: int = 1, **more: Any
    ) -> Sums:
        """Add up examples: what is averaged, [rows, columns], and their counts, [rows, metrics, 3]."""
        undefined = ~np.isfinite(values).all(axis=0)
        samples = SampleSums.of(values, keyed, n_resamples, seed, threads=threads) if n_resamples else None
        facts = {"n": len(values), **more}
        return cls(
            counted=len(values),
            values=ExactSums.of(np.where(undefined, 0.0, values)),
            undefined=undefined,
            counts=ExactSums.of(counts),
            samples=samples,
            **facts,
        )

    def __add__(self, other: Sums) -> Sums:
        samples = None
        if self.samples is not None and other.samples is not None:
            samples = self.samples + other.samples
        return Sums(
            n=self.n + other.n,
            counted=self.counted + other.counted,
            values=self.values + other.values,
            undefined=self.undefined | other.undefined,
            counts=self.counts + other.counts,
            samples=samples,
            empty=self.empty | other.empty,
            low=self.low | other.low,
            losing=self.losing + other.losing,
            lost=self.lost + other.lost,
            sentences=self.sentences or other.sentences,
            languages=added(self.languages, other.languages),
            scripts=added(self.scripts, other.scripts),
        )


def added(one: Mapping[str, int] | None, other: Mapping[str, int] | None) -> dict[str, int] | None:
    """Numbers by name, added up by name.

    >>> added({"ko": 1}, {"ko": 2, "ja": 1}), added(None, None)
    ({'ko': 3, 'ja': 1}, None)
    """
    if one is None and other is None:
        return None
    names = dict.fromkeys([*(one or {}), *(other or {})])
    return {name: (one or {}).get(name, 0) + (other or {}).get(name, 0) for name in names}
