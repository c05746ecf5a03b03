"""Runs every benchmark, prints the tables, and with --write puts them into docs/benchmarks.md with versions and date."""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import platform
import subprocess
import sys
from pathlib import Path

from contest import options

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
PEERS = [
    "infrarouge",
    "numpy",
    "rouge-score",
    "rouge-score-rs",
    "rouge-rust",
    "rouge-rs",
    "rouge",
    "pycocoevalcap",
    "multilingual-rouge",
    "korouge-score",
    "rouge-metric",
    "pytorch-ignite",
    "sumeval",
    "distancia",
    "torchmetrics",
    "nltk",
    "pyspark",
]
INTRODUCTION = """# Benchmarks

This page shows how fast infrarouge is next to other ROUGE packages, and how its time and memory grow with the texts.
`make bench` runs the scripts in `bench/` and writes this page. To measure on your own files, run
`python bench/bench_score.py --data PREDICTIONS REFERENCES`.

- The programs of a table run in turn in one process, round after round. "Times faster" is the median over the rounds of
  the quotient within a round. The times are CPU times unless a table says otherwise.
- `bench/corpus.py` generates the texts. They have the shape of well-known data sets (words in a text, bytes in a pair,
  distinct words), because we may not distribute the data sets themselves.
- Before anything is timed, the scores are compared with those of rouge-score, or of the package beside which a surface
  runs, and they must be equal.
"""


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        return found[0].partition(":")[2].strip()
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def versions() -> str:
    """What was measured with, in one line."""
    found = []
    for package in PEERS:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{package} not installed")
    node = subprocess.run(
        ["npm", "ls", "--prefix", str(HERE.parent / ".peers"), "js-rouge"], capture_output=True, text=True, check=False
    )
    if "js-rouge@" in node.stdout:
        found.append("js-rouge " + node.stdout.partition("js-rouge@")[2].split()[0])
    return f"{processor()}, Python {platform.python_version()}; " + ", ".join(found) + "."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--only", nargs="*", help="names of benchmarks, such as score")
    known, rest = parser.parse_known_args()
    options(__doc__ or "", rest)
    parts = [INTRODUCTION, f"Measured on {datetime.date.today().isoformat()}: {versions()}\n"]
    for script in sorted(HERE.glob("bench_*.py")):
        if known.only and script.stem.removeprefix("bench_") not in known.only:
            continue
        print(f"== {script.stem}", flush=True)
        # In a process of its own: what one leaves behind would slow down the next.
        done = subprocess.run([sys.executable, str(script), *rest], check=True, stdout=subprocess.PIPE, text=True)
        print(done.stdout, flush=True)
        parts.append(done.stdout.rstrip() + "\n")
    if known.write:
        PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
