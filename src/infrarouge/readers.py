"""Reads the files people have: plain text and JSONL."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from infrarouge.errors import InputError
from infrarouge.registry import nearest


def read_texts(path: str, column: str) -> list[Any]:
    """Read one text a line; from a .jsonl file the named column of each line; ``-`` is standard input."""
    data = sys.stdin.buffer.read() if path == "-" else _bytes(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(
            f"{path}, line {line}: not UTF-8 (byte {data[error.start]:#04x}); convert the file to UTF-8"
        ) from None
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not path.endswith((".jsonl", ".ndjson")):
        return [line.removesuffix("\r") for line in lines]
    return [_field(path, number, line, column) for number, line in enumerate(lines, 1)]


def _bytes(path: str) -> bytes:
    file = Path(path)
    if file.is_dir():
        raise InputError(f"{path} is a folder; give a file")
    if not file.exists():
        raise InputError(f"no file {path!r}")
    return file.read_bytes()


def _field(path: str, number: int, line: str, column: str) -> Any:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {number}: broken JSON ({error})") from None
    if not isinstance(row, dict) or column not in row:
        raise InputError(
            f"{path}, line {number}: no column {column!r}{nearest(column, row if isinstance(row, dict) else [])}"
        )
    return row[column]
