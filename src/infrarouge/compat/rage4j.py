"""rage4j's ROUGE evaluator: the classes of its Java package under their names.

The numbers are those of the profile `rage4j-2.0`, where ROUGE_L is `rougeL` and ROUGE_L_SUM is `rougeLsum`. Two equal
texts have an F1SCORE of 0.999999995, as in rage4j: there are 1e-8 in its denominator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from infrarouge.api import score
from infrarouge.errors import InputError
from infrarouge.registry import one_of

__all__ = [
    "Evaluation",
    "IllegalArgumentException",
    "MeasureType",
    "RougeScoreEvaluator",
    "RougeType",
    "Sample",
]

E = TypeVar("E", bound=Enum)


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


AnyRougeType: TypeAlias = "RougeType | str"
AnyMeasureType: TypeAlias = "MeasureType | str"


@dataclass(frozen=True, slots=True, init=False)
class Sample:
    """An answer and the text it should have been; `groundTruth` is another name of `ground_truth`.

    >>> Sample(answer="Paris", groundTruth="Paris").getGroundTruth()
    'Paris'
    >>> Sample.builder().withAnswer("Paris").withGroundTruth("Rome").build()
    Sample(answer='Paris', ground_truth='Rome', question=None, context=None)
    """

    answer: str | None
    ground_truth: str | None
    question: str | None
    context: Any

    def __init__(
        self,
        *,
        answer: str | None = None,
        ground_truth: str | None = None,
        question: str | None = None,
        context: Any = None,
        groundTruth: str | None = None,
    ) -> None:
        if ground_truth is not None and groundTruth is not None:
            raise InputError("ground_truth and groundTruth are one thing under two names; give one of them")
        truth = groundTruth if ground_truth is None else ground_truth
        for name, value in (("answer", answer), ("ground_truth", truth), ("question", question), ("context", context)):
            object.__setattr__(self, name, value)

    @staticmethod
    def builder() -> SampleBuilder:
        """Start a sample, to be filled with ``withAnswer`` and its like, and finished with ``build``."""
        return SampleBuilder()

    def getAnswer(self) -> str | None:
        """The answer."""
        return self.answer

    def getGroundTruth(self) -> str | None:
        """The text the answer should have been."""
        return self.ground_truth

    def getQuestion(self) -> str | None:
        """The question, which no score depends on."""
        return self.question

    def getContext(self) -> Any:
        """The context, which no score depends on."""
        return self.context


class SampleBuilder:
    """Fills a sample step by step; each step gives the builder back.

    >>> Sample.builder().withQuestion("Where?").withAnswer("Paris").build().question
    'Where?'
    """

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def _with(self, name: str, value: Any) -> SampleBuilder:
        self._values[name] = value
        return self

    def withAnswer(self, answer: str | None) -> SampleBuilder:
        """Set the answer."""
        return self._with("answer", answer)

    def withGroundTruth(self, groundTruth: str | None) -> SampleBuilder:
        """Set the text the answer should have been."""
        return self._with("ground_truth", groundTruth)

    def withQuestion(self, question: str | None) -> SampleBuilder:
        """Set the question."""
        return self._with("question", question)

    def withContext(self, context: Any) -> SampleBuilder:
        """Set the context."""
        return self._with("context", context)

    def build(self) -> Sample:
        """Make the sample."""
        return Sample(**self._values)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The name of a metric and its value.

    >>> Evaluation("ROUGE score ROUGE1", 0.5).getValue()
    0.5
    """

    name: str
    value: float

    def getName(self) -> str:
        """The name of the metric."""
        return self.name

    def getValue(self) -> float:
        """The value."""
        return self.value


class RougeScoreEvaluator:
    """Evaluate samples by one metric and one measure, which may be written by their names.

    >>> sample = Sample.builder().withAnswer("A C\\nB D").withGroundTruth("A B\\nC D").build()
    >>> RougeScoreEvaluator(RougeScoreEvaluator.RougeType.ROUGE_L_SUM, "RECALL").evaluate(sample)
    Evaluation(name='ROUGE score ROUGE_L_SUM', value=1.0)
    """

    RougeType = RougeType
    MeasureType = MeasureType

    def __init__(
        self,
        rouge_type: AnyRougeType = RougeType.ROUGE1,
        measure_type: AnyMeasureType = MeasureType.F1SCORE,
    ) -> None:
        self.rouge_type = _member(RougeType, rouge_type)
        self.measure_type = _member(MeasureType, measure_type)

    def evaluate(self, sample: Sample | Mapping[str, Any]) -> Evaluation:
        """Score one sample: a `Sample`, or a mapping with `answer` and `ground_truth` (or `groundTruth`)."""
        answer = _text(sample, "an answer", "answer")
        ground_truth = _text(sample, "a ground truth", "ground_truth", "groundTruth")
        label = self.rouge_type.value
        scores = score(prediction=answer, reference=ground_truth, metrics=label, profile="rage4j-2.0")[label]
        return Evaluation(f"ROUGE score {self.rouge_type.name}", getattr(scores, self.measure_type.value))


def _member(kind: type[E], value: E | str) -> E:
    """A member of an enum: itself, or by its name in Java or our name for it."""
    if isinstance(value, kind):
        return value
    names = {name: member for member in kind for name in (member.value, member.name)}
    return names[one_of(kind.__name__, value, names)]


def _text(sample: Sample | Mapping[str, Any], what: str, *names: str) -> str:
    for name in names:
        value = sample.get(name) if isinstance(sample, Mapping) else getattr(sample, name, None)
        if value is not None:
            return str(value)
    raise IllegalArgumentException(f"Sample must have {what} for ROUGE Score evaluation")
