"""What docs/threads.md promises of processes and of Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

import infrarouge

TEXTS = {"predictions": ["the cat sat on the mat"] * 600, "references": ["the cat lay on the soft mat"] * 600}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_scores() -> None:
    # In a process of its own, which has no other threads than the core's.
    program = f"""
import os, infrarouge
texts = {TEXTS!r}
whole = infrarouge.evaluate(**texts, threads=2)
child = os.fork()
if not child:
    again = infrarouge.evaluate(**texts, threads=2)
    os._exit(0 if (again.counts == whole.counts).all() else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="the signal of Ctrl-C is sent as on Unix")
def test_ctrl_c_is_heard_in_a_batch() -> None:
    rows = {name: [texts[0] * 40] * 2_000_000 for name, texts in TEXTS.items()}
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            infrarouge.evaluate(**rows, metrics="rougeL rougeS", threads=1)
    finally:
        timer.cancel()
