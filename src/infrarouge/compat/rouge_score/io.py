"""Files of texts in, a CSV of scores out, as `rouge_score.io` does it."""

from __future__ import annotations

import glob
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from infrarouge.compat.rouge_score.scoring import BaseScorer, BootstrapAggregator
from infrarouge.replacing import refuse_clashes, write_text

_logger = logging.getLogger(__name__)


def compute_scores_and_write_to_csv(
    target_filepattern: str,
    prediction_filepattern: str,
    output_filename: str,
    scorer: BaseScorer,
    aggregator: BootstrapAggregator | None,
    delimiter: str = "\n",
) -> None:
    """Score the records of files against each other and write their intervals, or without aggregator every score.

    The patterns are globs; the files they find are paired in the order of their names.
    """
    targets, predictions = _glob(target_filepattern), _glob(prediction_filepattern)
    if len(targets) != len(predictions) or not targets:
        raise ValueError(
            f"Must have equal and positive number of target and prediction files. Found: {len(targets)} target files "
            f"({target_filepattern}), {len(predictions)} prediction files ({prediction_filepattern})."
        )
    refuse_clashes([("output_filename", output_filename)], [*targets, *predictions])
    scores = _compute_scores(targets, predictions, scorer, delimiter)
    if aggregator is None:
        _write_scores_to_csv(output_filename, scores)
        return
    for score in scores:
        aggregator.add_scores(score)
    _write_aggregates_to_csv(output_filename, aggregator.aggregate())


def _glob(filepattern: str) -> list[str]:
    return sorted(glob.glob(filepattern))


def _record_gen(filename: str, delimiter: str) -> Iterator[str]:
    """The records of a file, each ended by the delimiter."""
    with open(filename, encoding="utf-8") as file:
        *records, last = file.read().split(delimiter)
    if last:
        _logger.warning("%s: expected the delimiter at the end of the file", filename)
        records.append(last)
    yield from records


def _compute_scores(
    target_filenames: Sequence[str], prediction_filenames: Sequence[str], scorer: BaseScorer, delimiter: str
) -> Iterator[dict[str, Any]]:
    for target_filename, prediction_filename in zip(
        sorted(target_filenames), sorted(prediction_filenames), strict=True
    ):
        _logger.info("Reading targets from %s and predictions from %s", target_filename, prediction_filename)
        records = zip_longest(_record_gen(target_filename, delimiter), _record_gen(prediction_filename, delimiter))
        for target, prediction in records:
            if target is None or prediction is None:
                raise ValueError(
                    "Must have equal number of lines across target and prediction files. Mismatch between files: "
                    f"{target_filename}, {prediction_filename}."
                )
            yield scorer.score(target, prediction)


def _write_aggregates_to_csv(output_filename: str, aggregates: Mapping[str, Any]) -> None:
    lines = ["score_type,low,mid,high"]
    for score_type, found in sorted(aggregates.items()):
        for letter, measure in (("R", "recall"), ("P", "precision"), ("F", "fmeasure")):
            values = ",".join(f"{getattr(one, measure):.6f}" for one in found)
            lines.append(f"{score_type}-{letter},{values}")
    _write(output_filename, lines)


def _write_scores_to_csv(output_filename: str, scores: Iterable[Mapping[str, Any]]) -> None:
    lines: list[str] = []
    for at, found in enumerate(scores):
        types = sorted(found)
        if not at:
            lines.append(",".join(["id", *(f"{score_type}-{letter}" for score_type in types for letter in "PRF")]))
        lines.append(",".join([str(at), *(f"{value:.6f}" for score_type in types for value in found[score_type])]))
    if not lines:
        _logger.warning("No scores to write")
        return
    _write(output_filename, lines)


def _write(filename: str, lines: Iterable[str]) -> None:
    _logger.info("Writing results to %s", filename)
    write_text(filename, "".join(f"{line}\n" for line in lines))
