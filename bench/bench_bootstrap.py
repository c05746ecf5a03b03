"""Intervals: 1,000 resamples of a test set's scores, against the peers' aggregators; and both tests at 10^6 rows.

At 10^6 rows each runs in a process of its own, whose most resident memory the system tells.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import Any

import numpy as np
from contest import OURS, Contender, Table, best_peer, contest, installed, options, ratio, show

import infrarouge as ir
from infrarouge.engine import engine, thread_count
from infrarouge.scoring.aggregate import estimate
from infrarouge.scoring.significance import randomization

LABELS = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def run(given: Any) -> list[Table]:
    rows = 500 if given.quick else 11_490
    scores = np.random.default_rng(0).random((rows, 3 * len(LABELS)))
    how = ir.profile().resampling
    found = [Contender(OURS, lambda: estimate(scores, how, engine.resample), 1)]
    for module, name in (("rouge_score_rs", "rouge-score-rs"), ("rouge_score", "rouge-score")):
        if installed(module):
            scoring = __import__(f"{module}.scoring", fromlist=["scoring"])
            aggregator = scoring.BootstrapAggregator()
            for row in scores.tolist():
                aggregator.add_scores(
                    {label: scoring.Score(*row[3 * at : 3 * at + 3]) for at, label in enumerate(LABELS)}
                )
            found.append(Contender(name, aggregator.aggregate, 1))
    seconds = contest(found, min(3, given.rounds))
    peer = best_peer(seconds)
    table = Table(f"Bootstrap, 1,000 resamples of {rows:,} rows x 4 metrics (ms)", ["", *seconds, "times faster"])
    cells = [f"{1000 * sorted(one)[len(one) // 2]:,.1f}" for one in seconds.values()]
    table.rows.append(["CPU time", *cells, f"{ratio(seconds, peer):.0f} ({peer})" if peer else ""])
    return [table, many(10**5 if given.quick else 10**6)]


def intervals(scores: Any, threads: int) -> None:
    estimate(scores, ir.profile().resampling, engine.resample, threads)


def flips(scores: Any, threads: int) -> None:
    randomization(scores - scores[::-1], 1000, 0, engine.flip, threads)


TESTS = {"1,000 resamples": intervals, "1,000 flips": flips}


def many(rows: int) -> Table:
    """Both tests over many rows, with one thread and with all."""
    threads = thread_count(None)
    table = Table(
        f"{rows:,} rows x 4 metrics", ["", "threads", "CPU time", "seconds on the wall", "most memory", "of it scores"]
    )
    for name in TESTS:
        for number in dict.fromkeys([1, threads]):
            call = [sys.executable, __file__, "--one", name, str(number), str(rows)]
            told = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
            cells = [
                f"{told['cpu']:.1f} s",
                f"{told['wall']:.1f}",
                f"{told['most']:.0f} MiB",
                f"{told['scores']:.0f} MiB",
            ]
            table.rows.append([name, str(number), *cells])
    table.notes.append("The wall is that of a shared machine.")
    return table


def measured(name: str, threads: int, rows: int) -> None:
    scores = np.random.default_rng(0).random((rows, 3 * len(LABELS)))
    cpu, wall = time.process_time(), time.perf_counter()
    TESTS[name](scores, threads)
    told = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**told, "most": most, "scores": scores.nbytes / 2**20}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measured(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        show(run(options(__doc__ or "")))
