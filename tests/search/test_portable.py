"""Keys and spellings of kept texts: the same in both engines and in any process, and never fewer shared than units."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from kept import SETTINGS, some_texts

import infrarouge as ir
from infrarouge.engine import textbook
from infrarouge.search.store import KeptTexts, is_bounded

BOUNDED = [(metric, rules) for metric, rules in SETTINGS if is_bounded(ir.Rouge(metric, **rules).runner)]


def bags(keys: Any, ends: Any) -> list[Counter[int]]:
    return [Counter(part.tolist()) for part in np.split(keys, ends[:-1])]


@pytest.mark.parametrize(("metric", "rules"), BOUNDED, ids=str)
def test_keys_of_both_engines_are_the_same_and_bound_what_matches(metric: str, rules: dict[str, Any]) -> None:
    runner, texts = ir.Rouge(metric, **rules).runner, [*some_texts(40, 4), "", "a", "\ud800 x"]
    store = KeptTexts(runner, search=True)
    store.add(texts)
    assert store.index is not None
    keys, ends, totals, spelling, spelling_ends = store.index.portable()
    plain = textbook.Plan(**runner.told).index()
    plain.add(runner.side(texts, "text"), "text", np.zeros(len(texts), np.uint8), 0, len(texts))
    for ours, theirs in zip((keys, ends, totals, spelling, spelling_ends), plain.portable(), strict=True):
        assert np.array_equal(ours, theirs) if isinstance(ours, np.ndarray) else ours == theirs
    every, n = bags(keys, ends), len(texts)
    for at in range(n):
        pairs = runner.rows([texts[at]] * n, texts)
        counts = runner.count(pairs).counts[:, 0]
        assert counts[at, 1] == totals[at]
        for other, (matched, _, _) in enumerate(counts.tolist()):
            assert (every[at] & every[other]).total() >= matched


def test_a_text_is_spelled_by_its_words_alone() -> None:
    store = KeptTexts(ir.Rouge("rouge1").runner, search=True)
    store.add(["The cat!", "the cat", "thecat", "the ca t", "the\ncat"])
    assert store.index is not None
    _, _, _, spelling, ends = store.index.portable()
    parts = [spelling[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    assert parts[0] == parts[1] == parts[4]
    assert len({*parts}) == 3


def test_sentences_are_spelled_where_they_matter() -> None:
    store = KeptTexts(ir.Rouge("rougeLsum").runner, search=True)
    store.add(["the cat", "the\ncat", "the \n cat"])
    assert store.index is not None
    _, _, _, spelling, ends = store.index.portable()
    parts = [spelling[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    assert parts[0] != parts[1] == parts[2]


def test_an_index_of_nothing_is_portable() -> None:
    store = KeptTexts(ir.Rouge("rougeL").runner, search=True)
    assert store.index is not None
    assert [len(part) for part in store.index.portable()] == [0] * 5
