"""easy-rouge."""

from __future__ import annotations

import re
from typing import Any

import rouge
from job import Job, Row, outcome

LEVELS = {"sentence": "sentence_level", "summary": "summary_level"}


def functions(job: Job) -> list[Row]:
    def score(row: Row) -> Row:
        texts = row["candidate"], row["references"][0]
        summary, reference = ([line.split() for line in text.split("\n")] for text in texts)
        return {key: outcome(lambda key=key: call(key, summary, reference)) for key in job.options["calls"]}

    return job.scored(score)


def call(key: str, summary: list[list[str]], reference: list[list[str]]) -> Any:
    """The call that a key names: `n2`, `l_summary_alpha1`, `w_sentence`."""
    name, *rest = re.split("_(?=alpha|weight)", key)
    options = {part.rstrip("0123456789."): float(re.sub("[a-z]+", "", part)) for part in rest}
    flat = [[word for sentence in side for word in sentence] for side in (summary, reference)]
    if name.startswith("n"):
        return rouge.rouge_n_summary_level(summary, reference, int(name[1:]), **options)
    family, level = name.split("_")
    function = getattr(rouge, f"rouge_{family}_{LEVELS[level]}")
    return function(*((summary, reference) if level == "summary" else flat), **options)
