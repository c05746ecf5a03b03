"""ragas' RougeScore: for ``ragas.evaluate``, and with the calls of both its kinds of metrics.

A sample has `response` and `reference`. The numbers are those of ragas: rouge-score's profile, with words stemmed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from infrarouge.api import Rouge
from infrarouge.registry import one_of
from infrarouge.scoring.measures import MEASURES

PROFILE = "rouge-score-0.1.2"
COLUMNS = ("response", "reference")


class Value(float):
    """A score as ragas hands it out: a number that also has `value`.

    >>> Value(0.5).value, Value(0.5) + 1
    (0.5, 1.5)
    """

    reason = None
    traces = None

    @property
    def value(self) -> float:
        """The number alone."""
        return float(self)


class RougeScore:
    """One measure of one metric. Rules of a profile are given by name; words are stemmed unless told otherwise.

    >>> metric = RougeScore("rouge1")
    >>> metric.single_turn_score({"response": "the cats", "reference": "the cat sat"})
    0.8
    >>> metric.score(response="the cats", reference="the cat sat").value
    0.8
    """

    def __init__(
        self,
        rouge_type: str = "rougeL",
        mode: str = "fmeasure",
        *,
        name: str = "rouge_score",
        profile: Any = PROFILE,
        **rules: Any,
    ) -> None:
        rules.setdefault("stemmer", "porter")
        self.name = name
        self.rouge_type = rouge_type
        self.mode = one_of("mode", mode, MEASURES)
        self.rouge = Rouge(rouge_type, profile, **rules)
        _join_ragas()

    # ------------------------------------------------------------ what ragas.evaluate asks for

    @property
    def required_columns(self) -> dict[str, set[str]]:
        """The columns that a dataset must have."""
        return {"SINGLE_TURN": set(COLUMNS)}

    def get_required_columns(self, with_optional: bool = False) -> dict[str, set[str]]:
        """The same; there are no optional ones."""
        return self.required_columns

    def init(self, run_config: Any = None) -> None:
        """Nothing to prepare; ragas calls it."""

    def single_turn_score(self, sample: Any, callbacks: Any = None) -> float:
        """Score one sample: an object, or a mapping, with `response` and `reference`."""
        return self._values([sample])[0]

    async def single_turn_ascore(self, sample: Any, callbacks: Any = None, timeout: float | None = None) -> float:
        """The same, to be awaited."""
        return self.single_turn_score(sample)

    # ------------------------------------------------------------ the calls of ragas.metrics.collections

    def score(self, *, response: str, reference: str) -> Value:
        """Score one response."""
        return self.batch_score([{"response": response, "reference": reference}])[0]

    async def ascore(self, *, response: str, reference: str) -> Value:
        """The same, to be awaited."""
        return self.score(response=response, reference=reference)

    def batch_score(self, inputs: Sequence[Mapping[str, Any]]) -> list[Value]:
        """Score several responses in one go: mappings with `response` and `reference`."""
        return [Value(value) for value in self._values(inputs)]

    async def abatch_score(self, inputs: Sequence[Mapping[str, Any]]) -> list[Value]:
        """The same, to be awaited."""
        return self.batch_score(inputs)

    def _values(self, samples: Sequence[Any]) -> list[float]:
        responses, references = ([_text(sample, name) for sample in samples] for name in COLUMNS)
        scores = self.rouge.scores(predictions=responses, references=references)
        return [float(value) for value in scores[:, 0, MEASURES.index(self.mode)]]


def _text(sample: Any, name: str) -> Any:
    return sample[name] if isinstance(sample, Mapping) else getattr(sample, name)


def _join_ragas() -> None:
    """Count `RougeScore` among ragas' metrics, where ragas is installed: ``ragas.evaluate`` takes no others."""
    if "ragas" not in sys.modules and find_spec("ragas") is None:
        return
    try:
        base = import_module("ragas.metrics.base")
    except ImportError:  # a ragas that cannot be imported cannot evaluate either
        return
    base.SingleTurnMetric.register(RougeScore)
