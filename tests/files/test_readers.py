"""Files of every kind are read row by row, and a broken one is told with its place."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import InputError, MissingExtraError, UnknownNameError
from infrarouge.files.arrow import arrow_files
from infrarouge.files.inputs import read_texts
from infrarouge.files.lines import ReadOptions, expand
from infrarouge.files.readers import FORMATS, count_lines, format_of, rows, whole_text

ROWS = [{"prediction": "a b", "reference": "a c"}, {"prediction": "é\u2028x", "reference": None}]


def read(path: Path, **how: Any) -> list[Any]:
    return [row for _, row in rows(str(path), ReadOptions(**how))]


def fails(path: Path, **how: Any) -> str:
    with pytest.raises(InputError) as caught:
        read(path, **how)
    return str(caught.value)


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("one\u2028still one\x0b\x85\r\n\ntwo\rtwo".encode())
    assert read(path) == ["one\u2028still one\x0b\x85", "", "two\rtwo"]
    assert [number for number, _ in rows(str(path), ReadOptions())] == [1, 2, 3]


def test_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\ntwo\n")
    assert read(path) == ["one", "two"]
    (tmp_path / "a.jsonl").write_bytes(b'\xef\xbb\xbf{"a": 1}\n')
    assert read(tmp_path / "a.jsonl") == [{"a": 1}]


def test_gzip_is_unpacked_whatever_its_name(tmp_path: Path) -> None:
    for name in ("a.txt.gz", "a.txt"):
        (tmp_path / name).write_bytes(gzip.compress(b"one\ntwo\n"))
        assert read(tmp_path / name) == ["one", "two"]
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"a": 1}\n'))
    assert read(tmp_path / "a.jsonl.gz") == [{"a": 1}]
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(b"one\n" * 99)[:-9])
    assert "broken gzip" in fails(tmp_path / "cut.txt.gz")


def test_mixed_encodings_are_told_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("fine\nnaïve\n".encode() + "un café noir\n".encode("latin-1"))
    message = fails(path)
    assert "line 3" in message
    assert "0xe9" in message
    assert "'un caf'" in message
    assert "--encoding" in message
    path.write_bytes("un café noir\n".encode("latin-1"))
    assert read(path, encoding="latin-1") == ["un café noir"]


def test_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("one ∑\ntwo\n".encode("utf-16"))
    assert "--encoding utf-16" in fails(path)
    assert read(path, encoding="utf-16") == ["one ∑", "two"]
    assert "unknown encoding 'utf-99'" in fails(path, encoding="utf-99")
    path.write_bytes("one\n".encode("utf-16")[:-1])
    assert "is not utf-16" in fails(path, encoding="utf-16")


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.json", "a.csv", "a.tsv"])
def test_empty_files(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    assert "is empty" in fails(tmp_path / name)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "predictions.txt").write_text("a\n")
    assert "did you mean" in fails(tmp_path / "prediction.txt")
    assert "predictions.txt" in fails(tmp_path / "prediction.txt")
    assert "there is no folder" in fails(tmp_path / "none" / "a.txt")
    assert "--whole" in fails(tmp_path)


def test_jsonl(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS) + "\n\n", encoding="utf-8")
    assert read(path) == ROWS
    path.write_text('{"a": 1}\n\n{"a": "x" "b"}\n')
    message = fails(path)
    assert f"{path}, line 3: broken JSON" in message
    assert "column 11" in message
    path.write_text('{"a": 1}\n{"a"')
    assert "line 2" in fails(path)
    path.write_text("[" * 100_000)
    assert "line 1" in fails(path)


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(ROWS))
    assert read(path) == ROWS
    path.write_text(json.dumps({"prediction": ["a", "b"], "reference": ["c", "d"]}))
    assert read(path) == [{"prediction": "a", "reference": "c"}, {"prediction": "b", "reference": "d"}]
    path.write_text(json.dumps({"prediction": ["a", "b"], "reference": ["c"]}))
    assert "different lengths" in fails(path)
    path.write_text('[\n{"a": 1},\n{"a" 2}]')
    assert "line 3: broken JSON" in fails(path)
    path.write_text('{"a": 1}\n{"a": 2}\n')
    assert "--input jsonl" in fails(path)
    path.write_text('"text"')
    assert "one JSON str" in fails(path)


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,text\n1,"two\nlines, and ""quotes"""\n\n2,\n', encoding="utf-8")
    assert list(rows(str(path), ReadOptions())) == [
        (2, {"id": "1", "text": 'two\nlines, and "quotes"'}),
        (5, {"id": "2", "text": ""}),
    ]
    path.write_text("id,text\n1,a\n2,b,c\n")
    assert "line 3: 3 fields, but the first line names 2 columns" in fails(path)
    path.write_text('id,text\n1,a\n2,"never closed\n')
    assert "line 3: broken CSV" in fails(path)
    path.write_text("id,text\n")
    assert "is empty" in fails(path)
    path.write_bytes(b"id,text\n1,a\n2,caf\xe9\n")
    assert "line 3: not utf-8" in fails(path)
    path.write_text("text\n" + "x" * 200_000 + "\n")
    assert len(read(path)[0]["text"]) == 200_000


def test_tsv(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("id\ttext\n1\ta, b\n")
    assert read(path) == [{"id": "1", "text": "a, b"}]


def test_format_is_chosen_by_name_or_by_hand(tmp_path: Path) -> None:
    assert {name: format_of(f"a{one.suffixes[0]}", ReadOptions()) for name, one in FORMATS.items()} == dict(FORMATS)
    assert format_of("A.JSONL", ReadOptions()) is FORMATS["jsonl"]
    (tmp_path / "a.log").write_text('{"a": 1}\n')
    assert read(tmp_path / "a.log") == ['{"a": 1}']
    assert read(tmp_path / "a.log", format="jsonl") == [{"a": 1}]
    with pytest.raises(UnknownNameError, match="did you mean 'jsonl'"):
        read(tmp_path / "a.log", format="jsnl")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\ntwo")))
    assert [row for _, row in rows("-", ReadOptions())] == ["one", "two"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(InputError, match="standard input is empty"):
        next(rows("-", ReadOptions()))


def test_patterns_are_taken_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 0):
        (tmp_path / f"ref{number}.txt").write_text("a\n")
    found = expand(str(tmp_path / "ref*.txt"))
    assert [Path(one).name for one in found] == ["ref0.txt", "ref2.txt", "ref10.txt"]
    (tmp_path / "odd[1].txt").write_text("a\n")
    assert expand(str(tmp_path / "odd[1].txt")) == [str(tmp_path / "odd[1].txt")]
    with pytest.raises(InputError, match="no file matches"):
        expand(str(tmp_path / "hyp*.txt"))


@pytest.mark.parametrize("data", [b"a\nb\n", b"a\nb", b"\n\n", b"a"])
def test_lines_are_counted_as_they_are_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    assert count_lines(str(path), ReadOptions()) == len(read(path))
    assert count_lines(str(path), ReadOptions(encoding="utf-16")) is None
    assert count_lines(str(tmp_path / "a.csv"), ReadOptions()) is None


def test_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\n")
    assert whole_text(str(path), ReadOptions()) == "one\ntwo"
    path.write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(InputError, match="line 2: not utf-8"):
        whole_text(str(path), ReadOptions())


def test_read_texts(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    assert read_texts(str(tmp_path / "a.txt")) == ["one", "two"]
    (tmp_path / "a.jsonl").write_text('{"x": {"y": "one"}}\n')
    assert read_texts(str(tmp_path / "a.jsonl"), "x.y") == ["one"]
    with pytest.raises(InputError, match="no column 'z'"):
        read_texts(str(tmp_path / "a.jsonl"), "z")


# ---------------------------------------------------------------- Parquet and Arrow


def test_without_pyarrow_the_install_line_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for name in ("a.parquet", "a.arrow"):
        (tmp_path / name).write_bytes(b"PAR1")
        with pytest.raises(MissingExtraError, match=r"pip install 'infrarouge\[parquet\]'"):
            read(tmp_path / name)


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    table = pyarrow.table({"prediction": ["a", "b", None], "reference": [["x", "y"], [], None], "other": [1, 2, 3]})
    parquet.write_table(table, path, row_group_size=2)
    assert read(path) == table.to_pylist()
    assert [row for _, row in rows(str(path), ReadOptions(), ["prediction"])] == table.select(
        ["prediction"]
    ).to_pylist()
    # A column that is not there must not be hidden by the choice of columns.
    assert [row for _, row in rows(str(path), ReadOptions(), ["predicton"])] == table.to_pylist()
    path.write_bytes(b"no parquet at all")
    assert "is no Parquet file" in fails(path)


def dataset(folder: Path, parts: list[list[dict[str, Any]]]) -> None:
    """A folder as `Dataset.save_to_disk` writes it."""
    import pyarrow

    folder.mkdir(parents=True)
    names = [f"data-{at:05d}-of-{len(parts):05d}.arrow" for at in range(len(parts))]
    for name, part in zip(names, parts, strict=True):
        table = pyarrow.Table.from_pylist(part)
        with pyarrow.OSFile(str(folder / name), "wb") as file, pyarrow.ipc.new_stream(file, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
    state = {"_data_files": [{"filename": name} for name in names], "_indices_data_files": None}
    (folder / "state.json").write_text(json.dumps(state))
    (folder / "dataset_info.json").write_text("{}")


def test_dataset_folders(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    parts = [[{"prediction": f"{part} {row}", "n": row} for row in range(3)] for part in range(2)]
    dataset(tmp_path / "data", parts)
    assert read(tmp_path / "data") == parts[0] + parts[1]
    assert [number for number, _ in rows(str(tmp_path / "data"), ReadOptions())] == [0, 1, 2, 3, 4, 5], (
        "rows count from 0"
    )
    dataset(tmp_path / "both" / "train", parts)
    (tmp_path / "both" / "dataset_dict.json").write_text('{"splits": ["train"]}')
    assert str(tmp_path / "both" / "train") in fails(tmp_path / "both")
    state = json.loads((tmp_path / "data" / "state.json").read_text())
    (tmp_path / "data" / "state.json").write_text(json.dumps({**state, "_indices_data_files": [{"filename": "i"}]}))
    assert "flatten_indices" in fails(tmp_path / "data")
    (tmp_path / "data" / "state.json").unlink()
    assert len(arrow_files(str(tmp_path / "data"))) == 2


def test_arrow_files(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"prediction": ["a", "b"], "n": [1, 2]})
    path = tmp_path / "a.arrow"
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    assert read(path) == table.to_pylist()
    assert [row for _, row in rows(str(path), ReadOptions(), ["prediction"])] == [
        {"prediction": "a"},
        {"prediction": "b"},
    ]
    path.write_bytes(b"no arrow at all")
    assert "is no Arrow file" in fails(path)


def test_two_columns_with_one_name_are_refused(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text("prediction,reference,prediction\na,b,c\n")
    with pytest.raises(InputError, match="two columns named 'prediction'; rename one of them"):
        list(rows(str(table), ReadOptions()))


def test_a_gzip_file_that_is_broken_inside_is_named(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(bytes(range(256)) * 50))
    packed[40:60] = b"\xff" * 20
    for name in ("a.txt.gz", "a.json.gz"):
        (tmp_path / name).write_bytes(packed)
        with pytest.raises(InputError, match=r"broken gzip file|not utf-8"):
            list(rows(str(tmp_path / name), ReadOptions()))


def test_json_that_is_nested_too_deeply_is_named(tmp_path: Path) -> None:
    for name in ("a.json", "a.jsonl"):
        (tmp_path / name).write_text("[" * 100_000)
        with pytest.raises(InputError, match="nested too deeply"):
            list(rows(str(tmp_path / name), ReadOptions()))


@pytest.mark.parametrize("encoding", ["rot13", "base64", "nothing", "zlib"])
def test_what_is_no_encoding_of_text_is_refused(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    with pytest.raises(InputError, match="unknown encoding"):
        list(rows(str(tmp_path / "a.txt"), ReadOptions(encoding=encoding)))


def test_a_line_longer_than_memory_may_hold_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infrarouge.files.lines.LONGEST", 1 << 20)
    with gzip.open(tmp_path / "a.txt.gz", "wb") as file:
        file.write(b"short\n" + b"x" * ((1 << 20) + 1))
    with pytest.raises(InputError, match="line 2 has more than 1 MiB; split it"):
        list(rows(str(tmp_path / "a.txt.gz"), ReadOptions()))


def test_a_dataset_folder_with_a_broken_state_is_named(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"_data_files": [{}]}', '{"_data_files": 3}'):
        (tmp_path / "state.json").write_text(text)
        with pytest.raises(InputError, match=r"is broken .*save the dataset again"):
            list(rows(str(tmp_path), ReadOptions()))


def test_a_number_of_thousands_of_digits_is_named(tmp_path: Path) -> None:
    for name in ("a.json", "a.jsonl"):
        (tmp_path / name).write_text(f'[{{"n": {"9" * 5000}}}]')
        with pytest.raises(InputError, match=rf"{name}.*: a number has thousands of digits"):
            list(rows(str(tmp_path / name), ReadOptions()))
