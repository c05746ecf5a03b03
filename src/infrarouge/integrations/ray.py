"""Ray Data: datasets with scores, and the report of a dataset whose parts are counted where they lie."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from infrarouge.integrations.datasets import BatchScorer
from infrarouge.integrations.frames import Columns, check_columns, check_new, listed, package, used_columns
from infrarouge.integrations.parts import FAN, PartCounter, added, together
from infrarouge.reporting.report import Report
from infrarouge.reporting.summary import Summary, check_summed

ray = package("ray", "scoring datasets of Ray")
import_module("ray.data")

BLOCKS: dict[str, Any] = {"batch_format": "pyarrow", "batch_size": None, "zero_copy_batch": True}
"""Whole blocks are scored at once, as tables of Arrow that are read in place."""


def with_scores(data: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The dataset with the columns of scores behind its own; nothing runs before the dataset is used.

    `reference` names a column of texts or of lists of texts, or several columns. `how` is what `TableScorer` takes;
    `threads` is 1 unless told, because Ray runs a task on every core already.

    >>> data = ray.data.from_items([{"pred": "the cat sat", "ref": "the cat sat down"}])
    >>> with_scores(data, "pred", "ref", metrics="rouge1", measures="recall").take_all()[0]["rouge1.recall"]
    0.75
    """
    scorer = BatchScorer(prediction, reference, **{"threads": 1, **how})
    names = data.columns() or []
    check_columns([prediction, *listed(reference)], names)
    check_new(scorer.scorer.names, names)
    return data.map_batches(scorer, **BLOCKS)


def evaluate(
    data: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a dataset: its blocks are counted where they lie, and their states are merged in a tree of tasks.

    It is the report of `infrarouge.evaluate` on the same rows, in the order in which ``data.to_pandas()`` has them, with the
    rule ``generator="poisson"``: the column `id` alone decides what a resample draws, so intervals need ids. Another
    generator can be named. `how` is what `infrarouge.evaluate` takes: metrics, profile, strict, and any rule.

    >>> data = ray.data.from_items([{"pred": "a b", "ref": "a c"}, {"pred": "c", "ref": "c"}])
    >>> evaluate(data, "pred", "ref", metrics="rouge1", n_resamples=0)["rouge1"].fmeasure.value
    0.75
    """
    counter = PartCounter(prediction, reference, id, group, **how)
    wanted = used_columns(prediction, reference, id, group)
    return counter.report(_reduced(data, wanted, counter.outcome, together))


def summarize(
    data: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Summary:
    """The numbers of `evaluate` without its examples: scores and resamples are added up where they lie, and sums travel.

    Memory does not grow with the rows. Sums know no rows, so an id that comes twice in different blocks is not seen.

    >>> data = ray.data.from_items([{"pred": "a b", "ref": "a c"}, {"pred": "c", "ref": "c"}])
    >>> summarize(data, "pred", "ref", metrics="rouge1", n_resamples=0)["rouge1"].fmeasure.value
    0.75
    """
    counter = PartCounter(prediction, reference, id, group, **how)
    check_summed(counter.runner.profile)
    wanted = used_columns(prediction, reference, id, group)
    return counter.summary(_reduced(data, wanted, counter.sums, added))


def _reduced(data: Any, wanted: list[str], work: Callable[[Any], Any], merge: Callable[[Iterable[Any]], Any]) -> Any:
    """What the work makes of every block, merged by tasks in a tree, neighbours with each other."""
    check_columns(wanted, data.columns() or [])
    with _in_order_of_rows(data):
        tables = data.select_columns(wanted).map_batches(_Worked(work), **BLOCKS).to_arrow_refs()
    task = ray.remote(_merged)
    while len(tables) > 1:
        tables = [task.remote(merge, *tables[at : at + FAN]) for at in range(0, len(tables), FAN)]
    return merge(kept for table in tables for kept in _kept(ray.get(table)))


class _Worked:
    """Makes of a block a table with one row: what the work makes of it, pickled."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work

    def __call__(self, block: Any) -> dict[str, list[bytes]]:
        return _table(self.work(block))


def _merged(merge: Callable[[Iterable[Any]], Any], *tables: Any) -> dict[str, list[bytes]]:
    return _table(merge(kept for table in tables for kept in _kept(table)))


def _table(outcome: Any) -> dict[str, list[bytes]]:
    return {"outcome": [pickle.dumps(outcome, protocol=pickle.HIGHEST_PROTOCOL)]}


def _kept(table: Any) -> Iterator[Any]:
    """What a table holds: an empty block never came to be counted, and has no such column."""
    if isinstance(table, dict):
        return map(pickle.loads, table["outcome"])
    return map(pickle.loads, table["outcome"].to_pylist() if "outcome" in table.column_names else ())


@contextmanager
def _in_order_of_rows(data: Any) -> Iterator[None]:
    """Let Ray hand out blocks in the order of the dataset; unless told, it hands out first what is done first."""
    options = data.context.execution_options
    before = options.preserve_order
    options.preserve_order = True
    try:
        yield
    finally:
        options.preserve_order = before
