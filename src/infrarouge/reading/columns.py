"""Columns of texts that speak Arrow: read where they lie, and decoded only where somebody looks at a text.

Any object with `__arrow_c_stream__` or `__arrow_c_array__` is such a column: those of pyarrow, polars, DuckDB, nanoarrow,
and of pandas with Arrow types. None of these packages is imported here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, overload

from infrarouge.errors import ColumnFault, InputError, InputTypeError
from infrarouge.reading.arrow import ArrowTexts
from infrarouge.types import Flags, Integers

BLOCK = 1024
"""Texts that are decoded at once."""

FORMATS = {
    "b": "booleans",
    "z": "bytes",
    "Z": "bytes",
    "vz": "bytes",
    **dict.fromkeys("cCsSiIlL", "whole numbers"),
    "+s": "structs",
    "+m": "maps",
}
"""What columns of other formats hold, by the start of their format."""
FLOATS = ("e", "f", "g")


class ColumnTexts(Protocol):
    """What an engine makes of a column: its texts, one after another."""

    def __len__(self) -> int: ...

    def part(self, begin: int, end: int) -> ColumnTexts: ...

    def texts(self, begin: int, end: int) -> list[str | None]: ...

    def find(self, mark: str, begin: int) -> int: ...

    def lists(self) -> tuple[Integers, Flags] | None: ...


class Arrow(Protocol):
    """How an engine reads a column: from the capsule of a stream, or from those of a schema and an array."""

    def __call__(self, source: Any, array: Any) -> ColumnTexts: ...


_reader: Arrow = ArrowTexts


def read_columns_by(reader: Arrow) -> None:
    """Let an engine read columns from now on; the engine that is loaded says so itself."""
    global _reader
    _reader = reader


class TextColumn(Sequence[Any]):
    """A column of texts, or of lists of texts, as a sequence of str, None, or lists.

    >>> import numpy as np
    >>> class Texts(list):
    ...     def texts(self, begin, end): return list(self[begin:end])
    ...     def part(self, begin, end): return Texts(self[begin:end])
    >>> column = TextColumn(Texts(["a", "b", None]), "references", np.array([0, 2, 3]), np.array([0, 1]))
    >>> list(column), column[-1], list(column[:1])
    ([['a', 'b'], None], None, [['a', 'b']])
    """

    __slots__ = ("missing", "name", "rows", "texts")

    def __init__(
        self, texts: ColumnTexts, name: str, rows: Integers | None = None, missing: Flags | None = None
    ) -> None:
        self.texts, self.name, self.rows, self.missing = texts, name, rows, missing

    def __len__(self) -> int:
        return len(self.texts) if self.rows is None else len(self.rows) - 1

    def __iter__(self) -> Iterator[Any]:
        for begin in range(0, len(self), BLOCK):
            yield from self._decoded(begin, min(len(self), begin + BLOCK))

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            begin, end, step = at.indices(len(self))
            return self.part(begin, max(begin, end)) if step == 1 else list(self)[at]
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(f"there is no row {at} among {len(self)}")
        return self._decoded(place, place + 1)[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)

    def part(self, begin: int, end: int) -> TextColumn:
        """The rows from `begin` to `end`, without copying their texts."""
        if self.rows is None:
            return TextColumn(self.texts.part(begin, end), self.name)
        first, last = int(self.rows[begin]), int(self.rows[end])
        missing = None if self.missing is None else self.missing[begin:end]
        return TextColumn(self.texts.part(first, last), self.name, self.rows[begin : end + 1] - first, missing)

    def flat(self) -> TextColumn:
        """The texts of all lists, one after another; a list that is null is one missing text."""
        return TextColumn(self.texts, self.name)

    def _decoded(self, begin: int, end: int) -> list[Any]:
        if self.rows is None:
            return self._texts(begin, end, begin)
        lists: list[Any] = []
        for at in range(begin, end):
            gone = self.missing is not None and self.missing[at]
            lists.append(None if gone else self._texts(int(self.rows[at]), int(self.rows[at + 1]), at))
        return lists

    def _texts(self, begin: int, end: int, row: int) -> list[str | None]:
        try:
            return self.texts.texts(begin, end)
        except UnicodeDecodeError:
            if end - begin > 1 and self.rows is None:
                return [text for at in range(begin, end) for text in self._texts(at, at + 1, at)]
            raise InputError(
                f"row {row} of {self.name} is not UTF-8; give texts in UTF-8, or decode them first: data.decode(encoding)"
            ) from None


def column_of(texts: Any, name: str) -> TextColumn | None:
    """A column that speaks Arrow; None of anything else, and of a column that is better read otherwise.

    Refuses columns of numbers and the like, and those whose buffers are broken; `name` is what messages call it.
    """
    capsules = _capsules(texts, name)
    if capsules is None:
        return None
    try:
        column = _reader(*capsules)
    except ColumnFault as fault:
        # Not a number stands for a missing text, so that a column of nothing else has no texts rather than wrong ones.
        if fault.format in FLOATS:
            return None
        # Lists of lists and of numbers are ready tokens and ids, and several columns are told with what to type.
        if fault.format.startswith("+") and (fault.format != "+s" or len(fault.columns) != 1):
            return None
        raise InputTypeError(_wrong_column(fault, name)) from None
    except ValueError as error:
        raise InputError(f"{name} is a broken Arrow column: {error}") from None
    rows, missing = column.lists() or (None, None)
    return TextColumn(column, name, rows, missing)


def _capsules(texts: Any, name: str) -> tuple[Any, Any] | None:
    kind = type(texts)
    stream, array = hasattr(kind, "__arrow_c_stream__"), hasattr(kind, "__arrow_c_array__")
    # Columns of Python's own objects gain nothing from Arrow, and may hold anything.
    if not (stream or array) or str(getattr(texts, "dtype", "")).lower() == "object":
        return None
    if kind.__module__.startswith("pyarrow.") and hasattr(kind, "validate"):
        try:
            texts.validate()  # it knows the sizes of its buffers, which the interface does not tell
        except ValueError as error:
            raise InputError(f"{name} is a broken Arrow column: {error}") from None
    try:
        return (texts.__arrow_c_stream__(), None) if stream else texts.__arrow_c_array__()
    except (ImportError, TypeError, ValueError, NotImplementedError):  # pandas without pyarrow, and types of its own
        return None


def _wrong_column(fault: ColumnFault, name: str) -> str:
    holds = next((words for start, words in FORMATS.items() if fault.format.startswith(start)), "other values")
    if fault.format.startswith("t"):
        holds = "dates or times"
    hint = "; decode it first, such as column.cast('string')" if holds == "bytes" else ""
    return (
        f"{name} is a column of {holds} (Arrow format {fault.format!r}), not of texts; give a column of strings{hint}"
    )
