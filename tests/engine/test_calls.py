"""Callables of the core in place of Python functions: the same results, errors and warnings, and they look like functions."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge import engine
from infrarouge.api import Rouge
from infrarouge.compat.rouge_score.rouge_scorer import RougeScorer
from infrarouge.engine.calls import quick_scorer
from infrarouge.engine.runner import runner_of
from infrarouge.errors import CoverageWarning
from infrarouge.reporting.scores import Scores
from infrarouge.types import Score

TEXTS = st.text(alphabet="ab cé.\n漢", max_size=30)
METRICS = "rouge1 rouge2 rougeL rougeLsum"
PLAIN_METHOD: Any = inspect.unwrap(Rouge.score)


@given(TEXTS, TEXTS)
@pytest.mark.parametrize("profile", ["infrarouge-1", "rouge-score"])
@pytest.mark.filterwarnings("ignore::infrarouge.errors.CoverageWarning")
def test_every_way_to_score_a_pair_gives_what_the_batch_gives(profile: str, prediction: str, reference: str) -> None:
    rouge = Rouge(METRICS, profile)
    rows = rouge.scores(predictions=[prediction], references=[reference])[0].tolist()
    expected = {label: Score(*row) for label, row in zip(rouge.labels, rows, strict=True)}
    pair = {"prediction": prediction, "reference": reference}
    settings: list[dict[str, Any]] = [
        {"metrics": METRICS, "profile": profile},
        {"profile": profile, "metrics": METRICS.split()},
        {"metrics": METRICS, "profile": ir.profile(profile)},
        {"metrics": METRICS, "profile": profile, "strict": False, "stemmer": None},
    ]
    results = [ir.score(**pair, **chosen) for chosen in settings for _ in range(2)]
    results += [rouge.score(**pair), PLAIN_METHOD(rouge, **pair)]
    for scores in results:
        assert scores == expected
        assert list(scores) == rouge.labels
        assert type(scores) is Scores
        assert scores.signature == results[0].signature
    surface = RougeScorer(METRICS.split()).score(reference, prediction)
    assert surface == Rouge(METRICS, "rouge-score").score_pair(prediction, reference)[0]


def test_settings_are_told_apart() -> None:
    pair = {"prediction": "Cats sit", "reference": "cat sits"}
    for _ in range(3):
        assert ir.score(**pair, metrics="rouge1")["rouge1"].fmeasure == 0
        assert ir.score(**pair, metrics="rouge1", stemmer="porter")["rouge1"].fmeasure == 1
        assert list(ir.score(**pair, metrics=["rouge1", "rougeL"])) == ["rouge1", "rougeL"]
        assert list(ir.score(**pair, metrics=["rougeL", "rouge1"])) == ["rougeL", "rouge1"]
        assert list(ir.score(**pair, metrics=["rougeL"])) == ["rougeL"]


def test_a_list_of_metrics_may_change_between_calls() -> None:
    metrics = ["rouge1"]
    assert list(ir.score(prediction="a", reference="a", metrics=metrics)) == ["rouge1"]
    metrics.append("rouge2")
    assert list(ir.score(prediction="a b", reference="a b", metrics=metrics)) == ["rouge1", "rouge2"]


def test_many_settings_are_served_although_few_are_remembered() -> None:
    for _ in range(2):
        for n in range(1, 40):
            scores = ir.score(prediction="a b", reference="a c", metrics="rouge1", alpha=n / 40)
            assert scores == Rouge("rouge1", alpha=n / 40).score(prediction="a b", reference="a c")


def test_a_file_of_stop_words_that_changed_is_read_again(tmp_path: Path) -> None:
    words = tmp_path / "stop.txt"
    for stop, expected in (("a\n", 0.0), ("c\n", 1.0)):
        words.write_text(stop, encoding="utf-8")
        for _ in range(2):
            scores = ir.score(prediction="a b", reference="a c", metrics="rouge1", stopwords=str(words))
            assert scores["rouge1"].recall == expected


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"prediction": "a"}, ir.InputTypeError, "give one text as reference="),
        ({"prediction": "a", "reference": "b", "references": ["c"]}, ir.InputTypeError, "and not both"),
        ({"prediction": 5, "reference": "b"}, ir.InputTypeError, "prediction 0 is int"),
        ({"prediction": "a", "reference": "b", "preds": "c"}, ir.UnknownNameError, "unknown keyword 'preds'"),
        ({"reference": "b"}, TypeError, "prediction"),
    ],
)
def test_errors_are_those_of_the_function(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    for call in (ir.score, Rouge("rouge1").score):
        for _ in range(2):
            with pytest.raises(error, match=message):
                call(**arguments)


def test_calls_by_place_are_refused() -> None:
    with pytest.raises(ir.InputTypeError, match="passed by name"):
        ir.score("a", "b")  # type: ignore[misc]
    with pytest.raises(ir.InputTypeError, match="passed by name"):
        Rouge("rouge1").score("a", "b")  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Rouge.score(5, prediction="a", reference="b")  # type: ignore[arg-type]


def test_dropped_letters_are_warned_of_in_every_call() -> None:
    rouge = Rouge("rouge1", "rouge-score")
    for _ in range(2):
        with pytest.warns(CoverageWarning):
            rouge.score(prediction="漢字", reference="a")
        with pytest.warns(CoverageWarning):
            ir.score(prediction="漢字", reference="a", metrics="rouge1", profile="rouge-score")
        with pytest.raises(ir.CoverageError):
            ir.score(prediction="漢字", reference="a", metrics="rouge1", profile="rouge-score", strict=True)


@pytest.mark.parametrize("function", [ir.score, Rouge.score])
def test_they_look_like_functions(function: Any) -> None:
    assert function.__name__ == "score"
    assert function.__module__ == "infrarouge.api"
    assert "Score one prediction" in function.__doc__
    assert "prediction" in inspect.signature(function).parameters
    assert pickle.loads(pickle.dumps(function)) is function
    assert copy.deepcopy(function) is function
    assert "score" in repr(function)
    assert inspect.isroutine(function)


def test_a_method_stays_one() -> None:
    class Louder(Rouge):
        __slots__ = ()

        def score(self, **texts: Any) -> Any:
            return {label.upper(): score for label, score in super().score(**texts).items()}

    assert list(Louder("rouge1").score(prediction="a", reference="a")) == ["ROUGE1"]
    bound = Rouge("rouge1").score
    assert bound(prediction="a", reference="a")["rouge1"].recall == 1
    assert list(inspect.signature(bound).parameters) == ["prediction", "reference", "references"]


def test_scores_are_collected_like_other_objects() -> None:
    """The collector does not look at fresh scores, but it must see what a user puts in."""
    scores: Any = Rouge("rouge1").score(prediction="a", reference="a")

    class Thing:
        pass

    thing = Thing()
    thing.scores = scores  # type: ignore[attr-defined]
    scores["thing"] = thing
    gone = weakref.ref(thing)
    del thing, scores
    gc.collect()
    assert gone() is None


def test_scores_hash_like_tuples() -> None:
    score = Rouge("rouge1").score(prediction="a b", reference="a")["rouge1"]
    assert hash(score) == hash(tuple(score))
    assert {score: 1}[Score(*score)] == 1


def test_a_quick_scorer_refuses_what_it_cannot_serve() -> None:
    quick: Any = quick_scorer(runner_of("rouge1", "rouge-score"), dict)
    assert quick("a", "") is None
    assert quick("a", None) is None
    assert quick(["a"], "a") is None
    with pytest.raises(TypeError):
        quick("a")
    assert quick_scorer(runner_of("rouge1", "rouge-1.5.5"), dict) is None


def test_a_quick_scorer_serves_texts_of_several_sentences() -> None:
    quick: Any = quick_scorer(runner_of("rouge1 rougeLsum", "rouge-score"), dict)
    scores = quick("a b\nc", "a\nb c")
    assert scores == Rouge("rouge1 rougeLsum", "rouge-score").score_pair("a b\nc", "a\nb c")[0]


@pytest.mark.skipif(engine.name() != "core", reason="the native core is not built here")
def test_the_core_checks_what_it_is_given() -> None:
    from infrarouge import _core

    plan: Any = runner_of("rouge1", "rouge-score").plan
    usual: list[Any] = [plan, 0.5, ("rouge1",), Score, dict, None, None]
    for place, wrong in ((0, 5), (1, 2.0), (2, ()), (3, int), (4, list), (5, 5)):
        with pytest.raises((TypeError, ValueError, RuntimeError)):
            _core.calls.quick(*usual[:place], wrong, *usual[place + 1 :])
    with pytest.raises(ValueError, match="member of the class"):
        _core.calls.method(len, 5)
    with pytest.raises(TypeError):
        type(_core.calls.quick(*usual))()
