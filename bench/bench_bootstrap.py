"""Intervals: 1,000 resamples of a test set's scores, against the peers' aggregators."""

from __future__ import annotations

from typing import Any

import numpy as np
from contest import OURS, Contender, Table, best_peer, contest, installed, options, ratio, show

import infrarouge as ir
from infrarouge.scoring.aggregate import estimate

LABELS = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def run(given: Any) -> list[Table]:
    rows = 500 if given.quick else 11_490
    scores = np.random.default_rng(0).random((rows, 3 * len(LABELS)))
    how = ir.profile().resampling
    found = [Contender(OURS, lambda: estimate(scores, how), 1)]
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
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
