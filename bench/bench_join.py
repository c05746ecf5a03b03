"""What the threshold join costs: units listed, pairs that meet, candidates, CPU time by step, and shuffle bytes on Spark.

The first table needs no cluster: it runs the steps one after another in this process. The second starts Spark with two
executors here, where pyspark is installed, and reads the bytes that its stages wrote from Spark's own records.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import corpus
import numpy as np
from contest import Table, installed, options, show

import infrarouge as ir
from infrarouge.search.join import (
    Bounds,
    bucket_counts,
    candidates_of,
    pair_scores,
    postings_of,
    read_texts,
)

BUCKETS = 1 << 22
SETTINGS = [("rougeL", 0.7), ("rougeL", 0.9), ("rouge1", 0.7), ("rouge2", 0.5), ("rouge2", 0.7)]


def near_copies(n: int, seed: int = 0) -> list[str]:
    """News-like texts of about 50 words: every fourth is an earlier one with up to six words changed, some are copies."""
    rng, writer = random.Random(seed), corpus.Writer(seed)
    texts: list[list[str]] = []
    for at in range(n):
        if at and rng.random() < 0.25:
            words = list(texts[rng.randrange(max(0, at - 1000), at)])
            for _ in range(rng.choice([0, 1, 2, 3, 4, 6])):
                words[rng.randrange(len(words))] = rng.choice(rng.choice(texts[-200:]))
        else:
            words = writer.text(writer.reference(corpus.SHAPES["cnndm"])).split()
        texts.append(words)
    return [" ".join(words) for words in texts]


def steps(given: Any) -> Table:
    sizes = [1000] if given.quick else [10_000, 40_000]
    table = Table(
        "The steps of the join in one process (all counts are per text)",
        [
            "metric, threshold, texts",
            "units",
            "listed",
            "pairs that meet",
            "candidates",
            "pairs reached",
            "read µs",
            "list µs",
            "pair µs",
            "verify µs",
        ],
    )
    for metric, threshold in SETTINGS:
        runner = ir.Rouge(metric, threads=1).runner
        for n in sizes:
            texts = near_copies(n)
            started = time.process_time()
            read = read_texts(runner, texts)
            _, first = np.unique(read.digests, return_index=True)
            texts = [texts[at] for at in np.sort(first).tolist()]
            read = read_texts(runner, texts)
            bounds = Bounds.of(runner, read.totals, 2, threshold)
            assert bounds is not None
            after_read = time.process_time()
            postings = postings_of(read, np.arange(len(texts)), bounds, bucket_counts(read.keys, BUCKETS))
            postings = postings.where(np.lexsort((postings.code, postings.cell)))
            after_list = time.process_time()
            codes = [later << 32 | earlier for later, earlier in candidates_of(postings, bounds)]
            pairs = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *codes]))
            after_pair = time.process_time()
            later, earlier = pairs >> 32, pairs & 0xFFFFFFFF
            scores, _ = pair_scores(runner, 2, [texts[at] for at in later], [texts[at] for at in earlier])
            after_verify = time.process_time()
            cells = np.unique(postings.cell, return_counts=True)[1]
            figures = [
                len(read.keys),
                len(postings.cell),
                int((cells * (cells - 1) // 2).sum()),
                len(pairs),
                int((scores >= threshold).sum()),
            ]
            marks = [started, after_read, after_list, after_pair, after_verify]
            times = [1e6 * (end - begin) / n for begin, end in itertools.pairwise(marks)]
            name = f"{metric}, {threshold}, {n:,}"
            table.rows.append([name, *(f"{figure / n:.2f}" for figure in figures), *(f"{took:.0f}" for took in times)])
    table.notes.append("Times are CPU time of one thread. A cluster reads each text four times: see the page.")
    return table


def session() -> Any:
    from pyspark.sql import SparkSession

    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bench_join")
    for name, value in {
        "spark.executorEnv.PYTHONPATH": str(Path(ir.__file__).parents[1]),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": 8,
        "spark.ui.showConsoleProgress": False,
        "spark.driver.memory": "2g",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def written(spark: Any) -> dict[int, int]:
    """The bytes that each stage has written for others to read."""
    context = spark.sparkContext
    address = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages?status=complete"
    with urllib.request.urlopen(address) as answer:
        return {stage["stageId"]: stage["shuffleWriteBytes"] for stage in json.load(answer)}


def on_spark(given: Any) -> Table:
    from infrarouge.integrations.spark_join import dedup

    table = Table(
        "The same on Spark, two executors with one core each",
        [
            "metric, threshold, texts",
            "text bytes",
            "shuffle bytes",
            "shuffle bytes a text",
            "copies",
            "candidates",
            "pairs",
            "rounds",
            "seconds",
        ],
    )
    spark = session()
    for n in (1000,) if given.quick else (10_000, 50_000):
        texts = near_copies(n)
        rows = spark.createDataFrame(list(enumerate(texts)), "id long, text string").repartition(8).persist()
        rows.count()
        for metric, threshold in SETTINGS[:1] if given.quick else [("rougeL", 0.7), ("rouge2", 0.5)]:
            before, started = sum(written(spark).values()), time.perf_counter()
            result = dedup(rows, metric=metric, threshold=threshold)
            seconds = time.perf_counter() - started
            shuffled = sum(written(spark).values()) - before
            size = sum(len(text.encode()) for text in texts)
            figures = [size, shuffled, shuffled // n, result.copies, result.candidates, result.pairs, result.rounds]
            table.rows.append(
                [f"{metric}, {threshold}, {n:,}", *(f"{figure:,}" for figure in figures), f"{seconds:.0f}"]
            )
            result.unpersist()
        rows.unpersist()
    spark.stop()
    return table


def run(given: Any) -> list[Table]:
    tables = [steps(given)]
    if installed("pyspark"):
        tables.append(on_spark(given))
    return tables


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
