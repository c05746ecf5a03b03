"""infrarouge diff: the same texts under every profile."""

from __future__ import annotations

from typing import Annotated

import typer

from infrarouge.cli.options import Inputs, Output, Words, command, named_metrics
from infrarouge.matching import DEFAULT_METRICS
from infrarouge.reporting.diff import BASE
from infrarouge.reporting.diff import diff as diff_profiles


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, diff)


def diff(
    inputs: Inputs,
    output: Output,
    profiles: Annotated[
        Words,
        typer.Option(
            "--profiles", "-p", metavar="NAMES", help="all, or some: pltrdy,js-rouge-3.2.0.", show_default="all"
        ),
    ] = None,
    base: Annotated[
        str, typer.Option("--base", metavar="PROFILE", help="Profile or signature that gaps are counted from.")
    ] = BASE,
    metrics: Annotated[
        Words,
        typer.Option("--metrics", "-m", help="Metrics: see `infrarouge metrics`.", show_default=DEFAULT_METRICS),
    ] = None,
) -> None:
    """Score under every profile and say which setting makes the gap.

    \b
    $ infrarouge diff samples/predictions.txt samples/references.txt \\
        --profiles all --metrics rouge1
    $ infrarouge diff samples/samples.jsonl --profiles pltrdy,js-rouge -f json
    """
    output.chosen()
    batch = inputs.texts(most=1).load()
    [predictions] = batch.predictions.values()
    output.write(
        diff_profiles(
            predictions=predictions,
            references=batch.references,
            profiles=",".join(profiles or ["all"]),
            base=base,
            metrics=named_metrics(metrics),
            ids=batch.ids,
        )
    )
