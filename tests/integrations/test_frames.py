"""The same rows give the same scores in every kind of table: nulls, empty texts and several references included."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.integrations.frames import TableScorer, check_columns, check_new, joined

pa = pytest.importorskip("pyarrow")

ROWS = 2_000
HOW: dict[str, Any] = {"metrics": "rouge1 rougeL", "stemmer": "porter"}


@pytest.fixture(scope="module")
def table() -> Any:
    rng = np.random.default_rng(0)
    words = np.array(["the", "cats", "sat", "on", "a", "mat", "café", "東京", "running", ""])
    numbers = rng.integers(0, len(words), (2, ROWS, 8))
    ours, theirs = (
        [" ".join(row[: size % 9]) for row, size in zip(words[side], rng.integers(0, 9, ROWS), strict=True)]
        for side in numbers
    )
    missing = rng.random((3, ROWS)) < 0.05
    ours = [None if gone else text for text, gone in zip(ours, missing[0], strict=True)]
    theirs = [None if gone else text for text, gone in zip(theirs, missing[1], strict=True)]
    lists = [
        None if gone else [text, *theirs[: at % 3]]
        for at, (text, gone) in enumerate(zip(theirs, missing[2], strict=True))
    ]
    return pa.table(
        {"pred": ours, "ref": theirs, "refs": pa.array(lists, pa.list_(pa.string())), "id": np.arange(ROWS)}
    )


@pytest.fixture(scope="module")
def expected(table: Any) -> dict[str, Any]:
    """What plain lists give, by the column of references."""
    lists = {name: table[name].to_pylist() for name in ("pred", "ref", "refs")}
    rouge = ir.Rouge(**HOW)
    return {
        name: rouge.scores(predictions=lists["pred"], references=lists[name]).reshape(ROWS, -1)
        for name in ("ref", "refs")
    }


NAMES = [f"{label}.{measure}" for label in ("rouge1", "rougeL") for measure in ("precision", "recall", "fmeasure")]


def same(columns: Any, expected: Any) -> None:
    assert [name for name in columns if name in NAMES] == NAMES
    for at, name in enumerate(NAMES):
        assert np.array_equal(np.asarray(columns[name]), expected[:, at]), name


@pytest.mark.parametrize("reference", ["ref", "refs"])
def test_arrow(table: Any, expected: Any, reference: str) -> None:
    for chunked in (table, table.slice(0, 1)):
        columns = TableScorer(**HOW).columns(chunked["pred"], chunked[reference])
        same(columns, expected[reference][: len(chunked)])
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=777))
    same(TableScorer(**HOW).columns(batches["pred"], batches[reference]), expected[reference])


@pytest.mark.parametrize("reference", ["ref", "refs"])
def test_pandas(table: Any, expected: Any, reference: str) -> None:
    pandas = pytest.importorskip("pandas")
    import infrarouge.integrations.pandas as frames

    for kind in ({}, {"types_mapper": pandas.ArrowDtype}):
        frame = table.to_pandas(**kind)
        frame.index = frame.index + 5
        scores = frame.rouge.score("pred", reference, **HOW)
        same(dict(scores.items()), expected[reference])
        assert scores.index.equals(frame.index)
        assert frame.rouge.with_scores("pred", reference, **HOW).columns.tolist() == [*frame.columns, *NAMES]
        report = frames.evaluate(frame, "pred", reference, id="id", **HOW, n_resamples=0)
        assert np.array_equal(report.scores.reshape(ROWS, -1), expected[reference])
        assert report.ids is not None
        assert report.ids[:2] == ("0", "1")


@pytest.mark.parametrize("reference", ["ref", "refs"])
def test_polars(table: Any, expected: Any, reference: str) -> None:
    polars = pytest.importorskip("polars")
    import infrarouge.integrations.polars as ir_pl

    frame = polars.from_arrow(table)
    expression = ir_pl.rouge("pred", reference, **HOW)
    same(frame.select(expression).unnest("rouge").to_dict(), expected[reference])
    lazy = frame.lazy().select(expression).unnest("rouge")
    same(lazy.collect().to_dict(), expected[reference])
    same(lazy.collect(engine="streaming").to_dict(), expected[reference])
    kept = frame.lazy().filter(polars.col("id") % 7 == 3).select(expression).unnest("rouge")
    same(kept.collect(engine="streaming").to_dict(), expected[reference][3::7])
    wide = ir_pl.with_scores(frame.lazy(), polars.col("pred").meta.output_name(), reference, **HOW).collect()
    assert wide.columns == [*frame.columns, *NAMES]
    report = ir_pl.evaluate(frame.lazy(), "pred", reference, id="id", **HOW, n_resamples=0)
    assert np.array_equal(report.scores.reshape(ROWS, -1), expected[reference])
    empty = frame.clear().select(expression).unnest("rouge")
    assert empty.columns == NAMES


@pytest.mark.parametrize("reference", ["ref", "refs"])
def test_duckdb(table: Any, expected: Any, reference: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    import infrarouge.integrations.duckdb as ir_duck

    connection = ir_duck.register(duckdb.connect(), **HOW)
    connection.register("texts", table)
    function = "rouge_list" if reference == "refs" else "rouge"
    query = f"select id, unnest({function}(pred, {reference})) from texts order by id"
    same(
        {name: column for name, column in connection.sql(query).fetchnumpy().items() if name != "id"},
        expected[reference],
    )
    relation = connection.sql("select * from texts order by id")
    for _ in range(2):
        wide = ir_duck.with_scores(relation, "pred", reference, connection=connection, **HOW)
    assert wide.columns == ["pred", "ref", "refs", "id", *NAMES]
    same({name: wide.order("id").fetchnumpy()[name] for name in NAMES}, expected[reference])
    report = ir_duck.evaluate(relation, "pred", reference, id="id", **HOW, n_resamples=0)
    assert np.array_equal(report.scores.reshape(ROWS, -1), expected[reference])


@pytest.mark.parametrize("reference", ["ref", "refs"])
def test_datasets(table: Any, expected: Any, reference: str) -> None:
    datasets = pytest.importorskip("datasets")
    import infrarouge.integrations.datasets as ir_ds

    datasets.disable_progress_bars()
    part = table.slice(0, 1_000)
    dataset = datasets.Dataset(part)
    scorer = ir_ds.BatchScorer("pred", reference, **HOW)
    plain = dataset.map(scorer, batched=True, load_from_cache_file=False)
    arrow = dataset.with_format("arrow").map(scorer, batched=True, load_from_cache_file=False).with_format(None)
    for scored in (
        plain,
        arrow,
        dataset.map(pickle.loads(pickle.dumps(scorer)), batched=True, load_from_cache_file=False),
    ):
        assert scored.column_names == ["pred", "ref", "refs", "id", *NAMES]
        same({name: scored[name][:] for name in NAMES}, expected[reference][:1_000])
    report = ir_ds.evaluate(dataset, "pred", reference, id="id", **HOW, n_resamples=0)
    assert np.array_equal(report.scores.reshape(1_000, -1), expected[reference][:1_000])
    stream = dataset.to_iterable_dataset(4)
    streamed = ir_ds.evaluate(stream, "pred", reference, **HOW, n_resamples=0)
    assert repr(dict(streamed)) == repr(dict(report))


def test_batches_give_the_report_of_the_whole(table: Any, expected: Any) -> None:
    report = ir.evaluate_batches(table.to_batches(max_chunksize=199), prediction="pred", reference="refs", **HOW)
    assert np.array_equal(report.scores.reshape(ROWS, -1), expected["refs"])


# ---------------------------------------------------------------- what they share


def test_several_columns_of_references_are_one_list() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    import infrarouge.integrations.pandas as frames
    import infrarouge.integrations.polars as ir_pl

    rows = {"p": ["a b", "c", None], "x": ["a", None, None], "y": [["b c"], ["c", "d"], None]}
    plain = ir.Rouge("rouge1").scores(predictions=rows["p"], references=[["a", "b c"], ["c", "d"], None])
    assert joined([rows["x"], rows["y"]]) == [["a", "b c"], ["c", "d"], None]
    for scores in (
        frames.score(pandas.DataFrame(rows), "p", ["x", "y"], metrics="rouge1").to_numpy(),
        ir_pl.score(polars.DataFrame(rows), "p", ["x", "y"], metrics="rouge1").to_numpy(),
    ):
        assert scores.tolist() == plain.reshape(3, 3).tolist()


def test_what_is_wrong_is_told() -> None:
    polars = pytest.importorskip("polars")
    import infrarouge.integrations.polars as ir_pl

    frame = polars.DataFrame({"pred": ["a"], "ref": ["b"], "rouge1.recall": [1.0], "n": [1]})
    with pytest.raises(ir.InputError, match="there is no column 'prd'; did you mean 'pred'"):
        ir_pl.score(frame, "prd", "ref")
    with pytest.raises(ir.InputError, match=r"there is a column 'rouge1\.recall' already"):
        ir_pl.with_scores(frame, "pred", "ref")
    with pytest.raises(Exception, match="predictions is a column of whole numbers"):
        ir_pl.score(frame, "n", "ref")
    with pytest.raises(ir.UnknownNameError, match="unknown measure 'precisoin'"):
        TableScorer(measures="precisoin")
    with pytest.raises(ir.InputError, match="measures is empty"):
        TableScorer(measures=[])
    with pytest.raises(ir.InputError, match="there is more than one column 'a'; rename all but one"):
        check_columns(["a"], ["a", "b", "a"])
    check_new(["a"], ["b"])


def test_lists_may_be_arrays_and_empty_where_there_are_several_columns() -> None:
    pandas = pytest.importorskip("pandas")
    cells = np.empty(3, dtype=object)
    cells[:] = [np.array(["b", "c"], dtype=object), np.array([], dtype=object), None]
    rows = joined([pandas.Series(["a", "x", None]), pandas.Series(cells)])
    assert rows == [["a", "b", "c"], ["x"], None]
    assert joined([["a", None], [("b", None), []]]) == [["a", "b"], None]


def test_ids_and_groups_are_read_from_columns_of_arrow() -> None:
    texts = {"predictions": ["a", "b"], "references": ["a", "c"], "metrics": "rouge1"}
    report = ir.evaluate(**texts, ids=pa.chunked_array([[7], [8]]), groups=pa.array(["x", None]))
    assert report.ids == ("7", "8")
    assert report.groups == ("x", "(none)")
    with pytest.raises(ir.InputError, match=r"row 1 has no id \(None\)"):
        ir.evaluate(**texts, ids=pa.array(["x", None]))
