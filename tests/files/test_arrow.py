"""Arrow files by whatever way they come; folders of datasets that are broken are named, and none leads out of itself."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import InputError
from infrarouge.files.arrow import arrow_files
from infrarouge.files.lines import ReadOptions
from infrarouge.files.readers import rows


@pytest.mark.parametrize("name", ["../a.arrow", "/etc/passwd", "sub/a.arrow", 3, None])
def test_a_folder_names_files_of_its_own_only(tmp_path: Path, name: Any) -> None:
    (tmp_path / "state.json").write_text(json.dumps({"_data_files": [{"filename": name}]}))
    with pytest.raises(InputError, match=r"is broken .*which is no file of its folder.*save the dataset again"):
        arrow_files(str(tmp_path))


@pytest.mark.parametrize("content", ["{", '{"splits": 3}', '{"splits": ["train"]}'])
def test_a_dataset_whose_splits_are_gone_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "dataset_dict.json").write_text(content)
    with pytest.raises(InputError, match="is a dataset without its splits; save it again"):
        arrow_files(str(tmp_path))


@pytest.mark.parametrize("kind", ["file", "stream"])
def test_arrow_is_read_from_pipes_packed_files_and_odd_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    sink, table = io.BytesIO(), pyarrow.table({"text": ["a", "b"]})
    with (pyarrow.ipc.new_file if kind == "file" else pyarrow.ipc.new_stream)(sink, table.schema) as writer:
        writer.write_table(table)
    (tmp_path / "a.arrow.gz").write_bytes(gzip.compress(sink.getvalue()))
    odd = tmp_path / os.fsdecode(b"\xff.arrow")
    odd.write_bytes(sink.getvalue())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(sink.getvalue()))))  # type: ignore[arg-type]
    for path in (tmp_path / "a.arrow.gz", odd, "-"):
        assert list(rows(str(path), ReadOptions(format="arrow"))) == [(0, {"text": "a"}), (1, {"text": "b"})]


def test_a_table_that_is_broken_inside_is_named(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"text": ["a b", "c"] * 500}), path)
    whole, draw, messages = path.read_bytes(), random.Random(0), list[str]()
    for _ in range(200):
        broken = bytearray(whole)
        for _ in range(3):
            broken[draw.randrange(4, len(whole))] = draw.randrange(256)
        path.write_bytes(broken)
        try:
            list(rows(str(path), ReadOptions()))
        except InputError as error:
            messages.append(str(error))
        except UnicodeDecodeError:  # the texts themselves
            continue
    assert messages
    assert all("a.parquet is no Parquet file, or a broken one" in message for message in messages)
    assert not any("\n" in message for message in messages)
