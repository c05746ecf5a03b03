"""Scores texts as they are read: batch by batch, keeping the counts alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from infrarouge.api import Rouge
from infrarouge.errors import CoverageWarning, InputError, InputTypeError
from infrarouge.files.inputs import Batch, InputHash, Texts
from infrarouge.progress import Progress
from infrarouge.reporting.report import Report

Each = Callable[[str, Batch, Report], None]
"""Is shown every batch as it is scored: the system, the texts, and their report."""


def score_stream(
    rouge: Rouge, texts: Texts, each: Each | None = None, *, progress: bool = False, hashed: bool = False
) -> dict[str, Report]:
    """Score every system of `texts`, reading each file once; the reports equal those of the whole texts.

    Rows that the rules refuse (``empty="raise"``, ``strict=True``) are refused with their numbers in the whole.
    """
    # Batches know only their own row numbers, so they are scored leniently and judged by their place in the whole.
    rule = rouge.profile.score.empty
    lenient = Rouge(
        rouge.metrics, rouge.profile.replace(empty="zero" if rule == "raise" else rule), threads=rouge.threads
    )
    parts: dict[str, list[Report]] = {name: [] for name in texts.systems}
    hashes = {name: InputHash() for name in texts.systems}
    bar = Progress(None, shown=progress)
    bar.total = texts.total() if bar.shown else None
    with bar:
        for batch in texts.batches(ready=rouge._depth() > 0):
            for name, predictions in batch.predictions.items():
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", CoverageWarning)
                    part = _scored(lenient, predictions, batch)
                parts[name].append(part)
                if hashed:
                    hashes[name].add(predictions, batch.references)
                if each is not None:
                    each(name, batch, part)
            bar.advance(batch.n)
    return {name: _joined(rouge, found, hashes[name].value if hashed else None) for name, found in parts.items()}


def _scored(rouge: Rouge, predictions: list[Any], batch: Batch) -> Report:
    try:
        return rouge.evaluate(predictions=predictions, references=batch.references)
    except InputTypeError as error:
        raise InputTypeError(f"{error} (counted from row {batch.start})" if batch.start else str(error)) from None


def _joined(rouge: Rouge, parts: list[Report], inputs: str | None) -> Report:
    if not parts:
        raise InputError("there are no texts to score")
    report = replace(parts[0].merge(*parts[1:]), profile=rouge.profile, input_hash=inputs)
    if len(report.low_coverage):
        rouge._guard(report.low_coverage, report.n)
    return report
