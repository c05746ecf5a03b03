"""The surface of rage4j: samples, names and errors."""

from __future__ import annotations

import pickle

import pytest

from infrarouge.compat.rage4j import (
    Evaluation,
    IllegalArgumentException,
    MeasureType,
    RougeScoreEvaluator,
    RougeType,
    Sample,
)

PARIS = "The Eiffel Tower is located in Paris."


def test_default_is_rouge1_f1() -> None:
    found = RougeScoreEvaluator().evaluate(Sample(answer=PARIS, ground_truth=PARIS))
    assert found == Evaluation("ROUGE score ROUGE1", 0.999999995)
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("sample", [{"answer": "a b", "ground_truth": "a"}, {"answer": "a b", "groundTruth": "a"}])
def test_mapping(sample: dict[str, str]) -> None:
    assert RougeScoreEvaluator(RougeType.ROUGE1, MeasureType.PRECISION).evaluate(sample).value == 0.5


@pytest.mark.parametrize(
    ("sample", "says"),
    [
        (Sample(), "no answer"),
        (Sample(ground_truth=PARIS), "no answer"),
        (Sample(answer=PARIS), "no ground_truth"),
        ({"answer": None, "ground_truth": PARIS}, "no answer"),
        ({"answer": PARIS}, "no ground_truth"),
    ],
)
def test_missing_fields(sample: Sample, says: str) -> None:
    with pytest.raises(IllegalArgumentException, match=says) as caught:
        RougeScoreEvaluator().evaluate(sample)
    assert isinstance(caught.value, ValueError)


def test_empty_strings_are_texts() -> None:
    evaluator = RougeScoreEvaluator(RougeType.ROUGE_L, MeasureType.RECALL)
    assert evaluator.evaluate(Sample(answer="", ground_truth="")).value == 1.0
    assert evaluator.evaluate(Sample(answer=" ", ground_truth=" ")).value == 0.0


def test_case_and_no_break_space_matter() -> None:
    evaluator = RougeScoreEvaluator(RougeType.ROUGE1, MeasureType.RECALL)
    assert evaluator.evaluate(Sample(answer="a B", ground_truth="a b")).value == 0.5
    assert evaluator.evaluate(Sample(answer="a\xa0b", ground_truth="a b")).value == 0.0


def test_types_are_names_only() -> None:
    assert [one.name for one in RougeType] == ["ROUGE1", "ROUGE2", "ROUGE_L", "ROUGE_L_SUM"]
    assert [one.name for one in MeasureType] == ["PRECISION", "RECALL", "F1SCORE"]
    with pytest.raises(ValueError, match="ROUGE9"):
        RougeScoreEvaluator("ROUGE9")  # type: ignore[arg-type]
