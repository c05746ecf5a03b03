"""infrarouge rouge-1.5.5: the options, the files and the output of the Perl program."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

from infrarouge.cli.options import plain_errors


class Verbatim(TyperCommand):
    """A command that gets its words as they were typed: ``-2 -1`` and ``-h`` mean what they mean in ROUGE-1.5.5."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Leave the words alone."""
        ctx.args = list(args)
        return ctx.args  # type: ignore[no-any-return]  # the context is of a library without types


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rouge-1.5.5", cls=Verbatim)(rouge_155)


def rouge_155(context: typer.Context) -> None:
    """Score files as the Perl program ROUGE-1.5.5 does: same options, same output.

    $ infrarouge rouge-1.5.5 -n 2 -m -c 95 -r 1000 -z SPL samples/rouge155.list
    """
    from infrarouge.rouge155.program import main  # for start-up time

    with plain_errors():
        status = main(context.args)
    raise typer.Exit(status)
