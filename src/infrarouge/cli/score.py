"""infrarouge score: predictions against references, as a table or JSON."""

from __future__ import annotations

import typer

from infrarouge.metrics import DEFAULT_METRICS
from infrarouge.profiles import DEFAULT


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(score)


def score(
    prediction: str = typer.Argument(help="Predictions: a text file with one a line, JSONL, or - for standard input."),
    reference: str = typer.Argument(help="References, in the same order."),
    metrics: str = typer.Option(DEFAULT_METRICS, "--metrics", "-m", help="Metrics, blank-separated."),
    profile: str = typer.Option(DEFAULT.name, "--profile", "-p", help="Profile or signature."),
    output: str = typer.Option("table", "--format", "-f", help="table, json, csv, markdown or latex."),
) -> None:
    """Score predictions against references.

    Example: infrarouge score samples/predictions.txt samples/references.txt
    """
    from infrarouge.api import evaluate
    from infrarouge.readers import read_texts
    from infrarouge.registry import one_of

    one_of("format", output, ("table", "json", "csv", "markdown", "latex"))
    report = evaluate(
        predictions=read_texts(prediction, "prediction"),
        references=read_texts(reference, "reference"),
        metrics=metrics,
        profile=profile,
        progress=True,
    )
    typer.echo(getattr(report, f"to_{output}")())
