"""The scripts of the page about several processes, run as they stand there on two of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import infrarouge as ir

pytestmark = [pytest.mark.torch, pytest.mark.slow]
pytest.importorskip("torch")

PAGE = Path(__file__).resolve().parent.parent.parent / "docs/distributed.md"
SCRIPTS = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
PRINTED = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
TEXTS = "texts = " + SCRIPTS["gather_states"].split("texts = ")[1].split("\n\n")[0]


def run(name: str, folder: Path, processes: int = 2) -> str:
    script = folder / f"{name}.py"
    script.write_text(SCRIPTS[name], encoding="utf-8")
    source = str(Path(ir.__file__).parent.parent)
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": source, "CUDA_VISIBLE_DEVICES": ""}
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    done = subprocess.run([*launcher, str(script)], env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def whole() -> ir.Report:
    """What one process says of the texts of the page."""
    names: dict[str, list[tuple[str, str]]] = {}
    exec(TEXTS, names)
    ours, theirs = zip(*names["texts"], strict=True)
    return ir.evaluate(predictions=ours, references=theirs, metrics="rouge1 rougeL")


def test_the_page_shows_four_scripts() -> None:
    assert list(SCRIPTS) == ["gather_states", "accelerate_states", "accelerate_texts", "torchmetrics_ranks"]
    assert all(
        "texts = " + code.split("texts = ")[1].split("\n\n")[0].split("\ndata")[0] == TEXTS for code in SCRIPTS.values()
    )
    assert PRINTED[0] == f"{whole()}\n"


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_states(processes: int, tmp_path: Path) -> None:
    assert run("gather_states", tmp_path, processes) == PRINTED[0]


@pytest.mark.parametrize("name", ["accelerate_states", "accelerate_texts"])
def test_accelerate(name: str, tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    assert run(name, tmp_path) == PRINTED[0]


def test_torchmetrics(tmp_path: Path) -> None:
    pytest.importorskip("torchmetrics")
    assert run("torchmetrics_ranks", tmp_path) == PRINTED[1]
    means = {f"{label}_fmeasure": round(whole()[label].fmeasure.value, 4) for label in ("rouge1", "rougeL")}
    assert PRINTED[1] == f"{means}\n"
