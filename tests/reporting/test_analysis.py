"""The error analysis, against values worked out by hand and against plain definitions on random texts."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.reporting.fragments import compared_with_sources, fragment_lengths, novel_share, pair_places
from infrarouge.reporting.grams import Gram, words_of

PREDICTIONS = ["the cat sat on the mat", "a dog ran", "the cat"]
REFERENCES = ["the cat lay on the mat", "the big dog ran fast", "the cat"]
SOURCES = ["there the cat sat on a mat all day", "a dog ran fast", None]
TEXTS: dict[str, Any] = {"predictions": PREDICTIONS, "references": REFERENCES}


def analysis(**how: Any) -> Any:
    return ir.evaluate(**TEXTS, metrics="rouge1 rouge2", ids=["x", "y", "z"]).analysis(**TEXTS, **how)


def test_missed_and_extra() -> None:
    seen = analysis()
    assert seen.missed[1] == [
        Gram(("big",), 1, 1, (1,)),
        Gram(("fast",), 1, 1, (1,)),
        Gram(("lay",), 1, 1, (0,)),
        Gram(("the",), 1, 4, (1,)),
    ]
    assert seen.extra[1] == [Gram(("a",), 1, 1, (1,)), Gram(("sat",), 1, 1, (0,))]
    assert [gram.text for gram in seen.missed[2]] == ["big dog", "cat lay", "lay on", "ran fast", "the big"]
    assert [gram.text for gram in seen.extra[3]] == ["a dog ran", "cat sat on", "sat on the", "the cat sat"]
    assert [gram.text for gram in analysis(most=1).missed[1]] == ["big"]
    assert list(analysis(sizes=[2]).missed) == [2]


def test_lengths_and_worst() -> None:
    seen = analysis()
    assert seen.prediction_words.tolist() == [6, 3, 2]
    assert seen.reference_words.tolist() == [6, 5, 2]
    assert seen.length_ratio.tolist() == [1, 0.6, 1]
    assert seen.means()["length_ratio"] == 11 / 13
    assert seen.means([1])["length_ratio"] == 0.6
    assert [(entry.row, entry.id) for entry in seen.worst()] == [(1, "y"), (0, "x"), (2, "z")]
    assert (
        seen.worst(1)[0].score == ir.score(prediction="a dog ran", reference="the big dog ran fast")["rouge1"].fmeasure
    )
    report = ir.evaluate(**TEXTS, metrics="rouge1 rouge2", groups=["g", "h", "g"])
    assert [entry.row for entry in report.worst("rouge2", "precision", most=2)] == [1, 0]
    assert report.worst(most=1)[0].group == "h"


def test_sources() -> None:
    """Of `the cat sat on the mat` the source has `the cat sat on`, `the` and `mat`: fragments of 4, 1 and 1 words."""
    seen = analysis(sources=SOURCES)
    assert seen.novelty[1].tolist()[:2] == [0, 0]
    assert seen.novelty[2].tolist()[:2] == [2 / 5, 0]
    assert seen.novelty[3].tolist()[:2] == [2 / 4, 0]
    assert seen.extraction.coverage.tolist()[:2] == [1, 1]
    assert seen.extraction.density.tolist()[:2] == [(16 + 1 + 1) / 6, 9 / 3]
    assert seen.extraction.compression.tolist()[:2] == [9 / 6, 4 / 3]
    assert all(math.isnan(values[2]) for values in (*seen.novelty.values(), *seen.extraction))
    assert seen.means()["compression"] == (9 / 6 + 4 / 3) / 2
    assert "coverage" not in analysis().means()


def test_sources_are_read_whole() -> None:
    texts: dict[str, Any] = {"predictions": ["c d e"], "references": ["c d"]}
    report = ir.evaluate(**texts, metrics="rouge1", max_words=2)
    seen = report.analysis(**texts, sources=["a b c d"])
    assert seen.prediction_words.tolist() == [2]
    assert seen.extraction.compression.tolist() == [2]
    assert seen.extraction.coverage.tolist() == [1]


@pytest.mark.parametrize(
    "rules",
    [
        {"stemmer": "porter"},
        {"tokens": str.split},
        {"profile": "rouge-1.5.5", "stemmer": "porter"},
        {"sentences": str.splitlines, "stemmer": "porter"},
        {"stopwords": "smart", "stemmer": "porter"},
    ],
    ids=str,
)
def test_words_are_those_of_the_reader(rules: dict[str, Any]) -> None:
    rouge = ir.Rouge("rouge1", **rules)
    texts = ["The cats' naps.\nMr. Smith slept on the mat!", None, "x"]
    assert words_of(rouge.runner, texts, "text") == [rouge.tokenize(texts[0] or ""), [], rouge.tokenize("x")]
    seen = rouge.evaluate(predictions=["a cat naps"], references=["the cats nap"]).analysis(
        predictions=["a cat naps"], references=["the cats nap"]
    )
    assert ("cats",) not in [gram.words for gram in seen.missed[1]] or "stemmer" not in rules


def test_ready_tokens() -> None:
    lists: dict[str, Any] = {"predictions": [["a", "b"], []], "references": [["a", "c"], ["a"]]}
    seen = ir.evaluate(**lists, tokens="list", metrics="rouge1").analysis(**lists, sizes=[1])
    assert [gram.text for gram in seen.missed[1]] == ["a", "c"]
    numbers: dict[str, Any] = {"predictions": [[5, 6]], "references": [[5, 7]]}
    seen = ir.evaluate(**numbers, tokens="ids", metrics="rouge1").analysis(**numbers, sizes=[2])
    assert seen.missed[2][0].words == ("5", "7")


def test_counts_follow_the_count_rule() -> None:
    texts: dict[str, Any] = {"predictions": ["a b"], "references": ["a a b"]}
    assert ir.evaluate(**texts, metrics="rouge1").analysis(**texts).missed[1] == [Gram(("a",), 1, 2, (0,))]
    assert ir.evaluate(**texts, metrics="rouge1", count="set").analysis(**texts).missed[1] == []


def test_several_references() -> None:
    """An n-gram counts as often as in the reference that has most of it."""
    texts: dict[str, Any] = {"predictions": ["a a c"], "references": [["a b", "a a b", "b"]]}
    seen = ir.evaluate(**texts, metrics="rouge1").analysis(**texts, sizes=[1])
    assert seen.missed[1] == [Gram(("b",), 1, 1, (0,))]
    assert seen.extra[1] == [Gram(("c",), 1, 1, (0,))]
    assert seen.reference_words.tolist() == [2]


def test_ignored_words() -> None:
    assert [gram.text for gram in analysis(ignore="smart").missed[1]] == ["big", "fast", "lay"]
    assert "the big" in [gram.text for gram in analysis(ignore=["the"]).missed[2]]
    assert [gram.text for gram in analysis(ignore=["the", "big"]).missed[2]][-1] == "ran fast"
    with pytest.raises(ir.UnknownNameError, match="unknown stop word list 'smrt'"):
        analysis(ignore="smrt")


def test_wrong_texts() -> None:
    report = ir.evaluate(**TEXTS, metrics="rouge1")
    with pytest.raises(
        ir.InputError, match="1 predictions for a report of 3 examples; give the texts that were scored"
    ):
        report.analysis(predictions=["a"], references=REFERENCES)
    with pytest.raises(ir.InputError, match="2 sources for a report of 3 examples"):
        report.analysis(**TEXTS, sources=["a", "b"])
    with pytest.raises(ir.InputTypeError, match="source 1 is int"):
        report.analysis(**TEXTS, sources=["a", 3, "b"])
    with pytest.raises(ir.InputError, match=r"sizes is .*; give the sizes of n-grams, whole numbers from 1 to 9"):
        report.analysis(**TEXTS, sizes=[0])
    with pytest.raises(ir.InfrarougeError, match="rougeBE reads elements"):
        ir.evaluate(predictions=["a|b|c"], references=["a|b|c"], metrics="rougeBE-HM").analysis(
            predictions=["a|b|c"], references=["a|b|c"]
        )


def test_texts_without_words() -> None:
    nothing: dict[str, Any] = {"predictions": ["", None], "references": ["", "a"]}
    seen = ir.evaluate(**nothing, metrics="rouge1").analysis(**nothing, sources=["a", ""])
    assert math.isnan(seen.length_ratio[0])
    assert seen.length_ratio[1] == 0
    assert np.isnan(seen.extraction.coverage).all()
    assert seen.extra == {1: [], 2: [], 3: []}
    assert seen.missed[1] == [Gram(("a",), 1, 1, (1,))]


def test_notations() -> None:
    seen = analysis(sources=SOURCES)
    rows = list(csv.DictReader(io.StringIO(seen.to_csv())))
    assert [row["id"] for row in rows] == ["x", "y", "z"]
    assert rows[1]["length_ratio"] == "0.6"
    values = json.loads(seen.to_json())
    assert values["missed"]["1"][0] == {"words": ["big"], "times": 1, "total": 1, "rows": [1]}
    assert values["worst"][0]["id"] == "y"
    assert "| big | 1 | 1 | y |" in seen.to_markdown()
    assert "big & 1 & 1 & y" in seen.to_latex()
    assert "<td>big</td>" in seen._repr_html_()
    assert str(seen).endswith(seen.report.signature)
    grouped = ir.evaluate(**TEXTS, groups=["g", "h", "g"]).analysis(**TEXTS)
    assert grouped.by_group()["g"]["prediction_words"] == 4
    assert "\ng " in str(grouped)


def test_losses_and_gains() -> None:
    systems = {"base": ["a b", "a b", "a b"], "new": ["a b", "a x", "x y"]}
    comparison = ir.compare(systems, references=["a b"] * 3, metrics="rouge1", ids=["p", "q", "r"])
    assert [(move.id, move.change) for move in comparison.losses()] == [("r", -1), ("q", -0.5)]
    assert comparison.gains() == []
    assert [move.row for move in comparison.losses(most=1)] == [2]


# ---------------------------------------------------------------- against plain definitions


words = st.lists(st.sampled_from("abcd"), max_size=14)


def figure(summary: list[str], article: list[str]) -> list[int]:
    """The greedy search of the paper's figure, step by step."""
    lengths, i = [], 0
    while i < len(summary):
        longest, j = 0, 0
        while j < len(article):
            if summary[i] == article[j]:
                k = 0
                while i + k < len(summary) and j + k < len(article) and summary[i + k] == article[j + k]:
                    k += 1
                longest, j = max(longest, k), j + k
            else:
                j += 1
        lengths += [longest] if longest else []
        i += max(longest, 1)
    return lengths


@given(words, words)
def test_fragments_are_those_of_newsroom(summary: list[str], article: list[str]) -> None:
    places = pair_places(summary, article)
    assert fragment_lengths(summary, article, places) == figure(summary, article)
    for n in (1, 2, 3):
        ours = [tuple(summary[at : at + n]) for at in range(len(summary) - n + 1)]
        theirs = {tuple(article[at : at + n]) for at in range(len(article) - n + 1)}
        share = novel_share(summary, article, n, places)
        assert math.isnan(share) if not ours else share == sum(gram not in theirs for gram in ours) / len(ours)


def test_a_search_goes_on_behind_a_match() -> None:
    summary, article = list("aab"), list("aaab")
    assert fragment_lengths(summary, article, pair_places(summary, article)) == figure(summary, article) == [2, 1]


@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_missed_and_extra_by_definition(rows: list[tuple[list[str], list[list[str]]]]) -> None:
    texts: dict[str, Any] = {
        "predictions": [" ".join(ours) for ours, _ in rows],
        "references": [[" ".join(text) for text in theirs] for _, theirs in rows],
    }
    seen = ir.evaluate(**texts, metrics="rouge1", n_resamples=0).analysis(**texts, most=1000)
    for n in (1, 2, 3):
        missed, extra = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        for ours, theirs in rows:
            have, want = grams(ours, n), Counter[tuple[str, ...]]()
            for text in theirs:
                want |= grams(text, n)
            missed += want - have
            extra += have - want
        assert {gram.words: gram.times for gram in seen.missed[n]} == missed
        assert {gram.words: gram.times for gram in seen.extra[n]} == extra
        ranks = [(-gram.times, -len(gram.rows), gram.words) for gram in seen.missed[n]]
        assert ranks == sorted(ranks)


def grams(text: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(text[at : at + n]) for at in range(len(text) - n + 1))


def test_no_predictions_with_sources() -> None:
    novelty, extraction = compared_with_sources([], [], [1])
    assert novelty[1].tolist() == extraction.density.tolist() == []


def test_texts_by_key_and_in_columns() -> None:
    keys = ["p", "q", "r"]
    by_key = {name: dict(zip(keys, texts, strict=True)) for name, texts in TEXTS.items()}
    sources = dict(reversed([*zip(keys, SOURCES, strict=True)]))
    report = ir.evaluate(**by_key, metrics="rouge1")
    assert report.ids == ("p", "q", "r")
    assert report.analysis(**by_key, sources=sources).to_dict()["means"] == analysis(sources=SOURCES).means()
    with pytest.raises(ir.InputError, match="sources is a dict without 'p'"):
        report.analysis(**by_key, sources={"q": "a"})
    pandas = pytest.importorskip("pandas")
    columns = {name: pandas.Series(texts) for name, texts in TEXTS.items()}
    assert report.analysis(**columns, sources=pandas.Series(SOURCES)).missed == analysis().missed
    arrow = pytest.importorskip("pyarrow")
    columns = {name: arrow.array(texts) for name, texts in TEXTS.items()}
    seen = report.analysis(**columns, sources=arrow.array(SOURCES))
    assert seen.means() == analysis(sources=SOURCES).means()


@pytest.mark.parametrize("profile", [*sorted(ir.profiles()), "infrarouge-1|lang:auto"])
def test_every_profile_is_analysed_over_its_own_words(profile: str) -> None:
    texts: list[Any] = ["The cats' naps.\nMr. Smith slept at 9.", "Naïve café ﬁn", "a b"]
    rouge = ir.Rouge("rouge1", profile)
    if rouge.profile.text.tokens == "list":
        texts = [text.split() for text in texts]
    try:
        expected = [rouge.tokenize(text) for text in texts]
        report = rouge.evaluate(predictions=texts, references=texts[::-1])
    except (ir.MissingExtraError, ir.MissingDataError) as error:
        pytest.skip(str(error))
    runner = rouge.runner
    assert words_of(runner, texts, "text", runner.reader.languages(texts, None)) == expected
    seen = report.analysis(predictions=texts, references=texts[::-1], sources=texts)
    assert seen.prediction_words.tolist() == [len(words) for words in expected]
    assert all(value == 1 for value in seen.extraction.coverage.tolist() if not math.isnan(value))
