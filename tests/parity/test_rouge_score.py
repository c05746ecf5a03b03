"""Every golden row of rouge-score 0.1.2, with == on floats."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from goldens import GOLDEN, by_id, content, inputs, rows

import infrarouge as ir
from infrarouge.compat.rouge_score import scoring, tokenize, tokenizers
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer

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


CASES = content("rouge-score/bootstrap.json")


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


# ---------------------------------------------------------------- the same rows through compat.rouge_score


class Spaces(tokenizers.Tokenizer):
    def tokenize(self, text: str) -> list[str]:
        return text.split()


FILES = sorted(path.name for path in (GOLDEN / "rouge-score").glob("score*.gz"))


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("name", FILES)
def test_surface(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = by_id(f"rouge-score/{name}")
    scorer = RougeScorer(
        list(next(iter(golden.values()))),
        use_stemmer="-stem" in name,
        split_summaries="-split_" in name,
        tokenizer=Spaces() if "tokenizer_whitespace" in name else None,
    )
    if "-split_" in name:
        splitter = name.partition("-split_")[2].removesuffix(".jsonl.gz")
        sentences = {row["text"]: row["sentences"] for row in rows(f"rouge-score/sentences-{splitter}.jsonl.gz")}
        nltk = SimpleNamespace(sent_tokenize=sentences.__getitem__)
        monkeypatch.setitem(sys.modules, "nltk", nltk)
    for row in inputs():
        if row["id"] in golden:
            if name.startswith("score_multi"):
                found = scorer.score_multi(row["references"], row["candidate"])
            else:
                found = scorer.score(row["references"][0], row["candidate"])
            assert {label: score._asdict() for label, score in found.items()} == golden[row["id"]], row["id"]


def test_surface_tokens() -> None:
    plain, stemmed = tokenizers.DefaultTokenizer(), tokenizers.DefaultTokenizer(use_stemmer=True)
    for row in rows("rouge-score/tokens.jsonl.gz"):
        assert plain.tokenize(row["text"]) == tokenize.tokenize(row["text"], None) == row["tokens"]
        assert stemmed.tokenize(row["text"]) == row["stemmed"]
        assert tokenize.tokenize(row["text"], tokenizers.PorterStemmer()) == row["stemmed"]


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("case", CASES, ids=[str(at) for at in range(len(CASES))])
def test_surface_bootstrap(case: dict) -> None:
    chosen = inputs() if case["rows"] == "all" else eval(case["rows"], {"inputs": inputs()})
    scorer = RougeScorer(case["rouge_types"], use_stemmer=case["use_stemmer"])
    aggregator = scoring.BootstrapAggregator(case["confidence_interval"], case["n_samples"])
    for row in chosen:
        aggregator.add_scores(scorer.score_multi(row["references"], row["candidate"]))
    np.random.seed(case["numpy_seed"])
    found = aggregator.aggregate()
    assert list(found) == case["rouge_types"]
    for label, expected in case["result"].items():
        assert {end: score._asdict() for end, score in found[label]._asdict().items()} == expected
