"""Doctests that need an extra are run where it is installed."""

from __future__ import annotations

import os
from importlib.util import find_spec

os.environ.setdefault("MPLBACKEND", "Agg")

NEEDS = {
    "docs/plots.md": "matplotlib",
    "docs/compat/torchmetrics.md": "torchmetrics",
    "src/infrarouge/compat/torchmetrics.py": "torchmetrics",
    "src/infrarouge/compat/evaluate_module/rouge/rouge.py": "evaluate",
}
collect_ignore = [path for path, package in NEEDS.items() if find_spec(package) is None]
