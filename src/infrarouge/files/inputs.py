"""Puts predictions beside their references: columns of files, several systems, several references, in batches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from infrarouge.errors import InputError
from infrarouge.files import readers
from infrarouge.files.about import About
from infrarouge.files.ahead import ahead
from infrarouge.files.columnar import Part, Rows, Wanted, column_parts
from infrarouge.files.columns import Column, one_text, several_texts, value
from infrarouge.files.lines import STDIN, ReadOptions, shown
from infrarouge.files.readers import format_of, place
from infrarouge.registry import nearest
from infrarouge.reporting.tables import plural

BATCH = 2048
COLUMN_BATCHES = 8
"""How many times more rows a batch of columns has, of which each costs little."""


class Batch(NamedTuple):
    """Some rows: the predictions of every system, the references, and what the rows are called if not by number.

    `names` are names of files; `ids`, `groups` and `sources` come from columns that the user named.
    """

    start: int
    predictions: dict[str, Sequence[Any]]
    references: Sequence[Any]
    names: list[str] | None = None
    ids: list[str] | None = None
    groups: list[str] | None = None
    sources: list[Any] | None = None

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.references)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """The texts to score, found in files and read on demand.

    `ready` says that a text is itself a list (of sentences, tokens or ids), so that a list is not several references.
    """

    systems: dict[str, Column]
    references: tuple[Column, ...]
    reading: ReadOptions = field(default_factory=ReadOptions)
    ids: tuple[Column, ...] = ()
    group: Column | None = None
    source: Column | None = None

    def batches(self, size: int = BATCH, *, ready: bool = False, is_ahead: bool = False) -> Iterator[Batch]:
        """Read the rows, some thousand at a time; each file is read once, whatever the number of its columns.

        With `is_ahead` the next ones are read in a thread of their own, where the file has columns.
        """
        parts = None if ready else self._parts(COLUMN_BATCHES * size)
        if parts is not None:
            done = 0
            for columns in self._columns_of(ahead(parts) if is_ahead else parts):
                yield columns._replace(start=done)
                done += columns.n
            if done:
                return
        batch: list[_Row] = []
        start = 0
        for row in self._rows(ready):
            batch.append(row)
            if len(batch) == size:
                yield self._batch(start, batch)
                start, batch = start + size, []
        if batch:
            yield self._batch(start, batch)

    def _parts(self, size: int) -> Iterator[Part | Rows] | None:
        """The columns of the one file that holds all texts, where it can be read by columns."""
        if len(self.paths) > 1 or self.source is not None:
            return None
        names = next(iter(self.ids), None), self.group
        wanted = Wanted(self.paths[0], list(self.systems.values()), list(self.references), *names, self.reading)
        return column_parts(wanted, size)

    def _columns_of(self, parts: Iterator[Part | Rows]) -> Iterator[Batch]:
        """Columns as batches, and rows among them read one by one."""
        about = self._about(ready=False)
        read = self._row_reader(False, about)
        for part in parts:
            if isinstance(part, list):
                yield self._batch(0, [read(None, [number], [row]) for number, row in part])
                continue
            ids = None if part.ids is None else about.labels(part.ids, part.numbers)
            groups = None if part.groups is None else about.kinds(part.groups, part.numbers)
            predictions = dict(zip(self.systems, part.predictions, strict=True))
            yield Batch(0, predictions, part.references, None, ids, groups)

    def load(self, *, ready: bool = False) -> Batch:
        """Read all rows at once."""
        return self._batch(0, list(self._rows(ready)))

    def total(self) -> int | None:
        """How many rows there are, where that is quick to tell."""
        if self.reading.whole:
            return len(readers.whole_names(self.columns()[0].path))
        return readers.count_lines(self.columns()[0].path, self.reading)

    def columns(self) -> list[Column]:
        """Every column that is read."""
        more = [column for column in (self.group, self.source) if column is not None]
        return [*self.systems.values(), *self.references, *self.ids, *more]

    @property
    def paths(self) -> list[str]:
        """Every file that is read, once."""
        return list(dict.fromkeys(column.path for column in self.columns()))

    # ------------------------------------------------------------ inside

    def _batch(self, start: int, rows: list[_Row]) -> Batch:
        predictions: dict[str, Sequence[Any]] = {
            name: [row[1][at] for row in rows] for at, name in enumerate(self.systems)
        }
        names = [row[0] for row in rows]
        return Batch(
            start,
            predictions,
            [row[2] for row in rows],
            None if None in names else names,  # type: ignore[arg-type]  # there is no None in them
            [row[3][0] for row in rows] if self.ids else None,
            [row[3][1] for row in rows] if self.group else None,
            [row[3][2] for row in rows] if self.source else None,
        )

    def _rows(self, ready: bool) -> Iterator[_Row]:
        read = self._row_reader(ready, self._about(ready))
        for name, numbers, values in self._whole(self.paths) if self.reading.whole else self._lockstep(self.paths):
            yield read(name, numbers, values)

    def _about(self, ready: bool) -> About:
        return About(
            self.ids,
            self.group,
            self.source,
            self.paths,
            self.reading,
            lambda column: lambda row, number: value(row, column, number, self.reading),
            lambda column: self._getter(column, ready, one_text),
        )

    def _row_reader(self, ready: bool, about: About) -> Callable[[str | None, Sequence[int], Sequence[Any]], _Row]:
        """How a row is taken out of the rows of all files."""
        paths = self.paths
        ours = [(paths.index(column.path), self._getter(column, ready, one_text)) for column in self.systems.values()]
        theirs = [(paths.index(column.path), self._getter(column, ready, several_texts)) for column in self.references]

        def read(name: str | None, numbers: Sequence[int], values: Sequence[Any]) -> _Row:
            predictions = [get(values[at], numbers[at]) for at, get in ours]
            references = [get(values[at], numbers[at]) for at, get in theirs]
            return name, predictions, joined(references, ready), about.row(values, numbers)

        return read

    def _getter(self, column: Column, ready: bool, check: Callable[..., Any]) -> Callable[[Any, int], Any]:
        """How the texts of a column are taken out of rows; settled once, because it is done for every row."""
        how = self.reading
        if how.whole or not format_of(column.path, how).columns:
            return lambda row, number: row
        homes = [{column.path for column in columns} for columns in (self.systems.values(), self.references)]
        both_sides = column.path in homes[0] & homes[1] and not column.named

        def get(row: Any, number: int) -> Any:
            if both_sides and not isinstance(row, dict):
                raise InputError(
                    f"{place(column.path, how, number)} is a {type(row).__name__} and has no columns, so it cannot hold "
                    "both sides; give a file for each side: PRED REF"
                )
            text = value(row, column, number, how)
            return text if ready or text.__class__ is str else check(text, column, number, how)

        return get

    def _lockstep(self, paths: list[str]) -> Iterator[tuple[None, list[Any], list[Any]]]:
        if len(paths) > 1:
            self._same_lengths(paths)
        needed = {path: [cell.name for cell in self.columns() if cell.path == path] for path in paths}
        open_rows = [readers.rows(path, self.reading, needed[path]) for path in paths]
        for n, cells in enumerate(zip_longest(*open_rows)):
            if None in cells:
                self._uneven(paths, open_rows, n, cells)
            yield None, [cell[0] for cell in cells], [cell[1] for cell in cells]

    def _same_lengths(self, paths: list[str]) -> None:
        """Refuse plain text files of different lengths before any work is done on them."""
        if all(not format_of(path, self.reading).columns for path in paths):
            counts = {path: readers.count_lines(path, self.reading) for path in paths}
            known = {path: n for path, n in counts.items() if n}
            if len(set(known.values())) > 1:
                short, long = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
                rows = readers.rows(long, self.reading)
                extra = next(row for number, row in rows if number == known[short] + 1)
                raise _mismatch(long, known[long], short, known[short], self.reading, known[short] + 1, extra)

    def _uneven(self, paths: list[str], open_rows: Sequence[Any], n: int, cells: Sequence[Any]) -> None:
        at = next(index for index, cell in enumerate(cells) if cell is not None)
        short = cells.index(None)
        left = sum(1 for _ in open_rows[at])
        number, row = cells[at]
        raise _mismatch(paths[at], n + 1 + left, paths[short], n, self.reading, number, row)

    def _whole(self, paths: list[str]) -> Iterator[tuple[str, list[Any], list[Any]]]:
        names = readers.whole_names(paths[0])
        homes = [_named(path, names, paths[0]) for path in paths]
        for at, name in enumerate(names):
            files = [home[at] for home in homes]
            yield Path(name).name, [1] * len(files), [readers.whole_text(file, self.reading) for file in files]


_Row = tuple[str | None, list[Any], Any, tuple[Any, Any, Any]]
"""A file's name, the predictions, the references, and the id, group and source."""


def _mismatch(long: str, n_long: int, short: str, n_short: int, how: ReadOptions, number: int, row: Any) -> InputError:
    unit = "row" if format_of(long, how).columns else "line"
    text = row if isinstance(row, str) else json.dumps(row, ensure_ascii=False, default=str)
    text = text if len(text) <= 60 else text[:57] + "..."
    hint = "; a text with line breaks needs JSONL, or a file of its own (--whole)" if unit == "line" else ""
    return InputError(
        f"{shown(long)} has {plural(n_long, unit)} and {shown(short)} has {n_short}: {place(long, how, number)} has no partner "
        f"({text!r}){hint}"
    )


def _named(path: str, names: list[str], first: str) -> list[str]:
    """The files under `path` that go by the names of the first folder, with or without their endings."""
    here = readers.whole_names(path)
    if not Path(path).is_dir() or not Path(first).is_dir():
        if len(here) != len(names):
            raise InputError(
                f"{first} has {plural(len(names), 'text')} and {path} has {plural(len(here), 'text')}; give two files or two folders"
            )
        return [str(Path(path) / name) if Path(path).is_dir() else name for name in here]
    stems: dict[str, list[str]] = {}
    for name in here:
        stems.setdefault(Path(name).stem, []).append(name)
    paired: list[str] = []
    for name in names:
        partners = [name] if name in here else stems.get(Path(name).stem, [])
        if len(partners) != 1:
            why = "has no partner" if not partners else f"has several partners ({', '.join(partners)})"
            raise InputError(f"{Path(first) / name} {why} in {path}{nearest(name, here) if not partners else ''}")
        paired.append(partners[0])
    left = [name for name in here if name not in set(paired)]
    if left:
        raise InputError(f"{Path(path) / left[0]} has no partner in {first}{nearest(left[0], names)}")
    return [str(Path(path) / name) for name in paired]


def has_column(path: str, name: str, how: ReadOptions) -> bool:
    """Whether the first row of a file has a column, by its name or by a dotted path.

    >>> has_column("no-such.txt", "id", ReadOptions())
    False
    """
    if path == STDIN or not format_of(path, how).columns:
        return False
    number, row = next(readers.rows(path, how))
    try:
        value(row, Column(path, name, True), number, how)
    except InputError:
        return False
    return True


def columns_named(name: str, paths: Sequence[str], how: ReadOptions, option: str = "") -> list[Column]:
    """The files that have a column of this name: the only one with columns, or those whose first row has it."""
    homes = [path for path in paths if format_of(path, how).columns]
    if len(homes) > 1:
        # Standard input can be read only once, so it is taken at its word where no other file has the column.
        homes = [path for path in homes if has_column(path, name, how)] or [STDIN] * (STDIN in homes) or homes[:1]
    return [Column(path, name, True, option) for path in homes]


def joined(references: list[Any], ready: bool) -> Any:
    """Make one reference or a list of the values of several columns or files; those that are missing are left out.

    >>> joined(["a"], False), joined(["a", ["b", None]], False), joined([None, None], False), joined([["a"]], True)
    ('a', ['a', 'b'], None, ['a'])
    """
    if ready:
        return references[0] if len(references) == 1 else references
    if len(references) == 1 and not isinstance(references[0], list):
        return references[0]
    flat = [text for value in references for text in (value if isinstance(value, list) else [value])]
    return [text for text in flat if text is not None] or None


def read_texts(path: str, column: str = "prediction", how: ReadOptions | None = None) -> list[Any]:
    """Read all texts of a file: its lines, or a column of its rows.

    >>> read_texts("no-such.jsonl", "answer")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: no file 'no-such.jsonl'
    """
    how = how or ReadOptions()
    numbered = readers.rows(path, how, [column])
    if not format_of(path, how).columns:
        return [row for _, row in numbered]
    return [value(row, Column(path, column, True), number, how) for number, row in numbered]
