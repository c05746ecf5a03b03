"""The worked numbers of Lin (2004), and identical texts scoring 1 in every metric."""

from __future__ import annotations

import pytest

import infrarouge as ir

REFERENCE = "police killed the gunman"
EVERY = "rouge1 rouge2 rouge3 rouge9 rougeL rougeLsum rougeW rougeW-2 rougeWsum rougeWsum-1.5 rougeS rougeS0 rougeS4 rougeSU rougeSU4"


@pytest.mark.parametrize(
    ("prediction", "metric", "recall"),
    [
        ("police kill the gunman", "rougeL", 3 / 4),
        ("the gunman kill police", "rougeL", 2 / 4),
        ("police kill the gunman", "rougeS", 3 / 6),
        ("the gunman kill police", "rougeS", 1 / 6),
        ("the gunman police killed", "rougeS", 2 / 6),
    ],
)
def test_gunman(prediction: str, metric: str, recall: float) -> None:
    found = ir.score(prediction=prediction, reference=REFERENCE, metrics=metric)[metric]
    assert found == (recall, recall, recall)


@pytest.mark.parametrize(("prediction", "printed"), [("A B C D H I K", "0.571"), ("A H B K C I D", "0.286")])
def test_weighted(prediction: str, printed: str) -> None:
    found = ir.score(prediction=prediction, reference="A B C D E F G", metrics="rougeW-2")["rougeW-2"]
    assert [f"{value:.3f}" for value in found] == [printed] * 3


def test_union() -> None:
    found = ir.score(prediction="w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", reference="w1 w2 w3 w4 w5", metrics="rougeLsum")
    assert found["rougeLsum"].recall == 4 / 5


@pytest.mark.parametrize(
    "text",
    [
        "one",
        "the cat sat on the mat the cat",
        "a b\nb c\nc a b a\nb",
        "The quick brown fox.\nIt jumps over the lazy dog.\nThe end of the fox.",
    ],
)
def test_identical_texts_score_one(text: str) -> None:
    words = len(text.split())
    for label, found in ir.score(prediction=text, reference=text, metrics=EVERY).items():
        size = int(label[5:]) if label[5:].isdigit() else 2 if label in ("rougeS", "rougeS0", "rougeS4") else 1
        assert found == ((1.0, 1.0, 1.0) if words >= size else (0.0, 0.0, 0.0)), label


def test_every_unigram_counts_in_su() -> None:
    assert ir.score(prediction="word", reference="word", metrics="rougeSU")["rougeSU"].fmeasure == 1.0
    assert ir.Rouge("rougeSU").counts(predictions=["a b"], references=["a b"]).tolist() == [[[3.0, 3.0, 3.0]]]


def test_runs_are_consecutive_in_both_texts() -> None:
    counts = ir.Rouge("rougeW-2 rougeWsum-2").counts(predictions=["a h b k c i d"], references=["a b c d e f g"])
    assert counts.tolist() == [[[4.0, 49.0, 49.0], [4.0, 49.0, 49.0]]]


def test_alpha_and_beta() -> None:
    def f(**rules: float) -> float:
        return ir.score(prediction="a b c d", reference="a b", metrics="rouge1", **rules)["rouge1"].fmeasure

    assert (f(alpha=1.0), f(alpha=0.0)) == (0.5, 1.0)
    assert (f(beta=0.0), f(beta=float("inf"))) == (0.5, 1.0)
    assert f(beta=1.0) == f(alpha=0.5) == f() == 2 / 3
    assert f(beta=2.0) == 5 * 0.5 / (4 * 0.5 + 1)
