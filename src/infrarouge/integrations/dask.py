"""Dask: data frames with scores, and the report of a data frame whose partitions are counted where they lie."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from infrarouge.errors import InputError
from infrarouge.integrations.frames import (
    Columns,
    TableScorer,
    check_columns,
    check_new,
    listed,
    package,
    table_columns,
    used_columns,
)
from infrarouge.integrations.parts import FAN, PartCounter, added, together
from infrarouge.reporting.report import Report
from infrarouge.reporting.summary import Summary, check_summed

dask = package("dask", "scoring data frames of Dask")
import_module("dask.dataframe")

WRITTEN = re.compile(r"""\[(?:(?:None|['"]).*)?\]""", re.DOTALL)
"""A list of texts, some of them missing, that was written out as text."""


def with_scores(frame: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The data frame with the columns of scores behind its own; nothing runs before it is computed.

    `reference` names a column of texts or of lists of texts, or several columns. `how` is what `TableScorer` takes;
    `threads` is 1 unless told, because Dask runs a partition on every core already.

    >>> from dask.dataframe import from_dict
    >>> frame = from_dict({"pred": ["the cat sat"], "ref": ["the cat sat down"]}, npartitions=1)
    >>> with_scores(frame, "pred", "ref", metrics="rouge1", measures="recall").compute()["rouge1.recall"].tolist()
    [0.75]
    """
    scorer = TableScorer(**{"threads": 1, **how})
    check_columns([prediction, *listed(reference)], list(frame.columns))
    check_new(scorer.names, frame.columns)
    meta = dask.dataframe.dispatch.make_meta(frame).assign(**dict.fromkeys(scorer.names, 0.0))
    return frame.map_partitions(_scored, scorer, prediction, listed(reference), meta=meta)


def evaluate(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a data frame: its partitions are counted where they lie, and their states are merged in a tree.

    It is the report of `infrarouge.evaluate` on the same rows, in the order in which ``frame.compute()`` has them, with the
    rule ``generator="poisson"``: the column `id` alone decides what a resample draws, so intervals need ids. Another
    generator can be named. `how` is what `infrarouge.evaluate` takes: metrics, profile, strict, and any rule.

    >>> from dask.dataframe import from_dict
    >>> frame = from_dict({"pred": ["a b", "c"], "ref": ["a c", "c"]}, npartitions=2)
    >>> evaluate(frame, "pred", "ref", metrics="rouge1", n_resamples=0)["rouge1"].fmeasure.value
    0.75
    """
    counter = PartCounter(prediction, reference, id, group, **how)
    wanted = used_columns(prediction, reference, id, group)
    return counter.report(_reduced(frame, wanted, counter, counter.state, together))


def summarize(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Summary:
    """The numbers of `evaluate` without its examples: scores and resamples are added up where they lie, and sums travel.

    Memory does not grow with the rows. Sums know no rows, so an id that comes twice in different partitions is not seen.

    >>> from dask.dataframe import from_dict
    >>> frame = from_dict({"pred": ["a b", "c"], "ref": ["a c", "c"]}, npartitions=2)
    >>> summarize(frame, "pred", "ref", metrics="rouge1", n_resamples=0)["rouge1"].fmeasure.value
    0.75
    """
    counter = PartCounter(prediction, reference, id, group, **how)
    check_summed(counter.runner.profile)
    wanted = used_columns(prediction, reference, id, group)
    return counter.summary(_reduced(frame, wanted, counter, counter.sums, added))


def _reduced(frame: Any, wanted: list[str], counter: PartCounter, work: Any, merge: Any) -> Any:
    """What the work makes of every partition, merged by tasks in a tree, neighbours with each other."""
    check_columns(wanted, list(frame.columns))
    do, join = dask.delayed(_worked), dask.delayed(merge)
    outcomes = [do(part, counter.reference, work) for part in frame[wanted].to_delayed()]
    while len(outcomes) > 1:
        outcomes = [join(outcomes[at : at + FAN]) for at in range(0, len(outcomes), FAN)]
    return merge([outcomes[0].compute()])


def _scored(part: Any, scorer: TableScorer, prediction: str, reference: list[str]) -> Any:
    _refuse_written_lists(part, reference)
    return part.assign(**scorer.columns(*table_columns(part, prediction, reference)))


def _worked(part: Any, reference: list[str], work: Callable[[Any], Any]) -> Any:
    _refuse_written_lists(part, reference)
    return work(part)


def _refuse_written_lists(part: Any, names: list[str]) -> None:
    """Refuse lists that Dask has written out as text, as it does unless told with columns that hold objects of Python."""
    for name in names:
        column = part[name]
        if str(column.dtype).startswith(("str", "object")):
            texts = column.dropna()
            if len(texts) and texts.map(_is_written_list).all():
                raise InputError(
                    f"the column {name!r} holds texts such as {texts.iloc[0]!r}: Dask has written its lists out as text; "
                    "read it with a list type of Arrow, or type dask.config.set({'dataframe.convert-string': False}) "
                    "before you make the data frame"
                )


def _is_written_list(text: Any) -> bool:
    return isinstance(text, str) and WRITTEN.fullmatch(text) is not None
