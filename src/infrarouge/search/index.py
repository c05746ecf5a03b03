"""Search among kept texts and deduplication: exact, with bounds that skip almost every comparison."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from infrarouge.by_name import told_names
from infrarouge.errors import InputError
from infrarouge.matching import Metric
from infrarouge.progress import chunks
from infrarouge.reading.containers import plain, sequence, settled
from infrarouge.registry import integer
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import measure_at
from infrarouge.search.store import FIRST_CHUNK, KeptTexts, Pairs, cutoff_of, is_bounded, needed, one_metric
from infrarouge.types import Floats, Integers, Needs, Text, Texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


def searched(
    store: KeptTexts, texts: Sequence[Any], measure: int, cutoff: float, *, halved: bool = False, progress: bool = False
) -> list[Pairs] | None:
    """Find all pairs of texts and kept texts that reach the cutoff; None where no bound helps.

    With `halved` the texts are the kept ones: each pair is matched once for both orders, and none with itself.
    """
    if store.index is None:
        return None
    index, n = store.index, len(texts)
    side = store.runner.side(texts, "prediction")
    totals = store.measure(side, "prediction", n, store.threads)
    ours, which = np.unique(totals, return_inverse=True)
    rows = which.astype(np.int64)
    needs = needed(store, ours, index.totals(), measure, cutoff)
    if halved:
        needs = np.ascontiguousarray(np.minimum(needs, needed(store, index.totals(), ours, measure, cutoff).T))
    if needs.min(initial=1) < 1:
        return None
    starts = np.arange(1, n + 1) if halved else None
    reaching = []
    for begin, end in chunks(n, FIRST_CHUNK, shown=progress):
        i, j, counts = index.search(side, needs, rows, starts, begin, end, store.threads)
        ways = [Pairs(i, j, store.scores(counts, measure))]
        if halved:
            ways.append(Pairs(j, i, store.scores(counts[..., [0, 2, 1]], measure)))
        reaching += [pairs.where(pairs.score >= cutoff) for pairs in ways]
    return reaching


class Match(NamedTuple):
    """A text of an index: its position, and its score as the reference of the text that was searched for.

    >>> Match(3, 0.75).score
    0.75
    """

    position: int
    score: float


class Index:
    """Texts to search by score: exact, and almost all of them are never compared.

    The text searched for is the prediction, the texts of the index are the references. Safe to share between threads.

    >>> index = Index(["the cat sat on the mat", "a dog ran"])
    >>> index.nearest("the cat sat on a mat", 1)
    [Match(position=0, score=0.8333333333333334)]
    >>> for text in ["a dog ran away", "one two three"]:
    ...     if not index.above(text, 0.7):
    ...         print(index.add(text), text)
    2 one two three
    """

    @told_names
    def __init__(
        self,
        texts: Texts = (),
        *,
        metric: str | Metric = "rougeL",
        measure: str = "fmeasure",
        profile: str | Profile = DEFAULT.name,
        threads: int | None = None,
        strict: bool = False,
        **rules: Unpack[Rules],
    ) -> None:
        self._runner, self._measure = one_metric(metric, profile, threads, strict, rules), measure_at(measure)
        self._store = KeptTexts(self._runner, search=is_bounded(self._runner))
        self._lock = threading.Lock()
        self._needs: dict[tuple[float, float], Needs] = {}
        self._store.add(sequence(texts, "texts"))
        self._store.check(self._store.flags)

    def __len__(self) -> int:
        return len(self._store)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "an Index keeps words and no texts, so that it cannot be copied; keep the texts: Index(texts, ...)"
        )

    def __repr__(self) -> str:
        return f"<Index {len(self)} texts, {self._runner.labels[0]} ({self._runner.profile.signature})>"

    def add(self, text: Text) -> int:
        """Keep one more text, and tell its position.

        >>> Index(["a"]).add("b")
        1
        """
        kept = [settled(plain(text))]
        if self._runner.strict or self._runner.profile.score.empty == "raise":
            # A text that is refused is not kept, so it is read before.
            read = KeptTexts(self._runner)
            read.add(kept)
            read.check(read.flags)
        with self._lock:
            self._store.add(kept)
            self._store.check(self._store.flags[-1:])
            return len(self) - 1

    def above(self, text: Text, cutoff: float) -> list[Match]:
        """All texts at or above the cutoff, the best first; equal ones by position.

        >>> [match.position for match in Index(["a b", "c", "a b c"]).above("a b", 0.5)]
        [0, 2]
        """
        with self._lock:
            return self._above(text, cutoff_of(cutoff))

    def nearest(self, text: Text, k: int = 1) -> list[Match]:
        """The k best texts, or all if there are fewer; equal ones by position.

        >>> [match.position for match in Index(["x", "a b", "a"]).nearest("a b c", 2)]
        [1, 2]
        """
        most = integer(k)
        if most is None or most < 1:
            raise InputError(f"k is {k!r}; give a whole number from 1 up")
        with self._lock:
            # Every text that is not found is below the cutoff, so the first k that are found are the best.
            for cutoff in (0.8, 0.5):
                matches = self._above(text, cutoff) if most < len(self) else []
                if len(matches) >= most:
                    return matches[:most]
            return self._all(text, -np.inf)[:most]

    def _above(self, text: Any, cutoff: float) -> list[Match]:
        index = self._store.index
        if index is None:
            return self._all(text, cutoff)
        side = self._runner.side([text], "text")
        total = self._store.measure(side, "text", 1, 1)
        needs = self._needed(total, cutoff)
        if needs.min(initial=1) < 1:
            return self._all(text, cutoff)
        _, positions, counts = index.search(side, needs, np.zeros(1, dtype=np.int64), None, 0, 1, 1)
        return _best_first(positions, self._store.scores(counts, self._measure)) if len(positions) else []

    def _needed(self, total: Floats, cutoff: float) -> Needs:
        """The matches needed with each kept total; found once for each total searched for."""
        assert self._store.index is not None, "only an index has totals"
        totals = self._store.index.totals()
        known = self._needs.get((cutoff, total[0]))
        if known is None or known.shape[1] < len(totals):
            if len(self._needs) > 4096:
                self._needs.clear()
            known = self._needs[cutoff, total[0]] = needed(self._store, total, totals, self._measure, cutoff)
        return known

    def _all(self, text: Any, cutoff: float) -> list[Match]:
        """Compare with every text."""
        zero = np.zeros(1, dtype=np.int64)
        pairs = Pairs.none()
        for i, j, counts, empty in self._store.blocks([text], zero, zero + len(self), progress=False):
            pairs = Pairs(i, j, self._store.scores(counts, self._measure, empty))
        pairs = pairs.where(pairs.score >= cutoff)
        return _best_first(pairs.reference, pairs.score)


def _best_first(positions: Integers, scores: Floats) -> list[Match]:
    order = np.lexsort((positions, -scores))
    return [Match(*match) for match in zip(positions[order].tolist(), scores[order].tolist(), strict=True)]


@dataclass(frozen=True)
class Deduplication:
    """Which texts were kept, and for each dropped one the kept text that it matches best, with the score.

    >>> dedup(["a b c d", "a b c d e", "x y"]).kept.tolist()
    [0, 2]
    """

    kept: Integers
    dropped: Integers
    matches: Integers
    """For each dropped text, the place among all texts of the kept one that it matches best; the first of equals."""
    scores: Floats
    signature: str


@told_names
def dedup(
    texts: Texts,
    *,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    threshold: float = 0.7,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Deduplication:
    """Keep each text whose scores against all texts kept before it are below the threshold.

    Texts are taken in order, the later one of a pair as prediction and the kept one as reference. A dropped text is
    told with the kept text that it scores best against, the first of equals. The result is that of comparing every
    text with every kept one.

    >>> found = dedup(["the cat sat on the mat", "a dog ran", "the cat sat on a mat"])
    >>> found.kept.tolist(), found.dropped.tolist(), found.matches.tolist(), found.scores.round(2).tolist()
    ([0, 1], [2], [0], [0.83])
    """
    runner, at = one_metric(metric, profile, threads, strict, rules), measure_at(measure)
    level, listed = cutoff_of(threshold, "threshold"), sequence(texts, "texts")
    hits = _searched_dedup(KeptTexts(runner, search=True), listed, at, level, progress) if is_bounded(runner) else None
    if hits is None:
        hits = _plain_dedup(KeptTexts(runner), listed, at, level, progress)
    # The best of each text's hits, which come in order: the first of equals is met first.
    order = np.lexsort((hits.reference, -hits.score, hits.prediction))
    best = hits.where(order[np.unique(hits.prediction[order], return_index=True)[1]])
    kept = np.setdiff1d(np.arange(len(listed)), best.prediction)
    return Deduplication(kept, *best, signature=result_signature(runner.profile, len(listed)))


def _searched_dedup(
    store: KeptTexts, texts: Sequence[Any], measure: int, cutoff: float, progress: bool
) -> Pairs | None:
    store.add(texts)
    store.check(store.flags)
    assert store.index is not None, "made to be searched"
    totals = store.index.totals()
    needs = needed(store, totals, totals, measure, cutoff)
    if needs.min(initial=1) < 1:
        return None
    hits = []
    for begin, end in chunks(len(texts), FIRST_CHUNK * store.threads, shown=progress, what="comparing"):
        i, j, counts = store.index.dedup(needs, begin, end, store.threads)
        hits.append(Pairs(i, j, store.scores(counts, measure)))
    return Pairs.joined(hits)


def _plain_dedup(store: KeptTexts, texts: Sequence[Any], measure: int, cutoff: float, progress: bool) -> Pairs:
    """Compare each text with every kept one: for metrics that no bound serves."""
    hits: list[Pairs] = []
    kept: list[int] = []
    zero = np.zeros(1, dtype=np.int64)
    for begin, end in chunks(len(texts), 1, 64, shown=progress, what="comparing"):
        for at in range(begin, end):
            reaching = Pairs.none()
            for i, j, counts, empty in store.blocks([texts[at]], zero, zero + len(store), progress=False):
                reaching = Pairs(i + at, np.array(kept, dtype=np.int64)[j], store.scores(counts, measure, empty))
            reaching = reaching.where(reaching.score >= cutoff)
            hits.append(reaching)
            if not len(reaching.score):
                store.add([texts[at]])
                kept.append(at)
    store.check(store.flags)
    return Pairs.joined(hits)
