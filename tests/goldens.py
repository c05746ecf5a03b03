"""Reads and writes the golden files: what other programs returned on the shared inputs.

Each golden file says what it holds: the tool, its version, and the options. The header is the first line of a
``.jsonl`` or ``.jsonl.gz`` file, ``{"golden": {...}}``; a ``.json`` file is ``{"golden": {...}, "content": ...}``; a
``.tsv`` or ``.txt`` file has ``# golden: {...}`` as its first line. A file without a header is read too.
"""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"
MARK = "# golden: "


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


def parts(name: str) -> tuple[dict[str, Any], str]:
    """The header of a golden file, empty if it has none, and the rest of the file as it stands."""
    data = (GOLDEN / name).read_bytes()
    # Decoded as bytes are, because a line may end in \r\n and a text hold any character.
    whole = (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")
    if name.endswith(".json"):
        value = json.loads(whole)
        if isinstance(value, dict) and set(value) == {"golden", "content"}:
            return value["golden"], json.dumps(value["content"], ensure_ascii=False)
        return {}, whole
    first, _, rest = whole.partition("\n")
    if first.startswith(MARK):
        return json.loads(first.removeprefix(MARK)), rest
    if first.startswith('{"golden"'):
        return json.loads(first)["golden"], rest
    return {}, whole


def header(name: str) -> dict[str, Any]:
    """What a golden file says about itself: tool, version, options and inputs."""
    return parts(name)[0]


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines."""
    return [json.loads(line) for line in parts(name)[1].split("\n") if line.strip()]


def by_id(name: str) -> dict[str, Any]:
    return {row["id"]: row["scores"] for row in rows(name)}


def content(name: str) -> Any:
    """The value that a JSON file holds."""
    return json.loads(parts(name)[1])


def read_text(name: str) -> str:
    """The text of a table or a print-out."""
    return parts(name)[1]


def packed(name: str, about: dict[str, Any], rest: str) -> bytes:
    """The bytes of a golden file from its header and the rest of it; the same bytes whenever it is written."""
    told = json.dumps(about, ensure_ascii=False)
    if name.endswith(".json"):
        return f'{{"golden": {told},\n"content": {rest.rstrip()}\n}}\n'.encode()
    first = f'{{"golden": {told}}}' if ".jsonl" in name else MARK + told
    whole = f"{first}\n{rest}".encode()
    return gzip.compress(whole, 9, mtime=0) if name.endswith(".gz") else whole
