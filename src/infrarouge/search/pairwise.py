"""All pairs of texts: their scores as a matrix or as the pairs above a cutoff, and the choice of the most central text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from infrarouge.by_name import told_names
from infrarouge.errors import InputError
from infrarouge.matching import Metric
from infrarouge.reading.containers import sequence
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import measure_at
from infrarouge.search.index import searched
from infrarouge.search.store import KeptTexts, Pairs, cutoff_of, is_bounded, one_metric
from infrarouge.types import Floats, Texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules

SYMMETRIC = ("ngram", "skip", "lcs")
"""Kinds of metric that match as much one way as the other."""


@overload
def pairwise(
    *,
    predictions: Texts,
    references: Texts | None = None,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    cutoff: None = None,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Floats: ...


@overload
def pairwise(
    *,
    predictions: Texts,
    references: Texts | None = None,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    cutoff: float,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Pairs: ...


@told_names
def pairwise(
    *,
    predictions: Texts,
    references: Texts | None = None,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    cutoff: float | None = None,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Floats | Pairs:
    """Score every prediction against every reference: a matrix, or with a cutoff only the pairs that reach it.

    Without references the predictions are scored against each other. Each score is the one `Rouge.score` gives; pairs
    come in the order of the matrix, and without references no text is paired with itself.

    >>> pairwise(predictions=["a b", "b c"], references=["a b", "c"], metric="rouge1").tolist()
    [[1.0, 0.0], [0.5, 0.6666666666666666]]
    >>> i, j, score = pairwise(predictions=["a b c", "x", "a b d"], cutoff=0.6)
    >>> i.tolist(), j.tolist(), score.round(2).tolist()
    ([0, 2], [2, 0], [0.67, 0.67])
    """
    runner, at = one_metric(metric, profile, threads, strict, rules), measure_at(measure)
    level = None if cutoff is None else cutoff_of(cutoff)
    ours = sequence(predictions, "predictions")
    theirs = ours if references is None else sequence(references, "references")
    store = KeptTexts(runner, search=level is not None and is_bounded(runner))
    store.add(theirs, "prediction" if references is None else "reference")
    store.check(store.flags)
    halved = references is None and runner.specs[0].kind in SYMMETRIC
    if level is None:
        matrix = np.empty((len(ours), len(theirs)))
        for i, j, scores in _scored(store, ours, at, halved, progress):
            matrix[i, j] = scores
        return matrix
    parts = searched(store, ours, at, level, halved=halved, progress=progress)
    if parts is None:
        parts = [
            Pairs(i, j, scores).where(scores >= level) for i, j, scores in _scored(store, ours, at, halved, progress)
        ]
    pairs = Pairs.joined(parts)
    if references is None:
        pairs = pairs.where(pairs.prediction != pairs.reference)
    return pairs.where(np.lexsort((pairs.reference, pairs.prediction)))


def _scored(store: KeptTexts, ours: Sequence[Any], measure: int, halved: bool, progress: bool) -> Iterator[Pairs]:
    """Score every pair, block by block; `halved` matches each pair of texts once for both orders."""
    starts = np.arange(len(ours)) if halved else np.zeros(len(ours), dtype=np.int64)
    for i, j, counts, empty in store.blocks(ours, starts, len(store) - starts, progress=progress):
        yield Pairs(i, j, store.scores(counts, measure, empty))
        if halved:
            yield Pairs(j, i, store.scores(counts[..., [0, 2, 1]], measure, empty))


class Choice(NamedTuple):
    """The place of the chosen candidate, and the expected utility of every candidate.

    >>> Choice(0, np.array([1.0])).best
    0
    """

    best: int
    utilities: Floats


@told_names
def mbr(
    candidates: Texts,
    *,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    weights: Sequence[float] | None = None,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    **rules: Unpack[Rules],
) -> Choice:
    """Choose by minimum Bayes risk: the candidate with the highest expected score if any candidate may be the right one.

    The utility of a candidate is the mean of its scores as prediction against all candidates, itself among them, as
    references; `weights` are how probable each reference is, up to a factor. The first of equals is chosen.

    >>> mbr(["the cat sat", "the cat sat down", "a dog"]).best
    0
    """
    matrix = pairwise(
        predictions=sequence(candidates, "candidates"),
        metric=metric,
        measure=measure,
        profile=profile,
        threads=threads,
        strict=strict,
        **rules,
    )
    if not len(matrix):
        raise InputError("candidates is empty; give at least one text")
    try:
        weight = np.ones(len(matrix)) if weights is None else np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):  # what is no number, or beyond all numbers
        weight = np.full(len(matrix), np.nan)
    if weight.shape != (len(matrix),) or not (np.isfinite(weight).all() and (weight >= 0).all() and weight.any()):
        raise InputError(
            f"weights is {weights!r}; give {len(matrix)} numbers from 0 up, one for each candidate, not all of them 0"
        )
    # Weights count up to a factor; none above 1 keeps their sums finite.
    weight = weight / weight.max()
    # Pairs that have no score, under empty='nan' or 'skip', count in no mean.
    there = ~np.isnan(matrix)
    total = (there * weight).sum(axis=1)
    sums = (np.where(there, matrix, 0.0) * weight).sum(axis=1)
    utilities = np.divide(sums, total, out=np.full(len(matrix), np.nan), where=total > 0)
    if np.isnan(utilities).all():
        raise InputError("no candidate has words to compare; type empty='zero' to score such texts 0")
    return Choice(int(np.nanargmax(utilities)), utilities)
