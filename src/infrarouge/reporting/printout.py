"""The print-out of ROUGE-1.5.5: lines that two decades of scripts parse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cmp_to_key
from typing import TYPE_CHECKING

from infrarouge.errors import InputError
from infrarouge.matching import Elements, LongestCommon, Metric, NGram, SkipBigram, WeightedCommon

if TYPE_CHECKING:
    from infrarouge.reporting.numbers import Numbers

RULE, DOTS = "-" * 45, "." * 45


def label(metric: Metric) -> str:
    """What ROUGE-1.5.5 calls a metric; its ROUGE-L and ROUGE-W are united over sentences.

    >>> from infrarouge.matching import parse_metrics
    >>> [label(one) for one in parse_metrics("rouge2 rougeLsum rougeWsum rougeSU rougeS4 rougeBE-HM rougeL")]
    ['ROUGE-2', 'ROUGE-L', 'ROUGE-W-1.2', 'ROUGE-SU*', 'ROUGE-S4', 'ROUGE-BE-HM', 'ROUGE-L-whole']
    """
    if isinstance(metric, NGram):
        return f"ROUGE-{metric.n}"
    if isinstance(metric, SkipBigram):
        return f"ROUGE-S{'U' if metric.unigrams else ''}{'*' if metric.gap is None else metric.gap}"
    if isinstance(metric, Elements):
        return f"ROUGE-BE-{metric.mode}"
    # Of whole texts there is no such number in ROUGE-1.5.5, so the name must not be taken for one of its own.
    if isinstance(metric, WeightedCommon):
        return f"ROUGE-W-{metric.weight:g}" + ("" if metric.union else "-whole")
    if isinstance(metric, LongestCommon):
        return "ROUGE-L" + ("" if metric.union else "-whole")
    return metric.label


def classic(
    report: Numbers,
    system: str = "X",
    details: bool = False,
    labels: Mapping[str, str] | None = None,
    level: str | None = None,
) -> Iterator[str]:
    """The lines for one system; `labels` and `level` are shown as typed where they are given."""
    how = report.profile.resampling
    if how.average != "totals" and not how.n_resamples:
        raise InputError("this print-out has intervals, and n_resamples is 0; give a number from 1 up, such as 1000")
    percent = level if level is not None else f"{100 * how.confidence_level:.12g}"
    names = report.names if report.ids is not None else [f"{name}.{system}" for name in report.names]
    order = sorted(enumerate(names), key=cmp_to_key(_compare)) if details else []
    for at, metric in enumerate(report.metrics):
        head = f"{system} {(labels or {}).get(metric.label) or label(metric)}"
        yield RULE
        if how.average == "totals":
            matched, prediction, reference = (int(value) for value in report.row_counts[:, at].sum(axis=0))
            yield f"{head} M_count: {reference} P_count: {prediction} H_count: {matched}"
        else:
            for letter, estimate in zip("RPF", _estimates(report, metric), strict=True):
                value, low, high = (f"{number:7.5f}" for number in estimate)
                yield f"{head} Average_{letter}: {value} ({percent}%-conf.int. {low} - {high})"
        if details:
            yield DOTS
            for row, name in order:
                yield f"{head} Eval {name} {_item(report, row, at)}"


def _estimates(report: Numbers, metric: Metric) -> list[tuple[float, float, float]]:
    """Value and interval of recall, precision and F; zeros where nothing was scored."""
    if not report.n:
        return [(0.0, 0.0, 0.0)] * 3
    precision, recall, fmeasure = report[metric.label]
    return [(estimate.value, estimate.low, estimate.high) for estimate in (recall, precision, fmeasure)]


def _item(report: Numbers, row: int, at: int) -> str:
    """One example: recall, precision and F, or the counts behind them where counts are averaged."""
    if report.profile.resampling.average in ("scores", "ratios"):
        p, r, f = report.scores[row, at]
        return f"R:{r:7.5f} P:{p:7.5f} F:{f:7.5f}"
    matched, prediction, reference = report.row_counts[row, at]
    return f"R:{reference:.15g} P:{prediction:.15g} F:{matched:.15g}"


def _compare(a: tuple[int, str], b: tuple[int, str]) -> int:
    """Order names by the number they start with, if both start with one, and else as strings."""
    first, second = re.match("[0-9]+", a[1]), re.match("[0-9]+", b[1])
    if first and second and int(first.group()) != int(second.group()):
        return -1 if int(first.group()) < int(second.group()) else 1
    return (a[1] > b[1]) - (a[1] < b[1])
