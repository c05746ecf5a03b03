"""Putting surfaces under the names of the originals, and surfaces whose packages are missing."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.util import find_spec

import pytest

from infrarouge import UnknownNameError, compat


@pytest.fixture(autouse=True)
def tidy() -> object:
    before = dict(sys.modules)
    yield
    for name in compat.PACKAGES:
        compat.uninstall(name)
    for name in ("rouge_score", "evaluate"):
        assert sys.modules.get(name) is before.get(name)


def test_install_and_uninstall() -> None:
    compat.install("rouge_score")
    compat.install("rouge_score")
    from rouge_score import rouge_scorer, scoring

    assert rouge_scorer.__name__ == "infrarouge.compat.rouge_score.rouge_scorer"
    assert scoring.Score is importlib.import_module("infrarouge.compat.rouge_score.scoring").Score
    assert importlib.import_module("rouge_score.tokenizers").DefaultTokenizer().tokenize("A b") == ["a", "b"]
    compat.uninstall("rouge_score")
    assert not any(name.partition(".")[0] == "rouge_score" for name in sys.modules)


WHOLE = [one for one in compat.PACKAGES if one != "torchmetrics" and find_spec(f"infrarouge.compat.{one}")]


@pytest.mark.parametrize("name", WHOLE)
def test_every_package(name: str) -> None:
    compat.install(name)
    assert importlib.import_module(name).__name__ == f"infrarouge.compat.{name}"
    compat.uninstall(name)
    assert getattr(sys.modules.get(name), "__name__", name) == name


def test_what_was_there_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    original = type(sys)("evaluate")
    monkeypatch.setitem(sys.modules, "evaluate", original)
    compat.install("evaluate")
    assert importlib.import_module("evaluate").load("rouge").name == "rouge"
    compat.uninstall("evaluate")
    assert importlib.import_module("evaluate") is original


def test_nothing_is_there_unless_asked() -> None:
    code = (
        "import sys, infrarouge.compat.rouge_score.rouge_scorer; "
        "print([name for name in sys.modules if name.partition('.')[0] in ('rouge_score', 'rouge', 'evaluate', 'nltk')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_packages_can_be_installed() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'rouge_score'"):
        compat.install("rouge-score")


@pytest.mark.torch
def test_torchmetrics_is_replaced_in_part() -> None:
    torchmetrics = pytest.importorskip("torchmetrics")
    originals = torchmetrics.text.ROUGEScore, torchmetrics.functional.text.rouge_score
    compat.install("torchmetrics")
    from torchmetrics.functional.text.rouge import rouge_score
    from torchmetrics.text import BLEUScore, ROUGEScore

    assert ROUGEScore.__module__ == rouge_score.__module__ == "infrarouge.compat.torchmetrics"
    assert torchmetrics.functional.rouge_score is rouge_score
    assert BLEUScore.__module__ == "torchmetrics.text.bleu"
    compat.uninstall("torchmetrics")
    assert (torchmetrics.text.ROUGEScore, torchmetrics.functional.text.rouge_score) == originals
    assert torchmetrics.text.rouge.ROUGEScore is originals[0]


WITHOUT_TORCH = """
import sys
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.startswith("torch") else find(name, *rest)
from infrarouge.compat import torchmetrics as surface
for call in (surface.ROUGEScore, lambda: surface.rouge_score("a", "a")):
    try:
        call()
    except ModuleNotFoundError as error:
        print(error)
assert "torch" not in sys.modules
"""


def test_without_torch() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert len(said) == 2
    assert all("pip install 'infrarouge[torch]'" in line for line in said)
