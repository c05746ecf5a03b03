"""rage4j's ROUGE evaluator: the classes of its Java package under their names.

The numbers are those of the profile `rage4j-2.0`, where ROUGE_L is `rougeL` and ROUGE_L_SUM is `rougeLsum`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from infrarouge.api import score
from infrarouge.errors import InputError

__all__ = [
    "Evaluation",
    "IllegalArgumentException",
    "MeasureType",
    "RougeScoreEvaluator",
    "RougeType",
    "Sample",
]


class IllegalArgumentException(InputError):  # Java's name
    """A sample without an answer or without a ground truth."""


class RougeType(Enum):
    """The metrics, each with our label for it."""

    ROUGE1 = "rouge1"
    ROUGE2 = "rouge2"
    ROUGE_L = "rougeL"
    ROUGE_L_SUM = "rougeLsum"


class MeasureType(Enum):
    """The measures, each with our name for it."""

    PRECISION = "precision"
    RECALL = "recall"
    F1SCORE = "fmeasure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """An answer and the text it should have been.

    >>> Sample(answer="Paris", ground_truth="Paris").answer
    'Paris'
    """

    answer: str | None = None
    ground_truth: str | None = None
    question: str | None = None
    context: Any = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The name of a metric and its value."""

    name: str
    value: float


class RougeScoreEvaluator:
    """Evaluate samples by one metric and one measure.

    >>> sample = {"answer": "A C\\nB D", "groundTruth": "A B\\nC D"}
    >>> RougeScoreEvaluator(RougeType.ROUGE_L_SUM, MeasureType.RECALL).evaluate(sample)
    Evaluation(name='ROUGE score ROUGE_L_SUM', value=1.0)
    """

    def __init__(
        self, rouge_type: RougeType = RougeType.ROUGE1, measure_type: MeasureType = MeasureType.F1SCORE
    ) -> None:
        self.rouge_type = RougeType(rouge_type)
        self.measure_type = MeasureType(measure_type)

    def evaluate(self, sample: Sample | Mapping[str, Any]) -> Evaluation:
        """Score one sample: a `Sample`, or a mapping with `answer` and `ground_truth` (or `groundTruth`)."""
        answer = _text(sample, "answer")
        ground_truth = _text(sample, "ground_truth", "groundTruth")
        label = self.rouge_type.value
        found = score(prediction=answer, reference=ground_truth, metrics=label, profile="rage4j-2.0")[label]
        return Evaluation(f"ROUGE score {self.rouge_type.name}", getattr(found, self.measure_type.value))


def _text(sample: Sample | Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = sample.get(name) if isinstance(sample, Mapping) else getattr(sample, name, None)
        if value is not None:
            return str(value)
    raise IllegalArgumentException(f"the sample has no {names[0]}; give a text, which may be empty")
