"""Which program, with which settings, gives a reported number: the catalogue searched with the usual switches.

Texts are read once for all candidates that read them alike, and counted once for all that count them alike; every other
candidate is a view of the stored counts.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from infrarouge.errors import CoverageWarning, InputError
from infrarouge.progress import Progress
from infrarouge.reporting.candidates import Search, Source
from infrarouge.reporting.printed import Reported
from infrarouge.reporting.settings import chosen
from infrarouge.reporting.tables import Tabular, plural, text_table
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import LETTERS, MEASURES

NEAREST = 5
"""How many are shown where nothing fits."""


@dataclass(frozen=True, kw_only=True)
class Sources(Tabular):
    """Every program and setting that gives the reported numbers, the best explanation first.

    It is true if there is one. `nearest` holds the closest of all others where there is none.
    """

    reported: tuple[Reported, ...]
    n: int
    fits: tuple[Source, ...]
    nearest: tuple[Source, ...] = ()
    tried: int = 0
    """How many different candidates were looked at."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Profiles that do not score these texts, with the reason."""
    most: int = 10
    """How many are shown in a table."""
    files: str = "PRED REF"
    """How a command line names the texts."""
    text_columns: ClassVar[int] = 4
    decimals: ClassVar[int] = 4

    def __bool__(self) -> bool:
        return bool(self.fits)

    @property
    def shown(self) -> tuple[Source, ...]:
        """The sources of the table: those that fit, or the nearest."""
        return self.fits[: self.most] or self.nearest

    def header(self) -> list[str]:
        return ["", "profile", "changed", "metric", "value", *["off"] * (not self.fits)]

    def cells(self, digits: int = 4) -> list[list[str]]:
        return [
            [
                str(number),
                source.profile.name,
                ", ".join(source.changes) or "nothing",
                " ".join(_named(source)),
                _values(source, digits),
                *[f"{source.off:.{digits}f}"] * (not self.fits),
            ]
            for number, source in enumerate(self.shown, 1)
        ]

    def to_table(self, digits: int | None = None) -> str:
        """Aligned columns for a terminal, what they mean above them, and how to compute each again below."""
        table = text_table(self.header(), self._cells(digits), self._below(), self.text_columns) if self.shown else ""
        return "\n".join([self.sentence, *[table] * bool(table)])

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        asked = ", ".join(f"{number.label} {number.printed.text}" for number in self.reported)
        tried = f"{plural(self.tried, 'candidate')} on {plural(self.n, 'row')}"
        if self.fits:
            left = len(self.fits) - len(self.shown)
            more = f"; the first {len(self.shown)} are shown" if left else ""
            return f"{asked}: {len(self.fits)} of {tried} give it to its printed digits{more}."
        return f"{asked}: none of {tried} gives it to its printed digits; these come nearest."

    def _below(self) -> list[str]:
        return [*(f"{at}: {source.command(self.files)}" for at, source in enumerate(self.shown, 1)), *self.notes()]

    def notes(self) -> list[str]:
        """What a reader should know of the sources shown, and the profiles that refuse the texts."""
        seeded = any(source.spread for source in self.shown)
        several = "±: the median of a bootstrap, which another seed moves by so much"
        refusals = [f"{name} does not score these texts: {reason}" for name, reason in self.refused.items()]
        return [*[several] * seeded, *refusals]

    def signatures(self) -> list[str]:
        return [source.command(self.files) for source in self.shown]

    def records(self) -> list[dict[str, Any]]:
        return [
            {
                "fits": bool(self.fits),
                "profile": source.profile.name,
                "changed": "; ".join(source.changes),
                "metric": " ".join(_named(source)),
                "value": " ".join(repr(source.scale * value) for value in source.values),
                "off": source.off,
                "spread": source.spread,
                "signature": source.signature,
                "command": source.command(self.files),
            }
            for source in (self.fits or self.nearest)
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "reported": [{"metric": number.label, "value": number.printed.text} for number in self.reported],
            "n": self.n,
            "tried": self.tried,
            "sources": [
                {**record, "changed": list(source.changes), "values": list(source.values), "scale": source.scale}
                for source, record in zip(self.fits or self.nearest, self.records(), strict=True)
            ],
            "refused": dict(self.refused),
        }


def _values(source: Source, digits: int) -> str:
    spread = f" ± {source.scale * source.spread:.{digits}f}" if source.spread else ""
    return " ".join(f"{source.scale * value:.{digits}f}" for value in source.values) + spread


def _named(source: Source) -> list[str]:
    return [f"{label}.{LETTERS[name]}" for label, name in zip(source.metrics, source.measures, strict=True)]


def which(
    *,
    predictions: Sequence[Any],
    references: Sequence[Any],
    reported: Mapping[str, str | float],
    profiles: str | Iterable[str | Profile] = "all",
    most: int = 10,
    progress: bool = False,
    files: str = "PRED REF",
) -> Sources:
    """Find the programs and settings that give reported numbers to their printed digits.

    `reported` has a number for each metric, as it was printed: ``"41.2"`` stands for everything that rounds to it, in
    percent or as a fraction. A str keeps zeros at the end, which a float loses. Several numbers of one system have to
    agree with the same settings. Every profile is tried with up to three of the usual switches at a time.

    >>> sources = which(predictions=["the cats sat"], references=["the cat sat down"], reported={"rougeL": "85.71"})
    >>> bool(sources), sources.fits[0].signature, sources.fits[0].changes
    (True, 'py-rouge-1.1', ())
    """
    if not isinstance(reported, Mapping) or not reported:
        raise InputError("nothing was reported; give the numbers by metric, such as reported={'rougeL': '41.2'}")
    asked = tuple(Reported.of(name, value) for name, value in reported.items())
    search = Search(predictions, references, asked)
    found: list[Source] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoverageWarning)
        profiles_in_order = sorted(chosen(profiles), key=lambda profile: profile.name == DEFAULT.name)
        with Progress(len(profiles_in_order), shown=progress, what="profiles") as bar:
            for profile in profiles_in_order:
                found += _distinct(search.sources(profile))
                bar.advance(1)
    fits = [source for source in found if not source.off]
    return Sources(
        reported=asked,
        n=len(search.rows.predictions),
        fits=tuple(sorted(map(search.settled, fits), key=_rank)),
        nearest=() if fits else tuple(sorted(found, key=lambda source: (source.off, *_rank(source)))[:NEAREST]),
        tried=len(found),
        refused=search.refused,
        most=most,
        files=files,
    )


def _rank(source: Source) -> tuple[int, int, bool]:
    """Fewer changes first, F before recall before precision, what needs no seed before what does."""
    return len(source.changes), -max(MEASURES.index(name) for name in source.measures), source.spread > 0


def _distinct(sources: Iterable[Source]) -> list[Source]:
    """Leave out what only adds changes that make no difference."""
    kept: dict[tuple[Any, ...], list[Source]] = {}
    for source in sorted(sources, key=lambda source: len(source.changes)):
        same = kept.setdefault((source.measures, source.values, source.scale, source.spread), [])
        if not any(set(other.changes) <= set(source.changes) for other in same):
            same.append(source)
    return [source for same in kept.values() for source in same]
