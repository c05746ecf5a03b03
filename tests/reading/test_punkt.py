"""Sentences by NLTK's Punkt: with its data, without it, and without NLTK."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from goldens import by_id, inputs, rows

import infrarouge as ir
from infrarouge.reading.programs.punkt import punkt


def forget(nltk: Any) -> None:
    """Make NLTK read its data again."""
    getattr(getattr(nltk.tokenize, "_get_punkt_tokenizer", None), "cache_clear", lambda: None)()


@pytest.fixture
def untrained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """NLTK with data that knows no abbreviation: what the golden files call punkt_untrained."""
    nltk = pytest.importorskip("nltk")
    data = tmp_path / "tokenizers" / "punkt_tab" / "english"
    data.mkdir(parents=True)
    for name in ("collocations.tab", "sent_starters.txt", "abbrev_types.txt", "ortho_context.tab"):
        (data / name).touch()
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    forget(nltk)
    yield nltk
    forget(nltk)


def test_with_data(untrained: Any) -> None:
    for row in rows("rouge-score/sentences-punkt_untrained.jsonl.gz"):
        assert punkt(row["text"]) == row["sentences"]


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("stemmer", [None, "porter"])
def test_scores_with_data(untrained: Any, stemmer: str | None) -> None:
    golden = by_id(f"rouge-score/score_multi-{'stem' if stemmer else 'nostem'}-split_punkt_untrained.jsonl.gz")
    labels = list(next(iter(golden.values())))
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"] for row in inputs()],
        metrics=labels,
        profile="rouge-score",
        sentences="punkt",
        stemmer=stemmer,
    )
    for at, row in enumerate(inputs()):
        for column, label in enumerate(labels):
            assert report.scores[at, column].tolist() == list(golden[row["id"]][label].values())


def test_with_the_english_data() -> None:
    nltk = pytest.importorskip("nltk")
    try:
        nltk.sent_tokenize("One. Two.")
    except LookupError:
        pytest.skip("NLTK's data punkt_tab is not installed")
    for row in rows("rouge-score/sentences-punkt_english.jsonl.gz"):
        assert punkt(row["text"]) == row["sentences"]


def fail(text: str, language: str = "english") -> list[str]:
    raise LookupError("Resource punkt_tab not found.")


@pytest.mark.parametrize("missing", ["data", "nltk"])
def test_without(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nltk", None if missing == "nltk" else SimpleNamespace(sent_tokenize=fail))
    error, what = (ir.MissingExtraError, "pip install") if missing == "nltk" else (ir.MissingDataError, "punkt_tab")
    with pytest.raises(error, match=f"sentences='newline'.*{what}|{what}.*sentences='newline'"):
        punkt("One. Two.")
    with pytest.raises(LookupError if missing == "data" else ModuleNotFoundError):
        ir.score(prediction="One. Two.", reference="One.", metrics="rougeLsum", profile="torchmetrics")
    # Without an end mark there is nothing to decide, and other metrics need no sentences.
    assert ir.score(prediction="a b", reference="a b", profile="torchmetrics")["rougeLsum"].fmeasure == 1.0
    assert (
        ir.score(prediction="A. B.", reference="A. B.", metrics="rouge1", profile="torchmetrics")["rouge1"].recall == 1
    )


def test_one_sentence_without_an_end_mark_is_what_punkt_says() -> None:
    for row in rows("rouge-score/sentences-punkt_english.jsonl.gz"):
        if not set(".?!") & set(row["text"]):
            whole = row["text"].strip()
            assert row["sentences"] == ([whole] if whole else [])


def test_other_languages_are_named(untrained: Any, tmp_path: Path) -> None:
    (tmp_path / "tokenizers/punkt_tab/english").rename(tmp_path / "tokenizers/punkt_tab/german")
    texts = {"prediction": "Es regnet. Wir gehen.", "reference": "Wir gehen. Es regnet."}
    assert ir.score(**texts, metrics="rougeLsum", sentences="punkt:german")["rougeLsum"].fmeasure == 1.0
    with pytest.raises(ir.MissingDataError, match="for 'klingon'"):
        ir.score(**texts, metrics="rougeLsum", sentences="punkt:klingon")
