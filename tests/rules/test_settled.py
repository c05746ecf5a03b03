"""Values of rules have one form and one range, whether they come by keyword or in a group made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from odd_texts import Odd

import infrarouge as ir
from infrarouge import MatchRules, Profile, Resampling, ScoreRules, TextRules


@pytest.mark.parametrize(
    ("group", "rule", "value"),
    [
        (TextRules, "max_words", -3.5),
        (TextRules, "max_bytes", "x"),
        (TextRules, "stem_min", -1),
        (TextRules, "stem_min", None),
        (TextRules, "lang", "xx"),
        (TextRules, "ignore_ids", [1.5]),
        (TextRules, "stopwords", True),
        (TextRules, "stopwords", [3]),
        (TextRules, "stopwords", b"a"),
        (TextRules, "synonyms", 3),
        (TextRules, "synonyms", [3]),
        (TextRules, "synonyms", {"a": None}),
        (ScoreRules, "alpha", 7),
        (ScoreRules, "alpha", "x"),
        (ScoreRules, "alpha", float("nan")),
        (ScoreRules, "beta", float("nan")),
        (ScoreRules, "decimals", -1),
        (ScoreRules, "decimals", 2**40),
        (ScoreRules, "lcs_root", 0),
        (Resampling, "rng", -1),
        (Resampling, "n_resamples", 2**62),
    ],
)
def test_groups_made_by_hand_are_checked_as_keywords_are(group: Any, rule: str, value: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=f"{rule}|language|a set of synonyms") as by_hand:
        group(**{rule: value})
    if value is not True:  # by keyword it stands for a list
        with pytest.raises((ValueError, TypeError)) as by_keyword:
            ir.profile(**{rule: value})
        assert str(by_keyword.value) == str(by_hand.value)


def test_groups_made_by_hand_take_what_keywords_take() -> None:
    text = TextRules(stopwords=["a"], synonyms={"b": ["c"]}, ignore_ids=[2, 1], lowercase=False, lang="German")
    assert text.stopwords == frozenset({"a"})
    assert text.synonyms == (("b", "c"),)
    assert (text.ignore_ids, text.lowercase, text.lang) == ((1, 2), None, "de")
    mine = Profile(name="mine", text=text, quirks=["no-units"])
    assert mine.quirks == {ir.Quirk.NO_UNITS}
    assert ir.score(prediction="a b", reference="a c", profile=mine, metrics="rouge1")["rouge1"].fmeasure == 1.0


@pytest.mark.parametrize("rule", ["count", "formula", "lowercase", "empty", "average", "flat"])
@pytest.mark.parametrize("value", [[], {}, 3.5])
def test_what_is_no_name_is_answered_like_a_wrong_name(rule: str, value: Any) -> None:
    with pytest.raises(ir.UnknownNameError, match=r"unknown .*; (known are|did you mean)"):
        ir.evaluate(predictions=["a"], references=["a"], **{rule: value})


@pytest.mark.parametrize("rule", ["generator", "center", "interval", "order", "average"])
def test_rules_of_resampling_are_refused_before_anything_is_scored(rule: str) -> None:
    with pytest.raises(ir.UnknownNameError, match=r"unknown .* 'x'"):
        ir.Rouge("rouge1", n_resamples=0, **{rule: "x"})
    with pytest.raises(ValueError, match="rng is 4294967296; with generator='mt19937'"):
        ir.Rouge("rouge1", generator="mt19937", rng=2**32)


def test_sentences_cannot_be_none() -> None:
    with pytest.raises(ir.UnknownNameError, match="unknown sentences rule 'None'"):
        ir.Rouge("rouge1", sentences=None)


@pytest.mark.parametrize("value", ["no-units", None, 3, [3], ["no-unit"]])
def test_quirks_that_are_no_list_of_names(value: Any) -> None:
    with pytest.raises(ir.UnknownNameError, match=r"quirk.*(give a list of names|known are|did you mean)"):
        ir.profile(quirks=value)


@pytest.mark.parametrize("value", [None, 3, b"rouge1"])
def test_metrics_that_are_no_names(value: Any) -> None:
    with pytest.raises(ir.UnknownNameError, match=r"metrics is .*; name some, such as metrics='rouge1 rouge2 rougeL'"):
        ir.Rouge(value)


def test_a_weight_below_zero_is_not_taken_for_one_above() -> None:
    for label in ("rougeW--1", "rougeW--1.2", "rougeWsum--2"):
        with pytest.raises(ir.UnknownNameError, match="unknown metric"):
            ir.Rouge(label)


@pytest.mark.parametrize("group", ["text", "match", "score", "resampling"])
def test_a_group_that_is_none(group: str) -> None:
    with pytest.raises(TypeError, match=rf"{group} is int; give infrarouge\."):
        Profile(name="mine", **{group: 3})


@pytest.mark.parametrize("name", ["", "a|b", 3])
def test_a_name_that_no_signature_could_show(name: Any) -> None:
    with pytest.raises(ValueError, match="give the profile a name without"):
        Profile(name=name, match=MatchRules())


@pytest.mark.parametrize("marker", [" x ", "x  ", " ", "\u3000", "%20", "\t "])
def test_blanks_at_the_end_of_a_marker_are_read_back(marker: str) -> None:
    rules = ir.profile(sentences=f"marker:{marker}")
    assert Profile.parse(rules.signature) == rules
    assert Profile.parse(f"  {rules.signature}\n") == rules


@pytest.mark.parametrize("signature", [None, 3, b"rouge-score"])
def test_a_signature_is_a_text(signature: Any) -> None:
    with pytest.raises(TypeError, match=r"the signature is .*; give it as a str"):
        Profile.parse(signature)


def test_parse_knows_the_names_of_its_rules() -> None:
    with pytest.raises(ir.UnknownNameError, match=r"unknown .*'stemer'; did you mean 'stemmer'"):
        Profile.parse("rouge-score|stem:porter", stemer=str.lower)


def test_a_stemmer_that_returns_none_is_told_with_the_synonym() -> None:
    rule = ir.named(lambda word: None, name="none", version="1")
    with pytest.raises(ir.InputTypeError, match="synonym 'motor': the stemmer returned None"):
        ir.Rouge("rouge1", stemmer=rule, synonyms=[["motor", "car"]])


def test_words_of_a_class_of_the_users_are_the_words_that_they_hold() -> None:
    rules: list[dict[str, Any]] = [{"stopwords": [Odd("b"), Odd("c")]}, {"synonyms": [[Odd("b"), Odd("c")]]}]
    for each in rules:
        score = ir.score(prediction="a b", reference="a c", metrics="rouge1", **each)
        assert score["rouge1"].fmeasure == 1.0
