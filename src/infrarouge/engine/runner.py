"""Drives batches over an engine: the rules of a scorer resolved once, texts in, counts and scores out."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine import Plan, engine, thread_count
from infrarouge.engine.cost import tell_long_pair
from infrarouge.engine.coverage import Scripts, covered, example_losses, low_coverage_message, marked
from infrarouge.engine.resolved import plan_rules, reader_of
from infrarouge.engine.small import quick_pairs, small_pairs
from infrarouge.errors import (
    CoverageError,
    CoverageWarning,
    InputError,
    InputTypeError,
    LanguageWarning,
    TextFault,
)
from infrarouge.matching import Metric, Spec, parse_metrics
from infrarouge.progress import chunks
from infrarouge.reading.columns import TextColumn
from infrarouge.reading.containers import depth_of, matched, no_texts, plain, row_lists, sequence, settled
from infrarouge.reading.sides import offsets, wrong_type
from infrarouge.reading.words import WordRules
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.languages import analyzer_note
from infrarouge.rules.profile import Profile
from infrarouge.scoring.empty import settle_empty
from infrarouge.scoring.examples import example_groups, example_ids
from infrarouge.scoring.scoring import Scoring
from infrarouge.scoring.single import SingleScoring
from infrarouge.scoring.state import State
from infrarouge.types import LOW_COVERAGE, NO_WORDS, SEVERAL_SENTENCES, Flags, Floats, Integers, Score, Side

FIRST_CHUNK, LAST_CHUNK = 256, 1 << 16
ADVISED: set[str] = set()
"""Languages of which it was said that their analyser is missing."""
BATCH = 1 << 15
"""Examples whose counts are held at once where only scores are wanted."""
PIECE = 1 << 12
"""Examples that are scored at once: few enough for the cache."""


class Rows(NamedTuple):
    """A batch, checked: predictions, references one after another, and whose they are (None where each has one)."""

    predictions: Sequence[Any]
    references: Sequence[Any]
    rows: Integers | None

    def filled(self) -> Rows:
        """The batch itself; one without rows is refused.

        >>> Rows([], [], None).filled()
        Traceback (most recent call last):
            ...
        infrarouge.errors.InputError: there are no texts to score: predictions and references are empty
        """
        if not self.predictions:
            raise InputError("there are no texts to score: predictions and references are empty")
        return self


class Counted(NamedTuple):
    """What an engine said of a batch: counts (or scores) of the pairs, and the flags of both sides."""

    counts: Floats
    prediction_flags: Flags
    reference_flags: Flags


class Runner:
    """A scorer's rules, resolved: its reader, its plan in the engine and its scoring, which every path uses.

    >>> runner = Runner(parse_metrics("rouge1"), find_profile())
    >>> runner.state(runner.rows(["a b"], ["a c d"])).counts.tolist()
    [[[1.0, 2.0, 3.0]]]
    """

    __slots__ = (
        "labels",
        "metrics",
        "plan",
        "profile",
        "quick",
        "reader",
        "scoring",
        "single",
        "small",
        "specs",
        "strict",
        "threads",
        "told",
    )

    def __init__(
        self, metrics: tuple[Metric, ...], profile: Profile, threads: int | None = None, strict: bool = False
    ) -> None:
        thread_count(threads)
        self.metrics, self.profile, self.threads, self.strict = metrics, profile, threads, strict
        self.labels = tuple(metric.label for metric in metrics)
        self.reader = reader_of(profile, metrics)
        self.scoring = Scoring(metrics, profile, engine.round_decimal, engine.usual_scores)
        self.told = plan_rules(profile, metrics, self.reader)
        self.specs = tuple(Spec(*spec) for spec in self.told["metrics"])
        self.plan: Plan = engine.Plan(**self.told)
        if self.reader.cutting is not None:
            cutter = engine.Plan(**{**self.told, **self.reader.cutting})
            self.reader.words_of = lambda sentence: cutter.read(sentence)[0]
        self.quick = self.reader.plain and self.scoring.plain
        self.single = SingleScoring.of(self.scoring)
        self.small = (quick_pairs if self.quick else small_pairs)(self)
        if profile.text.lang is not None and profile.text.tokens == "unicode":
            self.advise([profile.text.lang])

    def __reduce__(self) -> tuple[Any, ...]:
        return Runner, (self.metrics, self.profile, self.threads, self.strict)

    # ------------------------------------------------------------ texts to batches

    def rows(self, predictions: Any, references: Any) -> Rows:
        """Check a batch and flatten the references; two dicts are matched by their keys."""
        ours, theirs, _ = matched(predictions, references)
        if len(ours) != len(theirs):
            raise InputError(
                f"{len(ours)} predictions and {len(theirs)} references; each prediction needs its reference, or a list "
                "of its references"
            )
        return Rows(ours if self.reader.plain else [*map(settled, ours)], *self.flattened(theirs, "references"))

    def row(self, prediction: Any, reference: Any, references: Any) -> Rows:
        """One prediction with its reference or references as a batch."""
        if (reference is None) == (references is None):
            raise InputTypeError("give one text as reference=, or several as references=[...], and not both")
        if references is None:
            return Rows([plain(prediction)], [plain(reference)], None)
        if isinstance(references, str):
            raise InputTypeError("references is a str; give a list of texts, or the one text as reference=")
        texts = sequence(references, "references")
        if not texts:
            raise InputError("references is empty; give at least one reference")
        return Rows([plain(prediction)], texts, np.array([0, len(texts)], dtype=np.int64))

    def flattened(self, texts: Sequence[Any], name: str) -> tuple[Sequence[Any], Integers | None]:
        """Texts one after another, and whose they are if any row holds several; `name` is what the rows hold."""
        depth = self.reader.depth
        if isinstance(texts, TextColumn) and not depth:
            return flat_column(texts, name)
        texts = texts if isinstance(texts, list) and self.reader.plain else list(texts)
        if not depth and engine.all_texts(texts):
            return texts, None
        if not depth and {*map(type, texts)} == {list} and all(texts):
            flat = [*chain.from_iterable(texts)]
            if engine.all_texts(flat):
                return flat, offsets(texts)
        texts = [settled(row) for row in texts]
        if not any(depth_of(row) > depth for row in texts):
            return texts, None
        lists = row_lists(texts, depth, name)
        return [*chain.from_iterable(lists)], offsets(lists)

    def side(self, texts: Sequence[Any], name: str, languages: Sequence[str] | None = None) -> Side:
        """Texts as a side of a batch; `name` is what messages call them, `languages` theirs under ``lang="auto"``."""
        return self.reader.side(texts, name, languages=languages)

    def tokenize(self, text: str) -> list[str]:
        """The words that the rules make of a text."""
        side = self.side([text], "text", self.reader.languages([text], None))
        if side.texts is None or side.sentences is None:
            texts = [text] if side.texts is None else side.items if side.flat is None else side.flat
            try:
                return [word for part in texts for word in self.plan.read(part)[0]]
            except TextFault as fault:
                raise wrong_text(fault) from None
        return WordRules(self.reader.native).words(side.items if side.flat is None else side.flat)

    # ------------------------------------------------------------ batches to counts and scores

    def state(
        self, batch: Rows, ids: Any = None, groups: Any = None, *, start: int = 0, progress: bool = False
    ) -> State:
        """Count a batch whose first row is row `start` of the whole."""
        n = len(batch.predictions)
        names, kinds = example_ids(ids, n, start), example_groups(groups, n, start)
        languages = self.reader.languages(batch.references, batch.rows)
        sides = self.sides(batch, start, languages, progress=progress)
        counted = self._count(sides, batch, start=start, progress=progress)
        state = self.state_of(counted, batch.rows, names, start, languages)
        return covered(replace(state, groups=kinds), self.reader, (batch.predictions, batch.references), sides)

    def state_of(
        self,
        counted: Counted,
        rows: Integers | None,
        ids: tuple[str, ...] | None = None,
        start: int = 0,
        languages: Sequence[str] | None = None,
    ) -> State:
        """What a batch leaves behind."""
        flags = example_flags(counted, rows)
        keys = np.arange(start, start + len(flags), dtype=np.int64)
        spoken = None if languages is None else tuple(languages)
        return State(
            self.metrics,
            self.profile,
            counted.counts,
            rows,
            flags,
            keys,
            ids,
            languages=spoken,
        )

    def scores(self, batch: Rows) -> Floats:
        """Score a batch into columns alone, keeping no counts; examples without words follow the rule `empty`."""
        sides = self.sides(batch)
        if batch.rows is None:
            alpha = self.profile.score.alpha if self.scoring.plain else None
            scores, ours, theirs = self._count(sides, batch, alpha=alpha)
            # What the engine does not score is scored where the counts lie, in pieces that stay in the cache.
            for begin in () if alpha is not None else range(0, len(scores), PIECE):
                piece = scores[begin : begin + PIECE]
                piece[:] = self.scoring.scores(piece, None)
            flags = example_flags(Counted(scores, ours, theirs), None)
        else:
            scores, flags = self._combined(sides, batch)
        texts = batch.predictions, batch.references
        flags = marked(flags, example_losses(self.reader, texts, sides, batch.rows, len(flags)))
        self.warn(np.flatnonzero(flags & LOW_COVERAGE), len(flags))
        return settle_empty(scores, np.flatnonzero(flags & NO_WORDS), self.profile.score.empty)

    def pair(self, prediction: Any, reference: Any, into: dict[str, Score]) -> int:
        """Score one pair at the least cost, by label; returns the flags of both texts in one."""
        if self.small is not None and type(prediction) is str and type(reference) is str:
            told = self.small(prediction, reference, into)
            if told is not None:
                return told
        counts, ours, theirs = self.count(Rows([prediction], [reference], None))
        flags = int(ours[0] | theirs[0])
        empty = np.zeros(1 if flags & NO_WORDS else 0, dtype=np.int64)
        values = settle_empty(self.scoring.scores(counts, None), empty, self.profile.score.empty)[0]
        into.update(zip(self.labels, map(Score._make, values.tolist()), strict=True))
        return flags

    def warn(
        self, low: Sequence[int] | Integers, n: int, scripts: Iterable[Scripts] | None = None, named: str = ""
    ) -> None:
        """Say that the tokenizer drops most letters of some examples, and of which scripts: their scores would mean little."""
        if not len(low):
            return
        message = low_coverage_message(self.profile.text.tokens, low, n, scripts, named)
        if self.strict:
            raise CoverageError(message)
        warnings.warn(message, CoverageWarning, stacklevel=outside())

    def advise(self, languages: Iterable[str]) -> None:
        """Say once in a process that the analyser of a language is not installed, and what to type."""
        for code in set(languages) - ADVISED:
            note = analyzer_note(code)
            if note:
                ADVISED.add(code)
                warnings.warn(note, LanguageWarning, stacklevel=outside())

    def count(self, batch: Rows) -> Counted:
        """What the engine says of a batch, before anything is made of it."""
        return self._count(self.sides(batch), batch)

    def sides(
        self, batch: Rows, start: int = 0, languages: Sequence[str] | None = None, *, progress: bool = False
    ) -> tuple[Side, Side]:
        """Both sides of a batch, whose rows are numbered from `start` in messages; `languages` are those of the rows."""
        rows = np.arange(start, start + len(batch.predictions))
        if languages is None:
            languages = self.reader.languages(batch.references, batch.rows)
        theirs, spoken = rows, languages
        if batch.rows is not None:
            theirs = np.repeat(rows, np.diff(batch.rows))
            spoken = languages and [languages[row] for row in (theirs - start).tolist()]
        return (
            self.reader.side(batch.predictions, "prediction", rows, languages, progress=progress),
            self.reader.side(batch.references, "reference", theirs, spoken, progress=progress),
        )

    def _count(
        self,
        sides: tuple[Side, Side],
        batch: Rows,
        *,
        start: int = 0,
        progress: bool = False,
        alpha: float | None = None,
    ) -> Counted:
        """Counts of all pairs, or with `alpha` their scores, and what was noticed of the texts.

        Messages number the rows from `start`.
        """
        n, pairs, rows = len(batch.predictions), len(batch.references), batch.rows
        counts = np.empty((pairs, len(self.metrics), 3))
        ours, theirs = np.empty(n, dtype=np.uint8), np.empty(pairs, dtype=np.uint8)
        threads = thread_count(self.threads)
        tell_long_pair(batch.predictions, batch.references, rows, self.metrics, start=start, shown=progress)
        for begin, end in chunks(n, FIRST_CHUNK * threads, LAST_CHUNK, shown=progress):
            try:
                self.plan.count(*sides, rows, counts, ours, theirs, begin, end, threads, alpha)
            except TextFault as fault:
                raise wrong_text(fault, rows, start) from None
        self.scoring.check(counts)
        return Counted(counts, ours, theirs)

    def _combined(self, sides: tuple[Side, Side], batch: Rows) -> tuple[Floats, Flags]:
        """Scores of rows with several references, of which the counts are kept for one batch at a time."""
        rows = batch.rows
        assert rows is not None, "rows with one reference are scored without this"
        n = len(rows) - 1
        scores, flags = np.empty((n, len(self.metrics), 3)), np.empty(n, dtype=np.uint8)
        for begin in range(0, n, BATCH):
            end = min(n, begin + BATCH)
            first, last = int(rows[begin]), int(rows[end])
            part = Rows(batch.predictions[begin:end], batch.references[first:last], rows[begin : end + 1] - first)
            counted = self._count((sides[0].part(begin, end), sides[1].part(first, last)), part, start=begin)
            scores[begin:end] = self.scoring.scores(counted.counts, part.rows)
            flags[begin:end] = example_flags(counted, part.rows)
        return scores, flags


def example_flags(counted: Counted, rows: Integers | None) -> Flags:
    """The flags of examples: without words if the prediction or all references are, the rest if any text has it."""
    ours, theirs = counted.prediction_flags, counted.reference_flags
    told = LOW_COVERAGE | SEVERAL_SENTENCES
    empty, any_text = theirs & NO_WORDS, theirs & told
    if rows is not None:
        starts = rows[:-1]
        empty = np.bitwise_and.reduceat(empty, starts) if len(starts) else empty[:0]
        any_text = np.bitwise_or.reduceat(any_text, starts) if len(starts) else any_text[:0]
    return np.asarray((ours & (NO_WORDS | told)) | empty | any_text, dtype=np.uint8)


def flat_column(column: TextColumn, name: str) -> tuple[TextColumn, Integers | None]:
    """A column one text after another, and whose they are if it holds lists; `name` is what its rows hold."""
    if column.rows is None:
        return column, None
    empty = np.flatnonzero(np.diff(column.rows) == 0)
    if len(empty):
        raise no_texts(int(empty[0]), name)
    return column.flat(), column.rows


def wrong_text(fault: TextFault, rows: Integers | None = None, start: int = 0) -> InputTypeError:
    """Word an engine's complaint about a text; `rows` tells whose reference it is, and rows are numbered from `start`.

    >>> wrong_text(TextFault("reference", 3, "int"), np.array([0, 2, 4]), 10).args[0][:21]
    'reference 11 is int, '
    """
    row = fault.row
    if rows is not None and fault.side == "reference":
        row = int(np.searchsorted(rows, fault.row, "right")) - 1
    return InputTypeError(wrong_type(fault.side, row + start, fault.kind))


def runner_of(
    metrics: str | Metric | Iterable[str | Metric],
    profile: str | Profile,
    threads: int | None = None,
    strict: bool = False,
    rules: Mapping[str, Any] | None = None,
) -> Runner:
    """Find or make the runner for these settings.

    >>> runner_of("rouge1", "rouge-score") is runner_of("ROUGE-1", "rouge-score-0.1.2")
    True
    """
    return _cached(parse_metrics(metrics), find_profile(profile, **(rules or {})), threads, strict)


@lru_cache(maxsize=64)
def _cached(metrics: tuple[Metric, ...], profile: Profile, threads: int | None, strict: bool) -> Runner:
    return Runner(metrics, profile, threads, strict)


def outside() -> int:
    """How many frames up the caller's own code is, so that a warning points there."""
    depth = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("infrarouge"):
        frame, depth = frame.f_back, depth + 1
    return depth
