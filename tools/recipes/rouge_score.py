"""rouge-score, and korouge-score, whose names are the same."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np
from goldens import inputs_of, plain
from job import Job, Row, cut_with, sentences


def part(job: Job, name: str) -> Any:
    return importlib.import_module(f"{job.tool.replace('-', '_')}.{name}")


def scorer(job: Job) -> Any:
    options = job.but("sentences", "tokenizer")
    if "sentences" in job.options:
        cut_with(sentences(job.options["sentences"].removeprefix("sentences-")))
    if "tokenizer" in job.options:
        options["tokenizer"] = SimpleNamespace(tokenize=str.split)
    return part(job, "rouge_scorer").RougeScorer(**options)


def score(job: Job) -> list[Row]:
    scores = scorer(job)
    return job.scored(lambda row: numbers(job, scores.score(row["references"][0], row["candidate"])))


def score_multi(job: Job) -> list[Row]:
    scores = scorer(job)
    return job.scored(lambda row: numbers(job, scores.score_multi(row["references"], row["candidate"])))


def numbers(job: Job, scores: Any) -> Any:
    """Scores as the files have them: those of rouge-score are floats, where it gives the whole number 0 for no words."""
    number = float if job.tool == "rouge-score" else plain
    return {label: {name: number(value) for name, value in score._asdict().items()} for label, score in scores.items()}


def tokens(job: Job) -> list[Row]:
    default, stemming = (part(job, "tokenizers").DefaultTokenizer(use_stemmer) for use_stemmer in (False, True))
    return [
        {"text": text, "tokens": default.tokenize(text), "stemmed": stemming.tokenize(text)} for text in job.texts()
    ]


def bootstrap(job: Job) -> list[Row]:
    return [{**case, "result": aggregated(job, case)} for case in job.held]


def aggregated(job: Job, case: Row) -> Any:
    if "first_rows" in case:
        chosen = inputs_of(case["inputs"].removesuffix(".jsonl"))[: case["first_rows"]]
    else:
        chosen = job.inputs if case["rows"] == "all" else eval(case["rows"], {"inputs": job.inputs})
    types = case.get("types") or case["rouge_types"]
    scores = part(job, "rouge_scorer").RougeScorer(types, use_stemmer=case.get("use_stemmer", False))
    aggregator = part(job, "scoring").BootstrapAggregator(case["confidence_interval"], case["n_samples"])
    for row in chosen:
        aggregator.add_scores(scores.score_multi(row["references"], row["candidate"]))
    np.random.seed(case["numpy_seed"])  # noqa: NPY002  (what the tool draws from)
    estimates = aggregator.aggregate()
    return {
        label: {end: value._asdict() for end, value in estimate._asdict().items()}
        for label, estimate in estimates.items()
    }


def calls(job: Job) -> list[Row]:
    return job.called(
        {
            "RougeScorer": part(job, "rouge_scorer").RougeScorer,
            "DefaultTokenizer": part(job, "tokenizers").DefaultTokenizer,
            "BootstrapAggregator": part(job, "scoring").BootstrapAggregator,
            "words": SimpleNamespace(tokenize=str.split),
            "letters": SimpleNamespace(tokenize=list),
        }
    )
