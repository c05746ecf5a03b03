"""The console blocks of README and docs show what the commands print."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from infrarouge.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("console", ROOT / "tools" / "console.py")
assert spec is not None
assert spec.loader is not None
console = importlib.util.module_from_spec(spec)
spec.loader.exec_module(console)

PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if console.BLOCK.search(page.read_text(encoding="utf-8"))
]


def test_pages_are_found() -> None:
    assert {"command-line.md", "compare.md", "publish.md", "check.md", "files.md"} <= {page.name for page in PAGES}


def test_every_command_has_its_line() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`{name}`" in page, f"docs/command-line.md says nothing of {name}"


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="the pages speak to a Unix shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_tells_the_truth(page: Path) -> None:
    if "parquet" in page.read_text(encoding="utf-8"):
        pytest.importorskip("pyarrow")
    wrong = console.differences(page)
    assert not wrong, "\n".join(wrong)


def test_a_lie_is_found(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("```console\n$ echo one; echo two\none\ntwo\n$ echo \\\n  three\nfour\n```\n")
    assert len(console.differences(page)) == 1
    console.rewrite(page)
    assert page.read_text() == "```console\n$ echo one; echo two\none\ntwo\n$ echo \\\n  three\nthree\n```\n"
    page.write_text("```console\n$ seq 5\n1\n...\n5\n```\n")
    assert console.differences(page) == []
    page.write_text("```console\n$ seq 5\n1\n...\n4\n```\n")
    assert len(console.differences(page)) == 1
