"""The command line; each command is a module of its own name with a `register` function.

A command takes what several share as groups of options (`infrarouge.cli.options`): `Inputs` finds the texts, `Scoring`
makes the scorer, `Output` prints or writes the result. A new command is a module, and its name and first sentence
stand in `COMMANDS`::

    def register(app: typer.Typer) -> None:
        command(app, mine)

    def mine(inputs: Inputs, scoring: Scoring, output: Output) -> None:
        texts = inputs.texts(most=1)            # where the texts are; .load() reads them all
        reports = scoring.reports(texts)        # a Report by system, scored in a stream
        output.write(next(iter(reports.values())))

Exit status: 0 done, 1 a check failed or a claim does not hold, 2 bad usage or input, 130 interrupted.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

from infrarouge.cli.shell import Root

COMMANDS = {
    "score": "Score predictions against references.",
    "compare": "Compare systems: is the difference more than chance?",
    "report": "Write a report as one HTML page that works offline.",
    "explain": "Show which words of an example match, and where its score comes from.",
    "analyze": "Show where systems go wrong: worst examples, words missed and added, lengths.",
    "check": "Check scores against limits, for tests.",
    "diff": "Score under every profile and say which setting makes the gap.",
    "verify": "Say whether a printed number holds.",
    "which": "Find the programs and settings that give a reported number.",
    "dedup": "Drop texts that score high against an earlier one.",
    "profiles": "List the profiles.",
    "metrics": "List the metrics.",
    "doctor": "List the ROUGE packages that can be imported; a star marks the one that wins.",
    "rouge-1.5.5": "Score files as the Perl program ROUGE-1.5.5 does: same options, same output.",
    "rouge-2.0": "Score a project as the Java program ROUGE 2.0 does: same properties, same results.",
}
"""The commands, and how the list of them begins to describe each; the modules say the same."""


def make_app(commands: Iterable[str] = COMMANDS, *, listed: bool = False) -> typer.Typer:
    """Build the application from the modules of the commands; one that only lists them needs none."""
    app = typer.Typer(
        name="infrarouge",
        cls=Root,
        help="Every ROUGE, every number, at the speed of the machine.",
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(invoke_without_command=True, epilog=_epilog())(_root)
    for name in commands:
        if listed:
            app.command(name, help=COMMANDS[name])(_listed)
            continue
        import_module(f"infrarouge.cli.{name.replace('-', '_').replace('.', '')}").register(app)
    return app


def _listed() -> None:
    """Stands for a command in the list of all."""


def _show_version(shown: bool) -> None:
    if shown:
        from infrarouge import engine  # for start-up time

        typer.echo(engine.version())
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and the engine.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Every ROUGE, every number, at the speed of the machine."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _epilog() -> str:
    """The names to type, from their registries; a profile by its bare name where that stands for its newest version."""
    from infrarouge.matching import metrics  # for start-up time
    from infrarouge.rules.catalogue import profiles  # for start-up time
    from infrarouge.rules.profile import PROFILES  # for start-up time

    def bare(name: str) -> str:
        return re.sub(r"-[0-9.]+$", "", name)

    names = profiles()
    newest = {name for name in map(bare, names) if name in PROFILES and bare(PROFILES[name].name) == name}
    short = dict.fromkeys(bare(name) if bare(name) in newest else name for name in names)
    # One paragraph, so that the help fits one screen.
    return f"Metrics: {', '.join(sorted(metrics()))}. Profiles: {', '.join(short)}."


def main() -> None:
    """Run the command line."""
    # The other commands need modules that take time to load; only advice names them.
    named = sys.argv[1:2]
    try:
        commands = named if named and named[0] in COMMANDS else COMMANDS
        app = make_app(commands, listed=sys.argv[1:] in ([], ["-h"], ["--help"]))
        if not gc.isenabled():  # what the start has left behind stays, so that garbage is looked for in what comes
            gc.freeze()
            gc.enable()
        app(prog_name="infrarouge")
    except KeyboardInterrupt:  # before a command runs; each tells of its own
        typer.echo("infrarouge: interrupted", err=True)
        sys.exit(130)
    except OSError as error:  # help that cannot be written
        typer.echo(f"infrarouge: {error}", err=True)
        sys.exit(2)
    except SystemExit as left:
        if left.code == 1 and isinstance(left.__context__, BrokenPipeError):
            left.code = 141  # 1 would say that a check failed
        raise
