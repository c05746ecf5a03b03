"""From file to table: processor time of the command line on 100,000 rows, each command in a process of its own."""

from __future__ import annotations

import csv
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
from contest import Table, options, show

BASE = 20_000
"""Pairs that are drawn; the files repeat them."""
COMMANDS = {
    "start alone": ["--version"],
    "help": ["--help"],
    "score": ["score", "{file}"],
    "score, no intervals": ["score", "{file}", "--resamples", "0"],
    "score --id": ["score", "{file}", "--id", "id"],
    "score --per-example .jsonl": ["score", "{file}", "--per-example", "{folder}/each.jsonl"],
    "score --per-example .csv": ["score", "{file}", "--per-example", "{folder}/each.csv"],
    "score --per-example .parquet": ["score", "{file}", "--per-example", "{folder}/each.parquet"],
}


def write(folder: Path, n: int) -> list[Path]:
    """The same rows as JSONL, CSV and Parquet."""
    predictions, references = corpus.pairs("cnndm", min(BASE, n))
    rows = [
        {"id": str(at), "prediction": predictions[at % len(predictions)], "reference": references[at % len(references)]}
        for at in range(n)
    ]
    paths = [folder / f"rows.{ending}" for ending in ("jsonl", "csv", "parquet")]
    paths[0].write_text("".join(json.dumps(row) + "\n" for row in rows))
    with paths[1].open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    pq.write_table(pa.Table.from_pylist(rows), paths[2])
    return paths


def seconds(words: list[str], bytecode: Path) -> float:
    """Processor time of a command in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # An installed package has its bytecode beside it; a checkout may not, and would be compiled in every process.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(bytecode)
    call = [sys.executable, "-m", "infrarouge", *words]
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def run(given: Any) -> list[Table]:
    n, rounds = (5_000, 2) if given.quick else (100_000, min(3, given.rounds))
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = write(folder, n)
        sizes = [f"{path.suffix[1:]} ({os.path.getsize(path) / 1e6:.0f} MB)" for path in paths]
        table = Table(f"Files of {n:,} rows (seconds of processor time)", ["infrarouge ...", *sizes])
        for command, words in COMMANDS.items():
            calls = [[word.format(file=path, folder=folder) for word in words] for path in paths]
            table.rows.append(
                [command, *(f"{min(seconds(call, folder / 'bytecode') for _ in range(rounds)):.2f}" for call in calls)]
            )
    table.notes.append(
        f"The best of {rounds} rounds, all threads together, with the start of Python; 1,000 resamples unless told."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
