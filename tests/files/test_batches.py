"""Batches from anywhere give the report of the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.reporting import numbers
from infrarouge.scoring.gathered import Gathered

OURS = ["the cat sat", "a dog", None, "", "one two three four", "a b c"]
THEIRS: list[Any] = ["the cat sat down", ["a dog ran", "the dog"], "x", "y", None, ["a b c"]]


def halves(make: Any = None) -> list[Any]:
    pairs = [(OURS[:2], THEIRS[:2]), ([], []), (OURS[2:], THEIRS[2:])]
    return pairs if make is None else [make({"p": ours, "r": theirs, "n": range(len(ours))}) for ours, theirs in pairs]


def test_pairs_and_tables_give_the_report_of_the_whole() -> None:
    whole = ir.evaluate(predictions=OURS, references=THEIRS)
    polars, arrow, pandas = (pytest.importorskip(name) for name in ("polars", "pyarrow", "pandas"))
    lists = [[text] if isinstance(text, str) else text for text in THEIRS]
    batches = [
        arrow.RecordBatch.from_pydict(
            {"p": OURS[at : at + 2], "r": arrow.array(lists[at : at + 2], arrow.list_(arrow.string()))}
        )
        for at in (0, 2, 4)
    ]
    columns = {"prediction": "p", "reference": "r"}
    for report in (
        ir.evaluate_batches(halves()),
        ir.evaluate_batches(iter(halves())),
        ir.evaluate_batches(halves(dict), **columns),
        ir.evaluate_batches(batches, **columns),
        ir.evaluate_batches([polars.from_arrow(batch) for batch in batches], **columns),
        ir.evaluate_batches(halves(pandas.DataFrame), **columns),
    ):
        assert report.to_json() == whole.to_json()
        assert report.scores.tolist() == whole.scores.tolist()


def test_ids_and_groups_come_from_columns() -> None:
    tables = [
        {"p": ["a", "b"], "r": ["a", "c"], "id": ["x", "y"], "kind": ["k", "l"]},
        {"p": ["c"], "r": ["c"], "id": ["z"], "kind": ["k"]},
    ]
    report = ir.evaluate_batches(tables, prediction="p", reference="r", id="id", group="kind", metrics="rouge1")
    assert report.ids == ("x", "y", "z")
    assert report.groups == ("k", "l", "k")


@pytest.mark.parametrize(
    ("batches", "message"),
    [
        ([], "there are no texts to score"),
        ([{"prediction": ["a"], "refrence": ["b"]}], "batch 0 has no column 'reference'; did you mean 'refrence'?"),
        ([(["a"], ["a"]), 3], "batch 1 is int; give pairs"),
        ([(["a"], ["a"]), (["a"], [])], "1 predictions and 0 references"),
        ([(["a"], ["a"]), (["a", 3], ["a", "b"])], "prediction 2 is int, not str"),
    ],
)
def test_what_is_wrong_is_told(batches: Any, message: str) -> None:
    with pytest.raises(ir.InfrarougeError) as caught:
        ir.evaluate_batches(batches)
    assert message in str(caught.value)


def test_counts_are_kept_small_and_come_back() -> None:
    rouge = ir.Rouge("rouge1 rougeW-1.2")
    gathered = Gathered()
    texts = ["a b c", "a " * 300, "d"]
    for row, text in enumerate(texts):
        gathered.add(rouge.state(predictions=[text], references=["a b d"], start=row))
    whole = rouge.state(predictions=texts, references=["a b d"] * 3)
    assert gathered.together().counts.tolist() == whole.counts.tolist()
    assert gathered.state().counts.tolist() == whole.counts.tolist()
    assert gathered.n == 3


@pytest.mark.parametrize("empty", ["zero", "skip"])
def test_means_of_long_streams_are_those_of_all_scores(monkeypatch: pytest.MonkeyPatch, empty: str) -> None:
    monkeypatch.setattr(numbers, "STRETCH", 7)
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(list("abcde"), rng.integers(0, 9))) for _ in range(100)]
    how: Any = {"empty": empty, "n_resamples": 0}
    report = ir.evaluate(predictions=texts, references=texts[1:] + texts[:1], **how)
    again = ir.evaluate(predictions=texts, references=texts[1:] + texts[:1], **how)
    assert again.scores.shape == (100, 4, 3)  # looked at first, so that the means are made of them
    assert repr(dict(report)) == repr(dict(again))
