"""Files are replaced in one step, keep their mode and their links, and outlive a disk that is full."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import infrarouge as ir
from infrarouge.errors import InputError
from infrarouge.replacing import Replacement, refuse_clashes, refuse_unwritable, remove, replacing, write_text

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes are those of Unix")
BIG = "x" * (4 << 20)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
        assert len(names(tmp_path)) == 2
    assert path.read_text() == "new"
    assert names(tmp_path) == ["a.txt"]


KILLED = """
import os, signal
from infrarouge.replacing import replacing
with replacing("a.txt") as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@UNIX
def test_what_a_killed_run_left_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for after in (lambda: write_text(path, "new"), lambda: remove(path)):
        subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path)
        assert any(name.endswith(".new") for name in names(tmp_path))
        after()
        assert names(tmp_path) == (["a.txt"] if path.exists() else [])


def test_two_writers_of_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    first, second = Replacement(path), Replacement(path)
    first.file.write(b"first")
    second.file.write(b"second")
    first.commit()
    assert path.read_text() == "first"
    third = Replacement(path)
    third.discard()
    second.commit()
    assert path.read_text() == "second"
    assert names(tmp_path) == ["a.txt"]


def test_many_writers_of_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    def write(number: int) -> None:
        for _ in range(50):
            write_text(path, str(number) * 5_000)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(write, number) for number in range(8)]:
            done.result()
    text = path.read_text()
    assert len(text) == 5_000
    assert len(set(text)) == 1
    assert names(tmp_path) == ["a.txt"]


@UNIX
def test_a_link_in_the_place_of_a_draft_is_left_alone(tmp_path: Path) -> None:
    path, other = tmp_path / "a.txt", tmp_path / "other"
    other.write_text("old")
    new = Replacement(path)
    draft = str(new.draft)
    new.discard()
    os.symlink(other, draft)
    write_text(path, "new")
    assert other.read_text() == "old"
    assert path.read_text() == "new"


def fail(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt


def test_a_failure_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for content in (None, "old"):
        if content is not None:
            path.write_text(content)
        with pytest.raises(KeyboardInterrupt):
            fail(path)
        assert names(tmp_path) == ([] if content is None else ["a.txt"])
    assert path.read_text() == "old"


@UNIX
def test_mode_and_links_are_kept(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    path = home / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    (other / "near").symlink_to("../home/a.txt")
    (other / "far").symlink_to("near")
    write_text(other / "far", "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert (other / "far").is_symlink()
    assert os.readlink(other / "near") == "../home/a.txt"
    (other / "dangling").symlink_to("../home/b.txt")
    write_text(other / "dangling", "new")
    assert (home / "b.txt").read_text() == "new"
    umask = os.umask(0o027)
    try:
        write_text(home / "c.txt", "new")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((home / "c.txt").stat().st_mode) == 0o640
    assert names(home) == ["a.txt", "b.txt", "c.txt"]
    assert names(other) == ["dangling", "far", "near"]


@UNIX
def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    write_text("/dev/null", "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    script = "from infrarouge.replacing import write_text; write_text('/dev/stdout', 'text')"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == b"text"
    with (tmp_path / "out").open("wb") as out:  # a file of the shell's, which is not ours to replace
        out.write(b"before ")
        out.flush()
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == "before text"
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        write_text(tmp_path / "pipe", "text")
        assert reader.communicate()[0] == b"text"
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


@UNIX
def test_odd_names(tmp_path: Path) -> None:
    for name in ("n" * 255, "\udcff.txt", "é" * 127, "a\nb"):
        path = tmp_path / name
        write_text(path, "first")
        write_text(path, "second")
        assert path.read_text() == "second"
    assert len(names(tmp_path)) == 4
    with pytest.raises(InputError, match="255 bytes"):
        write_text(tmp_path / ("n" * 256), "text")


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for path, why in (
        ("", "is empty"),
        (str(tmp_path), "is a folder"),
        (str(tmp_path / "no" / "a"), "there is no folder"),
        (str(tmp_path / "new") + os.sep, "is a folder"),
    ):
        with pytest.raises(InputError, match=why):
            refuse_unwritable(path)


def test_one_file_under_two_names(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("old")
    refuse_clashes([("-o", str(tmp_path / "a")), ("--dropped", str(tmp_path / "b"))], [str(path)])
    for name in ("in.jsonl", "./in.jsonl"):
        with pytest.raises(InputError, match="would be written over"):
            refuse_clashes([("-o", f"{tmp_path}/{name}")], [str(path)])
    (tmp_path / "x").mkdir()
    with pytest.raises(InputError, match="are one file"):
        refuse_clashes([("-o", str(tmp_path / "k")), ("--dropped", f"{tmp_path}/x/../k")], [])


@UNIX
def test_one_file_under_two_links(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("old")
    (tmp_path / "soft").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    (tmp_path / "new").symlink_to("later")
    for name in ("soft", "hard"):
        with pytest.raises(InputError, match="would be written over"):
            refuse_clashes([("-o", str(tmp_path / name))], [str(path)])
    with pytest.raises(InputError, match="are one file"):
        refuse_clashes([("-o", str(tmp_path / "new")), ("--dropped", str(tmp_path / "later"))], [])
    refuse_clashes([("-o", "/dev/null"), ("--dropped", "/dev/null")], ["/dev/null"])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_leaves_the_old_file(small_disk: Path) -> None:
    path = small_disk / "a.html"
    path.write_text("old")
    with pytest.raises(OSError, match="No space left on device; the file is as it was"):
        write_text(path, BIG)
    new = Replacement(path)
    with pytest.raises(OSError, match="No space left"):
        new.file.write(BIG.encode())
    new.discard()
    report = ir.evaluate(predictions=["a"], references=["a b"], metrics="rouge1", n_resamples=0)
    with pytest.raises(OSError, match="No space left"):
        report.to_html(path, predictions=["a"], references=["a b"], title=BIG)
    assert path.read_text() == "old"
    assert names(small_disk) == ["a.html"]


LIMITED = """
import resource
from infrarouge.replacing import write_text
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
try:
    write_text("a.txt", "x" * (4 << 20))
except OSError as error:
    print(error.strerror)
"""


@UNIX
def test_a_limit_of_size_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("old")
    done = subprocess.run([sys.executable, "-c", LIMITED], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "File too large; the file is as it was\n"
    assert (tmp_path / "a.txt").read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


WRITING = re.compile(r"open\([^)]*[\"'][wax]b?\+?[\"']|\.write_(text|bytes)\(")
TEMPORARY = {"compat/rouge_metric/command.py", "compat/rouge_metric/perl_rouge.py"}
"""Modules that write into fresh temporary folders alone."""


def test_every_file_is_written_here() -> None:
    package = Path(ir.__file__).parent
    others = [
        f"{path.relative_to(package).as_posix()}: {line.strip()}"
        for path in package.rglob("*.py")
        if path.name != "replacing.py" and path.relative_to(package).as_posix() not in TEMPORARY
        for line in path.read_text(encoding="utf-8").splitlines()
        if WRITING.search(line) and not line.strip().startswith((">>>", "..."))
    ]
    assert not others, "write with infrarouge.replacing, which never leaves half a file: " + "\n".join(others)


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked as Unix locks them")
def test_two_runs_do_not_go_on_with_one_draft(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = Replacement(path, kept=True)
    first.file.write(b"first")
    with pytest.raises(InputError, match=r"another run writes .*a\.jsonl now; wait until it has ended"):
        Replacement(path, kept=True)
    first.commit()
    assert path.read_bytes() == b"first"
    second = Replacement(path, kept=True)
    second.file.write(b"second")
    second.discard()
    third = Replacement(path, kept=True)
    assert third.file.read() == b"second"
    third.commit()
