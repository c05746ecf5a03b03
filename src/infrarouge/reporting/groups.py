"""Reports and comparisons by group of examples, each a view of the stored counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from infrarouge.errors import InputError
from infrarouge.registry import nearest
from infrarouge.reporting.tables import DASH, Tabular, plural
from infrarouge.reporting.verdicts import Difference
from infrarouge.scoring.examples import example_groups, places_by_group
from infrarouge.scoring.significance import holm, p_text
from infrarouge.types import Integers

if TYPE_CHECKING:
    from infrarouge.reporting.comparison import Comparison
    from infrarouge.reporting.report import Report

ALL = "(all)"
"""What tables call all examples together, beside their groups."""


@dataclass(frozen=True, eq=False)
class Groups(Tabular, Mapping[str, "Report"]):
    """A report by the name of its group: the numbers of evaluating the examples of that group alone.

    >>> from infrarouge import evaluate
    >>> texts = {"predictions": ["a b", "c", "d"], "references": ["a c", "c", "d"]}
    >>> print(evaluate(**texts, groups=["news", "mail", "mail"], metrics="rouge1", n_resamples=0).by_group())
    group  metric  n  precision  recall       F
    (all)  rouge1  3      83.33   83.33   83.33
    news   rouge1  1      50.00   50.00   50.00
    mail   rouge1  2     100.00  100.00  100.00
    infrarouge-1|boot:0|n:3|v:0.1.0
    """

    text_columns: ClassVar[int] = 2
    whole: Report
    rows: Mapping[str, Integers]
    """The rows of each group, numbered from 0; groups in the order in which they first come."""

    @classmethod
    def of(cls, report: Report, groups: Any = None) -> Groups:
        """Group a report by its own groups, or by others."""
        return cls(report, rows_by_group(report.groups, groups, report.n, "evaluate"))

    @cached_property
    def reports(self) -> dict[str, Report]:
        """The report of each group."""
        return {group: self.whole.take(rows.tolist()) for group, rows in self.rows.items()}

    def __getitem__(self, group: str) -> Report:
        return self.reports[known_group(group, self.rows)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def header(self) -> list[str]:
        """The head of a report, with the group and its number of examples."""
        metric, *numbers = self.whole.header()
        return ["group", metric, "n", *numbers]

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The rows of the whole report, then those of every group."""
        return [
            [group, metric, f"{report.n:,}", *numbers]
            for group, report in [(ALL, self.whole), *self.items()]
            for metric, *numbers in report.cells(digits)
        ]

    def records(self) -> list[dict[str, Any]]:
        """The records of the whole report, then those of every group."""
        return [
            {"group": group, **record}
            for group, report in [(ALL, self.whole), *self.items()]
            for record in report.records()
        ]

    def to_dict(self) -> dict[str, Any]:
        """The values of the whole report, and those of every group."""
        return {**self.whole.to_dict(), "groups": {group: report.to_dict() for group, report in self.items()}}

    def signatures(self) -> list[str]:
        """The signature of the whole report."""
        return self.whole.signatures()

    def notes(self) -> list[str]:
        """What a reader of the numbers should know of the whole report."""
        return self.whole.notes()

    def __repr__(self) -> str:
        sizes = ", ".join(f"{group} ({plural(len(rows), 'example')})" for group, rows in self.rows.items())
        return f"<Groups {sizes} ({self.whole.signature})>"


class GroupChange(NamedTuple):
    """How one system differs from the baseline on the examples of one group, in one metric."""

    group: str
    n: int
    difference: Difference


@dataclass(frozen=True, eq=False)
class GroupComparisons(Tabular, Mapping[str, "Comparison"]):
    """A comparison by the name of its group: the numbers of comparing the systems on the examples of that group alone.

    Tables list the groups by change, the largest loss first. There the p-values of groups are corrected (Holm) for
    all tests on groups; the comparison of a group by itself corrects them for its own tests.

    >>> from infrarouge import compare
    >>> systems = {"base": ["a x", "b", "c"], "new": ["a b", "b", "x"]}
    >>> comparison = compare(systems, references=["a b", "b", "c"], metrics="rouge1", groups=["p", "p", "q"])
    >>> [(change.group, change.n, change.difference.change) for change in comparison.by_group().changes]
    [('q', 1, -1.0), ('p', 2, 0.25)]
    """

    text_columns: ClassVar[int] = 3
    whole: Comparison
    rows: Mapping[str, Integers]
    """The rows of each group, numbered from 0; groups in the order in which they first come."""

    @classmethod
    def of(cls, comparison: Comparison, groups: Any = None) -> GroupComparisons:
        """Group a comparison by the groups of its reports, or by others."""
        reports = list(comparison.reports.values())
        return cls(comparison, rows_by_group(comparison.groups, groups, reports[0].n, "compare"))

    @cached_property
    def comparisons(self) -> dict[str, Comparison]:
        """The comparison of each group."""
        return {
            group: replace(
                self.whole, reports={name: report.take(rows.tolist()) for name, report in self.whole.reports.items()}
            )
            for group, rows in self.rows.items()
        }

    def __getitem__(self, group: str) -> Comparison:
        return self.comparisons[known_group(group, self.rows)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def changes(self) -> list[GroupChange]:
        """For every metric and system the groups by change, the largest loss first."""
        tests = [
            GroupChange(group, len(comparison.rows), difference)
            for group, comparison in self.items()
            for difference in comparison.differences
        ]
        corrected = holm(np.array([test.difference.p for test in tests]))
        tests = [
            test._replace(difference=replace(test.difference, p_holm=float(p_holm)))
            for test, p_holm in zip(tests, corrected, strict=True)
        ]
        order = [(entry.metric, entry.system) for entry in self.whole.differences]
        return sorted(
            tests,
            key=lambda test: (
                order.index((test.difference.metric, test.difference.system)),
                np.nan_to_num(test.difference.change, nan=np.inf),
            ),
        )

    def header(self) -> list[str]:
        """The table's head."""
        metric, system, score, *numbers = self.whole.header()
        return [metric, system, "group", "n", "baseline", score, *numbers]

    def cells(self, digits: int = 2) -> list[list[str]]:
        """Of each metric and system all examples together, then the groups by change."""
        return [
            [
                entry.metric,
                entry.system,
                group,
                f"{n:,}",
                f"{100 * entry.baseline:.{digits}f}",
                f"{100 * entry.score:.{digits}f}",
                f"{100 * entry.change:+.{digits}f}",
                DASH
                if np.isnan(entry.low) or n < 2
                else f"{100 * entry.low:+.{digits}f} to {100 * entry.high:+.{digits}f}",
                p_text(entry.p),
                self.whole.marked(entry),
                f"{entry.wins}/{entry.ties}/{entry.losses}",
            ]
            for group, n, entry in self._lines()
        ]

    def records(self) -> list[dict[str, Any]]:
        """One record a metric, system and group, all examples together first."""
        return [
            {"group": group, **entry.to_dict(), "n": n, "signature": self.whole.signature}
            for group, n, entry in self._lines()
        ]

    def to_dict(self) -> dict[str, Any]:
        """The values of the whole comparison, and the differences of every group by change."""
        changes = [{"group": group, "n": n, **entry.to_dict()} for group, n, entry in self.changes]
        return {**self.whole.to_dict(), "groups": changes}

    def signatures(self) -> list[str]:
        """The signatures of the whole comparison."""
        return self.whole.signatures()

    def notes(self) -> list[str]:
        """How the numbers were found."""
        return [
            f"baseline: {self.whole.baseline}; p (Holm) of groups: over {plural(len(self.changes), 'test')} on groups",
            *self.whole.notes(),
        ]

    def _lines(self) -> Iterator[GroupChange]:
        for whole in self.whole.differences:
            yield GroupChange(ALL, len(self.whole.rows), whole)
            for change in self.changes:
                if (change.difference.metric, change.difference.system) == (whole.metric, whole.system):
                    yield change

    def __repr__(self) -> str:
        sizes = ", ".join(f"{group} ({plural(len(rows), 'example')})" for group, rows in self.rows.items())
        return f"<GroupComparisons with {self.whole.baseline}: {sizes}>"


@dataclass(frozen=True, eq=False)
class SystemGroups(Tabular, Mapping[str, Groups]):
    """The groups of several systems' reports, side by side."""

    text_columns: ClassVar[int] = 3
    systems: Mapping[str, Groups]

    def __getitem__(self, name: str) -> Groups:
        return self.systems[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    def header(self) -> list[str]:
        """The head of the groups of a report, after the system."""
        return ["system", *next(iter(self.systems.values())).header()]

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The rows of every system, after its name."""
        return [[name, *row] for name, groups in self.items() for row in groups.cells(digits)]

    def records(self) -> list[dict[str, Any]]:
        """The records of every system, with its name."""
        return [{"system": name, **record} for name, groups in self.items() for record in groups.records()]

    def to_dict(self) -> dict[str, Any]:
        """The values of every system by its name."""
        return {name: groups.to_dict() for name, groups in self.items()}

    def signatures(self) -> list[str]:
        """Each signature once."""
        return list(dict.fromkeys(groups.whole.signature for groups in self.values()))

    def notes(self) -> list[str]:
        """The notes of every system, with its name."""
        return [f"{name}: {note}" for name, groups in self.items() for note in groups.notes()]


def rows_by_group(own: tuple[str, ...] | None, groups: Any, n: int, function: str) -> dict[str, Integers]:
    """The rows of each group: of those that were given now, or of a result's own.

    >>> {group: rows.tolist() for group, rows in rows_by_group(("b", "a", "b"), None, 3, "evaluate").items()}
    {'b': [0, 2], 'a': [1]}
    """
    chosen = own if groups is None else example_groups(groups, n)
    if chosen is None:
        raise InputError(
            f"there are no groups; give groups=[...], one for each example, to {function}() or to by_group()"
        )
    return {group: np.array(places, dtype=np.int64) for group, places in places_by_group(chosen).items()}


def known_group(group: str, groups: Mapping[str, Any]) -> str:
    """A group that exists; another name is refused with the nearest one."""
    if group not in groups:
        raise KeyError(f"there is no group {group!r}{nearest(group, groups)}")
    return group
