"""infrarouge explain: which words of an example match, and how they add up to its score."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from infrarouge.api import Rouge
from infrarouge.cli.options import INPUT, Inputs, Output, ScoringOptions, Words, command
from infrarouge.errors import InputError
from infrarouge.escapes import printable
from infrarouge.registry import nearest, one_of
from infrarouge.reporting.explain import Explanation
from infrarouge.reporting.explain import explain as explain_pair
from infrarouge.reporting.tables import to_json


@dataclass(frozen=True, kw_only=True)
class MetricOptions(ScoringOptions):
    """Scoring options, for one metric unless more are named."""

    metrics: Annotated[
        Words,
        typer.Option(
            "--metric", "--metrics", "-m", help="Metric: see `infrarouge metrics`; or several.", show_default="rougeL"
        ),
    ] = None


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, explain)


def explain(
    inputs: Inputs,
    scoring: MetricOptions,
    output: Output,
    row: Annotated[
        str | None,
        typer.Option(
            "--row",
            metavar="N",
            help="Example to explain, from 0; with --id its id. [default: the first]",
            rich_help_panel=INPUT,
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="PRED and REF are the texts themselves.", rich_help_panel=INPUT)
    ] = False,
) -> None:
    """Show which words of an example match, and where its score comes from.

    \b
    $ infrarouge explain samples/predictions.txt samples/references.txt --row 3
    $ infrarouge explain --text "the cats sat" "the cat sat down" \\
        --metric rouge2 --stemmer porter
    """
    form = one_of("format", output.chosen(), ("table", "json"))
    rouge = scoring.rouge("rougeL")
    pairs = _given(inputs) if text else _read(inputs, rouge, row)
    explanations = [
        (name, explain_pair(prediction=ours, reference=theirs, metric=metric, profile=rouge.profile))
        for name, ours, theirs in pairs
        for metric in rouge.metrics
    ]
    if form == "json":
        output.put(to_json([_record(name, explanation) for name, explanation in explanations]))
    elif output.output in (None, "-") and sys.stdout.isatty():
        _show(explanations)
    else:
        output.put(
            "\n\n".join(f"{name}: {explanation}" if name else str(explanation) for name, explanation in explanations)
        )


def _given(inputs: Inputs) -> list[tuple[str, Any, Any]]:
    if len(inputs.files) != 2:
        raise InputError(
            f"{len(inputs.files)} texts; with --text give the prediction and the reference, each in quotes"
        )
    return [("", inputs.files[0], inputs.files[1])]


def _read(inputs: Inputs, rouge: Rouge, row: str | None) -> Iterator[tuple[str, Any, Any]]:
    """Find the row: every system with every reference, named where there are several."""
    n = 0
    ready = rouge.runner.reader.depth > 0
    number = 0 if row is None else -1 if inputs.id is not None else _number(row)
    known: list[str] = []
    for batch in inputs.texts().batches(ready=ready):
        n = batch.start + batch.n
        known += batch.ids or ()
        at = known.index(row, batch.start) - batch.start if row is not None and row in known else number - batch.start
        if not 0 <= at < batch.n:
            continue
        theirs = batch.references[at]
        several = theirs if isinstance(theirs, list) and not ready else [theirs]
        for system, ours in batch.predictions.items():
            for number, reference in enumerate(several):
                names = [system] * (len(batch.predictions) > 1) + [f"reference {number}"] * (len(several) > 1)
                yield ", ".join(names), ours[at], reference
        return
    if row is not None and known:
        raise InputError(f"--row {row}: no row has this id in column {inputs.id!r}{nearest(row, known)}")
    raise InputError(f"there is no row {row}; rows go from 0 to {n - 1}" if n else "there are no rows")


def _number(row: str) -> int:
    try:
        return int(row)
    except ValueError:
        raise InputError(f"--row {row}: give a number from 0, or name the column of ids with --id") from None


def _record(name: str, explanation: Explanation) -> dict[str, Any]:
    return {"of": name, **explanation.to_dict()} if name else explanation.to_dict()


def _show(explanations: list[tuple[str, Explanation]]) -> None:
    """Print in colour."""
    from rich.console import Console

    console = Console()
    for at, (name, explanation) in enumerate(explanations):
        if at:
            console.print()
        if name:
            console.print(printable(name), style="bold", markup=False)
        console.print(explanation)
