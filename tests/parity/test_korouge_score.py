"""Every golden row of korouge-score 0.1.4, with == on floats, through the surface and the main API."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from goldens import GOLDEN, by_id, called, content, inputs_of, plain, rows

import infrarouge as ir
from infrarouge.compat.korouge_score import scoring, tokenizers
from infrarouge.compat.korouge_score.rouge_scorer import RougeScorer

FOLDER = GOLDEN / "korouge-score"
TYPES = ["rouge1", "rouge2", "rouge3", "rouge4", "rougeL", "rougeLsum"]
FILES = [
    f"{call}-{stem}{cjk}" for call in ("score", "score_multi") for stem in ("nostem", "stem") for cjk in ("", "-cjk")
]


def surface_scores(scorer: RougeScorer, name: str, row: dict[str, Any]) -> Any:
    if name.startswith("score_multi"):
        return plain(scorer.score_multi(row["references"], row["candidate"]))
    return plain(scorer.score(row["references"][0], row["candidate"]))


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    golden = by_id(f"korouge-score/{name}.jsonl.gz")
    scorer = RougeScorer(TYPES, use_stemmer="-stem" in name)
    assert [row["id"] for row in inputs_of(name)] == list(golden)
    for row in inputs_of(name):
        assert surface_scores(scorer, name, row) == golden[row["id"]], row["id"]


@pytest.mark.parametrize("name", FILES)
def test_main_api(name: str) -> None:
    golden = by_id(f"korouge-score/{name}.jsonl.gz")
    chosen = inputs_of(name)
    report = ir.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"] if "multi" in name else row["references"][0] for row in chosen],
        metrics=TYPES,
        profile="korouge-score",
        stemmer="porter" if "-stem" in name else None,
        resampling=None,
    )
    for at, row in enumerate(chosen):
        for column, label in enumerate(TYPES):
            scores = ir.Score(*report.scores[at, column].tolist())._asdict()
            assert scores == golden[row["id"]][label], row["id"]


def test_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "score-nostem-split_punkt_english"
    sentences = {row["text"]: row["sentences"] for row in rows("rouge-score/sentences-punkt_english.jsonl.gz")}
    golden = by_id(f"korouge-score/{name}.jsonl.gz")
    scorer = RougeScorer(["rougeLsum"], split_summaries=True)
    monkeypatch.setitem(sys.modules, "nltk", SimpleNamespace(sent_tokenize=sentences.__getitem__))
    rouge = ir.Rouge("rougeLsum", "korouge-score", sentences=sentences.__getitem__)
    for row in inputs_of(name):
        assert surface_scores(scorer, name, row) == golden[row["id"]], row["id"]
        [scores] = rouge.score(prediction=row["candidate"], reference=row["references"][0]).values()
        assert {"rougeLsum": scores._asdict()} == golden[row["id"]], row["id"]


@pytest.mark.parametrize("name", ["tokens", "tokens-cjk"])
def test_tokens(name: str) -> None:
    default, stemming = tokenizers.DefaultTokenizer(), tokenizers.DefaultTokenizer(use_stemmer=True)
    for row in rows(f"korouge-score/{name}.jsonl.gz"):
        assert default.tokenize(row["text"]) == row["tokens"]
        assert stemming.tokenize(row["text"]) == row["stemmed"]


CORPORA = content("korouge-score/bootstrap.json")


@pytest.mark.parametrize("case", CORPORA, ids=[str(at) for at in range(len(CORPORA))])
def test_bootstrap(case: dict[str, Any]) -> None:
    chosen = inputs_of(Path(case["inputs"]).stem)[: case["first_rows"]]
    scorer = RougeScorer(case["types"])
    aggregator = scoring.BootstrapAggregator(case["confidence_interval"], case["n_samples"])
    for row in chosen:
        aggregator.add_scores(scorer.score_multi(row["references"], row["candidate"]))
    np.random.seed(case["numpy_seed"])
    assert plain(aggregator.aggregate()) == case["result"]


CALLS: list[dict[str, Any]] = content("korouge-score/api.json")
NAMES = {
    "RougeScorer": RougeScorer,
    "DefaultTokenizer": tokenizers.DefaultTokenizer,
    "BootstrapAggregator": scoring.BootstrapAggregator,
    "words": SimpleNamespace(tokenize=str.split),
    "letters": SimpleNamespace(tokenize=list),
}


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_calls(case: dict[str, Any]) -> None:
    assert called(case["call"], NAMES) == case["result"]
