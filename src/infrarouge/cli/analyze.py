"""infrarouge analyze: where systems go wrong."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from infrarouge.cli.aspects import Aspects
from infrarouge.cli.options import OUTPUT, READS, Inputs, Output, ScoringOptions, command
from infrarouge.errors import InputError
from infrarouge.reporting.analysis import SIZES, ErrorAnalysis
from infrarouge.reporting.comparison import Comparison, compare
from infrarouge.reporting.differences import Move
from infrarouge.reporting.tables import csv_table, to_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, analyze)


def analyze(
    inputs: Inputs,
    aspects: Aspects,
    scoring: ScoringOptions,
    output: Output,
    sizes: Annotated[
        str, typer.Option("--sizes", metavar="N,N", help="Sizes of n-grams.", rich_help_panel=OUTPUT)
    ] = ",".join(map(str, SIZES)),
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=0, help="Examples and n-grams to list.", rich_help_panel=OUTPUT)
    ] = 10,
    ignore: Annotated[
        str | None,
        typer.Option(
            "--ignore", metavar="LIST", help="smart, or a file: list no n-grams of these alone.", rich_help_panel=OUTPUT
        ),
        READS,
    ] = None,
) -> None:
    """Show where systems go wrong: worst examples, words missed and added, lengths.

    With --source also how much is new, and how much is copied. Examples are ordered by the first metric. Of several
    systems the examples that lost and gained most against the first are shown too.

    \b
    $ infrarouge analyze samples/articles.jsonl --id id --source article \\
        --group topic --ignore smart
    $ infrarouge analyze samples/predictions.txt samples/predictions_b.txt \\
        --references samples/references.txt --most 5
    """
    form = output.chosen()
    rouge = scoring.rouge()
    texts = inputs.texts(aspects=aspects).load(ready=rouge.runner.reader.depth > 0)
    reports = {
        name: rouge.evaluate(predictions=ours, references=texts.references, ids=texts.ids, groups=texts.groups)
        for name, ours in texts.predictions.items()
    }
    analyses = {
        name: report.analysis(
            predictions=texts.predictions[name],
            references=texts.references,
            sources=texts.sources,
            sizes=_sizes(sizes),
            most=most,
            ignore=ignore,
        )
        for name, report in reports.items()
    }
    if len(analyses) == 1:
        output.write(next(iter(analyses.values())))
    elif form == "json":
        output.put(to_json(_values(analyses, compare(reports), most)))
    elif form == "csv":
        records = [{"system": name, **record} for name, entry in analyses.items() for record in entry.records()]
        output.put(csv_table(list(records[0]), [list(record.values()) for record in records]))
    else:
        head = {"table": "{}", "markdown": "## {}", "latex": "% {}"}[form]
        parts = [f"{head.format(name)}\n\n{getattr(entry, f'to_{form}')()}" for name, entry in analyses.items()]
        output.put("\n\n".join([*parts, *_moves(compare(reports), most)] if form == "table" else parts))


def _sizes(text: str) -> list[int]:
    try:
        return [int(size) for size in text.split(",")]
    except ValueError:
        raise InputError(f"--sizes {text}: give sizes of n-grams with commas between, such as --sizes 1,2") from None


def _values(analyses: dict[str, ErrorAnalysis], comparison: Comparison, most: int) -> dict[str, Any]:
    label = comparison.labels[0]
    return {
        name: {
            **entry.to_dict(),
            **(
                {
                    "losses": [move.to_dict() for move in comparison.losses(label, name, most)],
                    "gains": [move.to_dict() for move in comparison.gains(label, name, most)],
                }
                if name != comparison.baseline
                else {}
            ),
        }
        for name, entry in analyses.items()
    }


def _moves(comparison: Comparison, most: int) -> list[str]:
    """The largest losses and gains of each system against the first."""
    label = comparison.labels[0]
    return [
        f"{what} in {label}, {name} against {comparison.baseline}: {_listed(moves)}"
        for name in comparison.systems
        for what, moves in (
            ("largest losses", comparison.losses(label, name, most)),
            ("largest gains", comparison.gains(label, name, most)),
        )
    ]


def _listed(moves: list[Move]) -> str:
    return ", ".join(f"{move.name} {100 * move.change:+.2f}" for move in moves) or "none"
