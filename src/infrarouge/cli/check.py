"""infrarouge check: scores against limits, for continuous integration."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from infrarouge.cli.options import FAILED, OUTPUT, WRITES, Inputs, Output, ScoringOptions, Words, command, put_text, say
from infrarouge.errors import InputError
from infrarouge.reporting.check import check_report, conditions_of, describe


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, check)


def check(
    inputs: Inputs,
    scoring: ScoringOptions,
    output: Output,
    least: Annotated[Words, typer.Option("--min", metavar="METRIC.MEASURE=X", help="The least that will do.")] = None,
    most: Annotated[Words, typer.Option("--max", metavar="METRIC.MEASURE=X", help="The most that will do.")] = None,
    each: Annotated[bool, typer.Option("--each", help="Check every example, not the average.")] = False,
    negate: Annotated[bool, typer.Option("--negate", help="Pass if a limit is not kept.")] = False,
    junit: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.", rich_help_panel=OUTPUT), WRITES
    ] = None,
    github: Annotated[
        bool, typer.Option("--github", help="Print annotations for GitHub.", rich_help_panel=OUTPUT)
    ] = False,
) -> None:
    """Check scores against limits, for tests.

    The exit status is 1 if a limit is not kept.

    \b
    $ infrarouge check samples/samples.jsonl --min rougeL.f=0.6 --max rouge2.p=0.9
    $ infrarouge check samples/predictions.txt samples/references.txt \\
        --min rouge1=0.3 --each --junit check.xml
    """
    limits = [
        *(_limit(text, ">=", "--min") for text in least or ()),
        *(_limit(text, "<=", "--max") for text in most or ()),
    ]
    if not limits:
        raise InputError("nothing to check; give a limit, such as --min rougeL.f=0.6")
    output.chosen()
    conditions = [condition for name, text in limits for condition in conditions_of({name: text})]
    # Only what has a limit is scored.
    scoring = dataclasses.replace(scoring, metrics=list(dict.fromkeys(text.metric for text in conditions)))
    texts = inputs.texts(most=1)
    [report] = scoring.reports(texts).values()
    done = check_report(report, conditions, each=each, negate=negate)
    output.write(done)
    for finding in done.findings:
        if finding.failing and output.chosen() == "table":
            say(describe(finding))
    if junit is not None:
        put_text(junit, done.to_junit())
    if github:
        put_text(None, done.to_github() + "\n")
    if not done:
        raise typer.Exit(FAILED)


def _limit(text: str, sign: str, option: str) -> tuple[str, str]:
    name, equals, number = text.rpartition("=")
    if not equals:
        raise InputError(f"{option} {text}: give METRIC=NUMBER, such as {option} rougeL.f=0.6")
    return name.strip(), f"{sign}{number.strip()}"
