"""Writes scores of single examples as they are found: JSONL, CSV or Parquet, usable at every moment."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Protocol

from infrarouge.errors import InputError, MissingExtraError
from infrarouge.files.inputs import Batch
from infrarouge.reporting.report import Report
from infrarouge.scoring.measures import MEASURES
from infrarouge.types import Counts

COUNTS = Counts._fields

Record = Mapping[str, Any]


class Writer(Protocol):
    """Takes records some at a time; what it has taken is complete in the file, even if the work stops."""

    n: int

    def __enter__(self) -> Writer: ...

    def add(self, records: Sequence[Record]) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Lines:
    """Writes text formats; after an interruption the file ends with the last complete batch."""

    def __init__(self, path: str) -> None:
        self.path, self.n, self.end = path, 0, 0
        self.file: BinaryIO | None = None

    def __enter__(self) -> Lines:
        return self

    def add(self, records: Sequence[Record]) -> None:
        """Write some records and see that they are in the file."""
        if self.file is None:  # a run that fails at its first rows leaves an older file alone
            self.file = open(self.path, "wb")  # noqa: SIM115  # closed on leaving
        self.file.write(self.text(records).encode("utf-8", "backslashreplace"))
        self.file.flush()
        self.end, self.n = self.file.tell(), self.n + len(records)

    def resume(self, end: int, n: int) -> None:
        """Go on behind the first `n` records, which end at byte `end` of the file; what follows them is cut off."""
        if not Path(self.path).is_file() or Path(self.path).stat().st_size < end:
            raise InputError(
                f"{self.path} is shorter than the checkpoint says; delete the checkpoint to begin anew, or bring the file back"
            )
        self.file = open(self.path, "r+b")  # noqa: SIM115  # closed on leaving
        self.file.truncate(end)
        self.file.seek(end)
        self.end, self.n = end, n

    def text(self, records: Sequence[Record]) -> str:
        """The records as text: JSON objects, one a line."""
        return "".join(json.dumps(_nested(record), ensure_ascii=False) + "\n" for record in records)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is None:
            return
        if kind is not None:
            self.file.truncate(self.end)
        self.file.close()


class CsvLines(Lines):
    """Writes CSV, the head first."""

    def text(self, records: Sequence[Record]) -> str:
        """The records as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        if not self.n:
            writer.writerow(records[0])
        writer.writerows(["" if cell is None else cell for cell in record.values()] for record in records)
        return out.getvalue()


class ParquetRows:
    """Writes Parquet, a row group a batch; the file is closed properly whatever happens."""

    def __init__(self, path: str) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingExtraError("pyarrow", "parquet", "writing Parquet") from None
        self.path, self.n, self.arrow = path, 0, pyarrow
        self.writer: Any = None

    def __enter__(self) -> ParquetRows:
        return self

    def add(self, records: Sequence[Record]) -> None:
        """Write some records as a row group."""
        columns = {name: [record[name] for record in records] for name in records[0]}
        types = {name: self._type(name) for name in columns}
        table = self.arrow.table({name: self.arrow.array(column, types[name]) for name, column in columns.items()})
        if self.writer is None:
            self.writer = self.arrow.parquet.ParquetWriter(self.path, table.schema)
        self.writer.write_table(table)
        self.n += len(records)

    def _type(self, name: str) -> Any:
        if name == "row":
            return self.arrow.int64()
        return self.arrow.string() if name in ("name", "id", "group", "system") else self.arrow.float64()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.writer is not None:
            self.writer.close()


WRITERS = {".jsonl": Lines, ".ndjson": Lines, ".csv": CsvLines, ".parquet": ParquetRows, ".pq": ParquetRows}


def open_writer(path: str) -> Writer:
    """Make the writer that a file's name asks for.

    >>> open_writer("scores.xls")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: scores.xls: scores of examples are written as .jsonl, .ndjson, .csv, .parquet, .pq
    """
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        raise InputError(f"{path}: scores of examples are written as {', '.join(WRITERS)}")
    if not Path(path).parent.is_dir():
        raise InputError(f"there is no folder {str(Path(path).parent)!r} to write {Path(path).name} to")
    return WRITERS[suffix](path)  # type: ignore[return-value]  # each __enter__ returns its own kind


def example_records(batch: Batch, report: Report, system: str | None = None) -> list[Record]:
    """The scores and counts of every example of a batch, under dotted names; several references count as combined.

    >>> from infrarouge import evaluate
    >>> report = evaluate(predictions=["a b"], references=["a c"], metrics="rouge1")
    >>> example_records(Batch(7, {}, ["a c"]), report)[0]["row"]
    7
    """
    counts = report.row_counts
    names = [f"{label}.{number}" for label in report.labels for number in (*MEASURES, *COUNTS)]
    records: list[Record] = []
    for at, (scores, count) in enumerate(zip(report.scores.tolist(), counts.tolist(), strict=True)):
        head: dict[str, Any] = {"row": batch.start + at}
        if batch.names is not None:
            head["name"] = batch.names[at]
        if report.ids is not None:
            head["id"] = report.ids[at]
        if report.groups is not None:
            head["group"] = report.groups[at]
        if system is not None:
            head["system"] = system
        flat = [value for pair in zip(scores, count, strict=True) for part in pair for value in part]
        records.append(
            {**head, **{name: None if value != value else value for name, value in zip(names, flat, strict=True)}}
        )
    return records


def _nested(record: Record) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for name, value in record.items():
        head, dot, last = name.rpartition(".")
        (nested.setdefault(head, {}) if dot else nested)[last] = value
    return nested
