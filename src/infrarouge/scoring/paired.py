"""What is left of the differences between systems when only sums are kept: exact, mergeable, of a fixed size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from infrarouge.errors import InputError
from infrarouge.rules.profile import Resampling
from infrarouge.scoring.exact import ExactSums
from infrarouge.scoring.poisson import Keyed, SampleSums
from infrarouge.scoring.significance import CLOSE, EXACT_MOST, exact_p, flipped_p, judged
from infrarouge.types import Floats, Integers


@dataclass(frozen=True, kw_only=True)
class PairedSums:
    """Sums over the examples of a comparison; adding two of them is exact, so it does not matter where they were made.

    Columns are the metrics of each system in turn, and of the baseline the metrics once. Differences that are not zero
    are kept while they are few enough for the exact test.

    >>> from infrarouge.scoring.keyed import keyed_sums, numbered_keys
    >>> base, new, how = np.zeros((3, 1)), np.array([[0.1], [0.2], [0.3]]), Resampling(n_resamples=20)
    >>> keys = numbered_keys(np.arange(3))
    >>> parts = [PairedSums.of(base[at], new[at], Keyed(keys[at], keyed_sums), how, 50) for at in ([2], [0, 1])]
    >>> whole = parts[0] + parts[1]
    >>> whole.means()[1].tolist(), whole.randomization(50)
    ([0.2], (array([0.25]), array([ True])))
    """

    compared: int
    """How many examples are compared."""
    before: ExactSums
    """The scores of the baseline: [metrics]."""
    after: ExactSums
    """The scores of the systems: [columns]."""
    moved: ExactSums
    """The differences: [columns]."""
    sizes: ExactSums
    """The differences without their signs: [columns]."""
    undefined: tuple[Any, Any]
    """Which columns of the baseline and of the systems have a value that is no number."""
    drawn: SampleSums | None
    """The differences of every resample."""
    flips: SampleSums
    """The differences under the signs of every flip."""
    few: tuple[Floats, ...]
    """Of each column the differences that are not zero, or nothing where they are more than `EXACT_MOST`."""
    wins: Integers
    losses: Integers
    ties: Integers

    @classmethod
    def of(
        cls, base: Floats, scores: Floats, keyed: Keyed, how: Resampling, n_flips: int, threads: int = 1
    ) -> PairedSums:
        """Add up rows: scores of the baseline, [rows, metrics], and of the systems, [rows, systems times metrics]."""
        moved = scores - np.tile(base, scores.shape[1] // base.shape[1])
        lost = ~np.isfinite(base).all(axis=0), ~np.isfinite(scores).all(axis=0)
        undefined = ~np.isfinite(moved).all(axis=0)
        known = np.where(undefined, 0.0, moved)
        samples = SampleSums.of(moved, keyed, how.n_resamples, how.rng, threads=threads) if how.n_resamples else None
        return cls(
            compared=len(base),
            before=ExactSums.of(np.where(lost[0], 0.0, base)),
            after=ExactSums.of(np.where(lost[1], 0.0, scores)),
            moved=ExactSums.of(known),
            sizes=ExactSums.of(np.abs(known)),
            undefined=lost,
            drawn=samples,
            flips=SampleSums.of(moved, keyed, n_flips, how.rng, kind="signs", threads=threads),
            few=tuple(_few(known[:, at][known[:, at] != 0]) for at in range(known.shape[1])),
            wins=np.count_nonzero(moved > 0, axis=0),
            losses=np.count_nonzero(moved < 0, axis=0),
            ties=np.count_nonzero(moved == 0, axis=0),
        )

    def __add__(self, other: PairedSums) -> PairedSums:
        drawn = None
        if self.drawn is not None and other.drawn is not None:
            drawn = self.drawn + other.drawn
        pairs = zip(self.few, other.few, self.wins + self.losses, other.wins + other.losses, strict=True)
        return PairedSums(
            compared=self.compared + other.compared,
            before=self.before + other.before,
            after=self.after + other.after,
            moved=self.moved + other.moved,
            sizes=self.sizes + other.sizes,
            undefined=(self.undefined[0] | other.undefined[0], self.undefined[1] | other.undefined[1]),
            drawn=drawn,
            flips=self.flips + other.flips,
            few=tuple(_few(np.concatenate([one, two]), int(here + there)) for one, two, here, there in pairs),
            wins=self.wins + other.wins,
            losses=self.losses + other.losses,
            ties=self.ties + other.ties,
        )

    def means(self) -> tuple[Floats, Floats]:
        """The mean scores of the baseline and of the systems, each rounded once."""
        return self._mean(self.before, self.undefined[0]), self._mean(self.after, self.undefined[1])

    def _mean(self, sums: ExactSums, undefined: Any) -> Floats:
        if not self.compared:
            return np.full(len(undefined), np.nan)
        return np.where(undefined, np.nan, [float(total / self.compared) for total in sums.fractions()])

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing to test: no rows, or a difference that is no number."""
        return not self.compared or bool(self.flips.undefined.any())

    def bootstrap(self, level: float) -> tuple[Floats, Floats, Floats]:
        """The interval of the mean difference and its p-value, as `significance.bootstrap` has them for rows with keys."""
        if self.drawn is None or self.says_nothing:
            nothing = np.full(len(self.wins), np.nan)
            return nothing, nothing, nothing
        sums, sizes = self.drawn.drawn()
        observed, reach = (part.floats() / self.compared for part in (self.moved, self.sizes))
        return judged(sums / sizes[:, None], observed, CLOSE * reach, level)

    def randomization(self, n_flips: int, *, exact: bool = False) -> tuple[Floats, Any]:
        """The p-values of the sign-flip test and which are exact, as `significance.randomization` has them."""
        if self.says_nothing:
            return np.full(len(self.wins), np.nan), np.zeros(len(self.wins), dtype=bool)
        differing = self.wins + self.losses
        small = differing <= EXACT_MOST
        if exact and not small.all():
            raise InputError(
                f"{differing.max()} examples differ, and the exact test goes through all signs of at most {EXACT_MOST}; "
                "type test='randomization'"
            )
        reach = np.abs(self.moved.floats()) - CLOSE * self.sizes.floats()
        p = flipped_p(self.flips.floats(), reach, n_flips)
        for at in np.flatnonzero(small):
            p[at] = exact_p(np.sort(self.few[at]), reach[at])
        return p, small


def _few(values: Floats, n: int | None = None) -> Floats:
    """The values while they are few; `n` is how many there are where some were left out before."""
    return values if (len(values) if n is None else n) <= EXACT_MOST else np.zeros(0)
