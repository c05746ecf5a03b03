"""What a core must survive: objects that lie, raise or change what is being read, and numbers and arrays at their edges."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
from engine.verbs import Liar, LyingList, core, flags, index, numbers, plan

from infrarouge.types import Score, Side, Utf8

VICTIMS: list[Any] = []
"""The lists and dicts of the call that is being made."""


class OwnError(Exception):
    """What the objects below raise."""


def ruin(*_: Any) -> None:
    """Empty what the core is reading, and write over the memory that becomes free."""
    for victim in VICTIMS:
        victim.clear()
    [object() for _ in range(100)]


class Ruins:
    """An object that empties the arguments of the call whenever it is asked for something."""

    def __index__(self) -> int:
        ruin()
        return 0

    def __len__(self) -> int:
        ruin()
        return 1

    def __getitem__(self, at: Any) -> Any:
        ruin()
        return ["a"] if isinstance(at, slice) else "a"

    def __iter__(self) -> Iterator[str]:  # without it Python would ask for items without end
        ruin()
        return iter("ab")

    def __hash__(self) -> int:
        ruin()
        return 0

    def __eq__(self, other: object) -> bool:
        ruin()
        return False

    def __float__(self) -> float:
        ruin()
        return 0.5


class Raises:
    """An object that raises whenever it is asked for something."""

    def fail(self, *_: Any) -> Any:
        raise OwnError

    __index__ = __len__ = __getitem__ = __iter__ = __float__ = __bool__ = __str__ = __repr__ = fail
    __eq__ = __hash__ = __array__ = __dlpack__ = __dlpack_device__ = fail  # type: ignore[assignment]


class NoIndex:
    """A number that is none."""

    def __index__(self) -> Any:
        return "x"

    def __dlpack__(self, **_: Any) -> Any:
        return datetime.datetime_CAPI  # type: ignore[attr-defined]  # a capsule of something else

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


class Lies(Liar):
    """A sequence that promises more than it holds, and ends all the same."""

    def __iter__(self) -> Iterator[str]:
        return iter("ab")


class Words(str):
    """A text of a class of its own."""


class Own(tuple[Any, ...]):
    """A tuple of a class of its own, which cannot be made."""

    def __new__(cls, *_: Any) -> Any:
        raise OwnError


def arrays() -> Iterator[Any]:
    """Arrays of all shapes, layouts and types, among them some that are far larger than memory and some to read only."""
    for kind in "bBhHiIlLqQefdg?":
        yield np.ones(2, dtype=kind)
    for shape in ((), (0,), (1,), (3,), (0, 0), (2, 2), (0, 3), (2, 1, 3), (3, 1, 3), (0, 1, 3), (1, 1, 1, 1)):
        yield np.zeros(shape)
        yield np.zeros(shape, dtype=np.int64)
    for kind in (np.float64, np.int64, np.uint8, np.int32):
        yield np.arange(8, dtype=kind)[::-2]
        yield np.arange(8, dtype=kind).reshape(2, 4).T
        fixed = np.ones((3, 1, 3), dtype=kind)
        fixed.flags.writeable = False
        yield fixed
        yield fixed[:, 0, 0].copy().astype(np.dtype(kind).newbyteorder())
        yield np.broadcast_to(np.zeros(1, kind), (2**40,))
        yield np.broadcast_to(np.zeros((1, 1, 3), kind), (2**40, 1, 3))
        yield np.frombuffer(bytes(33), np.uint8)[1:].view(kind)  # not aligned
    yield np.array([-1, 2**62, -(2**63), 2**63 - 1])
    yield np.array([np.nan, np.inf, -1e308])
    yield np.array(["a", None], dtype=object)
    yield np.array([(1, 2.0)], dtype="i8,f8")
    yield np.array(["2020-01-01"], dtype="M8[s]")
    yield np.ma.masked_array([1.0, 2.0], [True, False])


def plain() -> Iterator[Any]:
    """What no verb expects, and numbers, texts and bytes at their edges."""
    yield from (None, True, 0, 1, 3, -1, 2**31 - 1, 2**62, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**30, 10**5000)
    yield from (0.0, -0.0, 1.5, float("nan"), float("inf"), 1e308, 5e-324, 1j, np.int64(-1), np.float64(2))
    yield from ("", "x", "a b", "\0", "é", "東", "\U0010ffff", "\ud800", "text", "x" * 5000, Words("a b"))
    yield from (b"", b"x", b"\xff\n", bytearray(b"a b"), memoryview(b"abcd")[::2], memoryview(bytes(8)).cast("d"))
    yield from (
        [],
        (),
        {},
        set(),
        range(3),
        iter("ab"),
        {"a": 1},
        frozenset("a"),
        slice(1),
        ...,
        type,
        tuple,
        Own,
        Score,
    )
    yield from (Raises(), Ruins(), NoIndex(), Lies(), LyingList("a"), len, object(), lambda: 0)
    yield datetime.datetime_CAPI  # type: ignore[attr-defined]
    loop: list[Any] = []
    loop.append(loop)
    yield loop
    yield from (Side(["a", "b"]), Side(None), Side([Ruins()], numbers(0, 1)), Utf8(b"ab", numbers(0, 1, 2), None))
    yield from (Utf8(b"ab", numbers(0, 9), None), Utf8(bytearray(2), numbers(0, 2), flags(0)), Utf8(None, None, None))
    yield from (plan(), index("a"), core().Plan.__new__(core().Plan), column(), block(b"a"))


def hostile() -> list[Any]:
    return [*plain(), *arrays()]


def block(data: bytes) -> Any:
    """Bytes of a file."""
    return core().files.read_block(BytesIO(data).readinto, None, 0, len(data))


def column() -> Any:
    [texts] = core().files.json_lines(block(b'{"a": "b"}\n'), [("a", "a", "text")], True)[3]
    return texts
