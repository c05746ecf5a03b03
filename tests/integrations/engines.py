"""The same rows through every kind of table: each way gives columns of scores, by name and in order, and a report."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from integrations import clusters

import infrarouge as ir
from infrarouge.integrations.frames import TableScorer, joined, listed

Columns = dict[str, Any]
Result = tuple[Columns, ir.Report]
"""Columns of scores by name, and the report."""

ABOUT = {"id": "id", "group": "topic"}


def texts(rows: int, seed: int = 0) -> Any:
    """A table of Arrow: texts of several scripts, empty ones and nulls; lists with nulls in them, and null lists.

    The columns `maybe` and `more` are meant together: either may be null or an empty list, where the other is or is not.
    """
    pa = pytest.importorskip("pyarrow")
    rng = np.random.default_rng(seed)
    words = np.array(["the", "cats", "sat", "on", "a", "mat", "café", "東京", "running", "Straße", "\U0001f408", ""])

    def column(missing: float) -> list[str | None]:
        drawn, sizes = words[rng.integers(0, len(words), (rows, 9))], rng.integers(0, 10, rows)
        gone = rng.random(rows) < missing
        return [None if away else " ".join(row[:size]) for row, size, away in zip(drawn, sizes, gone, strict=True)]

    def lists(missing: float, least: int) -> list[list[str | None] | None]:
        members, sizes, gone = column(0.05), rng.integers(least, 4, rows), rng.random(rows) < missing
        return [
            None if away else (members[at : at + size] or members[:1])[:size]
            for at, (size, away) in enumerate(zip(sizes.tolist(), gone, strict=True))
        ]

    several = pa.list_(pa.string())
    topics = [None if at % 11 == 3 else f"topic {at % 7}" for at in range(rows)]
    return pa.table(
        {
            # As wide as each other, so that their order as texts is the order of the rows.
            "id": [f"row-{at:07}" for at in range(rows)],
            "topic": topics,
            "pred": column(0.05),
            "ref": column(0.05),
            "refs": pa.array(lists(0.05, 1), several),
            "maybe": column(0.3),
            "more": pa.array(lists(0.1, 0), several),
        }
    )


def picked(columns: Any, names: list[str]) -> Columns:
    return {name: np.asarray(columns[name]) for name in names}


def in_lists(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    """Plain lists, the measure of all others."""
    scorer = TableScorer(**how)
    ours, theirs = table["pred"].to_pylist(), joined([table[name].to_pylist() for name in listed(reference)])
    about = {"ids": table["id"].to_pylist(), "groups": table["topic"].to_pylist()}
    return scorer.columns(ours, theirs), ir.evaluate(predictions=ours, references=theirs, **about, **how)


def in_arrow(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    ours, theirs = table["pred"], joined([table[name] for name in listed(reference)])
    about = {"ids": table["id"].to_pylist(), "groups": table["topic"].to_pylist()}
    columns = TableScorer(**how).columns(ours, theirs)
    return columns, ir.evaluate(predictions=ours, references=theirs, **about, **how)


def in_chunks(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    """Arrays that are sliced and chunked, behind rows that do not count."""
    import pyarrow as pa

    shifted = pa.concat_tables([table.slice(0, 3), table]).slice(3)
    return in_arrow(pa.Table.from_batches(shifted.to_batches(max_chunksize=777)), reference, how)


def in_pandas(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    pytest.importorskip("pandas")
    import infrarouge.integrations.pandas as ir_pd

    frame = table.to_pandas()
    return _framed(ir_pd, frame, reference, how)


def in_pandas_arrow(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    pandas = pytest.importorskip("pandas")
    import infrarouge.integrations.pandas as ir_pd

    return _framed(ir_pd, table.to_pandas(types_mapper=pandas.ArrowDtype), reference, how)


def _framed(module: Any, frame: Any, reference: Any, how: dict[str, Any]) -> Result:
    scored = module.with_scores(frame, "pred", reference, **how)
    return picked(scored, TableScorer(**how).names), module.evaluate(frame, "pred", reference, **ABOUT, **how)


def in_polars(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    polars = pytest.importorskip("polars")
    import infrarouge.integrations.polars as ir_pl

    return _framed(ir_pl, polars.from_arrow(table), reference, how)


def in_polars_lazily(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    return _lazily(table, reference, how, "in-memory")


def in_polars_streams(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    return _lazily(table, reference, how, "streaming")


def _lazily(table: Any, reference: Any, how: dict[str, Any], engine: str) -> Result:
    polars = pytest.importorskip("polars")
    import infrarouge.integrations.polars as ir_pl

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "texts.parquet"
        polars.from_arrow(table).write_parquet(path, row_group_size=1_000)
        lazy = polars.scan_parquet(path)
        scored = ir_pl.with_scores(lazy, "pred", reference, **how).collect(engine=engine)
        report = ir_pl.evaluate(lazy, "pred", reference, **ABOUT, **how)
    return picked(scored, TableScorer(**how).names), report


def in_duckdb(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    duckdb = pytest.importorskip("duckdb")
    import infrarouge.integrations.duckdb as ir_duck

    if not isinstance(reference, str):
        pytest.skip("DuckDB takes one column of references")
    connection = duckdb.connect()
    connection.register("texts", table)
    relation = connection.sql("select * from texts order by id")
    scored = ir_duck.with_scores(relation, "pred", reference, connection=connection, **how).order("id")
    columns = picked(scored.fetchnumpy(), TableScorer(**how).names)
    return columns, ir_duck.evaluate(relation, "pred", reference, **ABOUT, **how)


def in_datasets(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    datasets = pytest.importorskip("datasets")
    import infrarouge.integrations.datasets as ir_ds

    datasets.disable_progress_bars()
    with _without_cache(datasets):
        dataset = datasets.Dataset(table)
        scored = ir_ds.with_scores(dataset, "pred", reference, **how).with_format("arrow")
        columns = picked(scored[:], TableScorer(**how).names)
        return columns, ir_ds.evaluate(dataset, "pred", reference, **ABOUT, **how)


@contextmanager
def _without_cache(datasets: Any) -> Iterator[None]:
    datasets.disable_caching()
    try:
        yield
    finally:
        datasets.enable_caching()


def in_ray(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    ray = started_ray()
    import infrarouge.integrations.ray as ir_ray

    step = max(1, len(table) // 13)
    data = ray.data.from_arrow([table.slice(begin, step) for begin in range(0, len(table), step)])
    scored = ir_ray.with_scores(data, "pred", reference, **how).select_columns(["id", *TableScorer(**how).names])
    columns = scored.to_pandas().sort_values("id")
    report = ir_ray.evaluate(data, "pred", reference, **ABOUT, **how)
    return picked(columns, TableScorer(**how).names), report


def started_ray() -> Any:
    """Ray with two workers and nothing that talks to the outside."""
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    if not ray.is_initialized():
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=200 << 20,
            logging_level="error",
            log_to_driver=False,
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
    return ray


def in_dask(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    pandas = pytest.importorskip("pandas")
    dask_frames = pytest.importorskip("dask.dataframe")
    import infrarouge.integrations.dask as ir_dask

    frame = dask_frames.from_pandas(table.to_pandas(types_mapper=pandas.ArrowDtype), npartitions=13)
    scored = ir_dask.with_scores(frame, "pred", reference, **how).compute()
    return picked(scored, TableScorer(**how).names), ir_dask.evaluate(frame, "pred", reference, **ABOUT, **how)


def in_spark(table: Any, reference: Any, how: dict[str, Any]) -> Result:
    spark = started_spark()
    import infrarouge.integrations.spark as ir_spark

    kinds = {"refs": "array<string>", "more": "array<string>"}
    schema = ", ".join(f"{name} {kinds.get(name, 'string')}" for name in table.column_names)
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 13), schema)
    names = TableScorer(**how).names
    scored = ir_spark.with_scores(frame, "pred", reference, **how).select(*[f"`{name}`" for name in names]).collect()
    columns = dict(zip(names, np.array(scored).T, strict=True))
    return columns, ir_spark.evaluate(frame, "pred", reference, **ABOUT, **how)


def started_spark() -> Any:
    """Spark with two executors, each a process of its own, for as long as the tests run."""
    clusters.needs()
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        return running
    kept = clusters.session("local-cluster[2,1,1024]", **{"spark.sql.execution.arrow.maxRecordsPerBatch": 777})
    KEPT.append(kept)  # a context that is let go ends
    return kept.__enter__()


KEPT: list[Any] = []

WAYS: dict[str, Callable[[Any, Any, dict[str, Any]], Result]] = {
    "arrow": in_arrow,
    "arrow chunks": in_chunks,
    "pandas": in_pandas,
    "pandas of arrow": in_pandas_arrow,
    "polars": in_polars,
    "lazy polars": in_polars_lazily,
    "streaming polars": in_polars_streams,
    "duckdb": in_duckdb,
    "datasets": in_datasets,
    "ray": in_ray,
    "dask": in_dask,
    "spark": in_spark,
}
MARKS = {"ray": [pytest.mark.ray], "dask": [pytest.mark.dask], "spark": clusters.MARKS}
