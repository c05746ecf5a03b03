"""Every golden row of tensorflow-text 2.21's rouge_l, with == on float32, through the surface and the main API."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from goldens import by_id, content, inputs

import infrarouge as ir
from infrarouge.compat.tensorflow_text.metrics import rouge_l

SCORES = by_id("tensorflow-text/rouge_l.jsonl.gz")
ALPHAS = {key: None if key == "default" else float(key.removeprefix("alpha")) for key in next(iter(SCORES.values()))}


class Ragged:
    """What `rouge_l` asks of a ragged tensor."""

    def __init__(self, rows: list[Any], ragged_rank: int = 1) -> None:
        self.rows, self.ragged_rank = rows, ragged_rank

    def to_list(self) -> list[Any]:
        return self.rows


@pytest.mark.parametrize("key", ALPHAS)
def test_rows(key: str) -> None:
    ours, theirs = ([row[side].split() for row in rows()] for side in ("candidate", "reference"))
    f, p, r = (np.asarray(values).tolist() for values in rouge_l(Ragged(ours), Ragged(theirs), ALPHAS[key]))
    for at, row in enumerate(rows()):
        assert {"f": f[at], "p": p[at], "r": r[at]} == SCORES[row["id"]][key], row["id"]


def rows() -> list[dict[str, Any]]:
    return [{**row, "reference": row["references"][0]} for row in inputs()]


@pytest.mark.parametrize("key", ["default", "alpha0", "alpha1", "alpha0.2"])
def test_main_api(key: str) -> None:
    scores = ir.Rouge("rougeL", "tensorflow-text", alpha=0.5 if ALPHAS[key] is None else ALPHAS[key]).scores(
        predictions=[row["candidate"].split() for row in rows()],
        references=[row["reference"].split() for row in rows()],
    )
    for at, row in enumerate(rows()):
        p, r, f = scores[at, 0].tolist()
        assert {"f": f, "p": p, "r": r} == SCORES[row["id"]][key], row["id"]


CASES: dict[str, Any] = {
    "alpha=1.5": lambda: rouge_l(Ragged([["a"]]), Ragged([["a"]]), alpha=1.5),
    "dense tensors": lambda: rouge_l(np.array([["a"]]), np.array([["a"]])),
    "different batch sizes": lambda: rouge_l(Ragged([["a"], ["b"]]), Ragged([["a"]])),
    "string against integer": lambda: rouge_l(Ragged([["a"]]), Ragged([[1]])),
    "integers": lambda: rouge_l(Ragged([[1, 2]]), Ragged([[1]])),
}


@pytest.mark.parametrize("case", content("tensorflow-text/cases.json"), ids=lambda case: case["call"])
def test_cases(case: dict[str, Any]) -> None:
    if case["call"] == "lists":
        return  # they are taken where TensorFlow is not installed
    try:
        said: Any = [np.asarray(values).tolist() for values in CASES[case["call"]]()]
    except Exception as error:
        said = {"error": type(error).__name__}
    assert said == case["result"]


def test_ragged_ranks() -> None:
    with pytest.raises(ValueError, match="ragged rank 2"):
        rouge_l(Ragged([[["a"]]], 2), Ragged([[["a"]]], 2))
