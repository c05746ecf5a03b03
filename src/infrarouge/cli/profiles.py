"""infrarouge profiles: the catalogue of programs whose numbers are reproduced."""

from __future__ import annotations

import typer

from infrarouge.cli.options import Output, command
from infrarouge.reporting.tables import Listing


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, profiles)


def profiles(output: Output) -> None:
    """List the profiles.

    \b
    $ infrarouge profiles
    $ infrarouge profiles --format json
    """
    from infrarouge.rules.catalogue import profiles as known  # for start-up time

    output.write(Listing("profile", known()))
