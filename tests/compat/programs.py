"""Programs of their own, and packages for them to import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def python(code: str, site: Path | None = None, **options: Any) -> str:
    """Run code in a Python of its own, with a folder of packages in front of the others."""
    paths = [str(site)] if site else []
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def package(site: Path, name: str, **modules: str) -> None:
    (site / name).mkdir(parents=True)
    for module, code in modules.items():
        (site / name / f"{module}.py").write_text(code)
