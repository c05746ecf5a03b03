"""What the scripts of the page read: numbers of systems, columns of examples, and blocks of texts with their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from infrarouge.reporting.analysis import ErrorAnalysis
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.columns import (
    change_histograms,
    histograms,
    means,
    metric_columns,
    packed_columns,
    packed_names,
)
from infrarouge.reporting.page.error_tables import ListedGram, aspect_columns, unit_data, units_of
from infrarouge.reporting.page.flags import Flags
from infrarouge.reporting.page.group_tables import group_names
from infrarouge.reporting.page.rows import BLOCK, RowWriter, System
from infrarouge.types import Integers

if TYPE_CHECKING:
    from infrarouge.reporting.comparison import Comparison
    from infrarouge.reporting.report import Report


@dataclass(frozen=True, kw_only=True)
class Material:
    """Everything that a page shows: reports by system, texts, the rows that are listed, and what was noticed of them."""

    reports: Mapping[str, Report]
    predictions: Mapping[str, Sequence[Any]]
    references: list[list[Any]]
    rows: Integers
    comparison: Comparison | None
    flags: Mapping[str, Flags]
    analyses: Mapping[str, ErrorAnalysis]

    @cached_property
    def units(self) -> list[ListedGram]:
        """The n-grams that are missed and extra, in the order of their numbers on the page."""
        return units_of(self.analyses)


def script_data(material: Material, progress: bool) -> dict[str, Any]:
    """The data of a page, as values of JSON."""
    reports, rows, comparison = material.reports, material.rows, material.comparison
    first = next(iter(reports.values()))
    several = len(reports) > 1
    systems = [
        System(material.predictions[name], report.scoring.weighed(report.counts), report.rows)
        for name, report in reports.items()
    ]
    writer = RowWriter(first.metrics, first.profile)
    blocks = list(writer.blocks(systems, material.references, rows.tolist(), progress=progress))
    aspects, columns = aspect_columns(material.analyses, rows)
    baseline = 0 if comparison is None else list(reports).index(comparison.baseline)
    return {
        "n": first.n,
        "size": len(rows),
        "rows": None if len(rows) == first.n else rows.tolist(),
        "measures": ["precision", "recall", "F"],
        "metrics": [
            metric_columns(label, spec, views)
            for label, spec, views in zip(first.labels, writer.reader.runner.specs, writer.reader.views, strict=True)
        ],
        "baseline": baseline,
        "systems": [
            {
                "name": name if several else "",
                "means": means(report),
                "histogram": histograms(report),
                "warnings": material.flags[name].listed(rows),
            }
            for name, report in reports.items()
        ],
        "changes": _changes(list(reports.values()), baseline),
        "has_best": first.rows is not None,
        "names": None if first.ids is None else packed_names([first.ids[row] for row in rows]),
        "groups": group_names(first) or None,
        "aspects": [
            {"key": name, "label": label, "about": about, "is_share": share} for name, label, about, share in aspects
        ],
        "columns": packed_columns(list(reports.values()), rows, *writer.lengths, *_group_places(first, rows), *columns),
        **unit_data(material.units, rows),
        "rows_in_block": BLOCK,
        "blocks": blocks,
    }


def _group_places(report: Report, rows: Integers) -> list[list[int]]:
    """A column with the number of each row's group, if there are groups."""
    if not report.groups:
        return []
    places = {group: at for at, group in enumerate(group_names(report))}
    return [[places[report.groups[row]] for row in rows]]


def _changes(reports: Sequence[Numbers], baseline: int) -> list[list[list[list[int]]]]:
    """The changes against the baseline by metric, measure and system."""
    others = [change_histograms(report, reports[baseline]) for at, report in enumerate(reports) if at != baseline]
    return [[list(systems) for systems in zip(*metric, strict=True)] for metric in zip(*others, strict=True)]
