"""The functions under `Rouge`, on texts that are cut into sentences already; words stand between single spaces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import infrarouge
from infrarouge.compat.rouge.rouge import counted, measured
from infrarouge.compat.rouge.rouge_score import STATS, Ngrams, f_r_p_rouge_n, multi_rouge_n, rouge_n

__all__ = ["Ngrams", "f_r_p_rouge_n", "multi_rouge_n", "rouge_l_summary_level", "rouge_n"]


def rouge_l_summary_level(
    evaluated_sentences: Iterable[str],
    reference_sentences: Iterable[str],
    raw_results: bool = False,
    exclusive: Any = None,
    **_: Any,
) -> dict[str, float]:
    """Score the longest common subsequence of all words; `exclusive` is accepted and changes nothing.

    >>> rouge_l_summary_level(["the cat", "sat"], ["the cat sat down"])["r"]
    0.75
    """
    evaluated, reference = (
        [word for sentence in sentences for word in sentence.split(" ")]
        for sentences in (evaluated_sentences, reference_sentences)
    )
    if not evaluated or not reference:
        raise ValueError("Collections must contain at least 1 sentence.")
    report = _scorer().evaluate(predictions=[evaluated], references=[reference])
    return counted(report.counts[0, 0]) if raw_results else measured(report.scores[0, 0], STATS)


@cache
def _scorer() -> infrarouge.Rouge:
    return infrarouge.Rouge("rougeL", "rouge-chinese-1.0.3", tokens="list", sentences="none")
