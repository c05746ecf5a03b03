"""How time and memory grow with length, and what a batch costs in memory."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import corpus
from contest import OURS, Contender, Table, contest, options, show

import infrarouge as ir

LABELS = (
    "rouge1",
    "rouge2",
    "rouge4",
    "rougeL",
    "rougeLsum",
    "rougeW-1.2",
    "rougeWsum-1.2",
    "rougeS",
    "rougeS4",
    "rougeSU4",
)
MEMORY = """
import resource, sys, infrarouge as ir
n = int(sys.argv[1])
predictions, references = [f"word{i % 97} and some more {i % 89}" for i in range(n)], [f"word{i % 83} and more {i % 79}" for i in range(n)]
rouge = ir.Rouge("rouge1 rouge2 rougeL", threads=1)
rouge.scores(predictions=predictions[:1000], references=references[:1000])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kept = rouge.scores(predictions=predictions, references=references) if sys.argv[2] == "scores" else rouge.evaluate(predictions=predictions, references=references)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def growth(given: Any) -> Table:
    sizes = [64, 256, 1000] if given.quick else [64, 250, 1000, 4000, 16_000]
    table = Table(
        "Growth with length (ms a pair, one thread)", ["metric", *(f"{size:,} words" for size in sizes), "exponent"]
    )
    writer = corpus.Writer(0)
    texts = []
    for size in sizes:
        reference = writer.reference(corpus.Shape(size, max(1, size // 25)))
        texts.append((writer.text(writer.prediction(reference)), writer.text(reference)))
    for label in LABELS:
        rouge = ir.Rouge(label, "rouge-score", threads=1)
        cells = []
        for prediction, reference in texts:
            call = lambda p=prediction, r=reference: rouge.scores(predictions=[p], references=[r])  # noqa: B023, E731
            cells.append(min(contest([Contender(OURS, call, 1)], 3)[OURS]))
        exponent = math.log(cells[-1] / cells[-2]) / math.log(sizes[-1] / sizes[-2])
        table.rows.append([label, *(f"{1000 * cell:.3g}" for cell in cells), f"{exponent:.2f}"])
    table.notes.append(
        "The exponent says how the time grows in the last step: 1 is linear, 2 is quadratic. Sentences have 25 words."
    )
    return table


def memory(given: Any) -> Table:
    table = Table(
        "Peak memory over the inputs, three metrics (bytes a pair)",
        ["pairs", "columns (`scores`)", "report (`evaluate`)"],
    )
    for n in (100_000,) if given.quick else (1_000_000,):
        cells = []
        for how in ("scores", "evaluate"):
            done = subprocess.run(
                [sys.executable, "-c", MEMORY, str(n), how], capture_output=True, text=True, check=True
            )
            cells.append(f"{1024 * int(done.stdout) / n:.0f}")
        table.rows.append([f"{n:,}", *cells])
    return table


def run(given: Any) -> list[Table]:
    return [growth(given), memory(given)]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
