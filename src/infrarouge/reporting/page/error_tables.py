"""The section of errors: the worst examples, what is missed and added, how long texts are and what they take over."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from infrarouge.engine.runner import Runner
from infrarouge.matching import Elements
from infrarouge.reporting.analysis import ErrorAnalysis, analysed
from infrarouge.reporting.grams import Gram
from infrarouge.reporting.page.columns import whole_scores
from infrarouge.reporting.page.pack import Ragged, packed, varints
from infrarouge.reporting.page.pieces import cells, colour, escape, example_link, filter_button, percent, table
from infrarouge.types import Integers

if TYPE_CHECKING:
    from infrarouge.reporting.comparison import Comparison
    from infrarouge.reporting.report import Report

MOST_UNITS = 10
MOST_NAMED = 5
STOP_WORDS = "smart"
"""The list of stop words; n-grams that consist of them alone are not listed."""


class Aspect(NamedTuple):
    """A number of every example: its name in an analysis, a short one for a column, what it means, and its unit."""

    name: str
    label: str
    about: str
    is_share: bool


ASPECTS = (
    Aspect("prediction_words", "words", "Words of a prediction", False),
    Aspect("reference_words", "ref.", "Words of a reference", False),
    Aspect("length_ratio", "ratio", "Words of the prediction per word of the reference", False),
    Aspect("novelty_1", "new words", "Words of the prediction that the source does not have", True),
    Aspect("novelty_2", "new pairs", "Pairs of words that the source does not have", True),
    Aspect("novelty_3", "new triples", "Triples of words that the source does not have", True),
    Aspect("coverage", "coverage", "Words of the prediction in fragments of the source", True),
    Aspect("density", "density", "Mean length of the fragment that a word is in", False),
    Aspect("compression", "compression", "Words of the source per word of the prediction", False),
)
COLUMNS = ("length_ratio", "novelty_2", "coverage", "density", "compression")
"""The aspects that are columns of the table of examples."""


class ListedGram(NamedTuple):
    """An n-gram of a list, and where the list stands."""

    system: int
    side: str
    size: int
    gram: Gram


def analyses_of(
    reports: Mapping[str, Report], predictions: Mapping[str, Sequence[Any]], references: Any, sources: Any
) -> dict[str, ErrorAnalysis]:
    """The analysis of every system; none where a metric reads elements instead of words."""
    first = next(iter(reports.values()))
    if not first.n or any(isinstance(metric, Elements) for metric in first.metrics):
        return {}
    # Texts that come as lists of words or numbers have no stop words of ours.
    ignore = None if Runner(first.metrics, first.profile).reader.depth else STOP_WORDS
    return {
        name: analysed(
            report,
            predictions=predictions[name],
            references=references,
            sources=sources,
            most=MOST_UNITS,
            ignore=ignore,
        )
        for name, report in reports.items()
    }


def units_of(analyses: Mapping[str, ErrorAnalysis]) -> list[ListedGram]:
    """The n-grams of all lists, in the order of their numbers on the page."""
    return [
        ListedGram(system, side, size, gram)
        for system, analysis in enumerate(analyses.values())
        for side, sizes in (("missed", analysis.missed), ("extra", analysis.extra))
        for size, grams in sizes.items()
        for gram in grams
    ]


def unit_data(units: Sequence[ListedGram], rows: Integers) -> dict[str, Any]:
    """What the page must know of the n-grams: their words, and the examples among the rows that it lists."""
    places = [np.flatnonzero(np.isin(rows, unit.gram.rows)) for unit in units]
    lists = [np.diff(listed, prepend=0) for listed in places]
    sized = Ragged.of([[len(listed), *steps.tolist()] for listed, steps in zip(places, lists, strict=True)])
    return {
        "units": [[unit.system, unit.side, unit.gram.text] for unit in units],
        "unit_rows": packed(varints(sized)[0]),
    }


def aspect_columns(analyses: Mapping[str, ErrorAnalysis], rows: Integers) -> tuple[list[Aspect], list[list[int]]]:
    """The aspects that the table of examples shows, and their columns by system: numbers of 1/10,000 and one more."""
    examples = [analysis.examples() for analysis in analyses.values()]
    shown = [aspect for aspect in ASPECTS if aspect.name in COLUMNS and examples and aspect.name in examples[0]]
    columns = []
    for values in examples:
        for aspect in shown:
            whole, missing = whole_scores(values[aspect.name][rows])
            columns.append(np.where(missing, 0, whole + 1).tolist())
    return shown, columns


def errors_section(
    reports: Mapping[str, Report],
    analyses: Mapping[str, ErrorAnalysis],
    units: Sequence[ListedGram],
    comparison: Comparison | None,
    listed: Container[int],
) -> str:
    """The section as HTML, empty if there is no analysis."""
    if not analyses:
        return ""
    names = list(reports)
    choices = '<label>Metric <select class="which-metric" id="errors-metric"></select></label>'
    lists = "".join(
        f'<ul class="moved" data-metric="{at}">{"".join(_named(reports, comparison, label, at, listed))}</ul>'
        for at, label in enumerate(next(iter(reports.values())).labels)
    )
    heading = "Lengths" if next(iter(analyses.values())).extraction is None else "Lengths and sources"
    system = "".join(f'<option value="{at}">{escape(name)}</option>' for at, name in enumerate(names))
    sizes = "".join(f'<option value="{size}">{name}</option>' for size, name in SIZE_NAMES.items())
    of_system = f'<label>System <select id="units-system">{system}</select></label>' if len(names) > 1 else ""
    return (
        '<section id="errors" aria-labelledby="errors-head"><div class="headline"><h2 id="errors-head">Errors</h2>'
        f'<div class="controls">{choices}</div></div>{lists}'
        '<div class="headline"><h3>Missed and extra most often</h3><div class="controls">'
        f'{of_system}<label>Units <select id="units-size">{sizes}</select></label></div></div>'
        '<p class="note">Over all examples, as the profile reads the texts. N-grams of English stop words alone are '
        "left out. “Of all” counts them in the references if they are missed, and in the predictions if they are extra. "
        "Choose one to see its examples.</p>"
        f'<div class="sides">{_units_table(units, "missed", names)}{_units_table(units, "extra", names)}</div>'
        f"<h3>{heading}</h3>{_means_table(analyses)}</section>\n"
    )


SIZE_NAMES = {2: "pairs of words", 1: "words", 3: "triples of words"}


def _named(
    reports: Mapping[str, Report], comparison: Comparison | None, label: str, metric: int, listed: Container[int]
) -> Iterator[str]:
    """The worst examples of each system, and the largest losses and gains, each with a button that sorts all."""
    for at, (name, report) in enumerate(reports.items()):
        ranked = [entry for entry in report.worst(label, most=MOST_NAMED) if not np.isnan(entry.score)]
        links = [
            f"{example_link(str(entry.row) if entry.id is None else entry.id, entry.row in listed)} "
            f"({percent(entry.score)})"
            for entry in ranked
        ]
        key = f"system-{at}" if len(reports) > 1 else f"metric-{metric}"
        yield _line("Worst", name if len(reports) > 1 else "", at, links, (metric, at, f"{key}:up"))
    if comparison is None:
        return
    for name in comparison.systems:
        place = list(reports).index(name)
        for said, moves, way in (
            ("Largest losses", comparison.losses(label, name, MOST_NAMED), "up"),
            ("Largest gains", comparison.gains(label, name, MOST_NAMED), "down"),
        ):
            links = [
                f"{example_link(str(move.row) if move.id is None else move.id, move.row in listed)} "
                f"({percent(move.change, signed=True)})"
                for move in moves
            ]
            yield _line(said, name, place, links, (metric, place, f"change:{way}"))


def _line(said: str, system: str, at: int, links: Sequence[str], order: tuple[int, int, str]) -> str:
    if not links:
        return ""
    of = f' of <span class="swatch" style="{colour(at)}"></span><bdi>{escape(system)}</bdi>' if system else ""
    metric, place, sort = order
    more = (
        f'<button type="button" class="link" data-order="{sort}" data-metric-of="{metric}" data-system="{place}">'
        f'all in this order<span class="hidden"> ({said}{f" of {escape(system)}" if system else ""})</span></button>'
    )
    return f"<li>{said}{of}: {', '.join(links)}; {more}</li>"


def _units_table(units: Sequence[ListedGram], side: str, systems: Sequence[str]) -> str:
    """The n-grams that are most often missed, or extra; one body for each system and size."""
    head = cells([f"{side.capitalize()} most often"], "th", "name") + cells(["Times", "Of all", "Examples"], "th")
    bodies: dict[tuple[int, int], list[str]] = {
        (system, size): [] for system in range(len(systems)) for size in SIZE_NAMES
    }
    for number, (system, where, size, gram) in enumerate(units):
        if where == side and (system, size) in bodies:
            name = f'<th scope="row" class="name unit">{filter_button("unit", number, gram.text)}</th>'
            numbers = cells([f"{gram.times:,}", f"{gram.total:,}", f"{len(gram.rows):,}"])
            bodies[system, size].append(f"<tr>{name}{numbers}</tr>")
    nothing = f'<tr><td class="name" colspan="4">Nothing is {side}.</td></tr>'
    marked = {
        f'data-system="{system}" data-size="{size}"': rows or [nothing] for (system, size), rows in bodies.items()
    }
    return (
        f"<div>{table(f'{side}-table', f'N-grams {side} most often', head, *marked.values(), marks=list(marked))}</div>"
    )


def _means_table(analyses: Mapping[str, ErrorAnalysis]) -> str:
    """The means of every aspect, a column for each system."""
    means = [analysis.means() for analysis in analyses.values()]
    several = len(analyses) > 1
    head = cells(["Mean over all examples"], "th", "name") + cells(analyses if several else ["Mean"], "th")
    rows = [
        f'<tr><th scope="row" class="name">{escape(aspect.about)}{_term(aspect)}</th>'
        f"{cells(_shown(aspect, values[aspect.name]) for values in means)}</tr>"
        for aspect in ASPECTS
        if aspect.name in means[0]
    ]
    return table("aspects-table", "Lengths of the texts, and what they take from their sources", head, rows)


def _term(aspect: Aspect) -> str:
    """The name of an aspect, where others have given it one."""
    named = aspect.name in ("length_ratio", "coverage", "density", "compression")
    return f' <span class="label">({aspect.name.replace("_", " ")})</span>' if named else ""


def _shown(aspect: Aspect, value: float) -> str:
    if np.isnan(value):
        return "–"
    return f"{100 * value:.2f}%" if aspect.is_share else f"{value:,.2f}"
