"""One small pair in one call against the batch: the same scores, flags and errors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infrarouge.engine.runner import Rows, runner_of
from infrarouge.engine.small import LARGE, counted_words, scored_words
from infrarouge.errors import TextFault
from infrarouge.types import Score

PROFILES = ["js-rouge-3.2.3", "pltrdy-1.0.1", "pycocoevalcap-1.2", "rouge-chinese-1.0.3", "rage4j", "korouge-score"]
PROFILES += ["py-rouge-1.1", "sumeval-0.2.2"]
TEXTS = st.text(alphabet="ab cé.!?\n\"'。MrS", max_size=40)


@pytest.mark.parametrize("name", PROFILES)
@given(TEXTS, TEXTS)
def test_a_pair_alone_is_scored_as_in_a_batch(name: str, prediction: str, reference: str) -> None:
    runner = runner_of("rouge1 rouge2 rougeL rougeLsum", name, rules={"empty": "zero"})
    if runner.small is None:
        return
    scores: dict[str, Score] = {}
    flags = runner.small(prediction, reference, scores)
    batch = Rows([prediction], [reference], None)
    counted = runner.count(batch)
    assert flags == int(counted.prediction_flags[0] | counted.reference_flags[0])
    assert [list(score) for score in scores.values()] == runner.scoring.scores(counted.counts, None)[0].tolist()


def test_most_profiles_of_single_programs_have_it() -> None:
    assert [name for name in PROFILES if runner_of("rouge1 rougeLsum", name).small is None] == []


def test_large_pairs_are_for_the_batch() -> None:
    runner = runner_of("rouge1", "pltrdy-1.0.1")
    assert runner.small is not None
    assert runner.small("a " * LARGE, "a", {}) is None


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=4), st.lists(st.lists(st.sampled_from("abcd"))))
def test_words_alone_are_counted_as_in_a_batch(prediction: list[list[str]], reference: list[list[str]]) -> None:
    runner = runner_of("rouge1 rouge2 rougeLsum", "rouge-score", rules={"tokens": "list", "sentences": "list"})
    wanted = runner.count(Rows([prediction], [reference], None)).counts
    assert counted_words(runner, prediction, reference) == wanted.ravel().tolist()
    assert scored_words(runner, prediction, reference) == [
        tuple(row) for row in runner.scoring.scores(wanted, None)[0].tolist()
    ]


def test_what_is_no_text_is_named() -> None:
    runner = runner_of("rouge1", "rouge-score", rules={"tokens": "list", "sentences": "list"})
    assert counted_words(runner, [["a"]], [["a", 5]]) is None
    for wrong in ("a", ["a"], [["a", None]], [("a",)]):
        with pytest.raises(TextFault):
            runner.plan.pair([["a"]], wrong)


ODD_WORDS = st.one_of(
    st.sampled_from(
        [
            "",
            "a",
            "b",
            "the",
            "a\0",
            "\0",
            "a\0b",
            "twelve chars",
            "thirteen char",
            "abcdefgh",
            "abcdefghi",
            "é",
            "漢字",
        ]
    ),
    st.text(max_size=14),
    st.text(alphabet="ab\0", max_size=14),
)


@given(st.lists(ODD_WORDS, max_size=40), st.lists(st.lists(ODD_WORDS, max_size=40), min_size=1, max_size=3))
@pytest.mark.parametrize("metric", ["rouge1", "rouge2", "rouge3"])
def test_recall_of_ready_words_is_the_largest_of_the_batch(
    metric: str, prediction: list[str], references: list[list[str]]
) -> None:
    runner = runner_of(metric, "distancia")
    counts = runner.count(Rows([prediction] * len(references), references, None)).counts[:, 0].tolist()
    largest = max(matched / total if total else 0.0 for matched, _, total in counts)
    assert runner.plan.recall(prediction, references) in (largest, None)  # threads without a lock leave it to others
    assert [runner.plan.pair([prediction], [words])[0] for words in references] == counts


def test_recall_is_of_lists_of_texts_alone() -> None:
    class Odd(list[str]):
        """A list that says it holds something else."""

    plan = runner_of("rouge1", "distancia").plan
    wrong: list[tuple[Any, Any]] = [
        ("a", [["a"]]),
        (["a"], []),
        (["a"], ["a"]),
        (["a"], [["a", 5]]),
        ([None], [["a"]]),
        (("a",), [["a"]]),
        (["a"], (["a"],)),
        (Odd("a"), [["a"]]),
        (["a"], [Odd("a")]),
    ]
    assert [plan.recall(*sides) for sides in wrong] == [None] * len(wrong)
    assert plan.recall(["a"] * 10_000, [["a"] * 9_999]) in (1.0, None)
