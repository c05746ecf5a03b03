"""Every golden case of Hugging Face evaluate's rouge metric: through the main API and through compat.evaluate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from goldens import content, inputs

import infrarouge as ir
from infrarouge.compat import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
CASES = content("hf-evaluate/aggregate.json")


def texts(case: dict[str, Any]) -> dict[str, Any]:
    several = case["multi_reference"]
    return {
        "predictions": [row["candidate"] for row in inputs()],
        "references": [row["references"] if several else row["references"][0] for row in inputs()],
    }


@pytest.mark.parametrize("case", CASES, ids=[str(at) for at in range(len(CASES))])
def test_main(case: dict[str, Any]) -> None:
    report = ir.evaluate(
        **texts(case),
        metrics=case["rouge_types"],
        profile="evaluate",
        stemmer="porter" if case["use_stemmer"] else None,
        resampling=ir.Resampling(rng=case["load_seed"]),
    )
    assert {label: report[label].fmeasure.value for label in report} == case["use_aggregator_true"]
    means = {label: float(np.mean(report.scores[:, at, 2])) for at, label in enumerate(report)}
    assert means == case["mean_of_use_aggregator_false"]
    # The golden means are NumPy's, which adds up in pairs; ours is added up in order, so the last digits may differ.
    assert {label: report[label].fmeasure.mean for label in report} == pytest.approx(means, rel=1e-14)


@pytest.mark.parametrize("case", CASES, ids=[str(at) for at in range(len(CASES))])
def test_surface(case: dict[str, Any]) -> None:
    metric = evaluate.load("rouge", seed=case["load_seed"])
    options = {"rouge_types": case["rouge_types"], "use_stemmer": case["use_stemmer"]}
    state = np.random.get_state()[1].tolist()
    assert metric.compute(**texts(case), **options) == case["use_aggregator_true"]
    assert np.random.get_state()[1].tolist() == state
    found = metric.compute(**texts(case), **options, use_aggregator=False)
    assert {label: float(np.mean(values)) for label, values in found.items()} == case["mean_of_use_aggregator_false"]
