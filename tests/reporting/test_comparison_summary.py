"""A comparison made of sums has the numbers of the one that keeps its examples, however the examples are divided."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.errors import EmptyTextError, InputError
from infrarouge.reporting.comparison_summary import ComparisonSummary, baseline_first, check_compared, compared_of
from infrarouge.scoring.measures import measure_of

WORDS = np.array(["the", "cats", "sat", "on", "a", "mat", ""])
ROWS = 90


def some_texts(seed: int, rows: int = ROWS) -> list[str]:
    """Texts of few words; some have none, in rows that differ from seed to seed."""
    random = np.random.default_rng(seed)
    texts = [" ".join(row) for row in WORDS[random.integers(0, len(WORDS), (rows, 5))]]
    return ["" if at % 17 == seed else text for at, text in enumerate(texts)]


def reports(differing: int, **rules: Any) -> dict[str, ir.Report]:
    """Three systems, of which the last differs from the first in few examples."""
    systems = {"base": some_texts(1), "new": some_texts(2)}
    systems["near"] = systems["new"][:differing] + systems["base"][differing:]
    how = {"metrics": "rouge1 rougeL", "n_resamples": 40, "generator": "poisson", **rules}
    ids = [f"d{at}" for at in range(ROWS)]
    return {
        name: ir.evaluate(predictions=texts, references=some_texts(3), ids=ids, **how)
        for name, texts in systems.items()
    }


def summary(systems: dict[str, ir.Report], n_parts: int, measure: str = "fmeasure", **how: Any) -> ComparisonSummary:
    """The comparison from parts that hold the examples in any order."""
    first, *others = systems
    order = np.random.default_rng(4).permutation(ROWS)
    parts = [
        compared_of([report.take(sorted(rows.tolist())) for report in systems.values()], measure, how["n_flips"])
        for rows in np.array_split(order, n_parts)
    ]
    whole = functools.reduce(operator.add, parts)
    report = systems[first]
    return ComparisonSummary(report.metrics, report.profile, first, others, whole, measure, **how)


@pytest.mark.parametrize("test", ["auto", "bootstrap", "randomization"])
@pytest.mark.parametrize("rules", [{}, {"empty": "skip"}, {"empty": "nan"}, {"n_resamples": 0}], ids=str)
@pytest.mark.parametrize("n_parts", [1, 7])
def test_numbers_are_those_of_the_rows(test: str, rules: dict[str, Any], n_parts: int) -> None:
    systems = reports(12, **rules)
    how = {"test": test, "n_flips": 150}
    expected = ir.compare(systems, **how)
    ours = summary(systems, n_parts, **how)
    assert repr(ours.differences) == repr(expected.differences)  # as text, because NaN is not equal to itself
    assert ours.cells() == expected.cells()
    assert ours.records() == expected.records() or "nan" in repr(expected.records())
    assert (ours.verdicts(), ours.notes()) == (expected.verdicts(), expected.notes())
    assert ours.to_dict()["n"] == expected.to_dict()["n"]
    assert ours.to_table() == expected.to_table()


@pytest.mark.parametrize("measure", ["precision", "recall"])
def test_other_measures(measure: str) -> None:
    systems = reports(12)
    expected = ir.compare(systems, measure=measure, n_flips=80)
    assert summary(systems, 4, measure_of(measure), n_flips=80).differences == expected.differences


def test_the_exact_test_asks_for_few_differences() -> None:
    systems = reports(12)
    near = {name: systems[name] for name in ("base", "near")}
    expected = ir.compare(near, test="exact", n_flips=20)
    ours = summary(near, 5, test="exact", n_flips=20)
    assert ours.differences == expected.differences
    assert all(entry.exact for entry in ours)
    with pytest.raises(InputError, match="examples differ, and the exact test goes through all signs of at most 20"):
        summary(systems, 5, test="exact", n_flips=20).differences  # noqa: B018


def test_what_sums_cannot_keep_is_refused() -> None:
    with pytest.raises(InputError, match=r"type center='exact'"):
        check_compared(ir.profile("rouge-score", generator="poisson"))
    with pytest.raises(InputError, match=r"type generator='poisson'"):
        check_compared(ir.profile(generator="splitmix"))
    with pytest.raises(InputError, match="there is no system 'nwe'; did you mean 'new'"):
        baseline_first({"base": "p", "new": "q"}, "nwe")
    assert list(baseline_first({"base": "p", "new": "q"}, "new")) == ["new", "base"]


def test_examples_without_words_are_refused_by_their_ids() -> None:
    systems = reports(12)
    strict = {name: report.rescore(empty="zero") for name, report in systems.items()}
    part = compared_of(list(strict.values()), "fmeasure", 5)
    report = systems["base"]
    assert part.empty.n
    with pytest.raises(EmptyTextError, match=rf"{part.empty.n} of {ROWS} examples have no words to compare: d"):
        ComparisonSummary(report.metrics, report.profile.replace(empty="raise"), "base", ["new", "near"], part)


def test_repr() -> None:
    ours = summary(reports(12), 3, n_flips=20)
    assert repr(ours).startswith("<ComparisonSummary with base: new rouge1 ")
