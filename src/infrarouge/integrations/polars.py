"""polars: ``rouge("pred", "ref")`` is an expression, for eager frames, lazy ones and streams alike."""

from __future__ import annotations

from typing import Any

from infrarouge.integrations.frames import (
    Columns,
    TableScorer,
    check_columns,
    check_new,
    evaluate_table,
    joined,
    listed,
    package,
    used_columns,
)
from infrarouge.reporting.report import Report

polars = package("polars", "scoring data frames of polars")


class _Batches:
    """What polars calls with the rows at hand: the predictions and the references as one column of structs."""

    def __init__(self, scorer: TableScorer) -> None:
        self.scorer = scorer

    def __call__(self, texts: Any) -> Any:
        columns = texts.struct.unnest()
        names = columns.columns
        scores = self.scorer.columns(columns[names[0]], joined([columns[name] for name in names[1:]]))
        return polars.DataFrame(scores, schema=fields(self.scorer)).to_struct("rouge")


def fields(scorer: TableScorer) -> dict[str, Any]:
    """The names and types of the columns of scores."""
    return dict.fromkeys(scorer.names, polars.Float64)


def rouge(prediction: Any, reference: Any, **how: Any) -> Any:
    """An expression: the scores of every row as a struct named ``rouge``, with fields such as ``rouge1.fmeasure``.

    Both arguments are names of columns or expressions; `reference` holds texts or lists of texts, and may be a list of
    columns. Works row by row, so lazy frames can be scored in a stream. `how` is what `TableScorer` takes.

    >>> frame = polars.DataFrame({"pred": ["the cat sat", None], "ref": ["the cat sat down", "a dog"]})
    >>> frame.select(rouge("pred", "ref", metrics="rouge1", measures="p r")).unnest("rouge").rows()
    [(1.0, 0.75), (0.0, 0.0)]
    >>> one = rouge("pred", "ref", metrics="rougeL").struct.field("rougeL.recall")
    >>> frame.lazy().filter(one > 0.5).collect().height
    1
    """
    scorer = TableScorer(**how)
    references = list(reference) if isinstance(reference, (list, tuple)) else [reference]
    columns = [
        (polars.col(column) if isinstance(column, str) else column).alias(f"text_{at}")
        for at, column in enumerate([prediction, *references])
    ]
    struct = polars.Struct(fields(scorer))
    return polars.struct(columns).map_batches(_Batches(scorer), return_dtype=struct, is_elementwise=True).alias("rouge")


def score(frame: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The scores of every row as a frame of its own, lazy if the frame is.

    >>> score(polars.DataFrame({"pred": ["a b"], "ref": ["a"]}), "pred", "ref", metrics="rouge1").columns
    ['rouge1.precision', 'rouge1.recall', 'rouge1.fmeasure']
    """
    check_columns([prediction, *listed(reference)], frame.collect_schema().names())
    return frame.select(rouge(prediction, listed(reference), **how)).unnest("rouge")


def with_scores(frame: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The frame with the columns of scores behind its own, lazy if the frame is.

    >>> frame = polars.LazyFrame({"pred": ["a b"], "ref": ["a"]})
    >>> with_scores(frame, "pred", "ref", metrics="rouge1", measures="f").collect().columns
    ['pred', 'ref', 'rouge1.fmeasure']
    """
    names = frame.collect_schema().names()
    check_columns([prediction, *listed(reference)], names)
    check_new([*TableScorer(**how).names, "rouge"], names)
    return frame.with_columns(rouge(prediction, listed(reference), **how)).unnest("rouge")


def evaluate(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a frame; of a lazy one the columns that are needed are collected first.

    >>> frame = polars.DataFrame({"pred": ["a b", "c"], "ref": ["a c", "c"]})
    >>> evaluate(frame, "pred", "ref", metrics="rouge1")["rouge1"].fmeasure.value
    0.75
    """
    wanted = used_columns(prediction, reference, id, group)
    check_columns(wanted, frame.collect_schema().names())
    columns = frame.select(wanted)
    table = columns.collect() if hasattr(columns, "collect") else columns
    return evaluate_table(table, prediction, reference, id, group, **how)
