"""Rows of scores are written by the core as Python writes them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infrarouge import engine
from infrarouge.files import examples
from infrarouge.files.examples import Examples

TEXT = st.text(st.characters() | st.sampled_from('ab ,"\r\n\\\x00é\udcff'), max_size=8)
NAMES = ["rouge1.precision", "rouge1.matched", "rougeW-1.2.recall", 'odd"é.recall']


@st.composite
def some_examples(draw: st.DrawFn) -> Examples:
    n = draw(st.integers(1, 4))
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    values = draw(st.lists(st.lists(st.floats(), min_size=len(names), max_size=len(names)), min_size=n, max_size=n))
    columns = draw(st.lists(st.sampled_from(["name", "id", "group"]), max_size=3, unique=True))
    texts = {column: draw(st.lists(TEXT, min_size=n, max_size=n)) for column in columns}
    return Examples(draw(st.integers(0, 10**12)), texts, draw(st.none() | TEXT), names, np.array(values))


@pytest.mark.skipif(engine.name() != "core", reason="the core writes rows")
@settings(max_examples=100, deadline=None)
@given(some_examples())
def test_the_core_writes_what_python_writes(rows: Examples) -> None:
    lines = rows.json_lines(), rows.csv_head(), rows.csv_lines()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examples, "has_tables", lambda: False)
        assert (rows.json_lines(), rows.csv_head(), rows.csv_lines()) == lines


def test_columns_are_those_of_the_records() -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    rows = Examples(3, {"id": ["a", "\udcff"]}, "s", NAMES[:2], np.array([[0.5, np.nan], [1.0, 2.0]]))
    expected = [{**record, "id": record["id"].replace("\udcff", "\\udcff")} for record in rows.records()]
    assert arrow.table(rows.columns(arrow)).to_pylist() == expected
    assert [json.loads(line)["system"] for line in rows.json_lines().splitlines()] == ["s", "s"]
