"""What the tests need of their surroundings; doctests that need an extra are run where it is installed."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec

os.environ.setdefault("MPLBACKEND", "Agg")

# A job in the background ignores Ctrl-C, and so would the programs that tests start to interrupt them.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

NEEDS = {
    "docs/plots.md": "matplotlib",
    "docs/compat/torchmetrics.md": "torchmetrics",
    "src/infrarouge/compat/torchmetrics.py": "torchmetrics",
    "src/infrarouge/compat/evaluate_module/rouge/rouge.py": "evaluate",
}
collect_ignore = [path for path, package in NEEDS.items() if find_spec(package) is None]
