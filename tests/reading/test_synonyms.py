"""Synonyms: classes before counting, phrases, files, WordNet; and signatures that open no file."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.errors import InputError, MissingDataError, SignatureError
from infrarouge.reading.analyzers import Analysis
from infrarouge.reading.synonyms import Classes
from infrarouge.rules.wordlists import WordSets, read_sets

METRICS = "rouge1 rouge2 rougeL rougeLsum rougeW-1.2 rougeS4 rougeSU4"
CITY = {"New York": ["NYC", "the Big Apple"], "car": "auto"}
ENTRIES = st.lists(st.lists(st.text("abc", min_size=1, max_size=2), min_size=1, max_size=3).map(tuple), max_size=4)


def f(metric: str = "rouge1", **given: Any) -> float:
    return ir.score(metrics=metric, **given)[metric].fmeasure


def test_phrases_count_as_one_word_under_every_metric() -> None:
    texts = {"prediction": "NYC bought an auto .", "reference": "New York bought an car"}
    report = ir.evaluate(
        predictions=[texts["prediction"]], references=[texts["reference"]], metrics=METRICS, synonyms=CITY
    )
    assert report.scores.min() == 1.0
    assert ir.Rouge(synonyms=CITY).tokenize("in the Big Apple, New car") == ["in", "new york", "new", "car"]
    assert report.counts[0, 0].tolist() == [4, 4, 4]


def test_the_longest_phrase_from_the_left_is_taken() -> None:
    sets = [("a b", "x"), ("a b c", "y"), ("b c", "z")]
    assert ir.Rouge(synonyms=sets).tokenize("a b c") == ["a b c"]  # the head of y
    assert ir.Rouge(synonyms=[("a b", "x"), ("b c", "z")]).tokenize("a b c") == ["a b", "c"]


def test_stems_and_stop_words_come_first() -> None:
    rules: dict[str, Any] = {"synonyms": {"state of the art": "modern"}, "stemmer": "porter", "stopwords": "smart"}
    assert f(prediction="states of art", reference="modern", **rules) == 1.0
    own: dict[str, Any] = {"synonyms": {"fast cars": "racer"}, "stemmer": lambda word: word.rstrip("s")}
    assert f(prediction="fast car", reference="racers", **own) == 1.0


def test_lists_of_tokens_and_sentences() -> None:
    rouge = ir.Rouge("rouge1 rougeLsum", tokens="list", synonyms=CITY)
    assert rouge.score(prediction=["NYC", "car"], reference=["New", "York", "auto"])["rouge1"].fmeasure == 1.0
    # A phrase does not reach over the end of a sentence.
    assert f("rougeLsum", prediction="new\nyork", reference="nyc", synonyms=CITY) == 0.0


def test_a_class_takes_in_words_that_are_read_alike() -> None:
    sets = [("US", "America"), ("us", "we")]
    assert f(prediction="america", reference="we", synonyms=sets) == 1.0
    assert f(prediction="America", reference="we", synonyms=sets, lowercase=None) == 0.0


def test_explanations_show_the_phrase() -> None:
    why = ir.explain(prediction="In New  York now", reference="nyc", metric="rouge1", synonyms=CITY)
    assert why.parts("prediction") == [
        ("In", "extra"),
        (" ", ""),
        ("New  York", "matched"),
        (" ", ""),
        ("now", "extra"),
    ]


@given(st.lists(ENTRIES, max_size=5), st.lists(st.text("abc", min_size=1, max_size=2), max_size=8))
def test_classes_are_classes(sets: list[list[tuple[str, ...]]], words: list[str]) -> None:
    classes = Classes(sets)
    for entries in sets:
        # Every entry of a set, alone, becomes the same word, which stands for all of it.
        heads = {tuple(word.text for word in classes.merged(entry)) for entry in entries}
        assert len(heads) <= 1
    merged = classes.merged(words)
    assert [place for word in merged for place in range(word.first, word.last + 1)] == list(range(len(words)))
    again = Classes([list(reversed(entries)) for entries in reversed(sets)])
    same = [(word.first, word.last) for word in again.merged(words)]
    assert same == [(word.first, word.last) for word in merged]


@given(
    st.lists(st.lists(st.text("abc ", min_size=1), min_size=1, max_size=3), max_size=3),
    st.text("abc "),
    st.text("abc "),
)
def test_scores_are_symmetric(sets: list[list[str]], one: str, other: str) -> None:
    sets = [[entry for entry in entries if entry.strip()] for entries in sets]
    there, back = (
        ir.score(prediction=a, reference=b, metrics="rouge1", synonyms=[tuple(words) for words in sets])["rouge1"]
        for a, b in ((one, other), (other, one))
    )
    assert (there.precision, there.recall) == (back.recall, back.precision)
    if one.split():
        assert f(prediction=one, reference=one, synonyms=[tuple(words) for words in sets]) == 1.0


class Morphemes:
    """Stands for an analyser of Korean: it parts the ending from the stem."""

    infrarouge_name, infrarouge_version = "morphemes", "1"

    def analyze(self, texts: Sequence[str]) -> list[Analysis]:
        table = {
            "달리다": ["달리", "다"],
            "뛰다": ["뛰", "다"],
            "달렸다": ["달리", "었", "다"],
            "뛰었다": ["뛰", "었", "다"],
        }
        words = [[part for word in text.split() for part in table.get(word, [word])] for text in texts]
        return [Analysis(parts, parts, [(0, len(text))] * len(parts)) for text, parts in zip(texts, words, strict=True)]


def test_korean_entries_are_dictionary_forms() -> None:
    assert f(prediction="달렸다", reference="뛰었다", synonyms={"달리다": "뛰다"}, tokens=Morphemes()) == 1.0
    assert f(prediction="달렸다", reference="뛰었다", tokens=Morphemes()) < 1.0


@pytest.mark.parametrize(
    ("language", "one", "other", "sets"),
    [
        ("ko", "아이가 달렸다", "아이가 뛰었다", {"달리다": "뛰다"}),
        ("ja", "急いで走った", "急いで駆けた", {"走る": "駆ける"}),
    ],
)
def test_entries_are_read_by_the_analyser_of_the_language(language: str, one: str, other: str, sets: Any) -> None:
    pytest.importorskip({"ko": "kiwipiepy", "ja": "fugashi"}[language])
    rules: dict[str, Any] = {"lang": language} if language == "ko" else {"tokens": "fugashi-base"}
    assert (
        f(prediction=one, reference=other, **rules) < f(prediction=one, reference=other, synonyms=sets, **rules) == 1.0
    )


# ---------------------------------------------------------------- files and signatures


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "sets.csv"
    path.write_text('\ufeff# cities\n"New York", NYC\ncar auto\nU.S.\tUnited States\n\n', encoding="utf-8")
    assert read_sets(path) == [("New York", "NYC"), ("car", "auto"), ("U.S.", "United States")]
    rules: dict[str, Any] = {"prediction": "NYC auto", "reference": "new york car"}
    assert f(**rules, synonyms=str(path)) == f(**rules, synonyms=path) == 1.0
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 coffee\n")
    with pytest.raises(InputError, match="not UTF-8"):
        ir.profile(synonyms=tmp_path / "latin.txt")
    with pytest.raises(InputError, match=r"no synonyms file 'no/such\.csv'"):
        ir.profile(synonyms="no/such.csv")
    with pytest.raises(InputError, match=r"synonyms='\./thesaurus'"):
        ir.profile(synonyms="thesaurus")


def test_the_content_is_signed_and_not_the_path(tmp_path: Path) -> None:
    first, copy = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("car, auto\nbig, large\n")
    copy.write_text("large, big\nauto, car\n")
    signature = ir.profile(synonyms=first).signature
    assert (
        signature
        == ir.profile(synonyms=str(copy)).signature
        == ir.profile(synonyms=[("car", "auto"), ("big", "large")]).signature
    )
    copy.write_text("large, big\n")
    assert signature != ir.profile(synonyms=str(copy)).signature
    assert ir.Profile.parse(signature, synonyms=first).text.synonyms == (("car", "auto"), ("big", "large"))
    assert ir.profile(signature, synonyms=str(first)).signature == signature
    with pytest.raises(ValueError, match="which a text cannot carry"):
        ir.Profile.parse(signature)
    words = tmp_path / "stop.txt"
    words.write_text("the\na\n")
    assert ir.profile(stopwords=words).signature == ir.profile(stopwords={"a", "the"}).signature


@pytest.mark.parametrize(
    "part", ["syn:/etc/passwd", "stop:/etc/passwd", "syn:words", "syn:wordnet", "stop:./words", "syn:wordnet:/etc"]
)
def test_a_signature_opens_no_file(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words").write_text("secret\n")
    with pytest.raises(SignatureError, match="opens no file") as refused:
        ir.profile(f"infrarouge-1|{part}")
    assert "secret" not in str(refused.value)
    assert "root" not in str(refused.value)
    rule = "synonyms" if part.startswith("syn") else "stopwords"
    allowed: Any = {rule: tmp_path / "words"}
    assert "custom-" in ir.Profile.parse(f"infrarouge-1|{part}", **allowed).signature


def test_a_name_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "smart").write_text("cat\n")
    (tmp_path / "mine").write_text("cat\n")
    assert ir.Rouge(stopwords="smart").tokenize("the cat") == ["cat"]
    assert ir.Rouge(stopwords="./smart").tokenize("the cat") == ["the"]
    with pytest.raises(ValueError, match=r"typed as '\./mine'"):
        ir.Rouge(stopwords="mine")


def test_sets_are_values() -> None:
    sets = WordSets([("a", "b")])
    assert sets == (("a", "b"),)
    assert hash(sets) == hash((("a", "b"),))
    named = WordSets.called(sets, "mine")
    again = pickle.loads(pickle.dumps(named))
    assert (again, again.name, again.identity) == (named, "mine", named.identity)
    assert ir.profile(synonyms=named).signature == f"infrarouge-1|syn:custom-mine@{sets.digest}"


# ---------------------------------------------------------------- WordNet

INDEX = {
    "noun": "  1 This is WordNet 9.1 Copyright\ncar n 2 1 @ 2 1 00000001 00000002  \nauto n 1 1 @ 1 1 00000001  \n"
    "railcar n 1 1 @ 1 0 00000002  \nnew_york n 1 2 @ #p 1 1 00000003  \nnew_york_city n 1 0 1 1 00000003  \nrun n 1 0 1 0 00000004  \nrunning n 1 0 1 1 00000004  \n",
    "verb": "run v 1 0 1 1 00000001  \nrace v 1 0 1 1 00000001  \n",
}


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    folder = tmp_path / "dict"
    folder.mkdir()
    for part, text in INDEX.items():
        (folder / f"index.{part}").write_text(text)
    (folder / "cntlist.rev").write_text("run%2:38:00:: 1 106\nrun%1:04:00:: 1 2\n")
    return folder


def test_words_stand_for_their_most_frequent_sense(dictionary: Path) -> None:
    chosen = ir.profile(synonyms=f"wordnet:{dictionary}")
    assert chosen.text.synonyms == (("auto", "car"), ("new york", "new york city"), ("race", "run"))
    assert chosen.signature == f"infrarouge-1|syn:custom-wordnet-9.1@{chosen.text.synonyms.digest}"  # type: ignore[union-attr]  # sets
    assert ir.profile(synonyms=f"wordnet:{dictionary}").text.synonyms is chosen.text.synonyms
    assert (
        f(prediction="New York autos race", reference="New York City cars run", profile=chosen, stemmer="porter") == 1.0
    )
    assert f(prediction="railcar", reference="car", profile=chosen) == 0.0


@pytest.mark.parametrize("how", ["WNSEARCHDIR", "WNHOME", "nltk"])
def test_an_installed_wordnet_is_found(how: str, dictionary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WNSEARCHDIR", "WNHOME"):
        monkeypatch.delenv(name, raising=False)
    if how == "nltk":
        if Path("/usr/share/wordnet/index.noun").exists():
            pytest.skip("Debian's comes first")
        (dictionary.parent / "corpora").mkdir()
        dictionary.rename(dictionary.parent / "corpora/wordnet")
        data = SimpleNamespace(path=[str(dictionary.parent)])
        monkeypatch.setitem(sys.modules, "nltk", SimpleNamespace(data=data))
    else:
        monkeypatch.setenv(how, str(dictionary if how == "WNSEARCHDIR" else dictionary.parent))
    assert f(prediction="auto", reference="car", synonyms="wordnet") == 1.0


def test_without_a_wordnet_nothing_is_downloaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("WNSEARCHDIR", "WNHOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "nltk", None)
    monkeypatch.setitem(sys.modules, "wn", None)
    with pytest.raises(MissingDataError, match=r"lexicon 'oewn:2024'.*never downloaded; type one of: apt install"):
        ir.profile(synonyms="wordnet:oewn:2024")
    with pytest.raises(InputError, match="no folder"):
        ir.profile(synonyms="wordnet:/no/such")
    with pytest.raises(InputError, match=r"no file index\.noun"):
        ir.profile(synonyms=f"wordnet:{tmp_path}")


LEXICON = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
<Lexicon id="tiny" label="Tiny" language="en" email="a@b.c" license="MIT" version="1">
<LexicalEntry id="tiny-car-n"><Lemma writtenForm="car" partOfSpeech="n"/><Sense id="tiny-s1" synset="tiny-1-n"/></LexicalEntry>
<LexicalEntry id="tiny-auto-n"><Lemma writtenForm="auto" partOfSpeech="n"/><Sense id="tiny-s2" synset="tiny-1-n"/></LexicalEntry>
<Synset id="tiny-1-n" ili="" partOfSpeech="n"><Definition>a vehicle</Definition></Synset>
</Lexicon></LexicalResource>
"""


def test_a_lexicon_of_wn(tmp_path: Path) -> None:
    wn = pytest.importorskip("wn")
    wn.config.data_directory = tmp_path / "data"
    path = tmp_path / "tiny.xml"
    path.write_text(LEXICON)
    wn.add(path, progress_handler=None)
    chosen = ir.profile(synonyms="wordnet:tiny:1")
    assert chosen.text.synonyms == (("auto", "car"),)
    assert chosen.signature.startswith("infrarouge-1|syn:custom-tiny:1@")
