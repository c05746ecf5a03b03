"""User code passes the type checker, and mistakes do not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is part of the development tools")

HERE = Path(__file__).parent


def check(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, cwd=HERE.parents[1], check=False)


def test_user_code_is_typed() -> None:
    done = check(*sorted(HERE.glob("use_*.py")))
    assert done.returncode == 0, done.stdout + done.stderr


def test_mistakes_are_refused() -> None:
    code = HERE / "refused.py"
    lines = code.read_text(encoding="utf-8").splitlines()
    marked = [(at, re.search(r"# refused: (\S+)$", line)) for at, line in enumerate(lines, 1)]
    expected = {(at, match[1]) for at, match in marked if match}
    done = check(code)
    refused = re.findall(r"^\S*refused\.py:(\d+): error: .*\[(\S+)\]$", done.stdout, re.MULTILINE)
    assert {(int(at), kind) for at, kind in refused} == expected, done.stdout + done.stderr
    assert len(expected) == sum("# refused" in line for line in lines)
