"""The section of groups: the means of each with intervals, and which of them changed most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from infrarouge.reporting.groups import ALL, GroupChange, GroupComparisons, Groups
from infrarouge.reporting.page.pieces import (
    NO_PICTURE,
    cells,
    escape,
    filter_button,
    interval,
    percent,
    percent_axis,
    signed_interval,
    system_cell,
    table,
    track,
)
from infrarouge.scoring.significance import p_text

if TYPE_CHECKING:
    from infrarouge.reporting.comparison import Comparison
    from infrarouge.reporting.report import Report

MOST_GROUPS = 100
"""How many groups the tables list; the filter of the examples has all."""


def group_names(report: Report) -> list[str]:
    """The groups in the order in which they first come.

    >>> from infrarouge import evaluate
    >>> group_names(evaluate(predictions=["a"] * 3, references=["a"] * 3, groups=["x", "y", "x"]))
    ['x', 'y']
    """
    return list(dict.fromkeys(report.groups or ()))


def groups_section(reports: Mapping[str, Report], comparison: Comparison | None) -> str:
    """The tables of all groups, empty if there are no groups; one body for each metric, of which the page shows one."""
    first = next(iter(reports.values()))
    if not first.groups:
        return ""
    names = group_names(first)
    parts = [_means(reports, names)]
    if comparison is not None:
        parts += ["<h3>Groups by change</h3>", _changes(comparison, names, list(reports))]
    more = f" The tables list the {MOST_GROUPS} largest of {len(names):,} groups." if len(names) > MOST_GROUPS else ""
    return (
        '<section id="groups" aria-labelledby="groups-head"><div class="headline"><h2 id="groups-head">Groups</h2>'
        '<div class="controls"><label>Metric <select class="which-metric" id="groups-metric"></select></label></div></div>'
        f'<p class="note">Choose a group to see only its examples.{more}</p>{"".join(parts)}</section>\n'
    )


def _means(reports: Mapping[str, Report], names: Sequence[str]) -> str:
    first = next(iter(reports.values()))
    several = len(reports) > 1
    intervals = first.profile.resampling.n_resamples > 0
    grouped = {name: Groups.of(report) for name, report in reports.items()}
    shown = _largest(next(iter(grouped.values())))
    heads = ["F", *[f"{100 * first.profile.resampling.confidence_level:g}% interval of F"] * intervals]
    head = cells(["Group", *["System"] * several], "th", "name") + cells(
        [*heads, "Examples", "Precision", "Recall"], "th"
    )
    bodies = []
    for label in first.labels:
        rows = []
        for group in [ALL, *shown]:
            for at, (system, report) in enumerate(reports.items()):
                part = report if group == ALL else grouped[system][group]
                estimates = part[label]
                f = estimates.fmeasure
                row = _group_head(group, names, at) + (system_cell(system, at) if several else "")
                row += cells([percent(f.value)], "td", "main") + cells([interval(f, part.has_intervals)] * intervals)
                row += cells([f"{part.n:,}", percent(estimates.precision.value), percent(estimates.recall.value)])
                rows.append(f"<tr>{row}{track(f.low, f.value, f.high, (0.0, 1.0), at)}</tr>")
        bodies.append([*rows, percent_axis(5 + several + intervals)])
    return table("groups-table", "Means of every group", head + NO_PICTURE, *bodies)


def _changes(comparison: Comparison, names: Sequence[str], systems: Sequence[str]) -> str:
    """The groups by change, the largest loss first."""
    grouped = GroupComparisons.of(comparison)
    shown = set(_largest(grouped))
    changes = [change for change in grouped.changes if change.group in shown]
    level = f"{100 * comparison.reports[comparison.baseline].profile.resampling.confidence_level:g}% interval"
    heads = ["Change", level, "Examples", escape(comparison.baseline), comparison.header()[2], "p", "p (Holm)"]
    head = cells(["Group", "System"], "th", "name") + cells([*heads, "Win / tie / loss"], "th") + NO_PICTURE
    reach = [0.0, *(x for _, _, d in changes for x in (d.low, d.high, d.change) if np.isfinite(x))]
    room = 0.06 * (max(reach) - min(reach)) or 0.01
    ends = (min(reach) - room, max(reach) + room)
    bodies = [
        [_change_row(change, names, systems, ends) for change in changes if change.difference.metric == label]
        for label in comparison.labels
    ]
    notes = f'<p class="note">{escape(grouped.notes()[0])}.</p>'
    return table("group-changes", "Groups by change, the largest loss first", head, *bodies) + notes


def _change_row(change: GroupChange, names: Sequence[str], systems: Sequence[str], ends: tuple[float, float]) -> str:
    d = change.difference
    place = systems.index(d.system)
    kind = "" if not d.p_holm < 0.05 else "better" if d.change > 0 else "worse"
    row = _group_head(change.group, names, 0) + system_cell(d.system, place)
    row += cells([percent(d.change, signed=True)], "td", f"main {kind}".strip())
    row += cells([signed_interval(d.low, d.high, change.n), f"{change.n:,}", percent(d.baseline), percent(d.score)])
    row += cells([p_text(d.p), p_text(d.p_holm), f"{d.wins} / {d.ties} / {d.losses}"])
    return f"<tr>{row}{track(d.low, d.change, d.high, ends, place)}</tr>"


def _largest(grouped: Groups | GroupComparisons) -> list[str]:
    """The groups with most examples, in their own order."""
    by_size = sorted(grouped.rows, key=lambda group: -len(grouped.rows[group]))
    kept = set(by_size[:MOST_GROUPS])
    return [group for group in grouped.rows if group in kept]


def _group_head(group: str, names: Sequence[str], at: int) -> str:
    """The name of a group, a button that shows its examples; several systems show it once."""
    said = f"<bdi>{escape(group)}</bdi>" if at or group == ALL else filter_button("group", names.index(group), group)
    return f'<th scope="row" class="name{" same" if at else ""}">{said}</th>'
