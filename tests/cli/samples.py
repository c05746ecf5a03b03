"""The sample texts that the tests run the command line on, and the command line in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import infrarouge as ir
from infrarouge.files.inputs import read_texts

ROOT = Path(__file__).resolve().parents[2]
PRED, PRED_B, REF = (f"samples/{name}.txt" for name in ("predictions", "predictions_b", "references"))
JSONL = "samples/samples.jsonl"


def whole(**rules: Any) -> ir.Report:
    """What `infrarouge score` reports of the sample texts."""
    return ir.evaluate(predictions=read_texts(str(ROOT / PRED)), references=read_texts(str(ROOT / REF)), **rules)


def process(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run([sys.executable, "-m", "infrarouge", *words], capture_output=True, timeout=120, **more)
