"""Hugging Face datasets: a callable for ``dataset.map(..., batched=True)``, and datasets with scores and reports."""

from __future__ import annotations

from typing import Any

from infrarouge.files.batches import evaluate_batches
from infrarouge.integrations.frames import (
    Columns,
    TableScorer,
    check_columns,
    check_new,
    joined,
    listed,
    package,
    table_columns,
    used_columns,
)
from infrarouge.reporting.report import Report

BATCH = 1 << 13
"""Rows that are scored at a time."""


class BatchScorer:
    """Scores the batches that ``dataset.map(scorer, batched=True)`` hands out; columns such as ``rouge1.fmeasure`` are added.

    It takes batches in any format: dicts of lists as they come, or Arrow tables. `how` is what `TableScorer` takes. Give
    it ``threads=1`` where `map` runs several processes.

    >>> scorer = BatchScorer("pred", "ref", metrics="rouge1", measures="recall")
    >>> scorer({"pred": ["a b"], "ref": [["a", "a c"]]})
    {'rouge1.recall': [1.0]}
    """

    def __init__(self, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> None:
        self.prediction, self.reference = prediction, listed(reference)
        self.scorer = TableScorer(**how)

    def __call__(self, batch: Any) -> Any:
        names = batch.column_names if hasattr(batch, "column_names") else list(batch.keys())
        check_columns([self.prediction, *self.reference], names)
        columns = self.scorer.columns(*table_columns(batch, self.prediction, self.reference))
        if not hasattr(batch, "append_column"):
            return {name: column.tolist() for name, column in columns.items()}
        for name, column in columns.items():
            batch = batch.append_column(name, [column])
        return batch


def with_scores(dataset: Any, prediction: str = "prediction", reference: Columns = "reference", **how: Any) -> Any:
    """The dataset with the columns of scores behind its own, mapped some thousand rows at a time.

    >>> from datasets import Dataset, disable_progress_bars
    >>> disable_progress_bars()
    >>> dataset = Dataset.from_dict({"pred": ["a b"], "ref": ["a"]})
    >>> with_scores(dataset, "pred", "ref", metrics="rouge1", measures="f").column_names
    ['pred', 'ref', 'rouge1.fmeasure']
    """
    package("datasets", "scoring datasets")
    scorer = BatchScorer(prediction, reference, **how)
    if dataset.column_names is not None:
        check_columns([prediction, *listed(reference)], dataset.column_names)
        check_new(scorer.scorer.names, dataset.column_names)
    return dataset.map(scorer, batched=True, batch_size=BATCH)


def evaluate(
    dataset: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    **how: Any,
) -> Report:
    """The report of a dataset, which is read some rows at a time: it may be larger than memory, or a stream.

    >>> from datasets import Dataset
    >>> dataset = Dataset.from_dict({"pred": ["a b"], "ref": ["a"]})
    >>> evaluate(dataset, "pred", "ref", metrics="rouge1")["rouge1"].recall.value
    1.0
    """
    package("datasets", "scoring datasets")
    about = {"id": id, "group": group}
    if dataset.column_names is not None:
        check_columns(used_columns(prediction, reference, id, group), dataset.column_names)
    named: dict[str, Any] = {name: name for name, column in about.items() if column is not None}
    tables = (_table(batch, prediction, listed(reference), about) for batch in dataset.with_format("arrow").iter(BATCH))
    return evaluate_batches(tables, **named, **how)


def _table(batch: Any, prediction: str, reference: list[str], about: dict[str, str | None]) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "prediction": batch[prediction],
        "reference": joined([batch[name] for name in reference]),
    }
    return {**columns, **{key: batch[name].to_pylist() for key, name in about.items() if name is not None}}
