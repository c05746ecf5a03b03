"""From the texts of a system to the lines that are printed of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from infrarouge.engine.runner import Runner
from infrarouge.errors import InputError, some
from infrarouge.matching import WeightedCommon
from infrarouge.reporting.printout import classic
from infrarouge.reporting.report import Report, evaluated
from infrarouge.reporting.tables import plural
from infrarouge.rouge155.files import MetricBatch, Row, Warn
from infrarouge.rouge155.options import Options
from infrarouge.rules.profile import Profile


def score_rows(
    system: str, rows: Sequence[Row], batch: MetricBatch, profile: Profile, options: Options, warn: Warn
) -> Iterator[str]:
    """Score one system by one batch of metrics, and print it."""
    report = _report(rows, batch, profile)
    lost = _without_words(report, rows)
    if lost:
        what = f"a model of evaluation {', '.join(rows[at].name for at in lost[:5])} has no words"
        if not options.keep_going:
            raise InputError(
                f"{what}, and ROUGE-W divides by their number; mend it, drop -w, or leave it out with --keep-going"
            )
        warn(f"{what}; left out")
        rows = [row for at, row in enumerate(rows) if at not in set(lost)]
        report = _report(rows, batch, profile)
    if len(report.empty) and (profile.text.max_words or profile.text.max_bytes):
        warn(f"system {system}: nothing to compare within the limit in {some(report.empty)}")
    if options.has("v"):
        warn(f"system {system}: {plural(len(rows), 'evaluation')} by {' '.join(report.labels)}; {report.signature}")
    yield from classic(report, system, options.has("d"), batch.labels, options.level)


def _report(rows: Sequence[Row], batch: MetricBatch, profile: Profile) -> Report:
    single = all(len(row.references) == 1 for row in rows)
    runner = Runner(tuple(batch.metrics), profile)
    # Basic Elements come as bytes, which only this program has.
    predictions: list[Any] = [row.prediction for row in rows]
    references: list[Any] = [row.references[0] if single else row.references for row in rows]
    return evaluated(runner, runner.rows(predictions, references), [row.name for row in rows])


def _without_words(report: Report, rows: Sequence[Row]) -> list[int]:
    """The rows on which ROUGE-W of the Perl program dies: a model has no words."""
    columns = [at for at, metric in enumerate(report.metrics) if isinstance(metric, WeightedCommon)]
    if not columns:
        return []
    pairs = np.flatnonzero(report.counts[:, columns[0], 2] == 0)
    at = pairs if report.rows is None else np.searchsorted(report.rows, pairs, "right") - 1
    return [row for row in dict.fromkeys(at.tolist()) if rows[row].has_models]
