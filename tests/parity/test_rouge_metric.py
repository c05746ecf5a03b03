"""Every golden row of rouge-metric 1.0.1, with == on floats, through the surface and the main API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from goldens import GOLDEN, by_id, called, content, inputs_of

import infrarouge as ir
from infrarouge.compat.rouge_metric import PyRouge

FOLDER = GOLDEN / "rouge-metric"
FILES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))
ALL: dict[str, Any] = {
    "rouge_n": (1, 2, 3, 4),
    "rouge_l": True,
    "rouge_w": True,
    "rouge_s": True,
    "rouge_su": True,
}


def options(name: str) -> dict[str, Any]:
    """What a golden file was made with, by its name."""
    mode, *rest = name.removesuffix("-cjk").split("-")
    how: dict[str, Any] = {**ALL, "multi_ref_mode": mode}
    for part in rest:
        if part.startswith("skip"):
            how.update(rouge_n=0, rouge_l=False, rouge_w=False, skip_gap=int(part[4:]))
        elif part.startswith("weight"):
            weight = part[6:]
            how.update(rouge_n=0, rouge_l=False, rouge_s=False, rouge_su=False)
            how["rouge_w_weight"] = float(weight) if "." in weight else int(weight)
        elif part.startswith("alpha"):
            how.update(rouge_n=2, rouge_s=False, rouge_su=False, alpha=float(part[5:]))
        elif part.startswith("tokenizer"):
            how["skip_gap"] = 4
    return how


def cutters(name: str) -> dict[str, Any]:
    chars = {"tokenizer": list, "sentencizer": lambda text: text.split("。")}
    return chars if "tokenizer_chars" in name else {}


def test_files_are_there() -> None:
    assert len(FILES) == 54


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    golden = by_id(f"rouge-metric/{name}.jsonl.gz")
    rouge = PyRouge(**options(name), mode="individual")
    rows = [row for row in inputs_of(name) if row["id"] in golden]
    assert len(rows) == len(golden) > 0
    scores = rouge.evaluate([row["candidate"] for row in rows], [row["references"] for row in rows], **cutters(name))
    assert {row["id"]: told for row, told in zip(rows, scores, strict=True)} == golden
    for row in rows[::25]:
        [told] = rouge.evaluate([row["candidate"]], [row["references"]], **cutters(name))
        assert told == golden[row["id"]]
        assert list(told) == list(golden[row["id"]])


CORPORA = content("rouge-metric/corpus.json")


@pytest.mark.parametrize("case", CORPORA, ids=[f"{case['inputs']} {case['config']}" for case in CORPORA])
def test_average(case: dict[str, Any]) -> None:
    rows = inputs_of(Path(case["inputs"]).stem)
    rouge = PyRouge(**options(case["config"]), mode=case["mode"])
    scores = rouge.evaluate([row["candidate"] for row in rows], [row["references"] for row in rows])
    assert scores == case["result"]


LABELS = {
    **{f"rouge-{n}": f"rouge{n}" for n in range(1, 5)},
    "rouge-l": "rougeLsum",
    "rouge-w-1.2": "rougeWsum-1.2",
    "rouge-s*": "rougeS",
    "rouge-su*": "rougeSU",
}


@pytest.mark.parametrize("name", ["average", "average-cjk", "best", "best-cjk"])
def test_main_api(name: str) -> None:
    golden = by_id(f"rouge-metric/{name}.jsonl.gz")
    rows = inputs_of(name)
    report = ir.evaluate(
        predictions=[row["candidate"] for row in rows],
        references=[row["references"] for row in rows],
        metrics=list(LABELS.values()),
        profile="rouge-metric",
        combine={"average": "pool", "best": "best-ratio"}[name.removesuffix("-cjk")],
        resampling=None,
    )
    for at, row in enumerate(rows):
        for column, label in enumerate(LABELS):
            assert dict(zip("prf", report.scores[at, column].tolist(), strict=True)) == golden[row["id"]][label]
    inputs = "inputs-cjk.jsonl" if name.endswith("-cjk") else "inputs.jsonl"
    [corpus] = [case for case in CORPORA if (case["inputs"], case["config"]) == (inputs, name.removesuffix("-cjk"))]
    for label, theirs in corpus["result"].items():
        estimates = report[LABELS[label]]
        assert {"p": estimates.precision.value, "r": estimates.recall.value, "f": estimates.fmeasure.value} == theirs


CALLS: list[dict[str, Any]] = content("rouge-metric/api.json")


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_calls(case: dict[str, Any]) -> None:
    told = called(case["call"], {"PyRouge": PyRouge})
    assert told == case["result"]
    assert list(told) == list(case["result"]) if isinstance(told, (dict, list)) else True
