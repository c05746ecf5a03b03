"""One pair a call of torchmetrics' surface: the values, warnings and memory of pairs among others."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

torchmetrics = pytest.importorskip("torchmetrics")
torch = pytest.importorskip("torch")

from infrarouge.compat.torchmetrics import ROUGEScore, rouge_score  # noqa: E402

pytestmark = pytest.mark.torch
KEYS = ("rouge1", "rougeL", "rouge2")
TEXTS = st.text(alphabet="abAB1 é漢İ\n", max_size=12)


def told(call: Any) -> tuple[dict[str, float], list[type[Warning]]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        values = call()
    return {name: float(value) for name, value in values.items()}, [warning.category for warning in caught]


@given(TEXTS, TEXTS, st.sampled_from(["best", "avg"]), st.booleans())
def test_a_pair_alone_is_scored_as_twice(prediction: str, reference: str, accumulate: str, stem: bool) -> None:
    options: dict[str, Any] = {"accumulate": accumulate, "use_stemmer": stem, "rouge_keys": KEYS}
    alone = told(lambda: rouge_score(prediction, reference, **options))
    assert alone == told(lambda: rouge_score([prediction] * 2, [reference] * 2, **options))
    metric = ROUGEScore(**options)
    assert told(lambda: metric.update(prediction, reference) or metric.compute()) == alone


def test_nothing_is_scored_without_rows() -> None:
    assert all(torch.isnan(value) for value in rouge_score([], [], rouge_keys=KEYS).values())


def test_results_are_tensors_of_their_own() -> None:
    scores = rouge_score("a b", "a c", rouge_keys=KEYS)
    assert {value.dtype for value in scores.values()} == {torch.float32}
    assert {value.dim() for value in scores.values()} == {0}
    before = {name: float(value) for name, value in scores.items()}
    scores["rouge1_fmeasure"].zero_()
    assert {name: float(value) for name, value in scores.items()} == {**before, "rouge1_fmeasure": 0.0}
    metric = ROUGEScore(rouge_keys=KEYS)
    metric.update("a b", "a c")
    assert {name: float(value) for name, value in pickle.loads(pickle.dumps(metric)).compute().items()} == before
