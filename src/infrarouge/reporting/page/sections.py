"""The parts of a report page that need no script: what was scored, the tables of numbers, and what to know of them."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from infrarouge.reporting.differences import Differences
from infrarouge.reporting.numbers import Numbers
from infrarouge.scoring.significance import p_text


def escape(text: str) -> str:
    """Write a text as HTML takes it.

    >>> escape("a < b")
    'a &lt; b'
    """
    # A lone surrogate cannot be written to a file, and HTML has no NUL.
    return html.escape(re.sub("[\0\ud800-\udfff]", "\ufffd", text))


def facts(reports: Mapping[str, Numbers], date: str) -> list[str]:
    """What the line under the title says."""
    first = next(iter(reports.values()))
    said = [f"{first.n:,} example{'s' if first.n != 1 else ''}"]
    if len(reports) > 1:
        said.append(f"{len(reports)} systems")
    if first.rows is not None and first.n:
        said.append(f"{len(first.counts) / first.n:.3g} references each")
    return [*said, f"profile {first.profile.name}", *([date] if date else [])]


def contents(compared: bool) -> str:
    """The list of the page's sections."""
    sections = {
        "summary": "Summary",
        **({"comparison": "Comparison"} if compared else {}),
        "distributions": "Distributions",
        "length": "Score and length",
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
    """The table of all estimates, with a picture of each interval."""
    first = next(iter(reports.values()))
    several = len(reports) > 1
    intervals = first.profile.resampling.n_resamples > 0
    heads = ["Precision", "Recall", "F"]
    if intervals:
        heads.append(f"{100 * first.profile.resampling.confidence_level:g}% interval of F")
    head = (
        _cells(["Metric", *["System"] * several], "th", "name") + _cells(heads, "th") + '<th aria-hidden="true"></th>'
    )
    body = []
    for label in first.labels:
        for at, (name, report) in enumerate(reports.items()):
            f = report[label].fmeasure
            cells = _row_head(label, at)
            if several:
                cells += _system(name, at)
            cells += _cells([_percent(estimate.value) for estimate in report[label][:2]])
            cells += _cells([_percent(f.value)], "td", "main")
            if intervals:
                cells += _cells([f"{_percent(f.low)} – {_percent(f.high)}" if report.has_intervals else "–"])
            body.append(f"<tr>{cells}{_track(f.low, f.value, f.high, 0, 1, at)}</tr>")
    axis = _axis(4 + several + intervals, {str(tick): tick / 100 for tick in (0, 25, 50, 75, 100)})
    caption = '<caption class="hidden">Precision, recall and F of every metric</caption>'
    return f'<table class="numbers">{caption}<thead><tr>{head}</tr></thead><tbody>{"".join(body)}{axis}</tbody></table>'


def comparison_section(comparison: Differences, systems: Sequence[str]) -> str:
    """The section that compares systems: a table with a forest plot, and the examples that moved most."""
    reach = [0.0, *(value for d in comparison for value in (d.low, d.high, d.change) if np.isfinite(value))]
    room = 0.06 * (max(reach) - min(reach)) or 0.01
    start, end = min(reach) - room, max(reach) + room
    level = f"{100 * comparison.reports[comparison.baseline].profile.resampling.confidence_level:g}% interval"
    heads = [comparison.header()[2], "Change", level, "p", "p (Holm)", "Win / tie / loss"]
    head = _cells(["Metric", "System"], "th", "name") + _cells(heads, "th") + '<th aria-hidden="true"></th>'
    body = []
    for label in comparison.labels:
        for at, d in enumerate(difference for difference in comparison if difference.metric == label):
            place = systems.index(d.system)
            kind = "" if not d.p_holm < 0.05 else "better" if d.change > 0 else "worse"
            cells = _row_head(label, at) + _system(d.system, place) + _cells([_percent(d.score)])
            cells += _cells([_percent(d.change, signed=True)], "td", f"main {kind}".strip())
            interval = "–" if np.isnan(d.low) else f"{_percent(d.low, signed=True)} to {_percent(d.high, signed=True)}"
            cells += _cells([interval, p_text(d.p), p_text(d.p_holm), f"{d.wins} / {d.ties} / {d.losses}"])
            body.append(f"<tr>{cells}{_track(d.low, d.change, d.high, start, end, place)}</tr>")
    ticks = {tick: (tick - start) / (end - start) for tick in (min(reach), 0.0, max(reach))}
    axis = _axis(8, {_percent(tick, signed=True) if tick else "0": place for tick, place in ticks.items()})
    table = f'<table class="numbers"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}{axis}</tbody></table>'
    notes = "".join(f'<p class="note">{escape(note)}.</p>' for note in Differences.notes(comparison))
    return (
        '<section id="comparison" aria-labelledby="comparison-head"><h2 id="comparison-head">Comparison</h2>'
        f'<p class="note">Changes against <strong>{escape(comparison.baseline)}</strong>, in percentage points. '
        "Coloured where the corrected p-value is below 0.05.</p>"
        f'<div class="scroll">{table}</div>{notes}{_moved(comparison)}</section>\n'
    )


def notes_list(
    reports: Mapping[str, Numbers], predictions: Mapping[str, Sequence[Any]], references: list[list[Any]]
) -> str:
    """What a reader of the numbers should know, worst first."""
    said: list[tuple[str, str]] = []
    for name, report in reports.items():
        of = f"{name}: " if len(reports) > 1 else ""
        said += [("warn", f"{of}{note}.") for note in report.notes()]
        ours = predictions[name]
        copied = sum(
            text is not None and any(_same(text, other) for other in row)
            for text, row in zip(ours, references, strict=True)
        )
        if copied:
            said.append(("", f"{of}{copied:,} of {report.n:,} predictions equal a reference."))
        distinct = {str(text) for text in ours}
        if len(distinct) < len(ours):
            said.append(("", f"{of}{len(ours) - len(distinct):,} of {report.n:,} predictions repeat another one."))
    if not any(kind == "warn" for kind, _ in said):
        said.append(("good", "Every text has words, and the tokenizer keeps most of the letters of each."))
    items = "".join(
        f'<li class="{kind}">{escape(text)}</li>' for kind, text in sorted(said, key=lambda note: note[0] != "warn")
    )
    return f'<ul class="warnings">{items}</ul>'


# ---------------------------------------------------------------- pieces of tables


def _cells(values: Sequence[str], tag: str = "td", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    scope = ' scope="col"' if tag == "th" else ""
    return "".join(f"<{tag}{scope}{named}>{escape(value)}</{tag}>" for value in values)


def _row_head(label: str, at: int) -> str:
    """The metric of a row; it is written once for the rows of all systems."""
    return f'<th scope="row" class="name{" same" if at else ""}">{escape(label)}</th>'


def _system(name: str, at: int) -> str:
    return f'<td class="name"><span class="swatch" style="{_colour(at)}"></span>{escape(name)}</td>'


def _percent(value: float, signed: bool = False) -> str:
    return "–" if np.isnan(value) else f"{100 * value:{'+' if signed else ''}.2f}"


def _colour(at: int) -> str:
    return f"--c:var(--c{at % 6})"


def _track(low: float, value: float, high: float, start: float, end: float, at: int) -> str:
    """A picture of a value and its interval on a line from `start` to `end`."""
    if np.isnan(value):
        return '<td class="graphic" aria-hidden="true"></td>'
    places = [100 * min(1.0, max(0.0, (point - start) / (end - start))) for point in (low, value, high)]
    whisker = ""
    if not np.isnan(low):
        whisker = f'<span class="whisker" style="left:{places[0]:.2f}%;width:{places[2] - places[0]:.2f}%"></span>'
    dot = f'<span class="dot" style="left:{places[1]:.2f}%"></span>'
    line = f'<span class="zero" style="left:{100 * start / (start - end):.2f}%"></span>' if start < 0 <= end else ""
    track = f'<div class="track" style="{_colour(at)}">{line}{whisker}{dot}</div>'
    return f'<td class="graphic" aria-hidden="true">{track}</td>'


def _axis(columns: int, ticks: Mapping[str, float]) -> str:
    """The last row of a table with pictures: their axis."""
    spans = "".join(f'<span style="left:{100 * place:.2f}%">{text}</span>' for text, place in ticks.items())
    picture = f'<td class="graphic"><div class="ticks">{spans}</div></td>'
    return f'<tr class="axis" aria-hidden="true"><td colspan="{columns}"></td>{picture}</tr>'


def _moved(comparison: Differences) -> str:
    lines = []
    label = comparison.labels[0]
    for name in comparison.systems:
        links = ", ".join(
            f'<a href="#example-{move.row}">example {move.row}</a> ({_percent(move.change, signed=True)})'
            for move in comparison.moved(label, name, 5)
        )
        if links:
            lines.append(f"<li>{escape(name)} moved most in {escape(label)}: {links}</li>")
    return f'<ul class="moved">{"".join(lines)}</ul>' if lines else ""


def _same(text: Any, other: Any) -> bool:
    return type(text) is type(other) and str(text) == str(other)
