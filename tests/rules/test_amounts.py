"""Numbers among the rules are refused alike by both engines, with what is accepted."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import infrarouge as ir

BEYOND = [2**64, -(2**64), 10**400, 10**5000, float("nan"), "x", [], object()]
"""What no rule takes for a number: among them one that has no decimal form, and one that is no double."""
WHOLE = ["max_words", "max_bytes", "stem_min", "decimals", "n_resamples", "rng"]
REAL = ["alpha", "lcs_root", "confidence_level", "beta"]


@pytest.mark.parametrize("rule", [*WHOLE, *REAL, "ignore_ids"])
@pytest.mark.parametrize("at", range(len(BEYOND)))
def test_what_is_no_such_number_is_refused_when_a_scorer_is_made(rule: str, at: int) -> None:
    value: Any = BEYOND[at]
    if (rule, value) in [("lcs_root", 2**64), ("beta", 2**64), ("ignore_ids", [])]:
        ir.Rouge("rouge1", **{rule: value})
        return
    with pytest.raises(ValueError, match=rf"^{rule} is .*; give "):
        ir.Rouge("rouge1", **{rule: value})


@pytest.mark.parametrize("rule", ["stem_min", "alpha", "beta", "confidence_level", "n_resamples", "rng", "ignore_ids"])
def test_a_number_that_has_a_meaning_only_as_a_number_is_not_none(rule: str) -> None:
    with pytest.raises(ValueError, match=rf"^{rule} is None; give "):
        ir.Rouge("rouge1", **{rule: None})


@pytest.mark.parametrize("value", [2**31, 10**5000, 0, -1, 1.5, "x"], ids=range(6))
def test_threads_and_flips_are_small_numbers(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^threads is .*; give a whole number from 1 up"):
        ir.evaluate(predictions=["a"], references=["a"], threads=value)
    with pytest.raises(ValueError, match=r"^n_flips is .*; give a whole number from 1 to"):
        ir.compare({"a": ["x"], "b": ["y"]}, references=["x"], n_flips=value)


@pytest.mark.parametrize("engine", ["core", "textbook"])
def test_the_greatest_numbers_are_taken_by_both_engines(engine: str) -> None:
    if engine == "core":
        pytest.importorskip("infrarouge._core", reason="the native core is not built here")
    program = (
        "import infrarouge as ir\n"
        "rules = dict(max_words=2**63 - 1, max_bytes=2**63 - 1, stem_min=2**32 - 1, decimals=1000, rng=2**64 - 1)\n"
        "print(ir.evaluate(predictions=['a b'], references=['a'], metrics='rouge1', **rules)['rouge1'].recall.mean)\n"
        "low = dict(max_words=1 - 2**63, max_bytes=1 - 2**63)\n"
        "print(ir.score(prediction='a b', reference='a', metrics='rouge1', **low)['rouge1'].recall)"
    )
    environment = {**os.environ, "INFRAROUGE_ENGINE": engine, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["1.0", "0.0"], "")
