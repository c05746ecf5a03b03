"""Random Arrow arrays, most of them broken: the core and the definition read the same texts, or refuse them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading.producer import ALIVE, Produced

from infrarouge.engine import textbook
from infrarouge.errors import ColumnFault

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

# The interface tells no sizes, so that buffers are as large as any offset drawn here; what lies in them is random.
SMALL = st.integers(-2, 12)
SIZE = st.integers(0, 4)
RISING = st.lists(st.integers(0, 12), min_size=12, max_size=12).map(sorted)
NUMBERS = RISING | st.lists(SMALL, min_size=12, max_size=12)
BYTES = st.just(b"a text of some words, and some more") | st.binary(min_size=32, max_size=32)
BITS = st.none() | st.binary(min_size=4, max_size=4)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "length": SMALL,
        "offset": st.integers(-1, 4),
        "null_count": st.integers(-2, 4),
        "n_buffers": st.integers(-1, 3),
        "n_children": st.integers(-1, 1),
    },
)


def buffer(values: list[int], kind: Any) -> bytes:
    return np.array(values, dtype=kind).tobytes()


@st.composite
def texts(draw: Any) -> Produced:
    kind, size, fields = draw(st.sampled_from(["u", "U", "vu", "n"])), draw(SIZE), draw(FIELDS | st.just({}))
    if kind == "n":
        return Produced(kind, size, **{**fields, "n_buffers": 0})
    if kind == "vu":
        views = [
            [draw(SMALL | st.integers(13, 40)), 0, draw(st.integers(-1, 1)), draw(st.integers(-2, 30))]
            for _ in range(18)
        ]
        flat = [number for view in views for number in view]
        # With fewer buffers the sizes would be read from a buffer of something else.
        fields.pop("n_buffers", None)
        return Produced(kind, size, draw(BITS), buffer(flat, np.int32), draw(BYTES), buffer([32], np.int64), **fields)
    offsets = buffer(draw(NUMBERS) + [12] * 6, np.int32 if kind == "u" else np.int64)
    return Produced(kind, size, draw(BITS), draw(st.just(offsets) | st.none()), draw(BYTES | st.none()), **fields)


@st.composite
def dictionaries(draw: Any) -> Produced:
    kind = draw(st.sampled_from(["c", "S", "i", "L"]))
    types = {"c": np.int8, "S": np.uint16, "i": np.int32, "L": np.uint64}
    places = draw(st.lists(st.integers(0, 5), min_size=18, max_size=18))
    return Produced(kind, draw(SIZE), draw(BITS), buffer(places, types[kind]), dictionary=draw(texts()), **draw(FIELDS))


@st.composite
def lists(draw: Any) -> Produced:
    kind, values = draw(st.sampled_from(["+l", "+L", "+vl", "+vL", "+w:2", "+w:0"])), draw(texts() | dictionaries())
    fields = draw(FIELDS | st.just({}))
    number = np.int64 if "L" in kind else np.int32
    buffers = [buffer(draw(NUMBERS) + [12] * 6, number) for _ in range(0 if "w" in kind else 1 + ("v" in kind))]
    return Produced(kind, draw(SIZE), draw(BITS), *buffers, children=(values,), **fields)


@st.composite
def tables(draw: Any) -> Produced:
    column = draw(texts() | dictionaries() | lists())
    return Produced("+s", draw(SIZE), draw(BITS), children=(column,), **draw(FIELDS | st.just({})))


def read(engine: Any, column: Produced) -> Any:
    """The bytes of every text, the rows of lists; or that the column is refused."""
    try:
        column_texts = engine.ArrowTexts(*column.__arrow_c_array__())
        rows = column_texts.lists()
    except (ValueError, ColumnFault):
        return "refused"
    read_texts = []
    for at in range(len(column_texts)):
        try:
            read_texts += column_texts.texts(at, at + 1)
        except UnicodeDecodeError as error:
            read_texts.append(error.object)
    return read_texts, None if rows is None else [part.tolist() for part in rows]


@settings(deadline=None, max_examples=600, suppress_health_check=list(HealthCheck))
@given(texts() | dictionaries() | lists() | tables())
def test_the_core_reads_what_the_definition_reads(column: Produced) -> None:
    ours, theirs = read(core, column), read(textbook, column)
    ALIVE.clear()
    # What is broken where no text of a row lies may be overlooked by either.
    assert ours == theirs or "refused" in (ours, theirs)
