"""Rows of Parquet and Arrow files as columns, for scoring them without a Python object for every text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from infrarouge.files.arrow import arrow_batches, parquet_batches, schema_of
from infrarouge.reading.columns import TextColumn, column_of


def column_batches(
    path: str, kind: str, predictions: Sequence[str], reference: str, size: int
) -> Iterator[tuple[list[Sequence[Any]], Sequence[Any]]] | None:
    """The columns of a file some rows at a time: those of the predictions, and the references.

    None where a column is not there, or holds something else than texts (references: or lists of texts); reading row
    by row then tells what is wrong.
    """
    schema = schema_of(path, kind)
    names = list(schema.names)
    if any(names.count(name) != 1 for name in (*predictions, reference)):
        return None
    if not all(_is_text(schema.field(name).type) for name in predictions):
        return None
    if not _is_text(schema.field(reference).type) and not _is_list(schema.field(reference).type):
        return None
    return _batches(path, kind, list(predictions), reference, size)


def _batches(
    path: str, kind: str, predictions: list[str], reference: str, size: int
) -> Iterator[tuple[list[Sequence[Any]], Sequence[Any]]]:
    wanted = list(dict.fromkeys([*predictions, reference]))
    batches = parquet_batches(path, wanted, size) if kind == "parquet" else arrow_batches(path, wanted)
    for whole in batches:
        for begin in range(0, len(whole), size):
            batch = whole.slice(begin, size)
            yield [_column(batch[name]) for name in predictions], _references(batch[reference])


def _column(array: Any) -> TextColumn:
    column = column_of(array, "texts")
    assert column is not None, "its type was looked at before"
    return column


def _references(array: Any) -> Sequence[Any]:
    """A column of references; of lists those that are missing are left out, as they are in files of other kinds."""
    column = _column(array)
    if column.rows is None or ((np.diff(column.rows) > 0).all() and not array.flatten().null_count):
        return column
    return [None if row is None else [text for text in row if text is not None] or None for row in column]


def _is_text(kind: Any) -> bool:
    name = str(kind)
    return name in ("string", "large_string", "string_view") or (
        name.startswith("dictionary<") and any(f"values={text}," in name for text in ("string", "large_string"))
    )


def _is_list(kind: Any) -> bool:
    return hasattr(kind, "value_type") and str(kind).startswith(("list<", "large_list<")) and _is_text(kind.value_type)
