"""The command line of the original, with the release to follow as one option more."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from infrarouge.compat.rouge.rouge import NEWEST, RELEASES, FilesRouge, Rouge


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``python -m infrarouge.compat.rouge [-f] [-a] [--release 1.0.0] hypothesis reference``.

    >>> main(["a b", "a c", "--release", "1.0.0", "--metrics", "1", "--stats", "F"])
    [
      {
        "rouge-1": {
          "f": 0.4999999950000001
        }
      }
    ]
    """
    parser = command_parser("rouge")
    parser.add_argument("--release", choices=list(RELEASES), default=NEWEST, help=f"Release (default: {NEWEST})")
    told = parser.parse_args(arguments)
    known = [name.removeprefix("rouge-").upper() for name in RELEASES[told.release].labels]
    for metric in told.metrics or ():
        if metric not in known:
            parser.error(
                f"release {told.release} has no rouge-{metric.lower()}; its metrics are: {' '.join(sorted(known))}"
            )
    print_scores(told, Rouge, FilesRouge, version=told.release)


def command_parser(program: str) -> argparse.ArgumentParser:
    """The options of the original."""
    parser = argparse.ArgumentParser(prog=program, description="Rouge Metric Calculator")
    parser.add_argument("-f", "--file", action="store_true", help="File mode")
    parser.add_argument("-a", "--avg", action="store_true", help="Average mode")
    parser.add_argument("--ignore_empty", action="store_true", help="Ignore empty hypothesis")
    parser.add_argument("hypothesis", help="Text or file path")
    parser.add_argument("reference", help="Text or file path")
    parser.add_argument("--metrics", nargs="+", type=str.upper, choices=list("12345L"), help="Metrics (default: 1 2 L)")
    parser.add_argument("--stats", nargs="+", type=str.upper, choices=list("RPF"), help="Stats to use (default: all)")
    return parser


def print_scores(told: argparse.Namespace, rouge: type[Rouge], files: type[FilesRouge], **how: Any) -> None:
    """Score what the command line names, and print it as JSON."""
    metrics = [f"rouge-{name.lower()}" for name in told.metrics] if told.metrics else None
    if told.file:
        scores = files(metrics, told.stats, **how).get_scores(
            told.hypothesis, told.reference, avg=told.avg, ignore_empty=told.ignore_empty
        )
    else:
        scores = rouge(metrics, told.stats, **how).get_scores(told.hypothesis, told.reference, avg=told.avg)
    json.dump(scores, sys.stdout, indent=2)
    print()
