"""infrarouge report: one HTML page with numbers, charts and every example."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from infrarouge.cli.aspects import Aspects
from infrarouge.cli.options import OUTPUT, WRITES, Inputs, ScoringOptions, command, put_text, say
from infrarouge.errors import InputError
from infrarouge.reporting.comparison import compare
from infrarouge.reporting.page.page import MOST_EXAMPLES, page


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, report)


def report(
    inputs: Inputs,
    aspects: Aspects,
    scoring: ScoringOptions,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="File to write; - prints it.", rich_help_panel=OUTPUT),
        WRITES,
    ] = "report.html",
    title: Annotated[str, typer.Option("--title", help="Title of the page.", rich_help_panel=OUTPUT)] = "ROUGE report",
    date: Annotated[
        str, typer.Option("--date", metavar="TEXT", help="Date to put on the page.", rich_help_panel=OUTPUT)
    ] = "",
    examples: Annotated[
        int, typer.Option("--examples", metavar="N", help="Most examples to list.", rich_help_panel=OUTPUT)
    ] = MOST_EXAMPLES,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="NAME", help="System to compare with; the first unless told.")
    ] = None,
) -> None:
    """Write a report as one HTML page that works offline.

    \b
    $ infrarouge report samples/predictions.txt samples/references.txt -o report.html
    $ infrarouge report samples/predictions_b.txt samples/predictions.txt \\
        --references samples/references.txt -o report.html
    """
    suffix = Path(output).suffix.lower()
    if suffix not in ("", ".html", ".htm"):
        stem = Path(output).with_suffix("")
        instead = (
            "and print it from a browser" if suffix == ".pdf" else f"or for a table: infrarouge score ... -o {output}"
        )
        raise InputError(f"-o {output}: a report is one HTML page; type -o {stem}.html, {instead}")
    rouge = scoring.rouge()
    texts = inputs.texts(aspects=aspects).load(ready=rouge.runner.reader.depth > 0)
    reports = {
        name: rouge.evaluate(
            predictions=ours, references=texts.references, ids=texts.ids, groups=texts.groups, progress=True
        )
        for name, ours in texts.predictions.items()
    }
    html = page(
        reports,
        predictions=texts.predictions,
        references=texts.references,
        sources=texts.sources,
        comparison=compare(reports, baseline=baseline) if len(reports) > 1 else None,
        title=title,
        date=date,
        examples=examples,
        progress=True,
    )
    put_text(output, html)
    if output != "-":
        say(f"wrote {output}")
