"""How commands write what they found: the format, the file, and the width of a terminal."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from infrarouge.cli.places import WRITES
from infrarouge.errors import InputError
from infrarouge.escapes import printable
from infrarouge.registry import one_of
from infrarouge.replacing import write_text
from infrarouge.reporting.narrow import narrow, wrapped
from infrarouge.reporting.tables import Tabular

OUTPUT = "Output"
FORMATS = ("table", "json", "csv", "markdown", "latex")
SUFFIXES = {
    "": "table",
    ".txt": "table",
    ".json": "json",
    ".csv": "csv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".latex": "latex",
}
"""Formats by the endings of files."""
INSTEAD = {
    **dict.fromkeys((".html", ".htm"), "for a page type: infrarouge report ... -o {path}"),
    ".pdf": "write a page with infrarouge report ... -o {stem}.html and print it from a browser, or a table with -o {stem}.tex",
    **dict.fromkeys(
        (".jsonl", ".ndjson", ".parquet"),
        "for the scores of every example type: infrarouge score ... --per-example {path}",
    ),
    **dict.fromkeys((".xlsx", ".xls", ".tsv", ".ods"), "spreadsheets read CSV: type -o {stem}.csv"),
}
"""What to type where a file's ending is no format of tables."""


def option(*names: str, help: str, panel: str, **more: Any) -> Any:
    """An option in a panel of the help."""
    return typer.Option(*names, help=help, rich_help_panel=panel, **more)


@dataclass(frozen=True, kw_only=True)
class Output:
    """How the result is written: the format, and the file."""

    format: Annotated[
        str | None, option("--format", "-f", help="table, json, csv, markdown or latex.", panel=OUTPUT)
    ] = None
    output: Annotated[
        str | None, option("--output", "-o", metavar="FILE", help="Write to a file instead.", panel=OUTPUT), WRITES
    ] = None
    csv_safe: Annotated[bool, option("--csv-safe", help="Write CSV whose cells no spreadsheet runs.", panel=OUTPUT)] = (
        False
    )

    def write(self, result: Any) -> None:
        """Print a result by its `to_<format>`, or write it to the file: all of it, or nothing."""
        self.put(self.table(result) if self.chosen() == "table" else getattr(result, f"to_{self.chosen()}")())

    def table(self, result: Tabular) -> str:
        """The table of a result, within the width of a terminal if it is shown at one."""
        text = result.to_table()
        return narrow(result, text, shutil.get_terminal_size().columns) if self._at_terminal() else text

    def line(self, text: str) -> str:
        """A line below a table, within the width of a terminal if it is shown at one."""
        return "\n".join(wrapped(text, shutil.get_terminal_size().columns)) if self._at_terminal() else text

    def _at_terminal(self) -> bool:
        return self.output in (None, "-") and sys.stdout.isatty()

    def put(self, text: str) -> None:
        """Print a text, or write it to the file."""
        put_text(self.output, text if text.endswith("\n") else text + "\n")

    def chosen(self) -> str:
        """The format that was asked for, or that the file's name says; a name that says another one is refused."""
        if self.format is not None:
            return one_of("format", self.format, FORMATS)
        path = Path(self.output or "")
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            what = INSTEAD.get(suffix, "type one of these endings, or the format: --format json")
            stem = path.with_suffix("")
            endings = ", ".join(ending for ending in SUFFIXES if ending)
            raise InputError(f"-o {path}: results are written as {endings}; {what.format(path=path, stem=stem)}")
        return SUFFIXES[suffix]


def say(message: str) -> None:
    """Tell the user something beside the result, on standard error."""
    typer.echo(printable(message), err=True)


def put_text(path: str | None, text: str) -> None:
    """Write a text to a file, all of it or nothing; print it where there is none, or ``-``."""
    if path is None or path == "-":
        # A name that is not UTF-8 cannot be printed as it is.
        text = text.encode("utf-8", "backslashreplace").decode()
        # Escape sequences of texts are data for a pipe, and must not reach a terminal.
        typer.echo(printable(text) if sys.stdout.isatty() else text, nl=False)
    else:
        write_text(path, text)
