"""What columns say of each row beside its texts: its id, its group and its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from infrarouge.errors import InputError
from infrarouge.files.lines import ReadOptions
from infrarouge.files.readers import place
from infrarouge.scoring.examples import NO_GROUP, is_missing

if TYPE_CHECKING:
    from infrarouge.files.columns import Column

Get = Callable[[Any, int], Any]
"""Takes a column out of a row, of which the number is for messages."""


class About:
    """Reads the id, the group and the source of one row after another; an id that comes twice is refused.

    Several files may have the column of ids: then their rows have to agree.
    """

    __slots__ = ("_group", "_ids", "_reading", "_seen", "_source")

    def __init__(
        self,
        ids: Sequence[Column],
        group: Column | None,
        source: Column | None,
        paths: list[str],
        reading: ReadOptions,
        getter: Callable[[Column], Get],
        text: Callable[[Column], Get],
    ) -> None:
        self._reading = reading
        self._ids = [(paths.index(column.path), column, getter(column)) for column in ids]
        self._group = None if group is None else (paths.index(group.path), group, getter(group))
        self._source = None if source is None else (paths.index(source.path), text(source))
        self._seen: dict[str, int] = {}

    def row(self, values: Sequence[Any], numbers: Sequence[int]) -> tuple[str | None, str | None, Any]:
        """The id, the group and the source of a row, from the rows of all files; None where no column was named."""
        name = group = source = None
        if self._ids:
            name = self._id(values, numbers)
        if self._group is not None:
            at, column, get = self._group
            kind = get(values[at], numbers[at])
            group = NO_GROUP if is_missing(kind) else self._label(kind, column, numbers[at], "group")
        if self._source is not None:
            at, get_text = self._source
            source = get_text(values[at], numbers[at])
        return name, group, source

    def _id(self, values: Sequence[Any], numbers: Sequence[int]) -> str:
        names = []
        for at, column, get in self._ids:
            names.append(self._labelled(get(values[at], numbers[at]), column, numbers[at]))
        at, column, _ = self._ids[0]
        here, name = self._place(column, numbers[at]), names[0]
        for (other_at, other, _), theirs in zip(self._ids[1:], names[1:], strict=True):
            if theirs != name:
                raise InputError(
                    f"{here} has the id {name!r} and {self._place(other, numbers[other_at])} has {theirs!r}; "
                    "bring the rows of all files into the same order"
                )
        if name in self._seen:
            raise self._repeated(name, numbers[at])
        self._seen[name] = numbers[at]
        return name

    def labels(self, names: Sequence[Any], numbers: Sequence[int]) -> list[str]:
        """The ids of many rows, which come from one column, as texts."""
        [(_, column, _)] = self._ids
        labels: list[str] = []
        try:
            for value, number in zip(names, numbers, strict=True):
                is_plain = value.__class__ is str and value
                labels.append(value if is_plain else self._labelled(value, column, number))
        finally:
            self._see(labels, numbers)  # of two faults, the first one is told
        return labels

    def _see(self, labels: Sequence[str], numbers: Sequence[int]) -> None:
        """Take note of ids; one that comes again is refused."""
        seen = dict(zip(labels, numbers, strict=False))
        if len(seen) == len(labels) and seen.keys().isdisjoint(self._seen):
            self._seen.update(seen)
            return
        for name, number in zip(labels, numbers, strict=False):
            if name in self._seen:
                raise self._repeated(name, number)
            self._seen[name] = number

    def kinds(self, groups: Sequence[Any], numbers: Sequence[int]) -> list[str]:
        """The groups of many rows as texts."""
        assert self._group is not None, "the column of groups was named"
        column = self._group[1]
        return [
            value
            if value.__class__ is str and value
            else NO_GROUP
            if is_missing(value)
            else self._label(value, column, number, "group")
            for value, number in zip(groups, numbers, strict=True)
        ]

    def _labelled(self, value: Any, column: Column, number: int) -> str:
        if is_missing(value):
            raise InputError(
                f"{self._place(column, number)}: column {column.name!r} holds no id; give every row an id, "
                "or leave out --id"
            )
        return self._label(value, column, number, "id")

    def _repeated(self, name: str, number: int) -> InputError:
        _, column, _ = self._ids[0]
        here, there = self._place(column, number), self._place(column, self._seen[name])
        return InputError(f"{here}: the id {name!r} is that of {there} too; give each row an id of its own")

    def _label(self, value: Any, column: Column, number: int, what: str) -> str:
        if isinstance(value, (dict, list)):
            raise InputError(
                f"{self._place(column, number)}: column {column.name!r} holds {type(value).__name__}, not a text or a "
                f"number; name a part of it with a dot: --{what} {column.name}.{next(iter(value), 0) if value else 0}"
            )
        return str(value)

    def _place(self, column: Column, number: int) -> str:
        return place(column.path, self._reading, number)
