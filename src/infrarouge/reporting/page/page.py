"""The report as one HTML file that works offline: numbers, charts, and every example with its matches."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge import __about__
from infrarouge.engine.runner import Runner
from infrarouge.errors import InputError
from infrarouge.reading.containers import kept, matched
from infrarouge.replacing import write_text
from infrarouge.reporting.methods import methods_text
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.columns import to_script
from infrarouge.reporting.page.data import Material, script_data
from infrarouge.reporting.page.error_tables import analyses_of, errors_section
from infrarouge.reporting.page.flags import flags_of, notes_list
from infrarouge.reporting.page.group_tables import groups_section
from infrarouge.reporting.page.pieces import escape
from infrarouge.reporting.page.sections import (
    comparison_section,
    contents,
    facts,
    method,
    signatures_list,
    summary,
)
from infrarouge.types import Integers

if TYPE_CHECKING:
    from infrarouge.reporting.comparison import Comparison
    from infrarouge.reporting.report import Report

ASSETS = Path(__file__).parent / "assets"
SCRIPTS = tuple(
    f"{name}.js"
    for name in (
        "shared",
        "unpack",
        "marks",
        "histograms",
        "scatter",
        "filters",
        "groups",
        "table",
        "detail",
        "analysis",
        "address",
        "exports",
        "hints",
        "start",
    )
)
MOST_EXAMPLES = 10_000


def page(
    reports: Mapping[str, Report],
    *,
    predictions: Mapping[str, Sequence[Any]],
    references: Sequence[Any],
    comparison: Comparison | None = None,
    sources: Sequence[Any] | None = None,
    title: str = "ROUGE report",
    date: str = "",
    examples: int = MOST_EXAMPLES,
    progress: bool = False,
) -> str:
    """Write the report of one or several systems, with the texts that were scored, as one HTML page.

    Systems go by the same names in `reports` and `predictions`. At most `examples` examples are listed, evenly spaced;
    the numbers are always of all. With the `sources` of the examples the page tells what predictions take from them.
    The same input gives the same page: a date stands on it only if it is given.

    >>> from infrarouge import evaluate
    >>> ours, theirs = ["the cat sat"], ["the cat sat down"]
    >>> report = evaluate(predictions=ours, references=theirs, metrics="rouge1")
    >>> page({"mine": report}, predictions={"mine": ours}, references=theirs)[:15]
    '<!doctype html>'
    """
    first, references = next(iter(reports.values())), kept(references, "references")
    sides = {name: matched(ours, references) for name, ours in predictions.items()}
    predictions = {name: side.predictions for name, side in sides.items()}
    references = next(iter(sides.values())).references if sides else []
    listed = _listed(reports, predictions, references)
    rows = _spaced(first.n, examples)
    material = Material(
        reports=reports,
        predictions=predictions,
        references=listed,
        rows=rows,
        comparison=comparison,
        flags={name: flags_of(report, predictions[name], listed) for name, report in reports.items()},
        analyses=analyses_of(reports, predictions, listed, sources),
    )
    script = "".join(asset(name) for name in SCRIPTS)
    parts = {
        "title": escape(title),
        "version": __about__.__version__,
        "css": asset("page.css"),
        "facts": escape(" · ".join(facts(reports, date))),
        "contents": contents(
            *["comparison"] * (comparison is not None),
            *["groups"] * bool(first.groups),
            *["errors"] * bool(material.analyses),
        ),
        "summary": summary(reports),
        "method": escape(method(first)),
        "methods": escape(methods_text(first)),
        "signatures": signatures_list(reports),
        "comparison": "" if comparison is None else comparison_section(comparison, list(reports), set(rows.tolist())),
        "groups": groups_section(reports, comparison),
        "errors": errors_section(reports, material.analyses, material.units, comparison, set(rows.tolist())),
        "notes": notes_list(reports, material.flags),
        "footer": escape(f"Made with infrarouge {__about__.__version__}."),
        "data": to_script(script_data(material, progress)),
        "script": script,
        "script_hash": "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda name: parts[name.group(1)], asset("page.html"))


def write_page(path: str | PathLike[str] | None, text: str) -> str:
    """Write a page to a file, if there is a path, and hand it back."""
    if path is not None:
        write_text(path, text)
    return text


@lru_cache(maxsize=16)
def asset(name: str) -> str:
    """Read one of the page's own files.

    >>> asset("page.html")[:15]
    '<!doctype html>'
    """
    return (ASSETS / name).read_text(encoding="utf-8")


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
    _, flat, offsets = runner.rows(predictions[next(iter(predictions))], references)
    if offsets is None:
        return [[text] for text in flat]
    return [list(flat[start:end]) for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]


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
