"""Options that say what is known of the rows beside their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

INPUT = "Input"


@dataclass(frozen=True, kw_only=True)
class Grouping:
    """Which rows belong together, for commands that look at parts of the rows."""

    group: Annotated[
        str | None,
        typer.Option(
            "--group", metavar="COLUMN", help="Column of groups, each reported by itself.", rich_help_panel=INPUT
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Aspects(Grouping):
    """What is known of the rows beside their texts, for commands that look into the texts."""

    source: Annotated[
        str | None,
        typer.Option("--source", metavar="COLUMN", help="Column of the texts summarized.", rich_help_panel=INPUT),
    ] = None


NOTHING = Grouping()
"""What is known of rows by a command that asks nothing about them."""
