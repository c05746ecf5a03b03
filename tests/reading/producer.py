"""A producer of Arrow columns that needs no package, and hands out whatever it is told: also what is broken."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from infrarouge.reading import arrow

NAMES = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

ALIVE: list[Any] = []
"""What capsules point to; tests are short, so nothing is ever let go."""


def released(pointer: Any) -> None:
    """Mark a structure as released, as the interface asks."""
    pointer.contents.release = type(pointer.contents.release)()


RELEASE_SCHEMA = dict(arrow._Schema._fields_)["release"](released)
RELEASE_ARRAY = dict(arrow._Array._fields_)["release"](released)


class Produced:
    """An array of a format: its buffers (bytes, arrays or None), children and dictionary; `fields` replace what is true."""

    def __init__(
        self,
        format: str,
        length: int,
        /,
        *buffers: Any,
        children: tuple[Produced, ...] = (),
        dictionary: Produced | None = None,
        **fields: int,
    ) -> None:
        schema, array = arrow._Schema(), arrow._Array()
        schema.format, schema.n_children, schema.release = format.encode(), len(children), RELEASE_SCHEMA
        data = [None if buffer is None else np.frombuffer(bytes(buffer), np.uint8) for buffer in buffers]
        array.length, array.n_buffers, array.n_children, array.release = length, len(data), len(children), RELEASE_ARRAY
        # An empty array has no address of its own.
        array.buffers = (ctypes.c_void_p * len(data))(
            *(None if part is None else part.ctypes.data if part.size else 8 for part in data)
        )
        schema.children = (ctypes.POINTER(arrow._Schema) * len(children))(
            *(ctypes.pointer(one.schema) for one in children)
        )
        array.children = (ctypes.POINTER(arrow._Array) * len(children))(
            *(ctypes.pointer(one.array) for one in children)
        )
        if dictionary is not None:
            schema.dictionary, array.dictionary = ctypes.pointer(dictionary.schema), ctypes.pointer(dictionary.array)
        for name, value in fields.items():
            setattr(array, name, value)
        self.schema, self.array = schema, array
        ALIVE.append((schema, array, data, children, dictionary))

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        # Every capsule gets structures of its own, for whoever takes one over releases it.
        copies = arrow._Schema.from_buffer_copy(self.schema), arrow._Array.from_buffer_copy(self.array)
        ALIVE.append(copies)
        return tuple(new_capsule(ctypes.addressof(one), name, None) for one, name in zip(copies, NAMES, strict=False))
