"""Arrow columns against lists, and a Parquet file from disk to its report: processor time, the same texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
from contest import Contender, Table, contest, options, show

import infrarouge as ir
from infrarouge.files.inputs import Column, Texts
from infrarouge.files.stream import score_stream

METRICS = "rouge1 rouge2 rougeL"


def contenders(folder: Path, shape: str, n: int) -> list[Contender]:
    predictions, references = corpus.pairs(shape, n)
    table = pa.table({"prediction": predictions, "reference": references})
    chunked = pa.Table.from_batches(table.to_batches(max_chunksize=10_000))
    rouge = ir.Rouge(METRICS, n_resamples=0)

    def value(report: Any) -> float:
        return float(report["rouge1"].fmeasure.value)

    def evaluated(ours: Any, theirs: Any) -> float:
        return value(rouge.evaluate(predictions=ours, references=theirs))

    def streamed(path: str) -> float:
        column = Column(path, "prediction")
        texts = Texts(systems={"": column}, references=(column._replace(name="reference"),))
        return value(score_stream(rouge.runner, texts)[""])

    def through_lists(path: str) -> float:
        rows = pq.read_table(path).to_pydict()
        return evaluated(rows["prediction"], rows["reference"])

    plain, packed = str(folder / f"{shape}-plain.parquet"), str(folder / f"{shape}.parquet")
    pq.write_table(table, plain, compression="none")
    pq.write_table(table, packed)
    calls: list[Callable[[], float]] = [
        lambda: evaluated(predictions, references),
        lambda: evaluated(table["prediction"], table["reference"]),
        lambda: evaluated(chunked["prediction"], chunked["reference"]),
        lambda: streamed(plain),
        lambda: streamed(packed),
        lambda: through_lists(packed),
    ]
    return [Contender(name, call, n) for name, call in zip(NAMES, calls, strict=True)]


NAMES = ["lists", "Arrow", "Arrow in chunks", "Parquet", "Parquet, snappy", "Parquet, snappy, by lists"]


def run(given: Any) -> list[Table]:
    table = Table(
        f"Arrow, {METRICS} (pairs a second of processor time)", ["way", "xsum", "of lists", "cnndm", "of lists"]
    )
    rows = [[name] for name in NAMES]
    with TemporaryDirectory() as folder:
        for shape, n in (("xsum", 100_000), ("cnndm", 20_000)):
            found = contenders(Path(folder), shape, n // 10 if given.quick else n)
            seconds = contest(found, given.rounds)
            best = {name: min(values) for name, values in seconds.items()}
            for row in rows:
                row += [f"{1 / best[row[0]]:,.0f}", f"{best['lists'] / best[row[0]]:.2f}"]
    table.rows += rows
    table.notes.append(
        f"The best of {given.rounds} rounds; all end with a report of means, without intervals. Parquet is read from a file, "
        "without compression and as pyarrow writes it unless told; unpacking that is most of the difference."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
