"""ROUGE for MLflow: a metric for ``mlflow.evaluate`` and a scorer for ``mlflow.genai.evaluate``, row by row.

Both have the numbers of MLflow's own ``mlflow.metrics.rouge1`` and its like, which are rouge-score's, unless another
profile is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from infrarouge.api import Rouge
from infrarouge.errors import InputError, MissingExtraError
from infrarouge.registry import one_of
from infrarouge.scoring.measures import MEASURES

PROFILE = "rouge-score-0.1.2"
EXPECTED = ("expected_response", "reference", "references")


def values(
    predictions: Sequence[str],
    references: Sequence[Any],
    metric: str = "rougeL",
    measure: str = "fmeasure",
    profile: Any = PROFILE,
    **rules: Any,
) -> list[float]:
    """Score each prediction against its reference, or list of references.

    >>> values(["the cat"], ["the cat sat"], "rouge1")
    [0.8]
    """
    scores = Rouge(metric, profile, **rules).scores(predictions=list(predictions), references=list(references))
    return [float(value) for value in scores[:, 0, MEASURES.index(one_of("measure", measure, MEASURES))]]


def rouge_metric(metric: str = "rougeL", measure: str = "fmeasure", **rules: Any) -> Any:
    """Make a metric for ``mlflow.evaluate(extra_metrics=[...])``: a score for each row; their mean, variance and p90."""
    base = _mlflow("mlflow.metrics")

    def eval_fn(predictions: Any, targets: Any, metrics: Any = None) -> Any:
        scores = values(predictions, targets, metric, measure, **rules)
        return base.MetricValue(scores=scores, aggregate_results=summary(scores))

    return base.make_metric(eval_fn=eval_fn, greater_is_better=True, name=_name(metric, measure))


def rouge_scorer(metric: str = "rougeL", measure: str = "fmeasure", **rules: Any) -> Any:
    """Make a scorer for ``mlflow.genai.evaluate(scorers=[...])``; the expectations hold `expected_response`."""
    base = _mlflow("mlflow.genai.scorers")

    def score_row(outputs: Any, expectations: Any) -> float:
        return values([outputs], [expected(expectations)], metric, measure, **rules)[0]

    return base.scorer(score_row, name=_name(metric, measure))


def summary(scores: Sequence[float]) -> dict[str, float]:
    """What MLflow tells of a column of scores.

    >>> summary([0.5, 1.0])
    {'mean': 0.75, 'variance': 0.0625, 'p90': 0.95}
    """
    if not scores:
        return dict.fromkeys(("mean", "variance", "p90"), float("nan"))
    values = np.array(scores)
    return {"mean": float(values.mean()), "variance": float(values.var()), "p90": float(np.percentile(values, 90))}


def expected(expectations: Mapping[str, Any]) -> Any:
    """Find the reference, or list of references, among the expectations of a row.

    >>> expected({"expected_response": "the cat sat"})
    'the cat sat'
    """
    for name in EXPECTED:
        if name in expectations:
            return expectations[name]
    raise InputError(f"the expectations have {sorted(expectations)}; name the reference one of: {', '.join(EXPECTED)}")


def _name(metric: str, measure: str) -> str:
    label = Rouge(metric).labels[0]
    return label if measure == "fmeasure" else f"{label}_{measure}"


def _mlflow(module: str) -> Any:
    try:
        import_module("mlflow")
    except ModuleNotFoundError as error:
        if error.name != "mlflow":
            raise
        raise MissingExtraError("mlflow", "mlflow", "infrarouge.compat.mlflow") from None
    return import_module(module)
