"""The same texts under every profile side by side, each gap explained by the settings that cause it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from infrarouge.aggregate import estimate
from infrarouge.api import Rouge
from infrarouge.errors import CoverageWarning, InfrarougeError, InputError
from infrarouge.metrics import DEFAULT_METRICS, Metric, parse_metrics
from infrarouge.profile import Profile, spell
from infrarouge.profiles import profile as find_profile
from infrarouge.profiles import profiles as catalogue
from infrarouge.types import Floats, Score

BASE = "rouge-score"

SETTINGS: dict[str, tuple[str, ...]] = {
    "limits": ("max_words", "max_bytes"),
    "case": ("lowercase",),
    "tokenizer": ("tokens", "normalizer", "ignore_ids"),
    "stop words": ("stopwords",),
    "stemming": ("stemmer", "stem_min"),
    "synonyms": ("synonyms",),
    "sentences": ("sentences", "flat"),
    "set or bag": ("count",),
    "union": ("union", "tie"),
    "quirks": ("quirks",),
    "references": ("combine",),
    "F formula": ("formula", "alpha", "beta"),
    "rounding": ("decimals", "dtype"),
    "empty texts": ("empty",),
    "average": ("resampling",),
}
"""The settings that can cause a gap, in the order in which a text meets them, each with its rules."""

MISSING = {"pltrdy": "rougeL", "js-rouge": "rougeL", "rouge": "rougeL", "distancia": "rougeL rougeLsum"}
"""Metrics that a program does not have, by the first part of its profile's name."""

RECALL_ONLY = frozenset({"distancia"})


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


class _Column(NamedTuple):
    """Scores of every row by one profile and metric: [rows, 3], not a number where the row is refused."""

    scores: Floats
    refused: dict[int, str]

    @property
    def scored(self) -> Any:
        return ~np.isin(np.arange(len(self.scores)), list(self.refused))


class _Texts:
    """The texts of one comparison, and how they score under a profile."""

    def __init__(self, predictions: Sequence[Any], references: Sequence[Any]) -> None:
        self.predictions, self.references = list(predictions), list(references)
        if len(self.predictions) != len(self.references):
            raise InputError(
                f"{len(self.predictions)} predictions and {len(self.references)} references; give as many of both"
            )

    def part(self, chosen: Any) -> _Texts:
        rows = np.flatnonzero(chosen)
        return _Texts([self.predictions[at] for at in rows], [self.references[at] for at in rows])

    def columns(self, profile: Profile, metrics: Sequence[Metric]) -> dict[Metric, _Column]:
        """Score every metric; what refuses the batch is looked for row by row."""
        try:
            scores = self._scores(profile, metrics)
        except InfrarougeError:
            return {one: self._column(profile, one) for one in metrics}
        return {one: _Column(scores[:, at], {}) for at, one in enumerate(metrics)}

    def _column(self, profile: Profile, metric: Metric) -> _Column:
        found, refused = np.full((len(self.predictions), 3), np.nan), {}
        for at in range(len(found)):
            try:
                found[at] = self.part(np.arange(len(found)) == at)._scores(profile, [metric])[0, 0]
            except InfrarougeError as error:
                refused[at] = f"{type(error).__name__}: {error}"
        return _Column(found, refused)

    def _scores(self, profile: Profile, metrics: Sequence[Metric]) -> Floats:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CoverageWarning)
            return Rouge(metrics, profile).scores(predictions=self.predictions, references=self.references)


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
    >>> [(cause.setting, round(cause.effect, 3)) for cause in found.entries[1].causes]
    [('case', -0.333), ('tokenizer', 0.0), ('F formula', -0.0)]
    """
    texts = _Texts(predictions, references)
    parsed = parse_metrics(metrics)
    start = readable(find_profile(base))
    others = [one for one in map(readable, chosen(profiles)) if one != start]
    first = texts.columns(start, parsed)
    entries = [_entry(start, one, first[one]) for one in parsed]
    for other in others:
        columns = texts.columns(other, [one for one in parsed if offers(other, one)])
        explained = _explained(texts, start, other, first, columns)
        entries += [explained[one] for one in columns]
    return Diff(base=start.signature, n=len(texts.predictions), entries=tuple(entries))


def chosen(names: str | Iterable[str | Profile]) -> list[Profile]:
    """Find profiles by name: ``all``, or some, blank- or comma-separated.

    >>> [one.name for one in chosen("pltrdy, js-rouge")]
    ['pltrdy-1.0.1', 'js-rouge-3.2.3']
    """
    if isinstance(names, str):
        names = list(catalogue()) if names.strip() == "all" else names.replace(",", " ").split()
    found = list(dict.fromkeys(find_profile(one) for one in names))
    if not found:
        raise InputError("no profile was named; type profiles='all', or some names")
    return found


def readable(profile: Profile) -> Profile:
    """Let a profile that takes ready tokens read texts, between white space.

    >>> readable(find_profile("distancia")).text.tokens
    'whitespace'
    """
    return profile.replace(tokens="whitespace") if profile.text.tokens in ("list", "ids") else profile


def offers(profile: Profile, metric: Metric) -> bool:
    """Whether the program of a profile has a metric.

    >>> offers(find_profile("distancia"), parse_metrics("rougeL")[0])
    False
    """
    return metric.label not in MISSING.get(_program(profile), "").split()


def _program(profile: Profile) -> str:
    return profile.name.rpartition("-")[0]


def _measure(profile: Profile) -> int:
    """Which number is compared: F, or recall where the program has nothing else."""
    return 1 if _program(profile) in RECALL_ONLY else 2


def _average(scores: Floats, profile: Profile) -> list[float]:
    """Average rows as the profile does; resamples are drawn only where they decide."""
    how = profile.resampling if profile.resampling.center != "mean" else profile.replace(resampling=None).resampling
    return [one.value for one in estimate(np.ascontiguousarray(scores), how)]


def _entry(profile: Profile, metric: Metric, column: _Column, **more: Any) -> Entry:
    values = _average(column.scores[column.scored], profile)
    if _measure(profile) == 1:
        values = [math.nan, values[1], math.nan]
    return Entry(
        profile=profile.signature, metric=metric.label, score=Score(*values), refused=column.refused, **more
    )


def _explained(
    texts: _Texts,
    base: Profile,
    other: Profile,
    first: dict[Metric, _Column],
    columns: dict[Metric, _Column],
) -> dict[Metric, Entry]:
    """Make the entries of a profile, with the gap to the base and its causes."""
    entries: dict[Metric, Entry] = {}
    both = {one: first[one].scored & column.scored for one, column in columns.items()}
    for rows in {tuple(rows) for rows in both.values()}:
        same = [one for one in columns if tuple(both[one]) == rows]
        part = texts.part(rows)
        causes: dict[Metric, list[Cause]] = {one: [] for one in same}
        before = {one: _compared(first[one].scores[both[one]], base, other) for one in same}
        start = dict(before)
        for setting, here, there, step in steps(base, other) if len(part.predictions) else ():
            found = part.columns(step, same)
            for one in same:
                after = _compared(found[one].scores, step, other)
                causes[one].append(Cause(setting, here, there, after - before[one]))
                before[one] = after
        for one in same:
            more = {"gap": before[one] - start[one], "causes": tuple(causes[one])}
            entries[one] = _entry(other, one, columns[one], **more)
    return entries


def _compared(scores: Floats, profile: Profile, other: Profile) -> float:
    return _average(scores, profile)[_measure(other)]


def steps(base: Profile, other: Profile) -> Iterator[tuple[str, str, str, Profile]]:
    """Go from one profile to another, setting by setting: its name, both values, and the profile it leads to.

    >>> [(name, there) for name, _, there, _ in steps(find_profile("rouge-score"), find_profile("pltrdy-1.0.0"))]
    [('case', 'none'), ('tokenizer', 'pltrdy'), ('sentences', 'period, joined'), ('union', 'distinct, prediction'), ('F formula', 'epsilon'), ('empty texts', 'raise')]
    """
    for setting, rules in SETTINGS.items():
        here, there = ({rule: _rule(one, rule) for rule in rules} for one in (base, other))
        changed = [rule for rule in rules if here[rule] != there[rule]]
        if changed:
            base = base.replace(**{rule: there[rule] for rule in rules})
            yield setting, _spelled(here, changed), _spelled(there, changed), base


def _rule(profile: Profile, rule: str) -> Any:
    if rule in ("quirks", "resampling"):
        return getattr(profile, rule)
    return next(getattr(group, rule) for group in (profile.text, profile.match, profile.score) if hasattr(group, rule))


def _spelled(values: dict[str, Any], rules: list[str]) -> str:
    if rules == ["quirks"]:
        return ", ".join(sorted(values["quirks"])) or "none"
    if rules == ["resampling"]:
        return str(values["resampling"].center)
    return ", ".join(spell(values[rule]) for rule in rules)
