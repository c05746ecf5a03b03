"""infrarouge rouge-2.0: the properties, the folders and the results of the Java program."""

from __future__ import annotations

import typer

from infrarouge.cli.options import plain_errors
from infrarouge.cli.rouge_155 import Verbatim


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rouge-2.0", cls=Verbatim)(rouge_20)


def rouge_20(context: typer.Context) -> None:
    """Score a project as the Java program ROUGE 2.0 does: same properties, same results.

    $ infrarouge rouge-2.0 -Drouge.prop=samples/rouge2/rouge.properties
    """
    from infrarouge.compat.rouge2.program import main  # for start-up time

    with plain_errors():
        status = main(context.args)
    raise typer.Exit(status)
