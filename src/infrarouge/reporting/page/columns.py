"""The scores of a report as columns of JSON: of each example, of each metric's distribution, and how it is shown."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from infrarouge.matching.base import Spec
from infrarouge.reporting.matched import View
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.batch import WEIGHT_SCALE
from infrarouge.types import Floats, Integers

BINS = 20
SCALE = 10_000
"""Scores are whole numbers of this, so that two decimals of a percentage are exact."""


def score_columns(report: Numbers, rows: Integers) -> list[list[list[int | None]]]:
    """The scores of some rows by metric and measure, in whole numbers of 1/10,000; None where there is none."""
    picked = report.scores[rows]
    return [[scaled(picked[:, metric, measure]) for measure in range(3)] for metric in range(len(report.metrics))]


def scaled(values: Floats) -> list[int | None]:
    """Scores as whole numbers.

    >>> scaled(np.array([0.5, np.nan]))
    [5000, None]
    """
    missing = ~np.isfinite(values)
    whole = np.rint(np.where(missing, 0, values) * SCALE).astype(np.int64).tolist()
    if not missing.any():
        return list(whole)
    return [None if gone else value for value, gone in zip(whole, missing.tolist(), strict=True)]


def means(report: Numbers) -> list[list[int | None]]:
    """The estimates by metric and measure."""
    return [scaled(np.array([estimate.value for estimate in estimates])) for estimates in report.values()]


def histograms(report: Numbers) -> list[list[list[int]]]:
    """How many examples score in each of 20 equal steps from 0 to 1, by metric and measure."""
    steps = np.clip(np.nan_to_num(report.scored * BINS, nan=-1.0), -1, BINS - 1).astype(np.int64)
    return [
        [
            np.bincount(steps[steps[:, metric, measure] >= 0, metric, measure], minlength=BINS).tolist()
            for measure in range(3)
        ]
        for metric in range(len(report.metrics))
    ]


def best_references(report: Numbers, rows: Integers) -> list[list[int]] | None:
    """Which of several references gives an example its best F, by metric."""
    if report.rows is None:
        return None
    best = report.scoring.choice(report.counts, report.rows) - report.rows[:-1, None]
    return best[rows].T.tolist()  # type: ignore[no-any-return]  # numpy cannot say


def metric_columns(label: str, spec: Spec, views: tuple[View, View]) -> dict[str, Any]:
    """What the page must know of a metric to show its matches.

    >>> metric_columns("rouge2", Spec("ngram", 2.0), (View.FLAT, View.FLAT))
    {'label': 'rouge2', 'words': 2, 'tied': True, 'runs': False, 'scale': 1, 'views': [0, 0]}
    """
    weighted, runs = spec.kind.startswith("weighted"), spec.kind.startswith("ngram")
    return {
        "label": label,
        "words": int(spec.number) if runs else 1,
        "tied": weighted or runs,
        "runs": weighted,
        "scale": WEIGHT_SCALE if weighted else 1,
        "views": [int(view) for view in views],
    }


def to_script(value: Any) -> str:
    """Write JSON that may stand inside a script element: nothing in it can end the element or a string.

    >>> to_script(["</script>", "\\ud800"])
    '["\\\\u003c/script>","\\\\ud800"]'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return re.sub("[<\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match.group()):04x}", text)
