"""Every golden row of easy-rouge 0.2.2, with == on floats, through the surface."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from goldens import by_id, inputs

import infrarouge as ir
from infrarouge.compat import easy_rouge

GOLDEN = by_id("easy-rouge/all.jsonl.gz")
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "l_sentence": easy_rouge.rouge_l_sentence_level,
    "l_summary": easy_rouge.rouge_l_summary_level,
    "w_sentence": easy_rouge.rouge_w_sentence_level,
    "w_summary": easy_rouge.rouge_w_summary_level,
}


def call(key: str, summary: list[list[str]], reference: list[list[str]]) -> Any:
    """The call that a golden key names."""
    name, *rest = re.split("_(?=alpha|weight)", key)
    options: dict[str, Any] = {}
    for part in rest:
        kind, number = re.fullmatch("([a-z]+)([0-9.]+)", part).groups()  # type: ignore[union-attr]
        options[kind] = float(number)
    flat = [[word for sentence in side for word in sentence] for side in (summary, reference)]
    try:
        if name.startswith("n"):
            n = int(name[1:])
            over = easy_rouge.rouge_n_summary_level(summary, reference, n, **options)
            assert over == easy_rouge.rouge_n_sentence_level(*flat, n, **options)
            return over._asdict()
        sides = (summary, reference) if name.endswith("summary") else flat
        return FUNCTIONS[name](*sides, **options)._asdict()
    except ValueError:
        return {"error": "ValueError"}


def test_rows() -> None:
    assert len(GOLDEN) == len(inputs())
    for row in inputs():
        summary, reference = (
            [line.split() for line in text.split("\n")] for text in (row["candidate"], row["references"][0])
        )
        expected = GOLDEN[row["id"]]
        assert {key: call(key, summary, reference) for key in expected} == expected, row["id"]


def test_main_api() -> None:
    labels = {"n1": "rouge1", "n2": "rouge2", "l_summary": "rougeLsum", "w_summary": "rougeWsum-1.2"}
    report = ir.evaluate(
        predictions=[[line.split() for line in row["candidate"].split("\n")] for row in inputs()],
        references=[[line.split() for line in row["references"][0].split("\n")] for row in inputs()],
        metrics=list(labels.values()),
        profile="easy-rouge",
        sentences="list",
        resampling=None,
    )
    for at, row in enumerate(inputs()):
        for key, (p, r, f) in zip(labels, report.scores[at].tolist(), strict=True):
            assert {"recall": r, "precision": p, "f1_measure": f} == GOLDEN[row["id"]][key], row["id"]


def test_tokens_of_any_kind() -> None:
    assert easy_rouge.rouge_n_sentence_level([1, None], [None, "1"], 1).recall == 0.5
    assert easy_rouge.rouge_n_sentence_level("the cat", "the", 1).precision == 0.42857142857142855
    with pytest.raises(TypeError):
        easy_rouge.rouge_n_sentence_level([[1]], [[1]], 1)  # type: ignore[list-item]


def test_slices_of_no_tokens() -> None:
    """As easy-rouge 0.2.2 answers."""
    ours, theirs = (text.split() for text in ("the cat sat on the mat", "the cat was on a mat"))
    assert easy_rouge.rouge_n_sentence_level(ours, theirs, 0).recall == 1.0
    assert easy_rouge.rouge_n_sentence_level(ours, theirs, -1).recall == 0.875


def test_texts_are_looked_at_before_the_numbers() -> None:
    for call in (
        lambda: easy_rouge.rouge_n_sentence_level(["a"], None, 1, alpha=2),
        lambda: easy_rouge.rouge_w_sentence_level(["a"], None, 0.5),
        lambda: easy_rouge.rouge_n_sentence_level(["a", "b", "c"], ["a"], 1.5),
    ):
        with pytest.raises(TypeError):
            call()
    assert easy_rouge.rouge_n_sentence_level([], [], 1.5) == (0.0, 0.0, 0.0)
