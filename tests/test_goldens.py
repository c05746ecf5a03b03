"""Every golden file says which tool, version and options gave it, and the tools that install give it again."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import goldens
import pytest
from goldens import GOLDEN, content, header, packed, parts, read_text, rows

ROOT = Path(__file__).resolve().parents[1]
# The texts that the tools were run on, and pages for people.
PLAIN = {"inputs.jsonl", "inputs-cjk.jsonl"}
NAMES = sorted(
    name
    for path in GOLDEN.rglob("*")
    if path.is_file() and path.suffix != ".md" and (name := path.relative_to(GOLDEN).as_posix()) not in PLAIN
)
# Whoever has other texts may lay files over ours, with or without headers.
OURS = "822456d6251a8514e08ec82f3d3d6c4b6c70c9e0918cc78b73efc570873aa168"
ours = pytest.mark.skipif(
    hashlib.sha256((GOLDEN / "inputs.jsonl").read_bytes()).hexdigest() != OURS, reason="the inputs are not ours"
)


@ours
@pytest.mark.parametrize("name", NAMES)
def test_each_file_says_what_it_holds(name: str) -> None:
    about = header(name)
    assert list(about) == ["tool", "version", "runtime", "with", "inputs", "recipe", "options"]
    assert about["tool"]
    assert about["version"]
    assert about["inputs"] in {None, "of each case", *PLAIN}
    assert about["recipe"] is None or about["recipe"].isidentifier()
    assert isinstance(about["options"], dict)


@ours
@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".gz")])
def test_packed_files_hold_no_time(name: str) -> None:
    assert (GOLDEN / name).read_bytes()[4:8] == bytes(4)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.json", "a.tsv", "a.txt"])
@pytest.mark.parametrize("about", [{}, {"tool": "t", "options": {"é": 1}}], ids=["without", "with"])
def test_files_are_read_with_and_without_a_header(
    name: str, about: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(goldens, "GOLDEN", tmp_path)
    rest = {"a.tsv": "a\tb\r\nc\td\n", "a.txt": "x\n"}.get(name, '{"id": "1", "scores": {"x": 1.0}}\n')
    data = packed(name, about, rest)
    if not about:
        data = packed(name.removesuffix(".gz"), {}, rest).partition(b"\n")[2] if name != "a.json" else rest.encode()
        data = goldens.gzip.compress(data) if name.endswith(".gz") else data
    (tmp_path / name).write_bytes(data)
    assert header(name) == about
    if name == "a.json":
        assert content(name) == json.loads(rest)
    else:
        assert parts(name)[1] == rest
    if ".jsonl" in name:
        assert rows(name) == [{"id": "1", "scores": {"x": 1.0}}]
    if name in ("a.tsv", "a.txt"):
        assert read_text(name) == rest
    assert packed(name, {"tool": "t"}, rest) == packed(name, {"tool": "t"}, rest)


# ---------------------------------------------------------------- made again


@pytest.fixture(scope="module")
def tool() -> Any:
    """The program that makes golden files again."""
    spec = importlib.util.spec_from_file_location("remake_goldens", ROOT / "tools/remake_goldens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "remake_goldens", module)
        spec.loader.exec_module(module)
        yield module


@ours
@pytest.mark.parametrize("name", NAMES)
def test_each_file_has_a_recipe_or_a_reason(name: str, tool: Any) -> None:
    about = header(name)
    if about["recipe"] is None:
        assert name in tool.LEFT or about["tool"] in tool.LEFT
        return
    source = (tool.RECIPES / tool.recipe_name(about["tool"])).read_text(encoding="utf-8")
    assert re.search(rf"^(def |  ){about['recipe']}\b", source, re.MULTILINE)


@pytest.mark.parametrize(
    ("held", "remade", "told"),
    [
        ([{"a": 0.1, "b": 1}], [{"b": 1, "a": 0.1}], None),
        ([0.0], [-0.0], "1 of 1 entries"),
        ([0.1, 0.3], [0.1, 0.30000000000000004], "entry 1"),
        ([1], [1.0], "1 of 1 entries"),
        ("a\tb\n", "a\tc\n", "1 of 2 entries"),
        ([1, 2], [1], "2 entries held, 1 remade"),
    ],
)
def test_differences_are_found_to_the_last_bit(held: Any, remade: Any, told: str | None, tool: Any) -> None:
    where = tool.difference(held, remade)
    assert where is None if told is None else told in where


def test_an_unknown_tool_is_answered_with_those_there_are(tool: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool.main(["rouge-scorer"])
    assert "no golden file is of rouge-scorer; the tools are ROUGE-1.5.5, " in capsys.readouterr().err


@ours
@pytest.mark.peers
def test_a_small_tool_gives_its_golden_file_again(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools/remake_goldens.py"), "easy-rouge", "--scratch", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "does not install" in done.stdout:
        pytest.skip("easy-rouge cannot be installed here")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == ["easy-rouge/all.jsonl.gz: same", "1 the same, 0 differ, 0 failed, 0 left"]
