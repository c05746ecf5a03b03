"""One small pair in one call of the engine, where the rules need neither a batch nor its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from infrarouge.errors import TextFault
from infrarouge.reading.single import single
from infrarouge.types import NO_WORDS, Score

if TYPE_CHECKING:
    from infrarouge.engine.runner import Runner

SmallPairs = Callable[[str, str, dict[str, Score]], "int | None"]
"""Scores a pair by label and returns the flags of both texts in one; None if the batch has to do it."""
LARGE = 1 << 16
"""Characters from which on a pair is for the batch: it lets other threads run and can be interrupted."""


def counted_words(runner: Runner, prediction: list[Any], reference: list[Any]) -> list[float] | None:
    """Count one small pair of ready words by sentence, metric after metric; None if they are not all str.

    >>> from infrarouge.engine.runner import runner_of
    >>> words = runner_of("rouge1", "rouge-score", rules={"tokens": "list", "sentences": "list"})
    >>> counted_words(words, [["a", "b"]], [["b"]]), counted_words(words, [["a"]], [[5]])
    ([1.0, 2.0, 1.0], None)
    """
    try:
        return runner.plan.pair(prediction, reference)[0]
    except TextFault:
        return None


def scored_words(
    runner: Runner, prediction: list[Any], reference: list[Any]
) -> list[tuple[float, float, float]] | None:
    """Score one small pair of ready words by sentence: precision, recall and F of every metric.

    None if they are not all str, or if the rules ask for more than one pair needs.
    """
    counts = None if runner.single is None else counted_words(runner, prediction, reference)
    return None if runner.single is None or counts is None else runner.single.scores(counts)


def quick_pairs(runner: Runner) -> SmallPairs:
    """How pairs are scored where the engine does all of it.

    >>> from infrarouge.engine.runner import runner_of
    >>> scores = {}
    >>> runner_of("rouge1", "rouge-score").small("a b", "a", scores), scores["rouge1"].recall
    (0, 1.0)
    """
    rules, labels, score = runner.profile.score, runner.labels, runner.plan.score
    alpha, zero = rules.alpha, rules.empty == "zero"

    def quick(prediction: str, reference: str, into: dict[str, Score]) -> int | None:
        flags = score(prediction, reference, alpha, labels, Score, into)
        return flags if not flags & NO_WORDS or zero else None

    return quick


def small_pairs(runner: Runner) -> SmallPairs | None:
    """How small pairs are scored under these rules, or None if only the batch can.

    >>> from infrarouge.engine.runner import runner_of
    >>> scores = {}
    >>> runner_of("rouge1", "js-rouge").small("One. Two.", "Two.", scores), scores["rouge1"].recall
    (0, 1.0)
    """
    ready, scored, labels = single(runner.reader), runner.single, runner.labels
    if ready is None or scored is None:
        return None
    zero, make, score, count = runner.profile.score.empty == "zero", Score._make, scored.scores, runner.plan.pair

    def small(prediction: str, reference: str, into: dict[str, Score]) -> int | None:
        if len(prediction) + len(reference) > LARGE:
            return None
        try:
            counts, flags = count(ready(prediction), ready(reference))
        except TextFault:
            return None
        if flags & NO_WORDS and not zero:
            return None
        into.update(zip(labels, map(make, score(counts)), strict=True))
        return flags

    return small
