"""The threshold join in steps: no pair at or above the threshold is missed, and the steps keep what `dedup` keeps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept import SETTINGS, some_texts

import infrarouge as ir
from infrarouge.scoring.measures import measure_at
from infrarouge.search import join
from infrarouge.search.join import (
    Bounds,
    bucket_counts,
    candidates_of,
    dropped_in_order,
    ones_in,
    pair_scores,
    postings_of,
    read_texts,
    round_of,
    shared_out,
)
from infrarouge.search.store import is_bounded
from infrarouge.types import NEVER

BOUNDED = [(metric, rules) for metric, rules in SETTINGS if is_bounded(ir.Rouge(metric, **rules).runner)]


def candidates(
    runner: Any, texts: list[str], measure: int, cutoff: float, buckets: int, blocks: Any = None
) -> set[tuple[int, int]] | None:
    """All candidates, the later text first; None where no bound helps."""
    read = read_texts(runner, texts)
    bounds = Bounds.of(runner, read.totals, measure, cutoff)
    if bounds is None:
        return None
    postings = postings_of(read, np.arange(len(texts)), bounds, bucket_counts(read.keys, buckets))
    if blocks is not None:
        postings = shared_out(postings, blocks)
    postings = postings.where(np.lexsort((postings.code, postings.cell)))
    pairs = candidates_of(postings, bounds)
    return {pair for later, earlier in pairs for pair in zip(later.tolist(), earlier.tolist(), strict=True)}


def reaching(runner: Any, texts: list[str], measure: int, cutoff: float) -> dict[tuple[int, int], float]:
    """All pairs of which the score of one order reaches the cutoff, with that of the later text as prediction."""
    later, earlier = np.tril_indices(len(texts), -1)
    ours, theirs = pair_scores(runner, measure, [texts[at] for at in later], [texts[at] for at in earlier])
    chosen = (ours >= cutoff) | (theirs >= cutoff)
    return dict(zip(zip(later[chosen].tolist(), earlier[chosen].tolist(), strict=True), ours[chosen], strict=True))


TEXTS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), max_size=9).map(" ".join), min_size=2, max_size=14
)


@given(
    texts=TEXTS,
    setting=st.sampled_from(BOUNDED),
    measure=st.sampled_from(["precision", "recall", "fmeasure"]),
    cutoff=st.sampled_from([1e-9, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95, 1.0, 1.1]),
    buckets=st.sampled_from([1, 2, 16, 1 << 16]),
    n=st.integers(1, 5),
)
def test_no_pair_at_or_above_the_threshold_is_missed(
    texts: list[str], setting: tuple[str, dict[str, Any]], measure: str, cutoff: float, buckets: int, n: int
) -> None:
    """Whatever the order of the keys: with few buckets the frequencies mean nothing."""
    metric, rules = setting
    runner, at = ir.Rouge(metric, **rules).runner, measure_at(measure)
    expected = reaching(runner, texts, at, cutoff)
    for blocks in (None, np.full(buckets, n)):
        candidate = candidates(runner, texts, at, cutoff, buckets, blocks)
        assert candidate is not None
        assert expected.keys() <= candidate


@given(texts=TEXTS, cutoff=st.sampled_from([0.3, 0.5, 0.7, 1.0]), bits=st.integers(0, 3))
def test_units_whose_keys_collide_hide_no_pair(texts: list[str], cutoff: float, bits: int) -> None:
    """Keys are numbers of units, and different units may have the same: even if only few numbers are left."""
    runner = ir.Rouge("rouge1").runner
    read = read_texts(runner, texts)
    owner = np.repeat(np.arange(len(texts)), read.sizes)
    few = read.keys & ((1 << bits) - 1)
    read = read._replace(keys=few[np.lexsort((few, owner))])
    bounds = Bounds.of(runner, read.totals, 2, cutoff)
    assert bounds is not None
    postings = postings_of(read, np.arange(len(texts)), bounds, bucket_counts(read.keys, 8))
    postings = postings.where(np.lexsort((postings.code, postings.cell)))
    pairs = {(i, j) for ours, theirs in candidates_of(postings, bounds) for i, j in zip(ours, theirs, strict=True)}
    assert reaching(runner, texts, 2, cutoff).keys() <= pairs


@pytest.mark.parametrize(("metric", "rules"), BOUNDED, ids=str)
@pytest.mark.parametrize("measure", ["precision", "recall", "fmeasure"])
def test_the_steps_keep_what_dedup_keeps(metric: str, rules: dict[str, Any], measure: str) -> None:
    texts, runner, at = some_texts(120, 7), ir.Rouge(metric, **rules).runner, measure_at(measure)
    for cutoff in (0.5, 0.8):
        candidate = sorted(candidates(runner, texts, at, cutoff, 1 << 12) or ())
        later, earlier = np.array(candidate, dtype=np.int64).reshape(-1, 2).T
        scores, _ = pair_scores(runner, at, [texts[i] for i in later], [texts[j] for j in earlier])
        later, earlier = later[scores >= cutoff], earlier[scores >= cutoff]
        expected = ir.dedup(texts, metric=metric, measure=measure, threshold=cutoff, **rules).dropped
        assert dropped_in_order(later, earlier).tolist() == expected.tolist()
        dropped: list[int] = []
        while len(later):
            gone, later, earlier = round_of(later, earlier)
            dropped += gone.tolist()
        assert sorted(dropped) == expected.tolist()


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] > pair[1])))
def test_rounds_end_as_the_loop_does(pairs: set[tuple[int, int]]) -> None:
    later, earlier = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2).T
    expected = dropped_in_order(later, earlier).tolist()
    dropped: list[int] = []
    while len(later):
        gone, fewer, others = round_of(later, earlier)
        assert len(gone)
        assert len(fewer) < len(later)
        dropped, later, earlier = dropped + gone.tolist(), fewer, others
    assert sorted(dropped) == expected


def test_bounds_of_many_totals_stay_small_and_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    runner, totals = ir.Rouge("rouge1").runner, np.arange(1.0, 60.0)
    exact = Bounds.of(runner, totals, 1, 0.6)
    monkeypatch.setattr(join, "MOST_CODES", 7)
    monkeypatch.setattr(join, "MOST_CANDIDATES", 100)
    coarse = Bounds.of(runner, totals, 1, 0.6)
    assert exact is not None
    assert coarse is not None
    assert coarse.needs.shape == (7, 7)
    assert coarse.least.tolist() == exact.least.tolist()
    ours, theirs = exact.codes(totals), coarse.codes(totals)
    for a in range(len(totals)):
        for b in range(len(totals)):
            assert coarse.needs[theirs[a], theirs[b]] <= exact.needs[ours[a], ours[b]]


def test_bounds_say_where_none_helps() -> None:
    runner = ir.Rouge("rouge1").runner
    assert Bounds.of(runner, np.array([3.0, 0.0]), 2, 0.0) is None
    nothing = Bounds.of(runner, np.zeros(0), 2, 0.5)
    assert nothing is not None
    assert (
        list(candidates_of(postings_of(read_texts(runner, []), np.arange(0), nothing, np.ones(4, int)), nothing)) == []
    )
    never = Bounds.of(runner, np.array([3.0]), 2, 1.5)
    assert never is not None
    assert never.least.tolist() == [NEVER]


def test_candidates_come_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    runner, texts = ir.Rouge("rouge1").runner, some_texts(80, 3)
    expected = candidates(runner, texts, 2, 0.5, 64)
    monkeypatch.setattr(join, "MOST_CANDIDATES", 3)
    assert candidates(runner, texts, 2, 0.5, 64) == expected


def test_pairs_of_a_shared_key_meet_once() -> None:
    """A key that all texts list is shared out over blocks: each pair meets in exactly one cell."""
    runner = ir.Rouge("rouge1").runner
    read = read_texts(runner, ["a"] * 50)
    bounds = Bounds.of(runner, read.totals, 2, 0.5)
    assert bounds is not None
    postings = postings_of(read, np.arange(50), bounds, bucket_counts(read.keys, 16))
    postings = shared_out(postings, np.full(16, 6))
    assert len(postings.cell) == 50 * 6
    assert np.unique(postings.cell, return_counts=True)[1].max() < 50
    postings = postings.where(np.lexsort((postings.code, postings.cell)))
    pairs = [pair for ours, theirs in candidates_of(postings, bounds) for pair in zip(ours, theirs, strict=True)]
    assert len(pairs) == len({*pairs}) == 50 * 49 // 2


def test_bits_are_counted_without_the_function_of_newer_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    words = np.random.default_rng(0).integers(0, 1 << 63, (20, 4)).astype(np.uint64)
    expected = ones_in(words).tolist()
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert ones_in(words).tolist() == expected == [sum(bin(word).count("1") for word in row) for row in words.tolist()]
