"""What every result with estimates by metric shows alike, whether it keeps its examples or only their sums."""

from __future__ import annotations

from collections.abc import ItemsView, Sequence
from typing import Any, Protocol

from infrarouge.matching import Metric
from infrarouge.reading.sentences import SENTENCES
from infrarouge.reporting.tables import DASH
from infrarouge.rules.profile import Profile, Resampling, spell
from infrarouge.scoring.aggregate import Estimates
from infrarouge.scoring.measures import MEASURES

BY_LINES = ("newline", "none", "java-lines", "rouge2", "t5")
"""Sentence rules under which texts with sentences can look as if they had none."""


class Estimated(Protocol):
    """A result with estimates by metric."""

    @property
    def profile(self) -> Profile: ...

    @property
    def n(self) -> int: ...

    @property
    def signature(self) -> str: ...

    @property
    def has_intervals(self) -> bool: ...

    def items(self) -> ItemsView[str, Estimates]: ...


def header_of(how: Resampling) -> list[str]:
    """The table's head, with the level of the interval if there is one.

    >>> header_of(Resampling(confidence_level=0.9))
    ['metric', 'precision', 'recall', 'F', '90% interval of F']
    """
    level = f"{100 * how.confidence_level:g}%"
    return ["metric", "precision", "recall", "F", *[f"{level} interval of F"] * (how.n_resamples > 0)]


def cells_of(result: Estimated, digits: int) -> list[list[str]]:
    """The table's rows: label, precision, recall, F (times 100) and the interval of F."""
    shown = result.profile.resampling.n_resamples > 0
    return [
        [
            label,
            *(f"{100 * estimate.value:.{digits}f}" for estimate in estimates),
            *[_interval(estimates, digits) if result.has_intervals else DASH] * shown,
        ]
        for label, estimates in result.items()
    ]


def records_of(result: Estimated) -> list[dict[str, Any]]:
    """One record a metric and measure, the signature in every one."""
    return [
        {"metric": label, "measure": name, **estimate.to_dict(), "n": result.n, "signature": result.signature}
        for label, estimates in result.items()
        for name, estimate in zip(MEASURES, estimates, strict=True)
    ]


def sentence_note(metrics: Sequence[Metric], rule: Any, sentences: bool) -> str | None:
    """That metrics over sentences saw none but whole texts, if that is so; `rule` is the sentence rule."""
    labels = [metric.label for metric in metrics if metric.spec.kind.endswith("_sum")]
    if sentences or not labels:
        return None
    whole = [label.replace("sum", "", 1) for label in labels]
    sees, does = ("compares", "does") if len(labels) == 1 else ("compare", "do")
    about = f"{rule}: {SENTENCES[rule].about}" if isinstance(rule, str) and rule in SENTENCES else spell(rule)
    return (
        f"no text has more than one sentence, so {' and '.join(labels)} {sees} whole texts as {' and '.join(whole)} "
        f"{does} (the sentence rule is {about})"
        + ("; put each sentence on a line of its own, or set the sentence rule to auto" if rule in BY_LINES else "")
    )


def _interval(estimates: Estimates, digits: int) -> str:
    return f"{100 * estimates.fmeasure.low:.{digits}f} - {100 * estimates.fmeasure.high:.{digits}f}"
