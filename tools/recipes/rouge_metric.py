"""rouge-metric, its Python part."""

from __future__ import annotations

from typing import Any

from goldens import header, inputs_of
from job import Job, Row, outcome
from rouge_metric import PyRouge


def cutters(options: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {"tokenizer": list} if options.get("tokenizer") == "characters" else {}
    if stop := options.get("sentencizer"):
        kept["sentencizer"] = lambda text: text.split(stop)
    return kept


def evaluate(job: Job) -> list[Row]:
    rouge, how = PyRouge(**job.but("tokenizer", "sentencizer")), cutters(job.options)
    return job.scored(lambda row: rouge.evaluate([row["candidate"]], [row["references"]], **how)[0])


def corpus(job: Job) -> list[Row]:
    results = []
    for case in job.held:
        options = header(f"rouge-metric/{case['config']}.jsonl.gz")["options"] | {"mode": case["mode"]}
        chosen = inputs_of(case["inputs"].removesuffix(".jsonl"))
        texts = [row["candidate"] for row in chosen], [row["references"] for row in chosen]
        results.append(
            {**case, "result": outcome(lambda options=options, texts=texts: PyRouge(**options).evaluate(*texts))}
        )
    return results


def calls(job: Job) -> list[Row]:
    return job.called({"PyRouge": PyRouge})
