"""The steps of the join on batches of Arrow: however the rows are cut into batches, the pairs are the same."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from kept import some_texts

import infrarouge as ir
from infrarouge.errors import MissingExtraError
from infrarouge.integrations.spark_join import dedup
from infrarouge.integrations.spark_search import search
from infrarouge.search.join import Bounds, read_texts

pytest.importorskip("pyarrow")

import pyarrow as pa

from infrarouge.integrations import spark_steps as steps

TEXTS = [*some_texts(90, 6), None, "", "the cat", "The cat!"]


def batches_of(columns: dict[str, Any], rows: int) -> Any:
    return iter(pa.table(columns).to_batches(max_chunksize=rows))


def gathered(batches: Any) -> dict[str, list[Any]]:
    return pa.Table.from_batches(list(batches)).to_pydict()


def texts(rows: int = 20) -> Any:
    return batches_of({"place": np.arange(len(TEXTS)), "text": TEXTS}, rows)


def reaching(metric: str, threshold: float) -> dict[tuple[int, int], float]:
    """The scores of later texts against earlier ones that reach the threshold."""
    later, earlier, scores = ir.pairwise(predictions=TEXTS, references=TEXTS, metric=metric, cutoff=threshold)
    return {(i, j): score for i, j, score in zip(later, earlier, scores, strict=True) if i > j}


@pytest.mark.parametrize(("blocks", "rows", "at_once"), [(1, 1000, 1 << 18), (4, 7, 5), (3, 1, 1)])
def test_candidates_are_verified(monkeypatch: pytest.MonkeyPatch, blocks: int, rows: int, at_once: int) -> None:
    monkeypatch.setattr(steps, "AT_ONCE", at_once)
    task = steps.JoinTask(ir.Rouge("rougeL").runner, 2, 0.6)
    read = read_texts(task.runner, TEXTS)
    bounds = Bounds.of(task.runner, read.totals, 2, 0.6)
    assert bounds is not None
    counted = gathered(steps.key_frequencies(task, 64, texts()))
    frequencies = np.zeros(64, dtype=np.int32)
    frequencies[counted["bucket"]] = counted["texts"]
    assert frequencies.sum() == len(read.keys)
    listing = steps.KeyListing(task, bounds, frequencies, np.full(64, blocks, dtype=np.int32))
    often = gathered(steps.listed_frequencies(listing, 5, texts()))
    assert {*often["bucket"]} <= {*np.flatnonzero(frequencies > 5).tolist()}
    listed = gathered(steps.list_keys(listing, texts()))
    order = np.lexsort((listed["code"], listed["cell"]))
    cells = {name: np.array(column)[order] for name, column in listed.items()}
    pairs = gathered(steps.pair_up(bounds, batches_of(cells, rows)))
    both = sorted({*zip(pairs["later"], pairs["earlier"], strict=True)})
    ours, theirs = ([TEXTS[pair[at]] for pair in both] for at in (0, 1))
    candidates = {"later": [i for i, _ in both], "earlier": [j for _, j in both], "ours": ours, "theirs": theirs}
    edges = gathered(steps.verify(task, batches_of(candidates, 13)))
    found = zip(edges["later"], edges["earlier"], edges["score"], strict=True)
    assert {(i, j): score for i, j, score in found} == reaching("rougeL", 0.6)


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_every_pair_is_compared_once(blocks: int) -> None:
    task = steps.JoinTask(ir.Rouge("rougeS4").runner, 2, 0.4)
    cells = gathered(steps.into_blocks(blocks, texts()))
    order = np.lexsort((cells["place"], cells["cell"]))
    rows = {name: [column[at] for at in order] for name, column in cells.items()}
    edges = gathered(steps.compare_all(task, batches_of(rows, 30)))
    assert len(edges["later"]) == len({*zip(edges["later"], edges["earlier"], strict=True)})
    found = zip(edges["later"], edges["earlier"], edges["score"], strict=True)
    assert {(i, j): score for i, j, score in found} == reaching("rougeS4", 0.4)


def test_copies_have_one_digest_and_texts_without_words_none() -> None:
    facts = gathered(steps.facts(steps.JoinTask(ir.Rouge("rougeL").runner, 2, 0.6), texts()))
    digests = facts["digest"]
    assert digests[-1] == digests[-2]
    assert digests[-3] != digests[-4]
    assert facts["flags"][-4] & 1
    above = gathered(steps.facts(steps.JoinTask(ir.Rouge("rougeL").runner, 2, 1.1), texts()))
    assert len({*above["digest"]}) == len(TEXTS)
    no_bound = gathered(steps.facts(steps.JoinTask(ir.Rouge("rougeS4").runner, 2, 0.6), texts()))
    assert len({*no_bound["digest"]}) == len(TEXTS)
    assert no_bound["flags"] == facts["flags"]


def test_columns_travel_in_one_row() -> None:
    rows = [batch.column("bytes")[0].as_py() for batch in steps.in_one_row(batches_of({"a": [3, 1], "b": [2, 5]}, 1))]
    assert [column.tolist() for column in steps.from_rows(rows, "b", "a")] == [[2, 5], [3, 1]]
    assert list(steps.in_one_row(iter([]))) == []
    assert [column.tolist() for column in steps.from_rows([], "a")] == [[]]


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow"])
def test_joins_say_which_package_is_missing(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    for call in (lambda: dedup(None), lambda: search([], None)):
        with pytest.raises(MissingExtraError, match=rf"'{missing}'.*pip install 'infrarouge\[spark\]'"):
            call()
