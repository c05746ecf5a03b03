"""Texts in the columns of rows: by name, by a dotted path into nested values, or by a path with a wildcard."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from infrarouge.aliases import PREDICTION_WORDS, REFERENCE_WORDS
from infrarouge.errors import InputError
from infrarouge.files.lines import ReadOptions
from infrarouge.files.readers import Repeated, place
from infrarouge.registry import closest, nearest

PREDICTION, REFERENCE = "prediction", "reference"
ANY = "*"
"""The part of a path that stands for every item of a list."""
MOST_NAMED = 8
"""How many columns a message names."""


class Column(NamedTuple):
    """Where texts stand: a file, and the column of it if it has columns; `named` if the user chose the column.

    `option` is the one that chooses it on the command line.
    """

    path: str
    name: str
    named: bool = False
    option: str = ""


def value(row: Any, column: Column, number: int, how: ReadOptions) -> Any:
    """Take a column out of a row: by its name, by a dotted path into nested values, or by one with ``*`` for all items.

    >>> value({"message": {"content": "hi"}}, Column("a.jsonl", "message.content"), 1, ReadOptions())
    'hi'
    >>> value({"refs": [{"text": "a"}, {"text": "b"}]}, Column("a.jsonl", "refs.*.text"), 1, ReadOptions())
    ['a', 'b']
    >>> value({"anser": "hi"}, Column("a.jsonl", "answer", True, "--prediction"), 4, ReadOptions())
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: a.jsonl, line 4: no column 'answer'; the column is 'anser'; type --prediction anser
    """
    if isinstance(row, (str, list)) and not column.named:
        return row
    if isinstance(row, dict) and (name := name_in(column, row)) in row:
        return _single(row[name], column, number, how)
    return _followed(row, column.name.split("."), 0, column, number, how)


def name_in(column: Column, names: Container[str]) -> str:
    """The name of a column among those of a table; the plural of one that nobody named will do.

    >>> name_in(Column("a.csv", "reference"), ["prediction", "references"])
    'references'
    """
    several = f"{column.name}s"
    return several if not column.named and column.name not in names and several in names else column.name


def _followed(cell: Any, parts: Sequence[str], depth: int, column: Column, number: int, how: ReadOptions) -> Any:
    """What a path leads to from its part `depth` on; a wildcard gives a list of all."""
    for at, part in enumerate(parts[depth:], depth):
        if part == ANY and isinstance(cell, (list, dict)):
            items = cell if isinstance(cell, list) else cell.values()
            ends = [_followed(item, parts, at + 1, column, number, how) for item in items]
            return [
                text for end in ends for text in (end if isinstance(end, list) and ANY in parts[at + 1 :] else [end])
            ]
        if isinstance(cell, list) and part.isdigit() and int(part) < len(cell):
            cell = cell[int(part)]
        elif isinstance(cell, dict) and part in cell:
            cell = _single(cell[part], column, number, how)
        else:
            raise _no_column(cell, column, parts[: at + 1], place(column.path, how, number))
    return cell


def _single(cell: Any, column: Column, number: int, how: ReadOptions) -> Any:
    """Refuse a name that an object of JSON has more than once: only one of the values could be read."""
    if isinstance(cell, Repeated):
        raise InputError(
            f"{place(column.path, how, number)} has the name {cell.name!r} more than once; keep one of its values"
        )
    return cell


def _no_column(cell: Any, column: Column, path: Sequence[str], where: str) -> InputError:
    """Say which column is missing, and the option with the column that was probably meant."""
    so_far, part = ".".join(path), path[-1]
    if not isinstance(cell, dict):
        kind = f"a list of {len(cell)}" if isinstance(cell, list) else type(cell).__name__
        hint = ""
        if isinstance(cell, list) and column.option:
            hint = f"; for all of them type {column.option} {'.'.join([*path[:-1], ANY, part])}"
        return InputError(f"{where}: no column {column.name!r}: there is no {part!r} in {kind}{hint}")
    names = [str(name) for name in cell]
    if not names:
        return InputError(f"{where}: no column {so_far!r} in an empty row")
    listed = ", ".join(repr(name) for name in names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
    if not column.option:
        return InputError(f"{where}: no column {so_far!r}{nearest(part, names)}")
    typed = ".".join([*path[:-1], _likely(part, names) or "COLUMN"])
    verb = "the column is" if len(names) == 1 else "the columns are"
    return InputError(f"{where}: no column {so_far!r}; {verb} {listed}; type {column.option} {typed}")


def _likely(part: str, names: Sequence[str]) -> str | None:
    """The column that was probably meant: one of the same meaning, or of a similar name."""
    for words in (PREDICTION_WORDS, REFERENCE_WORDS):
        same = [name for word in words for name in names if name.lower() == word]
        if part.lower() in words and same:
            return same[0]
    return closest(part, names)


def one_text(text: Any, column: Column, number: int, how: ReadOptions) -> Any:
    """Check that a value is a text, or missing.

    >>> one_text(3, Column("a.jsonl", "answer"), 4, ReadOptions())
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: a.jsonl, line 4: column 'answer' holds int (3), not a text
    """
    if text is None or isinstance(text, str):
        return text
    if isinstance(text, float) and text != text:
        return None
    hint = ""
    if isinstance(text, list):
        hint = "; for ready sentences type --sentences list, for ready tokens --tokens list, for integers --tokens ids"
    elif isinstance(text, dict):
        hint = f"; name a part of it with a dot, such as {column.name}.{next(iter(text), 'text')}"
    said = json.dumps(text, default=str)
    raise InputError(
        f"{place(column.path, how, number)}: column {column.name!r} holds {type(text).__name__} "
        f"({said if len(said) < 40 else said[:37] + '...'}), not a text{hint}"
    )


def several_texts(text: Any, column: Column, number: int, how: ReadOptions) -> Any:
    """Check that a value is a text, a list of texts, or missing."""
    if isinstance(text, list):
        return [one_text(part, column, number, how) for part in text]
    return one_text(text, column, number, how)
