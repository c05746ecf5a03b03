"""Parts of a table are counted by themselves and put together in any tree: the same state, or the first error."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.integrations.parts import Outcome, PartCounter, together

WORDS = st.lists(st.sampled_from(["a", "b", "c", "東京"]), max_size=4).map(" ".join)
ROWS = st.lists(
    st.tuples(st.none() | WORDS, st.none() | st.lists(st.none() | WORDS, min_size=1, max_size=3)), min_size=1
)


def part_of(rows: list[Any], start: int) -> dict[str, Any]:
    return {
        "pred": [ours for ours, _ in rows],
        "refs": [theirs for _, theirs in rows],
        "id": [f"x{start + at}" for at in range(len(rows))],
        "kind": [None if (start + at) % 3 else "third" for at in range(len(rows))],
    }


@given(ROWS, st.data())
def test_any_tree_gives_the_state_of_the_whole(rows: list[Any], data: st.DataObject) -> None:
    counter = PartCounter("pred", "refs", "id", "kind", metrics="rouge1 rougeL", n_resamples=9)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=5)))
    bounds = [0, *cuts, len(rows)]
    outcomes: list[Outcome] = [
        pickle.loads(pickle.dumps(counter.outcome(part_of(rows[begin:end], begin)))) for begin, end in pairwise(bounds)
    ]
    while len(outcomes) > 1:
        at = data.draw(st.integers(0, len(outcomes) - 2))
        outcomes[at : at + 2] = [together(outcomes[at : at + 2])]
    state, whole = together(outcomes), counter.state(part_of(rows, 0))
    assert isinstance(state, ir.State)
    assert np.array_equal(state.counts, whole.counts)
    assert np.array_equal(state.flags, whole.flags)
    assert np.array_equal(state.keys, whole.keys)
    assert np.array_equal(state.sizes, whole.sizes)
    assert (state.ids, state.groups) == (whole.ids, whole.groups)
    texts = {"predictions": [ours for ours, _ in rows], "references": [theirs for _, theirs in rows]}
    plain = ir.evaluate(
        **texts, metrics="rouge1 rougeL", n_resamples=9, ids=part_of(rows, 0)["id"], generator="poisson"
    )
    assert repr(counter.report(state).to_dict()) == repr(plain.to_dict())


def test_the_first_error_comes_through() -> None:
    counter = PartCounter("pred", "ref", "id", metrics="rouge1")
    good = counter.outcome({"pred": ["a"], "ref": ["a"], "id": ["x"]})
    bad = counter.outcome({"pred": ["a", "b"], "ref": ["a", []], "id": ["y", "z"]})
    worse = counter.outcome({"pred": [3], "ref": ["a"], "id": ["v"]})
    result = together([good, together([None, bad]), together([worse])])
    with pytest.raises(ir.InputError, match=r"row 1 has no references.*whose first id is 'y'"):
        counter.report(result)
    with pytest.raises(ir.InputTypeError, match=r"prediction 0 is int.*whose first id is 'v'"):
        counter.report(pickle.loads(pickle.dumps(worse)))
    with pytest.raises(ir.InputError, match="the id 'x' is that of row 0 and of row 1"):
        counter.report(together([good, good]))
    with pytest.raises(ir.InputError, match="the table has no rows"):
        counter.report(together([]))
    with pytest.raises(ir.InputError, match="the table has no rows"):
        counter.report(together([counter.outcome({"pred": [], "ref": [], "id": []}), None]))


def test_a_counter_travels_and_is_resolved_once() -> None:
    counter = PartCounter("pred", "ref", "id", metrics="rouge1", stemmer="porter", strict=True)
    other = pickle.loads(pickle.dumps(counter))
    assert other.runner is counter.runner
    assert other.runner.strict
    assert other.runner.threads == 1
