"""Every golden row of rouge-chinese 1.0.3, with == on floats, through the surface and the main API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from goldens import GOLDEN, by_id, called, content, inputs_of, rows, spaced

import infrarouge as ir
from infrarouge.compat.rouge_chinese import Rouge

FOLDER = GOLDEN / "rouge-chinese"
LABELS = {**{f"rouge-{n}": f"rouge{n}" for n in range(1, 6)}, "rouge-l": "rougeL"}
FILES = sorted(
    path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*exclusive*.jsonl.gz") if "jieba" not in path.name
)


def options(name: str) -> dict[str, Any]:
    return {
        "metrics": list(LABELS),
        "exclusive": not name.startswith("non"),
        **{key: True for key in ("raw_results", "return_lengths") if key in name},
    }


def pairs(name: str) -> dict[str, tuple[str, str]]:
    ready = spaced if "-chars" in name else str
    golden = by_id(f"rouge-chinese/{name}.jsonl.gz")
    chosen = {
        row["id"]: (ready(row["candidate"]), ready(row["references"][0]))
        for row in inputs_of(name)
        if row["id"] in golden
    }
    assert len(chosen) == len(golden) > 0
    return chosen


def result(rouge: Rouge, hyp: str, ref: str) -> Any:
    try:
        [scores] = rouge.get_scores(hyp, ref)
    except Exception as error:
        return {"error": type(error).__name__}
    return scores


def test_files_are_there() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    golden = by_id(f"rouge-chinese/{name}.jsonl.gz")
    rouge = Rouge(**options(name))
    for key, (hyp, ref) in pairs(name).items():
        scores = result(rouge, hyp, ref)
        assert scores == golden[key], key
        assert list(scores) == list(golden[key])


@pytest.mark.parametrize("name", [name for name in FILES if "raw" not in name])
def test_main_api(name: str) -> None:
    golden = {key: row for key, row in by_id(f"rouge-chinese/{name}.jsonl.gz").items() if "error" not in row}
    chosen = {key: pair for key, pair in pairs(name).items() if key in golden}
    report = ir.evaluate(
        predictions=[hyp for hyp, _ in chosen.values()],
        references=[ref for _, ref in chosen.values()],
        metrics=list(LABELS.values()),
        profile="rouge-chinese",
        count="clipped" if name.startswith("non") else "set",
        resampling=None,
    )
    for at, key in enumerate(chosen):
        for column, metric in enumerate(LABELS):
            scores = dict(zip("prf", report.scores[at, column].tolist(), strict=True))
            assert scores == golden[key][metric], key


def test_main_api_refuses_what_the_package_refuses() -> None:
    golden, texts = by_id("rouge-chinese/exclusive.jsonl.gz"), pairs("exclusive")
    refused = [key for key, row in golden.items() if "error" in row]
    assert refused
    for key in refused:
        with pytest.raises(ir.EmptyTextError):
            ir.score(prediction=texts[key][0], reference=texts[key][1], profile="rouge-chinese")


@pytest.mark.parametrize("name", ["sentences", "sentences-cjk"])
def test_sentences(name: str) -> None:
    for row in rows(f"rouge-chinese/{name}.jsonl.gz"):
        pieces = [" ".join(piece.split()) for piece in Rouge().cut_sent(row["text"]) if piece]
        assert pieces == row["sentences"], row["text"]


def test_segmented_text() -> None:
    for row in rows("rouge-chinese/exclusive-jieba-cjk.jsonl.gz"):
        assert result(Rouge(), row["candidate"], row["reference"]) == row["scores"], row["id"]


AVERAGES = content("rouge-chinese/avg.json")
USUAL = [case for case in AVERAGES if "convention" not in case]


@pytest.mark.parametrize("case", USUAL, ids=[str(at) for at in range(len(USUAL))])
def test_average(case: dict[str, Any]) -> None:
    name = Path(case["inputs"]).stem
    texts = [(row["candidate"], row["references"][0]) for row in inputs_of(name)]
    if case["rows"] != "all":
        texts = [(hyp, ref) for hyp, ref in texts if hyp.strip() and ref.strip()]
        assert len(texts) == case["count"]
    hyps, refs = [hyp for hyp, _ in texts], [ref for _, ref in texts]
    try:
        scores: Any = Rouge(**case["arguments"]).get_scores(
            hyps, refs, avg=case["avg"], ignore_empty=case.get("ignore_empty", False)
        )
    except Exception as error:
        scores = {"error": type(error).__name__}
    assert scores == case["result"]
    assert list(scores) == list(case["result"])


def test_conventions_of_callers() -> None:
    """LLaMA-Factory and ChatGLM average rounded rows, OpenCompass takes the mean of the package."""
    rounded, mean = (case["result"] for case in AVERAGES if "convention" in case)
    segmented = rows("rouge-chinese/exclusive-jieba-cjk.jsonl.gz")
    texts = [(row["candidate"], row["reference"]) for row in segmented]
    full = [(hyp, ref) for hyp, ref in texts if hyp.strip() and ref.strip()]
    assert len(full) < len(texts)
    averages = Rouge().get_scores([hyp for hyp, _ in full], [ref for _, ref in full], avg=True)
    assert {key: averages[key]["f"] * 100 for key in mean} == mean
    by_row = {key: [] for key in rounded}  # type: ignore[var-annotated]
    for hyp, ref in texts:
        scores = Rouge().get_scores(hyp, ref)[0] if hyp.strip() and ref.strip() else {}
        for key, values in by_row.items():
            values.append(round(scores[key]["f"] * 100, 4) if scores else 0.0)
    assert {key: float(np.mean(values)) for key, values in by_row.items()} == rounded


CALLS: list[dict[str, Any]] = content("rouge-chinese/api.json")


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_calls(case: dict[str, Any]) -> None:
    assert called(case["call"], {"Rouge": Rouge}) == case["result"]
