"""The rows of a page hold what explain() tells: words, matches in runs, counts, and what is left over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reporting.page_data import (
    METRICS,
    RULES,
    Match,
    Numbers,
    columns_of,
    data_of,
    fitting_texts,
    make,
    name_of,
    rows_of,
)

import infrarouge as ir
from infrarouge.reporting.explain import MOST
from infrarouge.reporting.page import rows as page_rows
from infrarouge.reporting.page.pack import Ragged, varints


@given(st.lists(st.lists(st.integers(0, 2**53)), max_size=5))
def test_numbers_are_read_back(lists: list[list[int]]) -> None:
    data, sizes = varints(Ragged.of(lists))
    numbers = Numbers(data)
    for values, size in zip(lists, sizes.tolist(), strict=True):
        start = numbers.at
        assert [numbers.next() for _ in values] == values
        assert numbers.at - start == size


def in_units(text: str, spans: Any) -> list[tuple[int, int]]:
    """Spans as JavaScript counts."""
    at = [0, *np.cumsum([2 if char > "\uffff" else 1 for char in text]).tolist()]
    return [(at[start], at[end]) for start, end in spans]


def agrees(why: ir.Explanation, match: Match, metric: Any, words: list[list[tuple[int, int]]]) -> None:
    """One metric of one pair: the numbers of the page are those of the explanation."""
    assert match.counts == [round(metric["scale"] * count) / metric["scale"] for count in why.counts]
    texts = why.reference, why.prediction
    spans = [
        (in_units(texts[0], pair.reference.spans), in_units(texts[1], pair.prediction.spans)) for pair in why.matches
    ]
    if metric["label"].startswith("rougeS"):
        for side in (0, 1):
            shown = {words[side][pair[side]] for run in match.runs for pair in run}
            assert shown == {span for units in spans for span in units[side]}
        paired = {pair for units in spans for pair in zip(*units, strict=True)}
        assert {(words[0][i], words[1][j]) for run in match.runs for i, j in run} <= paired
        assert [total for total, _ in match.left] == [len(why.missed), len(why.extra)]
        return
    width = metric["words"]
    shown_units = [
        tuple(words[side][pair[side] : pair[side] + width] for side in (0, 1)) for run in match.runs for pair in run
    ]
    assert sorted(shown_units) == sorted(spans)
    if metric["runs"]:
        sizes: dict[Any, int] = {}
        for pair in why.matches:
            sizes[pair.run] = sizes.get(pair.run, 0) + 1
        assert [len(run) for run in match.runs] == [sizes[number] for number in sorted(sizes)]
    for side, units in enumerate((why.missed, why.extra)):
        total, named = match.left[side]
        assert total == len(units)
        expected = [in_units(texts[side], unit.spans) for unit in units[:MOST]]
        assert [words[side][first : last + 1] for first, last in named] == expected


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("rules", [*RULES, *({"profile": name} for name in ir.profiles())], ids=name_of)
def test_rows_are_those_of_explain(rules: dict[str, Any]) -> None:
    ours, theirs, rules = fitting_texts(rules)
    data = data_of(make(ours, theirs, METRICS, **rules))
    for prediction, reference, row in zip(ours, theirs, rows_of(data), strict=True):
        for metric, match in zip(data["metrics"], row.matches[0][0], strict=True):
            why = ir.explain(prediction=prediction, reference=reference, metric=metric["label"], **rules)
            assert row.texts == [why.reference, why.prediction]
            words = [
                lists[view if len(lists) > 1 else 0] for lists, view in zip(row.words, metric["views"], strict=True)
            ]
            assert match is not None
            agrees(why, match, metric, words)


def test_systems_and_references_stand_in_order() -> None:
    systems = {"one": ["a b", "c"], "two": ["b c", "d e"]}
    references = [["a", "b c", "c"], ["d e"]]
    report = ir.compare(systems, references=references, metrics="rouge1 rougeL")
    rows = rows_of(data_of(report.to_html(predictions=systems, references=references)))
    assert [row.texts for row in rows] == [["a", "b c", "c", "a b", "b c"], ["d e", "c", "d e"]]
    matched = [[[match and match.counts[0] for match in pair] for pair in row.matches[1]] for row in rows]
    assert matched == [[[0, 0], [2, 2], [1, 1]], [[2, 2]]]


def test_long_texts_go_without_what_takes_too_long() -> None:
    long, short = " ".join(f"w{at}" for at in range(400)), "a b"
    texts = [short, long, short]
    rows = rows_of(data_of(make(texts, texts, "rouge1 rougeS rougeS4")))
    for text, row in zip(texts, rows, strict=True):
        first, skip, near = row.matches[0][0]
        assert first is not None
        assert near is not None
        assert first.counts == [len(text.split())] * 3
        assert (skip is None) == (text is long)
    only = rows_of(data_of(make([long], [long], "rougeS")))
    assert only[0].matches == [[[None]]]


def test_blocks_are_many_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_rows, "BLOCK", 3)
    ours = [f"w{at}" for at in range(10)]
    data = data_of(make(ours, ours, "rouge1"))
    assert len(data["blocks"]) == 4
    assert [row.texts for row in rows_of(data)] == [[text, text] for text in ours]


def test_batches_of_any_size_give_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = [f"a b {'c ' * at}" for at in range(9)], [f"b {'c ' * at}a" for at in range(9)]
    whole = make(ours, theirs, "rouge1 rougeS rougeWsum-1.2")
    monkeypatch.setattr(page_rows, "MOST_AT_ONCE", 100)
    assert make(ours, theirs, "rouge1 rougeS rougeWsum-1.2") == whole
    monkeypatch.setattr(page_rows, "MOST_PAIRS", 20)
    shown = [row.matches[0][0] for row in rows_of(data_of(make(ours, theirs, "rouge1 rougeS rougeWsum-1.2")))]
    assert [skip is None for _, skip, _ in shown] == [at > 4 for at in range(9)]
    assert all(first and weighted for first, _, weighted in shown)


def test_texts_that_cannot_be_written_are_stood_in_for() -> None:
    row = rows_of(data_of(make(["\ud800 a \U0001d400\udfff"], ["\ufeffa"])))[0]
    assert row.texts == ["\ufeffa", "\ufffd a \U0001d400\ufffd"]


def test_every_form_of_text_is_shown() -> None:
    for ours, theirs, rules in (
        ([["a", "b"]], [["b"]], {"tokens": "list"}),
        ([["a b", "c"]], [["c"]], {"sentences": "list"}),
        ([[1, 2]], [[2]], {"tokens": "ids"}),
        ([None], ["a"], {"empty": "nan"}),
        (["a|b|c"], ["a|b|c"], {"metrics": "rougeBE-HM"}),
        (["a"], [["a", "b"]], {}),
    ):
        data = data_of(make(ours, theirs, **rules))
        assert len(rows_of(data)) == 1
    assert [len(row.matches[0]) for row in rows_of(data)] == [2]
    assert columns_of(data).best == [[[0], [0]]]
