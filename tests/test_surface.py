"""What users touch first: names that mean a metric, membership, texts by name, errors that can be caught by name."""

from __future__ import annotations

import ast
import copy
import enum
import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge import errors


class Metric(str, enum.Enum):
    UNIGRAMS = "rouge1"
    LONGEST = "ROUGE-L"


PAIR: dict[str, Any] = {"prediction": "the cat sat", "reference": "the cat sat down"}
BATCH: dict[str, Any] = {"predictions": ["the cat sat"], "references": ["the cat sat down"]}


def test_a_member_of_an_enum_is_a_metric_name() -> None:
    scores = ir.score(**PAIR, metrics=[Metric.UNIGRAMS, Metric.LONGEST])
    assert list(scores) == ["rouge1", "rougeL"]
    assert scores[Metric.LONGEST] == scores["rougeL"]
    assert ir.Rouge(Metric.LONGEST).labels == ["rougeL"]
    assert ir.evaluate(**BATCH, metrics=Metric.UNIGRAMS)[Metric.UNIGRAMS].recall.value == 0.75


@pytest.mark.parametrize("results", [ir.score(**PAIR, metrics="rouge1"), ir.evaluate(**BATCH, metrics="rouge1")])
def test_membership_agrees_with_looking_up(results: Any) -> None:
    for name in ("rouge1", "ROUGE-1", "rouge_1", Metric.UNIGRAMS):
        assert name in results
        assert results.get(name) == results[name] == results["rouge1"]
    for name in ("foo", "rougeL", "", 3, None):
        assert name not in results
        assert results.get(name) is None
        assert results.get(name, 7) == 7
    with pytest.raises(KeyError, match="rougeL was not scored"):
        results["rougeL"]
    with pytest.raises(ir.UnknownNameError, match="unknown metric 'foo'"):
        results["foo"]


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (ir.score, "infrarouge.score(prediction=..., reference=...)"),
        (ir.evaluate, "infrarouge.evaluate(predictions=[...], references=[...])"),
        (ir.explain, "infrarouge.explain(prediction=..., reference=...)"),
        (ir.check, "infrarouge.check(prediction=..., reference=..., rougeL='>=0.6')"),
        (ir.which, "infrarouge.which(predictions=[...], references=[...], reported={'rougeL': '41.2'})"),
    ],
)
def test_texts_without_names_are_answered_with_the_line_to_type(call: Any, line: str) -> None:
    with pytest.raises(ir.InputTypeError) as caught:
        call("the cat sat", "the cat sat down")
    assert str(caught.value).endswith(f"type: {line}")


def test_every_error_that_users_see_is_public() -> None:
    kinds = {name for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, Exception)}
    inside = {"TextFault", "ColumnFault"}  # cross from an engine to whoever words them
    assert kinds - inside <= set(ir.__all__)


def test_a_wrong_text_shows_a_public_class() -> None:
    for call in (
        lambda: ir.evaluate(predictions=["a", 3], references=["a", "b"]),
        lambda: ir.Rouge().scores(predictions=["a"] * 2, references=[["a"], ["b", 3]]),
        lambda: ir.pairwise(predictions=["a", 3]),
        lambda: ir.Index(["a", 3]),
        lambda: ir.dedup(["a", 3]),
        lambda: ir.oracle(sentences=["a"], reference=3),
        lambda: ir.Rouge().prepare(["a", 3]),
    ):
        with pytest.raises(ir.InputTypeError) as caught:
            call()
        assert type(caught.value) is ir.InputTypeError
        assert " is int, not str" in str(caught.value)


# ---------------------------------------------------------------- the names

NAMES = """AnalyzerVersionError Candidates Check Choice Comparison Counts CoverageError CoverageWarning Deduplication EmptyTextError EngineWarning Estimate
Explanation Extract Index InfrarougeError InputError InputTypeError LanguageWarning
Match MatchRules MissingDataError MissingExtraError Pairs
Prepared Profile Quirk RangeError ReferenceOrderWarning Report Resampling Rouge Rules Score ScoreRules Scores SignatureError State TextRules TextTypeError
UnknownNameError __version__ check compare dedup evaluate evaluate_batches explain mbr metrics named oracle pairwise profile profiles score tokenizers which"""


def test_public_names() -> None:
    assert sorted(ir.__all__) == sorted(NAMES.split())
    assert all(hasattr(ir, name) for name in ir.__all__)
    with pytest.raises(AttributeError):
        ir.no_such_name  # noqa: B018


def imported(code: str) -> set[str]:
    """The modules at the top that are there once the code has run in a fresh interpreter."""
    code = f"import sys, infrarouge; {code}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_names_are_imported_on_first_use() -> None:
    assert "numpy" not in imported("pass")
    assert {"Rouge", "compare"} <= set(dir(ir))


def test_no_module_has_the_name_of_a_public_function() -> None:
    """`infrarouge.profile` is always the function, whichever modules are imported."""
    names = {module.name for module in pkgutil.iter_modules(ir.__path__)}
    assert {"api", "rules", "reporting"} <= names
    assert not names & set(ir.__all__)
    assert set(dir(ir)) == set(ir.__all__)


def test_the_stub_has_the_public_names() -> None:
    """Editors and type checkers read the stub, and so offer these names and no modules."""
    stub = ast.parse(Path(ir.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module for node in imports for alias in node.names if alias.name == alias.asname}
    assert len(imports) + 1 == len(stub.body)  # the docstring
    assert sorted(homes) == sorted(ir.__all__)
    for name, home in homes.items():
        assert getattr(importlib.import_module(str(home)), name) is getattr(ir, name)


def test_scoring_brings_no_extra() -> None:
    extras = {
        "torch",
        "torchmetrics",
        "pandas",
        "polars",
        "pyarrow",
        "pyspark",
        "matplotlib",
        "nltk",
        "typer",
        "rich",
        "scipy",
    }
    assert not extras & imported("infrarouge.score(prediction='a', reference='a')")


def test_a_report_that_was_looked_at_travels() -> None:
    report = ir.evaluate(**BATCH, metrics="rouge1 rougeL")
    before = report.to_json()
    assert pickle.loads(pickle.dumps(report)).to_json() == before
    assert copy.deepcopy(report).scores.tolist() == report.scores.tolist()
