"""Scores of single examples are complete in the file at every moment."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from infrarouge.errors import MissingExtraError
from infrarouge.files.examples import Examples
from infrarouge.files.writers import open_writer

ROWS = [{"row": at, "rouge1.fmeasure": at / 4, "rouge1.recall": None} for at in range(4)]


def rows(begin: int, end: int) -> Examples:
    """Some of the rows as they are written."""
    values = np.array([[at / 4, np.nan] for at in range(begin, end)])
    return Examples(begin, {}, None, ["rouge1.fmeasure", "rouge1.recall"], values)


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_the_file_is_there_when_all_is_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with open_writer(str(path)) as writer:
        assert not list(tmp_path.iterdir())
        writer.add(rows(0, 2))
        [draft] = tmp_path.iterdir()
        assert len(draft.read_text().splitlines()) == 2 + name.endswith("csv")
        assert not path.exists()
        writer.add(rows(2, 4))
        assert writer.n == 4
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert len(path.read_text().splitlines()) == 4 + name.endswith("csv")


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_older_file_outlives_a_run_that_fails(tmp_path: Path, name: str, error: type[BaseException]) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_text("old")

    def stop() -> None:
        with open_writer(str(path)) as writer:
            writer.add(rows(0, 2))
            raise error

    with pytest.raises(error):
        stop()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet"])
def test_a_kept_file_goes_on(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    path, whole = tmp_path / name, tmp_path / ("whole" + name)

    def stop() -> None:
        with open_writer(str(path), kept=True) as writer:
            writer.add(rows(0, 2))
            places.update(end=writer.end, n=writer.n)
            writer.add(rows(2, 3))
            raise KeyboardInterrupt

    places: dict[str, int] = {}
    with pytest.raises(KeyboardInterrupt):
        stop()
    assert not path.exists()
    with open_writer(str(path), kept=True) as writer:
        assert not writer.resume(10**6, 2)
        assert writer.resume(**places)
        writer.add(rows(2, 4))
    with open_writer(str(whole)) as writer:
        writer.add(rows(0, 2))
        writer.add(rows(2, 4))
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted([path.name, whole.name])
    if name.endswith("parquet"):
        parquet = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table(path).to_pylist() == parquet.read_table(whole).to_pylist() == ROWS
    else:
        assert path.read_bytes() == whole.read_bytes()


def test_forms(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.csv"):
        with open_writer(str(tmp_path / name)) as writer:
            writer.add(rows(0, 1))
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {"row": 0, "rouge1": {"fmeasure": 0.0, "recall": None}}
    assert (tmp_path / "a.csv").read_text() == "row,rouge1.fmeasure,rouge1.recall\n0,0.0,\n"


def test_half_a_batch_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"

    def stop_while_writing() -> None:
        with open_writer(str(path)) as writer:
            writer.add(rows(0, 2))
            made: Any = writer
            made.file.write(b'{"row": 2, "rou')
            made.file.flush()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_while_writing()
    assert [json.loads(line)["row"] for line in path.read_text().splitlines()] == [0, 1]


def test_parquet_is_closed_after_an_error(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"

    def stop_while_writing() -> None:
        with open_writer(str(path)) as writer:
            writer.add(rows(0, 2))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_while_writing()
    assert parquet.read_table(path).to_pylist() == ROWS[:2]


def test_without_pyarrow_the_install_line_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'infrarouge\[parquet\]'"):
        open_writer(str(tmp_path / "a.parquet"))
