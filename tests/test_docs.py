"""The pages of docs/: all in the navigation, their tables read off the code, all public names in the reference."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import infrarouge
from infrarouge.rules.profile import RULES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_is_in_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r"[\w./-]+\.md$", nav, re.MULTILINE)
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(listed) == sorted(pages), "list the page under nav in mkdocs.yml"


def test_tables_are_up_to_date() -> None:
    stale = [path.name for path, _ in tool("make_docs").stale()]
    assert not stale, "type: python tools/make_docs.py"


def test_a_stale_table_is_found(tmp_path: Path) -> None:
    make = tool("make_docs")
    page = tmp_path / "a.md"
    page.write_text("before\n\n<!-- table: tokenizers -->\nold\n<!-- end -->\nafter\n", encoding="utf-8")
    ((path, new),) = make.stale(tmp_path)
    assert path == page
    assert new.startswith("before\n")
    assert new.endswith("after\n")
    assert "| `unicode` |" in new
    assert "old" not in new
    page.write_text(new, encoding="utf-8")
    assert list(make.stale(tmp_path)) == []
    with pytest.raises(SystemExit, match="no table 'tokenisers'"):
        make.renewed("<!-- table: tokenisers -->\n<!-- end -->")


def test_every_rule_has_its_line() -> None:
    made = tool("make_docs").rules()
    for rule in RULES:
        assert f"| `{rule}` |" in made


def test_reference_has_every_public_name() -> None:
    told = {name.rpartition(".")[2] for name in re.findall(r"^::: (\S+)$", (DOCS / "api.md").read_text(), re.MULTILINE)}
    missing = set(infrarouge.__all__) - told - {"__version__"}
    assert not missing, "add '::: infrarouge.NAME' to docs/api.md"


def test_doctests_are_fenced() -> None:
    pytest.importorskip("griffe")
    fenced = tool("doctest_blocks").fenced
    assert fenced("Adds.\n\n>>> 1 + 1\n2") == "Adds.\n\n```pycon\n>>> 1 + 1\n2\n```"
    assert fenced("Adds.\n\n>>> 1\n1\n\nMore.") == "Adds.\n\n```pycon\n>>> 1\n1\n```\n\nMore."
    assert fenced("No example.") == "No example."


@pytest.mark.slow
def test_site_builds_without_warnings(tmp_path: Path) -> None:
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings")
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 10
    for page in pages:
        # The address that a page names as its own is not fetched.
        links = r'(?:<script[^>]*src|<link(?! rel="canonical")[^>]*href|<img[^>]*src)="(https?:[^"]*)"'
        fetched = re.findall(links, page.read_text("utf-8"))
        assert not fetched, f"{page.name} fetches {fetched}"
