"""Pages of the documentation that need an extra are run where it is installed."""

from __future__ import annotations

import os
from importlib.util import find_spec

os.environ.setdefault("MPLBACKEND", "Agg")

collect_ignore_glob = [] if find_spec("matplotlib") else ["docs/plots.md"]
