"""The three numbers of a score, by the names people use for them."""

from __future__ import annotations

import re

from infrarouge.errors import UnknownNameError
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import one_of
from infrarouge.types import Score

MEASURES = Score._fields
LETTERS = {"precision": "p", "recall": "r", "fmeasure": "f"}
SHORT = {"p": "precision", "r": "recall", "f": "fmeasure", "f1": "fmeasure", "f-measure": "fmeasure"}


def measure_of(name: str) -> str:
    """Find a measure by its name or first letter.

    >>> measure_of("f"), measure_of("Recall"), measure_of("F1")
    ('fmeasure', 'recall', 'fmeasure')
    """
    lowered = str(name).lower()
    return one_of("measure", SHORT.get(lowered, lowered), MEASURES)


def measure_at(name: str) -> int:
    """Where a measure stands in a score.

    >>> measure_at("recall"), measure_at("f")
    (1, 2)
    """
    return MEASURES.index(measure_of(name))


def named_measure(name: str) -> tuple[str, str] | None:
    """Read a metric and a measure, F unless told: ``rougeL``, ``rougeL.r``, ``rouge1_precision``; None if it is neither.

    >>> named_measure("rougeL"), named_measure("rougeSU4_recall"), named_measure("rougeW-1.2"), named_measure("alpha")
    (('rougeL', 'fmeasure'), ('rougeSU4', 'recall'), ('rougeW-1.2', 'fmeasure'), None)
    """
    parts = re.fullmatch(r"(.+)[._ ](p|r|f|f1|precision|recall|fmeasure)", name.strip(), re.IGNORECASE)
    label, measure = (parts[1], measure_of(parts[2])) if parts else (name, "fmeasure")
    try:
        return parse_metric(label).label, measure
    except (UnknownNameError, ValueError):
        return None
