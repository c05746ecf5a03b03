"""Leaves out the doctests that need a package which is not installed."""

from importlib.util import find_spec

NEEDS = {
    "src/infrarouge/compat/torchmetrics.py": "torchmetrics",
    "src/infrarouge/compat/evaluate_module/rouge/rouge.py": "evaluate",
    "docs/compat/torchmetrics.md": "torchmetrics",
}
collect_ignore = [path for path, package in NEEDS.items() if find_spec(package) is None]
