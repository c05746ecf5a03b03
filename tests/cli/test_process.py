"""The command line as a process: pipes, terminals, interruption, memory."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cli.samples import PRED, REF, ROOT, process, whole

from infrarouge import engine


def test_process_is_quiet_when_piped() -> None:
    done = process("score", PRED, REF)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert done.stdout.decode() == f"{whole()}\n"


def test_process_reads_a_pipe() -> None:
    done = process("score", "-", REF, "-f", "json", input=(ROOT / PRED).read_bytes())
    assert json.loads(done.stdout)["n"] == 30


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are made as on Unix")
def test_process_reads_named_and_packed_pipes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = [sys.executable, "-m", "infrarouge", "score", "-", str(tmp_path / "pipe"), "-f", "json"]
    # Another thread writes, for a pipe that nobody opens to read would keep the test for ever.
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[(ROOT / REF).read_bytes()], daemon=True)
    writer.start()
    done = subprocess.run(words, input=gzip.compress((ROOT / PRED).read_bytes()), capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(whole().to_json())


def test_process_survives_a_reader_that_leaves(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "infrarouge", "score", PRED, REF, "-f", "csv"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.wait(60)
    assert b"Traceback" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is made as on Unix")
def test_process_shows_progress_at_a_terminal(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "infrarouge", "score", PRED, REF], stdout=subprocess.PIPE, stderr=theirs, timeout=60
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    os.close(ours)
    assert done.stdout.decode() == f"{whole()}\n"
    assert b"scoring" in shown
    assert b"30/30" in shown


def many(path: Path, n: int) -> None:
    row = {"prediction": "the cat sat on the mat", "reference": "a cat lay on the red mat"}
    path.write_text((json.dumps(row) + "\n") * n)


@pytest.mark.skipif(sys.platform == "win32", reason="the signal of Ctrl-C is sent as on Unix")
@pytest.mark.parametrize("name", ["each.jsonl", "each.csv", "each.parquet"])
def test_interruption_leaves_complete_rows(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    many(tmp_path / "in.jsonl", 3000)
    target = tmp_path / name
    # The last rows never come, so that the work is under way when the signal arrives.
    words = [sys.executable, "-m", "infrarouge", "score", "-", "--input", "jsonl", "--per-example", str(target)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write((tmp_path / "in.jsonl").read_bytes())
        running.stdin.flush()
        end = time.monotonic() + 60
        while time.monotonic() < end and not (target.exists() and target.stat().st_size):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == b""
    assert err.decode() == f"infrarouge: interrupted; the 2048 rows scored so far are in {target}\n"
    assert rows_of(target) == list(range(2048))


def rows_of(path: Path) -> list[int]:
    if path.suffix == ".jsonl":
        return [json.loads(line)["row"] for line in path.read_text().splitlines()]
    if path.suffix == ".csv":
        return [int(line["row"]) for line in csv.DictReader(path.open())]
    from pyarrow import parquet

    return list(parquet.read_table(path)["row"].to_pylist())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as on Unix")
@pytest.mark.skipif(engine.name() == "textbook", reason="so many rows are for the core")
def test_memory_stays_bounded(tmp_path: Path) -> None:
    """Twenty times the rows take little more memory: the counts, and nothing of the texts."""
    code = (
        "import resource, sys; from infrarouge.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    text = " ".join(f"word{at % 97}" for at in range(300))
    used = []
    for n in (2048, 20 * 2048):
        path = tmp_path / "in.jsonl"
        with path.open("w") as file:
            for _ in range(n):
                file.write(json.dumps({"prediction": text, "reference": text}) + "\n")
        words = ["score", str(path), "-m", "rouge1", "--resamples", "0", "--per-example", str(tmp_path / "out.jsonl")]
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, timeout=600, check=True)
        used.append(int(done.stderr) / (1024 if sys.platform != "darwin" else 1024 * 1024))
        size = path.stat().st_size / 2**20
    assert size > 150
    assert used[1] - used[0] < size / 4, used
