"""Quick readers and writers of files, where the native core runs; what they leave is read by Python.

The readers are imported where they are used, for the core may be missing.
"""

from __future__ import annotations

from typing import Any, Protocol

from infrarouge.engine import name as engine_name
from infrarouge.engine import thread_count
from infrarouge.reading.columns import ColumnTexts
from infrarouge.types import Floats, Integers

Told = tuple[int, int, Integers, list[ColumnTexts]]
"""What a block of a table holds: the bytes of its whole rows, their lines, the line of each row, and the columns."""


class FileBlock(Protocol):
    """Some bytes of a file, in memory that is used again."""

    def __len__(self) -> int: ...

    def bytes(self, begin: int, end: int) -> bytes: ...


SMALL = 1 << 16
"""Files of fewer bytes are read at once."""


def usual_evaluations(data: bytes) -> list[tuple[Any, ...]] | None:
    """The evaluations of an XML file in its usual layout, as the arguments of `Eval`; None for any other.

    >>> usual_evaluations(b"<X><Y/></X>")
    """
    if engine_name() != "core":
        return None
    from infrarouge._core import files  # the core may be missing

    return files.read_evaluations(data)


def small_texts(paths: list[str], see: bool, most: int = SMALL) -> list[str | None]:
    """The sentences of small ASCII files in SPL or SEE, one a line; None for each file that is not one.

    >>> small_texts(["no such file"], see=False)
    [None]
    """
    if engine_name() != "core":
        return [None] * len(paths)
    from infrarouge._core import files  # the core may be missing

    return files.read_files(paths, see, most, thread_count(None))


def has_tables() -> bool:
    """Whether tables are read and written by the core.

    >>> has_tables() == (engine_name() == "core")
    True
    """
    return engine_name() == "core"


def read_block(file: Any, before: FileBlock | None, begin: int, size: int) -> FileBlock:
    """What is left of the block before from `begin` on, and up to `size` more bytes of a file."""
    from infrarouge._core import files  # the core may be missing

    return files.read_block(file.readinto, before, begin, size)  # type: ignore[arg-type]  # it is one of the core


def json_columns(data: FileBlock, fields: list[tuple[str, str, str]], last: bool) -> Told | None:
    """Fields (name, other name, kind) of the whole lines of a block of JSON Lines; None where a line is not plain."""
    from infrarouge._core import files  # the core may be missing

    return files.json_lines(data, fields, last)  # type: ignore[arg-type,return-value]  # a block and texts of the core


def csv_columns(data: FileBlock, delimiter: str, width: int, places: list[int], last: bool) -> Told | None:
    """Fields of the whole rows of a block of CSV, by their places among all; None where a row is not plain."""
    from infrarouge._core import files  # the core may be missing

    return files.delimited(data, delimiter, width, places, last)  # type: ignore[arg-type,return-value]  # as above


def joined_columns(columns: list[Any]) -> ColumnTexts:
    """Columns of references as one column of lists; what is missing is left out."""
    from infrarouge._core import files  # the core may be missing

    return files.joined(columns)


def row_lines(
    before: list[bytes], start: int, texts: list[list[bytes]], values: Floats, nan: bytes, infinity: bytes
) -> bytes:
    """Rows as lines: what stands before the number of a row, before its texts and values, and at its end."""
    from infrarouge._core import files  # the core may be missing

    return files.row_lines(before, start, texts, values, nan, infinity)
