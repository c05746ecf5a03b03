"""Every golden row of torchmetrics 1.9, through the main API and through compat.torchmetrics: equal as float32."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from goldens import GOLDEN, by_id, content, inputs, rows

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


NAMES = sorted(path.name for path in (GOLDEN / "torchmetrics").glob("*.gz"))


@pytest.mark.parametrize("name", NAMES)
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


def test_sentences_are_clipped_by_their_own_words() -> None:
    """A tokenizer may read the whole text otherwise than its sentences: here the blank between them is a word."""
    given = {"prediction": "ab\n\nd", "reference": "ab\ncd", "metrics": "rouge1 rougeLsum", "profile": "torchmetrics"}
    found = ir.score(**given, sentences="newline", lowercase=None, tokens=partial(normalized, list))
    # As torchmetrics 1.9.0 answers.
    assert found["rouge1"] == (1.0, 0.800000011920929, 0.8888888955116272)
    assert found["rougeLsum"] == (1.0, 0.75, 0.8571428656578064)


CORPUS = content("torchmetrics/corpus.json")


NAMED = [f"{case['accumulate']}-{case['use_stemmer']}-{case['splitter']}" for case in CORPUS]


@pytest.mark.parametrize("case", CORPUS, ids=NAMED)
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
        # torch adds up 500 numbers in float32 and ours are added up in float64: they part by 3 of its last bits at most.
        assert getattr(report[label], measure).mean == pytest.approx(value, rel=3 * 2**-24, abs=0)


# ---------------------------------------------------------------- the same rows through compat.torchmetrics


def options(name: str) -> dict[str, Any]:
    """Read the arguments off the name of a golden file."""
    found: dict[str, Any] = {"accumulate": name.partition("-")[0], "use_stemmer": "-stem" in name}
    found["sentences"] = rules(name)["sentences"]
    if "normalizer_identity" in name:
        found["normalizer"] = str
    if "normalizer_upper" in name:
        found |= {"normalizer": str.upper, "tokenizer": str.split}
    if "tokenizer_chars" in name:
        found["tokenizer"] = list
    return found


@pytest.mark.torch
@pytest.mark.parametrize("name", NAMES)
def test_surface(name: str) -> None:
    pytest.importorskip("torchmetrics")
    from infrarouge.compat.torchmetrics import ROUGEScore, rouge_score

    golden = by_id(f"torchmetrics/{name}")
    keys = tuple(dict.fromkeys(key.partition("_")[0] for key in next(iter(golden.values()))))
    chosen = [row for row in inputs() if row["id"] in golden]
    metric = ROUGEScore(rouge_keys=keys, **options(name))
    metric.update([row["candidate"] for row in chosen], [row["references"] for row in chosen])
    for at, row in enumerate(chosen):
        assert {key: values[at].item() for key, values in metric.metric_state.items()} == golden[row["id"]], row["id"]
    for row in chosen[::10]:
        found = rouge_score([row["candidate"]], [row["references"]], rouge_keys=keys, **options(name))
        assert list(found) == list(golden[row["id"]])
        assert {key: value.item() for key, value in found.items()} == golden[row["id"]], row["id"]


@pytest.mark.torch
@pytest.mark.parametrize("case", CORPUS, ids=NAMED)
def test_surface_corpus(case: dict[str, Any]) -> None:
    pytest.importorskip("torchmetrics")
    from infrarouge.compat.torchmetrics import rouge_score

    found = rouge_score(
        [row["candidate"] for row in inputs()],
        [row["references"] for row in inputs()],
        case["accumulate"],
        case["use_stemmer"],
        rouge_keys=tuple(case["rouge_keys"]),
        sentences=splitter(case["splitter"]),
    )
    assert {key: value.item() for key, value in found.items()} == case["result"]
