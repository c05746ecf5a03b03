"""Reads the golden files: what other programs returned on the shared inputs."""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"


@cache
def inputs() -> list[dict[str, Any]]:
    return rows("inputs.jsonl")


@cache
def inputs_of(name: str) -> list[dict[str, Any]]:
    """The inputs that a golden file was made from: those in Chinese, Japanese and Korean if it is named so."""
    return rows("inputs-cjk.jsonl") if name.endswith("-cjk") else inputs()


def spaced(text: str) -> str:
    """The characters of a text with spaces between, without its white space."""
    return " ".join("".join(text.split()))


def called(call: str, names: dict[str, Any]) -> Any:
    """What a recorded call gives, in the form in which golden files have it."""
    try:
        return plain(eval(call, dict(names)))
    except Exception as error:
        return {"error": type(error).__name__}


def plain(value: Any) -> Any:
    """A value as JSON has it: not a number as text, tuples and arrays as lists, any other object as its type."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, float) and math.isnan(value):
        return "nan"
    return value if isinstance(value, (str, int, float, type(None))) else f"<{type(value).__name__}>"


def rows(name: str) -> list[dict[str, Any]]:
    path = GOLDEN / name
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.decode("utf-8").splitlines() if line.strip()]


def by_id(name: str) -> dict[str, Any]:
    return {row["id"]: row["scores"] for row in rows(name)}
