"""One pair a call: what a loop in user code costs."""

from __future__ import annotations

from typing import Any

import corpus
from contest import OURS, Contender, Table, best_peer, contest, installed, options, rate, ratio, show

import infrarouge as ir
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer

METRICS = "rouge1 rouge2 rougeL"
SHAPES = {
    "cnndm": ("cnndm", METRICS),
    "cnndm, 1+2+L+Lsum": ("cnndm", f"{METRICS} rougeLsum"),
    "xsum": ("xsum", METRICS),
    "tiny": ("tiny", METRICS),
}
"""Texts and metrics of each row."""
SURFACE, FUNCTION = "compat.rouge_score", "infrarouge.score()"


def contenders(metrics: str, pairs: list[tuple[str, str]]) -> list[Contender]:
    """Everything that scores a pair a call: ours in three ways, and the peers that have the metrics."""
    rouge, surface = ir.Rouge(metrics, "rouge-score"), RougeScorer(metrics.split())
    calls = {
        OURS: lambda: [rouge.score(prediction=p, reference=r) for p, r in pairs],
        FUNCTION: lambda: [
            ir.score(prediction=p, reference=r, metrics=metrics, profile="rouge-score") for p, r in pairs
        ],
        SURFACE: lambda: [surface.score(r, p) for p, r in pairs],
    }
    if installed("rouge_score_rs"):
        from rouge_score_rs import rouge_scorer

        rust = rouge_scorer.RougeScorer(metrics.split())
        calls["rouge-score-rs"] = lambda: [rust.score(r, p) for p, r in pairs]
    if installed("fast_rouge") and metrics == METRICS:  # it has no others
        import fast_rouge

        calls["rouge-rust"] = lambda: [fast_rouge.score(r, p) for p, r in pairs]
    return [Contender(name, call, len(pairs)) for name, call in calls.items()]


def run(given: Any) -> list[Table]:
    table = Table(
        "One pair a call, 1+2+L unless it says otherwise (pairs a second)",
        ["shape", OURS, FUNCTION, SURFACE, "rouge-score-rs", "rouge-rust", "times faster"],
    )
    for name, (shape, metrics) in SHAPES.items():
        predictions, references = corpus.pairs(shape, 200 if given.quick else 1000)
        found = contenders(metrics, list(zip(predictions, references, strict=True)))
        seconds = contest(found, given.rounds)
        peer = best_peer({who: values for who, values in seconds.items() if who not in (SURFACE, FUNCTION)})
        times = ", ".join(f"{ratio(seconds, peer, ours):.1f}" for ours in (OURS, FUNCTION, SURFACE)) if peer else ""
        table.rows.append(
            [
                name,
                *(rate(seconds[who]) if who in seconds else "" for who in table.head[1:6]),
                f"{times} ({peer})" if peer else "",
            ]
        )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
