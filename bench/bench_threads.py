"""Two threads against one: wall time, the same batch, the same scorer."""

from __future__ import annotations

import os
import time
from typing import Any

import corpus
from contest import Contender, Table, contest, options, show

import infrarouge as ir


def run(given: Any) -> list[Table]:
    table = Table("Threads, 1+2+L (pairs a second, wall time)", ["shape", "1 thread", "2 threads", "times faster"])
    for shape, n in (("cnndm", 20_000), ("xsum", 40_000), ("long", 40)):
        predictions, references = corpus.pairs(shape, n // 10 if given.quick else n)
        found = []
        for threads in (1, 2):
            rouge = ir.Rouge("rouge1 rouge2 rougeL", "rouge-score", threads=threads)
            call = lambda rouge=rouge: rouge.scores(predictions=predictions, references=references)  # noqa: B023, E731
            found.append(Contender(str(threads), call, len(predictions)))
        seconds = contest(found, given.rounds, time.perf_counter)
        best = {name: min(values) for name, values in seconds.items()}
        table.rows.append([shape, *(f"{1 / best[name]:,.0f}" for name in ("1", "2")), f"{best['1'] / best['2']:.2f}"])
    table.notes.append(
        f"The best of {given.rounds} rounds on {os.cpu_count()} cores, which may be shared with other programs."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
