"""Columns of Parquet and Arrow files score as their rows do, read one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge.files import inputs
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.stream import score_stream
from infrarouge.reading.columns import TextColumn

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

OURS = ["the cat sat", None, "a dog ran", "", "un café", "x y z", "one"]
THEIRS = {
    "texts": ["the cat", "b", None, "c", "café", "x y", "two"],
    "lists": [["the cat", "a cat"], ["b"], None, [], ["café", None], [None], ["two"]],
    "full": [["the cat", "a cat"], ["b"], ["a"], ["c"], ["café"], ["x"], ["two"]],
}
TYPES = {
    "texts": [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())],
    "lists": [pa.list_(pa.string())],
}
TYPES["full"] = [*TYPES["lists"], pa.large_list(pa.string())]


def written(folder: Path, table: Any, kind: str) -> str:
    path = folder / f"texts.{kind}"
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=3)
    else:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=3)
    return str(path)


@pytest.mark.parametrize(
    ("shape", "kind"), [(shape, kind) for shape, kinds in TYPES.items() for kind in kinds], ids=str
)
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_columns_score_as_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str, kind: Any, ending: str
) -> None:
    table = pa.table(
        {"prediction": pa.array(OURS, pa.string()), "reference": pa.array(THEIRS[shape], kind), "n": range(7)}
    )
    column = Column(written(tmp_path, table, ending), "prediction")
    texts = Texts(systems={"a": column}, references=(column._replace(name="reference"),))
    monkeypatch.setattr(inputs, "COLUMN_BATCHES", 1)
    batches = list(texts.batches(2))
    assert all(isinstance(batch.predictions["a"], TextColumn) for batch in batches)
    assert [batch.start for batch in batches] == [0, 2, 3, 5, 6] if ending == "arrow" else [0, 2, 4, 6]
    rouge = ir.Rouge("rouge1 rougeL", combine="mean")
    [columns] = score_stream(rouge.runner, texts, hashed=True).values()
    monkeypatch.setattr(inputs, "column_parts", lambda *_: None)
    assert all(isinstance(batch.predictions["a"], list) for batch in texts.batches(2))
    [rows] = score_stream(rouge.runner, texts, hashed=True).values()
    assert columns.to_json() == rows.to_json()
    assert columns.scores.tolist() == rows.scores.tolist()


def test_other_columns_are_told_by_row(tmp_path: Path) -> None:
    table = pa.table({"prediction": [1, 2], "reference": ["a", "b"]})
    column = Column(written(tmp_path, table, "parquet"), "prediction")
    texts = Texts(systems={"a": column}, references=(column._replace(name="reference"),))
    with pytest.raises(ir.InputError, match="row 0: column 'prediction' holds int"):
        score_stream(ir.Rouge("rouge1").runner, texts)
    with pytest.raises(ir.InputError, match="no column 'gold'"):
        score_stream(
            ir.Rouge("rouge1").runner,
            Texts(systems={"a": column._replace(name="reference")}, references=(Column(column.path, "gold", True),)),
        )
    empty = Column(
        written(
            tmp_path,
            table.slice(0, 0).cast(pa.schema([("prediction", pa.string()), ("reference", pa.string())])),
            "parquet",
        ),
        "prediction",
    )
    with pytest.raises(ir.InputError, match="is empty"):
        score_stream(
            ir.Rouge("rouge1").runner, Texts(systems={"a": empty}, references=(empty._replace(name="reference"),))
        )
