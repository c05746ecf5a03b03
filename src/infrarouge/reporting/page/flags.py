"""Examples that deserve a second look: without words, with letters lost, equal to a reference, or said twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.page.pieces import escape
from infrarouge.types import Integers


class Flags(NamedTuple):
    """The rows of one system that have something to be warned of, in ascending order."""

    empty: Integers
    letters: Integers
    equal: Integers
    repeated: Integers
    repeats: int
    """How many predictions say again what an earlier one said."""

    def listed(self, rows: Integers) -> dict[str, list[int]]:
        """The places of the flagged rows among those that the page lists; kinds without any are left out.

        >>> none = np.array([], dtype=np.int64)
        >>> Flags(np.array([2, 5]), none, none, none, 0).listed(np.array([1, 5]))
        {'empty': [1]}
        """
        kinds = {"empty": self.empty, "letters": self.letters, "equal": self.equal, "repeated": self.repeated}
        places = {kind: np.flatnonzero(np.isin(rows, flagged)).tolist() for kind, flagged in kinds.items()}
        return {kind: listed for kind, listed in places.items() if listed}


def flags_of(report: Numbers, predictions: Sequence[Any], references: Sequence[Sequence[Any]]) -> Flags:
    """Look through the texts of a system.

    >>> from infrarouge import evaluate
    >>> texts = ["a", "b", "a"]
    >>> flags = flags_of(evaluate(predictions=texts, references=["a", "c", "d"]), texts, [["a"], ["c"], ["d"]])
    >>> flags.equal.tolist(), flags.repeated.tolist(), flags.repeats
    ([0], [0, 2], 1)
    """
    equal = [
        row
        for row, (text, others) in enumerate(zip(predictions, references, strict=True))
        if text is not None and any(_same(text, other) for other in others)
    ]
    spelled = [str(text) for text in predictions]
    times = Counter(spelled)
    repeated = [row for row, text in enumerate(spelled) if times[text] > 1]
    return Flags(report.empty, report.low_coverage, _rows(equal), _rows(repeated), len(spelled) - len(times))


def notes_list(reports: Mapping[str, Numbers], flags: Mapping[str, Flags]) -> str:
    """What a reader of the numbers should know, worst first."""
    warned = {name: report.notes() for name, report in reports.items()}
    shared = [note for note in next(iter(warned.values())) if all(note in others for others in warned.values())]
    notes = [("warn", f"{note[:1].upper()}{note[1:]}.") for note in shared]
    for name, report in reports.items():
        of = f"{name}: " if len(reports) > 1 else ""
        notes += [("warn", f"{of}{note}.") for note in warned[name] if note not in shared]
        if len(flags[name].equal):
            notes.append(("", f"{of}{len(flags[name].equal):,} of {report.n:,} predictions equal a reference."))
        if flags[name].repeats:
            notes.append(("", f"{of}{flags[name].repeats:,} of {report.n:,} predictions repeat another one."))
    if not any(len(report.empty) or len(report.low_coverage) for report in reports.values()):
        notes.append(("good", "Every text has words, and the tokenizer keeps most of the letters of each."))
    items = "".join(
        f'<li class="{kind}">{escape(text)}</li>' for kind, text in sorted(notes, key=lambda note: note[0] != "warn")
    )
    return f'<ul class="warnings">{items}</ul>'


def _same(text: Any, other: Any) -> bool:
    return type(text) is type(other) and str(text) == str(other)


def _rows(rows: Sequence[int]) -> Integers:
    return np.array(rows, dtype=np.int64)
