"""Lines and whole files have a greatest size, and a path that leads nowhere is explained."""

from __future__ import annotations

import gzip
import io
import os
from pathlib import Path

import pytest

from infrarouge.errors import InputError
from infrarouge.files.lines import ReadOptions, expand, lines, natural, opened, require_file, whole_bytes
from infrarouge.files.readers import count_lines, rows, whole_text

LIMIT = 1 << 20


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A packed file that unpacks to a little more than may be read as a whole."""
    monkeypatch.setattr("infrarouge.files.lines.LONGEST", LIMIT)
    with gzip.open(tmp_path / "a.json.gz", "wb") as file:
        file.write(b"[\n" + b" \n" * (LIMIT // 2))
    return tmp_path / "a.json.gz"


def test_a_whole_file_that_is_too_large_is_refused(packed: Path) -> None:
    with pytest.raises(InputError, match="has more than 1 MiB unpacked; split it"):
        whole_text(str(packed), ReadOptions(whole=True))
    with pytest.raises(InputError, match="has more than 1 MiB unpacked; write one object a line, which is JSONL"):
        list(rows(str(packed), ReadOptions()))


def test_no_more_is_unpacked_than_may_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infrarouge.files.lines.LONGEST", LIMIT)

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 <= size <= LIMIT
            return b"x" * size

    with pytest.raises(InputError, match="more than 1 MiB"):
        whole_bytes(Endless(), "a", "split it")  # type: ignore[arg-type]  # it reads like any binary file


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16", "utf-32"])
def test_a_line_is_bounded_in_every_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr("infrarouge.files.lines.LONGEST", LIMIT)
    (tmp_path / "a.txt").write_bytes(("short\n" + "x" * (LIMIT - 1) + "\n" + "x" * (LIMIT + 1)).encode(encoding))
    numbered = lines(str(tmp_path / "a.txt"), ReadOptions(encoding=encoding))
    assert [(number, len(line)) for number, line in (next(numbered), next(numbered))] == [(1, 6), (2, LIMIT)]
    with pytest.raises(InputError, match="line 3 has more than 1 MiB; split it"):
        next(numbered)


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links are made as on Unix")
def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to("gone.txt")
    with pytest.raises(InputError, match=r"a\.txt': it is a link to 'gone\.txt', which is not there"):
        require_file(str(tmp_path / "a.txt"))


@pytest.mark.skipif(os.name == "nt", reason="such names are of Unix")
def test_odd_names_under_a_pattern(tmp_path: Path) -> None:
    names = [
        "ref1\u00b2.txt",
        "ref2.txt",
        "ref\u0663.txt",
        f"ref{'9' * 99}.txt",
        "ref\udcff.txt",
        "ref\n.txt",
        "ref[1].txt",
    ]
    for name in names:
        (tmp_path / name).write_text("a\n")
    paths = expand(str(tmp_path / "ref*.txt"))
    assert sorted(Path(path).name for path in paths) == sorted(names)
    for path in paths:
        assert [line for _, line in lines(path, ReadOptions())] == ["a\n"]
    (tmp_path / "refs").mkdir()
    with pytest.raises(InputError, match="is a folder"), opened(str(tmp_path / "refs")):
        pass


def test_numbers_in_names_are_those_of_ascii_digits() -> None:
    names = ["²1", "10", "2", "²", "١3", "b"]
    assert sorted(names, key=natural) == ["2", "10", "b", "²", "²1", "١3"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "cp037", "cp500", "utf-8-sig", "utf-7", "shift-jis"])
def test_lines_end_where_the_encoding_ends_them(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("one two\nthree\n\nfour".encode(encoding))
    texts = [line for _, line in lines(str(path), ReadOptions(encoding=encoding))]
    assert texts == ["one two\n", "three\n", "\n", "four"]
    assert count_lines(str(path), ReadOptions(encoding=encoding)) in (4, None)


@pytest.mark.parametrize("name", ["a.jsonl.xz", "a.csv.BZ2", "a.zip", "a.tar.gz"])
def test_what_is_not_unpacked_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(InputError, match="is packed, and only gzip is unpacked here"):
        require_file(str(tmp_path / name))


def test_an_empty_name_is_no_folder() -> None:
    with pytest.raises(InputError, match="no file ''"):
        next(rows("", ReadOptions()))


def test_utf_32_is_not_taken_for_utf_16(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-32")
    with pytest.raises(InputError, match="is UTF-32, not UTF-8; type --encoding utf-32"):
        next(lines(str(tmp_path / "a.txt"), ReadOptions()))
