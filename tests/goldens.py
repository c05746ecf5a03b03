"""Reads the golden files: what other programs returned on the shared inputs."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"


@cache
def inputs() -> list[dict[str, Any]]:
    return rows("inputs.jsonl")


def rows(name: str) -> list[dict[str, Any]]:
    path = GOLDEN / name
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.decode("utf-8").splitlines() if line.strip()]


def by_id(name: str) -> dict[str, Any]:
    return {row["id"]: row["scores"] for row in rows(name)}
