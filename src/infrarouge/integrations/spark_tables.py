"""What the modules for Spark share: work on the partitions of a table, and what it leaves behind brought to the driver."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from types import WrapperDescriptorType
from typing import Any, NamedTuple

from infrarouge.errors import InfrarougeError, InputError
from infrarouge.integrations.frames import check_columns, package

Work = Callable[[Any], Iterator[Any]]
"""From the Arrow record batches of a partition to whatever they leave behind; it runs on the executors."""

Merge = Callable[[Any, Any], Any]
"""Puts what two stretches of rows left behind together."""

MERGERS = 8
"""Tasks that merge what the partitions left behind."""

SCHEMA = "partition int, number int, failed boolean, content binary"


class TablePart(NamedTuple):
    """What some rows left behind: of which partition, and which of its pieces it is."""

    partition: int
    number: int
    content: Any


def pyspark(what: str) -> Any:
    """Import PySpark and see that pyarrow is there, by which tables travel between Spark and Python."""
    package("pyarrow", what, "spark")
    return package("pyspark", what, "spark")


def chosen(frame: Any, names: Sequence[str]) -> Any:
    """The table with these columns alone, so that no other is read or sent to Python."""
    check_columns(names, frame.columns)
    return frame.select(*[f"`{name.replace('`', '``')}`" for name in names])


def pieces(frame: Any, work: Work) -> list[TablePart]:
    """Do the work on every partition of a table, and bring the pieces to the driver in order.

    They travel as the results of tasks, of which Spark takes one for each partition: a task that failed, was lost with
    its executor or ran twice leaves nothing else behind. Where the work refuses its rows, the task ends well and says
    why, so that Spark does not try it again and again, and the error is raised here.
    """
    return _collected(frame.mapInArrow(_Task(work), SCHEMA))


def reduced(frame: Any, work: Work, merge: Merge) -> list[Any]:
    """As `pieces`, but the pieces are merged on the executors first, so that few of them come to the driver.

    `merge` must not care for order. Pieces go to their merger by the number of their partition, so that a part that is
    lost and made again goes the same way.
    """
    made = frame.mapInArrow(_Task(work), SCHEMA)
    return [
        piece.content for piece in _collected(made.repartition(MERGERS, "partition").mapInArrow(_Merge(merge), SCHEMA))
    ]


def partition_number() -> int:
    """Which partition a task works on."""
    from pyspark import TaskContext  # an extra

    context = TaskContext.get()
    assert context is not None, "this runs in a task"
    return int(context.partitionId())


def _collected(frame: Any) -> list[TablePart]:
    rows = sorted(frame.collect(), key=lambda row: (row["partition"], row["number"]))
    for row in rows:
        if row["failed"]:
            kind, message = pickle.loads(row["content"])
            raise kind(f"partition {row['partition']} of the table, whose rows are counted from 0: {message}")
    return [TablePart(row["partition"], row["number"], pickle.loads(row["content"])) for row in rows]


class _Task:
    """The work as Spark calls it."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        partition, number = partition_number(), 0
        try:
            for number, content in enumerate(self.work(batches)):
                yield _batch(partition, number, False, content)
        except InfrarougeError as error:
            for _ in batches:  # a worker that leaves rows unread cannot be used again
                pass
            # An error with a constructor of its own cannot be made again from its message.
            kind = type(error) if isinstance(type(error).__init__, WrapperDescriptorType) else InputError
            yield _batch(partition, number, True, (kind, str(error)))


class _Merge:
    """Merges the pieces that come to a partition into one; what failed is passed on."""

    def __init__(self, merge: Merge) -> None:
        self.merge = merge

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        whole: Any = None
        for batch in batches:
            for row in batch.to_pylist():
                content = pickle.loads(row["content"])
                if row["failed"]:
                    yield _batch(row["partition"], row["number"], True, content)
                else:
                    whole = content if whole is None else self.merge(whole, content)
        if whole is not None:
            yield _batch(partition_number(), 0, False, whole)


def _batch(partition: int, number: int, failed: bool, content: Any) -> Any:
    import pyarrow  # an extra

    data = pickle.dumps(content, protocol=pickle.HIGHEST_PROTOCOL)
    types = [pyarrow.int32(), pyarrow.int32(), pyarrow.bool_(), pyarrow.binary()]
    columns = [
        pyarrow.array([value], kind) for value, kind in zip((partition, number, failed, data), types, strict=True)
    ]
    return pyarrow.RecordBatch.from_arrays(columns, names=["partition", "number", "failed", "content"])
