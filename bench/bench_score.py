"""Scoring a batch, one thread, from Python lists to NumPy columns, by `evaluate(...).scores` and by `scores(...)`.

The fastest peers run beside it, and all scores are checked for equality.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import corpus
from contest import OURS, Contender, Table, best_peer, contest, installed, options, rate, ratio, show

import infrarouge as ir

WORK = [
    ("CNN/DM-like (60 words a side)", "cnndm", 2000, "rouge1 rouge2 rougeL", False),
    ("the same, stemmed", "cnndm", 2000, "rouge1 rouge2 rougeL", True),
    ("the same, with Lsum", "cnndm", 2000, "rouge1 rouge2 rougeL rougeLsum", False),
    ("the same, with Lsum, stemmed", "cnndm", 2000, "rouge1 rouge2 rougeL rougeLsum", True),
    ("XSum-like (22 words)", "xsum", 2000, "rouge1 rouge2 rougeL", False),
    ("tiny (7 words)", "tiny", 20000, "rouge1 rouge2 rougeL", False),
    ("5,000 words", "long", 10, "rouge1 rouge2 rougeL", False),
    ("5,000 words, with Lsum", "long", 10, "rouge1 rouge2 rougeL rougeLsum", False),
]
COLUMNS = f"{OURS}, `scores(...)`"
SLOW = {"cnndm": 60, "xsum": 200, "tiny": 1000, "long": 0}


def contenders(predictions: list[str], references: list[str], metrics: str, stem: bool, slow: int) -> list[Contender]:
    """Us and every peer that offers this work."""
    n = len(predictions)
    rouge = ir.Rouge(metrics, "rouge-score", stemmer="porter" if stem else None, threads=1)
    found = [
        Contender(OURS, lambda: rouge.evaluate(predictions=predictions, references=references).scores, n),
        Contender(COLUMNS, lambda: rouge.scores(predictions=predictions, references=references), n),
    ]
    labels = metrics.split()
    if installed("rouge_score_rs"):
        from rouge_score_rs import rouge_scorer

        rust = rouge_scorer.RougeScorer(labels, use_stemmer=stem)
        found.append(Contender("rouge-score-rs", lambda: rust.score_batch(references, predictions), n))
    if installed("fast_rouge") and not stem and "rougeLsum" not in labels:
        import fast_rouge

        def flat() -> Any:
            made = fast_rouge.score_batch_flat(references, predictions)
            return made.rouge1_fmeasure, made.rouge2_fmeasure, made.rougeL_fmeasure

        found.append(Contender("rouge-rust", flat, n))
    if installed("rouge_score") and slow:
        from rouge_score import rouge_scorer as original

        plain = original.RougeScorer(labels, use_stemmer=stem)
        few = list(zip(references, predictions, strict=True))[:slow]
        found.append(Contender("rouge-score", lambda: [plain.score(*pair) for pair in few], len(few)))
    return found


def check(predictions: list[str], references: list[str], metrics: str, stem: bool, slow: int) -> str:
    """Compare every number with rouge-score (on as many pairs as it can do) or rouge-score-rs."""
    rouge = ir.Rouge(metrics, "rouge-score", stemmer="porter" if stem else None)
    scores = rouge.evaluate(predictions=predictions, references=references).scores
    assert (scores == rouge.scores(predictions=predictions, references=references)).all()
    if installed("rouge_score") and slow:
        from rouge_score import rouge_scorer

        n = slow
    elif installed("rouge_score_rs"):
        from rouge_score_rs import rouge_scorer

        n = len(predictions)
    else:
        return "not checked"
    scorer = rouge_scorer.RougeScorer(metrics.split(), use_stemmer=stem)
    for at in range(min(n, len(predictions))):
        expected = scorer.score(references[at], predictions[at])
        for column, label in enumerate(rouge.labels):
            one = expected[label]
            assert scores[at, column].tolist() == [one.precision, one.recall, one.fmeasure], (at, label)
    return "equal"


def run(given: Any) -> list[Table]:
    names = [OURS, COLUMNS, "rouge-score-rs", "rouge-rust", "rouge-score"]
    table = Table("Scoring, one thread (pairs a second)", ["work", *names, "best peer", "times faster", "scores"])
    for title, shape, n, metrics, stem in WORK:
        if given.data:
            if shape != "cnndm":
                continue
            predictions, references = (Path(path).read_text(encoding="utf-8").splitlines() for path in given.data)
            title = title.replace("CNN/DM-like (60 words a side)", "your files")
        else:
            predictions, references = corpus.pairs(shape, max(2, n // 10) if given.quick else n)
        slow = min(SLOW[shape], len(predictions))
        equal = check(predictions, references, metrics, stem, slow)
        seconds = contest(contenders(predictions, references, metrics, stem, slow), given.rounds)
        peer = best_peer(seconds)
        table.rows.append(
            [
                f"{title}, {metrics.replace('rouge', '').replace(' ', '+')}",
                *(rate(seconds[name]) if name in seconds else "" for name in names),
                peer or "",
                f"{ratio(seconds, peer):.1f} and {ratio(seconds, peer, COLUMNS):.1f}" if peer else "",
                equal,
            ]
        )
    table.notes.append(f"The column {OURS} is `evaluate(...).scores`; times faster are those of both columns.")
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
