"""What every kind of table shares: columns of texts in, named columns of scores out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from infrarouge.api import Rouge, evaluate
from infrarouge.errors import InputError, InputTypeError, MissingExtraError
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.reading.containers import members, sequence
from infrarouge.registry import nearest
from infrarouge.reporting.report import Report
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import MEASURES, measure_of
from infrarouge.types import Floats

Columns = str | Sequence[str]
"""The name of a column, or of several that each hold a reference."""


class TableScorer:
    """Metrics and rules for columns of texts: a named column of scores for each metric and measure.

    Columns are named as in ``rouge1.fmeasure``; `measures` chooses among precision, recall and fmeasure. It can be
    pickled, and may be shared between threads.

    >>> scorer = TableScorer("rouge1 rougeL", measures="recall fmeasure")
    >>> scorer.names
    ['rouge1.recall', 'rouge1.fmeasure', 'rougeL.recall', 'rougeL.fmeasure']
    >>> scorer.columns(["a b"], ["a"])["rouge1.recall"].tolist()
    [1.0]
    """

    __slots__ = ("measures", "names", "rouge")

    def __init__(
        self,
        metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
        profile: str | Profile = DEFAULT.name,
        *,
        measures: str | Iterable[str] = MEASURES,
        threads: int | None = None,
        strict: bool = False,
        **rules: Any,
    ) -> None:
        self.rouge = Rouge(metrics, profile, threads=threads, strict=strict, **rules)
        wanted = measures.replace(",", " ").split() if isinstance(measures, str) else measures
        self.measures = tuple(dict.fromkeys(measure_of(measure) for measure in wanted))
        if not self.measures:
            raise InputError("measures is empty; give some of precision, recall, fmeasure")
        self.names = [f"{label}.{measure}" for label in self.rouge.labels for measure in self.measures]

    def columns(self, predictions: Any, references: Any) -> dict[str, Floats]:
        """The scores of all rows, by name."""
        scores = self.rouge.scores(predictions=predictions, references=references)
        places = [MEASURES.index(measure) for measure in self.measures]
        by_column = np.moveaxis(scores[:, :, places], 0, -1).reshape(len(self.names), len(scores))
        return dict(zip(self.names, np.ascontiguousarray(by_column), strict=True))


def listed(columns: Columns) -> list[str]:
    """The names of one or several columns.

    >>> listed("ref"), listed(("a", "b"))
    (['ref'], ['a', 'b'])
    """
    names = [columns] if isinstance(columns, str) else list(columns)
    if not names:
        raise InputError("reference names no column; give the name of one, or a list of names")
    return names


def joined(columns: Sequence[Any]) -> Any:
    """One column of references, or the texts of several put together row by row; those that are missing are left out.

    >>> joined([["a", None], ["b", None]])
    [['a', 'b'], None]
    """
    if len(columns) == 1:
        return columns[0]
    rows = zip(*(sequence(column, "references") for column in columns), strict=True)
    return [_present(row, at) for at, row in enumerate(rows)]


def _present(row: Iterable[Any], at: int) -> list[str] | None:
    texts = []
    for value in row:
        several = isinstance(value, Iterable) and not isinstance(value, (str, bytes))
        texts += members(value, f"row {at} of references") if several else [value]
    return [text for text in texts if text is not None and text == text] or None


def names_in(frame: Any) -> list[Any]:
    """The names of a data frame's columns; what is no data frame is refused.

    >>> names_in(["a"])
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: the table is list; give a data frame
    """
    names = getattr(frame, "columns", None)
    if names is None:
        raise InputTypeError(f"the table is {type(frame).__name__}; give a data frame")
    return list(names)


def check_columns(wanted: Iterable[str], names: Sequence[str]) -> None:
    """Refuse a name that no column has, with the nearest one, and a name that several have.

    >>> check_columns(["predicton"], ["prediction", "reference"])
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: there is no column 'predicton'; did you mean 'prediction'?
    """
    for name in wanted:
        if name not in names:
            raise InputError(f"there is no column {name!r}{nearest(name, names)}")
        if list(names).count(name) > 1:
            raise InputError(f"there is more than one column {name!r}; rename all but one")


def check_new(names: Iterable[str], there: Iterable[str]) -> None:
    """Refuse to write scores over columns that are there."""
    taken = sorted({*names} & {*there})
    if taken:
        raise InputError(f"there is a column {taken[0]!r} already; rename it, or leave its metric out")


def package(name: str, what: str, extra: str | None = None) -> Any:
    """Import a package that an extra brings, one of the same name unless told."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtraError(name, extra or name, what) from None


def table_columns(table: Mapping[str, Any], prediction: str, reference: Columns) -> tuple[Any, Any]:
    """Predictions and references out of anything that gives its columns by name."""
    return table[prediction], joined([table[name] for name in listed(reference)])


def used_columns(prediction: str, reference: Columns, id: str | None, group: str | None) -> list[str]:
    """The columns that a report is made of, each once.

    >>> used_columns("pred", ["ref", "other"], "id", None)
    ['pred', 'ref', 'other', 'id']
    """
    return list(dict.fromkeys([prediction, *listed(reference), *(name for name in (id, group) if name is not None)]))


def evaluate_table(
    table: Any, prediction: str, reference: Columns, id: str | None, group: str | None, **how: Any
) -> Report:
    """The report of a table whose columns have `to_list`, as those of pandas and polars have."""
    ours, theirs = table_columns(table, prediction, reference)
    about = {"ids": id, "groups": group}
    named = {key: table[name].to_list() for key, name in about.items() if name is not None}
    return evaluate(predictions=ours, references=theirs, **named, **how)
