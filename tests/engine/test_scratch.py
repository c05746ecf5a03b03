"""What huge texts need is given back after the call."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from infrarouge import engine

pytestmark = [
    pytest.mark.skipif(engine.name() != "core", reason="the textbook keeps nothing"),
    pytest.mark.skipif(
        not os.path.exists("/proc/self/statm"), reason="needs the memory of a process told by the system"
    ),
]

PROGRAM = """
import os
import infrarouge as ir

def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20

def text(n, first):
    return " ".join(f"w{(first + i * i) % 100_003}é" for i in range(n))

rows = [("rouge1", 400_000), ("rouge2", 400_000), ("rouge3", 400_000), ("rougeS4", 400_000), ("rougeSU", 4000)]
ir.score(prediction="a b", reference="a", metrics=[metric for metric, _ in rows])
before = megabytes()
for metric, n in rows:
    ir.score(prediction=text(n, 1), reference=text(n, 5), metrics=metric, within="sentence" if n < 5000 else "text")
print(megabytes() - before)
"""


def test_scores_of_huge_texts_leave_no_scratch_behind() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=here(), timeout=500)
    assert done.returncode == 0, done.stderr
    # The texts are gone, the vocabularies small, and memory comes in pieces that go back.
    assert int(done.stdout) < 200, done.stdout


def here() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "MALLOC_MMAP_THRESHOLD_": "65536"}
