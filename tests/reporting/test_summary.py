"""Summaries have the numbers of the report that keeps its examples, from whatever parts their sums were made."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.engine.runner import runner_of
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.summary import Summary, summary_of, sums_by_group, sums_of

N = 70


def rows() -> dict[str, list[Any]]:
    random = np.random.default_rng(4)
    words = np.array(["the", "cat", "sat", "on", "café", "mat"])
    ours, theirs = ([" ".join(words[row]) for row in random.integers(0, 6, (N, 6))] for _ in range(2))
    ours[5], theirs[8], ours[7] = "", None, "東京 タワー"
    return {
        "predictions": ours,
        "references": [[text, "a mat"] if row % 4 else text for row, text in enumerate(theirs)],
        "ids": [f"doc-{row}" for row in range(N)],
        "groups": [None if row % 5 == 0 else "news" if row % 3 else "mail" for row in range(N)],
    }


def part(places: Any) -> dict[str, list[Any]]:
    return {name: [values[at] for at in places] for name, values in rows().items()}


def summary(parts: list[Any], **rules: Any) -> Summary:
    """Sums of parts, sent through pickles, in the order of the parts."""
    metrics = rules.pop("metrics", "rouge1 rougeLsum rougeW-1.2")
    runner = runner_of(metrics, rules.pop("profile", "infrarouge-1"), None, rules.pop("strict", False), rules)
    lenient = runner.profile.replace(empty="zero") if runner.profile.score.empty == "raise" else runner.profile
    groups: dict[str, Any] = {}
    for places in parts:
        texts = part(places)
        state = runner.state(runner.rows(texts["predictions"], texts["references"]), texts["ids"], texts["groups"])
        for name, sums in pickle.loads(pickle.dumps(sums_by_group(Numbers(state, lenient)))).items():
            groups[name] = groups[name] + sums if name in groups else sums
    return summary_of(runner, groups, grouped=True)


def shuffled() -> list[Any]:
    order = np.random.default_rng(1).permutation(N)
    return [order[:9], order[9:10], order[10:]]


def same(ours: Any, theirs: Any) -> None:
    assert repr(dict(ours.items())) == repr(dict(theirs.items()))
    assert (ours.signature, ours.n, ours.cells(), ours.header()) == (
        theirs.signature,
        theirs.n,
        theirs.cells(),
        theirs.header(),
    )
    assert repr(ours.records()) == repr(theirs.records())


@pytest.mark.parametrize("average", ["scores", "ratios", "counts", "totals"])
@pytest.mark.parametrize("empty", ["zero", "skip", "nan"])
@pytest.mark.parametrize("n_resamples", [0, 40])
def test_numbers_of_the_report(average: str, empty: str, n_resamples: int) -> None:
    rules = {"generator": "poisson", "average": average, "empty": empty, "n_resamples": n_resamples}
    report = ir.evaluate(**rows(), metrics="rouge1 rougeLsum rougeW-1.2", **rules)
    whole = summary(shuffled(), **rules)
    same(whole, report)
    assert whole.micro["rouge1"] == report.micro["rouge1"]
    grouped, by_group = whole.by_group(), report.by_group()
    assert set(grouped) == set(by_group)
    for group, ours in grouped.items():
        same(ours, by_group[group])


@pytest.mark.filterwarnings("ignore::infrarouge.errors.CoverageWarning")
def test_notes() -> None:
    rules = {"generator": "poisson", "tokens": "alnum", "n_resamples": 0}
    report = ir.evaluate(**rows(), metrics="rougeLsum", **rules)
    whole = summary(shuffled(), metrics="rougeLsum", **rules)
    ours, theirs = whole.notes(), report.notes()
    assert len(ours) == len(theirs) >= 3
    assert ours[0] == theirs[0].rpartition(": rows")[0] + ": doc-5, doc-7, doc-8"
    assert ours[1] == theirs[1].replace("row 7", "doc-7")
    assert ours[2:] == theirs[2:]
    values = whole.to_dict()
    assert (values["empty"], values["low_coverage"]) == (3, 1)
    assert repr(values["metrics"]) == repr(report.to_dict()["metrics"])


def test_letters_that_are_dropped_and_texts_without_words() -> None:
    with pytest.warns(ir.CoverageWarning, match=r"1 of 70 examples \(doc-7\), where .*Japanese"):
        summary(shuffled(), tokens="alnum", generator="poisson", n_resamples=0)
    with pytest.raises(ir.CoverageError, match="doc-7"):
        summary(shuffled(), tokens="alnum", generator="poisson", n_resamples=0, strict=True)
    with pytest.raises(ir.EmptyTextError, match="2 of 70 examples have no words to compare: doc-5, doc-8; type"):
        summary(shuffled(), generator="poisson", empty="raise")


@pytest.mark.filterwarnings("ignore::infrarouge.errors.CoverageWarning")
def test_rules_that_depend_on_the_order_are_refused() -> None:
    with pytest.raises(ValueError, match=r"center='mean' of rouge-score-0.1.2 .* type center='exact'"):
        summary(shuffled(), profile="rouge-score", generator="poisson")
    with pytest.raises(ValueError, match="type generator='poisson', or n_resamples=0"):
        summary(shuffled())
    summary(shuffled(), n_resamples=0)


def test_access() -> None:
    whole = summary(shuffled(), generator="poisson", n_resamples=10)
    assert whole["ROUGE-1"] == whole["rouge1"]
    assert "ROUGE-1" in whole
    assert "rouge9" not in whole
    with pytest.raises(KeyError, match="rouge2 was not scored"):
        whole["rouge2"]
    with pytest.raises(ValueError, match="there are no groups"):
        Summary(whole.metrics, whole.profile, whole.sums).by_group()
    assert repr(whole).startswith("<Summary rouge1=")
    assert "rougeLsum" in whole.to_markdown()
    report = ir.evaluate(
        predictions=["", ""], references=["a", "b"], empty="skip", generator="poisson", metrics="rouge1"
    )
    nothing = Summary(report.metrics, report.profile, sums_of(report))
    same(nothing, report)
