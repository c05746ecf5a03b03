"""Numbers, offsets and arrays that lie raise a Python exception with a clear sentence; none ends the interpreter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from engine.hostile import CALLS
from hypothesis import settings

pytest.importorskip("infrarouge._core", reason="the native core is not built here")

TESTS = Path(__file__).parents[1]


def run(*arguments: str) -> str:
    """Run a program in a process of its own, and name the last call where it crashed."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *map(os.path.abspath, filter(None, sys.path))])},
    )
    last = done.stdout.splitlines()[-1:]
    assert done.returncode == 0, f"ended with {done.returncode} after {last}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def answers() -> dict[str, tuple[str, str]]:
    lines = map(json.loads, run("engine.hostile").splitlines())
    return {line["call"]: (line["raised"], line["said"]) for line in lines if "call" in line}


@pytest.mark.parametrize("name", CALLS)
def test_a_hostile_call_is_refused(answers: dict[str, tuple[str, str]], name: str) -> None:
    _, kinds, message = CALLS[name]
    raised, said = answers[name]
    assert raised in kinds.split("|"), said
    assert re.search(message, said), said


def test_random_hostile_calls_are_survived() -> None:
    examples = 5 * settings.default.max_examples  # five hundred in make test, two thousand in make test-all
    assert run("engine.hostile_fuzz", str(examples)).endswith("survived\n")
