"""Comparisons: the tests agree with SciPy and sacreBLEU, and the comparison with the reports it is made of."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.engine import engine
from infrarouge.errors import InputError, InputTypeError, UnknownNameError
from infrarouge.scoring import significance
from infrarouge.scoring.significance import EXACT_MOST, holm, signed_sums

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "lay",
    "ran",
    "on",
    "under",
    "mat",
    "rug",
    "red",
    "old",
    "big",
    "small",
    "house",
    "garden",
]


def bootstrap(moved: Any, n_resamples: int, level: float, seed: int, threads: int = 1) -> Any:
    how = ir.Resampling(n_resamples=n_resamples, confidence_level=level, rng=seed)
    return significance.bootstrap(moved, how, engine.resample, threads)


def randomization(moved: Any, n_flips: int, seed: int, threads: int = 1, *, exact: bool = False) -> Any:
    return significance.randomization(moved, n_flips, seed, engine.flip, threads, exact=exact)


def texts(seed: int, n: int, keep: float) -> tuple[list[str], list[str]]:
    """Predictions that keep some words of their references."""
    rng = np.random.default_rng(seed)
    references = [" ".join(rng.choice(WORDS, 12)) for _ in range(n)]
    predictions = [
        " ".join(word if rng.random() < keep else str(rng.choice(WORDS)) for word in text.split())
        for text in references
    ]
    return predictions, references


def systems(n: int = 40) -> tuple[dict[str, list[str]], list[str]]:
    base, references = texts(1, n, 0.6)
    better, _ = texts(1, n, 0.7)
    return {"base": base, "new": better, "same": list(base)}, references


def differences(seed: int, n: int, columns: int = 3) -> Any:
    rng = np.random.default_rng(seed)
    return rng.normal(0.02, 0.1, (n, columns))


# ---------------------------------------------------------------- against SciPy


@pytest.mark.parametrize("n", [2, 5, 9, 12])
def test_exact_test_equals_scipy(n: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    moved = np.round(differences(n, n), 2)  # rounding makes ties and zeros
    p, exact = randomization(moved, 100, 0)
    assert exact.all()
    for at in range(moved.shape[1]):
        ours = stats.permutation_test(
            (moved[:, at], np.zeros(n)),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=np.inf,
        )
        assert p[at] == pytest.approx(ours.pvalue, abs=1e-12)


@pytest.mark.parametrize("n", [30, 200])
def test_randomization_agrees_with_scipy(n: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    moved, flips = differences(n, n), 20_000
    p, exact = randomization(moved, flips, 0)
    assert not exact.any()
    for at in range(moved.shape[1]):
        theirs = stats.permutation_test(
            (moved[:, at], np.zeros(n)),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=flips,
            batch=1000,
            rng=1,
        ).pvalue
        # Both are counts of the same chance: five standard errors of their difference.
        error = math.sqrt(2 * max(theirs, 1 / flips) * (1 - min(theirs, 0.999)) / flips)
        assert p[at] == pytest.approx(theirs, abs=5 * error)


def test_bootstrap_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    moved, n_resamples = differences(3, 120), 20_000
    low, high, _ = bootstrap(moved, n_resamples, 0.9, 0)
    for at in range(moved.shape[1]):
        theirs = stats.bootstrap(
            (moved[:, at],),
            np.mean,
            n_resamples=n_resamples,
            confidence_level=0.9,
            method="percentile",
            rng=1,
            batch=1000,
        ).confidence_interval
        spread = moved[:, at].std() / math.sqrt(len(moved))
        # The standard error of a 5% quantile of 20,000 draws is 0.015 of their spread.
        assert low[at] == pytest.approx(theirs.low, abs=0.1 * spread)
        assert high[at] == pytest.approx(theirs.high, abs=0.1 * spread)


# ---------------------------------------------------------------- against sacreBLEU


class Mean:
    """A metric, as sacreBLEU's tests call one, whose corpus score is the mean of the scores it is given."""

    class Score:
        def __init__(self, score: float) -> None:
            self.score, self.name = score, "mean"

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> Any:
        return np.array([[one, 1.0] for one in hypotheses])

    def _aggregate_and_compute(self, stats: Any) -> Any:
        return self._compute_score_from_stats(np.sum(stats, axis=0))

    def _compute_score_from_stats(self, stats: Any) -> Any:
        return self.Score(float(stats[0] / stats[1]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tests_agree_with_sacrebleu(seed: int) -> None:
    theirs = pytest.importorskip("sacrebleu.significance")
    rng = np.random.default_rng(seed)
    base = rng.random(80)
    new = np.clip(base + rng.normal(0.01 * seed, 0.08, 80), 0, 1)
    moved = (new - base)[:, None]
    metric, samples = Mean(), 10_000
    info = {
        "mean": (metric._extract_corpus_statistics(base, None), metric._aggregate_and_compute([[base.sum(), 80.0]]))
    }
    _, found = theirs._paired_ar_test(info, "new", new, None, {"mean": metric}, n_samples=samples, seed=7)
    p, _ = randomization(moved, samples, 0)
    error = math.sqrt(2 * max(p[0], 1e-3) / samples)
    assert p[0] == pytest.approx(found["mean"].p_value, abs=5 * error)
    # Its bootstrap counts the resamples that lie too far on one side; ours counts both sides.
    _, found = theirs._paired_bs_test(info, "new", new, None, {"mean": metric}, n_samples=samples, seed=7)
    means = engine.resample(np.ascontiguousarray(moved), samples, 0, "splitmix", 1)[:, 0] / 80
    stats = np.abs(means) - np.abs(means).mean()
    one_side = (np.count_nonzero(stats > abs(moved.mean())) + 1) / (samples + 1)
    assert one_side == pytest.approx(found["mean"].p_value, abs=5 * error)
    assert bootstrap(moved, samples, 0.95, 0)[2][0] >= one_side


# ---------------------------------------------------------------- the tests themselves


def test_exact_test_by_hand() -> None:
    moved = np.array([[0.1], [0.2], [0.3], [-0.1]])
    far = sum(
        abs(sum(sign * one for sign, one in zip(signs, moved[:, 0], strict=True))) >= 0.5 - 1e-12
        for signs in itertools.product((1, -1), repeat=4)
    )
    assert randomization(moved, 10, 0)[0][0] == far / 16


def test_zeros_leave_the_exact_test_as_it_is() -> None:
    few = np.zeros((500, 1))
    few[:4, 0] = [0.1, 0.2, 0.3, -0.1]
    assert randomization(few, 10, 0)[0] == randomization(few[:4], 10, 0)[0]
    assert randomization(np.zeros((7, 2)), 10, 0)[0].tolist() == [1.0, 1.0]
    assert bootstrap(np.zeros((7, 1)), 100, 0.95, 0)[2].tolist() == [1.0]


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=8))
def test_signed_sums_are_all_sums(values: list[float]) -> None:
    every = [
        sum(sign * one for sign, one in zip((1, *signs), values, strict=True))
        for signs in itertools.product((1, -1), repeat=len(values) - 1)
    ]
    assert sorted(signed_sums(np.array(values))) == pytest.approx(sorted(every))


def test_limit_of_the_exact_test() -> None:
    at_limit, above = differences(1, EXACT_MOST, 1), differences(1, EXACT_MOST + 1, 1)
    assert randomization(at_limit, 10, 0)[1].all()
    assert not randomization(above, 10, 0)[1].any()
    with pytest.raises(InputError, match="21 examples differ"):
        randomization(above, 10, 0, exact=True)


def test_results_do_not_depend_on_threads() -> None:
    moved = differences(5, 300, 5)
    for threads in (2, 5):
        assert randomization(moved, 999, 4, threads)[0].tolist() == randomization(moved, 999, 4, 1)[0].tolist()
        for one, other in zip(bootstrap(moved, 99, 0.9, 4, threads), bootstrap(moved, 99, 0.9, 4, 1), strict=True):
            assert one.tolist() == other.tolist()


def test_seed_changes_the_random_test_and_nothing_else_does() -> None:
    moved = differences(6, 100, 2)
    assert randomization(moved, 999, 0)[0].tolist() == randomization(moved, 999, 0)[0].tolist()
    assert randomization(moved, 999, 0)[0].tolist() != randomization(moved, 999, 1)[0].tolist()


def test_no_difference_is_rarely_significant() -> None:
    rng = np.random.default_rng(8)
    moved = rng.normal(0, 1, (60, 400))  # 400 comparisons of systems that do not differ
    assert 0.02 < np.mean(randomization(moved, 999, 0)[0] < 0.05) < 0.09
    assert 0.02 < np.mean(bootstrap(moved, 999, 0.95, 0)[2] < 0.05) < 0.10


def test_holm_by_hand() -> None:
    # 0.01 * 4, 0.02 * 3, 0.03 * 2 (not below 0.06), 0.04 * 1 (likewise)
    assert holm([0.04, 0.01, 0.03, 0.02]).tolist() == [0.06, 0.04, 0.06, 0.06]
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert np.isnan(holm([np.nan, 0.01])).tolist() == [True, False]
    assert holm([np.nan, 0.01])[1] == 0.01
    assert holm([]).tolist() == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_never_lowers_and_keeps_the_order(p: list[float]) -> None:
    found = holm(p)
    assert all(found >= np.array(p))
    assert all(found <= 1)
    assert all(found[np.argsort(p, kind="stable")] == np.sort(found))


# ---------------------------------------------------------------- compare()


def test_comparison_follows_from_the_reports() -> None:
    named, references = systems()
    found = ir.compare(named, references=references, metrics="rouge1 rougeL", rng=3, n_resamples=200, n_flips=300)
    base = ir.evaluate(predictions=named["base"], references=references, metrics="rouge1 rougeL")
    new = ir.evaluate(predictions=named["new"], references=references, metrics="rouge1 rougeL")
    one = found["new", "rougeL"]
    moved = new.scores[:, 1, 2] - base.scores[:, 1, 2]
    assert one.baseline == base["rougeL"].fmeasure.mean
    assert one.score == new["rougeL"].fmeasure.mean
    assert one.change == one.score - one.baseline
    assert (one.wins, one.ties, one.losses) == ((moved > 0).sum(), (moved == 0).sum(), (moved < 0).sum())
    assert one.low < one.change < one.high
    assert one.p == one.p_randomization
    low, high, p = bootstrap(moved[:, None], 200, 0.95, 3)
    assert (one.low, one.high, one.p_bootstrap) == (low[0], high[0], p[0])
    assert one.p_randomization == randomization(moved[:, None], 300, 3)[0][0]
    assert len(found) == 4
    assert [each.p_holm for each in found] == holm([each.p for each in found]).tolist()
    same = found["same", "rouge1"]
    assert (same.change, same.p, same.p_holm, same.ties, same.exact) == (0.0, 1.0, 1.0, 40, True)


def test_reports_are_taken_as_they_are() -> None:
    named, references = systems()
    reports = {name: ir.evaluate(predictions=one, references=references) for name, one in named.items()}
    found = ir.compare(reports, n_flips=100)
    assert found.to_dict() == ir.compare(named, references=references, n_flips=100).to_dict()
    assert found.reports["new"] is reports["new"]
    again = found.rescore(alpha=0.9)
    assert again["new", "rouge1"].score == reports["new"].rescore(alpha=0.9)["rouge1"].fmeasure.mean


def test_measure_baseline_and_test_can_be_chosen() -> None:
    named, references = systems()
    found = ir.compare(named, references=references, baseline="new", measure="r", test="bootstrap", n_flips=100)
    assert found.systems == ["base", "same"]
    base = ir.evaluate(predictions=named["base"], references=references)
    assert found["base", "rouge1"].score == base["rouge1"].recall.mean
    assert found["base", "rouge1"].p == found["base", "rouge1"].p_bootstrap
    assert "recall" in found.header()
    assert any("p: paired bootstrap" in note for note in found.notes())


def test_empty_texts() -> None:
    named = {"a": ["", "x y", "x"], "b": ["x", "x y", ""]}
    references = ["x", "x z", "x"]
    skipped = ir.compare(named, references=references, empty="skip", metrics="rouge1")
    assert skipped.rows.tolist() == [1]
    assert skipped["rouge1"].ties == 1
    assert "2 of 3 examples have no words and are left out" in skipped.to_table()
    marked = ir.compare(named, references=references, empty="nan", metrics="rouge1")
    assert np.isnan(marked["rouge1"].p)
    assert json.loads(marked.to_json())["differences"][0]["p"] is None
    zero = ir.compare(named, references=references, metrics="rouge1")
    assert zero.rows.tolist() == [0, 1, 2]
    assert (zero["rouge1"].wins, zero["rouge1"].losses) == (1, 1)


def test_examples_that_moved_most() -> None:
    named, references = systems()
    found = ir.compare(named, references=references, metrics="rouge1 rouge2")
    moves = found.moved("rouge2", "new", most=7)
    change = found.reports["new"].scores[:, 1, 2] - found.reports["base"].scores[:, 1, 2]
    assert [abs(one.change) for one in moves] == sorted(np.abs(change).tolist(), reverse=True)[:7]
    assert [one.change for one in moves] == [change[one.row] for one in moves]
    assert found.moved("rouge1", "same") == []


def test_notations() -> None:
    named, references = systems(12)
    named["a|b_c"] = named.pop("new")
    found = ir.compare(named, references=references, metrics="rouge1 rougeL")
    assert found.signature == f"infrarouge-1|n:12|v:{ir.__version__}"
    for text in (found.to_table(), found.to_markdown(), found.to_latex(), found.to_csv(), found.to_json(), str(found)):
        assert found.signature in text
    assert "a\\|b_c" in found.to_markdown()
    assert "a|b\\_c" in found.to_latex()
    assert "exact sign-flip test" in found.to_table()
    html = ir.compare({"<b>": ["a"], "x": ["b"]}, references=["a"])._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(line["change"]) for line in lines] == [one.change for one in found]
    made = json.loads(found.to_json())
    assert [one["p_holm"] for one in made["differences"]] == [one.p_holm for one in found]
    assert repr(found).startswith("<Comparison with base: same rouge1 ")


def test_without_resamples_there_is_no_interval() -> None:
    found = ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], n_resamples=0, metrics="rouge1")
    assert np.isnan(found["rouge1"].low)
    assert "nan" not in found.to_table()
    assert found["rouge1"].p == 1.0


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: ir.compare([["a"], ["b"]], references=["a"]), InputTypeError, "systems is list"),  # type: ignore[arg-type]
        (lambda: ir.compare({"a": ["x"]}, references=["x"]), InputError, "1 system; a comparison needs two"),
        (lambda: ir.compare({}, references=["x"]), InputError, "0 systems; a comparison needs two"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}), InputTypeError, "need references"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}, references=["x", "y"]), InputError, "1 predictions and 2"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], baseline="c"), InputError, "no system 'c'"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], measure="g"), UnknownNameError, "measure"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], test="t"), UnknownNameError, "unknown test"),
        (lambda: ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], n_flips=0), ValueError, "n_flips is 0"),
    ],
)
def test_errors(call: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        call()


def test_reports_that_do_not_belong_together() -> None:
    one = ir.evaluate(predictions=["a"], references=["a"])
    for other in (
        ir.evaluate(predictions=["a", "b"], references=["a", "b"]),
        ir.evaluate(predictions=["a"], references=["a"], stemmer="porter"),
        ir.evaluate(predictions=["a"], references=["a"], metrics="rouge1"),
    ):
        with pytest.raises(InputError, match="score the same examples with the same settings"):
            ir.compare({"a": one, "b": other})
    with pytest.raises(InputTypeError, match="give all in one form"):
        ir.compare({"a": one, "b": ["a"]}, references=["a"])
    with pytest.raises(InputTypeError, match="scored already"):
        ir.compare({"a": one, "b": one}, references=["a"])


def test_names_of_differences() -> None:
    named, references = systems(5)
    found = ir.compare(named, references=references, metrics="rouge1")
    with pytest.raises(KeyError, match="name one too"):
        found["rouge1"]
    with pytest.raises(KeyError, match="was not compared"):
        found["new", "rouge2"]
    assert found["new", "ROUGE-1"].metric == "rouge1"
