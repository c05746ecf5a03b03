"""A metric with the calls of ragas: ``single_turn_score(sample)`` on samples with `response` and `reference`."""

from __future__ import annotations

from typing import Any

from infrarouge.api import Rouge
from infrarouge.registry import one_of
from infrarouge.scoring.measures import MEASURES


class RougeScore:
    """One measure of one metric; stems words, as ragas does, unless told otherwise.

    >>> class Sample:
    ...     response, reference = "the cats", "the cat sat"
    >>> RougeScore("rouge1").single_turn_score(Sample())
    0.8
    """

    name = "rouge_score"

    def __init__(self, rouge_type: str = "rougeL", mode: str = "fmeasure", **rules: Any) -> None:
        rules.setdefault("stemmer", "porter")
        self.rouge_type = rouge_type
        self.mode = one_of("mode", mode, MEASURES)
        self.rouge = Rouge(rouge_type, **rules)

    def init(self, run_config: Any = None) -> None:
        """Nothing to prepare; ragas calls it."""

    def single_turn_score(self, sample: Any, callbacks: Any = None) -> float:
        """Score one sample: an object, or a mapping, with `response` and `reference`."""
        response, reference = (
            sample[name] if isinstance(sample, dict) else getattr(sample, name) for name in ("response", "reference")
        )
        [score] = self.rouge.score(prediction=response, reference=reference).values()
        return float(getattr(score, self.mode))

    async def single_turn_ascore(self, sample: Any, callbacks: Any = None, timeout: float | None = None) -> float:
        """The same, to be awaited."""
        return self.single_turn_score(sample, callbacks)
