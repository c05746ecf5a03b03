"""Disks that cannot be read or are full, readers that leave, and signals in the middle of writing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli.samples import JSONL, PRED, PRED_B, REF, process

if sys.platform == "win32":
    pytest.skip("devices, pipes and signals are those of Unix", allow_module_level=True)
BAD = "/proc/self/mem"  # whose first byte cannot be read: an input/output error without a broken disk
PRINTING = [["score", PRED, REF], ["explain", PRED, REF], ["metrics"], ["profiles"], ["--help"], ["--version"], []]


@pytest.mark.skipif(not os.path.exists(BAD), reason="this system has no file that fails when it is read")
@pytest.mark.parametrize("kind", ["text", "jsonl", "json", "csv", "parquet", "arrow"])
def test_a_disk_that_cannot_be_read_is_told_with_the_file(kind: str) -> None:
    if kind in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    done = process("score", *([BAD, REF] if kind == "text" else [BAD, "--input", kind]))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"infrarouge: cannot read {BAD}: Input/output error\n"


@pytest.mark.skipif(not os.path.exists(BAD), reason="this system has no file that fails when it is read")
@pytest.mark.parametrize("option", ["--stopwords", "--synonyms"])
def test_a_file_of_words_that_cannot_be_read_is_told(run: Any, option: str) -> None:
    said = f"infrarouge: cannot read {BAD}: Input/output error\n"
    assert run("score", PRED, REF, option, BAD) == (2, "", said)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is full")
@pytest.mark.parametrize("words", PRINTING, ids=lambda words: "-".join(words[:1]) or "nothing")
def test_a_full_disk_behind_the_output_is_told(words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "infrarouge", *words], stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 2, done.stderr
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", PRINTING, ids=lambda words: "-".join(words[:1]) or "nothing")
def test_a_reader_that_has_left_is_no_failed_check(words: list[str]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [sys.executable, "-m", "infrarouge", *words], stdout=theirs, stderr=subprocess.PIPE, timeout=60
    )
    os.close(theirs)
    assert done.returncode == 141, done.stderr
    assert b"Traceback" not in done.stderr


TWICE = '{"prediction": "a", "reference": "b", "more": {"x": "c", "x": "d"}, "prediction": "e"}\n'


@pytest.mark.parametrize(
    ("name", "text", "words", "said"),
    [
        ("a.jsonl", TWICE, [], "a.jsonl, line 1 has the name 'prediction' more than once; keep one of its values"),
        ("a.jsonl", TWICE, ["--prediction", "more.x"], "a.jsonl, line 1 has the name 'x' more than once; keep one of"),
        ("a.json", f"[{TWICE}]", [], "a.json has the name 'x' more than once in an object; keep one of its values"),
    ],
)
def test_a_name_that_stands_twice_in_an_object_is_refused(
    tmp_path: Path, run: Any, name: str, text: str, words: list[str], said: str
) -> None:
    (tmp_path / name).write_text(text)
    status, out, error = run("score", str(tmp_path / name), *words)
    assert (status, out) == (2, "")
    assert said in error


def test_a_name_that_nobody_asks_for_may_stand_twice_in_a_line(tmp_path: Path, run: Any) -> None:
    (tmp_path / "a.jsonl").write_text('{"prediction": "a", "reference": "a", "x": 1, "x": 2}\n')
    assert run("score", str(tmp_path / "a.jsonl"))[0] == 0


def hear_signals() -> None:
    """Undo nohup, under which tests may run, and whose processes hear no signal of a terminal that ends."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP])
@pytest.mark.parametrize("name", ["each.jsonl", "each.csv"])
def test_a_signal_while_a_file_is_written_leaves_the_old_one(tmp_path: Path, name: str, number: signal.Signals) -> None:
    target = tmp_path / name
    target.write_text("old\n")
    words = [sys.executable, "-m", "infrarouge", "score", "-", "--input", "jsonl", "-m", "rouge1"]
    row = b'{"prediction": "the cat sat", "reference": "a cat sat"}\n'
    # The last rows never come, so that the work is under way when the signal arrives.
    with subprocess.Popen(
        [*words, "--per-example", str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_signals,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(row * 3000)
        running.stdin.flush()
        end = time.monotonic() + 60
        while time.monotonic() < end and len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.02)
        running.send_signal(number)
        _, said = running.communicate(timeout=60)
    assert running.returncode in (130, -number)
    assert b"Traceback" not in said
    assert target.read_text() == "old\n"
    done = subprocess.run([*words, "--per-example", str(target)], input=row * 3, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert len(target.read_text().splitlines()) == 3 + name.endswith("csv")


# The command stops before its first output takes its place, and says so.
PAUSED = """
import sys, time
from infrarouge import replacing
def commit(self, *, settled=False):
    print("ready", file=sys.stderr, flush=True)
    while True:
        time.sleep(0.05)  # a signal right before one long sleep would be answered after it
replacing.Replacement.commit = commit
from infrarouge.__main__ import main
main()
"""
WRITING = {
    "score": (["score", JSONL, "-o", "out.txt"], ["out.txt"]),
    "parquet": (["score", JSONL, "--per-example", "out.parquet"], ["out.parquet"]),
    "explain": (["explain", JSONL, "-o", "out.txt"], ["out.txt"]),
    "compare": (["compare", PRED, PRED_B, "-r", REF, "-o", "out.txt"], ["out.txt"]),
    "check": (["check", JSONL, "--min", "rouge1=0", "--junit", "out.xml"], ["out.xml"]),
    "report": (["report", JSONL, "-o", "out.html"], ["out.html"]),
    "dedup": (["dedup", PRED, "-o", "out.txt", "--dropped", "dropped.jsonl"], ["out.txt", "dropped.jsonl"]),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("name", WRITING)
def test_a_signal_before_a_file_takes_its_place_leaves_the_old_one(
    tmp_path: Path, name: str, number: signal.Signals
) -> None:
    words, outputs = WRITING[name]
    if name == "parquet":
        pytest.importorskip("pyarrow")
    places = {output: tmp_path / output for output in outputs}
    for place in places.values():
        place.write_text("old\n")
    arguments = [str(places.get(word, word)) for word in words]
    with subprocess.Popen(
        [sys.executable, "-c", PAUSED, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stderr is not None
        said = b""
        while b"ready" not in said and (line := running.stderr.readline()):
            said += line
        assert b"ready" in said, said
        running.send_signal(number)
        _, more = running.communicate(timeout=60)
    assert running.returncode in (130, -number)
    assert b"Traceback" not in said + more
    assert [place.read_text() for place in places.values()] == ["old\n"] * len(places)
    assert process(*arguments).returncode == 0
    assert {entry.name for entry in tmp_path.iterdir()} <= set(outputs)


CHECK = ["check", JSONL, "--min", "rouge1=0"]
LIST = ["rouge-1.5.5", "-n", "1", "-z", "SPL", "samples/rouge155.list"]
WHICH = ["which", JSONL, "-m", "rouge1", "-v", "80.52", "-p", "infrarouge-1"]


def closed(streams: str, words: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run the command line without some of its standard streams."""
    shell = ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "infrarouge", *words]
    return subprocess.run(shell, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "words",
    [["score", JSONL], ["explain", JSONL], CHECK, ["dedup", PRED], ["report", JSONL, "-o", "-"], LIST, WHICH],
    ids=lambda words: words[0],
)
def test_closed_streams_are_no_failure(words: list[str]) -> None:
    assert closed("<&- >&- 2>&-", words).returncode == 0


@pytest.mark.parametrize("stream", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_failed_check(stream: str) -> None:
    done = closed(stream, CHECK)
    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_standard_input_is_empty() -> None:
    done = closed("<&-", ["score", "-", "--input", "jsonl"])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"infrarouge: standard input is empty: it has no texts to score\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "words", [["score", "--help"], ["explain", JSONL, "--row", "29"], ["dedup", REF]], ids=" ".join
)
def test_a_pipe_gets_utf_8_whatever_the_locale(words: list[str], encoding: str) -> None:
    plain = process(*words, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    done = process(*words, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr
