"""The examples of a report page, in blocks of rows: texts, the places of their words, and what each metric matches.

A block is deflated bytes: how many rows; for each row the length of its texts and of its numbers; the numbers of all
rows; the texts of all rows. The numbers of a row are, in this order:

- how many references there are, and the length of each text, references first and then systems;
- the words of each text, as `words.words_of` has them;
- what is matched of each system with each reference by each metric, as `batch.PageBatch.numbers` has it.

`assets/unpack.js` reads a row back when it is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from infrarouge.matching import Metric
from infrarouge.matching.base import Spec
from infrarouge.progress import Progress
from infrarouge.reporting.matched import MatchReader, View
from infrarouge.reporting.page.batch import PageBatch, takes_words, with_gaps
from infrarouge.reporting.page.pack import Ragged, packed, side_by_side, varints
from infrarouge.reporting.page.words import TextWords, words_of
from infrarouge.rules.profile import Profile
from infrarouge.types import Floats, Integers

BLOCK = 250
"""Rows of a block: the first one is what a reader waits for."""
MOST_STEPS, MOST_PAIRS = 50_000_000, 50_000
"""Beyond so many steps of an alignment, or pairs of words in a text, matches are left to `explain`."""
MOST_AT_ONCE = 2_000_000
"""How many pairs of words the texts of a batch may have together: their matches are held in memory."""


class System(NamedTuple):
    """One system on the page: its texts, the counts of its pairs, and where the pairs of each row start."""

    predictions: Sequence[Any]
    counts: Floats
    offsets: Integers | None

    def counts_of(self, row: int, references: int) -> Floats:
        """The counts of a row's pairs."""
        first = row if self.offsets is None else int(self.offsets[row])
        return self.counts[first : first + references]


class Example(NamedTuple):
    """One row of one system: its texts as they were given and as they were read, and the counts of its pairs."""

    references: Sequence[Any]
    prediction: Any
    theirs: Sequence[TextWords]
    ours: TextWords
    counts: Floats


class RowWriter:
    """Writes the rows of a page; knows afterwards how many words the texts have."""

    def __init__(self, metrics: Sequence[Metric], profile: Profile) -> None:
        self.metrics, self.profile = tuple(metrics), profile
        self.reader = MatchReader(self.metrics, profile)
        self.readers = {tuple(range(len(self.metrics))): self.reader}
        self.keep = any(takes_words(spec, self.reader.rules) for spec in self.reader.runner.specs)
        self.lengths: list[list[int]] = []

    def blocks(
        self,
        systems: Sequence[System],
        references: Sequence[Sequence[Any]],
        rows: Sequence[int],
        *,
        progress: bool = False,
    ) -> Iterator[str]:
        """The blocks of some rows; fills `lengths` with words of the reference (the longest), then of each system."""
        self.lengths = [[] for _ in range(len(systems) + 1)]
        with Progress(len(rows), shown=progress, what="matching") as bar:
            for start in range(0, len(rows), BLOCK):
                part = rows[start : start + BLOCK]
                yield packed(self._block(systems, references, part))
                bar.advance(len(part))

    def _block(self, systems: Sequence[System], references: Sequence[Sequence[Any]], rows: Sequence[int]) -> bytes:
        spoken = {row: self.reader.language_of(references[row]) for row in rows}
        theirs = [[self._read(text, "reference", spoken[row]) for text in references[row]] for row in rows]
        ours = [[self._read(system.predictions[row], "prediction", spoken[row]) for row in rows] for system in systems]
        self.lengths[0] += [max((text.sizes[View.FLAT] for text in row), default=0) for row in theirs]
        for lengths, column in zip(self.lengths[1:], ours, strict=True):
            lengths += [text.sizes[View.FLAT] for text in column]
        matched = [
            self._matched(
                [
                    Example(references[row], system.predictions[row], other, text, system.counts_of(row, len(other)))
                    for row, other, text in zip(rows, theirs, column, strict=True)
                ]
            )
            for system, column in zip(systems, ours, strict=True)
        ]
        texts = [[*row, *predictions] for row, *predictions in zip(theirs, *ours, strict=True)]
        heads = [[len(row), *(text.length for text in whole)] for row, whole in zip(theirs, texts, strict=True)]
        words = words_of([text for row in texts for text in row]).merged(np.cumsum([0, *map(len, texts)]))
        data, sizes = varints(side_by_side(Ragged.of(heads), words, *matched))
        # Between two texts of a row there is a line end.
        lengths = [sum(text.length for text in row) + len(row) - 1 for row in texts]
        header, _ = varints(Ragged.of([[len(rows)], np.stack([lengths, sizes], axis=1).ravel().tolist()]))
        return header + data + "".join("\n".join(text.text for text in row) for row in texts).encode("utf-8")

    def _read(self, text: Any, name: str, language: str | None) -> TextWords:
        return TextWords(self.reader.read(text, name, language), keep=self.keep)

    def _matched(self, examples: Sequence[Example]) -> Ragged:
        """What one system matches, by row: one batch for the engine, unless some texts are long."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for at, example in enumerate(examples):
            groups.setdefault(self._shown(example), []).append(at)
        order: list[int] = []
        parts: list[Ragged] = []
        for shown, members in groups.items():
            longest = max(_longest(examples[at]) for at in members)
            most = max((_pairs(self.reader.runner.specs[at], longest) for at in shown), default=0.0)
            step = max(1, int(MOST_AT_ONCE / max(1.0, most)))
            for start in range(0, len(members), step):
                order += members[start : start + step]
                parts.append(self._group(shown, [examples[at] for at in members[start : start + step]]))
        lists = Ragged(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        return lists if len(parts) == 1 else lists.taken(np.argsort(order))

    def _group(self, shown: tuple[int, ...], examples: Sequence[Example]) -> Ragged:
        """What is matched by some of the metrics in some rows; the others get a 0."""
        offsets = np.cumsum([0, *(len(example.theirs) for example in examples)]).astype(np.int64)
        lists = Ragged.of([])
        if shown:
            reader = self._reader(shown)
            references = [text for example in examples for text in example.references]
            matches = reader.find([example.prediction for example in examples], references, offsets)
            theirs = [text for example in examples for text in example.theirs]
            ours = [example.ours for example in examples for _ in example.theirs]
            counts = np.concatenate([example.counts for example in examples])[:, list(shown)]
            lists = PageBatch(matches, reader.runner.specs, reader.rules, (theirs, ours)).numbers(counts)
        filled = with_gaps(lists, shown, (int(offsets[-1]), len(self.metrics)))
        return filled.merged(offsets * len(self.metrics))

    def _shown(self, example: Example) -> tuple[int, ...]:
        """The metrics whose matches are shown: those for which no text of a row is too long."""
        ours, theirs = max(example.ours.sizes), max((max(text.sizes) for text in example.theirs), default=0)
        return tuple(at for at, spec in enumerate(self.reader.runner.specs) if not too_long(spec, ours, theirs))

    def _reader(self, shown: tuple[int, ...]) -> MatchReader:
        if shown not in self.readers:
            self.readers[shown] = MatchReader([self.metrics[at] for at in shown], self.profile)
        return self.readers[shown]


def too_long(spec: Spec, prediction: int, reference: int) -> bool:
    """Whether a metric takes too long to match texts of so many words for a page.

    >>> too_long(Spec("lcs"), 9000, 9000), too_long(Spec("ngram", 1.0), 9000, 9000)
    (True, False)
    """
    if spec.kind.startswith("skip"):
        return _pairs(spec, max(prediction, reference)) > MOST_PAIRS
    return not spec.kind.startswith("ngram") and prediction * reference > MOST_STEPS


def _pairs(spec: Spec, words: int) -> float:
    """About how many pairs of words a text has for a metric of skip-bigrams."""
    if not spec.kind.startswith("skip"):
        return 0.0
    return words * (words / 2 if spec.number < 0 else min(words / 2, spec.number + 1))


def _longest(example: Example) -> int:
    return max(max(text.sizes) for text in (example.ours, *example.theirs))
