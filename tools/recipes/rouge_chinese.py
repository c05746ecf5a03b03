"""rouge-chinese."""

from __future__ import annotations

import warnings
from typing import Any

from goldens import inputs_of, rows, spaced
from job import Job, Row, outcome
from rouge_chinese import Rouge


def get_scores(job: Job) -> list[Row]:
    rouge = Rouge(**job.but("texts", "texts_below"))
    ready = spaced if "texts" in job.options else str
    return job.scored(lambda row: rouge.get_scores(ready(row["candidate"]), ready(row["references"][0]))[0])


def sentences(job: Job) -> list[Row]:
    return [
        {"text": text, "sentences": [" ".join(piece.split()) for piece in Rouge().cut_sent(text) if piece]}
        for text in job.texts()
    ]


def segmented(text: str) -> str:
    import jieba

    return " ".join(jieba.cut(text))


def jieba(job: Job) -> list[Row]:
    results = []
    for row in job.inputs:
        texts = {"candidate": segmented(row["candidate"]), "reference": segmented(row["references"][0])}
        results.append({"id": row["id"], **texts, "scores": outcome(lambda: Rouge().get_scores(*texts.values())[0])})  # noqa: B023
    return results


def averages(job: Job) -> list[Row]:
    return [{**case, "result": outcome(lambda case=case: average(case))} for case in job.held]


def average(case: Row) -> Any:
    if "convention" in case:
        return convention(
            case, [(row["candidate"], row["reference"]) for row in rows(f"rouge-chinese/{case['inputs']}")]
        )
    texts = [(row["candidate"], row["references"][0]) for row in inputs_of(case["inputs"].removesuffix(".jsonl"))]
    if case["rows"] != "all":
        texts = [pair for pair in texts if all(text.strip() for text in pair)]
    switches = {"avg": case["avg"], "ignore_empty": case.get("ignore_empty", False)}
    return Rouge(**case["arguments"]).get_scores(*(list(side) for side in zip(*texts, strict=True)), **switches)


def convention(case: Row, texts: list[tuple[str, str]]) -> Any:
    """What well-known callers make of the package: means of rounded rows, and the package's own mean times 100."""
    keys = list(case["result"])
    full = [pair for pair in texts if all(text.strip() for text in pair)]
    if "round" not in case["convention"]:
        means = Rouge().get_scores(*(list(side) for side in zip(*full, strict=True)), avg=True)
        return {key: means[key]["f"] * 100 for key in keys}
    import numpy as np

    by_row: dict[str, list[float]] = {key: [] for key in keys}
    for pair in texts:
        scores = Rouge().get_scores(*pair)[0] if pair in full else {}
        for key, values in by_row.items():
            values.append(round(scores[key]["f"] * 100, 4) if scores else 0.0)
    return {key: float(np.mean(values)) for key, values in by_row.items()}


def calls(job: Job) -> list[Row]:
    warnings.simplefilter("ignore")
    return job.called({"Rouge": Rouge})
