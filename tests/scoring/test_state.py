"""States merge in any order and any partition to the same whole, and only a report judges."""

from __future__ import annotations

import pickle
import random
import warnings
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.scoring.state import State

words = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "the", "cat"]), max_size=6).map(" ".join)
rows = st.lists(st.tuples(words, st.one_of(words, st.lists(words, min_size=1, max_size=3))), min_size=1, max_size=12)


def state(rouge: ir.Rouge, part: list[Any], start: int) -> State:
    return rouge.state(predictions=[ours for ours, _ in part], references=[theirs for _, theirs in part], start=start)


@given(rows, st.randoms(use_true_random=False), st.sampled_from(["best", "mean", "pool", "jackknife"]))
def test_any_order_and_partition_is_the_whole(texts: list[Any], rng: random.Random, combine: str) -> None:
    rouge = ir.Rouge("rouge1 rougeLsum rougeW", combine=combine)
    whole = rouge.evaluate(predictions=[ours for ours, _ in texts], references=[theirs for _, theirs in texts])
    cuts = sorted({0, len(texts), *(rng.randrange(len(texts) + 1) for _ in range(3))})
    parts = [state(rouge, texts[begin:end], begin) for begin, end in pairwise(cuts)]
    rng.shuffle(parts)
    merged = rouge.report(State.merge([*parts, parts[0]]))
    assert merged.to_json() == whole.to_json()
    np.testing.assert_array_equal(merged.scores, whole.scores)
    nested = State.merge([State.merge(parts[:1]), State.merge(parts)])
    assert rouge.report(pickle.loads(pickle.dumps(nested))).to_json() == whole.to_json()


def test_a_row_that_comes_twice_with_other_counts_is_refused() -> None:
    rouge = ir.Rouge("rouge1")
    with pytest.raises(ir.InputError, match="row 3 comes twice with different counts"):
        State.merge([state(rouge, [("a", "a")], 3), state(rouge, [("a b", "a")], 3)])


def test_other_settings_are_refused() -> None:
    with pytest.raises(ir.InputError, match="shards need the same profile and metrics"):
        State.merge([state(ir.Rouge("rouge1"), [("a", "a")], 0), state(ir.Rouge("rouge2"), [("a", "a")], 1)])
    with pytest.raises(ir.InputError, match="no state to merge"):
        State.merge([])


def test_only_the_report_judges() -> None:
    strict = ir.Rouge("rouge1", tokens="alnum", strict=True)
    refusing = ir.Rouge("rouge1", empty="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dropped = strict.state(predictions=["東京都"], references=["東京都"])
        empty = refusing.state(predictions=["", "a"], references=["a", "a"], start=7)
    with pytest.raises(ir.CoverageError, match=r"1 of 1 examples \(row 0\)"):
        strict.report(dropped)
    with pytest.raises(ir.EmptyTextError, match="1 of 2 examples have no words"):
        refusing.report(empty)


def test_rows_are_numbered_in_the_whole() -> None:
    rouge = ir.Rouge("rouge1")
    with pytest.raises(ir.InputTypeError, match="prediction 11 is int"):
        rouge.state(predictions=["a", 3], references=["a", "b"], start=10)
    with pytest.raises(ir.InputTypeError, match="reference 11 is int"):
        rouge.state(predictions=["a", "b"], references=[["a", "b"], ["c", 3]], start=10)


def test_rows_that_a_sampler_drew_and_drew_again_are_the_whole() -> None:
    texts = [f"a {'b ' * (row % 3)}c" for row in range(7)]
    rouge = ir.Rouge("rouge1 rougeL")
    whole = rouge.evaluate(predictions=texts, references=["a c d"] * 7, ids=range(7))
    states = []
    # As a sampler of three processes hands them out: in turn, and from the front again until all have as many.
    for rank in range(3):
        rows = [*range(7), 0, 1][rank::3][::-1]
        state = rouge.state(predictions=[texts[row] for row in rows], references=["a c d"] * 3, ids=rows)
        states.append(state.at(np.array(rows)))
    report = rouge.report(State.merge(states))
    assert report.to_dict() == whole.to_dict()
    assert report.ids == whole.ids


def test_keys_that_are_no_rows_are_refused() -> None:
    state = ir.Rouge("rouge1").state(predictions=["a", "b"], references=["a", "a"])
    with pytest.raises(ir.InputError, match="3 keys from 0 on for 2 examples"):
        state.at([0, 1, 2])
    with pytest.raises(ir.InputError, match="2 keys from -1 on for 2 examples; give each example its row"):
        state.at([0, -1])
    with pytest.raises(ir.InputTypeError, match=r"keys are whole numbers.*'str'"):
        state.at(["x", "y"])
    with pytest.raises(ir.InputError, match="row 4 comes twice with different counts"):
        state.at([4, 4])
