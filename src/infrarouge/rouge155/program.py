"""The program itself: options and files in, the print-out and warnings out."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from threading import Thread
from typing import NoReturn

from infrarouge.errors import InfrarougeError, InputError
from infrarouge.escapes import printable
from infrarouge.files.evaluations import read_evaluations
from infrarouge.matching import needs_sentences
from infrarouge.rouge155.files import Files, Warn, batches, find, read_rows
from infrarouge.rouge155.options import HELP, USAGE, Options, parse

FAILED = 255
"""The status with which Perl ends after a message."""


def console(arguments: list[str]) -> NoReturn:
    """Run as a program of its own: an error is one line on standard error and exit status 2."""
    # It ends before anything could need collecting, and looking for that takes time.
    gc.disable()
    # Nothing here multiplies matrices, and the threads NumPy would start for that take time from the reading.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        status = main(arguments)
        gc.freeze()
        sys.exit(status)
    except BrokenPipeError:
        # The reader went away; what is left in the buffer must not fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)  # as a shell tells of a program that wrote to a pipe without a reader
    except (InfrarougeError, OSError, ValueError, OverflowError, MemoryError) as error:
        print(printable(f"infrarouge: {error or 'out of memory'}"), file=sys.stderr)
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
        from infrarouge.rouge155.home import install  # for start-up time

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
    lines = list(run(options, lambda message: print(printable(f"infrarouge: {message}"), file=sys.stderr)))
    if sys.stdout.isatty():  # names from files are data for a pipe, and must not steer a terminal
        lines = list(map(printable, lines))
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
        systems = sorted({name for evaluation in evals for name in evaluation.peers})
    # NumPy takes as long to import as many files take to read, so both go on at once.
    Thread(target=import_module, args=("infrarouge.rouge155.scoring",)).start()
    for name in systems:
        wanted = find(name, evals, warn)
        if metrics:
            files.prepare(wanted)
        for batch in batches(options, metrics, files):
            rows = list(read_rows(name, wanted, batch, options.keep_going, warn))
            from infrarouge.rouge155.scoring import score_rows  # for start-up time

            yield from score_rows(name, rows, batch, profile, options, warn)
    if files.foreign:
        warn(
            f"{files.foreign} files are mostly not ASCII, and ROUGE-1.5.5 reads nothing else; for other scripts type: "
            "infrarouge score"
        )
