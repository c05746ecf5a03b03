"""How the texts of an Arrow column lie in memory: the definition, in plain Python, of what the core reads in place.

A producer hands out capsules of the Arrow C data interface or C stream interface, whose structures are written down here
as their specification lays them out.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from infrarouge.errors import ColumnFault
from infrarouge.types import Flags, Integers


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_INT, _POINTER = ctypes.c_int64, ctypes.POINTER
_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", _INT),
    ("n_children", _INT),
    ("children", _POINTER(_POINTER(_Schema))),
    ("dictionary", _POINTER(_Schema)),
    ("release", ctypes.CFUNCTYPE(None, _POINTER(_Schema))),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    ("length", _INT),
    ("null_count", _INT),
    ("offset", _INT),
    ("n_buffers", _INT),
    ("n_children", _INT),
    ("buffers", _POINTER(ctypes.c_void_p)),
    ("children", _POINTER(_POINTER(_Array))),
    ("dictionary", _POINTER(_Array)),
    ("release", ctypes.CFUNCTYPE(None, _POINTER(_Array))),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, _POINTER(_Stream), _POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, _POINTER(_Stream), _POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, _POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, _POINTER(_Stream))),
    ("private_data", ctypes.c_void_p),
]

INDICES = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q"}
"""The formats of a dictionary's indices, and how `struct` spells them."""
OFFSETS = {"u": "i", "U": "q", "+l": "i", "+L": "q", "+vl": "i", "+vL": "q"}
"""The formats that have offsets, and how `struct` spells those."""


class _Rows(NamedTuple):
    """Some rows of an array: where the first one stands, how many there are, and which of them their parent has."""

    array: Any
    first: int
    size: int
    outer: list[bool] | None = None

    def there(self) -> list[bool]:
        """Whether each row is there, or null."""
        bits = _buffer(self.array, 0) if self.array.n_buffers else None
        if self.array.null_count > 0:
            _require(bits, "an array has nulls and does not tell which")
        own = [True] * self.size
        if bits and self.array.null_count:
            data = ctypes.string_at(bits, (self.first + self.size + 7) // 8)
            own = [bool(data[at // 8] >> at % 8 & 1) for at in range(self.first, self.first + self.size)]
        return own if self.outer is None else [here and there for here, there in zip(own, self.outer, strict=True)]

    def numbers(self, buffer: int, kind: str, more: int = 0) -> tuple[int, ...]:
        """The numbers of a buffer for these rows, and so many more."""
        address = _require(_buffer(self.array, buffer), "an array lacks its offsets or indices")
        size, count = struct.calcsize(kind), self.size + more
        return struct.unpack(f"={count}{kind}", ctypes.string_at(address + self.first * size, count * size))


class ArrowTexts:
    """The texts of an Arrow column; the native core offers the same class, and reads them where they lie.

    `source` is the capsule of a stream, or with `array`, the capsule of an array, that of its schema.
    """

    def __init__(self, source: Any, array: Any) -> None:
        self._texts: list[bytes | None] = []
        self._lists: list[list[bytes | None] | None] | None = None
        if array is None:
            self._read_stream(_held(source, "arrow_array_stream", _Stream))
            return
        schema, values = _held(source, "arrow_schema", _Schema), _held(array, "arrow_array", _Array)
        if not (schema.release and values.release):
            raise ValueError("the array was read before")
        self._begin(schema)
        self._read(schema, values)
        self._end()

    def __len__(self) -> int:
        return len(self._texts)

    def part(self, begin: int, end: int) -> ArrowTexts:
        """The texts from `begin` to `end`."""
        part = object.__new__(ArrowTexts)
        part._texts, part._lists = self._texts[begin:end], None
        return part

    def texts(self, begin: int, end: int) -> list[str | None]:
        """The texts from `begin` to `end` as str, None where one is missing."""
        return [None if text is None else text.decode() for text in self._texts[begin:end]]

    def find(self, mark: str, begin: int) -> int:
        """The first text from `begin` on with the mark in it, or -1."""
        marks = mark.encode()
        places = (at for at, text in enumerate(self._texts[begin:], begin) if text is not None and marks in text)
        return next(places, -1)

    def lists(self) -> tuple[Integers, Flags] | None:
        """Of a column of lists, where each begins among the texts and which are null; a null list is one missing text."""
        if self._lists is None:
            return None
        sizes = [1 if row is None else len(row) for row in self._lists]
        missing = np.array([row is None for row in self._lists], dtype=np.uint8)
        return np.cumsum([0, *sizes], dtype=np.int64), missing

    def _read_stream(self, stream: Any) -> None:
        if not stream.release:
            raise ValueError("the stream was read before")
        schema = _Schema()
        try:
            _check(stream, stream.get_schema(stream, schema))
            self._begin(schema)
            while True:
                array = _Array()
                _check(stream, stream.get_next(stream, array))
                if not array.release:
                    break
                try:
                    self._read(schema, array)
                finally:
                    array.release(array)
            self._end()
        finally:
            if schema.release:
                schema.release(schema)
            stream.release(stream)

    def _begin(self, schema: Any) -> None:
        _check_kind(schema)
        column = schema.children[0].contents if _is_table(schema) else schema
        if _is_list(column):
            self._lists = []

    def _read(self, schema: Any, array: Any) -> None:
        rows = _rows(array, 0, array.length)
        if _is_table(schema):
            schema, outer = schema.children[0].contents, rows.there()
            rows = _rows(_child(array), array.offset, array.length)._replace(outer=outer)
        if self._lists is not None:
            self._lists += _lists(schema, rows)
        else:
            self._texts += _texts(schema, rows)

    def _end(self) -> None:
        for row in self._lists or ():
            self._texts += [None] if row is None else row


# ---------------------------------------------------------------- types


def _format(schema: Any) -> str:
    return (schema.format or b"").decode("utf-8", "replace")


def _is_table(schema: Any) -> bool:
    return _format(schema) == "+s" and not schema.dictionary


def _is_list(schema: Any) -> bool:
    kind = _format(schema)
    return not schema.dictionary and (kind in ("+l", "+L", "+vl", "+vL") or kind.startswith("+w:"))


def _check_kind(schema: Any) -> None:
    """Refuse what holds no texts; a table of one column stands for that column."""
    if _is_table(schema):
        names = [
            (schema.children[at].contents.name or b"").decode("utf-8", "replace") for at in range(schema.n_children)
        ]
        if len(names) != 1:
            raise ColumnFault("+s", names)
        schema = schema.children[0].contents
    values = schema.children[0].contents if _is_list(schema) else schema
    if values.dictionary and _format(values) in INDICES:
        values = values.dictionary.contents
    if values.dictionary or _format(values) not in ("n", "u", "U", "vu"):
        raise ColumnFault(_format(schema if _is_list(schema) else values), [])


# ---------------------------------------------------------------- values


def _texts(schema: Any, rows: _Rows) -> list[bytes | None]:
    """The texts of some rows: strings, views, or values of a dictionary."""
    kind = _format(schema)
    if (kind == "n" and not schema.dictionary) or not rows.size:
        return [None] * rows.size
    there = rows.there()
    if schema.dictionary:
        dictionary = _require(rows.array.dictionary, "an array lacks its dictionary").contents
        values = _texts(schema.dictionary.contents, _rows(dictionary, 0, dictionary.length))
        places = rows.numbers(1, INDICES[kind])
        if any(here and not 0 <= place < len(values) for here, place in zip(there, places, strict=True)):
            raise ValueError("a dictionary index names a value that is not there")
        return [values[place] if here else None for here, place in zip(there, places, strict=True)]
    if kind == "vu":
        return list(_views(rows, there))
    offsets = _rising(rows.numbers(1, OFFSETS[kind], 1), "strings")
    data = _buffer(rows.array, 2)
    if offsets[0] < offsets[-1]:
        _require(data, "an array of strings has no bytes")
    spans = zip(there, offsets, offsets[1:], strict=False)
    return [
        ctypes.string_at(data + begin, end - begin) if here and data else b"" if here else None
        for here, begin, end in spans
    ]


def _views(rows: _Rows, there: list[bool]) -> Iterator[bytes | None]:
    """Texts of up to 12 bytes stand in their view; of longer ones it tells the buffer and the place."""
    array = rows.array
    views = _require(_buffer(array, 1), "an array of string views has no views")
    for at, here in enumerate(there, rows.first):
        view = ctypes.string_at(views + 16 * at, 16)
        size, _, buffer, begin = struct.unpack("=iiii", view)
        if not here:
            yield None
        elif 0 <= size <= 12:
            yield view[4 : 4 + size]
        else:
            if size < 0 or not 0 <= buffer < array.n_buffers - 3:
                raise ValueError("a string view names a buffer that is not there")
            sizes = _require(_buffer(array, array.n_buffers - 1), "the sizes of buffers are not told")
            [whole] = struct.unpack("=q", ctypes.string_at(sizes + 8 * buffer, 8))
            if begin < 0 or begin + size > whole:
                raise ValueError("a string view reaches beyond its buffer")
            yield ctypes.string_at(_require(_buffer(array, 2 + buffer), "a buffer is not there") + begin, size)


def _lists(schema: Any, rows: _Rows) -> list[list[bytes | None] | None]:
    """The texts of every list, None where a list is null."""
    if not rows.size:
        return []
    kind, there, items = _format(schema), rows.there(), _child(rows.array)
    if kind.startswith("+w:"):
        width = int(kind[3:])
        begins = [width * at for at in range(rows.first, rows.first + rows.size)]
        ends = [begin + width for begin in begins]
    elif kind.startswith("+v"):
        begins = list(rows.numbers(1, OFFSETS[kind]))
        ends = [begin + size for begin, size in zip(begins, rows.numbers(2, OFFSETS[kind]), strict=True)]
    else:
        offsets = rows.numbers(1, OFFSETS[kind], 1)
        begins, ends = list(offsets[:-1]), list(offsets[1:])
    spans = [(begin, end) for here, begin, end in zip(there, begins, ends, strict=True) if here]
    if any(begin < 0 or begin > end for begin, end in spans):
        raise ValueError("the offsets of lists run backwards")
    if any(end > items.length for _, end in spans):
        raise ValueError("a list reaches beyond the items")
    texts = _texts(schema.children[0].contents, _rows(items, 0, items.length))
    return [texts[begin:end] if here else None for here, begin, end in zip(there, begins, ends, strict=True)]


def _rising(offsets: tuple[int, ...], what: str) -> tuple[int, ...]:
    if offsets[0] < 0 or any(begin > end for begin, end in pairwise(offsets)):
        raise ValueError(f"the offsets of {what} run backwards")
    return offsets


def _rows(array: Any, first: int, size: int) -> _Rows:
    if (
        array.length < 0
        or array.offset < 0
        or not -1 <= array.null_count <= array.length
        or first + size > array.length
    ):
        raise ValueError("an array has a wrong length, offset or number of nulls")
    return _Rows(array, array.offset + first, size)


def _child(array: Any) -> Any:
    if array.n_children != 1 or not array.children:
        raise ValueError("an array has a wrong number of children")
    return array.children[0].contents


def _buffer(array: Any, number: int) -> Any:
    if number >= array.n_buffers or not array.buffers:
        raise ValueError("an array has a wrong number of buffers")
    return array.buffers[number]


def _require(value: Any, message: str) -> Any:
    if not value:
        raise ValueError(message)
    return value


def _check(stream: Any, status: int) -> None:
    if status:
        said = stream.get_last_error(stream) if stream.get_last_error else None
        raise ValueError(f"its producer failed: {(said or b'it does not say why').decode('utf-8', 'replace')}")


def _held(capsule: Any, name: str, kind: Any) -> Any:
    """The structure that a capsule holds."""
    valid, pointer = ctypes.pythonapi.PyCapsule_IsValid, ctypes.pythonapi.PyCapsule_GetPointer
    valid.argtypes = pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    valid.restype, pointer.restype = ctypes.c_int, ctypes.c_void_p
    if not valid(capsule, name.encode()):
        raise TypeError(f"{type(capsule).__name__} is no capsule of an Arrow {name.removeprefix('arrow_')}")
    return ctypes.cast(pointer(capsule, name.encode()), _POINTER(kind)).contents
