"""What the tests need of their surroundings; doctests that need an extra are run where it is installed."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# Ray's workers let everything else go first, and on a busy machine would never come to run.
os.environ.setdefault("RAY_worker_niceness", "0")
# Spark stays on this machine, and its Python is this one.
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

# A job in the background ignores Ctrl-C, and so would the programs that tests start to interrupt them.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# `make test` draws fewer examples than `make test-all`, which runs pytest with --hypothesis-profile=full.
# Neither watches the clock: on a busy machine any example can be slow to draw or to run.
for name, examples in {"quick": 100, "full": 400}.items():
    settings.register_profile(name, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")

NEEDS = {
    "docs/plots.md": "matplotlib",
    "docs/analyzers.md": "kiwipiepy fugashi unidic_lite jieba pythainlp Stemmer",
    "docs/korean.md": "kiwipiepy",
    "docs/ko/index.md": "kiwipiepy",
    "docs/ko/tokenizers.md": "kiwipiepy",
    "docs/compat/torchmetrics.md": "torchmetrics",
    "docs/notebook.md": "pandas",
    "docs/dask.md": "dask pandas pyarrow",
    "docs/ray.md": "ray pandas pyarrow",
    "docs/frames.md": "pandas polars duckdb datasets pyarrow",
    "src/infrarouge/integrations/pandas.py": "pandas",
    "src/infrarouge/integrations/polars.py": "polars",
    "src/infrarouge/integrations/duckdb.py": "duckdb pyarrow",
    "src/infrarouge/integrations/datasets.py": "datasets",
    "src/infrarouge/integrations/dask.py": "dask pandas pyarrow",
    "src/infrarouge/integrations/ray.py": "ray pandas pyarrow",
    "src/infrarouge/integrations/spark.py": "pyspark pyarrow",
    "docs/spark.md": "pyspark pyarrow",
    "src/infrarouge/integrations/spark_steps.py": "pyarrow",
    "src/infrarouge/integrations/spark_join.py": "pyspark pyarrow",
    "src/infrarouge/integrations/spark_search.py": "pyspark pyarrow",
    "docs/dedup-at-scale.md": "pyspark pyarrow",
    "src/infrarouge/compat/torchmetrics.py": "torchmetrics",
    "src/infrarouge/compat/evaluate_module/rouge/rouge.py": "evaluate",
}
collect_ignore = [path for path, packages in NEEDS.items() if any(find_spec(one) is None for one in packages.split())]
# Its mistakes are for the type checker; a search for doctests would run them.
collect_ignore.append("tests/typing/refused.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `pytest -n auto` means here: a worker for each core this process may use, and at most four."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(4, cores)
