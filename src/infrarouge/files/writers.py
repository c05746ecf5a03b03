"""Writes scores of single examples as they are found: JSONL, CSV or Parquet, usable at every moment."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from infrarouge.errors import InputError, MissingExtraError
from infrarouge.files.examples import Examples, Record
from infrarouge.files.inputs import Batch
from infrarouge.replacing import Replacement, draft_name, explained, is_stream, refuse_unwritable, replacing
from infrarouge.reporting.report import Report


class Writer:
    """Takes rows some at a time and writes them beside the file, whose place they take at the end.

    A run that fails leaves the file that was there. One that is interrupted leaves what it wrote, unless that would
    destroy an older file. With `kept`, which is for runs that can be continued, what was written outlives both.
    """

    def __init__(self, path: str, *, kept: bool = False) -> None:
        if kept and is_stream(path):
            raise InputError(f"{path} is no file, so that a run with a checkpoint cannot go on there; give a file")
        self.path, self.kept, self.n, self.end = path, kept, 0, 0
        self.new: Replacement | None = None
        self.is_older = os.path.exists(path)

    def __enter__(self) -> Writer:
        return self

    @property
    def file(self) -> BinaryIO:
        """The file in the making; a run that fails before its first rows makes none."""
        if self.new is None:
            self.new = Replacement(self.path, kept=self.kept)
            if self.kept:
                self.new.file.truncate(0)
        return self.new.file

    def add(self, examples: Examples) -> None:
        """Write some rows and see that they are in the file."""
        with explained(self.path):
            self.put(examples)
            self.file.flush()
        self.end, self.n = 0 if is_stream(self.path) else self.file.tell(), self.n + len(examples.values)

    def put(self, examples: Examples) -> None:
        """Write some rows."""
        raise NotImplementedError

    def resume(self, end: int, n: int) -> bool:
        """Go on behind the first `n` rows, which end at byte `end`; False where they are not there any more."""
        draft = draft_name(self.path)
        if not os.path.isfile(draft) or os.path.getsize(draft) < end:
            return False
        self.new = Replacement(self.path, kept=True)
        self.new.file.truncate(end)
        self.new.file.seek(end)
        self.end, self.n = end, n
        return True

    def finish(self, new: Replacement) -> None:
        """Write what stands at the end of the file, and put it in its place."""
        new.commit()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.new is None:
            return
        if kind is None:
            self.finish(self.new)
        elif kind is KeyboardInterrupt and not self.kept and not self.is_older:
            if self.new.draft is not None:
                self.new.file.truncate(self.end)
            self.finish(self.new)
        else:
            self.abandon(self.new)

    def abandon(self, new: Replacement) -> None:
        """Leave what was there."""
        new.discard()

    def left(self) -> str:
        """Say what an interruption leaves."""
        if not self.n:
            return "no rows were scored yet"
        if self.kept:
            return "the same command goes on from the last checkpoint"
        if self.is_older and not is_stream(self.path):
            return f"{self.path} is as it was"
        return f"the {self.n} rows scored so far are in {self.path}"


class Lines(Writer):
    """Writes JSON objects, one a line."""

    def put(self, examples: Examples) -> None:
        """Write some rows."""
        self.file.write(examples.json_lines())


class CsvLines(Writer):
    """Writes CSV, the head first."""

    def put(self, examples: Examples) -> None:
        """Write some rows."""
        self.file.write((b"" if self.n else examples.csv_head()) + examples.csv_lines())


class ParquetRows(Writer):
    """Writes Parquet, a row group a batch; a run that can be continued writes an Arrow stream first, which has no end."""

    def __init__(self, path: str, *, kept: bool = False) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtraError("pyarrow", "parquet", "writing Parquet") from None
        super().__init__(path, kept=kept)
        self.arrow: Any = pyarrow
        self.rows: Any = None

    def put(self, examples: Examples) -> None:
        """Write some rows as a row group."""
        batch = self.arrow.record_batch(examples.columns(self.arrow))
        if self.kept:
            self.file.write(b"" if self.n else batch.schema.serialize())
            self.file.write(batch.serialize())
            return
        if self.rows is None:
            self.rows = self.arrow.parquet.ParquetWriter(self.file, batch.schema)
        self.rows.write_batch(batch)

    def finish(self, new: Replacement) -> None:
        """Write the end of the file, and put it in its place."""
        if not self.kept:
            with explained(self.path):
                self.rows.close()
            new.commit()
            return
        new.file.seek(0)
        stream = self.arrow.ipc.open_stream(new.file)
        with replacing(self.path) as file, self.arrow.parquet.ParquetWriter(file, stream.schema) as rows:
            for batch in stream:
                rows.write_batch(batch)
        new.file.close()
        os.unlink(draft_name(self.path))  # before the lock is given up, or it could be another run's
        new.discard()

    def abandon(self, new: Replacement) -> None:
        """Leave what was there."""
        if self.rows is not None:
            with suppress(OSError):  # it writes its end, for which there may be no room
                self.rows.close()
        new.discard()


WRITERS: dict[str, type[Writer]] = {
    ".jsonl": Lines,
    ".ndjson": Lines,
    ".csv": CsvLines,
    ".parquet": ParquetRows,
    ".pq": ParquetRows,
}


def open_writer(path: str, *, kept: bool = False) -> Writer:
    """Make the writer that a file's name asks for; with `kept` one whose work a later run can continue.

    >>> open_writer("scores.xls")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: scores.xls: scores of examples are written as .jsonl, .ndjson, .csv, .parquet, .pq
    """
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        raise InputError(f"{path}: scores of examples are written as {', '.join(WRITERS)}")
    refuse_unwritable(path)
    return WRITERS[suffix](path, kept=kept)


def example_records(batch: Batch, report: Report, system: str | None = None) -> list[Record]:
    """The scores and counts of every example of a batch, under dotted names; several references count as combined.

    >>> from infrarouge import evaluate
    >>> report = evaluate(predictions=["a b"], references=["a c"], metrics="rouge1")
    >>> example_records(Batch(7, {}, ["a c"]), report)[0]["row"]
    7
    """
    return Examples.of(batch, report, system).records()
