"""Every golden file says which tool, version and options gave it, and is read with and without that header."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import goldens
import pytest
from goldens import GOLDEN, content, header, packed, parts, read_text, rows

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
