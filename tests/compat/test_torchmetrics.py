"""The surface of torchmetrics: a real metric, compared with torchmetrics itself. The golden rows are in tests/parity."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

torchmetrics = pytest.importorskip("torchmetrics")
torch = pytest.importorskip("torch")

from torchmetrics.functional.text import rouge as real_function  # noqa: E402
from torchmetrics.text import rouge as real_class  # noqa: E402

from infrarouge import CoverageWarning, MissingDataError  # noqa: E402
from infrarouge.compat.torchmetrics import ALLOWED_ROUGE_KEYS, ROUGEScore, rouge_score  # noqa: E402

pytestmark = pytest.mark.torch
KEYS = ("rouge1", "rouge2", "rougeL")
WORDS = [
    "the",
    "The",
    "cats",
    "cat",
    "sat",
    "running",
    "ran",
    "on",
    "a",
    "mat,",
    "mat;",
    "don't",
    "3.5",
    "\n",
    "nation",
    "national",
]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let torchmetrics split sentences at newlines, for it cannot without NLTK's data."""
    monkeypatch.setattr(real_function, "_split_sentence", lambda text: text.split("\n"))


@pytest.fixture
def punkt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """NLTK with data for Punkt, which knows no abbreviation; it is called to take the data away again."""
    nltk = pytest.importorskip("nltk")
    data = tmp_path / "tokenizers" / "punkt_tab" / "english"
    data.mkdir(parents=True)
    for name in ("collocations.tab", "sent_starters.txt", "abbrev_types.txt", "ortho_context.tab"):
        (data / name).touch()

    def look_in(*folders: Path) -> None:
        monkeypatch.setattr(nltk.data, "path", [str(folder) for folder in folders])
        getattr(getattr(nltk.tokenize, "_get_punkt_tokenizer", None), "cache_clear", lambda: None)()

    look_in(tmp_path)
    yield look_in
    look_in()


def texts(rng: random.Random, most: int = 12) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, most)))


def plain(found: dict[str, Any]) -> dict[str, float]:
    return {key: value.item() for key, value in found.items()}


@pytest.mark.parametrize("accumulate", ["best", "avg"])
@pytest.mark.parametrize("use_stemmer", [False, True])
@pytest.mark.parametrize(
    "hooks", [{}, {"normalizer": str.upper}, {"tokenizer": list}, {"normalizer": str, "tokenizer": str.split}]
)
def test_equal_to_torchmetrics(accumulate: str, use_stemmer: bool, hooks: dict[str, Any], lines: None) -> None:
    pytest.importorskip("nltk")
    rng = random.Random(7)
    preds = [texts(rng) for _ in range(40)]
    target = [[texts(rng) for _ in range(rng.randint(1, 9))] for _ in preds]
    keys = tuple(ALLOWED_ROUGE_KEYS)
    expected = real_class.ROUGEScore(accumulate=accumulate, use_stemmer=use_stemmer, rouge_keys=keys, **hooks)
    found = ROUGEScore(accumulate=accumulate, use_stemmer=use_stemmer, rouge_keys=keys, **hooks, sentences="newline")
    expected.update(preds, target)
    found.update(preds, target)
    for name, values in expected.metric_state.items():
        assert [one.item() for one in found.metric_state[name]] == [one.item() for one in values], name
    assert list(found.metric_state) == list(expected.metric_state)
    assert plain(found.compute()) == plain(expected.compute())


SHAPES: list[tuple[Any, Any]] = [
    ("a b", "a c"),
    ("a b", ["a", "b c"]),
    (["a b"], ["a c"]),
    (("a b", "c"), ["a", "c"]),
    (["a b", "c"], [["a", "b"], ["c"]]),
    (["a b", "c"], ["a"]),
    (["a b"], ("a b", "c")),
    ("a b", ("a b", "c")),
    (["a b"], "a b"),
    ("a b", [["a b"]]),
    (["a", "b"], [["a"], "b"]),
    (["a"], [("a", "b")]),
    ("", ""),
    ("a", ""),
]


@pytest.mark.parametrize("accumulate", ["best", "avg"])
@pytest.mark.parametrize(("preds", "target"), SHAPES, ids=repr)
def test_shapes(preds: Any, target: Any, accumulate: str) -> None:
    expected = real_function.rouge_score(preds, target, accumulate, rouge_keys=KEYS)
    found = rouge_score(preds, target, accumulate, rouge_keys=KEYS)
    assert list(found) == list(expected)
    assert plain(found) == plain(expected)
    assert {(value.dtype, value.shape) for value in found.values()} == {(torch.float32, torch.Size([]))}


@pytest.mark.parametrize(
    ("preds", "target", "accumulate"),
    [([], [], "best"), (["a"], [], "avg"), ("a", [], "avg"), (["a"], [[]], "avg"), ("a", "a", "nonsense")],
)
def test_nothing_to_average_is_nan(preds: Any, target: Any, accumulate: str) -> None:
    for function in (rouge_score, real_function.rouge_score):
        assert all(value.isnan() for value in function(preds, target, accumulate, rouge_keys=KEYS).values())


ERRORS: list[tuple[type[Exception], Any]] = [
    (IndexError, lambda side: side.function("a", [], rouge_keys=KEYS)),
    (IndexError, lambda side: side.metric(rouge_keys=KEYS).update(["a", "b"], [["a"], []])),
    (AttributeError, lambda side: side.function([None], ["a"], rouge_keys=KEYS)),
    (AttributeError, lambda side: side.function(["a"], [["a", 3]], rouge_keys=KEYS)),
    (TypeError, lambda side: side.function(None, "a", rouge_keys=KEYS)),
    (TypeError, lambda side: side.function(["a"], [None], rouge_keys=KEYS)),
    (TypeError, lambda side: side.function("a", "a", rouge_keys=["rouge1"])),
    (TypeError, lambda side: side.metric(rouge_keys=["rouge1"])),
]
SAID: list[Any] = [
    lambda side: side.function("a", "a", rouge_keys=("rouge1", "rouge")),
    lambda side: side.function("a", "a", rouge_keys="rouge10"),
    lambda side: side.metric(rouge_keys=("rouge1", "rouge")),
    lambda side: side.metric(rouge_keys="rouge1", accumulate="x"),
    lambda side: side.metric(rouge_keys="rouge1", bogus=1),
]


class Ours:
    function, metric = staticmethod(rouge_score), ROUGEScore


class Theirs:
    function, metric = staticmethod(real_function.rouge_score), real_class.ROUGEScore


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: type[Exception], call: Any) -> None:
    for side in (Ours, Theirs):
        with pytest.raises(error):
            call(side)


@pytest.mark.parametrize("call", SAID)
def test_errors_say_the_same(call: Any) -> None:
    said = []
    for side in (Ours, Theirs):
        with pytest.raises(ValueError, match=r"unknown|Unexpected") as error:
            call(side)
        said.append(str(error.value))
    assert said[0] == said[1]


def test_documented_example(punkt: Any) -> None:
    expected = {"rouge1": 0.75, "rouge2": 0.0, "rougeL": 0.5, "rougeLsum": 0.5}
    for found in (
        rouge_score("My name is John", "Is your name John"),
        ROUGEScore()("My name is John", "Is your name John"),
    ):
        assert plain(found) == {
            f"{key}_{measure}": value
            for key, value in expected.items()
            for measure in ("fmeasure", "precision", "recall")
        }


def test_sentences_need_data_or_a_rule(punkt: Any) -> None:
    """What torchmetrics raises, and as soon as it is clear: it looks for the data only when it scores."""
    for keys in (("rougeLsum",), "rougeLsum", ("rouge1", "rougeLsum")):
        assert ROUGEScore(rouge_keys=keys)("One. Two.", "Two. One.")["rougeLsum_fmeasure"] == 1.0
    punkt()
    for call in (ROUGEScore, lambda: rouge_score("no full stop", "no full stop")):
        with pytest.raises(OSError, match=r"punkt_tab.*sentences='newline'") as caught:
            call()
        assert isinstance(caught.value, MissingDataError)
    with pytest.raises(OSError, match="punkt"):
        real_function.rouge_score("no full stop", "no full stop")
    assert ROUGEScore(rouge_keys=KEYS)("One. Two.", "Two. One.")["rougeL_fmeasure"] == 0.5
    assert ROUGEScore(sentences="period")("One. Two.", "Two. One.")["rougeLsum_fmeasure"] == 1.0
    assert ROUGEScore(sentences=lambda text: text.split(". "))("One. Two", "Two. One")["rougeLsum_recall"] == 1.0


def test_without_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nltk", None)
    monkeypatch.setattr(real_class, "_NLTK_AVAILABLE", False)
    for side in (Ours, Theirs):
        with pytest.raises(ModuleNotFoundError, match="nltk"):
            side.metric()
        with pytest.raises(ValueError, match="Unexpected keyword arguments: `bogus`"):
            side.metric(bogus=1)
    # The stemmer is our own, so it needs nothing.
    assert ROUGEScore(use_stemmer=True, rouge_keys="rouge1")("cats", "cat")["rouge1_recall"] == 1.0


def test_dropped_letters_are_told_in_the_words_of_this_surface() -> None:
    with pytest.warns(
        CoverageWarning, match=r"drops most of the letters in 1 of 1 .* give normalizer= and tokenizer="
    ) as said:
        rouge_score("кошка спит", "кошка ест", rouge_keys="rouge1")
    assert said[0].filename == __file__
    assert "profile=" not in str(said[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = rouge_score("кошка спит", "кошка ест", normalizer=str.lower, rouge_keys="rouge1")
    assert scores["rouge1_recall"] == 0.5


# ---------------------------------------------------------------- a metric among metrics


def test_life_of_a_metric() -> None:
    metric = ROUGEScore(rouge_keys="rouge1")
    assert isinstance(metric, torchmetrics.Metric)
    assert isinstance(metric, torchmetrics.text.ROUGEScore)
    assert isinstance(metric, real_class.ROUGEScore)
    with pytest.warns(UserWarning, match="before the ``update``"):
        assert metric.compute()["rouge1_recall"].isnan()
    metric.reset()
    assert metric.update(["a b", "c"], ["a", "d"]) is None
    assert plain(metric.compute())["rouge1_recall"] == 0.5
    assert metric(["x"], ["x"])["rouge1_recall"] == 1.0
    assert plain(metric.compute())["rouge1_recall"] == torch.tensor(2 / 3).item()
    assert [type(one) for one in metric.rouge1_recall] == [torch.Tensor] * 3
    hash(metric)
    metric.reset()
    assert metric.rouge1_recall == []


def test_facts_of_the_class() -> None:
    for name in ("is_differentiable", "higher_is_better", "full_state_update", "plot_lower_bound", "plot_upper_bound"):
        assert getattr(ROUGEScore, name) == getattr(real_class.ROUGEScore, name)
    metric, other = ROUGEScore(rouge_keys=KEYS), real_class.ROUGEScore(rouge_keys=KEYS)
    for name in ("rouge_keys", "rouge_keys_values", "stemmer", "normalizer", "tokenizer", "accumulate"):
        assert getattr(metric, name) == getattr(other, name)
    assert metric._defaults == other._defaults
    assert metric._reductions == other._reductions


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)), lambda one: one.clone()])
def test_copies(again: Any) -> None:
    metric = ROUGEScore(rouge_keys=KEYS, tokenizer=str.split, normalizer=str.lower, use_stemmer=True)
    metric.update("a b", "a c")
    other = again(metric)
    other.update("a", "a")
    assert plain(metric.compute())["rouge1_fmeasure"] == 0.5
    assert plain(other.compute())["rouge1_fmeasure"] == 0.75


def test_pickles_do_not_grow_with_the_square() -> None:
    sizes = []
    for n in (50, 400):
        metric = ROUGEScore(rouge_keys="rouge1")
        metric.update(["a"] * n, ["a"] * n)
        sizes.append(len(pickle.dumps(metric.metric_state)))
    assert sizes[1] < 10 * sizes[0]


def test_collection_and_moves() -> None:
    both = torchmetrics.MetricCollection(
        {"plain": ROUGEScore(rouge_keys="rouge1"), "stemmed": ROUGEScore(True, rouge_keys="rouge1")}
    )
    both.update(["the cats"], ["the cat"])
    found = both.compute()
    assert len(found) == 6
    values = sorted(value.item() for key, value in found.items() if "fmeasure" in key)
    assert values == [0.5, 1.0]
    metric = ROUGEScore(rouge_keys="rouge1").to("cpu").set_dtype(torch.float64)
    metric.update("a b", "a")
    metric = metric.to(torch.device("cpu"))
    assert metric.compute()["rouge1_precision"] == 0.5
    wrapped = torchmetrics.BootStrapper
    assert issubclass(wrapped, torchmetrics.Metric)


def test_plots() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        metric, other = ROUGEScore(rouge_keys=KEYS), real_class.ROUGEScore(rouge_keys=KEYS)
        one = metric("My name is John", "Is your name John")
        other.update("My name is John", "Is your name John")
        figures = [metric.plot(), other.plot(), metric.plot(one), metric.plot([one] * 10), other.plot([one] * 10)]
        for figure, axes in figures:
            assert isinstance(figure, plt.Figure)
            assert isinstance(axes, plt.Axes)
            assert axes.get_ylabel() == "ROUGEScore"
        lines = [len(axes.get_lines()) for _, axes in figures]
        assert lines[0] == lines[1] == lines[2]
        assert lines[3] == lines[4]
        assert len(figures[3][1].get_lines()[0].get_xdata()) == len(figures[4][1].get_lines()[0].get_xdata())
        assert figures[0][1].get_ylim() == figures[1][1].get_ylim()
        figure, axes = plt.subplots()
        assert metric.plot(one, ax=axes)[1] is axes
        plt.close("all")


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    from infrarouge.compat import torchmetrics as surface

    monkeypatch.setattr(surface, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'infrarouge\[plot\]'"):
        ROUGEScore(rouge_keys="rouge1").plot()


# ---------------------------------------------------------------- across processes

RANK = """
import json, os, sys
import torch, torch.distributed as dist
from infrarouge.compat.torchmetrics import ROUGEScore

rank, store, counts = int(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
preds, target = ["a b", "a", "c d e", "x", "a c"], ["a", "a", "d", "y", "c"]
metric = ROUGEScore(rouge_keys=("rouge1", "rougeL"))
begin, end = counts[rank], counts[rank + 1]
if end > begin:
    metric.update(preds[begin:end], target[begin:end])
first = {key: value.item() for key, value in metric.compute().items()}
local = len(metric.rouge1_recall)
metric.update(["z"], ["z"])
second = metric.compute()["rouge1_recall"].item()
print(json.dumps([first, local, second]))
dist.destroy_process_group()
"""


@pytest.mark.parametrize("counts", [[0, 2, 4], [0, 1, 5], [0, 0, 3]], ids=["equal", "unequal", "one has none"])
def test_two_processes(counts: list[int], tmp_path: Path) -> None:
    import json

    script = tmp_path / "rank.py"
    script.write_text(RANK)
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(script)]
    runs = [
        subprocess.Popen(
            [*command, str(rank), str(tmp_path / "store"), json.dumps(counts)],
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        )
        for rank in (0, 1)
    ]
    said = [json.loads(run.communicate(timeout=120)[0]) for run in runs]
    preds, target = ["a b", "a", "c d e", "x", "a c"], ["a", "a", "d", "y", "c"]
    n = counts[-1]
    whole = plain(rouge_score(preds[:n], target[:n], rouge_keys=("rouge1", "rougeL")))
    # The lists of the processes follow one another, each with its own last word.
    cut = counts[1]
    ours, theirs = ([*side[:cut], "z", *side[cut:n], "z"] for side in (preds, target))
    both = rouge_score(ours, theirs, rouge_keys="rouge1")["rouge1_recall"].item()
    for rank, (first, local, second) in enumerate(said):
        assert first == whole
        # The state of one process is its own again after computing.
        assert local == counts[rank + 1] - counts[rank]
        assert second == both
