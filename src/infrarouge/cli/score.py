"""infrarouge score: predictions against references."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from infrarouge.cli.aspects import Grouping
from infrarouge.cli.options import OUTPUT, WRITES, Inputs, Output, ScoringOptions, command, say
from infrarouge.errors import InputError
from infrarouge.files.checkpoint import USUAL_PAUSE, Checkpoint
from infrarouge.files.examples import Examples
from infrarouge.files.inputs import Batch
from infrarouge.files.stream import Each, summarize_stream
from infrarouge.files.writers import Writer, open_writer
from infrarouge.reporting.report import Report
from infrarouge.reporting.systems import Systems


def register(app: typer.Typer) -> None:
    """Add the command."""
    command(app, score)
    command(app, score, "evaluate", hidden=True)


def score(
    inputs: Inputs,
    grouping: Grouping,
    scoring: ScoringOptions,
    output: Output,
    per_example: Annotated[
        str | None,
        typer.Option(
            "--per-example",
            metavar="FILE",
            help="Write scores and counts of every example: .jsonl, .csv or .parquet.",
            rich_help_panel=OUTPUT,
        ),
        WRITES,
    ] = None,
    hashed: Annotated[
        bool, typer.Option("--hash", help="Put a hash of the texts into the signature.", rich_help_panel=OUTPUT)
    ] = False,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Save the work there as it goes; the same command goes on where it stopped.",
            rich_help_panel=OUTPUT,
        ),
        WRITES,
    ] = None,
    checkpoint_every: Annotated[
        float | None,
        typer.Option(
            "--checkpoint-every",
            metavar="SECONDS",
            help="Time between two.",
            show_default=f"{USUAL_PAUSE:g}",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    sums: Annotated[
        bool,
        typer.Option(
            "--sums",
            help="Keep sums alone: memory does not grow with the rows. Intervals by --set generator=poisson.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
) -> None:
    """Score predictions against references.

    \b
    $ infrarouge score samples/predictions.txt samples/references.txt
    $ infrarouge score samples/samples.jsonl --metrics "rouge1 rougeLsum" -f json
    $ infrarouge score samples/predictions.txt samples/predictions_b.txt \\
        --references samples/references.txt --stemmer porter
    $ infrarouge score samples/samples.jsonl --id id --group topic --per-example scores.csv
    """
    texts = inputs.texts(aspects=grouping)
    output.chosen()
    if sums:
        refused = {"--group": grouping.group, "--hash": hashed, "--checkpoint": checkpoint}
        for option, value in refused.items():
            if value:
                raise InputError(f"{option} needs more than sums; leave out --sums, or {option}")
        if len(texts.systems) > 1:
            raise InputError(f"{len(texts.systems)} systems ({', '.join(texts.systems)}); --sums takes one")
    if checkpoint is None and checkpoint_every is not None:
        raise InputError("--checkpoint-every is of no use alone; name the file too: --checkpoint run.ckpt")
    kept = None
    if checkpoint is not None:
        kept = Checkpoint(checkpoint, USUAL_PAUSE if checkpoint_every is None else checkpoint_every)
        kept.open(scoring.rouge().runner, texts, hashed=hashed, per_example=per_example)
    result: Any
    with _examples(per_example, kept, several=len(texts.systems) > 1) as each:
        if sums:
            result = summarize_stream(scoring.rouge().runner, texts, each, progress=True)
        else:
            reports = scoring.reports(texts, each, hashed=hashed, checkpoint=kept)
            result = Systems(reports) if len(reports) > 1 else next(iter(reports.values()))
    output.write(result if grouping.group is None else result.by_group())
    if output.chosen() in ("json", "csv"):  # which have no place for notes
        for note in result.notes():
            say(f"infrarouge: note: {note}")
    if kept is not None:
        kept.remove()


@contextmanager
def _examples(path: str | None, checkpoint: Checkpoint | None, *, several: bool) -> Iterator[Each | None]:
    """Write every batch to a file as it is scored; an interruption says how far it got."""
    if path is None:
        yield None
        return
    with open_writer(path, kept=checkpoint is not None) as writer:
        if checkpoint is not None:
            _resume(writer, checkpoint)

        def each(system: str, batch: Batch, report: Report) -> None:
            writer.add(Examples.of(batch, report, system if several else None))

        try:
            yield each
        except KeyboardInterrupt:
            raise KeyboardInterrupt(writer.left()) from None


def _resume(writer: Writer, checkpoint: Checkpoint) -> None:
    """Let a file of examples go on where the checkpoint says, and every checkpoint say where it stands."""
    # Without the rows that were written, as after a kill at the very end, the run begins anew.
    place = None if checkpoint.saved is None else checkpoint.saved.places.get("examples")
    if place is None or not writer.resume(**place):
        checkpoint.saved = None
    checkpoint.places = lambda: {"examples": {"end": writer.end, "n": writer.n}}
