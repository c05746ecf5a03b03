"""A run that was stopped, by whatever, goes on where it stopped and ends with the same bytes."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import infrarouge
from infrarouge.replacing import draft_name

pytestmark = pytest.mark.slow

WORDS = ["the", "cat", "sat", "on", "a", "mat", "dogs", "run", "very", "far"]
ROOT = Path(infrarouge.__file__).resolve().parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def texts_file(folder: Path, rows: int) -> Path:
    draw = random.Random(0)
    path = folder / "texts.jsonl"
    with path.open("w") as file:
        for _ in range(rows):
            row = {
                "prediction": " ".join(draw.choices(WORDS, k=12)),
                "reference": [" ".join(draw.choices(WORDS, k=9))] * draw.randint(1, 2),
            }
            file.write(json.dumps(row) + "\n")
    return path


def command(path: Path, folder: Path, *more: str, each: str = "each.jsonl") -> list[str]:
    call = [sys.executable, "-m", "infrarouge", "score", str(path), "--resamples", "20", "--hash", "-f", "json"]
    files = ["--per-example", str(folder / each), "-o", str(folder / "report.json")]
    return [*call, *files, "--checkpoint", str(folder / "run.ckpt"), "--checkpoint-every", "0", *more]


def outcome(folder: Path, each: str = "each.jsonl") -> tuple[bytes, bytes]:
    return (folder / "report.json").read_bytes(), (folder / each).read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[bytes, bytes]]:
    folder = tmp_path_factory.mktemp("whole")
    path = texts_file(folder, 60_000)
    subprocess.run(command(path, folder), env=ENVIRONMENT, check=True)
    assert not (folder / "run.ckpt").exists()
    return path, outcome(folder)


def run_until(folder: Path, path: Path, wanted: int) -> int:
    """Start the command, kill it without warning once it has written so many bytes, and tell how it ended."""
    process = subprocess.Popen(command(path, folder), env=ENVIRONMENT)
    each = Path(draft_name(folder / "each.jsonl")) if wanted else folder / "run.ckpt"
    while process.poll() is None and (not each.exists() or each.stat().st_size < wanted):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    return process.wait()


def test_a_killed_run_goes_on(whole: Any, tmp_path: Path) -> None:
    path, expected = whole
    draw = random.Random(1)
    sizes = sorted(draw.randrange(1, len(expected[1])) for _ in range(4))
    left = []
    for wanted in sizes:
        if run_until(tmp_path, path, wanted) == -signal.SIGKILL and (tmp_path / "run.ckpt").exists():
            left.append(wanted)
    assert left, "no run was killed in the middle"
    assert not (tmp_path / "report.json").exists()
    subprocess.run(command(path, tmp_path), env=ENVIRONMENT, check=True)
    assert outcome(tmp_path) == expected
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["each.jsonl", "report.json"]


@pytest.mark.parametrize("each", ["each.jsonl", "each.csv", "each.parquet"])
def test_killed_at_random_moments(tmp_path: Path, each: str) -> None:
    """INFRAROUGE_KILLS says how many runs are killed, which are ten unless told."""
    if each.endswith("parquet"):
        pytest.importorskip("pyarrow")
    kills, draw = int(os.environ.get("INFRAROUGE_KILLS", "10")), random.Random(each)
    path, folder = texts_file(tmp_path, 60_000), tmp_path / "whole"
    folder.mkdir()
    started = time.monotonic()
    subprocess.run(command(path, folder, each=each), env=ENVIRONMENT, check=True)
    longest, expected = time.monotonic() - started, outcome(folder, each)
    rounds = killed = 0
    while killed < kills:
        folder = tmp_path / str(rounds)
        folder.mkdir()
        rounds += 1
        (folder / each).write_text("old")
        status = -signal.SIGKILL
        while status:
            process = subprocess.Popen(command(path, folder, each=each), env=ENVIRONMENT)
            try:
                status = process.wait(draw.uniform(0.1, 1.3) * longest if killed < kills else None)
            except subprocess.TimeoutExpired:
                process.kill()
                status = process.wait()
                killed += status == -signal.SIGKILL
            assert status in (0, -signal.SIGKILL)
        assert outcome(folder, each) == expected
        assert sorted(entry.name for entry in folder.iterdir()) == sorted([each, "report.json"])
        shutil.rmtree(folder)


def test_a_kill_at_the_very_end(whole: Any, tmp_path: Path) -> None:
    """The file of examples is in its place already, and the checkpoint is still there."""
    path, expected = whole
    assert run_until(tmp_path, path, len(expected[1]) // 2) == -signal.SIGKILL
    os.replace(draft_name(tmp_path / "each.jsonl"), tmp_path / "each.jsonl")
    subprocess.run(command(path, tmp_path), env=ENVIRONMENT, check=True)
    assert outcome(tmp_path) == expected


def test_standard_input_goes_on(whole: Any, tmp_path: Path) -> None:
    path, expected = whole
    call = [*command(Path("-"), tmp_path), "--input", "jsonl"]
    draft = Path(draft_name(tmp_path / "each.jsonl"))
    with path.open("rb") as file, subprocess.Popen(call, env=ENVIRONMENT, stdin=file) as process:
        while process.poll() is None and (not draft.exists() or draft.stat().st_size < len(expected[1]) // 2):
            time.sleep(0.002)
        process.kill()
    assert (tmp_path / "run.ckpt").exists()
    other = path.read_bytes().replace(b"cat", b"dog", 1)
    said = subprocess.run(call, env=ENVIRONMENT, input=other, capture_output=True)
    assert said.returncode == 2
    assert b"standard input is not what it was when the run stopped: the first" in said.stderr
    with path.open("rb") as file:
        subprocess.run(call, env=ENVIRONMENT, stdin=file, check=True)
    assert outcome(tmp_path) == expected


def test_a_checkpoint_of_another_run_is_refused(whole: Any, tmp_path: Path) -> None:
    path, _ = whole
    assert run_until(tmp_path, path, 0) == -signal.SIGKILL

    def said(*more: str, file: Path = path) -> str:
        call = subprocess.run(command(file, tmp_path, *more), env=ENVIRONMENT, capture_output=True, text=True)
        assert call.returncode == 2
        return call.stderr

    assert "is of another run: metrics was" in said("--metrics", "rouge1")
    assert "is of another run: profile was" in said("--stemmer", "porter")
    other = tmp_path / "texts.jsonl"
    shutil.copy(path, other)
    assert "is of another run: systems was" in said(file=other)
    (tmp_path / "run.ckpt").write_bytes(b"something else")
    assert "is no checkpoint" in said()
    (tmp_path / "run.ckpt").unlink()
    os.mkfifo(tmp_path / "pipe.csv")
    call = subprocess.run(command(path, tmp_path, each="pipe.csv"), env=ENVIRONMENT, capture_output=True, text=True)
    assert "is no file, so that a run with a checkpoint cannot go on there" in call.stderr


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"), reason="needs a small disk"
)
def test_a_full_disk_loses_nothing(whole: Any, tmp_path: Path) -> None:
    path, expected = whole
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        full = subprocess.run(command(path, disk), env=ENVIRONMENT, capture_output=True, text=True)
        assert full.returncode == 2
        assert "No space left" in full.stderr
        assert (disk / "run.ckpt").exists()
        assert not (disk / "report.json").exists()
        subprocess.run(["mount", "-o", "remount,size=128m", str(disk)], check=True)
        subprocess.run(command(path, disk), env=ENVIRONMENT, check=True)
        assert outcome(disk) == expected
    finally:
        subprocess.run(["umount", str(disk)], check=True)
