"""Every golden row of torchmetrics 1.9, through the main API: equal as float32."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from goldens import GOLDEN, by_id, inputs, rows

import infrarouge as ir

pytestmark = pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
MEASURES = ("precision", "recall", "fmeasure")


@cache
def splitter(name: str) -> Any:
    """A sentence rule that answers from the golden lists of sentences."""
    if name == "newline":
        return "newline"
    return {row["text"]: row["sentences"] for row in rows(f"rouge-score/sentences-{name}.jsonl.gz")}.__getitem__


def normalized(tokenize: Callable[[str], Any], text: str) -> list[str]:
    return list(tokenize(re.sub("[^a-z0-9]+", " ", text.lower())))


def rules(name: str) -> dict[str, Any]:
    """Read the rules off the name of a golden file."""
    found: dict[str, Any] = {
        "combine": "mean" if name.startswith("avg") else "best",
        "stemmer": None if "-nostem" in name else "porter",
        "sentences": splitter(name.partition("lsum_")[2].removesuffix(".jsonl.gz")),
    }
    if "normalizer_identity" in name:
        found |= {"lowercase": None, "tokens": "whitespace"}
    if "normalizer_upper" in name:
        found |= {"lowercase": None, "normalizer": str.upper, "tokens": str.split}
    if "tokenizer_chars" in name:
        found |= {"lowercase": None, "tokens": partial(normalized, list)}
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in (GOLDEN / "torchmetrics").glob("*.gz")))
def test_rows(name: str) -> None:
    golden = by_id(f"torchmetrics/{name}")
    labels = list(dict.fromkeys(key.partition("_")[0] for key in next(iter(golden.values()))))
    chosen = [row for row in inputs() if row["id"] in golden]
    assert len(chosen) == len(golden) > 0
    report = ir.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"] for row in chosen],
        metrics=labels,
        profile="torchmetrics",
        **rules(name),
    )
    for at, row in enumerate(chosen):
        found = {
            f"{label}_{measure}": report.scores[at, column, MEASURES.index(measure)]
            for column, label in enumerate(labels)
            for measure in ("fmeasure", "precision", "recall")
        }
        assert found == golden[row["id"]], row["id"]


CORPUS = json.loads((GOLDEN / "torchmetrics/corpus.json").read_text())


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: f"{case['accumulate']}-{case['use_stemmer']}-{case['splitter']}")
def test_corpus(case: dict[str, Any]) -> None:
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"] for row in inputs()],
        metrics=case["rouge_keys"],
        profile="torchmetrics",
        combine="mean" if case["accumulate"] == "avg" else "best",
        stemmer="porter" if case["use_stemmer"] else None,
        sentences=splitter(case["splitter"]),
        resampling=None,
    )
    for key, value in case["result"].items():
        label, _, measure = key.partition("_")
        assert getattr(report[label], measure).mean == pytest.approx(value, rel=1e-6)
