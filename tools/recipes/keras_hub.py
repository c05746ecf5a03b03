"""keras-hub's RougeN and RougeL."""

from __future__ import annotations

import re
from typing import Any

import keras_hub
from job import Job, Row, outcome

RougeL, RougeN = keras_hub.metrics.RougeL, keras_hub.metrics.RougeN


def metric(name: str) -> Any:
    """The metric that a case names: `RougeN(4,stem)`, `RougeL()`."""
    kind, inside = re.fullmatch(r"(Rouge[NL])\((.*)\)", name).groups()  # type: ignore[union-attr]
    options: dict[str, Any] = {}
    for word in inside.split(",") if inside else []:
        if word.isdigit():
            options["order"] = int(word)
        elif word == "stem":
            options["use_stemmer"] = True
        else:
            options["dtype"] = word
    return RougeL(**options) if kind == "RougeL" else RougeN(**options)


def numbers(value: Any) -> Any:
    """A result with its tensors as floats."""
    return {key: float(number) for key, number in value.items()} if isinstance(value, dict) else value


def corpus(job: Job) -> list[Row]:
    names = [row["id"] for row in job.inputs]
    results = []
    for case in job.held:
        first, last = (names.index(name) for name in case["ids"])
        chosen = job.inputs[first : last + 1]
        rouge = metric(case["metric"])
        rouge.update_state([row["references"][0] for row in chosen], [row["candidate"] for row in chosen])
        results.append({**case, "scores": numbers(rouge.result())})
    return results


def calls(job: Job) -> list[Row]:
    names = {"RougeN": RougeN, "RougeL": RougeL}
    return [
        {**case, "result": outcome(lambda case=case: numbers(eval(case["call"], dict(names))))} for case in job.held
    ]
