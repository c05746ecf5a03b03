"""The surface of rouge-score: names, results, errors, pickles, files. The numbers are in tests/parity."""

from __future__ import annotations

import functools
import inspect
import logging
import multiprocessing
import pickle
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.compat.rouge_score import io, rouge, rouge_scorer, scoring, tokenize, tokenizers
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


class Spaces(tokenizers.Tokenizer):
    def tokenize(self, text: str) -> list[str]:
        return text.split()


class Characters:
    def tokenize(self, text: str) -> str:
        return text


def test_signatures() -> None:
    def names(call: object) -> list[str]:
        return [str(one) for one in inspect.signature(call).parameters]  # type: ignore[arg-type]

    assert names(RougeScorer) == ["rouge_types", "use_stemmer", "split_summaries", "tokenizer"]
    assert names(RougeScorer.score) == ["self", "target", "prediction"]
    assert names(RougeScorer.score_multi) == ["self", "targets", "prediction"]
    assert names(scoring.BootstrapAggregator) == ["confidence_interval", "n_samples"]
    assert names(tokenize.tokenize) == ["text", "stemmer"]
    assert names(tokenizers.DefaultTokenizer) == ["use_stemmer"]
    assert names(io.compute_scores_and_write_to_csv) == [
        "target_filepattern",
        "prediction_filepattern",
        "output_filename",
        "scorer",
        "aggregator",
        "delimiter",
    ]


def test_the_reference_comes_first() -> None:
    score = RougeScorer(["rouge1"]).score("a b c d", "a b")["rouge1"]
    assert (score.precision, score.recall) == (1.0, 0.5)
    assert tuple(score) == (1.0, 0.5, 2 / 3)
    assert score._fields == ("precision", "recall", "fmeasure")


def test_results_keep_the_order_of_the_types_and_are_plain_dicts() -> None:
    found = RougeScorer(("rougeLsum", "rouge2", "rouge2", "rougeL")).score("a b", "a b")
    assert type(found) is dict
    assert list(found) == ["rougeLsum", "rouge2", "rougeL"]
    assert RougeScorer([]).score("a", "a") == {}


@pytest.mark.parametrize("target", ["", "!", "\n", "a"])
@pytest.mark.parametrize("prediction", ["", "...", "\n\n"])
def test_zero_is_an_integer_where_a_side_of_an_lcs_is_empty(target: str, prediction: str) -> None:
    found = RougeScorer(["rouge1", "rougeL", "rougeLsum"]).score(target, prediction)
    kinds = {label: {type(value) for value in score} for label, score in found.items()}
    assert kinds == {"rouge1": {float}, "rougeL": {int}, "rougeLsum": {int}}
    assert {value for score in found.values() for value in score} == {0}
    nothing = RougeScorer(TYPES).score("a b", "c d")
    assert {type(value) for score in nothing.values() for value in score} == {float}


@pytest.mark.parametrize("bad", ["rougen", "rouge0", "rouge10", "rouge", "ROUGE1", "rougel", "rougeSU4", "rouge1 "])
def test_a_bad_type_is_refused_when_scoring(bad: str) -> None:
    scorer = RougeScorer(["rouge1", bad])
    with pytest.raises(ValueError, match=f"Invalid rouge type: {bad}|rougen requires positive n: rouge0"):
        scorer.score("a", "a")


def test_a_bare_str_of_types_is_walked_by_letter() -> None:
    with pytest.raises(ValueError, match="Invalid rouge type: r;"):
        RougeScorer("rouge1").score("a", "a")


@pytest.mark.parametrize("bad", [None, 3, ["a"], float("nan")])
@pytest.mark.parametrize("types", [["rouge1"], ["rougeLsum"], TYPES])
def test_what_is_no_text_is_refused(types: list[str], bad: object) -> None:
    for pair in ((bad, "a"), ("a", bad)):
        with pytest.raises(AttributeError, match="'lower'"):
            RougeScorer(types).score(*pair)
        with pytest.raises(TypeError):
            RougeScorer(types).score(*pair)


def test_bytes_are_read_as_utf8() -> None:
    class Text(str):
        __slots__ = ()

    scorer = RougeScorer(TYPES)
    expected = scorer.score("a b\nc", "c a")
    assert scorer.score(b"a b\nc", "c a") == scorer.score("a b\nc", b"c a") == scorer.score(Text("a b\nc"), "c a")
    assert scorer.score(b"a b\nc", b"c a") == expected
    with pytest.raises(UnicodeDecodeError):
        scorer.score(b"\xff", "a")


def test_several_targets() -> None:
    scorer = RougeScorer(["rouge1", "rouge2"])
    targets = ["b a", "a x b", "a b"]
    found = scorer.score_multi(targets[:2], "a b")
    assert found["rouge1"] == scorer.score(targets[0], "a b")["rouge1"]
    assert found["rouge2"] == scorer.score(targets[0], "a b")["rouge2"]
    assert scorer.score_multi(iter(targets), "a b")["rouge2"].fmeasure == 1.0
    # The first of equals is kept whole.
    assert RougeScorer(["rouge1"]).score_multi(["a b", "a b c d e f"], "a b c")["rouge1"] == (2 / 3, 1.0, 0.8)
    assert RougeScorer(["rouge1"]).score_multi("ab", "a")["rouge1"].fmeasure == 1.0
    with pytest.raises(ValueError, match="at least one reference"):
        scorer.score_multi([], "a")


def test_a_tokenizer_replaces_everything() -> None:
    scorer = RougeScorer(TYPES, use_stemmer=True, tokenizer=Spaces())
    assert scorer.score("The cats", "the cats")["rouge1"].fmeasure == 0.5
    assert scorer.score("don't stop!", "don't stop!")["rouge1"].fmeasure == 1.0
    with pytest.raises(AttributeError):
        RougeScorer(["rouge1"], tokenizer=str.split).score("a", "a")


def test_tokens_are_compared_whatever_they_are() -> None:
    class Numbers:
        def tokenize(self, text: str) -> list[object]:
            return [int(one) if one.isdigit() else (one,) for one in text.split()]

    found = RougeScorer(TYPES, tokenizer=Numbers()).score("1 2\nx", "x\n1 2")
    assert found["rougeLsum"].fmeasure == 1.0
    assert found["rougeL"].recall == 2 / 3
    ids = RougeScorer(["rouge1", "rougeL"], tokenizer=Characters())
    assert ids.score([1, 2, 3], [1, 2, 4])["rougeL"].recall == 2 / 3


def test_sentences_are_tokenized_apart_from_the_whole_text() -> None:
    found = RougeScorer(["rouge1", "rougeL", "rougeLsum"], tokenizer=Characters()).score("ab\ncd", "ab\n\nd")
    assert found["rouge1"] == (0.8, 0.8, 0.8000000000000002)
    assert found["rougeLsum"] == (1.0, 0.75, 0.8571428571428571)


def test_the_tokenizer_can_be_put_in_later() -> None:
    scorer = RougeScorer(["rouge1"])
    assert scorer._tokenizer.tokenize("The Cats!") == ["the", "cats"]
    assert scorer.score("A", "a")["rouge1"].fmeasure == 1.0
    scorer._tokenizer = Spaces()
    assert scorer.score("A", "a")["rouge1"].fmeasure == 0.0
    scorer.rouge_types = ["rougeL"]
    assert list(scorer.score("a", "a")) == ["rougeL"]


def test_a_tokenizer_with_another_tokenize_is_used() -> None:
    class Lines(tokenizers.DefaultTokenizer):
        def tokenize(self, text: str) -> list[str]:
            return ["-".join(super().tokenize(text))]

    assert RougeScorer(["rouge1"], tokenizer=Lines(use_stemmer=True)).score("the cats", "the cat")["rouge1"].recall == 1
    with pytest.raises(TypeError):
        tokenizers.Tokenizer()  # type: ignore[abstract]


def test_subclasses_and_their_score() -> None:
    class Doubled(RougeScorer):
        def score(self, target: str, prediction: str) -> dict[str, scoring.Score]:
            return super().score(target * 2, prediction)

    assert isinstance(Doubled(["rouge1"]), scoring.BaseScorer)
    assert Doubled(["rouge1"]).score_multi(["a "], "a")["rouge1"].recall == 0.5
    with pytest.raises(TypeError):
        scoring.BaseScorer()  # type: ignore[abstract]


@pytest.mark.parametrize("tokenizer", [None, Spaces()])
def test_scorers_and_scores_pickle(tokenizer: object) -> None:
    scorer = RougeScorer(TYPES, use_stemmer=True, tokenizer=tokenizer)
    expected = scorer.score("the cats", "the cat")
    again = pickle.loads(pickle.dumps(scorer))
    assert again.score("the cats", "the cat") == pickle.loads(pickle.dumps(expected)) == expected


def test_a_pool_of_processes_can_share_a_scorer() -> None:
    scorer = RougeScorer(["rougeL"])
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map(functools.partial(scorer.score, "a b c"), ["a", "a b", "x"])
    assert [one["rougeL"].recall for one in found] == [1 / 3, 2 / 3, 0.0]


def test_scoring_warns_where_letters_vanish() -> None:
    with pytest.warns(ir.CoverageWarning, match="most of the letters"):
        assert RougeScorer(["rouge1"]).score("東京", "東京")["rouge1"].fmeasure == 0.0


def test_helpers() -> None:
    words = ["the", "cat", "sat", "on", "the", "mat"]
    assert rouge_scorer._score_lcs(words, words[1:4]) == (1.0, 0.5, 2 / 3)
    assert rouge_scorer._score_lcs(words, []) == (0, 0, 0)
    assert type(rouge_scorer._score_lcs(words, []).precision) is int
    assert rouge_scorer._summary_level_lcs([words], [words[:2], words[4:]]).recall == 4 / 6
    assert rouge_scorer._create_ngrams(list("abab"), 2) == Counter({("a", "b"): 2, ("b", "a"): 1})
    grams = [rouge_scorer._create_ngrams(one, 1) for one in ("abab", "abc")]
    assert rouge_scorer._score_ngrams(*grams) == (2 / 3, 0.5, 0.5714285714285715)
    reference, one, two = [1, 2, 3, 4, 5], [1, 2, 6, 7, 8], [1, 3, 8, 9, 5]
    table = rouge_scorer._lcs_table(reference, two)
    assert table[5][5] == 3
    assert len(table) == len(table[0]) == 6
    assert rouge_scorer._backtrack_norec(table, reference, two) == rouge_scorer.lcs_ind(reference, two) == [0, 2, 4]
    assert rouge_scorer._union_lcs(reference, [one, two]) == [1, 2, 3, 5]
    assert rouge_scorer._union_lcs(reference, []) == rouge_scorer._find_union([]) == []


def test_tokenize() -> None:
    assert tokenize.tokenize("The Kelvin \u212a, don't\n3.5 caf\xe9", None) == [
        "the", "kelvin", "k", "don", "t", "3", "5", "caf"
    ]  # fmt: skip
    assert tokenize.tokenize(b"A b", None) == ["a", "b"]

    class Cut:
        def stem(self, word: str) -> str:
            return word[:2]

    assert tokenize.tokenize("one three", Cut()) == ["one", "th"]
    assert tokenizers.DefaultTokenizer(use_stemmer=True).tokenize("flies news") == ["fli", "news"]
    assert tokenize.VALID_TOKEN_RE.match("a1")
    for bad in (None, 3):
        with pytest.raises(AttributeError):
            tokenize.tokenize(bad, None)


# ---------------------------------------------------------------- aggregation


def test_aggregates() -> None:
    aggregator = scoring.BootstrapAggregator(confidence_interval=0.9, n_samples=50)
    assert aggregator.aggregate() == {}
    for value in (0.0, 1.0):
        aggregator.add_scores({"rouge1": scoring.Score(value, value / 2, value), "x": scoring.Score(1, 1, 1)})
    np.random.seed(3)
    found = aggregator.aggregate()
    np.random.seed(3)
    assert aggregator.aggregate() == found
    assert list(found) == ["rouge1", "x"]
    assert found["rouge1"]._fields == ("low", "mid", "high")
    assert found["rouge1"].mid.recall == found["rouge1"].mid.precision / 2
    assert found["x"].low == found["x"].high == (1, 1, 1)
    assert isinstance(found["x"].mid.fmeasure, np.float64)


def test_aggregates_keep_the_type_of_the_scores() -> None:
    Pair = namedtuple("Pair", "x y z w")
    aggregator = scoring.BootstrapAggregator(n_samples=5)
    aggregator.add_scores({"a": Pair(1, 2, 3, 4)})
    assert aggregator.aggregate()["a"].high == Pair(1, 2, 3, 4)


@pytest.mark.parametrize("wrong", [{"confidence_interval": -0.1}, {"confidence_interval": 1.1}, {"n_samples": 0}])
def test_aggregator_refuses(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        scoring.BootstrapAggregator(**wrong)  # type: ignore[arg-type]


# ---------------------------------------------------------------- files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t1").write_text("a b\nc d\n")
    (tmp_path / "p1").write_text("a b\nc x\n")
    return tmp_path


FILES = ["--target_filepattern=t1", "--prediction_filepattern", "p1", "-output_filename=out.csv"]


def test_csv_of_every_record(files: Path) -> None:
    rouge.main([*FILES, "--noaggregate", "--rouge_types=rougeL,rouge1"])
    assert Path("out.csv").read_text() == (
        "id,rouge1-P,rouge1-R,rouge1-F,rougeL-P,rougeL-R,rougeL-F\n"
        "0,1.000000,1.000000,1.000000,1.000000,1.000000,1.000000\n"
        "1,0.500000,0.500000,0.500000,0.500000,0.500000,0.500000\n"
    )


def test_csv_of_the_intervals(files: Path) -> None:
    done = subprocess.run([sys.executable, "-m", rouge.__name__, *FILES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = Path("out.csv").read_text().splitlines()
    assert lines[0] == "score_type,low,mid,high"
    types = ("rouge1", "rouge2", "rougeL")
    assert [line.partition(",")[0] for line in lines[1:]] == [f"{one}-{two}" for one in types for two in "RPF"]
    assert lines[1] == "rouge1-R,0.500000,0.750000,1.000000"


@pytest.mark.parametrize("wrong", [[], ["--bogus=1"], [*FILES, "extra"], [*FILES, "--use_stemmer=perhaps"]])
def test_wrong_flags_end_with_status_1(files: Path, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        rouge.main(wrong)
    assert ended.value.code == 1


def test_switches() -> None:
    flags = rouge.parse([*FILES, "--use_stemmer", "--split_summaries=1", "--aggregate=f"])
    assert (flags.use_stemmer, flags.split_summaries, flags.aggregate, flags.delimiter) == (True, True, False, "\n")
    assert rouge.parse([*FILES, "--nouse_stemmer"]).use_stemmer is False


def test_records_and_their_delimiter(files: Path, caplog: pytest.LogCaptureFixture) -> None:
    (files / "d").write_text("a b:c\nd:")
    scorer = RougeScorer(["rouge1"])
    io.compute_scores_and_write_to_csv("d", "d", "out.csv", scorer, None, delimiter=":")
    assert len(Path("out.csv").read_text().splitlines()) == 3
    (files / "p2").write_text("a b\nc x")
    with caplog.at_level(logging.WARNING):
        io.compute_scores_and_write_to_csv("t1", "p2", "out.csv", scorer, None)
    assert "delimiter at the end" in caplog.text
    assert len(Path("out.csv").read_text().splitlines()) == 3


def test_files_that_do_not_match(files: Path) -> None:
    scorer = RougeScorer(["rouge1"])
    (files / "p2").write_text("a\nb\nc\n")
    for target, prediction, message in (
        ("t1", "p2", "equal number of lines"),
        ("none", "none", "Found: 0 target files"),
        ("t1", "p*", "1 target files .*2 prediction files"),
    ):
        with pytest.raises(ValueError, match=message):
            io.compute_scores_and_write_to_csv(target, prediction, "out.csv", scorer, None)
    io.compute_scores_and_write_to_csv("p*", "p*", "out.csv", scorer, None)
    assert len(Path("out.csv").read_text().splitlines()) == 6
