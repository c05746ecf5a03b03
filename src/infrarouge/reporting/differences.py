"""Systems against a baseline on the scores of the same examples: how large a difference is, and whether chance explains it.

Everything here reads the stored scores of two reports, row by row; no text is scored again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine import engine, thread_count
from infrarouge.errors import InputError
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import integer, nearest, one_of
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.tables import plural
from infrarouge.reporting.verdicts import Difference, Verdicts
from infrarouge.rules.amounts import MOST_RESAMPLES, shown
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import mean
from infrarouge.scoring.keyed import row_keys
from infrarouge.scoring.measures import MEASURES
from infrarouge.scoring.poisson import Keyed
from infrarouge.scoring.significance import TESTS, bootstrap, randomization
from infrarouge.scoring.state import State
from infrarouge.types import Floats, Integers


class Move(NamedTuple):
    """An example and what became of its score."""

    row: int
    baseline: float
    score: float
    id: str | None = None

    @property
    def change(self) -> float:
        """How much the score rose."""
        return self.score - self.baseline

    @property
    def name(self) -> str:
        """The example by its row, and by its id if it has one.

        >>> Move(3, 0.5, 1.0).name, Move(3, 0.5, 1.0, "doc-7").name
        ('row 3', 'doc-7 (row 3)')
        """
        return f"row {self.row}" if self.id is None else f"{self.id} (row {self.row})"

    def to_dict(self) -> dict[str, Any]:
        """Plain values, with the change; the id if there is one."""
        named = {} if self.id is None else {"id": self.id}
        return {"row": self.row, **named, "baseline": self.baseline, "score": self.score, "change": self.change}


@dataclass(frozen=True, eq=False, repr=False)
class Differences(Verdicts):
    """Systems against a baseline, on stored scores of the same examples: the numbers of a comparison."""

    reports: Mapping[str, Numbers]
    baseline: str
    measure: str = "fmeasure"
    test: str = "auto"
    n_flips: int = 10_000

    def __post_init__(self) -> None:
        one_of("test", self.test, TESTS)
        two_or_more(self.reports)
        if self.baseline not in self.reports:
            raise InputError(f"there is no system {self.baseline!r}{nearest(self.baseline, self.reports)}")
        object.__setattr__(self, "n_flips", checked_flips(self.n_flips))
        first = self._first
        for name, report in self.reports.items():
            if (report.metrics, report.profile, report.n) != (first.metrics, first.profile, first.n):
                raise InputError(
                    f"{name} is {report.signature} ({' '.join(report.labels)}) and {self.baseline} is "
                    f"{first.signature} ({' '.join(first.labels)}); score the same examples with the same settings"
                )
        self.ids, self.groups  # noqa: B018  # refuses systems whose examples are not the same

    # ------------------------------------------------------------ numbers

    @property
    def _first(self) -> Numbers:
        return self.reports[self.baseline]

    @property
    def _named(self) -> State:
        """The state of a system that names its examples, if one does."""
        return next((report.state for report in self.reports.values() if report.ids is not None), self._first.state)

    @property
    def profile(self) -> Profile:
        """The rules by which all systems were scored."""
        return self._first.profile

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return self._first.n

    @property
    def compared(self) -> int:
        """How many examples are compared."""
        return len(self.rows)

    @property
    def systems(self) -> list[str]:
        """The systems that are compared with the baseline."""
        return [name for name in self.reports if name != self.baseline]

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return self._first.labels

    @cached_property
    def ids(self) -> tuple[str, ...] | None:
        """Names of the examples; None where they are numbered. Systems that name theirs need the same names in every row."""
        return self._common("id")

    @cached_property
    def groups(self) -> tuple[str, ...] | None:
        """The group of each example; None where there are none."""
        return self._common("group")

    def _common(self, what: str) -> tuple[str, ...] | None:
        known = {name: getattr(report, f"{what}s") for name, report in self.reports.items()}
        named = [(name, values) for name, values in known.items() if values is not None]
        for name, values in named[1:]:
            first, own = named[0]
            if values != own:
                row = next(row for row, (here, there) in enumerate(zip(own, values, strict=True)) if here != there)
                raise InputError(
                    f"row {row} has the {what} {own[row]!r} in {first} and {values[row]!r} in {name}; "
                    "give the systems the same examples in the same order"
                )
        return named[0][1] if named else None

    @cached_property
    def rows(self) -> Integers:
        """The examples that are compared: under ``empty="skip"`` those that have words in every system."""
        every = np.arange(self._first.n)
        if self._first.profile.score.empty != "skip":
            return every
        skipped = {int(row) for report in self.reports.values() for row in report.empty}
        return np.array([row for row in every if int(row) not in skipped], dtype=np.int64)

    def scores(self, system: str) -> Floats:
        """The scores of a system on the compared examples: [rows, metrics]."""
        return self.reports[system].scores[self.rows, :, MEASURES.index(self.measure)]

    @cached_property
    def differences(self) -> list[Difference]:
        """Every system in every metric, against the baseline."""
        base = self.scores(self.baseline)
        how, threads = self._first.profile.resampling, thread_count(self._first.threads)
        moved = np.concatenate([self.scores(name) - base for name in self.systems], axis=1)
        keyed = Keyed(row_keys(self._named)[self.rows], engine.keyed_sums) if how.generator == "poisson" else None
        low, high, boot = bootstrap(moved, how, engine.resample, threads, keyed)
        all_signs = self.test == "exact"
        signs = randomization(moved, self.n_flips, how.rng, engine.flip, threads, exact=all_signs, keyed=keyed)
        after = np.concatenate([mean(self.scores(name), how.center) for name in self.systems])
        counted = tuple(np.count_nonzero(side, axis=0) for side in (moved > 0, moved == 0, moved < 0))
        return self.judged((mean(base, how.center), after), (low, high), boot, signs, counted)

    def moved(self, metric: str | None = None, system: str | None = None, most: int = 5) -> list[Move]:
        """The examples whose score changed most, up or down, the largest change first.

        >>> from infrarouge import compare
        >>> found = compare({"a": ["x", "x b"], "b": ["a", "x b"]}, references=["a", "a b"], metrics="rouge1")
        >>> found.moved()
        [Move(row=0, baseline=0.0, score=1.0, id=None)]
        """
        return self._moves(metric, system, most, np.abs)

    def gains(self, metric: str | None = None, system: str | None = None, most: int = 5) -> list[Move]:
        """The examples whose score rose most, the largest gain first."""
        return self._moves(metric, system, most, np.positive)

    def losses(self, metric: str | None = None, system: str | None = None, most: int = 5) -> list[Move]:
        """The examples whose score fell most, the largest loss first.

        >>> from infrarouge import compare
        >>> found = compare({"a": ["x", "a b"], "b": ["a", "x b"]}, references=["a", "a b"], metrics="rouge1")
        >>> [(move.row, move.change) for move in found.losses()], [move.row for move in found.gains()]
        ([(1, -0.5)], [0])
        """
        return self._moves(metric, system, most, np.negative)

    def _moves(self, metric: str | None, system: str | None, most: int, size: Callable[[Floats], Any]) -> list[Move]:
        at = self.labels.index(parse_metric(metric).label) if metric else 0
        before, after = self.scores(self.baseline)[:, at], self.scores(system or self._only())[:, at]
        change = np.nan_to_num(size(after - before))
        order = np.argsort(-change, kind="stable")[:most]
        return [
            Move(int(at), float(before[row]), float(after[row]), None if self.ids is None else self.ids[at])
            for row, at in zip(order, self.rows[order], strict=True)
            if change[row] > 0
        ]


def two_or_more(systems: Mapping[str, Any]) -> None:
    """Refuse to compare a system with nothing."""
    if len(systems) < 2:
        raise InputError(f"{plural(len(systems), 'system')}; a comparison needs two or more")


def checked_flips(n_flips: Any) -> int:
    """How often the sign-flip test flips, if it is a number that makes sense."""
    number = integer(n_flips)
    if number is None or not 1 <= number <= MOST_RESAMPLES:
        raise ValueError(
            f"n_flips is {shown(n_flips)}; give a whole number from 1 to {MOST_RESAMPLES:,}, such as 10000"
        )
    return number
