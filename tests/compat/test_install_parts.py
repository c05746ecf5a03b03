"""Putting a surface in the place of the ROUGE part of a package that holds more."""

from __future__ import annotations

from pathlib import Path

from compat.programs import package, python

EVALUATE = {
    "__init__": "from .loading import load\nfrom .module import combine\n",
    "loading": "def load(path, module_type=None, **kwargs):\n    return f'original {path}'\n",
    "module": "from . import loading\nfrom .loading import load\n\ndef combine(paths):\n    return [load(p) for p in paths]\n",
}


def test_the_rest_of_evaluate_stays(tmp_path: Path) -> None:
    package(tmp_path, "evaluate", **EVALUATE)
    code = """
import os, sys
from infrarouge import compat
from infrarouge.compat.evaluate import MODULE
compat.install("evaluate")
assert "evaluate" not in sys.modules
import evaluate
from evaluate import load
assert load("accuracy") == "original accuracy"
assert evaluate.loading.load is load and load.__name__ == "load"
assert evaluate.combine(["rouge", "bleu"]) == [f"original {MODULE}", "original bleu"]
assert load("evaluate-metric/rouge", module_type="metric") == f"original {MODULE}"
os.mkdir("rouge")
assert load("rouge") == "original rouge"
os.rmdir("rouge")
compat.uninstall("evaluate")
assert evaluate.load("rouge") == evaluate.loading.load("rouge") == evaluate.combine(["rouge"])[0] == "original rouge"
with compat.installed("evaluate"):
    assert evaluate.load("rouge") == f"original {MODULE}"
assert evaluate.load("rouge") == "original rouge"
print("done")
"""
    assert python(code, tmp_path, cwd=tmp_path) == "done"


def test_a_file_of_that_name_is_not_the_package(tmp_path: Path) -> None:
    (tmp_path / "evaluate.py").write_text("mine = 1\n")
    code = """
from infrarouge import compat
with compat.installed("evaluate"):
    from evaluate import load
    assert load("rouge").name == "rouge"
import evaluate
print(evaluate.mine)
"""
    assert python(code, tmp_path) == "1"


DISTANCIA = {
    "__init__": "from .textDistance import *\n",
    "textDistance": "class ROUGEScore: pass\nclass Levenshtein: pass\n",
}


def test_the_rest_of_distancia_stays(tmp_path: Path) -> None:
    package(tmp_path, "distancia", **DISTANCIA)
    code = """
from infrarouge import compat
import distancia
from distancia import ROUGEScore as original
import warnings
warnings.simplefilter("ignore", compat.InstallWarning)
compat.install("distancia")
from distancia import Levenshtein, ROUGEScore
from distancia.textDistance import ROUGEScore as same
assert same is ROUGEScore and ROUGEScore().compute("ab", ["ab"]) == {"recall": 1.0}
assert Levenshtein.__module__ == "distancia.textDistance"
compat.uninstall("distancia")
assert distancia.ROUGEScore is distancia.textDistance.ROUGEScore is original
print("done")
"""
    assert python(code, tmp_path) == "done"


def test_a_distancia_that_cannot_be_imported(tmp_path: Path) -> None:
    """It needs packages that it does not ask for; what does not need them stays in reach."""
    package(tmp_path, "distancia", __init__="import no_such_cv2\n", plain="value = 1\n")
    code = """
import sys
from infrarouge import compat
compat.install("distancia")
from distancia import ROUGEScore
from distancia.plain import value
assert value == 1
import distancia
try:
    distancia.Levenshtein
except AttributeError as error:
    print(error)
compat.uninstall("distancia")
assert "distancia" not in sys.modules
"""
    said = python(code, tmp_path)
    assert "distancia itself cannot be imported (No module named 'no_such_cv2')" in said
    assert "has no attribute 'Levenshtein'" in said


def test_the_rest_of_sumeval_stays(tmp_path: Path) -> None:
    package(tmp_path, "sumeval", __init__="")
    package(tmp_path / "sumeval", "metrics", __init__="", rouge="class RougeCalculator: pass\n", bleu="value = 1\n")
    code = """
from infrarouge import compat
compat.install("sumeval")
from sumeval.metrics.rouge import RougeCalculator
from sumeval.metrics.bleu import value
assert value == 1 and RougeCalculator(stopwords=False).rouge_1("a b", "a b") == 1.0
compat.uninstall("sumeval")
from sumeval.metrics.rouge import RougeCalculator
print(RougeCalculator.__module__)
"""
    assert python(code, tmp_path) == "sumeval.metrics.rouge"


def test_sumeval_that_is_not_installed() -> None:
    code = """
from infrarouge import compat
with compat.installed("sumeval"):
    from sumeval.metrics.rouge import RougeCalculator
    from sumeval.metrics.lang import get_lang
print(RougeCalculator(lang=get_lang("en")).rouge_1("cats", "cats"))
"""
    assert python(code) == "1.0"


def test_a_name_that_is_held_already_warns(tmp_path: Path) -> None:
    package(tmp_path, "evaluate", **EVALUATE)
    (tmp_path / "client.py").write_text("from evaluate import load\n")
    code = """
import warnings
from infrarouge import compat
import evaluate
warnings.simplefilter("error")
compat.install("evaluate")
compat.uninstall("evaluate")
import client
try:
    compat.install("evaluate")
except compat.InstallWarning as warning:
    print(warning)
"""
    assert "it is still in use in client; install first" in python(code, tmp_path)


def test_the_rest_of_keras_hub_stays(tmp_path: Path) -> None:
    package(tmp_path, "keras_hub", __init__="from keras_hub import metrics, models\n", models="value = 1\n")
    package(
        tmp_path / "keras_hub",
        "metrics",
        __init__=(
            "from keras_hub.src.metrics.perplexity import Perplexity\n"
            "from keras_hub.src.metrics.rouge_l import RougeL\n"
            "from keras_hub.src.metrics.rouge_n import RougeN\n"
        ),
    )
    package(tmp_path / "keras_hub", "src", __init__="")
    classes = {
        "rouge_n": "class RougeN: pass\n",
        "rouge_l": "class RougeL: pass\n",
        "perplexity": "class Perplexity: pass\n",
    }
    package(tmp_path / "keras_hub" / "src", "metrics", __init__="", **classes)
    code = """
import sys
from infrarouge import compat
compat.install("keras_hub")
assert "keras_hub" not in sys.modules
import keras_hub
from keras_hub.metrics import Perplexity, RougeN
assert Perplexity.__module__ == "keras_hub.src.metrics.perplexity" and keras_hub.models.value == 1
metric = RougeN(order=1)
metric.update_state("the cat", "the cat")
assert float(metric.result()["f1_score"]) == 1.0
compat.uninstall("keras_hub")
print(keras_hub.metrics.RougeN.__module__, keras_hub.metrics.RougeL.__module__)
"""
    assert python(code, tmp_path) == "keras_hub.src.metrics.rouge_n keras_hub.src.metrics.rouge_l"
