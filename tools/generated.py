"""Writes generated files, or with ``--check`` tells which of them are out of date."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path


def put(files: Mapping[Path, str], arguments: list[str], tool: str) -> int:
    """Write the files, or compare them; the result is the exit status of `tool`, which makes them."""
    if arguments != ["--check"]:
        for path, text in files.items():
            path.write_text(text, encoding="utf-8", newline="\n")
        return 0
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path} is out of date: run tools/{tool}", file=sys.stderr)
    return 1 if stale else 0
