"""What `import infrarouge` costs, NumPy included."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from contest import Table, installed, options, show

CODE = "import time; begin = time.process_time(); import {}; print(1000 * (time.process_time() - begin))"


def run(given: Any) -> list[Table]:
    table = Table("Import (ms of CPU time)", ["module", "median"])
    modules = ["infrarouge", "numpy", "rouge_score_rs", "fast_rouge", "rouge_score.rouge_scorer"]
    times: dict[str, list[float]] = {module: [] for module in modules if installed(module)}
    for _ in range(3 if given.quick else 11):
        for module, found in times.items():
            done = subprocess.run(
                [sys.executable, "-c", CODE.format(module)], capture_output=True, text=True, check=True
            )
            found.append(float(done.stdout))
    for module, found in times.items():
        table.rows.append([module, f"{sorted(found)[len(found) // 2]:.0f}"])
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
