"""Rows a second on Spark, by the number of executors: columns of scores, a report, and a summary with its resamples.

Each number of executors is a cluster of its own on this machine (`local-cluster`), with one core for each executor. The
first run of each verb warms the workers up and is not counted. `--pairs` says how many pairs, `--executors` which
numbers of executors.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
from contest import Table, installed, show

import infrarouge as ir
import infrarouge.integrations.spark as ir_spark

BASE = 20_000
"""Pairs that are drawn; the table repeats them."""
PARTITIONS = 8
ROUNDS = 2


def texts(pairs: int) -> dict[str, list[str]]:
    """Short pairs, drawn once and repeated."""
    drawn = corpus.pairs("xsum", min(BASE, pairs))
    times = -(-pairs // len(drawn[0]))
    return {name: (side * times)[:pairs] for name, side in zip(("prediction", "reference"), drawn, strict=True)}


def write(folder: Path, pairs: int) -> None:
    """One file for each partition, so that reading them is divided alike."""
    table = pa.table({"id": range(pairs), **texts(pairs)})
    size = -(-pairs // PARTITIONS)
    for at in range(PARTITIONS):
        pq.write_table(table.slice(at * size, size), folder / f"part-{at}.parquet")


def session(executors: int) -> Any:
    from pyspark.sql import SparkSession

    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    builder = SparkSession.builder.master(f"local-cluster[{executors},1,1024]")
    paths = [str(Path(ir.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    for name, value in {
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": False,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "spark.sql.files.maxPartitionBytes": "1g",
        "spark.sql.files.openCostInBytes": "1g",
    }.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def best(work: Callable[[], Any]) -> float:
    """The shortest of some runs, in seconds, after one that is not counted."""
    work()
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def verbs(frame: Any, metrics: str) -> dict[str, Callable[[], Any]]:
    about = {"prediction": "prediction", "reference": "reference"}
    return {
        "read only": lambda: (
            frame.mapInArrow(lambda batches: batches, frame.schema).write.format("noop").mode("overwrite").save()
        ),
        "with_scores": lambda: (
            ir_spark.with_scores(frame, **about, metrics=metrics).write.format("noop").mode("overwrite").save()
        ),
        "evaluate, no intervals": lambda: ir_spark.evaluate(frame, **about, metrics=metrics, n_resamples=0)["rouge1"],
        "evaluate, 1,000 resamples": lambda: ir_spark.evaluate(frame, **about, id="id", metrics=metrics)["rouge1"],
        "summarize, 1,000 resamples": lambda: ir_spark.summarize(frame, **about, id="id", metrics=metrics)["rouge1"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--executors", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--metrics", default="rouge1 rouge2 rougeL")
    given, _ = parser.parse_known_args()
    if not installed("pyspark"):
        print("Spark was not measured: pyspark is not installed.")
        return
    rates: dict[str, list[float]] = {}
    with TemporaryDirectory() as folder:
        write(Path(folder), given.pairs)
        for executors in given.executors:
            spark = session(executors)
            frame = spark.read.parquet(folder)
            for name, work in verbs(frame, given.metrics).items():
                rates.setdefault(name, []).append(given.pairs / best(work))
            spark.stop()
    columns_of_texts = {f"{name}s": pa.array(column) for name, column in texts(given.pairs).items()}
    begun = time.perf_counter()
    ir.evaluate(**columns_of_texts, metrics=given.metrics, n_resamples=0, threads=1)
    alone = given.pairs / (time.perf_counter() - begun)
    columns = [f"{number} executor{'s' * (number > 1)}" for number in given.executors]
    cells = [[name, *(f"{rate:,.0f}" for rate in row)] for name, row in rates.items()]
    cells.append(["no Spark, 1 thread, no intervals", f"{alone:,.0f}", *[""] * (len(columns) - 1)])
    show([Table(f"rows a second, {given.pairs:,} short pairs, {given.metrics}", ["", *columns], cells)])


if __name__ == "__main__":
    main()
