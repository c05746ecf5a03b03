"""Tables in files as columns, some thousand rows at a time: scoring them needs no Python object for every text.

Parquet and Arrow files are read by pyarrow, JSON Lines and CSV by the core. What these do not understand is left to the
reading row by row, which also tells what is wrong with it.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from infrarouge.errors import InputError
from infrarouge.files.arrow import arrow_batches, parquet_batches, schema_of
from infrarouge.files.columns import Column, name_in
from infrarouge.files.lines import LONGEST, STDIN, ReadOptions, codec, decoded, opened, shown, without_mark
from infrarouge.files.native import (
    FileBlock,
    Told,
    csv_columns,
    has_tables,
    joined_columns,
    json_columns,
    read_block,
)
from infrarouge.files.readers import FORMATS, csv_head, csv_rows, format_of, jsonl_rows
from infrarouge.reading.columns import ColumnTexts, TextColumn, column_of

BLOCK = 1 << 20
"""Bytes that are read at once."""
SOME = 2048
"""Rows that are handed on at once where they are read one by one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The columns of one file that are asked for."""

    path: str
    predictions: list[Column]
    references: list[Column]
    id: Column | None
    group: Column | None
    reading: ReadOptions

    def columns(self) -> list[Column]:
        """All of them, those of texts first."""
        return [*self.predictions, *self.references, *(of for of in (self.id, self.group) if of is not None)]


class Part(NamedTuple):
    """Some rows as columns; `numbers` say where they stand, for messages."""

    predictions: list[Sequence[Any]]
    references: Sequence[Any]
    numbers: Sequence[int]
    ids: Sequence[Any] | None = None
    groups: Sequence[Any] | None = None


Rows = list[tuple[int, Any]]
"""Some rows as they are, each with its number, that are to be read one by one."""


def column_parts(wanted: Wanted, size: int) -> Iterator[Part | Rows] | None:
    """The rows of a file in its order, `size` or so at a time; None where the file has to be read row by row.

    That is so where a column is not there by its name, or where one holds something else than texts.
    """
    if wanted.path == STDIN or wanted.reading.whole:
        return None
    kind = format_of(wanted.path, wanted.reading)
    for name in ("parquet", "arrow"):
        if kind is FORMATS[name]:
            return _arrow_parts(wanted, name, size)
    if not has_tables() or not os.path.isfile(wanted.path) or codec(wanted.reading.encoding) != "utf-8":
        return None
    if kind is FORMATS["jsonl"]:
        return _json_parts(wanted)
    if kind is FORMATS["csv"] or kind is FORMATS["tsv"]:
        return _csv_parts(wanted)
    return None


# ---------------------------------------------------------------- Parquet and Arrow


def _arrow_parts(wanted: Wanted, kind: str, size: int) -> Iterator[Part | Rows] | None:
    schema = schema_of(wanted.path, kind)
    names = {column: name_in(column, schema.names) for column in wanted.columns()}
    if any(schema.names.count(name) != 1 for name in names.values()):
        return None
    if not all(_is_text(schema.field(names[column]).type) for column in wanted.predictions):
        return None
    kinds = [schema.field(names[column]).type for column in wanted.references]
    if not all(_is_text(of) or _is_list(of) for of in kinds):
        return None
    return _arrow_batches(wanted, kind, names, size)


def _arrow_batches(wanted: Wanted, kind: str, names: dict[Column, str], size: int) -> Iterator[Part | Rows]:
    needed = list(dict.fromkeys(names.values()))
    batches = parquet_batches(wanted.path, needed, size) if kind == "parquet" else arrow_batches(wanted.path, needed)
    start = 0
    for whole in batches:
        for begin in range(0, len(whole), size):
            batch = whole.slice(begin, size)
            numbers = range(start, start + len(batch))
            start += len(batch)
            yield Part(
                [_column(batch[names[column]]) for column in wanted.predictions],
                _references([_column(batch[names[column]]) for column in wanted.references]),
                numbers,
                None if wanted.id is None else batch[names[wanted.id]].to_pylist(),
                None if wanted.group is None else batch[names[wanted.group]].to_pylist(),
            )


def _column(array: Any) -> TextColumn:
    column = column_of(array, "texts")
    assert column is not None, "its type was looked at before"
    return column


def _references(columns: list[TextColumn]) -> Sequence[Any]:
    """Columns of references as one; of lists those that are missing are left out, as they are where rows are read."""
    if len(columns) == 1 and columns[0].rows is None:
        return columns[0]
    if has_tables():
        return _texts(joined_columns([column.texts for column in columns]))
    lists = ([_listed(cell) for cell in row] for row in zip(*columns, strict=True))
    return [[text for cell in row for text in cell if text is not None] or None for row in lists]


def _listed(cell: Any) -> list[Any]:
    return cell if isinstance(cell, list) else [cell]


def _texts(texts: ColumnTexts) -> TextColumn:
    rows, missing = texts.lists() or (None, None)
    return TextColumn(texts, "texts", rows, missing)


def _is_text(kind: Any) -> bool:
    name = str(kind)
    return name in ("string", "large_string", "string_view") or (
        name.startswith("dictionary<") and any(f"values={text}," in name for text in ("string", "large_string"))
    )


def _is_list(kind: Any) -> bool:
    return hasattr(kind, "value_type") and str(kind).startswith(("list<", "large_list<")) and _is_text(kind.value_type)


# ---------------------------------------------------------------- JSON Lines and CSV


class _Blocks:
    """A file some megabytes at a time, each with what was left of the one before."""

    def __init__(self, path: str, file: Any, line: int = 1) -> None:
        self.path, self.file, self.line = path, file, line
        self.block: FileBlock | None = None
        self.used, self.last, self.is_first = 0, False, line == 1

    def next(self) -> FileBlock | None:
        """The bytes to look at; None at the end."""
        if self.last:
            return None
        rest = 0 if self.block is None else len(self.block) - self.used
        # A line that is too long is met soon after its limit, before memory is doubled for it.
        block = read_block(self.file, self.block, self.used, max(BLOCK, min(rest, LONGEST - rest)))
        self.last = len(block) == rest
        if self.is_first:
            head = block.bytes(0, min(4, len(block)))
            mark = len(head) - len(without_mark(head, self.path, "utf-8"))
            block, self.is_first = read_block(self.file, block, mark, 0) if mark else block, False
        self.block, self.used = block, len(block)
        return block if len(block) else None

    def rows(self, block: FileBlock, told: Told) -> list[int]:
        """Go on behind the whole rows of a block, whose numbers are returned."""
        self.used, lines, rows, _ = told
        numbers: list[int] = (rows + self.line).tolist()
        self.line += lines
        if len(block) - self.used > LONGEST:
            raise InputError(f"{shown(self.path)}, line {self.line} has more than {LONGEST >> 20} MiB; split it")
        return numbers

    def lines(self, data: bytes) -> Iterator[tuple[int, str]]:
        """The lines of a block with their numbers, decoded one by one; the block ends with a whole line."""
        for line in _split(data):
            self.line += 1
            yield self.line - 1, decoded(line, "utf-8", self.path, self.line - 1)


def _split(data: bytes) -> list[bytes]:
    """The lines of a block; only a line feed ends a line."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + [last] * bool(last)


def _json_parts(wanted: Wanted) -> Iterator[Part | Rows]:
    fields, at = _fields(wanted)
    texts_only = {at[column] for column in wanted.predictions}
    with opened(wanted.path) as file:
        blocks = _Blocks(wanted.path, file)
        while (block := blocks.next()) is not None:
            told = json_columns(block, fields, blocks.last)
            if told is not None:
                columns = [_texts(texts) for texts in told[3]]
            if told is None or any(columns[place].rows is not None for place in texts_only):
                data = block.bytes(0, len(block))
                blocks.used = end = len(data) if blocks.last else data.rfind(b"\n") + 1
                yield from _gathered(jsonl_rows(blocks.lines(data[:end]), wanted.path))
                continue
            numbers = blocks.rows(block, told)
            if numbers:
                yield _part(wanted, [columns[at[column]] for column in wanted.columns()], numbers)


def _fields(wanted: Wanted) -> tuple[list[tuple[str, str, str]], dict[Column, int]]:
    """What to look for in every row, each name once, and which of them belongs to a column."""
    kinds: dict[tuple[str, str], str] = {}
    at: dict[Column, int] = {}
    references, labels = set(wanted.references), {wanted.id, wanted.group} - {None}
    for column in wanted.columns():
        name = (column.name, "" if column.named else f"{column.name}s")
        kind = "texts" if column in references else "label" if column in labels else "text"
        # Of a column that is asked for twice, what only one of both can hold is found when it is looked at.
        kinds[name] = max(kind, kinds.get(name, kind), key=("label", "text", "texts").index)
        at[column] = list(kinds).index(name)
    return [(*name, kind) for name, kind in kinds.items()], at


def _csv_parts(wanted: Wanted) -> Iterator[Part | Rows] | None:
    with opened(wanted.path) as file:
        first = without_mark(file.readline(LONGEST), wanted.path, "utf-8")
    try:
        head, mark = csv_head(first.decode(), wanted.path, wanted.reading)
    except (ValueError, csv.Error):  # reading row by row tells what it is
        return None
    names = [name_in(column, head) for column in wanted.columns()]
    if not mark.isascii() or any(head.count(name) != 1 for name in names):
        return None
    return _csv_blocks(wanted, head, mark, [head.index(name) for name in names])


def _csv_blocks(wanted: Wanted, head: list[str], mark: str, places: list[int]) -> Iterator[Part | Rows]:
    with opened(wanted.path) as file:
        file.readline(LONGEST)  # the head, which was read before
        blocks = _Blocks(wanted.path, file, line=2)
        while (block := blocks.next()) is not None:
            told = csv_columns(block, mark, len(head), places, blocks.last)
            if told is None:
                yield from _csv_rest(wanted, head, mark, blocks, block.bytes(0, len(block)))
                return
            numbers = blocks.rows(block, told)
            if numbers:
                yield _part(wanted, [_texts(texts) for texts in told[3]], numbers)


def _csv_rest(wanted: Wanted, head: list[str], mark: str, blocks: _Blocks, data: bytes) -> Iterator[Rows]:
    """The rest of a file in which a row is odd, row by row."""

    def lines() -> Iterator[tuple[int, str]]:
        rest = data
        while True:
            end = rest.rfind(b"\n") + 1
            yield from blocks.lines(rest[:end])
            block = blocks.file.read(BLOCK)
            if not block:
                yield from blocks.lines(rest[end:])
                return
            rest = rest[end:] + block

    yield from _gathered(csv_rows(lines(), head, mark, wanted.path, blocks.line))


def _gathered(numbered: Iterator[tuple[int, Any]]) -> Iterator[Rows]:
    """Rows some at a time; those before a broken one come first, for something may be wrong with them too."""
    rows: Rows = []
    try:
        for row in numbered:
            rows.append(row)
            if len(rows) == SOME:
                yield rows
                rows = []
    except InputError as error:
        yield rows
        raise error
    if rows:
        yield rows


def _part(wanted: Wanted, columns: list[TextColumn], numbers: list[int]) -> Part:
    end = len(wanted.predictions) + len(wanted.references)
    about = [list(column) for column in columns[end:]]
    return Part(
        list(columns[: len(wanted.predictions)]),
        _references(columns[len(wanted.predictions) : end]),
        numbers,
        None if wanted.id is None else about[0],
        None if wanted.group is None else about[-1],
    )
