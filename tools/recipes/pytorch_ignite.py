"""ignite's Rouge, RougeN and RougeL."""

from __future__ import annotations

import warnings
from typing import Any

import torch
from goldens import inputs_of
from ignite.metrics import Rouge
from ignite.metrics.nlp import RougeL, RougeN
from job import Job, Row

NAMES: dict[str, Any] = {
    "Rouge": Rouge,
    "RougeN": RougeN,
    "RougeL": RougeL,
    "tensor": torch.tensor,
    "A": ["the", "cat", "is", "not", "there"],
    "B": [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]],
}


def run(metric: Any, *steps: Any) -> Any:
    """Update a metric with each step, or reset it, and compute."""
    for step in steps:
        if isinstance(step, str) and step == "reset":
            metric.reset()
        else:
            metric.update(step)
    return metric.compute()


def rouge(job: Job) -> list[Row]:
    cut = str if job.options["tokens"] == "characters" else str.split
    metric = Rouge(**job.but("tokens", "texts_below"))

    def score(row: Row) -> Any:
        metric.reset()
        return run(metric, ([cut(row["candidate"])], [[cut(text) for text in row["references"]]]))

    return job.scored(score)


def corpus(job: Job) -> list[Row]:
    results = []
    for case in job.held:
        chosen = inputs_of(case["inputs"].removesuffix(".jsonl"))
        metric = Rouge(case["variants"], multiref=case["multiref"], alpha=case["alpha"])
        batches = [chosen[start : start + case["batch"]] for start in range(0, len(chosen), case["batch"])]
        steps = [
            (
                [row["candidate"].split() for row in batch],
                [[text.split() for text in row["references"]] for row in batch],
            )
            for batch in batches
        ]
        results.append({**case, "result": run(metric, *steps)})
    return results


def calls(job: Job) -> list[Row]:
    warnings.simplefilter("ignore")
    return job.called(NAMES | {"run": run})
