"""The report as one HTML file that works offline: numbers, charts, and every example with its matches."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from infrarouge import __about__, data
from infrarouge.engine.runner import Runner, plan_rules
from infrarouge.errors import InputError
from infrarouge.reading.spans import Tracer
from infrarouge.reporting.differences import Differences
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.embed import SCALE, histograms, score_columns, texts, to_script
from infrarouge.reporting.publish import methods_text
from infrarouge.rules.quirks import Quirk
from infrarouge.scoring.significance import p_text
from infrarouge.types import Integers

SCRIPTS = ("data.js", "match.js", "charts.js", "page.js")
MOST_EXAMPLES = 10_000
RULES = (
    "count",
    "union",
    "tie",
    "bytes_per_sentence",
    "su_last_word",
    "w_reference_runs",
    "w_open_runs",
    "w_flat_prediction",
)


def page(
    reports: Mapping[str, Numbers],
    *,
    predictions: Mapping[str, Sequence[Any]],
    references: Sequence[Any],
    comparison: Differences | None = None,
    title: str = "ROUGE report",
    date: str = "",
    examples: int = MOST_EXAMPLES,
    progress: bool = False,
) -> str:
    """Write the report of one or several systems, with the texts that were scored, as one HTML page.

    Systems go by the same names in `reports` and `predictions`. At most `examples` examples are listed, evenly spaced;
    the numbers are always of all. The same input gives the same page: a date stands on it only if it is given.

    >>> from infrarouge import evaluate
    >>> ours, theirs = ["the cat sat"], ["the cat sat down"]
    >>> report = evaluate(predictions=ours, references=theirs, metrics="rouge1")
    >>> page({"mine": report}, predictions={"mine": ours}, references=theirs)[:15]
    '<!doctype html>'
    """
    first = next(iter(reports.values()))
    listed = _listed(reports, predictions, references)
    rows = _spaced(first.n, examples)
    script = "".join(_file(name) for name in SCRIPTS)
    systems = list(reports)
    parts = {
        "title": _escape(title),
        "version": __about__.__version__,
        "css": _file("page.css"),
        "facts": _escape(" · ".join(_facts(reports, date))),
        "contents": _contents(comparison is not None),
        "summary": _summary(reports),
        "method": _escape(_method(first)),
        "methods": _escape(methods_text(first)),
        "signatures": "<br>".join(
            f"<code>{_escape(one)}</code>" for one in dict.fromkeys(report.signature for report in reports.values())
        ),
        "comparison": "" if comparison is None else _comparison(comparison, systems),
        "notes": _notes(reports, predictions, listed),
        "footer": _escape(f"Made with infrarouge {__about__.__version__}."),
        "data": to_script(_data(reports, predictions, listed, rows, comparison, progress)),
        "script": script,
        "script_hash": "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found.group(1)], _file("page.html"))


def write_page(path: str | PathLike[str] | None, made: str) -> str:
    """Write a page to a file, if there is a path, and hand it back."""
    if path is not None:
        Path(path).write_text(made, encoding="utf-8", newline="\n")
    return made


@lru_cache(maxsize=8)
def _file(name: str) -> str:
    return data.read(f"page/{name}")


def _escape(text: str) -> str:
    # A lone surrogate cannot be written to a file, and HTML has no NUL.
    return html.escape(re.sub("[\0\ud800-\udfff]", "\ufffd", text))


def _listed(
    reports: Mapping[str, Numbers], predictions: Mapping[str, Sequence[Any]], references: Sequence[Any]
) -> list[list[Any]]:
    """Check that texts and reports belong together, and make every row's references a list."""
    if list(reports) != list(predictions):
        raise InputError(
            f"reports of {', '.join(map(repr, reports))} and predictions of {', '.join(map(repr, predictions))}; "
            "give both for the same systems, in the same order"
        )
    first = next(iter(reports.values()))
    for name, report in reports.items():
        if (report.metrics, report.profile) != (first.metrics, first.profile):
            raise InputError(
                f"{name} is {report.signature} ({' '.join(report.labels)}), another system is {first.signature} "
                f"({' '.join(first.labels)}); a page shows systems scored with the same settings"
            )
        sizes = (report.n, len(predictions[name]), len(references))
        if len(set(sizes)) > 1:
            raise InputError(
                f"{name}: {sizes[0]} examples were scored, {sizes[1]} predictions and {sizes[2]} references are given; "
                "give the texts that were scored"
            )
    runner = Runner(first.metrics, first.profile)
    _, flat, offsets = runner.rows(list(predictions[next(iter(predictions))]), list(references))
    if offsets is None:
        return [[one] for one in flat]
    return [flat[start:end] for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]


def _spaced(n: int, most: int) -> Integers:
    """At most so many of `n` rows, evenly spaced.

    >>> _spaced(5, 3).tolist(), _spaced(2, 3).tolist()
    ([0, 2, 4], [0, 1])
    """
    if most < 1:
        raise ValueError(f"examples is {most!r}; give a whole number from 1 up")
    if n <= most:
        return np.arange(n)
    return np.unique(np.rint(np.linspace(0, n - 1, most)).astype(np.int64))


def _data(
    reports: Mapping[str, Numbers],
    predictions: Mapping[str, Sequence[Any]],
    references: list[list[Any]],
    rows: Integers,
    comparison: Differences | None,
    progress: bool,
) -> dict[str, Any]:
    """What the scripts of the page read."""
    first = next(iter(reports.values()))
    runner = Runner(first.metrics, first.profile)
    tracer, told = Tracer(runner.reader), plan_rules(first.profile, first.metrics, runner.reader)
    ours, theirs, lengths = texts(tracer, predictions, references, rows.tolist(), progress=progress)
    several = len(reports) > 1
    return {
        "n": first.n,
        "rows": None if len(rows) == first.n else rows.tolist(),
        "measures": ["precision", "recall", "F"],
        "metrics": [
            {"label": label, **spec._asdict()} for label, spec in zip(runner.labels, runner.specs, strict=True)
        ],
        "rules": {name: told[name] for name in RULES}
        | {"w_double_weight": Quirk.W_DOUBLE_WEIGHT in first.profile.quirks},
        "baseline": 0 if comparison is None else list(reports).index(comparison.baseline),
        "systems": [
            {
                "name": name if several else "",
                "means": [[_scaled(one.value) for one in estimates] for estimates in report.values()],
                "histogram": histograms(report),
                "scores": score_columns(report, rows),
                "best": _best(report, rows),
                "text": column,
            }
            for (name, report), column in zip(reports.items(), ours, strict=True)
        ],
        "references": theirs,
        "lengths": lengths,
    }


def _scaled(value: float) -> float | None:
    return round(value * SCALE) if np.isfinite(value) else None


def _best(report: Numbers, rows: Integers) -> list[list[int]] | None:
    """Which of several references gives an example its best F, by metric."""
    if report.rows is None:
        return None
    best = report.scoring.choice(report.counts, report.rows) - report.rows[:-1, None]
    return best[rows].T.tolist()  # type: ignore[no-any-return]  # numpy cannot say


# ---------------------------------------------------------------- what needs no script


def _facts(reports: Mapping[str, Numbers], date: str) -> list[str]:
    first = next(iter(reports.values()))
    facts = [f"{first.n:,} example{'s' if first.n != 1 else ''}"]
    if len(reports) > 1:
        facts.append(f"{len(reports)} systems")
    if first.rows is not None and first.n:
        facts.append(f"{len(first.counts) / first.n:.3g} references each")
    return [*facts, f"profile {first.profile.name}", *([date] if date else [])]


def _contents(compared: bool) -> str:
    sections = {
        "summary": "Summary",
        **({"comparison": "Differences"} if compared else {}),
        "distributions": "Distributions",
        "length": "Score and length",
        "notes": "Coverage and warnings",
        "examples": "Examples",
    }
    return "<ul>" + "".join(f'<li><a href="#{key}">{name}</a></li>' for key, name in sections.items()) + "</ul>"


def _method(report: Numbers) -> str:
    how = report.profile.resampling
    said = "Scores are percentages."
    if how.n_resamples:
        said += (
            f" Intervals cover {100 * how.confidence_level:g}%: percentiles of {how.n_resamples:,} bootstrap resamples "
            f"of the examples, seed {how.rng}."
        )
    return said


def _summary(reports: Mapping[str, Numbers]) -> str:
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
            cells = f'<th scope="row" class="name{" same" if at else ""}">{_escape(label)}</th>'
            if several:
                cells += f'<td class="name"><span class="swatch" style="{_colour(at)}"></span>{_escape(name)}</td>'
            cells += _cells([_percent(one.value) for one in report[label][:2]])
            cells += _cells([_percent(f.value)], "td", "main")
            if intervals:
                cells += _cells([f"{_percent(f.low)} – {_percent(f.high)}"])
            body.append(f"<tr>{cells}{_track(f.low, f.value, f.high, 0, 1, at)}</tr>")
    axis = _axis(4 + several + intervals, {str(one): one / 100 for one in (0, 25, 50, 75, 100)})
    caption = '<caption class="hidden">Precision, recall and F of every metric</caption>'
    return f'<table class="numbers">{caption}<thead><tr>{head}</tr></thead><tbody>{"".join(body)}{axis}</tbody></table>'


def _cells(values: Sequence[str], tag: str = "td", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    scope = ' scope="col"' if tag == "th" else ""
    return "".join(f"<{tag}{scope}{named}>{_escape(one)}</{tag}>" for one in values)


def _percent(value: float, signed: bool = False) -> str:
    return "–" if np.isnan(value) else f"{100 * value:{'+' if signed else ''}.2f}"


def _colour(at: int) -> str:
    return f"--c:var(--c{at % 6})"


def _track(low: float, value: float, high: float, start: float, end: float, at: int) -> str:
    """A picture of a value and its interval on a line from `start` to `end`."""
    if np.isnan(value):
        return '<td class="graphic" aria-hidden="true"></td>'
    places = [100 * min(1.0, max(0.0, (one - start) / (end - start))) for one in (low, value, high)]
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


def _comparison(comparison: Differences, systems: Sequence[str]) -> str:
    """The section that compares systems: a table with a forest plot, and the examples that moved most."""
    reach = [0.0, *(one for d in comparison for one in (d.low, d.high, d.change) if np.isfinite(one))]
    room = 0.06 * (max(reach) - min(reach)) or 0.01
    start, end = min(reach) - room, max(reach) + room
    level = f"{100 * comparison.reports[comparison.baseline].profile.resampling.confidence_level:g}% interval"
    heads = [comparison.header()[2], "Change", level, "p", "p (Holm)", "Win / tie / loss"]
    head = _cells(["Metric", "System"], "th", "name") + _cells(heads, "th") + '<th aria-hidden="true"></th>'
    body = []
    for label in comparison.labels:
        for at, d in enumerate(one for one in comparison if one.metric == label):
            place = systems.index(d.system)
            kind = "" if not d.p_holm < 0.05 else "better" if d.change > 0 else "worse"
            cells = f'<th scope="row" class="name{" same" if at else ""}">{_escape(label)}</th>'
            cells += f'<td class="name"><span class="swatch" style="{_colour(place)}"></span>{_escape(d.system)}</td>'
            cells += _cells([_percent(d.score)])
            cells += _cells([_percent(d.change, signed=True)], "td", f"main {kind}".strip())
            interval = "–" if np.isnan(d.low) else f"{_percent(d.low, signed=True)} to {_percent(d.high, signed=True)}"
            cells += _cells([interval, p_text(d.p), p_text(d.p_holm), f"{d.wins} / {d.ties} / {d.losses}"])
            body.append(f"<tr>{cells}{_track(d.low, d.change, d.high, start, end, place)}</tr>")
    ends = {one: (one - start) / (end - start) for one in (min(reach), 0.0, max(reach))}
    axis = _axis(8, {_percent(one, signed=True) if one else "0": place for one, place in ends.items()})
    table = f'<table class="numbers"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}{axis}</tbody></table>'
    notes = "".join(f'<p class="note">{_escape(one)}.</p>' for one in comparison.notes())
    return (
        '<section id="comparison" aria-labelledby="comparison-head"><h2 id="comparison-head">Differences</h2>'
        f'<p class="note">Changes against <strong>{_escape(comparison.baseline)}</strong>, in percentage points. '
        "Coloured where the corrected p-value is below 0.05.</p>"
        f'<div class="scroll">{table}</div>{notes}{_moved(comparison)}</section>\n'
    )


def _moved(comparison: Differences) -> str:
    lines = []
    label = comparison.labels[0]
    for name in comparison.systems:
        moves = comparison.moved(label, name, 5)
        links = ", ".join(
            f'<a href="#example-{one.row}">example {one.row}</a> ({_percent(one.change, signed=True)})' for one in moves
        )
        if links:
            lines.append(f"<li>{_escape(name)} moved most in {_escape(label)}: {links}</li>")
    return f'<ul class="moved">{"".join(lines)}</ul>' if lines else ""


def _notes(
    reports: Mapping[str, Numbers], predictions: Mapping[str, Sequence[Any]], references: list[list[Any]]
) -> str:
    """What a reader of the numbers should know, worst first."""
    found: list[tuple[str, str]] = []
    for name, report in reports.items():
        of = f"{name}: " if len(reports) > 1 else ""
        found += [("warn", f"{of}{note}.") for note in report.notes()]
        ours = predictions[name]
        copied = sum(
            one is not None and any(_same(one, other) for other in row)
            for one, row in zip(ours, references, strict=True)
        )
        if copied:
            found.append(("", f"{of}{copied:,} of {report.n:,} predictions equal a reference."))
        seen = {str(one) for one in ours}
        if len(seen) < len(ours):
            found.append(("", f"{of}{len(ours) - len(seen):,} of {report.n:,} predictions repeat another one."))
    if not any(kind == "warn" for kind, _ in found):
        found.append(("good", "Every text has words, and the tokenizer keeps most of the letters of each."))
    items = "".join(
        f'<li class="{kind}">{_escape(text)}</li>' for kind, text in sorted(found, key=lambda one: one[0] != "warn")
    )
    return f'<ul class="warnings">{items}</ul>'


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and str(one) == str(other)
