"""torchmetrics' functional rouge_score."""

from __future__ import annotations

from typing import Any

from job import Job, Row, cut_with, sentences
from torchmetrics.functional.text.rouge import rouge_score as score

HOOKS: dict[str, dict[str, Any]] = {
    "normalizer": {"identity": str, "upper": str.upper},
    "tokenizer": {"characters": list, "whitespace": str.split},
}


def set_splitter(name: str) -> None:
    cut_with((lambda text: text.split("\n")) if name == "newline" else sentences(name))


def numbers(scores: dict[str, Any]) -> Row:
    return {key: value.item() for key, value in scores.items()}


def rouge_score(job: Job) -> list[Row]:
    set_splitter(job.options["sentences"])
    options = job.but("sentences", "candidate_below", "rouge_keys") | {"rouge_keys": tuple(job.options["rouge_keys"])}
    for name, hooks in HOOKS.items():
        if name in options:
            options[name] = hooks[options[name]]
    return job.scored(lambda row: numbers(score([row["candidate"]], [row["references"]], **options)))


def corpus(job: Job) -> list[Row]:
    results = []
    for case in job.held:
        set_splitter(case["splitter"])
        scores = score(
            [row["candidate"] for row in job.inputs],
            [row["references"] for row in job.inputs],
            accumulate=case["accumulate"],
            use_stemmer=case["use_stemmer"],
            rouge_keys=tuple(case["rouge_keys"]),
        )
        results.append({**case, "result": numbers(scores)})
    return results
