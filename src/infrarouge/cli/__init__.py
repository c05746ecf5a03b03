"""The command line; each command is a module of its own name with a `register` function."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

from infrarouge import __about__

COMMANDS = ("score", "doctor")


def make_app() -> typer.Typer:
    """Build the application from the modules of the commands."""
    app = typer.Typer(
        name="infrarouge",
        help="Every ROUGE, every number, at the speed of the machine.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def main(
        version: bool = typer.Option(
            False, "--version", help="Show the version and the engine, then exit.", is_eager=True
        ),
    ) -> None:
        if version:
            from infrarouge import engine

            typer.echo(f"infrarouge {__about__.__version__} ({engine.name()} engine)")
            raise typer.Exit

    for command in COMMANDS:
        import_module(f"infrarouge.cli.{command.replace('-', '_').replace('.', '')}").register(app)
    return app


def main() -> None:
    """Run the command line: an error of the user's is one clear line and exit status 2."""
    from infrarouge.errors import InfrarougeError

    try:
        make_app()()
    except (InfrarougeError, OSError, ValueError) as error:
        print(f"infrarouge: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("infrarouge: interrupted", file=sys.stderr)
        sys.exit(130)
