"""Kept texts, search and extracts: the core equals the textbook, which compares everything with everything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties.test_engines import METRICS, PLAIN, rules, texts

from infrarouge.engine import textbook
from infrarouge.errors import TextFault
from infrarouge.types import NEVER, Side

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

ENGINES = [(textbook, 1), (core, 1), (core, 3)]
BOUNDED = [one for one in METRICS if one[0] in ("ngram", "lcs", "lcs_sum")]
LINES = st.lists(texts(8) | st.just(None), max_size=6)


def kept(plan: Any, kind: str, lines: list[Any]) -> tuple[Any, list[int]]:
    """A store or an index with the lines in it, added in two steps, and their flags."""
    made, flags = getattr(plan, kind)(), np.zeros(len(lines), np.uint8)
    half = len(lines) // 2
    made.add(Side(lines), "text", flags, 0, half)
    made.add(Side(lines), "text", flags, half, len(lines))
    return made, flags.tolist()


@given(rules(), LINES, LINES, st.data())
def test_count(given: dict[str, Any], ours: list[Any], theirs: list[Any], data: Any) -> None:
    given["metrics"] = data.draw(st.sampled_from([METRICS, *[[one] for one in BOUNDED]]))
    starts = np.array([data.draw(st.integers(0, len(theirs))) for _ in ours], dtype=np.int64)
    sizes = [data.draw(st.integers(0, len(theirs) - start)) for start in starts.tolist()]
    rows = np.cumsum([0, *sizes]).astype(np.int64)
    begin = data.draw(st.integers(0, len(ours)))
    found = []
    for engine, threads in ENGINES:
        store, flags = kept(engine.Plan(**given), "store", theirs)
        assert len(store) == len(theirs)
        counts = np.full((int(rows[-1] - rows[begin]), len(given["metrics"]), 3), -1.0)
        own = np.full(len(ours), 99, np.uint8)
        store.count(Side(ours), starts, rows, counts, own, begin, len(ours), threads)
        found.append((counts.tolist(), flags, own.tolist()))
    assert found[1] == found[0]
    assert found[2] == found[0]


@st.composite
def indexed(draw: st.DrawFn) -> dict[str, Any]:
    """Rules under which shared units bound what is matched."""
    made = {**draw(rules()), "metrics": [draw(st.sampled_from(BOUNDED))]}
    if made["metrics"][0][0] == "lcs_sum":
        made["union"] = draw(st.sampled_from(["both", "prediction", "exclusive"]))
        made["bytes_per_sentence"] = False
    return {**made, "short_totals": False}


def needs_for(ours: Any, theirs: Any, share: float) -> Any:
    """Needs that ask for a share of the longer text, as any table may."""
    least = np.maximum(1, np.ceil(share * np.maximum(ours[:, None], theirs)))
    return np.where(least <= np.minimum(ours[:, None], theirs), least, NEVER).astype(np.int32)


@given(indexed(), LINES, LINES, st.sampled_from([0.0, 0.3, 0.6, 1.0]), st.data())
def test_search(given: dict[str, Any], ours: list[Any], theirs: list[Any], share: float, data: Any) -> None:
    starts = data.draw(st.none() | st.lists(st.integers(0, 6), min_size=len(ours), max_size=len(ours)))
    starts = None if starts is None else np.array(starts, dtype=np.int64)
    found = []
    for engine, threads in ENGINES:
        index, flags = kept(engine.Plan(**given), "index", theirs)
        totals, own = np.zeros(len(ours)), np.zeros(len(ours), np.uint8)
        index.measure(Side(ours), "text", totals, own, 0, len(ours), threads)
        needs = needs_for(totals, index.totals(), share)
        hits = index.search(Side(ours), needs, np.arange(len(ours)), starts, 0, len(ours), threads)
        found.append((flags, own.tolist(), totals.tolist(), index.totals().tolist(), *(one.tolist() for one in hits)))
    assert found[1] == found[0]
    assert found[2] == found[0]


@given(indexed(), st.lists(texts(8), max_size=12), st.sampled_from([0.0, 0.3, 0.6, 1.0]), st.integers(1, 5))
def test_dedup(given: dict[str, Any], lines: list[str], share: float, step: int) -> None:
    found = []
    for engine, threads in ENGINES:
        index, _ = kept(engine.Plan(**given), "index", lines)
        needs = needs_for(index.totals(), index.totals(), share)
        hits = [
            index.dedup(needs, begin, min(len(lines), begin + step), threads) for begin in range(0, len(lines), step)
        ]
        found.append([[one.tolist() for one in part] for part in hits])
    assert found[1] == found[0]
    assert found[2] == found[0]


@given(rules(), st.lists(st.tuples(st.lists(texts(6), max_size=5), texts(15)), max_size=4), st.data())
def test_greedy(given: dict[str, Any], articles: list[tuple[list[str], str]], data: Any) -> None:
    given.update(max_words=None, max_bytes=None)
    given["metrics"] = data.draw(st.sampled_from([METRICS, *[[one] for one in METRICS]]))
    sentences = [one for article, _ in articles for one in article]
    ends = np.cumsum([0, *(len(article) for article, _ in articles)]).astype(np.int64)
    begin = data.draw(st.integers(0, len(articles)))
    orders = [data.draw(st.permutations(range(len(article)))) for article, _ in articles[begin:]]
    found = []
    for engine, threads in ENGINES:
        greedy = engine.Plan(**given).greedy()
        ours, theirs = np.zeros(len(sentences), np.uint8), np.zeros(len(articles), np.uint8)
        sides = Side(sentences), Side([reference for _, reference in articles])
        greedy.read(sides[0], ends, sides[1], ours, theirs, begin, len(articles), threads)
        rounds = []
        for step in range(3):
            counts = np.full((int(ends[-1] - ends[begin]), len(given["metrics"]), 3), -1.0)
            greedy.round(counts, threads)
            rounds.append(counts.tolist())
            greedy.choose(np.array([order[step] if step < len(order) else -1 for order in orders], dtype=np.int64))
        found.append((ours.tolist(), theirs.tolist(), rounds))
    assert found[1] == found[0]
    assert found[2] == found[0]


@given(rules(), st.lists(st.tuples(st.lists(texts(6), max_size=5), texts(15)), max_size=4), st.data())
def test_extract(given: dict[str, Any], articles: list[tuple[list[str], str]], data: Any) -> None:
    given.update(max_words=None, max_bytes=None)
    grams = [one for one in METRICS if one[0] == "ngram"]
    given["metrics"] = data.draw(st.sampled_from([METRICS, grams, *[[one] for one in METRICS]]))
    sentences = [one for article, _ in articles for one in article]
    ends = np.cumsum([0, *(len(article) for article, _ in articles)]).astype(np.int64)
    begin, most = data.draw(st.integers(0, len(articles))), data.draw(st.integers(0, 4))
    alpha, measure = data.draw(st.sampled_from([0.0, 0.5, 0.9])), data.draw(st.integers(0, 2))
    found = []
    for engine, threads in ENGINES:
        greedy = engine.Plan(**given).greedy()
        ours, theirs = np.zeros(len(sentences), np.uint8), np.zeros(len(articles), np.uint8)
        sides = Side(sentences), Side([reference for _, reference in articles])
        chosen, scores = np.full((len(articles) - begin, most), 7), np.full(len(articles) - begin, 7.0)
        span = begin, len(articles), threads
        greedy.extract(sides[0], ends, sides[1], ours, theirs, chosen, scores, alpha, measure, *span)
        found.append((ours.tolist(), theirs.tolist(), chosen.tolist(), scores.tolist()))
    assert found[1] == found[0]
    assert found[2] == found[0]


@pytest.mark.parametrize("wrong", [3, b"bytes", ["list"]])
def test_wrong_types_are_named_alike(wrong: Any) -> None:
    for engine in (core, textbook):
        plan = engine.Plan(**{**PLAIN, "metrics": [("lcs", 0.0, False)]})
        flags = np.zeros(2, np.uint8)
        for kind in ("store", "index"):
            with pytest.raises(TextFault) as caught:
                getattr(plan, kind)().add(Side(["fine", wrong]), "text", flags, 0, 2)
            assert caught.value.args == ("text", 1, type(wrong).__name__)


def test_the_core_refuses_what_reaches_beyond_its_arrays() -> None:
    plan = core.Plan(**{**PLAIN, "metrics": [("lcs", 0.0, False)]})
    index, flags = plan.index(), np.zeros(2, np.uint8)
    index.add(Side(["a b", "a c d"]), "text", flags, 0, 2)
    counts, starts, rows = np.zeros((2, 1, 3)), np.array([1]), np.array([0, 2])
    with pytest.raises(ValueError, match="reach beyond the kept texts"):
        index.count(Side(["a"]), starts, rows, counts, flags, 0, 1, 1)
    with pytest.raises(ValueError, match="counts must be"):
        index.count(Side(["a"]), np.array([0]), rows, counts[:1], flags, 0, 1, 1)
    with pytest.raises(ValueError, match="one column for each total"):
        index.dedup(np.ones((2, 1), np.int32), 0, 2, 1)
    with pytest.raises(ValueError, match="positive"):
        index.dedup(np.zeros((2, 2), np.int32), 0, 2, 1)
    with pytest.raises(ValueError, match="rows of needs"):
        index.search(Side(["a"]), np.ones((1, 2), np.int32), np.array([1]), None, 0, 1, 1)
    with pytest.raises(ValueError, match="shared units bound"):
        core.Plan(**{**PLAIN, "metrics": [("skip", 4.0, False)]}).index()
    greedy = plan.greedy()
    greedy.read(Side(["a", "b"]), np.array([0, 2]), Side(["a"]), flags, flags, 0, 1, 1)
    with pytest.raises(ValueError, match="chosen once"):
        greedy.choose(np.array([2]))
    with pytest.raises(ValueError, match="counts must be"):
        greedy.round(np.zeros((1, 1, 3)), 1)
    given = Side(["a", "b"]), np.array([0, 2]), Side(["a"]), flags, flags
    with pytest.raises(ValueError, match="one row for each article"):
        greedy.extract(*given, np.zeros((2, 1), np.int64), np.zeros(1), 0.5, 2, 0, 1, 1)
    with pytest.raises(ValueError, match="measure"):
        greedy.extract(*given, np.zeros((1, 1), np.int64), np.zeros(1), 0.5, 3, 0, 1, 1)
