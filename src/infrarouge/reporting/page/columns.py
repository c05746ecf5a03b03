"""The scores of a report as columns of JSON: of each example, of each metric's distribution, and how it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from infrarouge.matching.base import Spec
from infrarouge.reporting.matched import View
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.batch import WEIGHT_SCALE
from infrarouge.reporting.page.pack import Ragged, packed, varints
from infrarouge.types import Floats, Integers

BINS = 20
SCALE = 10_000
"""Scores are whole numbers of this, so that two decimals of a percentage are exact."""
CHANGE_STEP = SCALE // BINS
CHANGE_BINS = 2 * BINS + 1


def packed_columns(reports: Sequence[Numbers], rows: Integers, *others: Sequence[int]) -> str:
    """The scores of some rows by system, metric and measure, best references, and other columns, as one text.

    A score is a whole number of 1/10,000 and one more; 0 says that there is none. `assets/unpack.js` reads them back.
    """
    columns: list[Integers] = []
    for report in reports:
        whole, missing = whole_scores(report.scores[rows].reshape(len(rows), 3 * len(report.metrics)))
        columns += list(np.where(missing, 0, whole + 1).T)
    for report in reports:
        columns += best_references(report, rows)
    columns += [np.array(column, dtype=np.int64) for column in others]
    values = np.concatenate(columns)
    return packed(varints(Ragged(values, np.array([len(values)])))[0])


def whole_scores(values: Floats) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Scores as whole numbers of 1/10,000, and where there is none.

    >>> whole_scores(np.array([0.5, np.nan]))[0].tolist()
    [5000, 0]
    """
    missing = ~np.isfinite(values)
    return np.rint(np.where(missing, 0, values) * SCALE).astype(np.int64), missing


def scaled(values: Floats) -> list[int | None]:
    """Scores as JSON has them.

    >>> scaled(np.array([0.5, np.nan]))
    [5000, None]
    """
    whole, missing = whole_scores(values)
    return [None if gone else value for value, gone in zip(whole.tolist(), missing.tolist(), strict=True)]


def means(report: Numbers) -> list[list[int | None]]:
    """The estimates by metric and measure."""
    return [scaled(np.array([estimate.value for estimate in estimates])) for estimates in report.values()]


def histograms(report: Numbers) -> list[list[list[int]]]:
    """How many examples score in each of 20 equal steps from 0 to 1, by metric and measure."""
    whole, missing = whole_scores(report.scored)
    return _by_metric(np.where(missing, -1, np.minimum(whole * BINS // SCALE, BINS - 1)), BINS)


def change_histograms(report: Numbers, baseline: Numbers) -> list[list[list[int]]]:
    """How many examples changed by how much, by metric and measure: 41 steps, the middle one around no change."""
    (after, no_score), (before, no_base) = whole_scores(report.scores), whole_scores(baseline.scores)
    steps = (after - before + SCALE + CHANGE_STEP // 2) // CHANGE_STEP
    return _by_metric(np.where(no_score | no_base, -1, np.clip(steps, 0, CHANGE_BINS - 1)), CHANGE_BINS)


def _by_metric(steps: Integers, bins: int) -> list[list[list[int]]]:
    """Count the steps of each metric and measure; those below 0 do not count."""
    return [
        [np.bincount(column[column >= 0], minlength=bins).tolist() for column in steps[:, metric].T]
        for metric in range(steps.shape[1])
    ]


def best_references(report: Numbers, rows: Integers) -> list[Integers]:
    """Which of several references gives an example its best F, by metric; nothing where each has one."""
    if report.rows is None:
        return []
    best = report.scoring.choice(report.counts, report.rows) - report.rows[:-1, None]
    return list(best[rows].T)


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


def packed_names(names: Sequence[str]) -> str:
    """Names of examples as one text."""
    return packed(json.dumps(names, separators=(",", ":")).encode("ascii"))


def to_script(value: Any) -> str:
    """Write JSON that may stand inside a script element: nothing in it can end the element or a string.

    >>> to_script(["</script>", "\\ud800"])
    '["\\\\u003c/script>","\\\\ud800"]'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return re.sub("[<\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match.group()):04x}", text)
