"""infrarouge compare: systems against a baseline, with tests of significance."""

from __future__ import annotations

from typing import Annotated

import typer

from infrarouge.cli.aspects import Grouping
from infrarouge.cli.options import Inputs, Output, ScoringOptions, command
from infrarouge.errors import InputError
from infrarouge.reporting.comparison import Comparison
from infrarouge.reporting.comparison import compare as compare_reports


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, compare)


def compare(
    inputs: Inputs,
    grouping: Grouping,
    scoring: ScoringOptions,
    output: Output,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="NAME", help="System to compare with; the first unless told.")
    ] = None,
    measure: Annotated[str, typer.Option("--measure", metavar="P|R|F", help="What is compared.")] = "F",
    test: Annotated[
        str, typer.Option("--test", metavar="TEST", help="auto, randomization, exact or bootstrap.")
    ] = "auto",
    flips: Annotated[int, typer.Option("--flips", metavar="N", help="Flips of the randomization.")] = 10_000,
    moved: Annotated[int, typer.Option("--moved", metavar="N", min=0, help="Show the N examples that moved most.")] = 3,
) -> None:
    """Compare systems: is the difference more than chance?

    \b
    $ infrarouge compare samples/predictions.txt samples/predictions_b.txt \\
        --references samples/references.txt
    $ infrarouge compare samples/samples.jsonl --prediction reference \\
        --prediction prediction --metrics rouge2 --measure recall
    """
    output.chosen()
    texts = inputs.texts(aspects=grouping)
    if len(texts.systems) < 2:
        raise InputError("there is one system; give two or more: infrarouge compare A B --references REF")
    reports = scoring.reports(texts)
    comparison = compare_reports(reports, baseline=baseline, measure=measure, test=test, n_flips=flips)
    if output.chosen() == "table":
        groups = ["", output.table(comparison.by_group())] if grouping.group is not None else []
        output.put("\n".join([output.table(comparison), *map(output.line, _moved(comparison, moved)), *groups]))
    else:
        output.write(comparison if grouping.group is None else comparison.by_group())


def _moved(comparison: Comparison, most: int) -> list[str]:
    """Say which examples moved most in the first metric."""
    label = comparison.labels[0]
    return [
        f"moved most in {label}, {name}: " + ", ".join(f"{move.name} {100 * move.change:+.2f}" for move in moves)
        for name in comparison.systems
        if (moves := comparison.moved(label, name, most))
    ]
