"""pycocoevalcap."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import cache

from goldens import by_id, inputs_of, rows, spaced
from job import Job, Row
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

APART = re.compile("[\r\v\f\0\u2028]")
"""Characters at which the tokenizer may take one text for two, so that such a text gets a call of its own."""


def words(text: str) -> str:
    return " ".join(text.lower().split())


@cache
def recorded(name: str) -> Callable[[str], str]:
    return {row["text"]: row["tokenized"] for row in rows(name)}.__getitem__


def prepared(job: Job) -> Callable[[str], str]:
    kind = job.options["texts"]
    if kind == "through PTBTokenizer":
        return recorded(f"pycocoevalcap/tokens-ptb{'-cjk' * ('-cjk' in job.name)}.jsonl.gz")
    return {"as they are": str, "spaced characters": spaced}.get(kind, words)


def compute_score(job: Job) -> list[Row]:
    ready = prepared(job)

    def score(row: Row) -> Row:
        references = {row["id"]: [ready(text) for text in row["references"]]}
        _, scores = Rouge().compute_score(references, {row["id"]: [ready(row["candidate"])]})
        return {"ROUGE_L": scores[0]}

    return job.scored(score)


def corpus(job: Job) -> list[Row]:
    """The average over the first rows of each file, from the scores that the file holds."""
    import numpy as np

    results = []
    for case in job.held:
        known = by_id(f"pycocoevalcap/{case['file']}.jsonl.gz")
        names = [row["id"] for row in inputs_of(case["file"]) if row["id"] in known][: case["first_rows"]]
        results.append({**case, "average": float(np.mean(np.array([known[name]["ROUGE_L"] for name in names])))})
    return results


def tokens(job: Job) -> list[Row]:
    texts = job.texts()
    together = {at: [{"caption": text}] for at, text in enumerate(texts) if not APART.search(text)}
    answers = PTBTokenizer().tokenize(together)
    for at, text in enumerate(texts):
        if at not in together:
            answers |= PTBTokenizer().tokenize({at: [{"caption": text}]})
    return [{"text": text, "tokenized": answers[at][0]} for at, text in enumerate(texts)]


def calls(job: Job) -> list[Row]:
    warnings.simplefilter("ignore")
    return job.called({"Rouge": Rouge})
