"""One pair a call: what a loop in user code costs."""

from __future__ import annotations

from typing import Any

import corpus
from contest import OURS, Contender, Table, best_peer, contest, installed, options, rate, ratio, show

import infrarouge as ir
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer

METRICS = "rouge1 rouge2 rougeL"
SURFACE, FUNCTION = "compat.rouge_score", "infrarouge.score()"


def run(given: Any) -> list[Table]:
    table = Table(
        "One pair a call, 1+2+L (pairs a second)",
        ["shape", OURS, FUNCTION, SURFACE, "rouge-score-rs", "rouge-rust", "times faster"],
    )
    for shape in ("cnndm", "xsum", "tiny"):
        predictions, references = corpus.pairs(shape, 200 if given.quick else 1000)
        both = list(zip(predictions, references, strict=True))
        rouge = ir.Rouge(METRICS, "rouge-score")
        found = [Contender(OURS, lambda: [rouge.score(prediction=p, reference=r) for p, r in both], len(both))]  # noqa: B023
        found.append(
            Contender(
                FUNCTION,
                lambda: [ir.score(prediction=p, reference=r, metrics=METRICS, profile="rouge-score") for p, r in both],  # noqa: B023
                len(both),
            )
        )
        surface = RougeScorer(METRICS.split())
        found.append(Contender(SURFACE, lambda: [surface.score(r, p) for p, r in both], len(both)))  # noqa: B023
        if installed("rouge_score_rs"):
            from rouge_score_rs import rouge_scorer

            rust = rouge_scorer.RougeScorer(METRICS.split())
            found.append(Contender("rouge-score-rs", lambda: [rust.score(r, p) for p, r in both], len(both)))  # noqa: B023
        if installed("fast_rouge"):
            import fast_rouge

            found.append(Contender("rouge-rust", lambda: [fast_rouge.score(r, p) for p, r in both], len(both)))  # noqa: B023
        seconds = contest(found, given.rounds)
        peer = best_peer({name: values for name, values in seconds.items() if name not in (SURFACE, FUNCTION)})
        times = ", ".join(f"{ratio(seconds, peer, ours):.1f}" for ours in (OURS, FUNCTION, SURFACE)) if peer else ""
        table.rows.append(
            [
                shape,
                *(rate(seconds[name]) if name in seconds else "" for name in table.head[1:6]),
                f"{times} ({peer})" if peer else "",
            ]
        )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
