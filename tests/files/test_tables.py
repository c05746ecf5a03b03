"""JSON Lines and CSV read by columns give what reading row by row gives, on whatever stands in the file."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge import engine
from infrarouge.files import columnar, inputs
from infrarouge.files.ahead import ahead
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.native import has_tables, row_lines
from infrarouge.files.stream import score_stream
from infrarouge.reading.columns import TextColumn

pytestmark = pytest.mark.skipif(engine.name() != "core", reason="the core reads tables")

PREDICTION, REFERENCE = Column("", "prediction"), Column("", "reference")


def texts_of(path: Path, *more: str, named: bool = False, **about: str) -> Texts:
    """The texts of a file: its usual columns, with more columns of references, ids and groups."""
    place = str(path)
    references = [REFERENCE._replace(path=place, named=named), *(Column(place, name, True) for name in more)]
    return Texts(
        systems={"a": PREDICTION._replace(path=place)},
        references=tuple(references),
        ids=tuple(Column(place, about[name], True) for name in ("id",) if name in about),
        group=Column(place, about["group"], True) if "group" in about else None,
    )


def rows_of(texts: Texts) -> list[Any]:
    """Every row that is read, or the error; a list of one reference is that reference."""

    def plain(value: Any) -> Any:
        return value[0] if isinstance(value, list) and len(value) == 1 else value

    rows: list[Any] = []
    try:
        for batch in texts.batches():
            assert batch.start == len(rows)
            columns = [list(batch.predictions["a"]), list(map(plain, batch.references))]
            columns += [list(column) if column else [None] * batch.n for column in (batch.ids, batch.groups)]
            rows += zip(*columns, strict=True)
    except ir.InputError as error:
        return [str(error)]
    return rows


def by_rows(texts: Texts) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "column_parts", lambda *_: None)
        return rows_of(texts)


def same(texts: Texts, block: int) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columnar, "BLOCK", block)
        rows = rows_of(texts)
    assert rows == by_rows(texts)
    return rows


TEXT = st.text(st.one_of(st.characters(), st.sampled_from('ab "\\/\n\r\t\b\x7f\x00é\u2028😀\ud83d\udc00')), max_size=12)
SCALAR = st.one_of(TEXT, st.none(), st.booleans(), st.integers(), st.floats(), st.just(-0.0))
ANY = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))
CELL = st.one_of(TEXT, TEXT, st.lists(st.one_of(TEXT, st.none()), max_size=3), st.none(), ANY)
NAMES = st.sampled_from(["prediction", "reference", "references", "more", "id", "group", "x", ""])
ROW = st.one_of(
    st.fixed_dictionaries(
        {"prediction": TEXT | st.none(), "reference": CELL, "id": st.integers(0, 99) | TEXT, "group": SCALAR},
        optional={"more": CELL, "x": ANY},
    ),
    st.dictionaries(NAMES, CELL, max_size=6),
)


@st.composite
def json_files(draw: st.DrawFn) -> bytes:
    lines = []
    for row in draw(st.lists(ROW, min_size=1, max_size=8)):
        spaced = draw(st.sampled_from([(", ", ": "), (",", ":"), (" , ", "\t: ")]))
        line = json.dumps(row, ensure_ascii=draw(st.booleans()), separators=spaced)
        if draw(st.integers(0, 5)) == 0:  # a name that comes again
            line = line.replace('"x"', '"prediction"')
        lines.append(
            line.encode("utf-8", "surrogatepass") + draw(st.sampled_from([b"\n", b"\r\n", b" \n\n", b"\n \t\n"]))
        )
    return b"".join(lines)


@st.composite
def damaged(draw: st.DrawFn, files: st.SearchStrategy[bytes]) -> bytes:
    """A file with some bytes put in, taken out or changed."""
    data = bytearray(draw(files))
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 3]))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 2))] = draw(
            st.sampled_from(
                [b"", b'"', b"\\", b"{", b"}", b",", b"\n", b"\xff", b"\xed\xa0\x80", b"\\u", b"[", b"1", b"\0"]
            )
        )
    return bytes(data)


@settings(max_examples=150, deadline=None)
@given(damaged(json_files()), st.sampled_from([1, 64, 1 << 22]), st.integers(0, 3))
def test_json_lines_read_as_json_reads_them(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, block: int, which: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "random.jsonl"
    path.write_bytes(data)
    if which == 0:
        same(texts_of(path), block)
    elif which == 1:
        same(texts_of(path, "more", named=True), block)
    elif which == 2:
        same(texts_of(path, id="id"), block)
    else:
        same(texts_of(path, "more", id="id", group="group"), block)


@st.composite
def csv_files(draw: st.DrawFn) -> bytes:
    mark = draw(st.sampled_from(",;\t|"))
    names = draw(st.permutations(["prediction", "reference", "id", "more", "group"]))
    out = io.StringIO(newline="")
    quoting = draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]))
    writer = csv.writer(out, delimiter=mark, quoting=quoting, lineterminator=draw(st.sampled_from(["\n", "\r\n"])))
    writer.writerow(names)
    cell = st.text(st.sampled_from('ab ",;|\t\n\r\né😀'), max_size=8) | st.integers(0, 9)
    for row in draw(st.lists(st.lists(cell, min_size=5, max_size=5), min_size=1, max_size=8)):
        writer.writerow(row)
        out.write(draw(st.sampled_from(["", "", "\n"])))
    return out.getvalue().encode()


@settings(max_examples=150, deadline=None)
@given(damaged(csv_files()), st.sampled_from([1, 64, 1 << 22]), st.integers(0, 2))
def test_csv_reads_as_csv_reads_it(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, block: int, which: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "random.csv"
    path.write_bytes(data)
    if which == 0:
        same(texts_of(path), block)
    elif which == 1:
        same(texts_of(path, "more"), block)
    else:
        same(texts_of(path, id="id", group="group"), block)


LINES = [
    {"prediction": "the cat", "reference": "a cat", "more": ["x", None], "id": 7, "group": "b"},
    {"prediction": None, "reference": ["a", None, "é\n"], "more": None, "id": "b", "group": None},
    {"prediction": '\\ " 😀', "reference": [], "more": "y", "id": -3, "group": 4},
]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.csv", "a.parquet"])
def test_files_are_read_by_columns(tmp_path: Path, name: str) -> None:
    """None of these is read row by row, whatever columns are asked for."""
    path = tmp_path / name
    if name.endswith("csv"):
        plain = [{key: value or "" for key, value in row.items()} for row in LINES]
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, list(LINES[0]))
        writer.writeheader()
        writer.writerows({**row, "reference": "r", "more": "m"} for row in plain)
        path.write_text(out.getvalue(), newline="")
    elif name.endswith("parquet"):
        pa = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        listed = [{**row, "id": str(row["id"]), "group": str(row["group"] or "")} for row in LINES]
        columns = {key: [row[key] for row in listed] for key in ("prediction", "id", "group")}
        lists = {"reference": [["a"], ["a", None, "é"], []], "more": [["x", None], None, ["y"]]}
        parquet.write_table(pa.table({**columns, **lists}), path)
    else:
        data = ("\ufeff" + "".join(json.dumps(row) + "\n" for row in LINES)).encode()
        path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    for texts in (
        texts_of(path),
        texts_of(path, "more"),
        texts_of(path, id="id"),
        texts_of(path, "more", id="id", group="group"),
    ):
        rows = same(texts, 1 << 22)
        assert len(rows) == 3
        for batch in texts.batches():
            assert isinstance(batch.predictions["a"], TextColumn)
            assert isinstance(batch.references, TextColumn)
    runner = ir.Rouge("rouge1 rougeL").runner
    quick = score_stream(runner, texts, hashed=True)["a"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "column_parts", lambda *_: None)
        slow = score_stream(runner, texts, hashed=True)["a"]
    assert quick.to_json() == slow.to_json()
    assert (quick.ids, quick.groups) == (slow.ids, slow.groups)
    assert quick.scores.tolist() == slow.scores.tolist()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"prediction": "a", "reference": "b"', "line 3: broken JSON"),
        ('{"prediction": 1, "reference": "b"}', "line 3: column 'prediction' holds int (1), not a text"),
        ('{"prediction": "a"}', "line 3: no column 'reference'"),
        ('["a", "b"]', "line 3 is a list and has no columns"),
        ('{"prediction": "a", "reference": "b"} x', "line 3: broken JSON (Extra data"),
        ("[" * 100_000, "line 3: JSON nested too deeply"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "a.jsonl"
    good = '{"prediction": "a", "reference": "b"}\n'
    path.write_text(f"{good}\n{line}\n{good}")
    [error] = same(texts_of(path), 1 << 22)
    assert said in error


def test_an_id_that_comes_again_is_told_with_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"prediction": "a", "reference": "b", "id": at % 5}) + "\n" for at in range(6)))
    for block in (1, 64, 1 << 22):
        [error] = same(texts_of(path, id="id"), block)
        assert error.endswith(
            "line 6: the id '0' is that of " + str(path) + ", line 1 too; give each row an id of its own"
        )


def test_a_long_row_does_not_stop_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    long = "x" * 5000
    path.write_text(
        "".join(json.dumps({"prediction": text, "reference": "é" + text}) + "\n" for text in ("a", long, "b"))
    )
    assert [row[0] for row in same(texts_of(path), 16)] == ["a", long, "b"]
    path = tmp_path / "a.csv"
    path.write_text(f'prediction,reference\na,b\n"{long}\n""{long}",b\n')
    assert [row[0] for row in same(texts_of(path), 16)] == ["a", f'{long}\n"{long}']


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(), min_size=1, max_size=50))
def test_numbers_are_written_as_python_writes_them(values: list[float]) -> None:
    written = row_lines([b"", b",", b"\n"], 7, [], np.array([values]).T.copy(), b"nan", b"inf")
    assert written.decode() == "".join(
        f"{7 + at},{value!r}\n".replace("-nan", "nan") for at, value in enumerate(values)
    )


def test_many_numbers_are_written_as_python_writes_them() -> None:
    draw = np.random.default_rng(0)
    bits = draw.integers(0, 2**64, 20_000, dtype=np.uint64).view(np.float64)
    ratios = draw.integers(0, 300, 20_000) / draw.integers(1, 300, 20_000)
    powers = np.array([sign * 10.0**e * m for e in range(-30, 30) for m in (1, 0.3, 1 / 3) for sign in (1, -1)])
    twos = np.array([2.0**e for e in range(-1074, 1024)])
    edges = np.array(
        [0.0, -0.0, 1e15, 1e16, 1e16 - 2, 123456789012345680.0, 1e-4, 1e-5, 9.999e-5, 5e-324, 1.7e308, 1e22]
    )
    for values in (bits[np.isfinite(bits)], ratios, powers, twos, edges):
        written = row_lines([b"", b" ", b"\n"], 0, [], np.ascontiguousarray(values[:, None]), b"nan", b"inf")
        assert written.decode().split()[1::2] == list(map(repr, values.tolist()))


def test_reading_ahead_gives_the_same_and_stops(tmp_path: Path) -> None:
    closed: list[bool] = []

    def numbers() -> Iterator[int]:
        try:
            yield from range(100)
            raise ValueError("the end")
        finally:
            closed.append(True)

    batches = ahead(numbers())
    assert [next(batches) for _ in range(3)] == [0, 1, 2]
    batches.close()  # type: ignore[attr-defined]  # a generator
    assert closed == [True]
    with pytest.raises(ValueError, match="the end"):
        assert math.fsum(ahead(numbers())) < 0
    assert has_tables()


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_a_line_that_is_too_long_is_refused_before_memory_is_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    limit, block, sizes = 1 << 20, 1 << 16, []

    def read_block(file: Any, before: Any, begin: int, size: int) -> Any:
        sizes.append(size + (0 if before is None else len(before) - begin))
        return plain(file, before, begin, size)

    plain = columnar.read_block
    monkeypatch.setattr(columnar, "read_block", read_block)
    monkeypatch.setattr(columnar, "BLOCK", block)
    monkeypatch.setattr(columnar, "LONGEST", limit)
    (tmp_path / name).write_bytes(b"prediction,reference\n" * name.endswith("csv") + b"a" * 4 * limit)
    line = 1 + name.endswith("csv")
    assert rows_of(texts_of(tmp_path / name)) == [f"{tmp_path / name}, line {line} has more than 1 MiB; split it"]
    assert limit < max(sizes) <= limit + block
