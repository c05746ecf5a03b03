"""Millions of short pairs from a Parquet file: rows a second and the most memory, against the same rows in memory.

Each way runs in a process of its own, whose most resident memory the system tells. `--pairs` says how many pairs, and
`--folder` where the file is written.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
from contest import Table, show

import infrarouge as ir
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.stream import score_stream

BASE = 50_000
"""Pairs that are drawn; the file repeats them."""
RESAMPLES = 100
"""Resamples of the intervals: memory does not depend on their number, and time is in proportion to it."""


def write(path: Path, pairs: int) -> None:
    predictions, references = corpus.pairs("xsum", min(BASE, pairs))
    table = pa.table({"prediction": predictions, "reference": references})
    with pq.ParquetWriter(path, table.schema) as writer:
        for begin in range(0, pairs, len(table)):
            writer.write_table(table.slice(0, pairs - begin), row_group_size=BASE)


def streamed(path: str, metrics: str, resamples: int = 0) -> tuple[float, float, Any]:
    column = Column(path, "prediction")
    texts = Texts(systems={"": column}, references=(column._replace(name="reference"),))
    started, begun = time.process_time(), time.perf_counter()
    report = score_stream(ir.Rouge(metrics, n_resamples=resamples).runner, texts)[""]
    value = report["rouge1"].fmeasure.value
    return time.process_time() - started, time.perf_counter() - begun, value


def in_memory(path: str, metrics: str) -> tuple[float, float, Any]:
    """The columns are in memory before the clock starts."""
    table = pq.read_table(path)
    started, begun = time.process_time(), time.perf_counter()
    report = ir.evaluate(predictions=table["prediction"], references=table["reference"], metrics=metrics, n_resamples=0)
    value = report["rouge1"].fmeasure.value
    return time.process_time() - started, time.perf_counter() - begun, value


def with_intervals(path: str, metrics: str) -> tuple[float, float, Any]:
    return streamed(path, metrics, RESAMPLES)


WAYS = {"stream": streamed, f"stream, {RESAMPLES} resamples": with_intervals, "in memory": in_memory}


def run(given: Any) -> Table:
    table = Table("Short pairs from a Parquet file", ["way", "pairs", "pairs a second", "seconds", "most memory"])
    pairs = given.pairs // 50 if given.quick else given.pairs
    with TemporaryDirectory(dir=given.folder) as folder:
        path = Path(folder) / "pairs.parquet"
        write(path, pairs)
        values = set()
        for way in WAYS:
            call = [sys.executable, __file__, "--way", way, "--file", str(path), "--metrics", given.metrics]
            told = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
            values.add(told["value"])
            rate, most = f"{pairs / told['seconds']:,.0f}", f"{told['mebibytes']:,.0f} MiB"
            table.rows.append([way, f"{pairs:,}", rate, f"{told['wall']:.0f}", most])
    assert len(values) == 1, f"the ways disagree: {values}"
    table.notes.append(
        f"{given.metrics}, means without intervals unless resamples are named. Pairs a second of processor time, of all threads together; seconds on "
        "the wall of a shared machine. In memory, the columns are there before the clock starts."
    )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5_000_000)
    parser.add_argument("--metrics", default="rouge1 rouge2 rougeL rougeLsum")
    parser.add_argument("--folder")
    parser.add_argument("--way", choices=WAYS)
    parser.add_argument("--file")
    parser.add_argument("--quick", action="store_true", help="small and fast, to see that it runs")
    given, _ = parser.parse_known_args()
    if not given.way:
        show([run(given)])
        return
    seconds, wall, value = WAYS[given.way](given.file, given.metrics)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "wall": wall, "value": value, "mebibytes": most / 1024}))


if __name__ == "__main__":
    main()
