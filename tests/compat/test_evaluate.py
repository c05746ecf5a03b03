"""The surface of Hugging Face evaluate: load, compute, add, seeds; and its folder loaded by evaluate itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from infrarouge import CoverageWarning
from infrarouge.compat import evaluate

PAIRS: dict[str, Any] = {
    "predictions": ["the cat sat", "a dog", "birds fly high"],
    "references": ["the cat", "a dog ran", "fish swim"],
}
SEVERAL: dict[str, Any] = {**PAIRS, "references": [["a cat", "the cat"], ["a dog ran"], ["fish swim", "birds fly"]]}


def test_compute() -> None:
    found = evaluate.load("rouge").compute(**PAIRS)
    assert list(found) == ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    assert {type(value) for value in found.values()} == {np.float64}
    rows = evaluate.Rouge().compute(**PAIRS, use_aggregator=False, rouge_types=["rougeL", "rouge1"])
    assert list(rows) == ["rougeL", "rouge1"]
    assert rows["rouge1"] == [0.8, 0.8, 0.0]
    several = evaluate.load("rouge").compute(**SEVERAL, use_aggregator=False)
    assert several["rouge1"] == [0.8, 0.8, 0.8]
    tuples = {**SEVERAL, "references": [tuple(row) for row in SEVERAL["references"]]}
    assert evaluate.load("rouge").compute(**tuples, use_aggregator=False) == several


def test_options() -> None:
    one = {"predictions": ["The Cats"], "references": ["the cat"], "rouge_types": ["rouge1"], "use_aggregator": False}
    metric = evaluate.load("rouge")
    assert metric.compute(**one)["rouge1"] == [0.5]
    assert metric.compute(**one, use_stemmer=True)["rouge1"] == [1.0]
    assert metric.compute(**one, use_stemmer=True, tokenizer=lambda text: text.split())["rouge1"] == [0.0]
    assert metric.compute(**{**one, "rouge_types": []}) == {}


def test_the_seed_is_taken_when_loading() -> None:
    np.random.seed(1)
    first, second = evaluate.load("rouge"), evaluate.load("rouge")
    assert first.seed == second.seed
    found = first.compute(**PAIRS)
    np.random.seed(2)
    assert first.compute(**PAIRS) == found
    assert evaluate.load("rouge").seed != first.seed
    words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
    many = {"predictions": [" ".join(words[:n]) for n in range(1, 14)], "references": ["a b c d e f g h"] * 13}
    seeded = [evaluate.load("rouge", seed=seed).compute(**many)["rouge2"] for seed in range(5)]
    assert len(set(seeded)) == 5
    assert evaluate.load("rouge", seed=3).compute(**many)["rouge2"] == seeded[3]


def test_adding() -> None:
    metric = evaluate.load("rouge", seed=5)
    expected = metric.compute(**PAIRS)
    metric.add(prediction=PAIRS["predictions"][0], reference=PAIRS["references"][0])
    metric.add_batch(predictions=PAIRS["predictions"][1:2], references=PAIRS["references"][1:2])
    assert metric.compute(predictions=PAIRS["predictions"][2:], references=PAIRS["references"][2:]) == expected
    with pytest.raises(ValueError, match="add_batch"):
        metric.compute()


@pytest.mark.parametrize(
    ("error", "given"),
    [
        (ValueError, {"predictions": ["a"], "references": ["a", "b"]}),
        (IndexError, {"predictions": [], "references": []}),
        (ValueError, {"predictions": ["a"], "references": ["a"], "rouge_types": ["rouge10"]}),
        (ValueError, {"predictions": ["a"], "references": ["a"], "rouge_types": ["rougeSU4"]}),
        (TypeError, {"predictions": ["a"], "references": ["a"], "bogus": 1}),
        (ValueError, {"predictions": [1], "references": ["a"]}),
        (ValueError, {"predictions": ["a"], "references": [[]]}),
        (ValueError, {"predictions": ["a", "b"], "references": ["a", ["b"]]}),
        (ValueError, {"predictions": ["a"]}),
        (ValueError, {"predictions": "a", "references": "a"}),
    ],
)
def test_errors(error: type[Exception], given: dict[str, Any]) -> None:
    with pytest.raises(error):
        evaluate.load("rouge").compute(**given)


def test_seeds_of_numpy() -> None:
    """evaluate's own seed, where none is given, is of NumPy's kind."""
    assert evaluate.rouge(**PAIRS, seed=np.uint32(7)) == evaluate.rouge(**PAIRS, seed=7)
    assert evaluate.load("rouge", seed=np.int64(7)).compute(**PAIRS) == evaluate.load("rouge", seed=7).compute(**PAIRS)


def test_dropped_letters_are_told_in_the_words_of_this_metric() -> None:
    russian = {"predictions": ["кошка спит"], "references": ["кошка ест"], "use_aggregator": False}
    with pytest.warns(CoverageWarning, match="in 1 of 1 examples .* give tokenizer=, such as") as said:
        assert evaluate.load("rouge").compute(**russian)["rouge1"] == [0.0]
    assert said[0].filename == __file__
    assert evaluate.load("rouge").compute(**russian, tokenizer=lambda text: text.lower().split())["rouge1"] == [0.5]


def test_other_metrics_and_processes() -> None:
    with pytest.raises(ValueError, match="'rouge' only"):
        evaluate.load("bleu")
    with pytest.raises(ValueError, match=r"Report\.merge"):
        evaluate.load("rouge", num_process=2)


# ---------------------------------------------------------------- with evaluate itself


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Any:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    package = pytest.importorskip("evaluate")
    return lambda **given: package.load(str(evaluate.MODULE), cache_dir=str(tmp_path), **given)


@pytest.mark.peers
@pytest.mark.parametrize("texts", [PAIRS, SEVERAL])
@pytest.mark.parametrize("options", [{}, {"use_stemmer": True}, {"use_aggregator": False}, {"tokenizer": str.split}])
def test_the_folder_gives_the_same(real: Any, texts: dict[str, Any], options: dict[str, Any]) -> None:
    assert real(seed=42).compute(**texts, **options) == evaluate.load("rouge", seed=42).compute(**texts, **options)


@pytest.mark.peers
def test_the_folder_needs_no_seed(real: Any) -> None:
    """As the page has it: load, and compute."""
    metric = real()
    assert isinstance(metric.seed, np.integer)
    assert metric.compute(**PAIRS) == evaluate.load("rouge", seed=int(metric.seed)).compute(**PAIRS)
    assert metric.compute(**PAIRS) == metric.compute(**PAIRS)


@pytest.mark.peers
@pytest.mark.parametrize("draws", [0, 1, 311, 312, 1000])
def test_the_folder_has_the_same_seed(real: Any, draws: int) -> None:
    np.random.seed(7)
    np.random.rand(draws)
    assert real().seed == evaluate.load("rouge").seed


@pytest.mark.peers
def test_the_folder_adds(real: Any) -> None:
    metric, other = real(seed=1), evaluate.load("rouge", seed=1)
    for one in (metric, other):
        one.add(prediction="the cat", reference="the cat sat")
        one.add_batch(predictions=["a dog"], references=["dogs"])
    assert metric.compute() == other.compute()
    assert metric.name == other.name
    assert metric.description == other.description


@pytest.mark.peers
@pytest.mark.parametrize(
    ("error", "given"),
    [
        (ValueError, {"predictions": ["a"], "references": ["a", "b"]}),
        (IndexError, {"predictions": [], "references": []}),
        (ValueError, {"predictions": ["a"], "references": ["a"], "rouge_types": ["rouge0"]}),
    ],
)
def test_the_folder_raises_the_same(real: Any, error: type[Exception], given: dict[str, Any]) -> None:
    with pytest.raises(error):
        real().compute(**given)
