"""What an engine says it matched: the same in both engines, as much as it counts, and equal words in both texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties.test_engines import DOCUMENTS, METRICS, PLAIN, nested, rules, texts

from infrarouge.engine import textbook
from infrarouge.errors import TextFault
from infrarouge.types import Matches, Side

core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")

SHORT = [one for one in METRICS if not one[0].startswith("skip") or one[1] >= 0]
"""Metrics that longer texts can be explained by in plain Python."""


def find(engine: Any, given: dict[str, Any], predictions: Side, references: Side, rows: Any, threads: int = 1) -> Any:
    size = len(predictions.items) if predictions.texts is None else len(predictions.texts) - 1
    return Matches(*engine.Plan(**given).matches(predictions, references, rows, 0, size, threads))


def plain(matches: Matches) -> Any:
    return [one.tolist() for one in matches]


def documents(given: dict[str, Any], side: Side) -> list[textbook.Document]:
    plan = textbook.Plan(**given)
    size = len(side.items) if side.texts is None else len(side.texts) - 1
    return [plan.document(side, at, "text")[0] for at in range(size)]


def weight_of(runs: list[int], weight: float) -> float:
    """The weights of the runs, added up in order as `count` adds them."""
    total = 0.0
    for size in Counter(runs).values():
        total += float(size) ** weight
    return total


def adds_up(given: dict[str, Any], predictions: Side, references: Side, matches: Matches) -> None:
    """As many units as are counted, or runs of that weight; and what goes together is equal."""
    plan = textbook.Plan(**given)
    specs = given["metrics"]
    assert len(matches.offsets) == len(documents(given, references)) * len(specs) + 1
    for pair, (ours, theirs) in enumerate(
        zip(documents(given, predictions), documents(given, references), strict=True)
    ):
        for number, spec in enumerate(specs):
            places, runs = matches.of(pair * len(specs) + number)
            matched = plan.compare(spec, ours, theirs)[0]
            if spec[0].startswith("weighted"):
                assert weight_of(runs.tolist(), spec[1]) == matched
            else:
                assert len(places) == matched
                assert runs.tolist() == list(range(len(places)))
            over_sentences = spec[0].endswith("_sum")
            words = [textbook.joined(one.sentences) if over_sentences else one.flat for one in (theirs, ours)]
            for match in places.tolist():
                units = [
                    (side[first], side[last]) if spec[0].startswith("skip") else tuple(side[first : last + 1])
                    for side, (first, last) in zip(words, match, strict=True)
                ]
                assert units[0] == units[1]


@given(rules(), st.lists(st.tuples(texts(), texts()), min_size=1, max_size=3))
def test_texts(given: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    sides = Side([one for one, _ in pairs]), Side([two for _, two in pairs])
    matches = find(core, given, *sides, None)
    assert plain(matches) == plain(find(textbook, given, *sides, None))
    assert plain(matches) == plain(find(core, given, *sides, None, threads=3))
    assert [one.dtype for one in matches] == [np.int32, np.int32, np.int64]
    assert [one.dtype for one in find(textbook, given, *sides, None)] == [np.int32, np.int32, np.int64]
    adds_up(given, *sides, matches)


@given(rules(), st.lists(st.tuples(DOCUMENTS, DOCUMENTS), min_size=1, max_size=3), st.booleans())
def test_ready_tokens(given: dict[str, Any], pairs: list[Any], flat: bool) -> None:
    given = {**given, "sentences": "list", "tokens": "list", "lowercase": "none", "max_words": None, "max_bytes": None}
    sides = nested([one for one, _ in pairs]), nested([two for _, two in pairs])
    if flat:
        # Another flat reading than the sentences one after another.
        views = [[textbook.joined(document)[1:] for document in side] for side in zip(*pairs, strict=True)]
        sides = tuple(
            side._replace(flat=textbook.joined(view), flat_texts=np.cumsum([0, *map(len, view)]).astype(np.int64))
            for side, view in zip(sides, views, strict=True)
        )
    matches = find(core, given, *sides, None)
    assert plain(matches) == plain(find(textbook, given, *sides, None))
    adds_up(given, *sides, matches)


@given(rules(), st.lists(st.lists(texts(8), min_size=1, max_size=4), min_size=1, max_size=4), st.data())
def test_several_references_and_parts(given: dict[str, Any], rows: list[list[str]], data: Any) -> None:
    predictions = Side([one[0] for one in rows])
    references = Side([text for one in rows for text in one])
    ends = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    whole = find(core, given, predictions, references, ends, 2)
    assert plain(whole) == plain(find(textbook, given, predictions, references, ends))
    begin = data.draw(st.integers(0, len(rows)))
    end = data.draw(st.integers(begin, len(rows)))
    specs = len(given["metrics"])
    for engine in (core, textbook):
        part = Matches(*engine.Plan(**given).matches(predictions, references, ends, begin, end, 1))
        assert len(part.offsets) == (ends[end] - ends[begin]) * specs + 1
        for at in range(len(part.offsets) - 1):
            expected = whole.of(int(ends[begin]) * specs + at)
            assert [one.tolist() for one in part.of(at)] == [one.tolist() for one in expected]


@pytest.mark.parametrize("tie", ["reference", "prediction"])
@pytest.mark.parametrize("union", ["both", "exclusive"])
def test_lengths_around_a_block_of_bits(tie: str, union: str) -> None:
    rng = np.random.default_rng(7)
    for size in (63, 64, 65, 130, 260):
        one, two = (
            "\n".join(" ".join(f"w{word}" for word in line) for line in np.array_split(rng.integers(0, 20, size), 2))
            for _ in range(2)
        )
        given = {**PLAIN, "metrics": SHORT, "tie": tie, "union": union}
        sides = Side([one]), Side([two])
        assert plain(find(core, given, *sides, None)) == plain(find(textbook, given, *sides, None))


def test_long_texts_are_matched_whole() -> None:
    rng = np.random.default_rng(1)
    ours, theirs = (" ".join(f"w{word}" for word in rng.zipf(1.3, 5000) % 3000) for _ in range(2))
    given = {**PLAIN, "metrics": METRICS}
    sides = Side([ours]), Side([theirs])
    counts = np.zeros((1, len(METRICS), 3))
    flags = np.zeros(1, np.uint8), np.zeros(1, np.uint8)
    core.Plan(**given).count(*sides, None, counts, *flags, 0, 1, 1)
    matches = find(core, given, *sides, None)
    for at, spec in enumerate(METRICS):
        places, runs = matches.of(at)
        matched = weight_of(runs.tolist(), spec[1]) if spec[0].startswith("weighted") else len(places)
        assert matched == counts[0, at, 0], spec


@pytest.mark.parametrize("wrong", [3, b"bytes", ["list"]])
def test_wrong_types_are_named_as_count_names_them(wrong: Any) -> None:
    for engine in (core, textbook):
        with pytest.raises((TextFault, TypeError)) as error:
            find(engine, PLAIN, Side(["fine", "fine"]), Side(["fine", wrong]), None)
        assert all(part in str(error.value) for part in ("reference", "1", type(wrong).__name__))


def test_offsets_that_do_not_fit_are_refused() -> None:
    plan = core.Plan(**PLAIN)
    for rows, begin, end in (([0, 1], 0, 2), ([0, 2, 1], 0, 2), ([-1, 1, 2], 0, 2), ([0, 1, 9], 0, 2)):
        with pytest.raises((ValueError, IndexError)):
            plan.matches(Side(["a", "b"]), Side(["a", "b"]), np.array(rows, dtype=np.int64), begin, end, 1)
    with pytest.raises(ValueError, match="begin"):
        plan.matches(Side(["a"]), Side(["a"]), None, 1, 0, 1)
