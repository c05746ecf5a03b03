"""pandas: ``df.rouge.score("pred", "ref")`` once this module is imported, and the same as plain functions."""

from __future__ import annotations

from typing import Any

from infrarouge.integrations.frames import (
    Columns,
    TableScorer,
    check_columns,
    check_new,
    evaluate_table,
    listed,
    names_in,
    package,
    table_columns,
    used_columns,
)
from infrarouge.reporting.report import Report

pandas = package("pandas", "scoring data frames of pandas")


def score(frame: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The scores of every row as a data frame with the same index: columns such as ``rouge1.fmeasure``.

    `reference` names a column of texts or of lists of texts, or several columns. `how` is what `TableScorer` takes:
    metrics, profile, measures, threads, strict, and any rule.

    >>> frame = pandas.DataFrame({"pred": ["the cat sat", None], "ref": ["the cat sat down", "a dog"]}, index=["x", "y"])
    >>> score(frame, "pred", "ref", metrics="rouge1", measures="precision recall")
       rouge1.precision  rouge1.recall
    x               1.0           0.75
    y               0.0           0.00
    """
    check_columns([prediction, *listed(reference)], names_in(frame))
    return pandas.DataFrame(TableScorer(**how).columns(*table_columns(frame, prediction, reference)), index=frame.index)


def with_scores(frame: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The data frame with the columns of scores behind its own.

    >>> frame = pandas.DataFrame({"pred": ["a b"], "ref": ["a"]})
    >>> with_scores(frame, "pred", "ref", metrics="rouge1", measures="f").columns.tolist()
    ['pred', 'ref', 'rouge1.fmeasure']
    """
    scores = score(frame, prediction, reference, **how)
    check_new(scores.columns, frame.columns)
    return pandas.concat([frame, scores], axis=1)


def evaluate(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a data frame; `id` and `group` name the columns that name and group its rows.

    >>> frame = pandas.DataFrame({"pred": ["a b", "c"], "ref": ["a c", "c"]})
    >>> evaluate(frame, "pred", "ref", metrics="rouge1")["rouge1"].fmeasure.value
    0.75
    """
    check_columns(used_columns(prediction, reference, id, group), names_in(frame))
    return evaluate_table(frame, prediction, reference, id, group, **how)


@pandas.api.extensions.register_dataframe_accessor("rouge")
class RougeAccessor:
    """``df.rouge``: the functions of this module as methods of a data frame.

    >>> frame = pandas.DataFrame({"pred": ["a b"], "ref": ["a"]})
    >>> frame.rouge.score("pred", "ref", metrics="rouge1")["rouge1.recall"].tolist()
    [1.0]
    """

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def score(self, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
        """The scores of every row, as `score` gives them."""
        return score(self._frame, prediction, reference, **how)

    def with_scores(self, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
        """The data frame with its scores, as `with_scores` gives it."""
        return with_scores(self._frame, prediction, reference, **how)

    def evaluate(self, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Report:
        """The report of the data frame, as `evaluate` gives it."""
        return evaluate(self._frame, prediction, reference, **how)
