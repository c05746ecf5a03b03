"""infrarouge which: the programs and settings that give a reported number."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from infrarouge.cli.options import FAILED, Inputs, Output, Words, command
from infrarouge.errors import InputError
from infrarouge.reporting.which import which as find_candidates


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, which)


def which(
    inputs: Inputs,
    output: Output,
    metric: Annotated[
        Words, typer.Option("--metric", "-m", metavar="METRIC", help="The metric: rougeL, or rougeL.recall.")
    ] = None,
    value: Annotated[
        Words, typer.Option("--value", "-v", metavar="NUMBER", help="The number as it is printed: 41.2 or 0.412.")
    ] = None,
    profiles: Annotated[
        Words,
        typer.Option(
            "--profiles", "-p", metavar="NAMES", help="all, or some: pltrdy,js-rouge-3.2.0.", show_default="all"
        ),
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=0, help="Answers to show in a table.")] = 10,
) -> None:
    """Find the programs and settings that give a reported number.

    Give several numbers of one system to narrow the answers. The exit status is 1 if nothing gives them.

    \b
    $ infrarouge which samples/predictions.txt samples/references.txt \\
        --metric rouge1 --value 67.58
    $ infrarouge which samples/samples.jsonl \\
        --metric rouge1 --value 67.6 --metric rouge2 --value 46.3
    """
    names, numbers = metric or [], value or []
    if not names or len(names) != len(numbers):
        raise InputError(
            f"{len(names)} metrics and {len(numbers)} values; give a value for each metric, such as "
            "--metric rougeL --value 41.2"
        )
    if len(set(names)) < len(names):
        raise InputError(f"the same metric is given twice: {' '.join(names)}")
    output.chosen()
    batch = inputs.texts(most=1).load()
    [predictions] = batch.predictions.values()
    candidates = find_candidates(
        predictions=predictions,
        references=batch.references,
        reported=dict(zip(names, numbers, strict=True)),
        profiles=",".join(profiles or ["all"]),
        most=most,
        progress=True,
        files=_files(inputs),
        ids=batch.ids,
    )
    output.write(candidates)
    if not candidates:
        raise typer.Exit(FAILED)


def _files(inputs: Inputs) -> str:
    """The inputs as they were typed."""
    words = list(inputs.files)
    for option, values in (
        ("--references", inputs.references),
        ("--prediction", inputs.prediction),
        ("--reference", inputs.reference),
    ):
        words += [word for path in values or () for word in (option, path)]
    words += [] if inputs.id is None else ["--id", inputs.id]
    words += ["--whole"] * inputs.whole
    words += [] if inputs.delimiter is None else ["--delimiter", inputs.delimiter]
    words += [] if inputs.input == "auto" else ["--input", inputs.input]
    words += [] if inputs.encoding == "utf-8" else ["--encoding", inputs.encoding]
    return shlex.join(words)
