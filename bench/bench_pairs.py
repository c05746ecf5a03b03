"""All pairs: de-duplication of instruction-like texts, and greedy oracles, against brute force and the plain routines."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import Any

import corpus
from contest import Table, installed, options, show

import infrarouge as ir


def timed(call: Any) -> tuple[float, Any]:
    """CPU seconds of one call, and what it returned."""
    begin = time.process_time()
    found = call()
    return time.process_time() - begin, found


def deduplication(given: Any) -> Table:
    n, few = (3000, 500) if given.quick else (50_000, 4000)
    texts = corpus.instructions(n)
    seconds, found = timed(lambda: ir.dedup(texts, threshold=0.7, threads=1))
    # Brute force compares each text with all kept before it; its cost is the kernel's cost of a pair, times the pairs.
    brute, _ = timed(lambda: ir.pairwise(predictions=texts[:few], threads=1))
    pairs = sum(int(position) for position in (found.kept.searchsorted(range(n))))
    by_force = brute / (few * (few - 1) / 2) * pairs
    table = Table(
        f"De-duplication of {n:,} texts of 10 to 40 words at ROUGE-L 0.7 (CPU seconds, one thread)",
        ["", "seconds", "times slower than `dedup`"],
        [
            [f"`dedup` ({len(found.kept):,} kept)", f"{seconds:.2f}", ""],
            ["brute force on our kernel", f"{by_force:.0f}", f"{by_force / seconds:.0f}"],
        ],
    )
    others = {}
    if installed("rouge_rs"):
        import rouge_rs

        some = texts[: few // 8]
        spent, _ = timed(lambda: rouge_rs.rouge_l_dedup(some, 0.7))
        kept = ir.dedup(some, threshold=0.7).kept
        others["rouge-rs's `rouge_l_dedup`"] = (
            spent / sum(int(at) for at in kept.searchsorted(range(len(some)))) * pairs
        )
    if installed("rouge_score"):
        some = texts[:1001]
        common(texts[:2])
        others["a loop over rouge-score"] = timed(lambda: common(some))[0] / 1000 * pairs
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            list(pool.map(common, [texts[:2]] * 4))
            begin = time.perf_counter()
            list(pool.map(common, [some] * 6))
            others["two processes over rouge-score, wall time"] = (time.perf_counter() - begin) / 6000 * pairs
    for name, total in others.items():
        table.rows.append([name, f"{total:,.0f}", f"{total / seconds:,.0f}"])
    table.notes.append(
        f"The other rows are extrapolated: the time for a pair times the {pairs:,} pairs that a plain loop compares."
    )
    return table


def common(texts: list[str]) -> None:
    """Score each text against the next with rouge-score."""
    from rouge_score import rouge_scorer

    scorer = rouge_scorer.RougeScorer(["rougeL"])
    for one, other in pairwise(texts):
        scorer.score(one, other)


def naive_oracle(scorer: Any, sentences: list[str], reference: str) -> list[int]:
    """The routine found in many repositories: rescore every extension of the extract."""
    chosen: list[int] = []
    best = 0.0
    while len(chosen) < 3:
        scored = []
        for at in range(len(sentences)):
            if at not in chosen:
                scores = scorer.score(reference, "\n".join(sentences[one] for one in sorted([*chosen, at])))
                scored.append((scores["rouge1"].fmeasure + scores["rouge2"].fmeasure, -at))
        value, at = max(scored)
        if value <= best:
            break
        best = value
        chosen.append(-at)
    return chosen


def oracles(given: Any) -> Table:
    documents = corpus.documents(50 if given.quick else 500)
    sentences, references = [one for one, _ in documents], [two for _, two in documents]
    profile = ir.profile("rouge-score")
    call = lambda: ir.oracle(documents=sentences, references=references, profile=profile, threads=1)  # noqa: E731
    call()
    seconds, found = timed(call)
    rate = len(documents) / seconds
    table = Table(
        "Greedy oracle, 30 sentences, 3 picked, 1+2 (documents a second, one thread)", ["", "rate", "times slower"]
    )
    table.rows.append(["`oracle`", f"{rate:,.0f}", ""])
    if installed("rouge_score"):
        from rouge_score import rouge_scorer

        scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2"])
        few = 5
        spent, plain = timed(lambda: [naive_oracle(scorer, *one) for one in documents[:few]])
        assert [sorted(one) for one in plain] == [sorted(one.sentences) for one in found[:few]]
        table.rows.append(["the plain routine over rouge-score", f"{few / spent:.2f}", f"{rate * spent / few:,.0f}"])
    return table


def run(given: Any) -> list[Table]:
    return [deduplication(given), oracles(given)]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
