"""Predictions stand beside their references, whatever the files; what does not fit is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import InputError
from infrarouge.files.hashing import InputHash
from infrarouge.files.inputs import Batch, Column, Texts, joined, one_text, value
from infrarouge.files.lines import ReadOptions


def texts(systems: dict[str, tuple[str, str]], references: list[tuple[str, str]], **how: Any) -> Texts:
    return Texts(
        systems={name: Column(*one) for name, one in systems.items()},
        references=tuple(Column(*one) for one in references),
        reading=ReadOptions(**how),
    )


def lines(path: Path, *found: str) -> tuple[str, str]:
    path.write_text("".join(f"{one}\n" for one in found), encoding="utf-8")
    return str(path), "prediction"


def test_batches_hold_all_rows_in_order(tmp_path: Path) -> None:
    ours = lines(tmp_path / "a.txt", *(f"p{at}" for at in range(7)))
    theirs = lines(tmp_path / "b.txt", *(f"r{at}" for at in range(7)))
    found = list(texts({"a": ours}, [theirs]).batches(3))
    assert [(one.start, one.n) for one in found] == [(0, 3), (3, 3), (6, 1)]
    assert [text for one in found for text in one.predictions["a"]] == [f"p{at}" for at in range(7)]
    assert [text for one in found for text in one.references] == [f"r{at}" for at in range(7)]
    assert texts({"a": ours}, [theirs]).load() == Batch(
        0, {"a": [f"p{at}" for at in range(7)]}, [f"r{at}" for at in range(7)], None
    )
    assert texts({"a": ours}, [theirs]).total() == 7


def test_different_lengths_of_plain_text_are_told_before_reading(tmp_path: Path) -> None:
    ours = lines(tmp_path / "a.txt", "one", "two")
    theirs = lines(tmp_path / "b.txt", "one", "two", "three", "four")
    with pytest.raises(InputError) as caught:
        next(texts({"a": ours}, [theirs]).batches(1))
    message = str(caught.value)
    assert f"{theirs[0]} has 4 lines and {ours[0]} has 2" in message
    assert f"{theirs[0]}, line 3 has no partner ('three')" in message


def test_different_lengths_of_rows(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"prediction": "a"}\n\n{"prediction": "b"}\n{"prediction": "c"}\n')
    ours = (str(tmp_path / "a.jsonl"), "prediction")
    theirs = lines(tmp_path / "b.txt", "one")
    with pytest.raises(InputError) as caught:
        texts({"a": ours}, [theirs]).load()
    assert f"{ours[0]} has 3 rows and {theirs[0]} has 1: {ours[0]}, line 3 has no partner" in str(caught.value)


def test_one_file_is_read_once_for_all_its_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from infrarouge.files import lines as readers

    path = str(tmp_path / "a.jsonl")
    Path(path).write_text('{"base": "a", "new": "b", "gold": ["c", "d"]}\n')
    opened: list[str] = []
    first = readers.opened
    monkeypatch.setattr(readers, "opened", lambda one: opened.append(one) or first(one))
    found = texts({"base": (path, "base"), "new": (path, "new")}, [(path, "gold")]).load()
    assert found.predictions == {"base": ["a"], "new": ["b"]}
    assert found.references == [["c", "d"]]
    assert opened == [path]


def test_several_references(tmp_path: Path) -> None:
    ours = lines(tmp_path / "a.txt", "p")
    theirs = [lines(tmp_path / f"ref{at}.txt", f"r{at}") for at in range(3)]
    assert texts({"a": ours}, theirs).load().references == [["r0", "r1", "r2"]]
    (tmp_path / "b.jsonl").write_text(json.dumps({"one": "r0", "more": ["r1", None, "r2"], "none": None}) + "\n")
    columns = [(str(tmp_path / "b.jsonl"), name) for name in ("one", "none", "more")]
    assert texts({"a": ours}, columns).load().references == [["r0", "r1", "r2"]]


def test_missing_texts(tmp_path: Path) -> None:
    path = str(tmp_path / "a.jsonl")
    rows: list[dict[str, Any]] = [
        {"prediction": None, "reference": "r"},
        {"prediction": float("nan"), "reference": []},
        {"prediction": "", "reference": [None]},
    ]
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = texts({"a": (path, "prediction")}, [(path, "reference")]).load()
    assert found.predictions["a"] == [None, None, ""]
    assert found.references == ["r", None, None]


def test_references_may_be_called_in_the_plural(tmp_path: Path) -> None:
    path = str(tmp_path / "a.jsonl")
    Path(path).write_text('{"prediction": "a", "references": ["b", "c"]}\n')
    assert texts({"a": (path, "prediction")}, [(path, "reference")]).load().references == [["b", "c"]]


def test_lines_of_bare_texts(tmp_path: Path) -> None:
    path = str(tmp_path / "a.jsonl")
    Path(path).write_text('"two\\nlines"\n["b", "c"]\n')
    found = texts({"a": lines(tmp_path / "a.txt", "x", "y")}, [(path, "reference")]).load()
    assert found.references == ["two\nlines", ["b", "c"]]


def place(row: Any, column: str, named: bool = True) -> str:
    with pytest.raises(InputError) as caught:
        value(row, Column("a.jsonl", column, named), 7, ReadOptions())
    return str(caught.value)


def test_dotted_paths() -> None:
    row = {"a": {"b": [{"c": "deep"}]}, "a.b": "flat", "n": 3}
    assert value(row, Column("a.jsonl", "a.b.0.c"), 1, ReadOptions()) == "deep"
    assert value(row, Column("a.jsonl", "a.b"), 1, ReadOptions()) == "flat"
    assert place(row, "a.x") == "a.jsonl, line 7: no column 'a.x'; known are: b."
    assert "did you mean 'b'" in place({"a": {"b": 1}}, "a.bb")
    assert "there is no 'c' in int" in place(row, "n.c")
    assert "there is no '5' in a list of 1" in place(row, "a.b.5")
    assert "in an empty row" in place({}, "a")
    assert "there is no 'text' in str" in place("bare", "text")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (3, "holds int (3), not a text"),
        (True, "holds bool (true)"),
        ({"content": "x"}, "such as answer.content"),
        (["a", "b"], "--sentences list"),
        (list(range(99)), "..."),
    ],
)
def test_what_is_no_text_is_told(text: Any, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        one_text(text, Column("a.jsonl", "answer"), 7, ReadOptions())
    assert str(caught.value).startswith("a.jsonl, line 7: column 'answer' ")
    assert hint in str(caught.value)


def test_ready_lists_are_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "a.jsonl")
    Path(path).write_text('{"prediction": ["a", "b"], "reference": ["c", "d"]}\n')
    made = texts({"a": (path, "prediction")}, [(path, "reference")])
    assert made.load(ready=True).references == [["c", "d"]]
    assert joined([["a"], ["b"]], True) == [["a"], ["b"]]
    with pytest.raises(InputError, match="--tokens list"):
        made.load()


# ---------------------------------------------------------------- whole files


def folder(path: Path, **files: str) -> str:
    path.mkdir()
    for name, text in files.items():
        (path / name.replace("_", ".")).write_text(text)
    return str(path)


def test_folders_are_paired_by_name(tmp_path: Path) -> None:
    ours = folder(tmp_path / "pred", d2_txt="p2\nmore\n", d10_txt="p10")
    theirs = folder(tmp_path / "ref", d10_ref="r10", d2_ref="r2")
    (tmp_path / "pred" / ".hidden").write_text("x")
    made = texts({"a": (ours, "")}, [(theirs, "")], whole=True)
    assert made.load() == Batch(0, {"a": ["p2\nmore", "p10"]}, ["r2", "r10"], ["d2.txt", "d10.txt"])
    assert made.total() == 2


def test_several_folders_of_references(tmp_path: Path) -> None:
    ours = folder(tmp_path / "pred", a_txt="p")
    theirs = [(folder(tmp_path / f"ref{at}", a_txt=f"r{at}"), "") for at in range(2)]
    assert texts({"a": (ours, "")}, theirs, whole=True).load().references == [["r0", "r1"]]


def test_files_without_partner_are_named(tmp_path: Path) -> None:
    ours = folder(tmp_path / "pred", a_txt="p", b_txt="p")
    theirs = folder(tmp_path / "ref", a_txt="r", bb_txt="r")
    with pytest.raises(InputError, match=r"pred.b\.txt has no partner in .*ref; did you mean 'bb.txt'"):
        texts({"a": (ours, "")}, [(theirs, "")], whole=True).load()
    (tmp_path / "ref" / "b.txt").write_text("r")
    with pytest.raises(InputError, match=r"ref.bb\.txt has no partner in .*pred"):
        texts({"a": (ours, "")}, [(theirs, "")], whole=True).load()
    (tmp_path / "ref" / "bb.txt").rename(tmp_path / "ref" / "b.ref")
    (tmp_path / "ref" / "b.txt").rename(tmp_path / "ref" / "b.old")
    with pytest.raises(InputError, match=r"has several partners \(b\.old, b\.ref\)"):
        texts({"a": (ours, "")}, [(theirs, "")], whole=True).load()
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match="has no files"):
        texts({"a": (str(tmp_path / "none"), "")}, [(theirs, "")], whole=True).load()


def test_two_whole_files_need_no_common_name(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("p\nq\n")
    (tmp_path / "gold.txt").write_text("r\n")
    made = texts({"a": (str(tmp_path / "mine.txt"), "")}, [(str(tmp_path / "gold.txt"), "")], whole=True)
    assert made.load().predictions == {"a": ["p\nq"]}
    theirs = folder(tmp_path / "ref", a_txt="r", b_txt="r")
    with pytest.raises(InputError, match=r"1 text and .* has 2 texts"):
        texts({"a": (str(tmp_path / "mine.txt"), "")}, [(theirs, "")], whole=True).load()


def test_hash_depends_on_the_texts_alone() -> None:
    def hashed(*rows: tuple[Any, Any]) -> str:
        made = InputHash()
        for prediction, reference in rows:
            made.add([prediction], [reference])
        return made.value

    assert hashed(("a", "b"), ("c", "d")) == hashed(("a", ["b"]), ("c", ("d",)))
    assert hashed((None, "b")) == hashed((float("nan"), "b"))
    different = [
        hashed(("a", "b")),
        hashed(("a", ["b", "b"])),
        hashed(("ab", "")),
        hashed(("", "ab")),
        hashed(("a", None)),
        hashed(("\ud800", "b")),
        hashed(("a\n", "b")),
    ]
    assert len(set(different)) == len(different)
