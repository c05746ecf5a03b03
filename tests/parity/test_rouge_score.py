"""Every golden row of rouge-score 0.1.2, with == on floats."""

from __future__ import annotations

import json

import pytest
from goldens import GOLDEN, by_id, inputs, rows

import infrarouge as ir

MEASURES = ("precision", "recall", "fmeasure")


def compare(rouge: ir.Rouge, golden: dict[str, dict], multi: bool) -> None:
    chosen = [row for row in inputs() if row["id"] in golden]
    assert len(chosen) == len(golden) > 0
    report = rouge.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"] if multi else row["references"][0] for row in chosen],
    )
    for at, row in enumerate(chosen):
        expected = golden[row["id"]]
        assert list(expected) == rouge.labels
        found = {
            label: dict(zip(MEASURES, report.scores[at, column].tolist(), strict=True))
            for column, label in enumerate(rouge.labels)
        }
        assert found == expected, row["id"]


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("call", ["score", "score_multi"])
@pytest.mark.parametrize("stem", ["nostem", "stem"])
@pytest.mark.parametrize("threads", [1, 3])
def test_scores(call: str, stem: str, threads: int) -> None:
    golden = by_id(f"rouge-score/{call}-{stem}.jsonl.gz")
    stemmer = "porter" if stem == "stem" else None
    rouge = ir.Rouge(list(next(iter(golden.values()))), "rouge-score", stemmer=stemmer, threads=threads)
    compare(rouge, golden, call == "score_multi")


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
def test_long_ngrams() -> None:
    golden = by_id("rouge-score/score-nostem-n5to9.jsonl.gz")
    compare(ir.Rouge("rouge5 rouge6 rouge7 rouge8 rouge9", "rouge-score"), golden, False)


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
def test_own_tokenizer() -> None:
    golden = by_id("rouge-score/score-tokenizer_whitespace.jsonl.gz")
    labels = list(next(iter(golden.values())))
    compare(ir.Rouge(labels, "rouge-score", tokens=str.split, lowercase=None), golden, False)
    compare(ir.Rouge(labels, "rouge-score", tokens="whitespace", lowercase=None), golden, False)


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("call", ["score", "score_multi"])
@pytest.mark.parametrize("stem", ["nostem", "stem"])
@pytest.mark.parametrize("splitter", ["punkt_english", "punkt_untrained"])
def test_sentences(call: str, stem: str, splitter: str) -> None:
    sentences = {row["text"]: row["sentences"] for row in rows(f"rouge-score/sentences-{splitter}.jsonl.gz")}
    golden = by_id(f"rouge-score/{call}-{stem}-split_{splitter}.jsonl.gz")
    stemmer = "porter" if stem == "stem" else None
    labels = list(next(iter(golden.values())))
    rouge = ir.Rouge(labels, "rouge-score", stemmer=stemmer, sentences=sentences.__getitem__)
    compare(rouge, golden, call == "score_multi")


def test_tokens() -> None:
    plain, stemmed = ir.Rouge(profile="rouge-score"), ir.Rouge(profile="rouge-score", stemmer="porter")
    for row in rows("rouge-score/tokens.jsonl.gz"):
        assert plain.tokenize(row["text"]) == row["tokens"]
        assert stemmed.tokenize(row["text"]) == row["stemmed"]


CASES = json.loads((GOLDEN / "rouge-score/bootstrap.json").read_text())


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("case", CASES, ids=[str(at) for at in range(len(CASES))])
def test_bootstrap(case: dict) -> None:
    chosen = inputs() if case["rows"] == "all" else eval(case["rows"], {"inputs": inputs()})
    report = ir.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"] for row in chosen],
        metrics=case["rouge_types"],
        profile="rouge-score",
        stemmer="porter" if case["use_stemmer"] else None,
        resampling=ir.Resampling(
            rng=case["numpy_seed"],
            n_resamples=case["n_samples"],
            confidence_level=case["confidence_interval"],
            center="median",
        ),
    )
    for label, expected in case["result"].items():
        for name in MEASURES:
            found = getattr(report[label], name)
            assert found.low == expected["low"][name]
            assert found.value == expected["mid"][name]
            assert found.high == expected["high"][name]
