"""References read once and kept, for predictions that come again and again: rewards, best of n, many systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from infrarouge.by_name import told_names
from infrarouge.engine.coverage import covered
from infrarouge.engine.runner import Counted, Runner
from infrarouge.errors import InputError
from infrarouge.progress import chunks
from infrarouge.reading.containers import plain, sequence, settled, settled_rows
from infrarouge.registry import integer
from infrarouge.reporting.report import Report, report_of
from infrarouge.reporting.scores import Scores, scores_of
from infrarouge.reporting.signature import result_signature
from infrarouge.scoring.state import offsets_of
from infrarouge.search.store import FIRST_CHUNK, KeptTexts
from infrarouge.types import Integers, References, Score


class Prepared:
    """References that a scorer has read; scores are those of `Rouge.evaluate` and cost only reading the predictions.

    Immutable, picklable and safe to share between threads.

    >>> from infrarouge import Rouge
    >>> prepared = Rouge("rouge1").prepare(["the cat sat", ["a dog", "the dog ran"]])
    >>> prepared.score(prediction="the dog", row=1)["rouge1"].recall
    0.6666666666666666
    """

    __slots__ = ("_languages", "_references", "_rows", "_store", "runner")

    def __init__(self, runner: Runner, references: References) -> None:
        self.runner = runner
        self._references = settled_rows(sequence(references, "references"))
        flat, self._rows = runner.flattened(self._references, "references")
        # Texts that Python cuts would have to be cut once more to tell.
        self._store = KeptTexts(runner)
        self._languages = runner.reader.languages(flat, self._rows)
        sizes = np.ones(len(self._references), dtype=np.int64) if self._rows is None else np.diff(self._rows)
        self._store.add(flat, "reference", self._rows, self._spoken(np.repeat(np.arange(len(sizes)), sizes)))

    def __len__(self) -> int:
        return len(self._references)

    def __repr__(self) -> str:
        labels = " ".join(self.runner.labels)
        return f"<Prepared {len(self)} rows for {labels} ({self.runner.profile.signature})>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Prepared, (self.runner, self._references)

    @told_names
    def score(self, *, prediction: Any, row: int = 0) -> Scores:
        """Score one prediction against the references of one row.

        >>> from infrarouge import Rouge
        >>> Rouge("rougeL").prepare(["a b"]).score(prediction="b")["rougeL"].precision
        1.0
        """
        place = integer(row)
        if place is None or not 0 <= place < len(self):
            raise InputError(f"row is {row!r}; there are {len(self)} rows of references, the first is 0")
        report = self._report([plain(prediction)], np.array([place]), progress=False)
        values = zip(self.runner.labels, map(Score._make, report.scores[0].tolist()), strict=True)
        return scores_of(values, result_signature(self.runner.profile, 1))

    @told_names
    def evaluate(self, *, predictions: Sequence[Any], progress: bool = False) -> Report:
        """Score one prediction for each row, or a list of several for each row, one after another in the report.

        >>> from infrarouge import Rouge
        >>> prepared = Rouge("rouge1").prepare(["a b", "c d"])
        >>> report = prepared.evaluate(predictions=[["a", "a b"], ["c", "x"]])
        >>> report.scores[:, 0, 2].reshape(2, 2).argmax(axis=1).tolist()
        [1, 0]
        """
        rows = [settled(row) for row in sequence(predictions, "predictions")]
        if len(rows) != len(self):
            raise InputError(
                f"{len(rows)} predictions for {len(self)} rows of references; give one for each row, or a list for each"
            )
        flat, lists = self.runner.flattened(rows, "predictions")
        of = np.arange(len(rows)) if lists is None else np.repeat(np.arange(len(rows)), np.diff(lists))
        return self._report(flat, of, progress=progress)

    def _spoken(self, rows: Integers) -> list[str] | None:
        """The languages of some rows, which their references decide."""
        return None if self._languages is None else [self._languages[row] for row in rows.tolist()]

    def _report(self, predictions: Sequence[Any], of: Integers, *, progress: bool) -> Report:
        runner, store = self.runner, self._store
        ends = np.arange(len(self) + 1) if self._rows is None else self._rows
        starts, sizes = ends[of], np.diff(ends)[of]
        pairs = offsets_of(sizes)
        side, ours = runner.side(predictions, "prediction", self._spoken(of)), np.zeros(len(of), dtype=np.uint8)
        parts = [
            store.count(side, starts, pairs, ours, begin, end)
            for begin, end in chunks(len(of), FIRST_CHUNK * store.threads, shown=progress)
        ]
        counts = np.concatenate(parts) if parts else np.zeros((0, len(runner.metrics), 3))
        # The flags of the reference of each pair.
        theirs = store.flags[np.arange(len(counts)) - np.repeat(pairs[:-1] - starts, sizes)]
        rows = None if self._rows is None else pairs
        counted = Counted(counts, ours, theirs)
        state = runner.state_of(counted, rows, languages=self._spoken(of))
        # The texts of the references are not kept, and the engine has marked those that lose most of their letters.
        return report_of(runner, covered(state, runner.reader, (predictions, []), (side, side)))
