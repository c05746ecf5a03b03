"""Every golden row of rage4j, with == on floats, through the surface and the main API."""

from __future__ import annotations

from goldens import by_id, inputs

import infrarouge as ir
from infrarouge.compat.rage4j import MeasureType, RougeScoreEvaluator, RougeType, Sample

GOLDEN = by_id("rage4j/all.jsonl.gz")


def test_evaluator() -> None:
    evaluators = {
        f"{one.name}/{measure.name}": RougeScoreEvaluator(one, measure) for one in RougeType for measure in MeasureType
    }
    assert len(GOLDEN) == len(inputs())
    for row in inputs():
        sample = Sample(answer=row["candidate"], ground_truth=row["references"][0])
        found = {key: one.evaluate(sample).value for key, one in evaluators.items()}
        assert found == GOLDEN[row["id"]], row["id"]


def test_main_api() -> None:
    report = ir.evaluate(
        predictions=[row["candidate"] for row in inputs()],
        references=[row["references"][0] for row in inputs()],
        metrics=[one.value for one in RougeType],
        profile="rage4j",
        resampling=None,
    )
    for at, row in enumerate(inputs()):
        found = {
            f"{one.name}/{measure.name}": report.scores[at, column, place]
            for column, one in enumerate(RougeType)
            for place, measure in enumerate(MeasureType)
        }
        assert found == GOLDEN[row["id"]], row["id"]
