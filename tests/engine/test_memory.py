"""Without memory, work in the core ends with a MemoryError that says so, and what comes after is as before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from infrarouge import engine

pytestmark = [
    pytest.mark.skipif(engine.name() != "core", reason="the memory of the core is limited"),
    pytest.mark.skipif(
        not os.path.exists("/proc/self/statm"), reason="needs the memory of a process told by the system"
    ),
    pytest.mark.skipif(
        "asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer needs addresses without end"
    ),
]
LIMIT = """
import resource, sys

def limit(spare):
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))
"""
PROGRAM = """
import random
import infrarouge as ir

def text(words, seed):
    draw = random.Random(seed)
    return " ".join(f"w{int(30_000 * draw.random())}" for _ in range(words))

def calls(many, first, second, n_resamples):
    return {
        "evaluate": lambda: ir.evaluate(predictions=[first] * 4, references=[second] * 4, metrics="rouge2 rougeS9", threads=2),
        "score": lambda: ir.score(prediction=first, reference=second, metrics="rouge1 rougeS50"),
        "weighted": lambda: ir.score(prediction=first, reference=second, metrics="rougeW-1.2"),
        "dedup": lambda: ir.dedup([first, second] * 9, metric="rougeSU4", threads=2),
        "pairwise": lambda: ir.pairwise(predictions=[*many, first, second], metric="rouge2", threads=2),
        "join": lambda: ir.pairwise(predictions=many, metric="rouge1", cutoff=0.01, threads=2),
        "index": lambda: ir.Index([*many, first, second], metric="rougeSU4").nearest(first, 5),
        "resamples": lambda: ir.evaluate(predictions=many, references=many, n_resamples=n_resamples)["rouge1"],
        "explain": lambda: ir.explain(prediction=first, reference=second, metric="rouge1"),
        "oracle": lambda: ir.oracle(documents=[[first, second]], references=[first]),
    }

name, spare = sys.argv[1], int(sys.argv[2])
calls(["a b", "b c"], "a b", "b", 10)[name]()  # what is imported when it is used is there afterwards
call = calls([text(30, seed) for seed in range(3000)], text(60_000, 1), text(60_000, 2), 10**6)[name]
limit(spare)
try:
    call()
except MemoryError as error:
    print("MemoryError", error)
else:
    print("enough")
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(ir.score(prediction="a b", reference="a", metrics="rouge1")["rouge1"].precision)
"""
COMMAND = """
import numpy
from infrarouge import _core
from infrarouge.cli import main

limit(64 << 20)
main()
"""
CALLS = ["evaluate", "score", "weighted", "dedup", "pairwise", "join", "index", "resamples", "explain", "oracle"]


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LIMIT + program, *words],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.parametrize("name", CALLS)
def test_work_without_memory_says_so(name: str) -> None:
    for spare in (0, 4 << 20):
        done = run(PROGRAM, name, str(spare))
        assert done.returncode == 0, done.stderr
        said, after = done.stdout.splitlines()
        assert after == "0.5"
        assert spare or said.startswith("MemoryError"), said
        # NumPy says "Unable to allocate", and Python itself says nothing.
        assert said in ("enough", "MemoryError ") or "memory" in said or "Unable to allocate" in said, said
        assert "std::" not in said


@pytest.mark.parametrize("command", ["score", "dedup", "analyze", "explain"])
def test_a_command_without_memory_ends_in_one_line(tmp_path: Path, command: str) -> None:
    text = " ".join(f"w{at}" for at in range(1_000_000))
    (tmp_path / "in.jsonl").write_text(json.dumps({"prediction": text, "reference": text}) + "\n")
    words = ["--column", "prediction"] if command == "dedup" else ["-m", "rouge2"]
    done = run(COMMAND, command, str(tmp_path / "in.jsonl"), *words)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("infrarouge: ")
    assert "memory" in done.stderr
    assert len(done.stderr.splitlines()) == 1
