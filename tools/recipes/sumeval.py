"""sumeval."""

from __future__ import annotations

from typing import Any

from job import Job, Row, outcome
from sumeval.metrics.rouge import RougeCalculator

CALLS: dict[str, str] = {
    "rouge_1(['a', 'b'], ['a', 'c']) (two references of one word each)": "PLAIN.rouge_1(['a', 'b'], ['a', 'c'])",
    "rouge_be('a b', 'a b') without spaCy": "PLAIN.rouge_be('a b', 'a b')",
    "RougeCalculator(lang='xx').rouge_1('a', 'a')": "RougeCalculator(False, lang='xx').rouge_1('a', 'a')",
    "stemming=True, rouge_1('the feet', 'the feet')": "STEM.rouge_1('the feet', 'the feet')",
    "stemming=True, rouge_1('the foot', 'the feet')": "STEM.rouge_1('the foot', 'the feet')",
}
"""The calls that are described rather than written out."""


def values(calculator: Any, summary: Any, references: Any, alpha: float = 0.5) -> Row:
    scores = {f"rouge_{n}": calculator.rouge_n(summary, references, n, alpha=alpha) for n in range(1, 5)}
    return scores | {"rouge_l": calculator.rouge_l(summary, references, alpha=alpha)}


def rouge(job: Job) -> list[Row]:
    calculator = RougeCalculator(**job.but("texts", "alpha"))
    cut: Any = str if job.options["texts"] == "as they are" else str.split
    alpha = job.options.get("alpha", 0.5)
    return job.scored(
        lambda row: values(calculator, cut(row["candidate"]), [cut(text) for text in row["references"]], alpha)
    )


def languages(job: Job) -> list[Row]:
    results = []
    for row in job.held:
        calculator = RougeCalculator(stopwords=row["stopwords"], lang=row["lang"])
        results.append(
            {
                **row,
                "tokens_candidate": calculator.tokenize(row["candidate"]),
                "tokens_reference": calculator.tokenize(row["reference"], is_reference=True),
                "scores": values(calculator, row["candidate"], [row["reference"]]),
            }
        )
    return results


def calls(job: Job) -> list[Row]:
    plain, stem = (RougeCalculator(stopwords=False, stemming=stemming) for stemming in (False, True))
    names = {"PLAIN": plain, "STEM": stem, "RougeCalculator": RougeCalculator}
    results = []
    for case in job.held:
        call = CALLS.get(case["call"], case["call"] if case["call"][0] == "R" else f"PLAIN.{case['call']}")
        results.append({**case, "result": outcome(lambda call=call: eval(call, dict(names)))})
    return results
