"""Hooks for promptfoo, TRL, MLflow and ragas: their protocols, and the packages themselves where they are installed."""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge import compat
from infrarouge.compat import mlflow, promptfoo, ragas, trl


def f(prediction: str, reference: Any, metric: str = "rougeL", **rules: Any) -> float:
    references = [reference] if isinstance(reference, str) else reference
    [score] = ir.score(prediction=prediction, references=references, metrics=metric, **rules).values()
    return score.fmeasure


# ---------------------------------------------------------------- promptfoo


def test_promptfoo() -> None:
    context = {"prompt": "?", "vars": {"reference": "the cat sat"}, "test": {}, "config": None, "provider": None}
    found = promptfoo.get_assert("the cat", context)
    assert found["pass"] is True
    assert found["score"] == f("the cat", "the cat sat") == 0.8
    assert "rougeL fmeasure 0.8000 is at least 0.75" in found["reason"]
    assert "infrarouge-1|n:1" in found["reason"]
    json.dumps(found)
    strict = promptfoo.get_assert("the cat", {**context, "config": {"threshold": 0.81}})
    assert strict["pass"] is False
    assert "below 0.81" in strict["reason"]


def test_promptfoo_config() -> None:
    config = {"metric": "rouge1", "measure": "recall", "reference": ["a dog", "the cats"], "stemmer": "porter"}
    found = promptfoo.get_assert("the cat", {"vars": {}, "config": config})
    assert found["score"] == 1.0
    assert "stem:porter" in found["reason"]
    assert config["metric"] == "rouge1"
    assert promptfoo.get_assert({"text": "cat"}, {"config": {"reference": "text cat"}})["score"] == 1.0
    with pytest.raises(ir.InputError, match="'reference'"):
        promptfoo.get_assert("a", {"vars": {}})
    with pytest.raises(ir.UnknownNameError, match="did you mean 'fmeasure'"):
        promptfoo.get_assert("a", {"vars": {"reference": "a"}, "config": {"measure": "f-measure"}})


# ---------------------------------------------------------------- trl


def test_trl() -> None:
    columns = {"prompts": ["?", "?"], "completion_ids": [[1], [2]], "trainer_state": None}
    reward = trl.rouge_reward
    assert reward.__name__ == "rougeL_fmeasure"
    assert reward(completions=["the cat", "x"], reference=["the cat sat", "y"], **columns) == [0.8, 0.0]
    messages = [[{"role": "assistant", "content": "the cat"}], [{"content": "x"}]]
    assert reward(completions=messages, reference=["the cat sat", ["y", "x"]], **columns) == [0.8, 1.0]
    answers = [[{"role": "assistant", "content": "the cat sat"}], [{"role": "assistant", "content": "y"}]]
    assert reward(completions=messages, reference=answers, **columns) == [0.8, 0.0]
    assert reward(completions=["the cat", "x"], reference=[None, "x"], **columns) == [None, 1.0]
    assert reward(completions=[], reference=[]) == []


def test_trl_settings() -> None:
    reward = trl.RougeReward("rouge1", "recall", column="summary", stemmer="porter")
    for one in (reward, pickle.loads(pickle.dumps(reward))):
        assert one.__name__ == "rouge1_recall"
        assert one(prompts=["?"], completions=["cats"], summary=["a cat"]) == [0.5]
    with pytest.raises(ir.InputError, match="no column 'summary'; it has \\['answer'\\]"):
        reward(completions=["a"], answer=["a"])


@pytest.mark.torch
@pytest.mark.slow
def test_trl_trains(tmp_path: Path) -> None:
    """One step of GRPO on a model of a few hundred numbers."""
    real = pytest.importorskip("trl")
    datasets = pytest.importorskip("datasets")
    tokenizers = pytest.importorskip("tokenizers")
    import transformers

    words = {word: at for at, word in enumerate(["<pad>", "<eos>", "the", "cat", "sat", "dog"])}
    plain = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="<eos>"))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", eos_token="<eos>", unk_token="<eos>"
    )
    size = {"vocab_size": len(words), "n_embd": 8, "n_layer": 1, "n_head": 1, "n_positions": 32}
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**size, bos_token_id=1, eos_token_id=1))
    seen: list[Any] = []
    keywords: set[str] = set()

    class Watched(trl.RougeReward):
        def __call__(self, *args: Any, **columns: Any) -> list[float | None]:
            keywords.update(columns)
            seen.append(super().__call__(*args, **columns))
            return seen[-1]

    trainer = real.GRPOTrainer(
        model=model,
        reward_funcs=Watched("rouge1", "recall", column="summary"),
        args=real.GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=1,
            per_device_train_batch_size=2,
            num_generations=2,
            max_completion_length=4,
            report_to=[],
            use_cpu=True,
            bf16=False,
        ),
        train_dataset=datasets.Dataset.from_dict({"prompt": ["the cat"] * 4, "summary": ["cat sat dog the"] * 4}),
        processing_class=tokenizer,
    )
    trainer.train()
    assert seen
    assert all(0 <= value <= 1 for batch in seen for value in batch)
    logged = {key for log in trainer.state.log_history for key in log}
    assert any("rouge1_recall" in key for key in logged)
    assert any("frac_reward_zero_std" in key for key in logged)
    # What the page about rewards says that a trainer passes.
    page = (Path(__file__).resolve().parent.parent.parent / "docs/rewards.md").read_text(encoding="utf-8")
    assert keywords - {"summary"} == {word for word in re.findall(r"`(\w+)`", page) if word in keywords}
    assert {"prompts", "completions", "completion_ids", "summary"} <= keywords


# ---------------------------------------------------------------- mlflow


def test_mlflow_rows() -> None:
    assert mlflow.values(["the cat", "x"], ["the cat sat", ["y", "x"]]) == [0.8, 1.0]
    assert mlflow.values(["cats"], ["a cat"], "rouge1", "recall", stemmer="porter") == [0.5]
    assert mlflow.expected({"references": ["a", "b"]}) == ["a", "b"]
    with pytest.raises(ir.InputError, match="expected_response"):
        mlflow.expected({"facts": []})


def test_mlflow_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "mlflow", None)
    for make in (mlflow.rouge_metric, mlflow.rouge_scorer):
        with pytest.raises(ir.MissingExtraError, match="pip install 'infrarouge\\[mlflow\\]'"):
            make()


@pytest.mark.slow
def test_mlflow_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = pytest.importorskip("mlflow.models")
    import mlflow as package
    import pandas

    monkeypatch.chdir(tmp_path)
    package.set_tracking_uri(f"sqlite:///{tmp_path / 'runs.db'}")
    data = pandas.DataFrame({"answer": ["the cat", "x"], "truth": ["the cat sat", "x"]})
    with package.start_run():
        found = real.evaluate(
            data=data,
            predictions="answer",
            targets="truth",
            extra_metrics=[mlflow.rouge_metric("rouge1"), mlflow.rouge_metric("rougeL", "recall")],
        )
    assert found.metrics["rouge1/mean"] == 0.9
    assert found.metrics["rouge1/p90"] == 0.98
    assert found.tables["eval_results_table"]["rouge1/score"].tolist() == [0.8, 1.0]
    assert found.metrics["rougeL_recall/mean"] == (2 / 3 + 1) / 2


@pytest.mark.slow
def test_mlflow_scorer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = pytest.importorskip("mlflow.genai")
    import mlflow as package

    monkeypatch.chdir(tmp_path)
    package.set_tracking_uri(f"sqlite:///{tmp_path / 'runs.db'}")
    scorer = mlflow.rouge_scorer("rouge1")
    assert scorer.name == "rouge1"
    assert scorer(outputs="the cat", expectations={"expected_response": "the cat sat"}) == 0.8
    found = real.evaluate(
        data=[{"inputs": {"q": "?"}, "outputs": "the cat", "expectations": {"expected_response": "the cat sat"}}],
        scorers=[scorer],
    )
    assert found.metrics["rouge1/mean"] == 0.8


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_the_numbers_of_mlflow_itself() -> None:
    """Its own metrics ask evaluate for "rouge", which is ours here, so nothing is downloaded."""
    real = pytest.importorskip("mlflow.metrics")
    pandas = pytest.importorskip("pandas")
    columns = [pandas.Series(texts) for texts in (["the cat", "x", "A café."], ["the cat sat", "x", "a cafe"])]
    with compat.installed("evaluate"):
        for metric in ("rouge1", "rouge2", "rougeL", "rougeLsum"):
            theirs = getattr(real, metric)().eval_fn(*columns, {})
            ours = mlflow.rouge_metric(metric).eval_fn(*columns, {})
            assert ours.scores == theirs.scores
            assert ours.aggregate_results == theirs.aggregate_results


# ---------------------------------------------------------------- ragas


@dataclass
class Sample:
    response: str
    reference: str


def test_ragas() -> None:
    sample = Sample("the cats sat", "the cat")
    metric = ragas.RougeScore()
    assert metric.single_turn_score(sample) == f("the cats sat", "the cat", stemmer="porter") == 0.8
    assert asyncio.run(metric.single_turn_ascore(sample)) == 0.8
    assert ragas.RougeScore("rouge1", mode="recall", stemmer=None).single_turn_score(vars(sample)) == 0.5
    with pytest.raises(ir.UnknownNameError):
        ragas.RougeScore(mode="f1")


def test_ragas_collections() -> None:
    metric = ragas.RougeScore(rouge_type="rouge1", mode="recall", name="mine")
    rows = [{"response": "cats", "reference": "a cat"}, {"response": "x", "reference": "y"}]
    assert [metric.score(**row).value for row in rows] == [0.5, 0.0]
    assert asyncio.run(metric.ascore(**rows[0])) == 0.5
    assert metric.batch_score(rows) == asyncio.run(metric.abatch_score(rows)) == [0.5, 0.0]
    assert metric.name == "mine"
    assert metric.required_columns == metric.get_required_columns() == {"SINGLE_TURN": {"response", "reference"}}


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
def test_ragas_and_mlflow_have_the_numbers_of_rouge_score() -> None:
    """Which reads ASCII only; the default profile would see a word here."""
    russian = {"response": "кот", "reference": "кот"}
    assert ragas.RougeScore("rouge1").single_turn_score(russian) == 0.0
    assert ragas.RougeScore("rouge1", profile="infrarouge-1").single_turn_score(russian) == 1.0
    assert mlflow.values(["кот"], ["кот"], "rouge1") == [0.0]
    assert mlflow.values(["кот"], ["кот"], "rouge1", profile="infrarouge-1") == [1.0]


@pytest.mark.peers
def test_inside_ragas() -> None:
    try:
        import ragas as real
    except ImportError as error:
        pytest.skip(f"ragas cannot be imported: {error}")
    rows = [
        {"user_input": "?", "response": "the cats", "reference": "the cat sat"},
        {"user_input": "?", "response": "A café, please.", "reference": "some coffee please"},
    ]
    results = []
    for kind in (real.metrics.RougeScore, ragas.RougeScore):
        dataset = real.EvaluationDataset.from_list(rows)
        result = real.evaluate(dataset, metrics=[kind(rouge_type="rougeL", mode="recall")], show_progress=False)
        results.append(result.to_pandas().to_dict("list"))
    assert results[0] == results[1]
    assert results[0]["rouge_score(mode=recall)"][0] == 2 / 3
    collected = pytest.importorskip("ragas.metrics.collections").RougeScore()
    pair = {name: rows[0][name] for name in ("response", "reference")}
    assert collected.score(**pair).value == ragas.RougeScore().score(**pair).value
