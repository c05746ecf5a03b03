"""Scores texts as they are read: batch by batch, keeping the counts alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from infrarouge.engine.cost import tell_long_pair
from infrarouge.engine.runner import Runner
from infrarouge.errors import InputError
from infrarouge.files.checkpoint import Checkpoint
from infrarouge.files.hashing import InputHash
from infrarouge.files.inputs import Batch, Texts
from infrarouge.progress import Progress
from infrarouge.reporting.report import Report, report_of
from infrarouge.reporting.summary import Summary, check_summed, summary_of, sums_of
from infrarouge.rules.profile import Profile
from infrarouge.scoring.gathered import Gathered

Each = Callable[[str, Batch, Report], None]
"""Called with each scored batch: the system, the texts, and their report."""


def score_stream(
    runner: Runner,
    texts: Texts,
    each: Each | None = None,
    *,
    progress: bool = False,
    hashed: bool = False,
    checkpoint: Checkpoint | None = None,
) -> dict[str, Report]:
    """Score every system of `texts`, reading each file once; the reports equal those of the whole texts.

    Batches leave states behind, and only the whole is judged: rows that the rules refuse (``empty="raise"``,
    ``strict=True``) are refused with their numbers in the whole. With a checkpoint, which is open, the run goes on from
    the rows that it holds.
    """
    states = {name: Gathered() for name in texts.systems}
    done = 0
    if checkpoint is not None and checkpoint.saved is not None:
        done = checkpoint.saved.rows
        for name, state in checkpoint.saved.states.items():
            states[name].add(state)
    hashes = {name: InputHash() for name in texts.systems}
    lenient = _lenient(runner)
    with _bar(texts, progress) as bar:
        for batch in _batches(runner, texts):
            is_done = batch.start < done
            if checkpoint is not None:
                checkpoint.seen(batch)
            for name, predictions in batch.predictions.items():
                if hashed:
                    hashes[name].add(predictions, batch.references)
                if is_done:
                    continue
                rows = runner.rows(predictions, batch.references)
                tell_long_pair(*rows[:3], runner.metrics, start=batch.start, shown=bar.shown)
                state = runner.state(rows, batch.ids, batch.groups, start=batch.start)
                states[name].add(state)
                if each is not None:
                    each(name, batch, Report(state, lenient, runner.threads))
            bar.advance(batch.n)
            if checkpoint is not None and not is_done and checkpoint.is_due():
                checkpoint.write(batch.start + batch.n, states)
    if not all(gathered.n for gathered in states.values()):
        raise InputError("there are no texts to score")
    return {
        name: report_of(runner, gathered.state(), hashes[name].value if hashed else None)
        for name, gathered in states.items()
    }


def summarize_stream(runner: Runner, texts: Texts, each: Each | None = None, *, progress: bool = False) -> Summary:
    """Score the one system of `texts` and keep sums alone, so that memory does not grow with the rows.

    The numbers are those of the report of the whole, of which the rules must not ask for an order of the rows.
    """
    check_summed(runner.profile)
    [system] = texts.systems
    lenient, total = _lenient(runner), None
    with _bar(texts, progress) as bar:
        for batch in _batches(runner, texts):
            rows = runner.rows(batch.predictions[system], batch.references)
            report = Report(runner.state(rows, batch.ids, batch.groups, start=batch.start), lenient, runner.threads)
            total = sums_of(report) if total is None else total + sums_of(report)
            if each is not None:
                each(system, batch, report)
            bar.advance(batch.n)
    if total is None:
        raise InputError("there are no texts to score")
    return summary_of(runner, {"": total}, grouped=False)


def _batches(runner: Runner, texts: Texts) -> Iterator[Batch]:
    # The one thread that was asked for scores, so that nothing is read beside it.
    return texts.batches(ready=runner.reader.depth > 0, is_ahead=runner.threads != 1)


def _lenient(runner: Runner) -> Profile:
    """The rules for a batch that is shown by itself, which is not refused: its rows are numbered from its own start."""
    return runner.profile.replace(empty="zero") if runner.profile.score.empty == "raise" else runner.profile


def _bar(texts: Texts, shown: bool) -> Progress:
    bar = Progress(None, shown=shown)
    bar.total = texts.total() if bar.shown else None
    return bar
