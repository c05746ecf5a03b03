"""INFRAROUGE_SIMD chooses between copies of the same code, which give the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("infrarouge._core", reason="the native core is not built here")

PROGRAM = """
import hashlib, sys
import infrarouge as ir
from infrarouge import engine
words = "The cats sat, naïve Ωμέγα 東京 né\\u0301 ran\\n don't 3.5 Привет हिन्दी".split(" ")
texts = [" ".join(words[(i * j) % len(words)] for j in range(1, 2 + i % 90)) for i in range(300)]
report = ir.evaluate(predictions=texts, references=texts[::-1], metrics="rouge1 rouge2 rougeL rougeLsum rougeW rougeSU4")
numbers = report.scores.tobytes() + repr(report["rougeL"].fmeasure).encode()
print(engine.simd(), hashlib.sha256(numbers).hexdigest())
"""


def run(value: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, "INFRAROUGE_SIMD": value}, capture_output=True, text=True
    )


def test_every_choice_gives_the_same_numbers() -> None:
    answers = [run(value).stdout.split() for value in ("auto", "vector", "none")]
    assert answers[2][0] == "none"
    assert len({numbers for _, numbers in answers}) == 1


def test_a_wrong_choice_is_told() -> None:
    assert "INFRAROUGE_SIMD is 'sse9'; it is none, vector, auto or not set" in run("sse9").stderr
