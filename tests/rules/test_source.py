"""The source of a function is found wherever Python or its prompt keeps it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from infrarouge.errors import SignatureError
from infrarouge.rules.catalogue import profile
from infrarouge.rules.identity import identity

SOURCE = Path(__file__).resolve().parents[2] / "src"


def typed(text: str) -> Any:
    """What a statement typed at the prompt makes."""
    space: dict[str, Any] = {"re": re}
    exec(compile(text, "<stdin>", "single"), space)
    return space["rule"]


def test_code_typed_at_the_prompt_is_found_in_its_history(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "rule = lambda text: re.split('-', text)",
        "rule, other = (lambda text: re.split(' ', text)), (lambda text: re.split('+', text))",
        "def rule(text):",
        "    words = text.lower()",
        "    return words.split('-')",
        "",
        "profile(tokens=rule)",
    ]
    history = types.SimpleNamespace(
        get_current_history_length=lambda: len(lines), get_history_item=lambda at: lines[at - 1]
    )
    monkeypatch.setitem(sys.modules, "readline", history)
    first, second, third = typed(lines[0]), typed(lines[1]), typed("\n".join(lines[2:6]))
    assert identity(first) == identity(lambda text: re.split("-", text))
    assert identity(second) == identity(lambda text: re.split(" ", text))
    assert len({identity(first), identity(second), identity(third)}) == 3
    with pytest.raises(SignatureError, match="no source"):
        identity(typed("rule = lambda text: 'not typed'"))


def test_code_after_minus_c_is_found() -> None:
    code = (
        "from infrarouge.rules.catalogue import profile; print(profile(tokens=lambda text: text.split('-')).signature)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == profile(tokens=lambda text: text.split("-")).signature
