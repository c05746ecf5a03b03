"""The parts of a report page that need no script: what was scored, the tables of numbers, and what to know of them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import numpy as np

from infrarouge.reporting.differences import Differences
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.pieces import (
    NO_PICTURE,
    axis,
    cells,
    copy_button,
    escape,
    example_link,
    interval,
    percent,
    percent_axis,
    row_head,
    signed_interval,
    system_cell,
    table,
    track,
)
from infrarouge.scoring.significance import p_text


def facts(reports: Mapping[str, Numbers], date: str) -> list[str]:
    """What the line under the title says."""
    first = next(iter(reports.values()))
    said = [f"{first.n:,} example{'s' if first.n != 1 else ''}"]
    if len(reports) > 1:
        said.append(f"{len(reports)} systems")
    if first.rows is not None and first.n:
        said.append(f"{len(first.counts) / first.n:.3g} references each")
    return [*said, f"profile {first.profile.name}", *([date] if date else [])]


def contents(*optional: str) -> str:
    """The list of the page's sections, with those that not every page has.

    >>> "Comparison" in contents("comparison"), "Groups" in contents("comparison")
    (True, False)
    """
    sections: dict[str, str] = {
        "summary": "Summary",
        **{key: key.capitalize() for key in ("comparison", "groups") if key in optional},
        "distributions": "Distributions",
        "length": "Score and length",
        **{key: key.capitalize() for key in ("errors",) if key in optional},
        "notes": "Coverage and warnings",
        "examples": "Examples",
    }
    return "<ul>" + "".join(f'<li><a href="#{key}">{name}</a></li>' for key, name in sections.items()) + "</ul>"


def method(report: Numbers) -> str:
    """How the numbers of the summary were made."""
    how = report.profile.resampling
    said = "Scores are percentages."
    if how.n_resamples:
        said += (
            f" Intervals cover {100 * how.confidence_level:g}%: percentiles of {how.n_resamples:,} bootstrap resamples "
            f"of the examples, seed {how.rng}."
        )
    return said


def summary(reports: Mapping[str, Numbers]) -> str:
    """The table of all estimates, F first, with a picture of each interval."""
    first = next(iter(reports.values()))
    several = len(reports) > 1
    intervals = first.profile.resampling.n_resamples > 0
    heads = ["F", *[f"{100 * first.profile.resampling.confidence_level:g}% interval of F"] * intervals]
    head = cells(["Metric", *["System"] * several], "th", "name") + cells([*heads, "Precision", "Recall"], "th")
    body = []
    for label in first.labels:
        for at, (name, report) in enumerate(reports.items()):
            estimates = report[label]
            f = estimates.fmeasure
            row = row_head(label, at) + (system_cell(name, at) if several else "")
            row += cells([percent(f.value)], "td", "main") + cells([interval(f, report.has_intervals)] * intervals)
            row += cells([percent(estimates.precision.value), percent(estimates.recall.value)])
            body.append(f"<tr>{row}{track(f.low, f.value, f.high, (0.0, 1.0), at)}</tr>")
    body.append(percent_axis(4 + several + intervals))
    return table("summary-table", "Precision, recall and F of every metric", head + NO_PICTURE, body)


def comparison_section(comparison: Differences, systems: Sequence[str], listed: Container[int]) -> str:
    """The section that compares systems: a table with a forest plot, and the examples that moved most."""
    reach = [0.0, *(value for d in comparison for value in (d.low, d.high, d.change) if np.isfinite(value))]
    room = 0.06 * (max(reach) - min(reach)) or 0.01
    start, end = min(reach) - room, max(reach) + room
    level = f"{100 * comparison.reports[comparison.baseline].profile.resampling.confidence_level:g}% interval"
    heads = ["Change", level, comparison.header()[2], "p", "p (Holm)", "Win / tie / loss"]
    head = cells(["Metric", "System"], "th", "name") + cells(heads, "th") + NO_PICTURE
    body = []
    for label in comparison.labels:
        for at, d in enumerate(difference for difference in comparison if difference.metric == label):
            place = systems.index(d.system)
            kind = "" if not d.p_holm < 0.05 else "better" if d.change > 0 else "worse"
            row = row_head(label, at) + system_cell(d.system, place)
            row += cells([percent(d.change, signed=True)], "td", f"main {kind}".strip())
            between = signed_interval(d.low, d.high, len(comparison.rows))
            counts = f"{d.wins} / {d.ties} / {d.losses}"
            row += cells([between, percent(d.score), p_text(d.p), p_text(d.p_holm), counts])
            body.append(f"<tr>{row}{track(d.low, d.change, d.high, (start, end), place)}</tr>")
    ticks = {tick: (tick - start) / (end - start) for tick in (min(reach), 0.0, max(reach))}
    body.append(axis(8, {percent(tick, signed=True) if tick else "0": place for tick, place in ticks.items()}))
    # Tables in plain text mark what is significant with a star; this one colours it.
    said = [note for note in Differences.notes(comparison) if not note.startswith("*")]
    notes = "".join(f'<p class="note">{escape(note)}.</p>' for note in said)
    return (
        '<section id="comparison" aria-labelledby="comparison-head"><h2 id="comparison-head">Comparison</h2>'
        f'<p class="note">Changes against <strong>{escape(comparison.baseline)}</strong>, in percentage points. '
        "Coloured where the corrected p-value is below 0.05.</p>"
        f"{table('comparison-table', 'Changes against the baseline', head, body)}{notes}{_moved(comparison, listed)}</section>\n"
    )


def signatures_list(reports: Mapping[str, Numbers]) -> str:
    """Each signature once, with a button that copies it."""
    signatures = dict.fromkeys(report.signature for report in reports.values())
    return "<br>".join(
        f'<code id="signature-{at}">{escape(signature)}</code> '
        + copy_button("text", f"signature-{at}", "Copy", "the signature")
        for at, signature in enumerate(signatures)
    )


def _moved(comparison: Differences, listed: Container[int]) -> str:
    lines = []
    label = comparison.labels[0]
    for name in comparison.systems:
        links = ", ".join(
            f"example {example_link(str(move.row) if move.id is None else move.id, move.row in listed)} "
            f"({percent(move.change, signed=True)})"
            for move in comparison.moved(label, name, 5)
        )
        if links:
            lines.append(f"<li>{escape(name)} moved most in {escape(label)}: {links}</li>")
    return f'<ul class="moved">{"".join(lines)}</ul>' if lines else ""
