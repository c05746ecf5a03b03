"""The program itself: options and files in, the print-out and warnings out."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, NoReturn

import numpy as np

from infrarouge.api import Rouge
from infrarouge.engine import engine, thread_count
from infrarouge.errors import InfrarougeError, InputError
from infrarouge.metrics import Elements, Metric, WeightedCommon, needs_sentences
from infrarouge.metrics.elements import MODES
from infrarouge.profile import Profile
from infrarouge.report import Report, some
from infrarouge.rouge155.evaluations import Eval, read_evaluations
from infrarouge.rouge155.formats import FORMATS, HIGH, Limit, ascii_text, read_bytes, why
from infrarouge.rouge155.options import HELP, USAGE, Options, parse
from infrarouge.rouge155.output import classic
from infrarouge.tables import plural

Warn = Callable[[str], None]
Read = Callable[[str, str], "str | bytes"]
"""Reads the file at a path, in a format."""
Wanted = tuple[Eval, str, list[str]]
"""An evaluation, and the paths of the peer and of the models."""
SMALL = 1 << 16
"""Files of fewer bytes are read at once."""
FAILED = 255
"""The status with which Perl ends after a message."""


def console(arguments: list[str]) -> NoReturn:
    """Run as a program of its own: an error is one line on standard error and exit status 2."""
    # It ends before anything could need collecting, and looking for that takes time.
    gc.disable()
    try:
        sys.exit(main(arguments))
    except BrokenPipeError:
        # The reader went away; what is left in the buffer must not fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (InfrarougeError, OSError, MemoryError) as error:
        print(f"infrarouge: {error or 'out of memory'}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("infrarouge: interrupted", file=sys.stderr)
        sys.exit(130)


def main(arguments: list[str]) -> int:
    """Run with a command line; the print-out is written at the end, all of it or nothing.

    >>> main(["--nonsense"])
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: unknown option '--nonsense'; infrarouge rouge-1.5.5 -H lists them
    """
    options = parse(arguments)
    if options.install is not None:
        from infrarouge.rouge155.home import install

        print(f"made {install(options.install, options.stemmer)}")
        return 0
    if options.help:
        print(USAGE + HELP, end="")
        return 0
    if options.has("h") or options.has("H"):
        print(USAGE + HELP, end="", file=sys.stderr)
        return FAILED
    if not options.arguments:
        print(USAGE, end="", file=sys.stderr)
        return FAILED
    lines = list(run(options, lambda message: print(f"infrarouge: {message}", file=sys.stderr)))
    sys.stdout.buffer.write(b"".join(_encoded(line, options) + b"\n" for line in lines))
    sys.stdout.buffer.flush()
    return 0


def _encoded(line: str, options: Options) -> bytes:
    """A line as Perl writes it: names of the command line as their bytes, names of an XML file in Latin-1 if they fit."""
    if options.format is None:
        try:
            return line.encode("latin-1")
        except UnicodeEncodeError:
            pass
    return line.encode("utf-8", "surrogateescape")


def run(options: Options, warn: Warn) -> Iterator[str]:
    """The lines that the options ask for; what is only worth saying goes to `warn`."""
    file, *more = options.arguments
    if len(more) > 1 or (more and more[0].startswith("-")):
        warn(f"options end at the file name; {more[0]!r} after it is taken for a system, and what follows is ignored")
    if options.format is None and not options.has("a") and not more:
        raise InputError(f"which system of {file}? Name it after the file, or type -a for all of them")
    metrics, profile = options.metrics(), options.profile()
    files = Files(options.limits, needs_sentences(metrics))
    for note in options.notes.values():
        warn(note)
    systems = [more[0] if more else "X"]
    # With a third word the Perl program forgets whose peers those of a list are, and finds none.
    evals = read_evaluations(file, options.format, systems[0] if len(more) < 2 else "X")
    if options.format is None and options.has("a"):
        systems = sorted({name for one in evals for name in one.peers})
    for name in systems:
        for batch in _batches(options, metrics, files):
            yield from _score(name, evals, batch, profile, options, warn)
    if files.foreign:
        warn(
            f"{files.foreign} files are mostly not ASCII, and ROUGE-1.5.5 reads nothing else; for other scripts type: "
            "infrarouge score"
        )


class Files:
    """Reads summaries, each file once however many systems there are."""

    def __init__(self, limits: tuple[int | None, int | None], sentences: bool) -> None:
        words, size = limits
        self.limit = Limit(words, size, sentences)
        self.cut = size or 0
        self.known: dict[str, dict[str, str | None]] = {name: {} for name in FORMATS}
        self.foreign = 0

    def prepare(self, wanted: Sequence[Wanted]) -> None:
        """Read at once what the core can read; the rest is read when it is asked for."""
        if self.cut < 0:
            return
        for format in ("SPL", "SEE"):
            known = self.known[format]
            paths = [path for one, peer, models in wanted if one.format == format for path in (peer, *models)]
            new = [path for path in dict.fromkeys(paths) if path not in known]
            known.update(zip(new, engine.read_files(new, format == "SEE", SMALL, thread_count(None)), strict=True))

    def text(self, path: str, format: str) -> str:
        """The sentences of a file, one a line, in ASCII."""
        known = self.known[format]
        text = known.get(path)
        if text is None:
            text = known[path] = self.fresh(path, format)
        return text

    def fresh(self, path: str, format: str) -> str:
        """Read a file that was not read before."""
        if format == "SIMPLE":
            raise InputError(f"{path} is SIMPLE, which holds elements for -3; ROUGE-N, L, W and S need text")
        data = read_bytes(path, FORMATS[format], self.limit)
        if data.isascii() and not self.cut:
            return data.decode("ascii")
        if 2 * len(data.translate(None, HIGH)) < len(data):
            self.foreign += 1
        if self.cut < 0:
            # Perl takes a negative limit for a distance from the end, and stops after the first sentence.
            data = next(filter(None, data.split(b"\n")), b"")[: self.cut]
        return ascii_text(data)

    def elements(self, path: str, format: str) -> bytes:
        """The Basic Elements of a file, one a line; ISI has none."""
        if format not in ("SIMPLE", "ISI"):
            raise InputError(
                f"{path} is {format}; -3 reads elements, in SIMPLE files: head|modifier|relation in each line"
            )
        try:
            data = read_bytes(path, FORMATS[format])
        except InputError as error:
            raise InputError(f"{path}, {error}") from None
        return data if format == "SIMPLE" else b""


class Batch(NamedTuple):
    """Metrics that read the same thing, what they are called, and how it is read."""

    metrics: tuple[Metric, ...]
    labels: dict[str, str]
    read: Read
    prepare: Callable[[Sequence[Wanted]], None]
    empty: str | bytes


def _batches(options: Options, metrics: dict[Metric, str], files: Files) -> Iterator[Batch]:
    if metrics:
        labels = {one.label: shown for one, shown in metrics.items()}
        yield Batch(tuple(metrics), labels, files.text, files.prepare, "")
    if options.has("3"):
        mode = options.given["3"]
        known = Elements(mode if mode in MODES else "HM")
        # An unknown mode counts nothing.
        read: Read = files.elements if mode in MODES else lambda path, format: files.elements(path, format)[:0]
        yield Batch((known,), {known.label: f"ROUGE-BE-{mode}"}, read, lambda wanted: None, b"")


def _score(
    system: str, evals: Sequence[Eval], batch: Batch, profile: Profile, options: Options, warn: Warn
) -> Iterator[str]:
    """Score one system by one batch of metrics, and print it."""
    rows = list(_rows(system, evals, batch, options.keep_going, warn))
    report = _report(rows, batch, profile)
    lost = _without_words(report, rows)
    if lost:
        what = f"a model of evaluation {', '.join(rows[at].name for at in lost[:5])} has no words"
        if not options.keep_going:
            raise InputError(
                f"{what}, and ROUGE-W divides by their number; mend it, drop -w, or leave it out with --keep-going"
            )
        warn(f"{what}; left out")
        rows = [row for at, row in enumerate(rows) if at not in set(lost)]
        report = _report(rows, batch, profile)
    if len(report.empty) and (profile.text.max_words or profile.text.max_bytes):
        warn(f"system {system}: nothing to compare within the limit in {some(report.empty)}")
    if options.has("v"):
        warn(f"system {system}: {plural(len(rows), 'evaluation')} by {' '.join(report.labels)}; {report.signature}")
    yield from classic(report, system, options.has("d"), batch.labels, options.level)


class Row(NamedTuple):
    """One evaluation of one system: its name, its texts, and whether it has models at all."""

    name: str
    prediction: str | bytes
    references: list[str | bytes]
    has_models: bool


def _rows(system: str, evals: Sequence[Eval], batch: Batch, keep_going: bool, warn: Warn) -> Iterator[Row]:
    """Read the texts of one system."""
    found: list[Wanted] = []
    for one in evals:
        peer = one.peer(system)
        if peer is None:
            warn(f"system {system} has no peer in evaluation {one.id}, which is left out of its averages")
        elif not one.format:
            raise InputError(
                f'evaluation {one.id} has no <INPUT-FORMAT TYPE="...">; TYPE is one of {", ".join(FORMATS)}'
            )
        else:
            found.append((one, peer, one.models))
    batch.prepare(found)
    for one, peer, models in found:
        try:
            prediction = _read(batch.read, peer, one.format, "Cannot open {}")
            references = [_read(batch.read, path, one.format, "Cannot find model summary: {}") for path in models]
        except InputError as error:
            if not keep_going:
                raise
            warn(f"evaluation {one.id} of system {system} is left out: {error}")
            continue
        if references:
            yield Row(f"{one.id}.{system}", prediction, references, True)
        else:
            # Without models every count is 0, that of the peer's words too.
            yield Row(f"{one.id}.{system}", batch.empty, [batch.empty], False)


def _read(read: Read, path: str, format: str, message: str) -> str | bytes:
    try:
        return read(path, format)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = why(error) if isinstance(error, OSError) else str(error)
        raise InputError(f"{message.format(path)} ({reason}; paths start from the current folder)") from None


def _report(rows: Sequence[Row], batch: Batch, profile: Profile) -> Report:
    single = all(len(row.references) == 1 for row in rows)
    return Rouge(batch.metrics, profile).evaluate(
        predictions=[row.prediction for row in rows],
        references=[row.references[0] for row in rows] if single else [row.references for row in rows],
        ids=[row.name for row in rows],
    )


def _without_words(report: Report, rows: Sequence[Row]) -> list[int]:
    """The rows on which ROUGE-W of the Perl program dies: a model has no words."""
    columns = [at for at, metric in enumerate(report.metrics) if isinstance(metric, WeightedCommon)]
    if not columns:
        return []
    pairs = np.flatnonzero(report.counts[:, columns[0], 2] == 0)
    at = pairs if report.rows is None else np.searchsorted(report.rows, pairs, "right") - 1
    return [one for one in dict.fromkeys(at.tolist()) if rows[one].has_models]
