"""Every golden row of pycocoevalcap 1.2, with == on floats, through the surface and the main API."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from goldens import by_id, called, content, inputs_of, rows, spaced

import infrarouge as ir
from infrarouge.compat.pycocoevalcap.rouge.rouge import Rouge
from infrarouge.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer


def words(text: str) -> str:
    return " ".join(text.lower().split())


def ptb(text: str) -> str:
    return PTBTokenizer().tokenize({0: [{"caption": text}]})[0][0]


READY = {"as_is": str, "words": words, "chars": spaced, "ptb": ptb}
FILES = [f"rouge_l-{ready}{cjk}" for ready in READY for cjk in ("", "-cjk")]


def prepared(name: str) -> tuple[dict[str, list[str]], dict[str, list[str]], dict[str, float]]:
    """References, candidates and scores by id."""
    golden = {key: scores["ROUGE_L"] for key, scores in by_id(f"pycocoevalcap/{name}.jsonl.gz").items()}
    ready = READY[name.split("-")[1]]
    chosen = [row for row in inputs_of(name) if row["id"] in golden]
    assert len(chosen) == len(golden) > 0
    gts = {row["id"]: [ready(text) for text in row["references"]] for row in chosen}
    return gts, {row["id"]: [ready(row["candidate"])] for row in chosen}, golden


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    gts, res, golden = prepared(name)
    scores = Rouge().compute_score(gts, res)[1]
    assert dict(zip(gts, scores.tolist(), strict=True)) == golden
    for key in list(gts)[::10]:
        assert Rouge().calc_score(res[key], gts[key]) == golden[key], key


@pytest.mark.parametrize("name", FILES)
def test_main_api(name: str) -> None:
    gts, res, golden = prepared(name)
    report = ir.evaluate(
        predictions=[caption for [caption] in res.values()],
        references=list(gts.values()),
        metrics="rougeL",
        profile="pycocoevalcap",
        resampling=None,
    )
    assert dict(zip(gts, report.scores[:, 0, 2].tolist(), strict=True)) == golden


def test_tokenizer_is_a_rule() -> None:
    golden = by_id("pycocoevalcap/rouge_l-ptb.jsonl.gz")
    chosen = inputs_of("rouge_l-ptb")
    report = ir.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"] for row in chosen],
        metrics="rougeL",
        profile="pycocoevalcap",
        tokens="ptb",
        resampling=None,
    )
    assert report.signature.startswith("pycocoevalcap-1.2|tok:ptb|")
    for row, score in zip(chosen, report.scores[:, 0, 2].tolist(), strict=True):
        assert score == golden[row["id"]]["ROUGE_L"], row["id"]


@pytest.mark.parametrize("name", ["tokens-ptb", "tokens-ptb-cjk"])
def test_tokens(name: str) -> None:
    recorded = rows(f"pycocoevalcap/{name}.jsonl.gz")
    captions = {at: [{"caption": row["text"]}] for at, row in enumerate(recorded)}
    tokenized = PTBTokenizer().tokenize(captions)
    for at, row in enumerate(recorded):
        assert tokenized[at] == [row["tokenized"]], row["text"]


CORPORA = content("pycocoevalcap/corpus.json")


@pytest.mark.parametrize("name", FILES)
def test_average(name: str) -> None:
    gts, res, _ = prepared(name)
    cases = [case for case in CORPORA if case["file"] == name]
    assert cases
    for case in cases:
        chosen = list(gts)[: case["first_rows"]]
        report = ir.evaluate(
            predictions=[res[key][0] for key in chosen],
            references=[gts[key] for key in chosen],
            metrics="rougeL",
            profile="pycocoevalcap",
            resampling=ir.Resampling(n_resamples=0),
        )
        assert report["rougeL"].fmeasure.value == case["average"], case["first_rows"]
        average, scores = Rouge().compute_score({key: gts[key] for key in chosen}, {key: res[key] for key in chosen})
        assert average == case["average"]
        assert type(average).__name__ == "float64"
        assert scores.dtype == "float64"


CALLS: list[dict[str, Any]] = content("pycocoevalcap/api.json")


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_calls(case: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's, of the mean of nothing
        assert called(case["call"], {"Rouge": Rouge}) == case["result"]
