"""What `import infrarouge` costs, and what the first score costs, NumPy included."""

from __future__ import annotations

import statistics
import subprocess
import sys
from typing import Any

from contest import Table, installed, options, show

CODE = "import time; begin = time.{clock}(); {code}; print(1000 * (time.{clock}() - begin))"
SCORE = "infrarouge.score(prediction='a b', reference='a c')"


def run(given: Any) -> list[Table]:
    table = Table("Import (ms)", ["", "wall time", "CPU time"])
    modules = ["infrarouge", "numpy", "rouge_score_rs", "fast_rouge", "rouge_score.rouge_scorer"]
    codes = [f"import {module}" for module in modules if installed(module)]
    codes.insert(1, f"import infrarouge; {SCORE}")
    times: dict[tuple[str, str], list[float]] = {}
    for _ in range(3 if given.quick else 11):
        for code in codes:
            for clock in ("perf_counter", "process_time"):
                command = [sys.executable, "-c", CODE.format(clock=clock, code=code)]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                times.setdefault((code, clock), []).append(float(done.stdout))
    for code in codes:
        shown = f"`{code.replace(SCORE, 'infrarouge.score(...)')}`"
        found = (times[code, clock] for clock in ("perf_counter", "process_time"))
        table.rows.append([shown, *(f"{statistics.median(one):.0f}" for one in found)])
    table.notes.append(
        "infrarouge imports NumPy when one of its names is first used. NumPy's own threads add to its CPU time."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
