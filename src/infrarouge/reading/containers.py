"""What texts come in: lists, arrays and columns are sequences of texts; dicts, sets and tables are not."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, Set, Sized
from typing import Any, NamedTuple

from infrarouge.aliases import PREDICTION_WORDS, REFERENCE_WORDS
from infrarouge.errors import InputError, InputTypeError
from infrarouge.reading.columns import TextColumn, column_of

MOST_SHOWN = 5
"""How many columns or keys a message names."""
UNITS = frozenset({str, int, type(None)})
"""Kinds of parts that hold no others."""


class BothSides(NamedTuple):
    """Both sides of a batch as lists, and the keys by which they were matched if they came as dicts."""

    predictions: Sequence[Any]
    references: Sequence[Any]
    keys: list[Any] | None


def matched(predictions: Any, references: Any) -> BothSides:
    """Both sides as lists: two dicts with the same keys are matched by key, anything else by position.

    >>> matched({"a": "x", "b": "y"}, {"b": "why", "a": "ex"})
    BothSides(predictions=['x', 'y'], references=['ex', 'why'], keys=['a', 'b'])
    >>> matched({"a": "x", "b": "y"}, {"a": "ex"})
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: predictions and references are dicts with different keys: 'b' has no reference; give both for the same keys, or two lists
    """
    if not (is_keyed(predictions) and is_keyed(references)):
        return BothSides(sequence(predictions, "predictions"), sequence(references, "references"), None)
    alone = [f"{key!r} has no reference" for key in predictions if key not in references]
    alone += [f"{key!r} has no prediction" for key in references if key not in predictions]
    if alone:
        raise InputError(
            f"predictions and references are dicts with different keys: {_some(alone)}; give both for the same keys, or "
            "two lists"
        )
    keys = list(predictions)
    return BothSides([predictions[key] for key in keys], [references[key] for key in keys], keys)


def by_same_keys(systems: Mapping[str, Any], references: Any) -> tuple[dict[str, Any], list[Any] | None]:
    """Systems whose texts come by key, all in the order of the first one's keys, and these keys; others as they are.

    >>> by_same_keys({"one": {"a": "x", "b": "y"}, "two": {"b": "v", "a": "u"}}, {"a": "ex", "b": "why"})
    ({'one': {'a': 'x', 'b': 'y'}, 'two': {'a': 'u', 'b': 'v'}}, ['a', 'b'])
    """
    if not is_keyed(references) or not all(is_keyed(system) for system in systems.values()):
        return dict(systems), None
    keys = list(next(iter(systems.values())))
    if any(set(keys) != {*texts} for texts in (references, *systems.values())):
        return dict(systems), None  # refused where the system meets the references
    return {name: {key: system[key] for key in keys} for name, system in systems.items()}, keys


def kept(texts: Any, name: str) -> Any:
    """One side that is used several times: a dict as it is, anything else as a list."""
    return texts if is_keyed(texts) else sequence(texts, name)


def is_keyed(texts: Any) -> bool:
    """Whether texts come by key: a dict, and no table of columns.

    >>> is_keyed({"a": "x"}), is_keyed(["x"])
    (True, False)
    """
    return isinstance(texts, Mapping) and columns_of(texts) is None


def sequence(texts: Any, name: str) -> Sequence[Any]:
    """A side of a batch as a list, or as a column that is read where it lies; one text alone, or what is no sequence of texts, is refused with what to pass.

    >>> sequence(("a", "b"), "predictions")
    ['a', 'b']
    >>> sequence({"prediction": ["a"], "id": [1]}, "predictions")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: predictions is a dict of the columns 'prediction', 'id'; give one column: predictions=columns['prediction']
    """
    if isinstance(texts, list):
        # Of an Arrow array that was made a list the items are Arrow's own, not str.
        return [plain(text) for text in texts] if texts and hasattr(texts[0], "as_py") else texts
    if isinstance(texts, (str, bytes)):
        raise InputTypeError(
            f"{name} is a {type(texts).__name__}; evaluate takes a sequence of texts, score takes one text"
        )
    column = texts if isinstance(texts, TextColumn) else column_of(texts, name)
    if column is not None:
        return column
    refuse(texts, name)
    if not isinstance(texts, Iterable) or getattr(texts, "ndim", 1) == 0:
        raise InputTypeError(f"{name} is {type(texts).__name__}; give a sequence of texts")
    return _listed(texts)


def _listed(texts: Any) -> list[Any]:
    """A column or any other iterable of texts as a list of Python's own values."""
    if hasattr(texts, "to_pylist"):  # Arrow
        return list(texts.to_pylist())
    if hasattr(texts, "to_list"):  # pandas and polars
        return [plain(text) for text in texts.to_list()]
    if getattr(getattr(texts, "dtype", None), "kind", "") == "U":
        return list(texts.tolist())
    return [plain(text) for text in texts]


def plain(text: Any) -> Any:
    """A value of Arrow's as Python's own, pandas' NA as None, and a str of any class as a plain one; anything else as it is.

    >>> plain("a"), plain(None)
    ('a', None)
    """
    if text.__class__ is str:
        return text
    if isinstance(text, str):
        return str.__str__(text)
    if hasattr(text, "as_py"):
        return text.as_py()
    return None if type(text).__name__ == "NAType" else text


def members(row: Any, name: str, what: str = "texts") -> list[Any]:
    """What one row holds, its references or the parts of a text that comes cut, as a list; `name` names it in messages.

    >>> members({"a", "b"}, "row 3 of references")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: row 3 of references is a set, which has no order; give a list of texts
    """
    if type(row) is list and {*map(type, row)} <= UNITS:
        return row[:]
    refuse(row, name, what, row=True)
    return _listed(row)


def refuse(texts: Any, name: str, what: str = "texts", *, row: bool = False) -> None:
    """Refuse what can be looped over and yet is no sequence of texts: its keys or the names of its columns would be scored."""
    columns = columns_of(texts)
    if columns is not None:
        raise InputTypeError(_column_needed(texts, name, columns))
    if isinstance(texts, Mapping):
        keys = _some([repr(key) for key in texts])
        of = f" with the keys {keys}" if keys else ""
        if row:
            raise InputTypeError(
                f"{name} is a dict{of}; take the {what} out of it, such as row[{next(iter(texts), 'text')!r}]"
            )
        raise InputTypeError(
            f"{name} is a dict{of}; give a list of {what}, such as list({name}.values()); evaluate() also matches two "
            "dicts by their keys"
        )
    if isinstance(texts, (Set, ItemsView)) and not isinstance(texts, KeysView):
        why = "which holds pairs" if isinstance(texts, ItemsView) else "which has no order"
        raise InputTypeError(f"{name} is a {type(texts).__name__}, {why}; give a list of {what}")


def columns_of(texts: Any) -> list[str] | None:
    """The names of the columns of a table: a data frame, an Arrow table, a dataset, a dict of lists; None of what is none.

    >>> columns_of({"prediction": ["a"], "reference": ["b"]}), columns_of({"a": "x"}), columns_of(["a"])
    (['prediction', 'reference'], None, None)
    """
    if isinstance(texts, (list, tuple)):
        return None
    if hasattr(texts, "collect_schema"):  # polars, whose lazy frames warn when they are asked for columns
        return list(texts.collect_schema().names())
    for attribute in ("column_names", "columns"):
        names = getattr(texts, attribute, None)
        if isinstance(names, Iterable) and not isinstance(names, (str, bytes)):
            return [str(column) for column in names]
    names = getattr(getattr(texts, "dtype", None), "names", None)
    if names:  # a structured array
        return list(map(str, names))
    if isinstance(texts, Mapping) and texts and all(_is_column(column) for column in texts.values()):
        named = [str(column) for column in texts]
        return named if not {*COLUMN_WORDS}.isdisjoint(map(str.lower, named)) else None
    return None


COLUMN_WORDS = (*PREDICTION_WORDS, *REFERENCE_WORDS)


def _is_column(values: Any) -> bool:
    return isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping))


def _column_needed(texts: Any, name: str, columns: list[str]) -> str:
    words = REFERENCE_WORDS if name.startswith("reference") else PREDICTION_WORDS
    likely = [column for word in words for column in columns if column.lower() == word]
    column = (likely or columns or ["prediction"])[0]
    home, kind = ("columns", "dict of") if isinstance(texts, Mapping) else ("df", f"{type(texts).__name__} with")
    shown = _some([repr(column) for column in columns]) or "that have no names"
    # What is no keyword, such as the references of one row, has blanks in its name.
    keyword = "" if " " in name else f"{name}="
    return f"{name} is a {kind} the columns {shown}; give one column: {keyword}{home}[{column!r}]"


def _some(parts: Sequence[str]) -> str:
    return ", ".join(parts[:MOST_SHOWN]) + (", ..." if len(parts) > MOST_SHOWN else "")


def depth_of(value: Any) -> int:
    """How deeply a value is nested: 0 for a str, a number or None.

    >>> import numpy as np
    >>> depth_of("a"), depth_of(["a"]), depth_of([["a"], "b"]), depth_of(np.zeros((2, 3)))
    (0, 1, 2, 2)
    """
    if value is None or isinstance(value, (str, bytes, int, float)) or not isinstance(value, Iterable):
        return 0
    if type(value) is list and {*map(type, value)} <= UNITS:
        return 1
    dimensions = getattr(value, "ndim", None)
    if isinstance(dimensions, int) and str(getattr(value, "dtype", "")) != "object":
        return dimensions
    if isinstance(value, Sized) and not len(value):
        return 1
    return 1 + max((depth_of(part) for part in value), default=0)


def settled(row: Any) -> Any:
    """A row that can be looped over again: an iterator, such as a generator or a map, becomes a list, at any depth.

    >>> settled(map(str.upper, "ab")), settled("ab"), settled([iter("ab"), "c"])
    (['A', 'B'], 'ab', [['a', 'b'], 'c'])
    """
    if type(row) is str:
        return row
    listed = list(row) if isinstance(row, Iterator) else row
    if not isinstance(listed, (list, tuple)) or {*map(type, listed)} <= UNITS:
        return listed
    return [*map(settled, listed)] if any(isinstance(part, (Iterator, list, tuple)) for part in listed) else listed


def settled_rows(texts: Sequence[Any]) -> Sequence[Any]:
    """A side of a batch of which every row can be looped over again; a column is that already.

    >>> settled_rows([iter("ab"), "c"])
    [['a', 'b'], 'c']
    """
    return texts if isinstance(texts, TextColumn) else [settled(row) for row in texts]


def row_lists(texts: Sequence[Any], depth: int, name: str) -> list[list[Any]]:
    """The texts of every row, where a text is nested to a depth and a row holds several or is one; `name` is what they are.

    >>> row_lists(["a", ["b", "c"]], 0, "references")
    [['a'], ['b', 'c']]
    """
    lists = []
    for at, row in enumerate(texts):
        several = depth_of(row) > depth or (depth == 0 and isinstance(row, (list, tuple)))
        listed = members(row, f"row {at} of {name}") if several else [row]
        if not listed:
            raise no_texts(at, name)
        lists.append(listed)
    return lists


def no_texts(row: int, name: str) -> InputError:
    """Say that a row is an empty list."""
    return InputError(f"row {row} has no {name}; give at least one, or None for a missing text")
