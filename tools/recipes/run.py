"""Runs recipes inside the environment of a tool: jobs as JSON lines in, what the tool gives as JSON lines out."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# Last, because a recipe is named after the package that it calls.
sys.path[:] = [*(path for path in sys.path if path != str(HERE)), str(HERE.parents[1] / "tests"), str(HERE)]


def main(path: str) -> None:
    from job import Job  # after the path is set

    spec = importlib.util.spec_from_file_location("recipe", path)
    assert spec is not None
    assert spec.loader is not None
    recipes: Any = importlib.util.module_from_spec(spec)
    out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        spec.loader.exec_module(recipes)
        for line in sys.stdin:
            job = Job(**json.loads(line))
            print(json.dumps({"name": job.name, "content": getattr(recipes, job.recipe)(job)}), file=out, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
