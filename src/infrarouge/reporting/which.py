"""Which program, with which settings, gives a reported number: the catalogue searched with the usual switches.

Texts are read once for all candidates that read them alike, and counted once for all that count them alike; every other
candidate is a view of the stored counts.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from infrarouge.by_name import by_name
from infrarouge.errors import CoverageWarning, InputError
from infrarouge.progress import Progress
from infrarouge.reporting.candidates import Candidate, Search
from infrarouge.reporting.printed import Reported
from infrarouge.reporting.settings import chosen
from infrarouge.reporting.tables import Tabular, plural, text_table
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import LETTERS, MEASURES

NEAREST = 5
"""How many are shown where nothing fits."""


@dataclass(frozen=True, kw_only=True)
class Candidates(Tabular):
    """Every program and setting that gives the reported numbers, the best explanation first.

    It is true if there is one. `nearest` holds the closest of all others where there is none.
    """

    reported: tuple[Reported, ...]
    n: int
    fits: tuple[Candidate, ...]
    nearest: tuple[Candidate, ...] = ()
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
    def shown(self) -> tuple[Candidate, ...]:
        """The candidates of the table: those that fit, or the nearest."""
        return self.fits[: self.most] or self.nearest

    def header(self) -> list[str]:
        return ["", "profile", "changed", "metric", "value", *["off"] * (not self.fits)]

    def cells(self, digits: int = 4) -> list[list[str]]:
        return [
            [
                str(number),
                candidate.profile.name,
                ", ".join(candidate.changes) or "nothing",
                " ".join(_named(candidate)),
                _values(candidate, digits),
                *[f"{candidate.off:.{digits}f}"] * (not self.fits),
            ]
            for number, candidate in enumerate(self.shown, 1)
        ]

    def to_table(self, digits: int | None = None) -> str:
        """Aligned columns for a terminal, what they mean above them, and how to compute each again below."""
        table = text_table(self.header(), self._cells(digits), self._below(), self.text_columns) if self.shown else ""
        return "\n".join([self.sentence, *[table] * bool(table)])

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        asked = ", ".join(f"{number.label} {number.printed.text}" for number in self.reported)
        what = "it to its printed digits" if len(self.reported) == 1 else "them to their printed digits"
        tried = f"{plural(self.tried, 'candidate')} on {plural(self.n, 'row')}"
        if self.fits:
            left = len(self.fits) - len(self.shown)
            more = f"; the first {len(self.shown)} are shown" if left else ""
            return f"{asked}: {len(self.fits)} of {tried} give{'s' * (len(self.fits) == 1)} {what}{more}."
        return f"{asked}: none of {tried} gives {what}; these come nearest."

    def _below(self) -> list[str]:
        return [
            *(f"{at}: {candidate.command(self.files)}" for at, candidate in enumerate(self.shown, 1)),
            *self.notes(),
        ]

    def notes(self) -> list[str]:
        """What a reader should know of the candidates shown, and the profiles that refuse the texts."""
        seeded = any(candidate.spread for candidate in self.shown)
        several = "±: the median of a bootstrap, which another seed moves by so much"
        refusals = [f"{name} does not score these texts: {reason}" for name, reason in self.refused.items()]
        return [*[several] * seeded, *refusals]

    def signatures(self) -> list[str]:
        return [candidate.command(self.files) for candidate in self.shown]

    def records(self) -> list[dict[str, Any]]:
        return [
            {
                "fits": bool(self.fits),
                "profile": candidate.profile.name,
                "changed": "; ".join(candidate.changes),
                "metric": " ".join(_named(candidate)),
                "value": " ".join(repr(candidate.scale * value) for value in candidate.values),
                "off": candidate.off,
                "spread": candidate.spread,
                "signature": candidate.signature,
                "command": candidate.command(self.files),
            }
            for candidate in (self.fits or self.nearest)
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "reported": [{"metric": number.label, "value": number.printed.text} for number in self.reported],
            "n": self.n,
            "tried": self.tried,
            "candidates": [
                {
                    **record,
                    "changed": list(candidate.changes),
                    "values": list(candidate.values),
                    "scale": candidate.scale,
                }
                for candidate, record in zip(self.fits or self.nearest, self.records(), strict=True)
            ],
            "refused": dict(self.refused),
        }


def _values(candidate: Candidate, digits: int) -> str:
    spread = f" ± {candidate.scale * candidate.spread:.{digits}f}" if candidate.spread else ""
    return " ".join(f"{candidate.scale * value:.{digits}f}" for value in candidate.values) + spread


def _named(candidate: Candidate) -> list[str]:
    return [f"{label}.{LETTERS[name]}" for label, name in zip(candidate.metrics, candidate.measures, strict=True)]


@by_name("infrarouge.which(predictions=[...], references=[...], reported={'rougeL': '41.2'})")
def which(
    *,
    predictions: Sequence[Any],
    references: Sequence[Any],
    reported: Mapping[str, str | float],
    profiles: str | Iterable[str | Profile] = "all",
    most: int = 10,
    progress: bool = False,
    files: str = "PRED REF",
    ids: Sequence[Any] | None = None,
) -> Candidates:
    """Find the programs and settings that give reported numbers to their printed digits.

    `reported` has a number for each metric, as it was printed: ``"41.2"`` stands for everything that rounds to it, in
    percent or as a fraction. A str keeps zeros at the end, which a float loses. Several numbers of one system have to
    agree with the same settings. `ids` matter to programs that order examples by them. Every profile is tried with up to three of the usual switches at a time.

    >>> candidates = which(predictions=["the cats sat"], references=["the cat sat down"], reported={"rougeL": "85.71"})
    >>> bool(candidates), candidates.fits[0].signature, candidates.fits[0].changes
    (True, 'py-rouge-1.1', ())
    """
    if not isinstance(reported, Mapping) or not reported:
        raise InputError("nothing was reported; give the numbers by metric, such as reported={'rougeL': '41.2'}")
    asked = tuple(Reported.of(name, value) for name, value in reported.items())
    search = Search(predictions, references, asked, ids)
    found: list[Candidate] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoverageWarning)
        profiles_in_order = sorted(chosen(profiles), key=lambda profile: profile.name == DEFAULT.name)
        with Progress(len(profiles_in_order), shown=progress, what="profiles") as bar:
            for profile in profiles_in_order:
                found += _distinct(search.candidates(profile))
                bar.advance(1)
    fits = [candidate for candidate in found if not candidate.off]
    return Candidates(
        reported=asked,
        n=len(search.rows.predictions),
        fits=tuple(sorted(map(search.settled, fits), key=_rank)),
        nearest=()
        if fits
        else tuple(sorted(found, key=lambda candidate: (candidate.off, *_rank(candidate)))[:NEAREST]),
        tried=len(found),
        refused=search.refused,
        most=most,
        files=files,
    )


def _rank(candidate: Candidate) -> tuple[int, int, bool]:
    """Fewer changes first, F before recall before precision, what needs no seed before what does."""
    return len(candidate.changes), -max(MEASURES.index(name) for name in candidate.measures), candidate.spread > 0


def _distinct(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Leave out what only adds changes that make no difference."""
    kept: dict[tuple[Any, ...], list[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda candidate: len(candidate.changes)):
        same = kept.setdefault((candidate.measures, candidate.values, candidate.scale, candidate.spread), [])
        if not any(set(other.changes) <= set(candidate.changes) for other in same):
            same.append(candidate)
    return [candidate for same in kept.values() for candidate in same]
