"""Search and deduplication equal the plain loops over single scores."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest
from kept import SETTINGS, some_texts

import infrarouge as ir
from infrarouge.search.store import KeptTexts, needed

CUTOFFS = (-1, 0, 0.3, 0.5, 0.7, 1, 1.1)


def one_by_one(rouge: ir.Rouge, text: Any, kept: list[Any]) -> list[ir.Score]:
    """The scores of a text against each of those kept, by one call of `score` each."""
    return [rouge.score(prediction=text, reference=other)[rouge.labels[0]] for other in kept]


def ranked(scores: list[ir.Score], measure: str = "fmeasure") -> list[tuple[int, float]]:
    """Positions and scores, the best first, equal ones by position."""
    values = [(at, getattr(score, measure)) for at, score in enumerate(scores)]
    return sorted((pair for pair in values if not math.isnan(pair[1])), key=lambda pair: (-pair[1], pair[0]))


@pytest.mark.parametrize(("metric", "rules"), SETTINGS, ids=str)
def test_search_is_the_plain_loop(metric: str, rules: dict[str, Any]) -> None:
    texts, queries = some_texts(40, 1), [*some_texts(6, 2), ""]
    rouge = ir.Rouge(metric, **rules)
    scores = {query: one_by_one(rouge, query, texts) for query in [*queries, *texts[:3]]}
    for measure in ("fmeasure", "recall", "precision"):
        index = ir.Index(texts[:30], metric=metric, measure=measure, **rules)
        assert [index.add(text) for text in texts[30:]] == list(range(30, 40))
        assert len(index) == 40
        for query, against in scores.items():
            expected = ranked(against, measure)
            for cutoff in CUTOFFS:
                assert index.above(query, cutoff) == [pair for pair in expected if pair[1] >= cutoff]
            for k in (1, 2, 7, 39, 40, 100):
                assert index.nearest(query, k) == expected[:k]


def test_adding_and_searching_by_turns() -> None:
    """The loop that keeps a text if it is below 0.7 to everything kept; keys are sorted anew on the way."""
    rouge, index, kept = ir.Rouge("rougeL"), ir.Index(), list[str]()
    for text in some_texts(300, 9, words=9):
        expected = [pair for pair in ranked(one_by_one(rouge, text, kept)) if pair[1] >= 0.7]
        assert index.above(text, 0.7) == expected
        if not expected:
            assert index.add(text) == len(kept)
            kept.append(text)
    assert len(index) == len(kept) < 300


def test_index_of_nothing() -> None:
    index = ir.Index()
    assert index.above("a", 0.5) == index.above("a", -1) == index.nearest("a", 3) == []
    assert repr(index) == "<Index 0 texts, rougeL (infrarouge-1)>"


def test_index_takes_other_kinds_of_texts() -> None:
    index = ir.Index([[1, 2, 3], np.array([7])], tokens="ids", metric="rouge1")
    assert index.above([1, 2], 0.5) == [(0, 0.8)]
    assert ir.Index(iter(["a", "b"])).nearest("b") == [(1, 1.0)]
    assert ir.Index(["a", None]).above("a", 0.1) == [(0, 1.0)]


def test_index_serves_threads() -> None:
    texts = some_texts(200, 3)
    index = ir.Index(texts[:100])

    def work(text: str) -> int:
        index.above(text, 0.5)
        return index.add(text)

    with ThreadPoolExecutor(4) as pool:
        positions = list(pool.map(work, texts[100:]))
    assert sorted(positions) == list(range(100, 200))
    order = dict(zip(positions, texts[100:], strict=True))
    kept = texts[:100] + [order[at] for at in range(100, 200)]
    for query in some_texts(10, 4):
        assert index.nearest(query, 5) == ranked(one_by_one(ir.Rouge("rougeL"), query, kept))[:5]


# ---------------------------------------------------------------- what is needed


def test_needed_is_the_first_count_that_reaches_the_cutoff() -> None:
    totals = np.array([0.0, 1.0, 2.0, 7.0, 40.0, 301.0])
    for metric, rules in SETTINGS:
        store = KeptTexts(ir.Rouge(metric, **rules).runner)
        if store.runner.metrics[0].exponent != 1:
            continue
        for measure in range(3):
            needs = {cutoff: needed(store, totals, totals, measure, cutoff) for cutoff in (*CUTOFFS, 1e-9, 2 / 3)}
            for row, ours in enumerate(totals):
                for column, theirs in enumerate(totals):
                    matched = np.arange(min(ours, theirs) + 1)
                    counts = np.stack([matched, matched * 0 + ours, matched * 0 + theirs], axis=-1)[:, None, :]
                    scores = store.scores(counts, measure)
                    for cutoff, least in needs.items():
                        enough = scores >= cutoff
                        assert least[row, column] == (np.argmax(enough) if enough.any() else 2**31 - 1)


# ---------------------------------------------------------------- deduplication


@cache
def table(setting: int) -> list[list[ir.Score]]:
    """The scores of each text against each before it, by one call of `score` each, for all thresholds and measures."""
    metric, rules = SETTINGS[setting]
    rouge, texts = ir.Rouge(metric, **rules), some_texts(50, 11)
    return [one_by_one(rouge, text, texts[:at]) for at, text in enumerate(texts)]


def plain_dedup(score_of: Callable[[int, int], ir.Score], n: int, measure: str, threshold: float) -> tuple[Any, ...]:
    """Compare each text with all that are kept, in order."""
    kept, dropped, matches, best = list[int](), list[int](), list[int](), list[float]()
    for at in range(n):
        scores = [getattr(score_of(at, earlier), measure) for earlier in kept]
        above = [score for score in scores if score >= threshold]
        if not above:
            kept.append(at)
            continue
        dropped.append(at)
        best.append(max(above))
        matches.append(kept[scores.index(max(above))])
    return kept, dropped, matches, best


@pytest.mark.parametrize("threshold", [0, 0.4, 0.7, 1, 1.1])
@pytest.mark.parametrize("setting", range(len(SETTINGS)), ids=lambda at: f"{SETTINGS[at]}")
def test_dedup_is_the_plain_loop(setting: int, threshold: float) -> None:
    texts, (metric, rules) = some_texts(50, 11), SETTINGS[setting]
    scores = table(setting)
    for measure in ("fmeasure", "recall"):
        result = ir.dedup(texts, metric=metric, measure=measure, threshold=threshold, **rules)
        told = tuple(part.tolist() for part in (result.kept, result.dropped, result.matches, result.scores))
        assert told == plain_dedup(lambda at, earlier: scores[at][earlier], len(texts), measure, threshold)


@pytest.mark.parametrize("threads", [1, 3])
def test_dedup_of_many(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several blocks, near copies within and between them."""
    monkeypatch.setattr("infrarouge.search.index.FIRST_CHUNK", 16)
    texts = some_texts(400, 12, words=8)
    rouge = ir.Rouge("rougeL")

    def score(at: int, earlier: int) -> ir.Score:
        return rouge.score(prediction=texts[at], reference=texts[earlier])["rougeL"]

    result = ir.dedup(texts, threads=threads)
    told = tuple(part.tolist() for part in (result.kept, result.dropped, result.matches, result.scores))
    assert told == plain_dedup(score, len(texts), "fmeasure", 0.7)
    assert result.signature == "infrarouge-1|n:400|v:" + ir.__version__


def test_dedup_of_copies_and_of_nothing() -> None:
    found = ir.dedup(["a b c"] * 500)
    assert (found.kept.tolist(), found.matches.tolist(), set(found.scores)) == ([0], [0] * 499, {1.0})
    assert ir.dedup([]).kept.tolist() == []
    assert ir.dedup(["", "", "."]).kept.tolist() == [0, 1, 2]  # without words nothing is alike


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: ir.dedup("text"), ir.InputTypeError, "texts is a str"),
        (lambda: ir.dedup(["a", 3]), ir.InputTypeError, "text 1 is int"),
        (lambda: ir.dedup(["a", 3], metric="rougeS"), ir.InputTypeError, "is int"),
        (lambda: ir.dedup(["a"], threshold=None), ir.InputError, "threshold is None"),
        (lambda: ir.dedup(["a", ""], empty="raise"), ir.EmptyTextError, "1 of 2 texts have no words: row 1"),
        (lambda: ir.Index("text"), ir.InputTypeError, "texts is a str"),
        (lambda: ir.Index([3]), ir.InputTypeError, "text 0 is int"),
        (lambda: ir.Index().above(3, 0.5), ir.InputTypeError, "text 0 is int"),
        (lambda: ir.Index(["a"], metric="rougeW").nearest(3), ir.InputTypeError, "0 is int"),
        (lambda: ir.Index().nearest("a", 0), ir.InputError, "k is 0"),
        (lambda: ir.Index().above("a", True), ir.InputError, "cutoff is True"),
        (lambda: ir.Index(["a"], metric=["rouge1", "rouge2"]), ir.InputError, "names 2 metrics"),
    ],
)
def test_errors_say_what_to_type(call: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        call()
