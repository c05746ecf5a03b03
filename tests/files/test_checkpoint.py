"""A checkpoint that is broken, in whatever way, is named as such."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.errors import InputError
from infrarouge.files.checkpoint import Checkpoint
from infrarouge.files.columns import Column
from infrarouge.files.inputs import Texts
from infrarouge.scoring.gathered import Gathered

TEXTS = Texts(systems={"a": Column("-", "prediction", True)}, references=(Column("-", "reference", True),))


@pytest.fixture
def arrays(tmp_path: Path) -> dict[str, Any]:
    """What a checkpoint of two rows, with three references, holds."""
    rouge = ir.Rouge("rouge1 rougeL")
    checkpoint = Checkpoint(str(tmp_path / "run"))
    checkpoint.open(rouge.runner, TEXTS)
    gathered = Gathered()
    gathered.add(rouge.state(predictions=["a", "b"], references=[["a", "c"], "b"]))
    checkpoint.write(2, {"a": gathered})
    again = Checkpoint(str(tmp_path / "run"))
    again.open(rouge.runner, TEXTS)
    assert again.saved is not None
    assert again.saved.rows == 2
    return dict(np.load(tmp_path / "run"))


def refused(path: Path, arrays: dict[str, Any]) -> None:
    """Ask for the message that a checkpoint of these arrays gets."""
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    path.write_bytes(packed.getvalue())
    with pytest.raises(InputError, match=r"no checkpoint, or a broken one|is of another run"):
        Checkpoint(str(path)).open(ir.Rouge("rouge1 rougeL").runner, TEXTS)


@pytest.mark.parametrize("name", ["0.counts", "0.flags", "0.keys", "0.rows"])
@pytest.mark.parametrize("how", ["missing", "short", "text", "deep", "nan"])
def test_arrays_that_do_not_fit(tmp_path: Path, arrays: dict[str, Any], name: str, how: str) -> None:
    if (name, how) == ("0.counts", "nan"):
        pytest.skip("a count may be any number")
    others: dict[str, Any] = {"short": arrays[name][:1], "text": np.array(["a"]), "deep": np.zeros((3, 3, 3, 3))}
    others["nan"] = np.full(arrays[name].shape, np.nan)
    refused(
        tmp_path / "other",
        {
            key: others.get(how) if key == name else array
            for key, array in arrays.items()
            if (key, how) != (name, "missing")
        },
    )


@pytest.mark.parametrize("key", ["identity", "rows", "places", "texts", "kind"])
def test_a_head_without_a_part(tmp_path: Path, arrays: dict[str, Any], key: str) -> None:
    head = json.loads(arrays["head"].tobytes())
    del head[key]
    refused(tmp_path / "other", {**arrays, "head": np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)})


@pytest.mark.parametrize("key", ["identity", "rows", "places"])
@pytest.mark.parametrize("value", [None, -1, "x", [], 1e308, 10**30])
def test_a_head_with_another_value(tmp_path: Path, arrays: dict[str, Any], key: str, value: object) -> None:
    head = {**json.loads(arrays["head"].tobytes()), key: value}
    refused(tmp_path / "other", {**arrays, "head": np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)})


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x93NUMPY\x01\x00v\x00" + b"(" * 118, b"\x93NUMPY\x09\x00"])
def test_files_of_other_kinds(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "other").write_bytes(data)
    with pytest.raises(InputError, match="no checkpoint, or a broken one"):
        Checkpoint(str(tmp_path / "other")).open(ir.Rouge("rouge1").runner, TEXTS)
