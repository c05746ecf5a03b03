"""User code passes the type checker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is part of the development tools")


@pytest.mark.parametrize("code", sorted(Path(__file__).parent.glob("use_*.py")), ids=lambda path: path.name)
def test_user_code_is_typed(code: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(code)],
        capture_output=True,
        text=True,
        cwd=code.parents[2],
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
