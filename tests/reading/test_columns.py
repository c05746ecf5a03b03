"""Arrow columns are read as the lists that they stand for: every layout, both engines, every verb that takes texts."""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading.producer import Produced

import infrarouge as ir
from infrarouge.engine import engine, textbook
from infrarouge.errors import ColumnFault
from infrarouge.reading.columns import TextColumn, column_of
from infrarouge.reading.containers import sequence

pa = pytest.importorskip("pyarrow")

WORDS = [
    "the cat sat",
    "",
    "un café noir",
    "東京 都 is a city of many words",
    "the cat sat on the mat\nand slept",
    None,
]
TEXTS = st.lists(st.sampled_from(WORDS) | st.text(max_size=20).filter(lambda text: text.isprintable()), max_size=8)
LISTS = st.lists(st.none() | st.lists(st.sampled_from(WORDS), max_size=3), max_size=6)

TYPES = [pa.string(), pa.large_string(), pa.string_view()]
KINDS: dict[str, Callable[[list[Any]], Any]] = {
    **{str(kind): lambda texts, kind=kind: pa.array(texts, kind) for kind in TYPES},
    "dictionary": lambda texts: pa.array(texts, pa.string()).dictionary_encode(),
    "dictionary of uint8": lambda texts: pa.array(texts, pa.string()).cast(pa.dictionary(pa.uint8(), pa.string())),
    "large dictionary": lambda texts: pa.array(texts, pa.dictionary(pa.int64(), pa.large_string())),
}
LIST_KINDS: dict[str, Callable[[list[Any]], Any]] = {
    **{f"list of {kind}": lambda rows, kind=kind: pa.array(rows, pa.list_(kind)) for kind in TYPES},
    "large list": lambda rows: pa.array(rows, pa.large_list(pa.large_string())),
    "list view": lambda rows: pa.array(rows, pa.list_view(pa.string())),
    "large list view": lambda rows: pa.array(rows, pa.large_list_view(pa.string())),
    "list of dictionary": lambda rows: pa.array(rows, pa.list_(pa.dictionary(pa.int32(), pa.string()))),
}


def shapes(make: Callable[[list[Any]], Any], rows: list[Any]) -> list[Any]:
    """The same rows whole, cut out of a larger array, in chunks, and as the only column of a table."""
    array = make(rows)
    sliced = make([rows[0] if rows else None, *rows, None]).slice(1, len(rows))
    half = len(rows) // 2
    chunked = pa.chunked_array([sliced[:half], array[half:], make([])], type=array.type)
    return [array, sliced, chunked, pa.table({"text": chunked}), pa.record_batch({"text": sliced})]


def both(texts: Any) -> list[TextColumn]:
    """The column as this engine reads it, and as the definition in Python does."""
    capsules = (texts.__arrow_c_stream__(), None) if hasattr(texts, "__arrow_c_stream__") else texts.__arrow_c_array__()
    defined = textbook.ArrowTexts(*capsules)
    read = column_of(texts, "texts")
    assert read is not None
    return [read, TextColumn(defined, "texts", *(defined.lists() or ()))]


@pytest.mark.parametrize("kind", KINDS)
@given(texts=TEXTS)
def test_strings(kind: str, texts: list[str | None]) -> None:
    for shape in shapes(KINDS[kind], texts):
        for column in both(shape):
            assert list(column) == texts
            assert len(column) == len(texts)
            assert [column[at] for at in range(-len(texts), 0)] == texts
            assert list(column[1:3]) == texts[1:3]
            assert column[::2] == texts[::2]
            assert pickle.loads(pickle.dumps(column)) == texts


@pytest.mark.parametrize("kind", LIST_KINDS)
@given(rows=LISTS)
def test_lists(kind: str, rows: list[Any]) -> None:
    for shape in shapes(LIST_KINDS[kind], rows):
        for column in both(shape):
            assert list(column) == rows
            assert list(column[1:4]) == rows[1:4]
            assert list(column[1:]) == rows[1:]


def test_lists_of_a_fixed_size_and_columns_of_nothing() -> None:
    fixed = pa.array([["a", "b"], None, ["c", None]], pa.list_(pa.string(), 2))
    for shape in (fixed, fixed[1:]):
        for column in both(shape):
            assert list(column) == shape.to_pylist()
    for column in both(pa.nulls(3)):
        assert list(column) == [None] * 3
    for column in both(pa.chunked_array([], pa.string())):
        assert list(column) == []


@given(
    st.lists(
        st.tuples(st.sampled_from(WORDS), st.none() | st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from(sorted(LIST_KINDS)),
    st.sampled_from([{}, {"stemmer": "porter"}, {"tokens": str.split}, {"sentences": "period"}, {"combine": "mean"}]),
)
def test_scores_are_those_of_lists(pairs: list[Any], kind: str, list_kind: str, rules: dict[str, Any]) -> None:
    ours, lists = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    firsts = [None if several is None else several[0] for several in lists]
    rouge = ir.Rouge("rouge1 rougeL rougeLsum", **rules)
    for theirs, make in ((firsts, KINDS[kind]), (lists, LIST_KINDS[list_kind])):
        columns = {"predictions": KINDS[kind](ours), "references": make(theirs)}
        plain = {"predictions": ours, "references": theirs}
        assert rouge.scores(**columns).tolist() == rouge.scores(**plain).tolist()
        report, expected = rouge.evaluate(**columns, hashed=True), rouge.evaluate(**plain, hashed=True)
        assert report.counts.tolist() == expected.counts.tolist()
        assert report.to_json() == expected.to_json()
        assert report.notes() == expected.notes()
        assert report.signature == expected.signature


def test_every_verb_takes_columns() -> None:
    texts = ["the cat sat on the mat", "a dog ran", None, "the cat sat on a mat", "a dog ran away"]
    column = pa.chunked_array([texts[:2], texts[2:]], pa.large_string())
    assert ir.dedup(column).kept.tolist() == ir.dedup(texts).kept.tolist()
    assert ir.dedup(column, metric="rougeS4").kept.tolist() == ir.dedup(texts, metric="rougeS4").kept.tolist()
    assert ir.Index(column).nearest("the dog ran", 2) == ir.Index(texts).nearest("the dog ran", 2)
    assert ir.pairwise(predictions=column).tolist() == ir.pairwise(predictions=texts).tolist()
    cut = ir.pairwise(predictions=column, references=column, cutoff=0.5)
    assert cut.score.tolist() == ir.pairwise(predictions=texts, references=texts, cutoff=0.5).score.tolist()
    assert ir.mbr(column).best == ir.mbr(texts).best
    prepared = ir.Rouge("rouge1").prepare(column)
    again = pickle.loads(pickle.dumps(prepared))
    for kept in (prepared, again):
        scores = kept.evaluate(predictions=column).scores
        assert scores.tolist() == ir.Rouge("rouge1").scores(predictions=texts, references=texts).tolist()
    assert ir.score(prediction="a dog", references=column[:2]) == ir.score(prediction="a dog", references=texts[:2])
    systems = ir.compare({"a": column, "b": column}, references=column, metrics="rouge1")
    assert systems.to_table() == ir.compare({"a": texts, "b": texts}, references=texts, metrics="rouge1").to_table()
    documents = [["the cat sat", "a dog ran"], ["one", "two"]]
    listed = pa.array(documents, pa.list_(pa.string_view()))
    extracts = ir.oracle(documents=listed, references=pa.array(["a dog", "two"]))
    assert extracts == ir.oracle(documents=documents, references=["a dog", "two"])
    report = ir.evaluate(predictions=column, references=column, metrics="rouge1")
    page = report.to_html(predictions=column, references=column)
    assert page == report.to_html(predictions=texts, references=texts)


def test_ready_sentences_tokens_and_ids() -> None:
    rows = [["a b", "c"], ["d"], None]
    for rules in ({"sentences": "list"}, {"tokens": "list"}):
        rouge = ir.Rouge("rouge1 rougeLsum", **rules)
        columns = rouge.scores(predictions=pa.array(rows), references=pa.array(rows))
        assert columns.tolist() == rouge.scores(predictions=rows, references=rows).tolist()
    ids = [[1, 2, 3], [4]]
    rouge = ir.Rouge("rouge1", tokens="ids")
    assert (
        rouge.scores(predictions=pa.array(ids), references=ids).tolist()
        == rouge.scores(predictions=ids, references=ids).tolist()
    )


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1, 2]), "predictions is a column of whole numbers (Arrow format 'l'), not of texts"),
        (pa.array([1.5]), "prediction 0 is float, not str"),
        (pa.array([True]), "predictions is a column of booleans"),
        (
            pa.array([b"a"]),
            "predictions is a column of bytes (Arrow format 'z'), not of texts; give a column of strings; decode it",
        ),
        (pa.array([1, 2]).dictionary_encode(), "predictions is a column of whole numbers"),
        (pa.table({"n": [1]}), "predictions is a column of whole numbers"),
        (pa.table({"a": ["x"], "prediction": ["y"]}), "give one column: predictions=df['prediction']"),
        (pa.array([0], pa.timestamp("s")), "predictions is a column of dates or times"),
    ],
)
def test_what_holds_no_texts_is_refused(column: Any, message: str) -> None:
    with pytest.raises(ir.InputTypeError) as caught:
        ir.evaluate(predictions=column, references=["a"] * len(column))
    assert message in str(caught.value)


def test_what_is_not_utf8_is_named() -> None:
    bad = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(np.array([0, 1, 3, 4], np.int32)), pa.py_buffer(b"a\xff\xfeb")]
    )
    with pytest.raises(ir.InputTypeError, match="prediction 1 is not UTF-8"):
        ir.evaluate(predictions=bad, references=["a"] * 3)
    with pytest.raises(ir.InputTypeError, match="text 1 is not UTF-8"):
        ir.Index(bad)
    with pytest.raises(ir.InputError, match="row 1 of predictions is not UTF-8"):
        ir.evaluate(predictions=bad, references=["a"] * 3, tokens=str.split)
    lists = pa.ListArray.from_arrays([0, 1, 3], bad)
    with pytest.raises(ir.InputTypeError, match="reference 1 is not UTF-8"):
        ir.evaluate(predictions=["a"] * 2, references=lists)


def test_rows_are_counted_as_in_lists() -> None:
    with pytest.raises(ir.InputError, match="row 1 has no references"):
        ir.evaluate(predictions=["a", "b"], references=pa.array([["a"], []]))
    with pytest.raises(ir.InputError, match="2 predictions and 3 references"):
        ir.evaluate(predictions=pa.array(["a", "b"]), references=pa.array(["a", "b", "c"]))
    with pytest.raises(ir.InputTypeError, match="prediction 0 is list, not str"):
        ir.evaluate(predictions=pa.array([["a"]]), references=["a"])


# ---------------------------------------------------------------- broken buffers


def int32(*values: int) -> Any:
    return np.array(values, np.int32)


def view(size: int, buffer: int, begin: int) -> bytes:
    return bytes(int32(size).tobytes() + b"abcd" + int32(buffer, begin).tobytes())


LONG = b"a text of more than twelve bytes"
SIZES = np.array([len(LONG)])
ONE = Produced("u", 1, None, int32(0, 1), b"a")
BROKEN = {
    "backwards": Produced("u", 2, None, int32(0, 2, 1), b"abc"),
    "negative": Produced("u", 2, None, int32(-1, 0, 1), b"abc"),
    "large backwards": Produced("U", 1, None, np.array([5, 1]), b"abcde"),
    "no bytes": Produced("u", 1, None, int32(0, 4), None),
    "no offsets": Produced("u", 1, None, None, b"abcd"),
    "negative length": Produced("u", -1, None, int32(0, 1), b"a"),
    "negative offset": Produced("u", 1, None, int32(0, 1), b"a", offset=-1),
    "many nulls": Produced("u", 1, None, int32(0, 1), b"a", null_count=7),
    "nulls without bits": Produced("u", 1, None, int32(0, 1), b"a", null_count=1),
    "two buffers": Produced("u", 1, None, int32(0, 1)),
    "few buffers": Produced("u", 1, None, int32(0, 1), b"a", n_buffers=-3),
    "view beyond": Produced("vu", 1, None, view(20, 0, 20), LONG, SIZES),
    "view of no buffer": Produced("vu", 1, None, view(20, 1, 0), LONG, SIZES),
    "view of buffer -1": Produced("vu", 1, None, view(20, -1, 0), LONG, SIZES),
    "view before": Produced("vu", 1, None, view(20, 0, -5), LONG, SIZES),
    "view of negative size": Produced("vu", 1, None, view(-5, 0, 0), LONG, SIZES),
    "list beyond": Produced("+l", 1, None, int32(0, 9), children=(ONE,)),
    "list backwards": Produced("+l", 2, None, int32(0, 1, 0), children=(ONE,)),
    "list before": Produced("+l", 1, None, int32(-1, 1), children=(ONE,)),
    "fixed list beyond": Produced("+w:2", 1, None, children=(ONE,)),
    "list view beyond": Produced("+vl", 1, None, int32(0), int32(3), children=(ONE,)),
    "list of nothing": Produced("+l", 1, None, int32(0, 1), children=(ONE,), n_children=0),
    "index beyond": Produced("i", 1, None, int32(1), dictionary=ONE),
    "index before": Produced("i", 1, None, int32(-1), dictionary=ONE),
    "huge index": Produced("L", 1, None, np.array([2**64 - 1], np.uint64), dictionary=ONE),
    "short column of a table": Produced("+s", 2, None, children=(ONE,)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_buffers_are_an_error(name: str) -> None:
    with pytest.raises(ir.InputError, match="predictions is a broken Arrow column"):
        sequence(BROKEN[name], "predictions")
    with pytest.raises(ValueError, match=r"\w"):
        textbook.ArrowTexts(*BROKEN[name].__arrow_c_array__())


def test_pyarrow_is_asked_about_the_sizes_of_its_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interface tells no sizes of buffers; pyarrow knows them."""
    index = pa.DictionaryArray.from_arrays(pa.array([0, 7]), pa.array(["a"]), safe=False)
    with pytest.raises(ir.InputError, match="predictions is a broken Arrow column"):
        ir.evaluate(predictions=index, references=["a", "b"])

    class Column:
        __module__ = "pyarrow.lib"

        def validate(self) -> None:
            raise pa.ArrowInvalid("Length spanned by binary offsets is larger than values buffer")

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            raise AssertionError

    with pytest.raises(ir.InputError, match="larger than values buffer"):
        sequence(Column(), "predictions")


def test_capsules_are_used_once() -> None:
    stream = pa.chunked_array([["a"]]).__arrow_c_stream__()
    assert engine.ArrowTexts(stream, None).texts(0, 1) == ["a"]
    with pytest.raises(ValueError, match="read before"):
        engine.ArrowTexts(stream, None)
    for wrong in (None, "x", stream, ctypes.py_object()):
        with pytest.raises((TypeError, ValueError)):
            engine.ArrowTexts(wrong, None)
        with pytest.raises((TypeError, ValueError)):
            engine.ArrowTexts(pa.array(["a"]).__arrow_c_array__()[0], wrong or 3)
    with pytest.raises(ColumnFault):
        engine.ArrowTexts(*pa.array([1]).__arrow_c_array__())


def test_texts_stay_while_somebody_looks() -> None:
    """The buffers belong to the column after its producer is gone."""
    texts = [f"text number {at}" for at in range(10_000)]
    part = column_of(pa.chunked_array([texts[:5000], texts[5000:]]), "texts")[4000:6000]  # type: ignore[index]
    assert list(part) == texts[4000:6000]


def test_a_producer_that_fails_is_told() -> None:
    def batches() -> Any:
        yield pa.record_batch({"text": ["a"]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("text", pa.string())]), batches())
    with pytest.raises(ir.InputError, match="the disk is gone"):
        ir.evaluate(predictions=reader, references=["a"])


def test_columns_need_no_package() -> None:
    whole = Produced("u", 3, b"\x05", int32(0, 2, 2, 4), b"a b\xc3", null_count=1)
    assert list(sequence(whole, "texts")[:2]) == ["a ", None]
    views = Produced("vu", 1, None, view(20, 0, 2), LONG, SIZES)
    for table in (views, Produced("+s", 1, None, children=(views,))):
        for column in both(table):
            assert list(column) == [LONG[2:22].decode()]
    table = Produced("+s", 1, b"\x02", children=(whole,), offset=1, null_count=0)
    assert list(sequence(table, "texts")) == [None]


def test_polars_pandas_and_duckdb_are_read_in_place() -> None:
    texts = ["a b", None, "c d e f g h i j k l m n"]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"text": texts, "list": [["a"], None, ["b", "c"]]})
    assert isinstance(sequence(frame["text"], "texts"), TextColumn)
    assert list(sequence(frame["text"], "texts")) == texts
    assert list(sequence(frame["list"], "texts")) == [["a"], None, ["b", "c"]]
    assert list(sequence(frame["text"].cast(polars.Categorical), "texts")) == texts
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(texts, dtype=pandas.ArrowDtype(pa.string()))
    assert isinstance(sequence(series, "texts"), TextColumn)
    assert list(sequence(series, "texts")) == texts
    assert not isinstance(sequence(pandas.Series(texts, dtype=object), "texts"), TextColumn)
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.connect().sql("select * from (values ('a b', 1), (NULL, 2), ('c', 3)) t(text, n) order by n")
    assert list(sequence(relation.select("text"), "texts")) == ["a b", None, "c"]
    with pytest.raises(ir.InputTypeError, match="columns 'text', 'n'; give one column"):
        sequence(relation, "texts")
