"""Reports of several systems, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from infrarouge.reporting.groups import SystemGroups
from infrarouge.reporting.report import Report
from infrarouge.reporting.tables import Tabular


@dataclass(frozen=True, eq=False)
class Systems(Tabular, Mapping[str, Report]):
    """A report by the name of its system.

    >>> from infrarouge import evaluate
    >>> one = evaluate(predictions=["a b"], references=["a c"], metrics="rouge1")
    >>> print(Systems({"base": one}))
    system  metric  precision  recall      F  95% interval of F
    base    rouge1      50.00   50.00  50.00                  -
    infrarouge-1|n:1|v:0.1.0
    """

    text_columns: ClassVar[int] = 2
    reports: Mapping[str, Report]

    def __getitem__(self, name: str) -> Report:
        return self.reports[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.reports)

    def __len__(self) -> int:
        return len(self.reports)

    def by_group(self) -> SystemGroups:
        """The report of every group of every system."""
        return SystemGroups({name: report.by_group() for name, report in self.items()})

    def header(self) -> list[str]:
        """The head of a report, after the system."""
        return ["system", *next(iter(self.reports.values())).header()]

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The rows of every report, after its name."""
        return [[name, *row] for name, report in self.items() for row in report.cells(digits)]

    def records(self) -> list[dict[str, Any]]:
        """The records of every report, with its name."""
        return [{"system": name, **row} for name, report in self.items() for row in report.records()]

    def to_dict(self) -> dict[str, Any]:
        """The values of every report by its name."""
        return {name: report.to_dict() for name, report in self.items()}

    def signatures(self) -> list[str]:
        """Each signature once; with its system where they differ."""
        signatures = {name: report.signature for name, report in self.items()}
        return (
            list(signatures.values())[:1]
            if len(set(signatures.values())) == 1
            else [f"{name}: {signature}" for name, signature in signatures.items()]
        )

    def notes(self) -> list[str]:
        """The notes of every report, with its name; what is true of all is said once."""
        notes = {name: report.notes() for name, report in self.items()}
        shared = [note for note in next(iter(notes.values()), []) if all(note in own for own in notes.values())]
        return [*(f"{name}: {note}" for name, own in notes.items() for note in own if note not in shared), *shared]
