"""Compares systems on the scores of the same examples: how large the difference is, and whether chance explains it.

Everything here reads the stored scores of two reports, row by row; no text is scored again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, ClassVar, NamedTuple

import numpy as np

from infrarouge.scoring.aggregate import mean
from infrarouge.api import _scorer
from infrarouge.engine import engine, thread_count
from infrarouge.errors import InputError, InputTypeError
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.rules.profile import MOST_RESAMPLES, Profile
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.registry import nearest, one_of
from infrarouge.reporting.report import MEASURES, Report, measure_of
from infrarouge.reporting.tables import Tabular, plural
from infrarouge.types import Floats, Integers

EXACT_MOST = 20
"""The exact test goes through all 2^n signs of up to this many differences that are not zero."""
CLOSE = 1e-12
"""Sums that differ by less than this share of all differences are the same: only rounding sets them apart."""
TESTS = ("auto", "bootstrap", "randomization", "exact")


class Move(NamedTuple):
    """An example and what became of its score."""

    row: int
    baseline: float
    score: float

    @property
    def change(self) -> float:
        """How much the score rose."""
        return self.score - self.baseline


@dataclass(frozen=True, slots=True)
class Difference:
    """One system against the baseline in one metric: the change of the mean, its interval, and three p-values.

    `p_randomization` comes from the sign-flip test; it is exact where `exact` says so. `p` is the one of the test that
    was asked for, and `p_holm` is `p` corrected for the number of tests in the comparison.
    """

    system: str
    metric: str
    baseline: float
    score: float
    low: float
    high: float
    p_bootstrap: float
    p_randomization: float
    exact: bool
    p: float
    p_holm: float
    wins: int
    ties: int
    losses: int

    @property
    def change(self) -> float:
        """The difference of the means: above zero if the system is better than the baseline."""
        return self.score - self.baseline


@dataclass(frozen=True, eq=False)
class Comparison(Tabular):
    """Systems against a baseline, on stored scores of the same examples.

    >>> from infrarouge import compare
    >>> found = compare({"base": ["a x", "b y"], "new": ["a b", "b c"]}, references=["a b", "b c"], metrics="rouge1")
    >>> found["new", "rouge1"].change, found["new", "rouge1"].wins
    (0.5, 2)
    """

    text_columns: ClassVar[int] = 2
    reports: Mapping[str, Report]
    baseline: str
    measure: str = "fmeasure"
    test: str = "auto"
    n_flips: int = 10_000

    def __post_init__(self) -> None:
        one_of("test", self.test, TESTS)
        _two_or_more(self.reports)
        if self.baseline not in self.reports:
            raise InputError(f"there is no system {self.baseline!r}{nearest(self.baseline, self.reports)}")
        if not isinstance(self.n_flips, int) or not 1 <= self.n_flips <= MOST_RESAMPLES:
            raise ValueError(
                f"n_flips is {self.n_flips!r}; give a whole number from 1 to {MOST_RESAMPLES:,}, such as 10000"
            )
        first = self._first
        for name, report in self.reports.items():
            if (report.metrics, report.profile, report.n) != (first.metrics, first.profile, first.n):
                raise InputError(
                    f"{name} is {report.signature} ({' '.join(report.labels)}) and {self.baseline} is "
                    f"{first.signature} ({' '.join(first.labels)}); score the same examples with the same settings"
                )

    # ------------------------------------------------------------ numbers

    @property
    def _first(self) -> Report:
        return self.reports[self.baseline]

    @property
    def systems(self) -> list[str]:
        """The systems that are compared with the baseline."""
        return [name for name in self.reports if name != self.baseline]

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return self._first.labels

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
        low, high, boot = bootstrap(moved, how.n_resamples, how.confidence_level, how.rng, threads)
        random, exact = randomization(moved, self.n_flips, how.rng, threads, exact=self.test == "exact")
        chosen = boot if self.test == "bootstrap" else random
        corrected = holm(chosen)
        before, after = mean(base), np.concatenate([mean(self.scores(name)) for name in self.systems])
        tested = [(name, metric, label) for name in self.systems for metric, label in enumerate(self.labels)]
        return [
            Difference(
                system=name,
                metric=label,
                baseline=float(before[metric]),
                score=float(after[at]),
                low=float(low[at]),
                high=float(high[at]),
                p_bootstrap=float(boot[at]),
                p_randomization=float(random[at]),
                exact=bool(exact[at]),
                p=float(chosen[at]),
                p_holm=float(corrected[at]),
                wins=int(np.count_nonzero(moved[:, at] > 0)),
                ties=int(np.count_nonzero(moved[:, at] == 0)),
                losses=int(np.count_nonzero(moved[:, at] < 0)),
            )
            for at, (name, metric, label) in enumerate(tested)
        ]

    def __getitem__(self, which: str | tuple[str, str]) -> Difference:
        system, label = which if isinstance(which, tuple) else (self._only(), which)
        exact = parse_metric(label).label
        for one in self.differences:
            if (one.system, one.metric) == (system, exact):
                return one
        known = [f"{name}, {label}" for name in self.systems for label in self.labels]
        raise KeyError(f"{system}, {label} was not compared{nearest(f'{system}, {label}', known)}")

    def _only(self) -> str:
        if len(self.systems) > 1:
            raise KeyError(
                f"{len(self.systems)} systems are compared; name one too: comparison['{self.systems[0]}', ...]"
            )
        return self.systems[0]

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    def moved(self, metric: str | None = None, system: str | None = None, most: int = 5) -> list[Move]:
        """The examples whose score changed most, up or down, the largest change first.

        >>> from infrarouge import compare
        >>> found = compare({"a": ["x", "x b"], "b": ["a", "x b"]}, references=["a", "a b"], metrics="rouge1")
        >>> found.moved()
        [Move(row=0, baseline=0.0, score=1.0)]
        """
        at = self.labels.index(parse_metric(metric).label) if metric else 0
        before, after = self.scores(self.baseline)[:, at], self.scores(system or self._only())[:, at]
        change = np.nan_to_num(np.abs(after - before))
        order = np.argsort(-change, kind="stable")[:most]
        return [Move(int(self.rows[row]), float(before[row]), float(after[row])) for row in order if change[row] > 0]

    def rescore(self, **rules: Any) -> Comparison:
        """Compare again under other score or resampling rules, from the stored counts."""
        reports = {name: report.rescore(**rules) for name, report in self.reports.items()}
        return Comparison(reports, self.baseline, self.measure, self.test, self.n_flips)

    # ------------------------------------------------------------ text

    @property
    def signature(self) -> str:
        """The signature of the baseline's report; those of the others differ at most in the hash of the texts."""
        return self._first.signature

    def signatures(self) -> list[str]:
        """The signature of every report, once."""
        return list(dict.fromkeys(report.signature for report in self.reports.values()))

    def header(self) -> list[str]:
        """The table's head."""
        level = f"{100 * self._first.profile.resampling.confidence_level:g}%"
        name = {"fmeasure": "F"}.get(self.measure, self.measure)
        return ["metric", "system", name, "change", f"{level} interval", "p", "p (Holm)", "win/tie/loss"]

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: of each metric the baseline, then the systems."""
        found = []
        for label in self.labels:
            ours = [one for one in self.differences if one.metric == label]
            found.append([label, self.baseline, f"{100 * ours[0].baseline:.{digits}f}", *[""] * 5])
            found += [
                [
                    label,
                    one.system,
                    f"{100 * one.score:.{digits}f}",
                    f"{100 * one.change:+.{digits}f}",
                    "" if np.isnan(one.low) else f"{100 * one.low:+.{digits}f} to {100 * one.high:+.{digits}f}",
                    p_text(one.p),
                    p_text(one.p_holm),
                    f"{one.wins}/{one.ties}/{one.losses}",
                ]
                for one in ours
            ]
        return found

    def records(self) -> list[dict[str, Any]]:
        """One record a system and metric."""
        return [{**_values(one), "n": len(self.rows), "signature": self.signature} for one in self.differences]

    def to_dict(self, most: int = 5) -> dict[str, Any]:
        """Plain values: the differences, and the examples that moved most."""
        how = self._first.profile.resampling
        return {
            "signature": self.signature,
            "n": len(self.rows),
            "baseline": self.baseline,
            "measure": self.measure,
            "test": self.test,
            "n_resamples": how.n_resamples,
            "n_flips": self.n_flips,
            "seed": how.rng,
            "differences": [_values(one) for one in self.differences],
            "moved": {
                name: {label: [_move(one) for one in self.moved(label, name, most)] for label in self.labels}
                for name in self.systems
            },
        }

    def notes(self) -> list[str]:
        """How the numbers were found."""
        how = self._first.profile.resampling
        exact = [one.exact for one in self.differences]
        flips = f"sign-flip test with {self.n_flips:,} flips"
        if self.test == "bootstrap":
            test = f"paired bootstrap with {how.n_resamples:,} resamples"
        else:
            test = (
                "exact sign-flip test"
                if all(exact)
                else f"{flips}, exact where few examples differ"
                if any(exact)
                else flips
            )
        notes = [
            f"p: {test}, two-sided; Holm over {plural(len(self), 'test')}; interval: paired bootstrap with "
            f"{how.n_resamples:,} resamples; seed {how.rng}"
        ]
        if len(self.rows) < self._first.n:
            notes.append(f"{self._first.n - len(self.rows)} of {self._first.n} examples have no words and are left out")
        return notes

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        predictions: Mapping[str, Sequence[Any]],
        references: Sequence[Any],
        **how: Any,
    ) -> str:
        """Make one HTML page of all systems, with the texts that were scored; write it if given a path.

        `how` is the title, the date and the number of examples of `infrarouge.page.page`.
        """
        from infrarouge.reporting.page.page import page, write_page

        made = page(self.reports, predictions=predictions, references=references, comparison=self, **how)
        return write_page(path, made)

    def plot(self, *, ax: Any = None) -> Any:
        """Draw the changes and their intervals as a forest plot; returns the figure and the axes."""
        from infrarouge.integrations.plot import forest

        return forest(self, ax=ax)

    def __repr__(self) -> str:
        found = ", ".join(
            f"{one.system} {one.metric} {one.change:+.4f} (p={one.p_holm:.4f})" for one in self.differences
        )
        return f"<Comparison with {self.baseline}: {found}>"


def _two_or_more(systems: Mapping[str, Any]) -> None:
    if len(systems) < 2:
        raise InputError(f"{plural(len(systems), 'system')}; a comparison needs two or more")


def _values(one: Difference) -> dict[str, Any]:
    names = [name for name in Difference.__slots__ if name not in ("low", "high")]
    values = {name: getattr(one, name) for name in names[:4]}
    values.update(change=one.change, low=one.low, high=one.high)
    return values | {name: getattr(one, name) for name in names[4:]}


def _move(one: Move) -> dict[str, Any]:
    return {**one._asdict(), "change": one.change}


def p_text(p: float) -> str:
    """Write a p-value: four decimals, or that it is smaller.

    >>> p_text(0.03456), p_text(0.00001), p_text(float("nan"))
    ('0.0346', '<0.0001', '')
    """
    if np.isnan(p):
        return ""
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


# ---------------------------------------------------------------- the tests, on columns of differences


def bootstrap(
    moved: Floats, n_resamples: int, confidence_level: float, seed: int, threads: int = 1
) -> tuple[Floats, Floats, Floats]:
    """Resample rows of differences: the interval of the mean, and how often chance moves it as far as it moved.

    The p-value counts the resamples whose mean lies as far from the observed one as that lies from zero, both
    directions, and adds the observed one itself.

    >>> low, high, p = bootstrap(np.array([[0.1], [0.3], [0.2]]), 1000, 0.95, 0)
    >>> bool(0.1 <= low[0] <= 0.2 <= high[0] <= 0.3), bool(p[0] < 0.01)
    (True, True)
    """
    n, columns = moved.shape
    if not n or not n_resamples or np.isnan(moved).any():
        nothing = np.full(columns, np.nan)
        return nothing, nothing, nothing
    means = engine.resample(np.ascontiguousarray(moved), n_resamples, seed, "splitmix", threads) / n
    tail = (1 - confidence_level) / 2
    low, high = np.percentile(means, [100 * tail, 100 * (1 - tail)], axis=0)
    observed = mean(moved)
    slack = CLOSE * np.abs(moved).sum(axis=0) / n
    far = np.count_nonzero(np.abs(means - observed) >= np.abs(observed) - slack, axis=0)
    return low, high, (far + 1) / (n_resamples + 1)


def randomization(
    moved: Floats, n_flips: int, seed: int, threads: int = 1, *, exact: bool = False
) -> tuple[Floats, Any]:
    """Swap the two systems at random in every row: how often the sum of differences is as far from zero as observed.

    Swapping changes the sign of a difference. Where few differences are not zero all signs are tried, and the p-value is
    exact; ``exact=True`` insists on it. Returns the p-values and which of them are exact.

    >>> randomization(np.array([[0.1, 0.0], [0.3, 0.0], [0.2, 0.0]]), 100, 0)
    (array([0.25, 1.  ]), array([ True,  True]))
    """
    n, columns = moved.shape
    if not n or np.isnan(moved).any():
        return np.full(columns, np.nan), np.zeros(columns, dtype=bool)
    differing = np.count_nonzero(moved, axis=0)
    small = differing <= EXACT_MOST
    if exact and not small.all():
        raise InputError(
            f"{differing.max()} examples differ, and the exact test goes through all signs of at most {EXACT_MOST}; "
            "type test='randomization'"
        )
    observed = np.abs(np.add.accumulate(moved, axis=0)[-1])
    reach = observed - CLOSE * np.abs(moved).sum(axis=0)
    p = np.empty(columns)
    for at in np.flatnonzero(small):
        sums = signed_sums(moved[moved[:, at] != 0, at])
        p[at] = np.count_nonzero(np.abs(sums) >= reach[at]) / len(sums)
    large = np.flatnonzero(~small)
    if len(large):
        sums = engine.flip(np.ascontiguousarray(moved[:, large]), n_flips, seed, threads)
        p[large] = (np.count_nonzero(np.abs(sums) >= reach[large], axis=0) + 1) / (n_flips + 1)
    return p, small


def signed_sums(values: Floats) -> Floats:
    """The sums under all signs; the first sign stays, for the other half is the same with the signs turned.

    >>> signed_sums(np.array([1.0, 2.0])).tolist()
    [3.0, -1.0]
    """
    sums = values[:1] if len(values) else np.zeros(1)
    for one in values[1:]:
        sums = np.concatenate([sums + one, sums - one])
    return sums


def holm(p: Sequence[float] | Floats) -> Floats:
    """Correct p-values for their number, by Holm's step-down rule.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    given: Floats = np.asarray(p, dtype=np.float64)
    found: Floats = given.copy()
    real = np.flatnonzero(~np.isnan(given))
    order = real[np.argsort(given[real], kind="stable")]
    steps = given[order] * np.arange(len(order), 0, -1)
    found[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return found


# ---------------------------------------------------------------- the front door


def compare(
    systems: Mapping[str, Any],
    *,
    references: Sequence[Any] | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    baseline: str | None = None,
    measure: str = "fmeasure",
    test: str = "auto",
    n_flips: int = 10_000,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Any,
) -> Comparison:
    """Compare systems with the first one, or the one named `baseline`, on the same references.

    A system is a sequence of predictions, or a report made before. `measure` is precision, recall or fmeasure. The test is
    ``auto`` (sign-flip randomization, exact where few examples differ), ``randomization``, ``exact`` or ``bootstrap``.

    >>> found = compare({"base": ["a x"], "new": ["a b"]}, references=["a b"], metrics="rouge1")
    >>> print(found.to_table())
    metric  system       F  change     95% interval       p  p (Holm)  win/tie/loss
    rouge1  base     50.00
    rouge1  new     100.00  +50.00  +50.00 to +50.00  1.0000    1.0000         1/0/0
    infrarouge-1|n:1|v:0.1.0
    p: exact sign-flip test, two-sided; Holm over 1 test; interval: paired bootstrap with 1,000 resamples; seed 0
    """
    if not isinstance(systems, Mapping):
        raise InputTypeError(
            f"systems is {type(systems).__name__}; give names and predictions: {{'base': [...], 'new': [...]}}"
        )
    _two_or_more(systems)
    ready = [isinstance(one, Report) for one in systems.values()]
    if any(ready) and not all(ready):
        raise InputTypeError("some systems are reports and some are predictions; give all in one form")
    if all(ready):
        if references is not None or rules:
            raise InputTypeError("reports are scored already; references and rules go to evaluate(), or use rescore()")
        reports = dict(systems)
    else:
        if references is None:
            raise InputTypeError("predictions need references=[...] to be scored against")
        scorer = _scorer(metrics, profile, threads, strict, rules)
        references = list(references)
        reports = {
            name: scorer.evaluate(predictions=one, references=references, progress=progress)
            for name, one in systems.items()
        }
    return Comparison(reports, baseline or next(iter(reports), ""), measure_of(measure), test, n_flips)
