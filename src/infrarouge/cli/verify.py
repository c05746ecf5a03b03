"""infrarouge verify: does a printed number hold?"""

from __future__ import annotations

from typing import Annotated

import typer

from infrarouge.api import Rouge
from infrarouge.cli.options import FAILED, READS, Inputs, Output, Words, command, named_metrics
from infrarouge.files.stream import score_stream
from infrarouge.matching import DEFAULT_METRICS
from infrarouge.reporting.publish import Claim, Verdict


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, verify)


def verify(
    claim: Annotated[str, typer.Argument(metavar='"[METRIC] SIGNATURE = NUMBER"', help="What was printed.")],
    inputs: Inputs,
    output: Output,
    metrics: Annotated[
        Words,
        typer.Option(
            "--metrics",
            "-m",
            help="Where the claim names no metric: those to look among.",
            show_default=DEFAULT_METRICS,
        ),
    ] = None,
    stopwords: Annotated[
        str | None,
        typer.Option("--stopwords", metavar="FILE", help="The stop words that the signature calls custom."),
        READS,
    ] = None,
    synonyms: Annotated[
        str | None,
        typer.Option("--synonyms", metavar="FILE", help="The synonyms that the signature calls custom."),
        READS,
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads; all cores unless told.")] = None,
) -> None:
    """Say whether a printed number holds.

    The scorer is rebuilt from the signature. The exit status is 1 if the number does not hold to its printed digits.

    \b
    $ infrarouge verify "rouge1.f infrarouge-1|n:30 = 80.52" samples/samples.jsonl
    $ infrarouge verify "infrarouge-1|stem:porter = 0.8186" \\
        samples/predictions.txt samples/references.txt
    """
    words = {rule: file for rule, file in (("stopwords", stopwords), ("synonyms", synonyms)) if file is not None}
    read = Claim.parse(claim, **words)
    output.chosen()
    rouge = Rouge(read.metric or named_metrics(metrics), read.profile, threads=threads)
    [report] = score_stream(rouge.runner, inputs.texts(most=1), progress=True, hashed="hash" in read.facts).values()
    verdict = Verdict(read, report)
    output.write(verdict)
    if not verdict:
        raise typer.Exit(FAILED)
