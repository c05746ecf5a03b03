"""infrarouge metrics: what can be counted."""

from __future__ import annotations

import typer

from infrarouge.cli.options import Output, command
from infrarouge.reporting.tables import Listing


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, metrics)


def metrics(output: Output) -> None:
    """List the metrics.

    \b
    $ infrarouge metrics
    $ infrarouge metrics --format markdown
    """
    from infrarouge.matching import metrics as known  # for start-up time

    output.write(Listing("metric", dict(sorted(known().items()))))
