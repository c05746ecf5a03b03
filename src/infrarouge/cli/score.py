"""infrarouge score: predictions against references."""

from __future__ import annotations

import typer

from infrarouge.cli.options import Inputs, Output, Scoring, command


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, score)


def score(inputs: Inputs, scoring: Scoring, output: Output) -> None:
    """Score predictions against references.

    \b
    infrarouge score samples/predictions.txt samples/references.txt
    infrarouge score samples/samples.jsonl -m "rouge1 rougeLsum" --stemmer porter -f json
    infrarouge score samples/predictions.txt samples/predictions_b.txt --references samples/references.txt
    """
    reports = scoring.reports(inputs.texts())
    output.write(next(iter(reports.values())))
