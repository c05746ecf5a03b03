"""What two long texts cost before they are matched: a line on a terminal where it will be minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.matching import Metric, spec_of

SECONDS = {"lcs": 1e-11, "lcs_sum": 2e-11, "weighted": 2e-9, "weighted_sum": 2e-9, "skip": 2e-10, "skip_sum": 2e-8}
"""Seconds that the core takes for a word of one text with a word of the other, by kind of metric."""
LETTERS = 6
"""Letters of a word, with the blank behind it."""
LONG = 60.0
"""Seconds from which on it is said."""


def long_pair(
    predictions: Sequence[Any], references: Sequence[Any], rows: Any, metrics: Iterable[Metric], start: int = 0
) -> str | None:
    """What to say of the pair of texts that takes longest, if that is minutes; rows are numbered from `start`.

    >>> from infrarouge.matching import metric
    >>> long_pair(["a b"], ["a"], None, [metric("rougeW-1.2")])
    >>> long_pair(["word " * 300_000], ["word " * 300_000], None, [metric("rougeW-1.2")], start=7)
    'row 7 has texts of about 250,000 and 250,000 words; matching them takes about 2 minutes, and Ctrl-C ends it'
    """
    each = sum(SECONDS.get(spec_of(metric, "text").kind, 0.0) for metric in metrics)
    if not each:
        return None
    most, message = LONG, None
    for at, ours in enumerate(predictions):
        theirs = references[at : at + 1] if rows is None else references[int(rows[at]) : int(rows[at + 1])]
        for other in theirs:
            if not (isinstance(ours, str) and isinstance(other, str)):
                continue
            n, m = len(ours) // LETTERS, len(other) // LETTERS
            if n * m * each >= most:
                most = n * m * each
                message = (
                    f"row {start + at} has texts of about {n:,} and {m:,} words; matching them takes about "
                    f"{max(1, round(most / 60))} minute{'s' if most >= 90 else ''}, and Ctrl-C ends it"
                )
    return message


def tell_long_pair(
    predictions: Sequence[Any],
    references: Sequence[Any],
    rows: Any,
    metrics: Iterable[Metric],
    *,
    start: int = 0,
    shown: bool,
) -> None:
    """Say it on standard error, where progress is shown.

    >>> tell_long_pair(["a"], ["a"], None, [], shown=True)
    """
    if shown and sys.stderr is not None and sys.stderr.isatty():
        message = long_pair(predictions, references, rows, metrics, start)
        if message is not None:
            print(f"infrarouge: {message}", file=sys.stderr)
