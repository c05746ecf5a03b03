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
        (Sample(), "Sample must have an answer for ROUGE Score evaluation"),
        (Sample(ground_truth=PARIS), "Sample must have an answer for ROUGE Score evaluation"),
        (Sample(answer=PARIS), "Sample must have a ground truth for ROUGE Score evaluation"),
        ({"answer": None, "ground_truth": PARIS}, "Sample must have an answer for ROUGE Score evaluation"),
        ({"answer": PARIS}, "Sample must have a ground truth for ROUGE Score evaluation"),
    ],
)
def test_missing_fields(sample: Sample, says: str) -> None:
    with pytest.raises(IllegalArgumentException) as caught:
        RougeScoreEvaluator().evaluate(sample)
    assert str(caught.value) == says
    assert isinstance(caught.value, ValueError)


def test_empty_strings_are_texts() -> None:
    evaluator = RougeScoreEvaluator(RougeType.ROUGE_L, MeasureType.RECALL)
    assert evaluator.evaluate(Sample(answer="", ground_truth="")).value == 1.0
    assert evaluator.evaluate(Sample(answer=" ", ground_truth=" ")).value == 0.0


def test_case_and_no_break_space_matter() -> None:
    evaluator = RougeScoreEvaluator(RougeType.ROUGE1, MeasureType.RECALL)
    assert evaluator.evaluate(Sample(answer="a B", ground_truth="a b")).value == 0.5
    assert evaluator.evaluate(Sample(answer="a\xa0b", ground_truth="a b")).value == 0.0


def test_types_by_name() -> None:
    assert [one.name for one in RougeType] == ["ROUGE1", "ROUGE2", "ROUGE_L", "ROUGE_L_SUM"]
    assert [one.name for one in MeasureType] == ["PRECISION", "RECALL", "F1SCORE"]
    assert RougeScoreEvaluator.RougeType is RougeType
    assert RougeScoreEvaluator.MeasureType is MeasureType
    for rouge_type, measure in (("ROUGE_L_SUM", "RECALL"), ("rougeLsum", MeasureType.RECALL)):
        evaluator = RougeScoreEvaluator(rouge_type, measure)
        assert (evaluator.rouge_type, evaluator.measure_type) == (RougeType.ROUGE_L_SUM, MeasureType.RECALL)
    with pytest.raises(ValueError, match="unknown RougeType 'ROUGE9'; did you mean 'ROUGE"):
        RougeScoreEvaluator("ROUGE9")
    with pytest.raises(ValueError, match="unknown MeasureType 'F1'; known are: F1SCORE"):
        RougeScoreEvaluator("ROUGE1", "F1")


def test_samples_are_built_as_in_java() -> None:
    built = Sample.builder().withQuestion("Where?").withAnswer(PARIS).withGroundTruth("Rome").withContext(["x"]).build()
    assert built == Sample(answer=PARIS, groundTruth="Rome", question="Where?", context=["x"])
    assert built == Sample(answer=PARIS, ground_truth="Rome", question="Where?", context=["x"])
    assert (built.getAnswer(), built.getGroundTruth()) == (PARIS, "Rome")
    assert (built.getQuestion(), built.getContext()) == ("Where?", ["x"])
    assert Sample.builder().build() == Sample()
    assert pickle.loads(pickle.dumps(built)) == built
    with pytest.raises(ValueError, match="give one of them"):
        Sample(answer="a", ground_truth="a", groundTruth="b")


# ---------------------------------------------------------------- what rage4j's own tests say

FOX = ("The quick brown dog jumps over the fox", "The quick brown fox jumps over the lazy dog")


def value(answer: str, truth: str, *kinds: str) -> float:
    sample = Sample.builder().withAnswer(answer).withGroundTruth(truth).build()
    return RougeScoreEvaluator(*kinds).evaluate(sample).getValue()


def test_as_its_own_tests_do() -> None:
    """The eight claims of its tests; where they allow 0.001 or 0.01 the number itself stands here."""
    perfect = RougeScoreEvaluator().evaluate(Sample(answer=PARIS, groundTruth=PARIS))
    assert perfect.getName() == "ROUGE score ROUGE1"
    assert perfect.getValue() == 0.999999995
    assert value(*FOX, "ROUGE1", "F1SCORE") == 0.9411764656055364
    assert value(*FOX, "ROUGE2", "F1SCORE") == 0.5333333283555556
    assert value("Dogs run in the park.", "The cat sat on the mat.") == 0.18181817685950424
    assert value("A C\nB D", "A B\nC D", "ROUGE_L", "F1SCORE") == 0.749999995
    assert value("A C\nB D", "A B\nC D", "ROUGE_L_SUM", "F1SCORE") == 0.999999995
    for sample in (Sample(groundTruth=PARIS), Sample(answer=PARIS)):
        with pytest.raises(IllegalArgumentException):
            RougeScoreEvaluator().evaluate(sample)
