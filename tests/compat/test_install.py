"""Putting surfaces under the names of the originals, and surfaces whose packages are missing."""

from __future__ import annotations

import importlib
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from compat.programs import package, python

from infrarouge import UnknownNameError, compat
from infrarouge.compat.surfaces import surface_of

WHOLE = ("rouge_score", "rouge", "pyrouge", "multilingual_rouge")


@pytest.fixture(autouse=True)
def tidy() -> Any:
    """As if no original were imported yet, whatever other tests did; everything is as before at the end."""
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in WHOLE}
    for name in before:
        del sys.modules[name]
    finders = list(sys.meta_path)
    yield
    compat.uninstall()
    assert sys.meta_path == finders
    assert not [name for name in sys.modules if name.partition(".")[0] in WHOLE]
    sys.modules.update(before)


# ---------------------------------------------------------------- packages that are replaced whole


def test_install_and_uninstall() -> None:
    compat.install("rouge_score")
    compat.install("rouge_score")
    from rouge_score import rouge_scorer, scoring

    assert rouge_scorer.__name__ == "infrarouge.compat.rouge_score.rouge_scorer"
    assert scoring.Score is importlib.import_module("infrarouge.compat.rouge_score.scoring").Score
    assert importlib.import_module("rouge_score.tokenizers").DefaultTokenizer().tokenize("A b") == ["a", "b"]
    compat.uninstall("rouge_score")
    assert not any(name.partition(".")[0] == "rouge_score" for name in sys.modules)


@pytest.mark.parametrize("name", WHOLE)
def test_every_package_that_is_replaced_whole(name: str) -> None:
    with compat.installed(name):
        assert importlib.import_module(name).__name__ == surface_of(name)
    assert getattr(sys.modules.get(name), "__name__", name) == name


def test_modules_of_rouge_and_pyrouge() -> None:
    code = """
from infrarouge import compat
compat.install("rouge", "pyrouge")
import rouge.rouge_score
from rouge.rouge import FilesRouge, Rouge
from rouge.rouge_score import rouge_l_summary_level, rouge_n
from pyrouge.Rouge155 import Rouge155
from pyrouge.utils import log
from pyrouge.utils.log import get_global_console_logger
from pyrouge import Rouge155 as same
assert same is Rouge155 and rouge.Rouge is Rouge
print({part.__module__.partition(".compat.")[2] for part in (Rouge, rouge_n, Rouge155, get_global_console_logger)})
"""
    assert eval(python(code)) == {"rouge.rouge", "rouge.rouge_score", "pyrouge.rouge155", "pyrouge.utils.log"}


def test_the_last_of_several_surfaces_for_a_module_stays() -> None:
    compat.install("rouge")
    compat.install("py-rouge")
    import rouge

    assert rouge.Rouge.__module__ == importlib.import_module("rouge.rouge").Rouge.__module__
    assert rouge.Rouge.__module__ == "infrarouge.compat.py_rouge.rouge"
    compat.install("rouge")
    assert importlib.import_module("rouge").Rouge.__module__ == "infrarouge.compat.rouge.rouge"
    compat.uninstall("rouge")
    assert "rouge" not in sys.modules


def test_a_surface_with_two_names() -> None:
    for name, module in (("xlsum", "rouge_score"), ("multilingual_rouge", "multilingual_rouge")):
        compat.install(name)
        scorer = importlib.import_module(f"{module}.rouge_scorer").RougeScorer
        assert scorer.__module__ == "infrarouge.compat.xlsum.rouge_scorer"
        assert importlib.import_module(f"{module}.scoring").Score is importlib.import_module(f"{module}.scoring").Score
        compat.uninstall(name)
        assert module not in sys.modules


def test_what_was_there_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    original, part = type(sys)("rouge_score"), type(sys)("rouge_score.own")
    monkeypatch.setitem(sys.modules, "rouge_score", original)
    monkeypatch.setitem(sys.modules, "rouge_score.own", part)
    with pytest.warns(compat.InstallWarning):
        compat.install("rouge_score")
    assert "rouge_score.own" not in sys.modules
    compat.uninstall("rouge_score")
    assert sys.modules["rouge_score"] is original
    assert sys.modules["rouge_score.own"] is part
    assert "rouge_score.scoring" not in sys.modules


def test_the_context_manager_leaves_what_was_installed() -> None:
    compat.install("rouge")
    with compat.installed("rouge", "rouge_score"):
        assert "rouge_score" in sys.modules
    assert "rouge_score" not in sys.modules
    assert sys.modules["rouge"].__name__ == "infrarouge.compat.rouge"
    compat.uninstall()
    assert "rouge" not in sys.modules


def test_the_context_manager_tidies_after_an_error() -> None:
    def fail() -> None:
        with compat.installed("rouge"):
            raise KeyError("rouge" in sys.modules)

    with pytest.raises(KeyError, match="True"):
        fail()
    assert "rouge" not in sys.modules


def test_nothing_is_there_unless_asked() -> None:
    code = (
        "import sys, infrarouge.compat.rouge_score.rouge_scorer; "
        "print([name for name in sys.modules if name.partition('.')[0] in ('rouge_score', 'rouge', 'evaluate', 'nltk')])"
    )
    assert python(code) == "[]"


def test_only_packages_can_be_installed() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'rouge_score'"):
        compat.install("rouge-score")
    with pytest.raises(UnknownNameError, match="did you mean 'rouge_score'"):
        compat.install("rouge", "rouge-score")
    assert "rouge" not in sys.modules


# ---------------------------------------------------------------- originals that were imported before


def test_a_late_installation_warns(tmp_path: Path) -> None:
    package(tmp_path, "rouge_score", __init__="", rouge_scorer="class RougeScorer: pass\n")
    (tmp_path / "client.py").write_text("from rouge_score.rouge_scorer import RougeScorer\n")
    code = """
import warnings
import client
from infrarouge import compat
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    compat.install("rouge_score")
[warning] = caught
assert warning.category is compat.InstallWarning and warning.filename == "<string>", warning
print(warning.message)
"""
    said = python(code, tmp_path)
    assert said.startswith(
        "rouge_score was imported before infrarouge.compat.install('rouge_score'), and it is still in "
    )
    assert "in use in client; install first and import afterwards" in said
    assert said.endswith("or run the program with: python -m infrarouge.compat run -- PROGRAM")


def test_an_early_one_does_not() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with compat.installed("rouge_score", "rouge", "pyrouge"):
            pass


# ---------------------------------------------------------------- the real ones


@pytest.mark.peers
def test_evaluate_itself(tmp_path: Path) -> None:
    pytest.importorskip("evaluate")
    code = """
import os
os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HOME": os.getcwd()}
from infrarouge import compat
compat.install("evaluate")
import evaluate
texts = {"predictions": ["hello there", "general kenobi"], "references": ["hello there", "general kenobi said"]}
rouge = evaluate.load("rouge")
assert isinstance(rouge, evaluate.EvaluationModule) and rouge.name == "rouge"
together = evaluate.combine(["rouge"]).compute(**texts)
scores = rouge.compute(**texts)
assert scores == together and list(scores) == ["rouge1", "rouge2", "rougeL", "rougeLsum"]
print({name: float(value) for name, value in scores.items()}["rouge1"])
try:
    evaluate.load("accuracy")
except Exception as error:
    assert "infrarouge" not in str(error), error
compat.uninstall("evaluate")
assert evaluate.load.__module__ == "evaluate.loading" and not hasattr(evaluate.load, "__wrapped__")
"""
    assert python(code, cwd=tmp_path) == "0.9"


@pytest.mark.torch
def test_torchmetrics_is_replaced_in_part() -> None:
    torchmetrics = pytest.importorskip("torchmetrics")
    import torchmetrics.functional.text.rouge as functions

    originals = torchmetrics.text.ROUGEScore, torchmetrics.functional.text.rouge_score
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", compat.InstallWarning)  # other tests may hold its names
        compat.install("torchmetrics")
    from torchmetrics.functional.text.rouge import rouge_score
    from torchmetrics.text import BLEUScore, ROUGEScore

    assert ROUGEScore.__module__ == rouge_score.__module__ == "infrarouge.compat.torchmetrics"
    assert torchmetrics.functional.rouge_score is functions.rouge_score is rouge_score
    assert BLEUScore.__module__ == "torchmetrics.text.bleu"
    compat.uninstall("torchmetrics")
    assert (torchmetrics.text.ROUGEScore, torchmetrics.functional.text.rouge_score) == originals
    assert torchmetrics.text.rouge.ROUGEScore is originals[0]


@pytest.mark.torch
def test_torchmetrics_that_is_imported_afterwards() -> None:
    pytest.importorskip("torchmetrics")
    code = """
import sys, warnings
warnings.simplefilter("error", category=UserWarning)
from infrarouge import compat
compat.install("torchmetrics")
assert "torch" not in sys.modules
from torchmetrics.text import BLEUScore, ROUGEScore
import torchmetrics
assert torchmetrics.functional.text.rouge_score.__module__ == ROUGEScore.__module__ == "infrarouge.compat.torchmetrics"
compat.uninstall()
print(torchmetrics.text.ROUGEScore.__module__)
"""
    assert python(code) == "torchmetrics.text.rouge"


WITHOUT_TORCH = """
import sys
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.startswith("torch") else find(name, *rest)
from infrarouge import compat
from infrarouge.compat import torchmetrics as surface
for call in (surface.ROUGEScore, lambda: surface.rouge_score("a", "a"), lambda: compat.install("torchmetrics")):
    try:
        call()
    except ModuleNotFoundError as error:
        print(error)
assert "torch" not in sys.modules
"""


def test_without_torch() -> None:
    said = python(WITHOUT_TORCH).splitlines()
    assert len(said) == 3
    assert all("pip install 'infrarouge[torch]'" in line for line in said)
