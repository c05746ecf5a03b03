"""The Poisson bootstrap: the same bits in any order and in any parts, and intervals as wide as those of the usual one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.engine import engine
from infrarouge.scoring.keyed import MASK, named_keys, numbered_keys, poisson, start_of
from infrarouge.scoring.poisson import Keyed, SampleSums

HOW = ir.Resampling(generator="poisson", n_resamples=200)
SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def texts(n: int = 60) -> dict[str, list[Any]]:
    random = np.random.default_rng(2)
    words = np.array(["the", "cat", "sat", "on", "a", "mat"])
    ours, theirs = ([" ".join(words[row]) for row in random.integers(0, 6, (n, 5))] for _ in range(2))
    ours[3], theirs[4] = "", ""
    return {"predictions": ours, "references": theirs, "ids": [f"doc-{row}" for row in range(n)]}


def shuffled(rows: dict[str, list[Any]], seed: int = 0) -> dict[str, list[Any]]:
    order = np.random.default_rng(seed).permutation(len(rows["ids"]))
    return {name: [values[at] for at in order] for name, values in rows.items()}


@given(SCORES, st.integers(0, 2**64 - 1), st.integers(1, 9))
def test_definition(scores: list[float], seed: int, n_resamples: int) -> None:
    """Fractions of plain Python: the weighted sum rounded once, and the sum of the weights."""
    keys = numbered_keys(np.arange(len(scores)))
    sums, sizes = SampleSums.of(np.array(scores)[:, None], Keyed(keys, engine.keyed_sums), n_resamples, seed).drawn()
    expected = []
    for resample in range(n_resamples):
        weights = [poisson(start_of(seed, resample), int(key) & MASK) for key in keys]
        total = sum(weight * Fraction(score) for weight, score in zip(weights, scores, strict=True))
        if sum(weights):
            expected.append((float(total), float(sum(weights))))
    assert list(zip(sums[:, 0].tolist(), sizes.tolist(), strict=True)) == expected


@given(SCORES, st.randoms(use_true_random=False), st.sampled_from(["poisson", "signs"]))
def test_parts_in_any_order(scores: list[float], random: Any, kind: str) -> None:
    values = np.array([scores, [1 - score for score in scores]]).T
    keys = named_keys(map(str, range(len(scores))))

    def sums(places: list[int]) -> SampleSums:
        return SampleSums.of(values[places], Keyed(keys[places], engine.keyed_sums), 7, 5, kind=kind)

    order = list(range(len(scores)))
    whole = sums(order)
    random.shuffle(order)
    cut = random.randint(0, len(order))
    merged = sums(order[:cut]) + sums(order[cut:])
    assert merged.sizes.tolist() == whole.sizes.tolist()
    assert merged.floats().tolist() == whole.floats().tolist()


@pytest.mark.parametrize("average", ["scores", "ratios", "counts"])
@pytest.mark.parametrize("rules", [{}, {"empty": "skip"}, {"metrics": "rougeW-1.2 rougeL", "combine": "mean"}])
def test_reports_do_not_depend_on_the_order(average: str, rules: dict[str, Any]) -> None:
    how = ir.Resampling(generator="poisson", n_resamples=50, average=average)
    rows = texts()
    whole = ir.evaluate(**rows, resampling=how, **rules, threads=1)
    again = ir.evaluate(**shuffled(rows), resampling=how, **rules, threads=2)
    assert dict(whole.items()) == dict(again.items())
    assert whole.signature == again.signature
    assert "|gen:poisson" in whole.signature


def test_parts_of_a_report_and_batches() -> None:
    rows = texts()
    for ids in (True, False):
        named = rows if ids else {name: rows[name] for name in ("predictions", "references")}
        whole = ir.evaluate(**named, metrics="rouge1", resampling=HOW)
        parts = [
            ir.evaluate(**{name: side[a:b] for name, side in named.items()}, metrics="rouge1", resampling=HOW)
            for a, b in ((0, 7), (7, 31), (31, 60))
        ]
        assert dict(parts[0].merge(*parts[1:]).items()) == dict(whole.items())
    batches = [(rows["predictions"][at : at + 9], rows["references"][at : at + 9]) for at in range(0, 60, 9)]
    assert dict(ir.evaluate_batches(batches, metrics="rouge1", resampling=HOW).items()) == dict(whole.items())


def test_ids_and_rows_draw_differently_and_seeds_too() -> None:
    rows = texts()
    named = ir.evaluate(**rows, metrics="rouge1", resampling=HOW)
    numbered = ir.evaluate(**{**rows, "ids": None}, metrics="rouge1", resampling=HOW)  # type: ignore[arg-type]
    other = named.rescore(rng=1)
    assert len({report["rouge1"].fmeasure.low for report in (named, numbered, other)}) == 3
    assert len({report["rouge1"].fmeasure.value for report in (named, numbered, other)}) == 1


def test_groups_of_named_rows_are_those_rows_alone() -> None:
    rows = texts()
    groups = ["x" if row % 3 else "y" for row in range(60)]
    whole = ir.evaluate(**rows, groups=groups, metrics="rouge1", resampling=HOW)
    alone = {
        name: [value for value, group in zip(side, groups, strict=True) if group == "y"] for name, side in rows.items()
    }
    assert whole.by_group()["y"]["rouge1"] == ir.evaluate(**alone, metrics="rouge1", resampling=HOW)["rouge1"]


def test_intervals_are_as_wide_as_the_usual_ones() -> None:
    """Two kinds of bootstrap of 600 examples with 2,000 resamples: their ends differ by far less than the width."""
    rows = texts(600)
    usual = ir.evaluate(**rows, metrics="rouge1", n_resamples=2000)["rouge1"].fmeasure
    ours = ir.evaluate(**rows, metrics="rouge1", n_resamples=2000, generator="poisson")["rouge1"].fmeasure
    assert usual.value == ours.value
    width = usual.high - usual.low
    # Ends read off 2,000 resamples vary by some 3% of the width from seed to seed.
    assert abs(usual.low - ours.low) < 0.15 * width
    assert abs(usual.high - ours.high) < 0.15 * width


def test_few_rows() -> None:
    """A resample without rows says nothing: the others still do."""
    one = ir.evaluate(predictions=["a b"], references=["a"], metrics="rouge1", resampling=HOW)["rouge1"].recall
    assert (one.low, one.value, one.high) == (1.0, 1.0, 1.0)
    none = ir.Resampling(generator="poisson", n_resamples=1, rng=1)
    report = ir.evaluate(predictions=["a"], references=["a"], metrics="rouge1", resampling=none)
    empty = poisson(start_of(1, 0), int(numbered_keys(np.array([0]))[0]) & MASK) == 0
    assert np.isnan(report["rouge1"].recall.low) == empty


def test_scores_that_are_no_numbers() -> None:
    values = np.array([[0.5, np.nan], [1.0, 0.5]])
    sums, _ = SampleSums.of(values, Keyed(numbered_keys(np.arange(2)), engine.keyed_sums), 9, 0).drawn()
    assert np.isnan(sums[:, 1]).all()
    assert np.isfinite(sums[:, 0]).all()


@pytest.mark.parametrize("n", [15, 60])
@pytest.mark.parametrize("test", ["auto", "bootstrap"])
def test_comparisons_do_not_depend_on_the_order(n: int, test: str) -> None:
    rows = texts(n)
    rows["other"] = rows["predictions"][1:] + rows["predictions"][:1]

    def compared(rows: dict[str, list[Any]]) -> list[Any]:
        systems = {"base": rows["predictions"], "new": rows["other"]}
        more = {"metrics": "rouge1 rougeL", "resampling": HOW, "n_flips": 300, "test": test}
        return ir.compare(systems, references=rows["references"], ids=rows["ids"], **more).differences  # type: ignore[arg-type]

    expected = compared(rows)
    assert compared(shuffled(rows)) == expected
    usual = ir.compare(
        {"base": rows["predictions"], "new": rows["other"]},
        references=rows["references"],
        metrics="rouge1 rougeL",
        n_flips=300,
        test=test,
    ).differences
    for ours, theirs in zip(expected, usual, strict=True):
        assert (ours.change, ours.wins, ours.exact) == (theirs.change, theirs.wins, theirs.exact)
        # p-values of a few hundred samples vary by some hundredths.
        assert abs(ours.p - theirs.p) < 0.15


def test_signature_round_trip() -> None:
    profile = ir.profile(generator="poisson", n_resamples=500)
    assert profile.signature == "infrarouge-1|boot:500|gen:poisson"
    assert ir.Profile.parse(profile.signature) == profile
