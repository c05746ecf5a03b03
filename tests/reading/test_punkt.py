"""Sentences by Punkt: with NLTK's data, with data of our own, without data, and without NLTK."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from goldens import by_id, inputs, rows

import infrarouge as ir
from infrarouge.engine import runner
from infrarouge.reading.programs import punkt_data
from infrarouge.reading.programs.punkt import punkt
from infrarouge.reading.programs.punkt_rules import Parameters, sentences


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
    monkeypatch.setattr(punkt_data, "data_folders", lambda: iter(()))
    monkeypatch.setattr(punkt_data, "KNOWN", {})
    runner._cached.cache_clear()  # a runner that found data keeps it
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


OURS = (
    "dr\nmr\ne.g\nu.s\ninc\ntime",
    "j\tbach\n##number##\tinternational",
    "the\nhe",
    "the\t54\ncat\t34\nbach\t4\nsmith\t4\nnine\t32\nsaw\t32\nnavy\t12",
)
"""Abbreviations, collocations, sentence starters and contexts in the form of NLTK's files, written for these tests."""


def known() -> Parameters:
    parts = [part.encode() for part in OURS]
    return Parameters.read((parts[0], parts[1], parts[2], parts[3]))


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        (" \n", []),
        (" a b ", [" a b"]),
        ("One. Two", ["One.", "Two"]),
        ("He saw Dr. Smith. He left.", ["He saw Dr. Smith.", "He left."]),
        ("Acme Inc. The cat sat", ["Acme Inc.", "The cat sat"]),  # a sentence starter behind an abbreviation
        ("Acme Inc. Cat food", ["Acme Inc.", "Cat food"]),  # a word that is never a name
        ("Acme Inc. Smith left", ["Acme Inc. Smith left"]),
        ("part-time. work", ["part-time. work"]),  # only what stands behind the hyphen is an abbreviation
        ("by J. S. Bach. Then", ["by J. S. Bach.", "Then"]),
        ("He met J. Cat food", ["He met J.", "Cat food"]),
        ("in 1984. nine men", ["in 1984. nine men"]),
        ("No. 5. International", ["No.", "5. International"]),  # a collocation
        ("Wait ... he said", ["Wait ... he said"]),
        ("Wait... The cat", ["Wait...", "The cat"]),
        ("Wait . . . The cat", ["Wait .", ".", ".", "The cat"]),
        ('He said "no." Then', ['He said "no."', "Then"]),
        ("(He left.) Then", ["(He left.)", "Then"]),
        ("“No.” Then he left.", ["“No.”", "Then he left."]),
        ("He left.) -- Then", ["He left.)", "-- Then"]),
        ("Really?! Yes!!! No", ["Really?!", "Yes!!!", "No"]),
        ("end.\nNext line", ["end.", "Next line"]),
        ("no space.Next", ["no space.Next"]),
        ("a.\u3000B", ["a.\u3000B"]),
    ],
)
def test_rules(text: str, cut: list[str]) -> None:
    assert sentences(text, known()) == cut


def test_numbers_in_other_files_are_refused() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        Parameters.read((b"", b"", b"", b"cat\tmany"))


def install(folder: Path, language: str = "english") -> None:
    data = folder / "tokenizers" / "punkt_tab" / language
    data.mkdir(parents=True)
    for name, content in zip(punkt_data.FILES, OURS, strict=True):
        (data / name).write_text(content + "\n", encoding="utf-8", newline="\r\n")


@pytest.mark.parametrize("place", ["environment", "nltk", "llama-index-core", "zip"])
def test_places(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "llama_index/core/_static/nltk_cache" if place == "llama-index-core" else tmp_path
    install(folder)
    monkeypatch.setattr(punkt_data, "KNOWN", {})
    monkeypatch.setitem(sys.modules, "nltk.data", SimpleNamespace(path=[tmp_path]) if place == "nltk" else None)
    monkeypatch.setenv("NLTK_DATA", str(tmp_path) if place in ("environment", "zip") else "")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    if place == "zip":
        with ZipFile(folder / "tokenizers/punkt_tab.zip", "w") as packed:
            for name in punkt_data.FILES:
                packed.write(folder / "tokenizers/punkt_tab/english" / name, f"punkt_tab/english/{name}")
        (folder / "tokenizers/punkt_tab").rename(tmp_path / "away")
    data = punkt_data.punkt_data("english")
    assert data is not None
    assert Parameters.read(data) == known()
    assert punkt_data.punkt_data("klingon") is None
    assert punkt_data.punkt_data("../english") is None


def test_nltk_is_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "ours")
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nltk", None)
    monkeypatch.setitem(sys.modules, "nltk.data", None)
    assert punkt("By Dr. Smith. He left.", "ours") == ["By Dr. Smith.", "He left."]
    texts = {"prediction": "Mr. Smith left. The cat sat.", "reference": "The cat sat. Mr. Smith left."}
    assert ir.score(**texts, metrics="rougeLsum", sentences="punkt:ours")["rougeLsum"].fmeasure == 1.0


def test_all_languages_equal_nltk() -> None:
    """Golden texts in every language that is installed; properties/test_programs.py compares random ones."""
    nltk = pytest.importorskip("nltk")
    texts = [row["candidate"] for row in inputs()]
    installed = [language for language in LANGUAGES.split() if punkt_data.punkt_data(language) is not None]
    if not installed:
        pytest.skip("NLTK's data punkt_tab is not installed")
    for language in installed:
        for text in texts[:: len(installed)]:
            assert punkt(text, language) == nltk.sent_tokenize(text, language)


LANGUAGES = """czech danish dutch english estonian finnish french german greek italian malayalam norwegian polish portuguese russian
slovene spanish swedish turkish"""
