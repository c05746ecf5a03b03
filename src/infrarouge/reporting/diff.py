"""The same texts under every profile side by side, each gap explained by the settings that cause it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from infrarouge.by_name import told_names
from infrarouge.engine.runner import Runner
from infrarouge.errors import CoverageWarning, EmptyTextError, InfrarougeError, InputError, some
from infrarouge.matching import DEFAULT_METRICS, Metric, parse_metrics
from infrarouge.reading.containers import matched
from infrarouge.reporting.report import Report, evaluated
from infrarouge.reporting.settings import chosen, offers, readable, steps
from infrarouge.reporting.signature import result_signature
from infrarouge.reporting.tables import Tabular, plural, text_table
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import MEANS
from infrarouge.scoring.examples import example_ids
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
                entry.metric,
                entry.profile,
                str(self.n - len(entry.refused)),
                *(_points(value, digits) for value in entry.score),
                _points(entry.gap, digits, sign="+") if entry.profile != self.entries[0].profile else "base",
                ", ".join(_reasons(entry, digits)),
            ]
            for entry in self.entries
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
        causes: dict[str, dict[str, Cause]] = {}
        for entry in self.entries:
            causes.setdefault(entry.profile, {}).update({cause.setting: cause for cause in entry.causes})
        return [
            f"{profile}: " + "; ".join(f"{entry.setting} {entry.base} -> {entry.other}" for entry in settings.values())
            for profile, settings in causes.items()
            if settings
        ]

    def refusals(self) -> list[str]:
        """The rows that profiles refuse: how many, which, and why."""
        lines = []
        for entry in self.entries:
            for reason in dict.fromkeys(entry.refused.values()):
                rows = [row for row, why in entry.refused.items() if why == reason]
                lines.append(
                    f"{entry.profile} refuses {len(rows)} of {plural(self.n, 'row')} in {entry.metric}: {some(rows)} ({reason})"
                )
        return lines

    def records(self) -> list[dict[str, Any]]:
        return [
            {
                "metric": entry.metric,
                "profile": entry.profile,
                **entry.score._asdict(),
                "scored": self.n - len(entry.refused),
                "refused": len(entry.refused),
                "gap": entry.gap,
                "because": "; ".join(f"{cause.setting} {cause.effect!r}" for cause in entry.causes),
            }
            for entry in self.entries
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "base": self.base,
            "n": self.n,
            "entries": [
                {
                    "metric": entry.metric,
                    "profile": entry.profile,
                    **entry.score._asdict(),
                    "refused": {str(row): reason for row, reason in entry.refused.items()},
                    "gap": entry.gap,
                    "causes": [cause._asdict() for cause in entry.causes],
                }
                for entry in self.entries
            ],
        }


def _points(value: float, digits: int, sign: str = "") -> str:
    return "-" if math.isnan(value) else f"{100 * value:{sign}.{digits}f}"


def _reasons(entry: Entry, digits: int) -> list[str]:
    """The causes that show at this many digits, the largest first."""
    shown = [cause for cause in entry.causes if abs(100 * cause.effect) >= 0.5 * 10**-digits]
    ordered = sorted(shown, key=lambda cause: -abs(cause.effect))
    return [f"{cause.setting} {_points(cause.effect, digits, sign='+')}" for cause in ordered]


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

    def __init__(self, predictions: Sequence[Any], references: Sequence[Any], ids: Any = None) -> None:
        self.predictions, self.references, keys = matched(predictions, references)
        if len(self.predictions) != len(self.references):
            raise InputError(
                f"{len(self.predictions)} predictions and {len(self.references)} references; give as many of both"
            )
        self.ids = example_ids(keys if ids is None else ids, len(self.predictions))

    def part(self, rows: Iterable[int]) -> _Texts:
        rows = list(rows)
        ids = None if self.ids is None else [self.ids[at] for at in rows]
        return _Texts([self.predictions[at] for at in rows], [self.references[at] for at in rows], ids)

    def without(self, refused: Collection[int]) -> list[int]:
        return [at for at in range(len(self.predictions)) if at not in refused]

    def columns(self, profile: Profile, metrics: Sequence[Metric]) -> dict[Metric, _Column]:
        """Score every metric; what refuses the batch is looked for row by row."""
        if not metrics:
            return {}
        try:
            report = self.report(profile, metrics)
        except InfrarougeError:
            return {metric: self._column(profile, metric) for metric in metrics}
        return {metric: _Column(report, {}) for metric in metrics}

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
            report = evaluated(runner, runner.rows(self.predictions, self.references), self.ids)
        _values(report, metrics[0])
        return report


@told_names
def diff(
    *,
    predictions: Sequence[Any],
    references: Sequence[Any],
    profiles: str | Iterable[str | Profile] = "all",
    base: str | Profile = BASE,
    metrics: str | Iterable[str | Metric] = DEFAULT_METRICS,
    ids: Any = None,
) -> Diff:
    """Score texts under several profiles and explain each gap to the base.

    The settings are changed one after another from the base to the profile, in the order in which a text meets
    them, so that the effects add up to the gap. `ids` matter to profiles that order examples by them.

    >>> found = diff(predictions=["The cat sat."], references=["the cat sat"], profiles="pltrdy", metrics="rouge1")
    >>> [(cause.setting, round(cause.effect, 2)) for cause in found.entries[1].causes if abs(cause.effect) > 0.01]
    [('tokenizer', -0.33), ('case', -0.33), ('sentences', 0.33)]
    """
    texts = _Texts(predictions, references, ids)
    parsed = parse_metrics(metrics)
    start = readable(find_profile(base))
    first = texts.columns(start, parsed)
    by_profile = [{metric: _entry(start, metric, first[metric]) for metric in parsed}]
    for other in map(readable, chosen(profiles)):
        if other != start:
            columns = texts.columns(other, [metric for metric in parsed if offers(other, metric)])
            by_profile.append(_explained(texts, start, other, first, columns))
    entries = tuple(by_metric[metric] for metric in parsed for by_metric in by_profile if metric in by_metric)
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
    both = {
        metric: tuple(texts.without({*first[metric].refused, *column.refused})) for metric, column in columns.items()
    }
    entries: dict[Metric, Entry] = {}
    for rows in dict.fromkeys(both.values()):
        same = [metric for metric in columns if both[metric] == rows]
        causes = _causes(texts.part(rows), base, other, same) if rows else {}
        for metric in same:
            effects = causes.get(metric, ())
            gap = math.fsum(cause.effect for cause in effects) if rows else math.nan
            entries[metric] = _entry(other, metric, columns[metric], gap=gap, causes=effects)
    return entries


def _causes(texts: _Texts, base: Profile, other: Profile, metrics: list[Metric]) -> dict[Metric, tuple[Cause, ...]]:
    """How far each setting moves each metric on the way from one profile to the other."""
    measure = _measure(other)
    report = texts.report(base, metrics)
    before = {metric: _values(report, metric)[measure] for metric in metrics}
    causes: dict[Metric, list[Cause]] = {metric: [] for metric in metrics}
    names: list[tuple[str, str, str]] = []
    for setting, here, there, step in steps(base, other):
        names.append((setting, here, there))
        try:
            report = texts.report(step, metrics)
        except InfrarougeError:
            continue  # a row that both ends score is refused half-way: the next setting shares the effect
        setting, here, there = (" and ".join(parts) for parts in zip(*names, strict=True))
        names.clear()
        for metric in metrics:
            after = _values(report, metric)[measure]
            causes[metric].append(Cause(setting, here, there, after - before[metric]))
            before[metric] = after
    return {metric: tuple(steps_of) for metric, steps_of in causes.items()}
