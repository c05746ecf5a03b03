"""The front door: inputs of every form, policies, and errors that say what to type."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import infrarouge as ir


def f(label: str = "rouge1", **given: object) -> float:
    return ir.score(metrics=label, **given)[label].fmeasure  # type: ignore[arg-type]


# ---------------------------------------------------------------- inputs


def test_texts_sentences_tokens_and_ids_agree() -> None:
    label = "rougeLsum"
    text = f(label, prediction="a b\nc d", reference="c d\na b")
    assert text == 1.0
    assert text == f(label, prediction=["a b", "c d"], reference=["c d", "a b"], sentences="list")
    assert text == f(
        label, prediction=[["a", "b"], ["c", "d"]], reference=[["c", "d"], ["a", "b"]], sentences="list", tokens="list"
    )
    assert text == f(label, prediction=[[1, 2], [3, 4]], reference=[[3, 4], [1, 2]], sentences="list", tokens="ids")
    assert f("rougeL", prediction=["a", "b", "c"], reference=["a", "c"], tokens="list") == 0.8
    assert f("rougeL", prediction=[1, 2, 3], reference=np.array([1, 3]), tokens="ids") == 0.8
    assert f("rougeL", prediction=(1, 2, 3), reference=np.array([1, 3], dtype=np.int32), tokens="ids") == 0.8


def test_ignored_ids_are_left_out() -> None:
    padded = f(prediction=[5, 6, 0, 0], reference=[5, 6, 7, 0], tokens="ids", ignore_ids=[0])
    assert padded == f(prediction=[5, 6], reference=[5, 6, 7], tokens="ids")
    assert "ignore:0" in ir.profile(tokens="ids", ignore_ids=[0]).signature


def test_ragged_references() -> None:
    report = ir.evaluate(
        predictions=["a b", "c d", "e"], references=["a b", ["c", "c d"], ("x", "e")], metrics="rouge1"
    )
    assert report.scores[:, 0, 2].tolist() == [1.0, 1.0, 1.0]
    assert report.counts.shape == (5, 1, 3)
    tokens = ir.evaluate(
        predictions=[["a"], ["b"]], references=[["a"], [["x"], ["b"]]], tokens="list", metrics="rouge1"
    )
    assert tokens.scores[:, 0, 2].tolist() == [1.0, 1.0]
    ids = ir.evaluate(predictions=[[1]], references=[[np.array([2]), np.array([1])]], tokens="ids", metrics="rouge1")
    assert ids.scores[0, 0, 2] == 1.0


def test_any_sequence_is_taken() -> None:
    texts = np.array(["a b", "c"], dtype=object)
    assert ir.evaluate(predictions=texts, references=iter(["a b", "c"]), metrics="rouge1")["rouge1"].recall.value == 1.0


def test_own_rules_run_before_the_engine() -> None:
    class Halves:
        def tokenize(self, text: str) -> list[str]:
            return [text[: len(text) // 2], text[len(text) // 2 :]]

    assert f(prediction="abcd", reference="abxy", tokens=Halves()) == 0.5
    assert f(prediction="A-B", reference="a b", tokens=lambda text: text.split("-")) == 0.0
    assert f(prediction="colour", reference="color", normalizer=lambda text: text.replace("our", "or")) == 1.0
    assert f(prediction="naïve", reference="naive", normalizer="unaccent") == 1.0
    assert f(prediction="cafe\u0301", reference="café", normalizer="nfc") == 1.0
    assert f(prediction="walking", reference="walker", stemmer=lambda word: word[:4]) == 1.0
    assert f("rougeLsum", prediction="a b; c d", reference="c d; a b", sentences=lambda text: text.split(";")) == 1.0


def test_stop_words_synonyms_and_limits(tmp_path: object) -> None:
    assert f(prediction="the cat", reference="a cat", stopwords="smart") == 1.0
    assert f(prediction="foo cat", reference="cat", stopwords={"foo"}) == 1.0
    sets = tmp_path / "sets.txt"  # type: ignore[operator]
    sets.write_text("# cars\ncar auto automobile\nbig, large\n")
    for given in (
        str(sets),
        {"car": ["auto", "automobile"], "big": "large"},
        [("car", "auto"), ("auto", "automobile"), "big large"],
    ):
        for label in ("rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeS", "rougeSU"):
            assert f(label, prediction="Big car", reference="large AUTOMOBILE", synonyms=given) == 1.0
    assert f(prediction="cars", reference="autos", synonyms=[("car", "auto")], stemmer="porter") == 1.0
    assert "syn:custom-" in ir.profile(synonyms=[("a", "b")]).signature
    assert f(prediction="a b c d", reference="a b", max_words=2) == 1.0
    assert f(prediction="aé b", reference="aé", max_bytes=3) == 1.0


def test_sentence_rules() -> None:
    for rule, text, other in (
        ("newline", "a b\nc d", "c d\na b"),
        ("marker:<q>", "a b<q>c d", "c d<q>a b"),
        ("period", "a b. c d.", "c d. a b."),
    ):
        assert f("rougeLsum", prediction=text, reference=other, sentences=rule) == 1.0
        assert f("rougeLsum", prediction=text, reference=other, sentences="none") < 1.0


# ---------------------------------------------------------------- scores


REFERENCES = ["a b", "a b c d", "x y"]


def test_combine_rules() -> None:
    def recall(combine: str, references: list[str] = REFERENCES) -> float:
        return ir.score(prediction="a b c", references=references, metrics="rouge1", combine=combine)["rouge1"].recall

    assert recall("best") == 3 / 4  # F 6/7 beats 4/5
    assert recall("best-recall") == 1.0
    assert recall("mean") == (1.0 + 3 / 4 + 0.0) / 3
    assert recall("pool") == 5 / 8
    # Best of {2, 3} by F is the second, of {1, 3} the first, of {1, 2} the second.
    assert recall("jackknife") == (3 / 4 + 1.0 + 3 / 4) / 3
    assert recall("jackknife", ["a b"]) == 1.0
    first = ir.score(prediction="a b", references=["a x", "b y"], metrics="rouge1")["rouge1"]
    assert first == (0.5, 0.5, 0.5)


def test_empty_policies() -> None:
    given = {"predictions": ["a", "", "...", None, float("nan")], "references": ["a"] * 5, "metrics": "rouge1"}
    zero = ir.evaluate(**given)
    assert zero["rouge1"].fmeasure.value == 0.2
    assert zero.empty.tolist() == [1, 2, 3, 4]
    skip = ir.evaluate(**given, empty="skip")
    assert skip["rouge1"].fmeasure.value == 1.0
    assert np.isnan(skip.scores[1:]).all()
    assert "4 of 5 examples have no words and are left out" in str(skip)
    assert np.isnan(ir.evaluate(**given, empty="nan")["rouge1"].fmeasure.value)
    with pytest.raises(ir.EmptyTextError, match="rows 1, 2, 3, 4"):
        ir.evaluate(**given, empty="raise")
    assert zero.rescore(empty="skip").to_dict() == skip.to_dict()
    several = ir.evaluate(predictions=["a", "a"], references=[["", "a"], ["", ""]], metrics="rouge1")
    assert several.empty.tolist() == [1]


def test_micro_and_macro() -> None:
    report = ir.evaluate(predictions=["a", "a b c d"], references=["a", "a x x x x x x"], metrics="rouge1")
    assert report["rouge1"].recall.value == (1 + 1 / 7) / 2
    assert report.micro["rouge1"].recall == 2 / 8
    assert report["ROUGE-1"] == report["rouge1"]
    assert report.count("rouge1")[1] == ir.Counts(1, 4, 7)


def test_columns_alone_equal_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infrarouge.engine.runner.BATCH", 3)
    rows = [("a b c", ["a", "b c"]), ("", "x"), ("d", ["d"]), ("a", ["b", "a", "c"]), ("e f", "f")]
    given = {"predictions": [row[0] for row in rows], "references": [row[1] for row in rows]}
    for rules in ({}, {"empty": "skip"}, {"combine": "pool"}, {"sentences": "marker:<q>"}, {"tokens": str.split}):
        rouge = ir.Rouge("rouge1 rougeLsum rougeW", **rules)
        assert np.array_equal(rouge.scores(**given), rouge.evaluate(**given).scores, equal_nan=True)
    single = {"predictions": ["a", "b", "c", "d"], "references": ["a", "b", "c", 7]}
    with pytest.raises(TypeError, match="reference 3 is int"):
        ir.Rouge().scores(**single)
    with pytest.raises(ir.EmptyTextError, match="row 1"):
        ir.Rouge(empty="raise").scores(**given)
    with pytest.warns(ir.CoverageWarning, match="1 of 4 examples"):
        ir.Rouge(profile="rouge-score").scores(predictions=["a", "b", "c", "кот"], references=["a"] * 4)


def test_resampling() -> None:
    given = {
        "predictions": ["a b", "a", "b c", "c"] * 5,
        "references": ["a b", "b", "b", "c d"] * 5,
        "metrics": "rouge1",
    }
    one, two = ir.evaluate(**given), ir.evaluate(**given, resampling=ir.Resampling(rng=1))
    assert one["rouge1"].fmeasure.value == two["rouge1"].fmeasure.value
    assert one["rouge1"].fmeasure.low != two["rouge1"].fmeasure.low
    assert np.isnan(ir.evaluate(**given, resampling=None)["rouge1"].fmeasure.low)
    assert "seed:1" in two.signature
    wide = one.rescore(resampling=ir.Resampling(confidence_level=0.99))
    assert wide["rouge1"].fmeasure.low < one["rouge1"].fmeasure.low


def test_rescore_answers_from_counts() -> None:
    given = {"predictions": ["a b c", "d"], "references": [["a", "a b"], "d e"], "metrics": "rouge1 rougeW"}
    report = ir.evaluate(**given)
    for rules in ({"alpha": 0.8}, {"beta": 2.0}, {"combine": "pool"}, {"combine": "mean"}, {"decimals": 3}):
        assert report.rescore(**rules).to_dict() == ir.evaluate(**given, **rules).to_dict()
    with pytest.raises(ir.InputError, match="evaluate again"):
        report.rescore(stemmer="porter")


# ---------------------------------------------------------------- values


def test_a_scorer_is_a_value() -> None:
    rouge = ir.Rouge("rouge1 rougeL", "rouge-score", stemmer="porter", threads=1)
    again = pickle.loads(pickle.dumps(rouge))
    assert again == rouge
    assert hash(again) == hash(rouge)
    assert again.score(prediction="cats", reference="cat")["rouge1"].fmeasure == 1.0
    with pytest.raises(AttributeError, match="make a new one"):
        rouge.threads = 2
    scores = rouge.score(prediction="a", reference="a")
    assert pickle.loads(pickle.dumps(scores)) == scores
    assert scores.signature == f"rouge-score-0.1.2|stem:porter|n:1|v:{ir.__version__}"
    report = rouge.evaluate(predictions=["a"], references=["a"])
    assert pickle.loads(pickle.dumps(report)).to_dict() == report.to_dict()


def test_profiles_are_values() -> None:
    one = ir.profile("rouge-score", stemmer="porter")
    assert one == ir.profile("rouge-score-0.1.2", stemmer="porter")
    assert one != ir.profile("rouge-score")
    assert ir.profile(one, stemmer=None) == ir.profile("rouge-score")
    assert ir.profile("rouge-score|stem:porter") == one
    assert one.replace(quirks=()).quirks == frozenset()
    assert {"infrarouge-1", "rouge-score-0.1.2"} <= set(ir.profiles())


def test_custom_rules_in_signatures() -> None:
    signature = ir.profile(tokens=str.split).signature
    assert ir.Profile.parse(signature, tokens=str.split) == ir.profile(tokens=str.split)
    with pytest.raises(ValueError, match="tokens="):
        ir.Profile.parse(signature)
    with pytest.raises(ValueError, match="tokens="):
        ir.Profile.parse(signature, tokens=str.upper)


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: ir.evaluate(predictions="a", references=["a"]), TypeError, "score takes one text"),
        (lambda: ir.evaluate(predictions=["a"], references="a"), TypeError, "references is a str"),
        (lambda: ir.evaluate(predictions=["a", "b"], references=["a"]), ValueError, "2 predictions and 1 references"),
        (
            lambda: ir.evaluate(predictions=["a", 3], references=["a", "b"]),
            TypeError,
            "prediction 1 is int, not str; give a str, or None",
        ),
        (
            lambda: ir.evaluate(predictions=["a"], references=[b"a"]),
            TypeError,
            r"reference 0 is bytes, not str; decode",
        ),
        (lambda: ir.evaluate(predictions=["a", "b"], references=["a", [1]]), TypeError, "reference 1 is int"),
        (lambda: ir.evaluate(predictions=["a", "b"], references=[["a"], []]), ValueError, "row 1 has no references"),
        (lambda: ir.evaluate(predictions=[["a b"]], references=["a b"]), TypeError, "sentences='list'"),
        (lambda: ir.score(prediction="a"), TypeError, "reference="),
        (lambda: ir.score(prediction="a", references="a"), TypeError, "reference="),
        (lambda: ir.score(prediction="a", references=[]), ValueError, "at least one"),
        (
            lambda: ir.score(prediction="a", reference="a", metrics="rouge1 rougX"),
            ValueError,
            "unknown metric 'rougX'; did you mean",
        ),
        (lambda: ir.score(prediction="a", reference="a", metrics=""), ValueError, "no metric was named"),
        (
            lambda: ir.score(prediction="a", reference="a", profile="rouge-1.55"),
            ValueError,
            "unknown profile 'rouge-1.55'; did you mean",
        ),
        (
            lambda: ir.score(prediction="a", reference="a", stemer="porter"),
            ValueError,
            "unknown rule 'stemer'; did you mean 'stemmer'",
        ),
        (
            lambda: ir.score(prediction="a", reference="a", stemmer="portr"),
            ValueError,
            "unknown stemmer 'portr'; did you mean 'porter'",
        ),
        (lambda: ir.score(prediction="a", reference="a", tokens="unicod"), ValueError, "did you mean 'unicode'"),
        (lambda: ir.score(prediction="a", reference="a", combine="bset"), ValueError, "did you mean 'best'"),
        (lambda: ir.score(prediction="a", reference="a", empty="sikp"), ValueError, "did you mean 'skip'"),
        (lambda: ir.score(prediction="a", reference="a", lowercase="ascci"), ValueError, "did you mean 'ascii'"),
        (lambda: ir.score(prediction="a", reference="a", alpha=2), ValueError, "from 0"),
        (lambda: ir.score(prediction="a", reference="a", beta=-1), ValueError, "beta is -1"),
        (lambda: ir.Rouge(threads=0), ValueError, "threads is 0"),
        (lambda: ir.score(prediction="a", reference="a", metrics="rougeW-0"), ValueError, "from 0.03125 to 32"),
        (lambda: ir.score(prediction="a", reference="a", metrics="rouge0"), ValueError, "n starts at 1"),
        (lambda: ir.score(prediction="a", reference="a", sentences="marker:"), ValueError, "marker is empty"),
        (lambda: ir.score(prediction="a", reference="a", stopwords="no-such-list"), ValueError, "stopwords='smart'"),
        (lambda: ir.score(prediction="a", reference="a", synonyms=[("!", "b")]), ValueError, "reads as 0 words"),
        (lambda: ir.score(prediction=["a"], reference=[3], tokens="list"), TypeError, "tokens='ids'"),
        (lambda: ir.score(prediction="a b", reference=["a"], tokens="list"), TypeError, "list of tokens"),
        (lambda: ir.score(prediction=["a"], reference=[1], tokens="ids"), TypeError, "integers"),
        (
            lambda: ir.score(prediction="a", reference="a", tokens=lambda text: [1, 2]),
            TypeError,
            "must return a list of words",
        ),
        (lambda: ir.evaluate(predictions=["a"], references=["a"], resampling=5), TypeError, "Resampling"),
        (lambda: ir.Resampling(n_resamples=-1), ValueError, "n_resamples is -1"),
        (lambda: ir.Resampling(confidence_level=95), ValueError, "such as 0.95"),
        (lambda: ir.Profile.parse("rouge-score|stme:porter"), ValueError, "did you mean 'stem'"),
    ],
)
def test_errors_say_what_to_type(call: object, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()  # type: ignore[operator]


def test_coverage_guard_warns_once_with_the_count() -> None:
    given = {
        "predictions": ["кот спит", "cat", "кот cat"],
        "references": ["кот", "cat", "cat"],
        "profile": "rouge-score",
    }
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        report = ir.evaluate(**given)
    assert [str(one.message) for one in caught if one.category is ir.CoverageWarning] == [
        "tokens='alnum' drops most of the letters in 1 of 3 examples (row 0), where 100% of the letters are Cyrillic; for other "
        "scripts type tokens='unicode' or profile='infrarouge-1'"
    ]
    assert caught[0].filename == __file__
    assert report.low_coverage.tolist() == [0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ir.evaluate(**{**given, "profile": "infrarouge-1"})


# ---------------------------------------------------------------- the module


def test_views() -> None:
    report = ir.evaluate(predictions=["a <b>"], references=["a b"], metrics="rouge1 rougeL")
    assert str(report) == report.to_table()
    assert report.signature in report.to_table()
    assert report.signature in report.to_latex()
    assert report.signature in report.to_markdown()
    assert report.signature in report.to_csv()
    assert report.signature in report._repr_html_()
    assert report.signature in report.to_json()
    assert "rouge1=1.0000" in repr(report)


@pytest.mark.parametrize("rule", ["stopwords", "synonyms"])
def test_a_file_of_words_that_changes_is_read_again(tmp_path: Path, rule: str) -> None:
    """The scorer of a call is kept by names, and the name of a file says nothing of its content."""
    path, scores = tmp_path / "words.txt", []
    for words in ("cat kitten\n", "dog hound\n"):
        path.write_text(words.replace(" ", "\n") if rule == "stopwords" else words)
        texts = {"prediction": "cat hound x", "reference": "kitten x"}
        scores.append(ir.score(**texts, metrics="rouge1", **{rule: str(path)}))  # type: ignore[arg-type]
    assert scores[0]["rouge1"] != scores[1]["rouge1"]
    assert scores[0].signature != scores[1].signature
