"""Every golden row of pytorch-ignite 0.5.5, with == on floats, through the surface and the main API."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from goldens import GOLDEN, by_id, called, content, inputs_of

import infrarouge as ir
from infrarouge.compat.ignite import Rouge, RougeL, RougeN

FOLDER = GOLDEN / "ignite"
FILES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))
VARIANTS = [1, 2, 3, 4, "L"]


def options(name: str) -> dict[str, Any]:
    multiref, alpha = name.split("-")[:2]
    return {"variants": VARIANTS, "multiref": multiref, "alpha": float(alpha.removeprefix("alpha"))}


def rows(name: str) -> tuple[dict[str, Any], dict[str, tuple[Any, list[Any]]]]:
    golden = by_id(f"ignite/{name}.jsonl.gz")
    cut = str if "-strings" in name else str.split
    chosen = {
        row["id"]: (cut(row["candidate"]), [cut(text) for text in row["references"]])
        for row in inputs_of(name)
        if row["id"] in golden
    }
    assert len(chosen) == len(golden) > 0
    return golden, chosen


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    golden, chosen = rows(name)
    metric = Rouge(**options(name))
    for key, (candidate, references) in chosen.items():
        metric.reset()
        metric.update(([candidate], [references]))
        scores = metric.compute()
        assert scores == golden[key], key
        assert list(scores) == list(golden[key])


@pytest.mark.parametrize("name", FILES)
def test_main_api(name: str) -> None:
    golden, chosen = rows(name)
    how = options(name)
    report = ir.evaluate(
        predictions=[list(candidate) for candidate, _ in chosen.values()],
        references=[[list(one) for one in references] for _, references in chosen.values()],
        metrics="rouge1 rouge2 rouge3 rouge4 rougeL",
        profile="ignite",
        alpha=how["alpha"],
        combine={"average": "pool", "best": "best-recall"}[how["multiref"]],
        resampling=None,
    )
    for at, key in enumerate(chosen):
        scores = {
            f"Rouge-{variant}-{letter}": float(value)
            for column, variant in enumerate(VARIANTS)
            for letter, value in zip("PRF", report.scores[at, column], strict=True)
        }
        assert scores == golden[key], key


CORPORA = content("ignite/corpus.json")


@pytest.mark.parametrize("case", CORPORA, ids=[str(at) for at in range(len(CORPORA))])
def test_corpus(case: dict[str, Any]) -> None:
    chosen = inputs_of(Path(case["inputs"]).stem)
    assert case["tokens"] == "whitespace"
    metric = Rouge(case["variants"], multiref=case["multiref"], alpha=case["alpha"])
    for start in range(0, len(chosen), case["batch"]):
        batch = chosen[start : start + case["batch"]]
        candidates = [row["candidate"].split() for row in batch]
        metric.update((candidates, [[text.split() for text in row["references"]] for row in batch]))
    assert metric.compute() == case["result"]


CALLS: list[dict[str, Any]] = content("ignite/api.json")


def run(metric: Any, *steps: Any) -> Any:
    for step in steps:
        if step == "reset":
            metric.reset()
        else:
            metric.update(step)
    return metric.compute()


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_calls(case: dict[str, Any]) -> None:
    names: dict[str, Any] = {
        "Rouge": Rouge,
        "RougeN": RougeN,
        "RougeL": RougeL,
        "run": run,
        "A": ["the", "cat", "is", "not", "there"],
        "B": [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]],
    }
    if "tensor" in case["call"]:
        if find_spec("torch") is None:
            pytest.skip("torch is not installed")
        names["tensor"] = import_module("torch").tensor
    told = called(case["call"], names)
    assert told == case["result"]
    assert list(told) == list(case["result"])
