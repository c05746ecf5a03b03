"""infrarouge doctor: which ROUGE packages can be imported here, and which of several an import finds."""

from __future__ import annotations

import typer

from infrarouge.cli.options import Output, command


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, doctor)


def doctor(output: Output) -> None:
    """List the ROUGE packages that can be imported; a star marks the one that wins.

    \b
    $ infrarouge doctor
    $ infrarouge doctor --format json
    """
    from infrarouge.reporting.doctor import examine  # for start-up time

    output.write(examine())
