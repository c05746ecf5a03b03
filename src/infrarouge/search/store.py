"""Texts read once by a scorer and kept: what preparing, all pairs, search and deduplication stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine import SearchStore, Store, thread_count
from infrarouge.engine.runner import Runner, runner_of, wrong_text
from infrarouge.errors import EmptyTextError, InputError, TextFault, some
from infrarouge.matching import parse_metrics
from infrarouge.progress import chunks
from infrarouge.rules.amounts import shown
from infrarouge.scoring.state import offsets_of
from infrarouge.types import LOW_COVERAGE, NEVER, NO_WORDS, Flags, Floats, Integers, Needs, Side

FIRST_CHUNK, MOST_PAIRS = 256, 1 << 20


def one_metric(metric: Any, profile: Any, threads: int | None, strict: bool, rules: Mapping[str, Any]) -> Runner:
    """Find or make the runner of a single metric."""
    labels = [parsed.label for parsed in parse_metrics(metric)]
    if len(labels) != 1:
        raise InputError(f"metric names {len(labels)} metrics ({', '.join(labels)}); give one, such as metric='rougeL'")
    return runner_of(metric, profile, threads, strict, rules)


def is_bounded(runner: Runner) -> bool:
    """Whether the units two texts share bound their score, so that most pairs need not be counted.

    >>> from infrarouge import Rouge
    >>> is_bounded(Rouge("rougeL").runner), is_bounded(Rouge("rougeS4").runner)
    (True, False)
    """
    kind = runner.specs[0].kind
    if runner.scoring.refused or runner.told["short_totals"]:  # every pair must be looked at
        return False
    if kind == "lcs_sum":
        return runner.profile.match.union in ("both", "prediction", "exclusive") and not runner.reader.two_views
    return kind in ("ngram", "lcs")


class Pairs(NamedTuple):
    """Pairs of texts: places of the predictions and references, and their scores.

    >>> Pairs(np.array([0]), np.array([1]), np.array([0.5])).score.tolist()
    [0.5]
    """

    prediction: Integers
    reference: Integers
    score: Floats

    @classmethod
    def none(cls) -> Pairs:
        """No pairs."""
        places = np.zeros(0, dtype=np.int64)
        return cls(places, places, np.zeros(0))

    @classmethod
    def joined(cls, parts: Iterable[Pairs]) -> Pairs:
        """All pairs of several."""
        return cls(*(np.concatenate(column) for column in zip(cls.none(), *parts, strict=True)))

    def where(self, chosen: Any) -> Pairs:
        """The pairs that a mask or a list of places chooses."""
        return Pairs(*(column[chosen] for column in self))


class KeptTexts:
    """Texts that a scorer has read and keeps, with a flag for each; with `search` they can be searched too."""

    def __init__(self, runner: Runner, *, search: bool = False) -> None:
        self.runner = runner
        self.threads = thread_count(runner.threads)
        self.index: SearchStore | None = runner.plan.index() if search else None
        self.kept: Store = runner.plan.store() if self.index is None else self.index
        self.flags: Flags = np.zeros(0, dtype=np.uint8)
        self.warned = False

    def __len__(self) -> int:
        # The store may not be asked while another thread adds to it.
        return len(self.flags)

    def add(
        self,
        texts: Sequence[Any],
        name: str = "text",
        rows: Integers | None = None,
        languages: Sequence[str] | None = None,
    ) -> None:
        """Read texts and keep them; `name` is what messages call them, `rows` whose they are, `languages` theirs."""
        side, flags = self.runner.side(texts, name, languages), np.zeros(len(texts), dtype=np.uint8)
        for begin, end in chunks(len(texts), FIRST_CHUNK, shown=False):
            try:
                self.kept.add(side, name, flags, begin, end)
            except TextFault as fault:
                raise wrong_text(fault, rows) from None
        self.flags = np.concatenate([self.flags, flags])

    def check(self, flags: Flags, name: str = "text") -> None:
        """Warn once of texts whose letters the tokenizer drops, and refuse those without words where the profile does."""
        low, empty = np.flatnonzero(flags & LOW_COVERAGE), np.flatnonzero(flags & NO_WORDS)
        if len(low) and not self.warned:
            self.warned = True
            self.runner.warn(low, len(flags))
        if len(empty) and self.runner.profile.score.empty == "raise":
            raise EmptyTextError(
                f"{len(empty)} of {len(flags)} {name}s have no words: {some(empty)}; type empty='zero' to score them 0"
            )

    def count(self, side: Side, starts: Integers, rows: Integers, flags: Flags, begin: int, end: int) -> Floats:
        """Count texts of a side, number k against the kept texts from starts[k] on, as pairs rows[k] to rows[k + 1]."""
        counts = np.empty((int(rows[end] - rows[begin]), len(self.runner.metrics), 3))
        try:
            self.kept.count(side, starts, rows, counts, flags, begin, end, self.threads)
        except TextFault as fault:
            raise wrong_text(fault) from None
        self.runner.scoring.check(counts)
        return counts

    def measure(self, side: Side, name: str, n: int, threads: int) -> Floats:
        """The totals of texts that are not kept, checked as those that are."""
        assert self.index is not None, "only an index has totals"
        flags, totals = np.zeros(n, dtype=np.uint8), np.zeros(n)
        try:
            self.index.measure(side, name, totals, flags, 0, n, threads)
        except TextFault as fault:
            raise wrong_text(fault) from None
        self.check(flags, name)
        return totals

    def blocks(
        self, texts: Sequence[Any], starts: Integers, sizes: Integers, *, progress: bool
    ) -> Iterator[tuple[Integers, Integers, Floats, Any]]:
        """Count text k against `sizes[k]` kept texts from starts[k] on, block by block.

        A block is the places of the texts, those of the kept texts, their counts, and which pairs have a text without
        words.
        """
        side, flags = self.runner.side(texts, "prediction"), np.zeros(len(texts), dtype=np.uint8)
        rows = offsets_of(sizes)
        most = max(1, MOST_PAIRS // max(1, int(sizes.max(initial=1))))
        for begin, end in chunks(len(texts), min(FIRST_CHUNK, most), most, shown=progress):
            counts = self.count(side, starts, rows, flags, begin, end)
            ours = np.repeat(np.arange(begin, end), sizes[begin:end])
            theirs = np.arange(rows[begin], rows[end]) + (starts - rows[:-1])[ours]
            yield ours, theirs, counts, (flags[ours] | self.flags[theirs]) & NO_WORDS != 0
        self.check(flags, "prediction")

    def scores(self, counts: Floats, measure: int, empty: Any = None) -> Floats:
        """Score counts [pairs, 1, 3] of a single metric; `empty` says which pairs have a text without words."""
        scoring = self.runner.scoring
        shape = (counts.max(axis=(0, 1), initial=0) + 1).astype(np.int64)
        if (
            self.runner.scoring.exponents[0] != 1
            or counts.min(initial=0) < 0
            or 4 * np.prod(shape, dtype=np.float64) > len(counts)
        ):
            scores = scoring.scores(counts, None)[:, 0, measure]
        else:
            # Many pairs with few different counts: every possible one is scored once, and looked up.
            grid = np.indices(shape).reshape(3, -1).T.astype(np.float64)
            grid[:, 0] = np.minimum(grid[:, 0], np.minimum(grid[:, 1], grid[:, 2]))
            places = (counts[:, 0, 0] * shape[1] + counts[:, 0, 1]) * shape[2] + counts[:, 0, 2]
            scores = scoring.scores(grid[:, None, :], None)[:, 0, measure].take(places.astype(np.int64))
        if self.runner.profile.score.empty in ("nan", "skip") and empty is not None:
            scores[empty] = np.nan
        return scores


def cutoff_of(value: Any, name: str = "cutoff") -> float:
    """Check a number that scores are compared with."""
    is_number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    try:
        number = float(value) if is_number else np.nan
    except (TypeError, OverflowError):  # a complex number, or one beyond all others
        number = np.nan
    if number != number:
        raise InputError(f"{name} is {shown(value)}; give a number, such as {name}=0.7")
    return number


def needed(store: KeptTexts, ours: Floats, theirs: Floats, measure: int, cutoff: float) -> Needs:
    """For texts with so many units each, the fewest matches with which the score reaches the cutoff.

    A score never falls when more units match, so the first number of matches that reaches the cutoff tells all.

    >>> from infrarouge import Rouge
    >>> store = KeptTexts(Rouge("rougeL").runner, search=True)
    >>> needed(store, np.array([10.0, 3.0]), np.array([10.0, 100.0]), 2, 0.7).tolist()
    [[7, 2147483647], [2147483647, 2147483647]]
    """
    if len(ours) > 1 and len(ours) * len(theirs) > MOST_PAIRS:
        half = len(ours) // 2
        return np.concatenate([needed(store, part, theirs, measure, cutoff) for part in (ours[:half], ours[half:])])
    prediction, reference = (totals.ravel() for totals in np.broadcast_arrays(ours[:, None], theirs))

    def scores(at: Any, matched: Floats) -> Floats:
        return store.scores(np.stack([matched, prediction[at], reference[at]], axis=-1)[:, None, :], measure)

    most = np.minimum(prediction, reference)
    full = scores(slice(None), most)
    at = np.flatnonzero(full >= cutoff)
    low, high = np.full(len(at), -1.0), most[at]
    # Scores are nearly proportional to matches: the first two guesses settle almost all, halving the rest.
    guess, guesses = np.ceil(cutoff * high / np.maximum(full[at], 1e-300)), 0
    while len(left := np.flatnonzero(high - low > 1)):
        middle = np.clip(guess - guesses, low + 1, high - 1) if guesses < 2 else np.floor((low + high) / 2)
        enough = scores(at[left], middle[left]) >= cutoff
        high[left[enough]], low[left[~enough]] = middle[left[enough]], middle[left[~enough]]
        guesses += 1
    needs = np.full(most.shape, NEVER, dtype=np.int32)
    needs[at] = high
    return needs.reshape(len(ours), len(theirs))
