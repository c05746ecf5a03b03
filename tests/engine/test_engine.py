"""The engine's surroundings: forks, interrupts, threads, other interpreters, and the way it is chosen."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import infrarouge as ir
from infrarouge import engine

TEXTS = [f"the cat number {n % 13} sat on the mat\nand word {n % 7} followed" for n in range(3000)]
OTHERS = [f"a cat number {n % 11} sat on a mat\nand word {n % 5} came" for n in range(3000)]


def totals(threads: int) -> list[float]:
    return ir.Rouge(threads=threads).scores(predictions=TEXTS, references=OTHERS).sum(axis=0).ravel().tolist()


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_fork_after_use_does_not_hang() -> None:
    expected = totals(2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = [pool.apply_async(totals, (2,)) for _ in range(4)]
        assert [one.get(timeout=60) for one in found] == [expected] * 4
    assert totals(2) == expected


def test_other_threads_run_meanwhile() -> None:
    """The lock is released: a thread that only counts goes on while a long batch is scored."""
    if engine.name() == "textbook":
        pytest.skip("the textbook engine is Python and holds the lock")
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    counter = threading.Thread(target=tick)
    counter.start()
    text = " ".join(str(n % 3000) for n in range(60_000))
    ir.Rouge("rougeL", threads=1).score(prediction=text, reference=text[::-1])
    done.set()
    counter.join()
    assert ticks >= 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")
def test_interrupt_is_heard_between_chunks() -> None:
    code = """
import infrarouge as ir, sys
text = " ".join(str(n % 900) for n in range(1000))
rouge = ir.Rouge("rougeL rougeW")
print("ready", flush=True)
try:
    rouge.scores(predictions=[text] * 100_000, references=[text] * 100_000)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=120)[0] == "interrupted\n"


def test_the_textbook_can_be_asked_for() -> None:
    code = "import infrarouge as ir, infrarouge.engine as e; print(e.name(), ir.score(prediction='a b', reference='a c')['rouge1'])"
    textbook = run(code, INFRAROUGE_ENGINE="textbook")
    assert textbook.stdout == "textbook Score(precision=0.5, recall=0.5, fmeasure=0.5)\n"
    assert textbook.stderr == ""
    assert "it is core, textbook or not set" in run(code, INFRAROUGE_ENGINE="fast").stderr


def test_another_interpreter_does_not_crash() -> None:
    # NumPy serves the interpreter that imports it first, so this one does.
    code = """
import infrarouge, numpy
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
one = interpreters.create()
try:
    interpreters.run_string(one, "import infrarouge; infrarouge.score(prediction='a', reference='a')")
except Exception as error:
    print("refused", type(error).__name__)
print("alive", infrarouge.score(prediction='a', reference='a')['rouge1'].fmeasure)
"""
    found = run(code)
    assert "alive 1.0" in found.stdout, found.stderr
    assert found.returncode == 0


def test_thread_count() -> None:
    assert engine.thread_count(3) == 3
    assert engine.thread_count(None) >= 1
    for wrong in (0, -1, 1.5, True, "2"):
        with pytest.raises(ValueError, match="whole number from 1"):
            engine.thread_count(wrong)  # type: ignore[arg-type]
