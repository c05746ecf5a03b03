"""Values of rules at their edges: what has no meaning is refused, and what has one keeps it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import infrarouge as ir

PAIR = {"prediction": "a b c d", "reference": "a c d e"}


def test_a_formula_that_reads_no_beta_refuses_one() -> None:
    with pytest.raises(ValueError, match="formula='alpha' reads no beta"):
        ir.profile(formula="alpha", beta=2)


def test_another_formula_forgets_the_beta_of_the_one_before() -> None:
    changed = ir.profile("pycocoevalcap").replace(formula="alpha")
    assert changed.score.beta == 1.0
    assert ir.Profile.parse(changed.signature) == changed


@pytest.mark.parametrize(
    "rules", [{"beta": 2}, {"beta": 1e200}, {"formula": "beta", "beta": 0.5}, {"dtype": "float32"}]
)
def test_signatures_of_score_rules_are_read_back(rules: dict[str, Any]) -> None:
    changed = ir.profile(**rules)
    assert ir.Profile.parse(changed.signature) == changed


@pytest.mark.parametrize("part", ["stem:none", "n:3", "quirks:+su-last-word"])
def test_a_signature_that_says_something_twice_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match=f"has '{part.partition(':')[0]}' more than once; keep one of them"):
        ir.Profile.parse(f"infrarouge-1|stem:porter|n:4|quirks:+su-last-word|{part}")


@pytest.mark.parametrize("quirks", ["+su-lastword", "su-last-word", ""])
def test_a_signature_with_an_unknown_quirk_is_refused(quirks: str) -> None:
    with pytest.raises(ir.UnknownNameError, match=r"unknown quirk .*; type \+ or - before its name"):
        ir.Profile.parse(f"infrarouge-1|quirks:{quirks}")


def test_a_beta_whose_square_is_no_number_means_recall() -> None:
    texts = ["a b", "a c d", "x"]
    endless = ir.pairwise(predictions=texts, metric="rouge1", beta=float("inf"))
    assert np.array_equal(ir.pairwise(predictions=texts, metric="rouge1", beta=1e200), endless)
    pairs = ir.pairwise(predictions=texts, metric="rouge1", beta=1e200, cutoff=0.3)
    assert (pairs.prediction.tolist(), pairs.reference.tolist()) == ([0, 1], [1, 0])
    index = ir.Index(texts, metric="rouge1", beta=1e200)
    assert [match.position for match in index.above("a b", 0.3)] == [0, 1]


def test_weights_that_differ_have_labels_that_differ() -> None:
    labels = ["rougeW-1.2345671", "rougeW-1.2345674", "rougeW-2", "rougeW-0.03125"]
    assert list(ir.score(**PAIR, metrics=labels)) == labels


@pytest.mark.parametrize("weight", ["200", "33", "0", "0.03", "1e-7"])
def test_a_weight_that_overflows_is_refused(weight: str) -> None:
    with pytest.raises(ValueError, match=r"from 0\.03125 to 32"):
        ir.score(**PAIR, metrics=f"rougeW-{weight}")


def test_the_greatest_weight_gives_numbers() -> None:
    text = " ".join(f"w{at}" for at in range(2000))
    score = ir.score(prediction=text, reference=text + " x", metrics="rougeW-32")["rougeW-32"]
    assert all(0 < value <= 1 for value in score)


@pytest.mark.parametrize("dtype", ["int8", "float16", "object", "bool", "complex64"])
def test_only_number_types_of_programs_are_taken(dtype: str) -> None:
    with pytest.raises(ValueError, match="unknown number type"):
        ir.evaluate(predictions=["a"], references=["a"], dtype=dtype)


def test_ids_beyond_64_bits_are_refused() -> None:
    rouge = ir.Rouge("rouge1", tokens="ids")
    for ids in ([2**64 - 1], np.array([1, 2**64 - 1], dtype=np.uint64)):
        with pytest.raises(TypeError, match=r"prediction 0 holds the id 18446744073709551615"):
            rouge.score(prediction=ids, reference=[-1])
    assert rouge.score(prediction=np.array([7], dtype=np.uint64), reference=[7])["rouge1"].fmeasure == 1.0


@pytest.mark.parametrize("rules", [{"tokens": "list"}, {"tokens": "ids"}, {"sentences": "list"}])
def test_only_nan_is_a_missing_text(rules: dict[str, Any]) -> None:
    rouge = ir.Rouge("rouge1", **rules)
    with pytest.raises(TypeError, match="prediction 0 is float"):
        rouge.evaluate(predictions=[3.14], references=[None])
    assert rouge.evaluate(predictions=[float("nan")], references=[np.float64("nan")]).empty.tolist() == [0]


HALF = "\ud800"


@pytest.mark.parametrize(
    "rules",
    [{"stopwords": {HALF}}, {"sentences": f"marker:{HALF}"}, {"synonyms": {"a": [HALF]}}, {"synonyms": {HALF: ["b"]}}],
    ids=["stopwords", "marker", "synonym", "head"],
)
def test_half_a_surrogate_pair_in_a_rule_is_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(ir.errors.InputError, match="half of a surrogate pair"):
        ir.Rouge("rouge1", **rules)


def test_the_textbook_refuses_it_alike() -> None:
    program = "import infrarouge as ir\ntry: ir.Rouge('rouge1', stopwords={chr(0xD800)})\nexcept ir.errors.InputError: print('refused')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"INFRAROUGE_ENGINE": "textbook", "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "refused\n"


def test_summed_counts_under_the_generator_of_rouge_score() -> None:
    texts = {"predictions": ["a b", "a c d"], "references": ["a b", "x"]}
    whole = ir.evaluate(**texts, metrics="rouge1", profile="rouge-score", average="counts")
    assert whole["rouge1"].precision.mean == 2 / 5
    with pytest.raises(ValueError, match="seed from 0 to"):
        ir.evaluate(**texts, metrics="rouge1", profile="rouge-score", rng=2**40)["rouge1"]


def test_weights_of_candidates_count_up_to_a_factor() -> None:
    texts = ["the cat sat", "the cat sat down", "a dog"]
    plain = ir.mbr(texts, weights=[1, 2, 1])
    for factor in (1e-300, 1e307):
        scaled = ir.mbr(texts, weights=[factor, 2 * factor, factor])
        assert scaled.best == plain.best
        # The factor is divided out again, which may move the last bit.
        assert np.allclose(scaled.utilities, plain.utilities, rtol=1e-15)
