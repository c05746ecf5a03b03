"""Run with ``python -m infrarouge``."""

from __future__ import annotations

import gc
import io
import os
import sys


def main() -> None:
    """Run the command line."""
    open_streams()
    # NumPy's linear algebra starts threads that wait at full speed, and nothing here needs them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is imported stays: looking for garbage in it takes a tenth of the start.
    gc.disable()
    if sys.argv[1:2] == ["rouge-1.5.5"]:
        # Its words are read as Perl reads them, and it starts without what other commands need.
        from infrarouge.rouge155.program import console  # for start-up time

        console(sys.argv[2:])
    if sys.argv[1:] == ["--version"]:
        from infrarouge import engine  # for start-up time

        try:
            print(engine.version(), flush=True)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the rest would fail at the end
            if isinstance(error, BrokenPipeError):
                sys.exit(141)
            print(f"infrarouge: {error}", file=sys.stderr)
            sys.exit(2)
        return
    from infrarouge.cli import main as run  # for start-up time

    run()


def open_streams() -> None:
    """Let standard streams that are closed lead nowhere, so that no file gets their numbers, and the output take any text."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # open until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A pipe gets what a file gets, which is UTF-8; a terminal that has no sign for a letter shows its number.
        sys.stdout.reconfigure(encoding=None if sys.stdout.isatty() else "utf-8", errors="backslashreplace")


if __name__ == "__main__":
    main()
