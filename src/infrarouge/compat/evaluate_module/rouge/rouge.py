"""The rouge metric for the package `evaluate`, computed by infrarouge: ``evaluate.load("path/of/this/folder")``."""

from typing import Any

import datasets
import evaluate

import infrarouge.compat.evaluate as infrarouge_evaluate


class Rouge(evaluate.Metric):  # type: ignore[misc]  # evaluate is not typed
    """ROUGE with the numbers of evaluate's own metric."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=infrarouge_evaluate.DESCRIPTION,
            citation="",
            inputs_description=infrarouge_evaluate.ABOUT_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, predictions: list[str], references: list[Any], **kwargs: Any) -> dict[str, Any]:
        return infrarouge_evaluate.rouge(predictions, references, **kwargs, seed=self.seed)
