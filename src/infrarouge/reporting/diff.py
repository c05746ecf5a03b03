"""The same texts under every profile side by side, each gap explained by the settings that cause it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from infrarouge.engine.runner import Runner
from infrarouge.errors import CoverageWarning, EmptyTextError, InfrarougeError, InputError, some
from infrarouge.matching import DEFAULT_METRICS, Metric, parse_metrics
from infrarouge.reporting.report import Report, evaluated
from infrarouge.reporting.settings import chosen, offers, readable, steps
from infrarouge.reporting.signature import result_signature
from infrarouge.reporting.tables import Tabular, plural, text_table
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import MEANS
from infrarouge.types import Score

BASE = "rouge-score"


class Cause(NamedTuple):
    """A setting in which a profile differs from the base, and how far it moves the number."""

    setting: str
    base: str
    other: str
    effect: float


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One metric under one profile: its scores, the rows refused, and the gap to the base with its causes."""

    profile: str
    metric: str
    score: Score
    """Averages over the rows that the profile scores; not a number where the program has none."""
    refused: dict[int, str] = field(default_factory=dict)
    """Rows that the profile refuses, each with the reason."""
    gap: float = math.nan
    """How far F (recall where there is no F) is from the base, over the rows that both score."""
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Diff(Tabular):
    """The comparison: every metric under every profile, the base first."""

    base: str
    n: int
    entries: tuple[Entry, ...]
    text_columns: ClassVar[int] = 2

    def header(self) -> list[str]:
        return ["metric", "profile", "rows", "precision", "recall", "F", "gap", "because"]

    def cells(self, digits: int = 2) -> list[list[str]]:
        return [
            [
                one.metric,
                one.profile,
                str(self.n - len(one.refused)),
                *(_points(value, digits) for value in one.score),
                _points(one.gap, digits, sign="+") if one.profile != self.entries[0].profile else "base",
                ", ".join(_reasons(one, digits)),
            ]
            for one in self.entries
        ]

    def to_table(self, digits: int | None = None) -> str:
        """Aligned columns for a terminal, the reasons to the left of theirs."""
        head, rows = self.header(), self._cells(digits)
        width = max(len(row[-1]) for row in [head, *rows])
        head, *rows = ([*row[:-1], row[-1].ljust(width)] for row in [head, *rows])
        return text_table(head, rows, [*self.signatures(), *self.notes()], self.text_columns)

    def signatures(self) -> list[str]:
        return [f"base: {self.base}"]

    def notes(self) -> list[str]:
        """What each profile does otherwise than the base, and the rows it refuses."""
        return [*self._differences(), *self.refusals()]

    def _differences(self) -> list[str]:
        found: dict[str, dict[str, Cause]] = {}
        for one in self.entries:
            found.setdefault(one.profile, {}).update({cause.setting: cause for cause in one.causes})
        return [
            f"{profile}: " + "; ".join(f"{one.setting} {one.base} -> {one.other}" for one in causes.values())
            for profile, causes in found.items()
            if causes
        ]

    def refusals(self) -> list[str]:
        """The rows that profiles refuse: how many, which, and why."""
        lines = []
        for one in self.entries:
            for reason in dict.fromkeys(one.refused.values()):
                rows = [row for row, why in one.refused.items() if why == reason]
                lines.append(
                    f"{one.profile} refuses {len(rows)} of {plural(self.n, 'row')} in {one.metric}: {some(rows)} ({reason})"
                )
        return lines

    def records(self) -> list[dict[str, Any]]:
        return [
            {
                "metric": one.metric,
                "profile": one.profile,
                **one.score._asdict(),
                "scored": self.n - len(one.refused),
                "refused": len(one.refused),
                "gap": one.gap,
                "because": "; ".join(f"{cause.setting} {cause.effect!r}" for cause in one.causes),
            }
            for one in self.entries
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "base": self.base,
            "n": self.n,
            "entries": [
                {
                    "metric": one.metric,
                    "profile": one.profile,
                    **one.score._asdict(),
                    "refused": {str(row): reason for row, reason in one.refused.items()},
                    "gap": one.gap,
                    "causes": [cause._asdict() for cause in one.causes],
                }
                for one in self.entries
            ],
        }


def _points(value: float, digits: int, sign: str = "") -> str:
    return "-" if math.isnan(value) else f"{100 * value:{sign}.{digits}f}"


def _reasons(entry: Entry, digits: int) -> list[str]:
    """The causes that show at this many digits, the largest first."""
    shown = [one for one in entry.causes if abs(100 * one.effect) >= 0.5 * 10**-digits]
    ordered = sorted(shown, key=lambda one: -abs(one.effect))
    return [f"{one.setting} {_points(one.effect, digits, sign='+')}" for one in ordered]


class _Column(NamedTuple):
    """One metric under one profile: a report of the rows it scores, and those it refuses with the reason."""

    report: Report
    refused: dict[int, str]

    def values(self, metric: Metric) -> list[float]:
        return _values(self.report, metric)


def _values(report: Report, metric: Metric) -> list[float]:
    return [estimate.value for estimate in report[metric.label]]


class _Texts:
    """The texts of one comparison, and how they score under a profile."""

    def __init__(self, predictions: Sequence[Any], references: Sequence[Any]) -> None:
        self.predictions, self.references = list(predictions), list(references)
        if len(self.predictions) != len(self.references):
            raise InputError(
                f"{len(self.predictions)} predictions and {len(self.references)} references; give as many of both"
            )

    def part(self, rows: Iterable[int]) -> _Texts:
        rows = list(rows)
        return _Texts([self.predictions[at] for at in rows], [self.references[at] for at in rows])

    def without(self, refused: Collection[int]) -> list[int]:
        return [at for at in range(len(self.predictions)) if at not in refused]

    def columns(self, profile: Profile, metrics: Sequence[Metric]) -> dict[Metric, _Column]:
        """Score every metric; what refuses the batch is looked for row by row."""
        if not metrics:
            return {}
        try:
            report = self.report(profile, metrics)
        except InfrarougeError:
            return {one: self._column(profile, one) for one in metrics}
        return {one: _Column(report, {}) for one in metrics}

    def _column(self, profile: Profile, metric: Metric) -> _Column:
        refused: dict[int, str] = {}
        for at in range(len(self.predictions)):
            try:
                self.part([at]).report(profile, [metric])
            except EmptyTextError:
                refused[at] = "no words"
            except InfrarougeError as error:
                refused[at] = f"{type(error).__name__}: {error}"
        return _Column(self.part(self.without(refused)).report(profile, [metric]), refused)

    def report(self, profile: Profile, metrics: Sequence[Metric]) -> Report:
        """Score all rows, or raise what the profile refuses; resamples are drawn only where they decide."""
        if profile.resampling.center in MEANS:
            profile = profile.replace(resampling=None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CoverageWarning)
            runner = Runner(tuple(metrics), profile)
            report = evaluated(runner, runner.rows(self.predictions, self.references))
        _values(report, metrics[0])
        return report


def diff(
    *,
    predictions: Sequence[Any],
    references: Sequence[Any],
    profiles: str | Iterable[str | Profile] = "all",
    base: str | Profile = BASE,
    metrics: str | Iterable[str | Metric] = DEFAULT_METRICS,
) -> Diff:
    """Score texts under several profiles and explain each gap to the base.

    The settings are changed one after another from the base to the profile, in the order in which a text meets
    them, so that the effects add up to the gap.

    >>> found = diff(predictions=["The cat sat."], references=["the cat sat"], profiles="pltrdy", metrics="rouge1")
    >>> [(cause.setting, round(cause.effect, 2)) for cause in found.entries[1].causes if abs(cause.effect) > 0.01]
    [('tokenizer', -0.33), ('case', -0.33), ('sentences', 0.33)]
    """
    texts = _Texts(predictions, references)
    parsed = parse_metrics(metrics)
    start = readable(find_profile(base))
    first = texts.columns(start, parsed)
    found = [{one: _entry(start, one, first[one]) for one in parsed}]
    for other in map(readable, chosen(profiles)):
        if other != start:
            columns = texts.columns(other, [one for one in parsed if offers(other, one)])
            found.append(_explained(texts, start, other, first, columns))
    entries = tuple(by_metric[one] for one in parsed for by_metric in found if one in by_metric)
    return Diff(base=result_signature(start, len(texts.predictions)), n=len(texts.predictions), entries=entries)


def _measure(profile: Profile) -> int:
    """Which number is compared: F, or recall where the program has nothing else."""
    return 1 if profile.measures == "r" else 2


def _entry(profile: Profile, metric: Metric, column: _Column, **more: Any) -> Entry:
    told = zip("prf", column.values(metric), strict=True)
    values = [value if letter in profile.measures else math.nan for letter, value in told]
    return Entry(profile=profile.signature, metric=metric.label, score=Score(*values), refused=column.refused, **more)


def _explained(
    texts: _Texts,
    base: Profile,
    other: Profile,
    first: dict[Metric, _Column],
    columns: dict[Metric, _Column],
) -> dict[Metric, Entry]:
    """Make the entries of a profile, with the gap to the base and its causes."""
    both = {one: tuple(texts.without({*first[one].refused, *column.refused})) for one, column in columns.items()}
    entries: dict[Metric, Entry] = {}
    for rows in dict.fromkeys(both.values()):
        same = [one for one in columns if both[one] == rows]
        causes = _causes(texts.part(rows), base, other, same) if rows else {}
        for one in same:
            found = causes.get(one, ())
            gap = math.fsum(cause.effect for cause in found) if rows else math.nan
            entries[one] = _entry(other, one, columns[one], gap=gap, causes=found)
    return entries


def _causes(texts: _Texts, base: Profile, other: Profile, metrics: list[Metric]) -> dict[Metric, tuple[Cause, ...]]:
    """How far each setting moves each metric on the way from one profile to the other."""
    measure = _measure(other)
    report = texts.report(base, metrics)
    before = {one: _values(report, one)[measure] for one in metrics}
    found: dict[Metric, list[Cause]] = {one: [] for one in metrics}
    names: list[tuple[str, str, str]] = []
    for setting, here, there, step in steps(base, other):
        names.append((setting, here, there))
        try:
            report = texts.report(step, metrics)
        except InfrarougeError:
            continue  # a row that both ends score is refused half-way: the next setting shares the effect
        setting, here, there = (" and ".join(parts) for parts in zip(*names, strict=True))
        names.clear()
        for one in metrics:
            after = _values(report, one)[measure]
            found[one].append(Cause(setting, here, there, after - before[one]))
            before[one] = after
    return {one: tuple(causes) for one, causes in found.items()}
