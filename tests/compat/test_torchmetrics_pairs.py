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


class Percent(ROUGEScore):  # type: ignore[misc]  # torchmetrics is not typed here
    """What users write: another result from the same state."""

    def compute(self) -> Any:
        return {name: value * 100 for name, value in super().compute().items()}


class Louder(ROUGEScore):  # type: ignore[misc]  # torchmetrics is not typed here
    """A metric that does something else before it scores."""

    def update(self, preds: Any, target: Any) -> None:
        super().update(preds.upper(), target)


@pytest.mark.parametrize("options", [{}, {"compute_on_cpu": True}, {"dist_sync_on_step": True}])
@pytest.mark.parametrize("kind", [ROUGEScore, Percent, Louder])
def test_a_call_is_an_update_and_the_result_of_it_alone(kind: Any, options: dict[str, Any]) -> None:
    from torchmetrics.text.rouge import ROUGEScore as Original

    metric, other = kind(rouge_keys=KEYS, **options), Original(rouge_keys=KEYS, **options)
    factor = 100 if kind is Percent else 1
    for count, (prediction, reference) in enumerate((("a b", "a c"), ("b c d", "b d"), ("", "x"), ("b a", "a b")), 1):
        results, expected = metric(prediction, reference), other(prediction, reference)
        assert list(results) == list(expected)
        assert all(torch.equal(results[name], factor * value) for name, value in expected.items())
        assert metric._forward_cache is results
        assert metric.update_count == other.update_count == count
        assert all(torch.equal(metric.compute()[name], factor * value) for name, value in other.compute().items())
    assert {name: torch.stack(values).tolist() for name, values in metric.metric_state.items()} == {
        name: torch.stack(values).tolist() for name, values in other.metric_state.items()
    }
    with pytest.raises((AttributeError, TypeError)):
        metric("a", None)
    assert len(metric.rouge1_recall) == 4
    results["rouge1_recall"].zero_()
    assert float(metric.rouge1_recall[-1]) == 1.0


@pytest.mark.parametrize("n", [1, 2, 7, 63, 64, 65, 1000])
def test_means_are_those_of_torch(n: int) -> None:
    metric = ROUGEScore(rouge_keys=KEYS)
    values = torch.rand(9, n)
    for row, name in zip(values, metric.metric_state, strict=True):
        setattr(metric, name, list(row))
    metric._update_count = 1
    assert [float(mean) for mean in metric.compute().values()] == [float(row.clone().mean()) for row in values]


def test_metrics_of_a_collection_share_their_lists() -> None:
    both = torchmetrics.MetricCollection({"a": ROUGEScore(rouge_keys="rouge1"), "b": ROUGEScore(rouge_keys="rouge1")})
    for prediction in ("a b", "a c", "d"):
        both.update(prediction, "a b")
    scores = both.compute()
    recall = {name: float(value) for name, value in scores.items() if name.endswith("recall")}
    assert set(recall.values()) == {0.5}
