"""The functions of easy-rouge: over lists of tokens (sentences), or lists of such lists (summaries); summary first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from infrarouge.engine.runner import Rows, Runner, runner_of
from infrarouge.engine.small import scored_words
from infrarouge.matching import LongestCommon, Metric, NGram, WeightedCommon
from infrarouge.scoring.formulas import usual

PROFILE = "easy-rouge-0.2.2"
ALPHA, WEIGHT = 0.5, 1.2
Sentence: TypeAlias = Sequence[Hashable]


class RougeScore(NamedTuple):
    """Recall, precision and F.

    >>> RougeScore(0.5, 1.0, 2 / 3).recall
    0.5
    """

    recall: float
    precision: float
    f1_measure: float


def rouge_n_sentence_level(
    summary_sentence: Sentence, reference_sentence: Sentence, n: int, alpha: float | None = None
) -> RougeScore:
    """Score runs of n tokens.

    >>> rouge_n_sentence_level("the cat".split(), "the cat sat".split(), 2).recall
    0.5
    """
    if n < 1 or not isinstance(n, int):
        return _sliced(summary_sentence, reference_sentence, n, alpha)
    return _score(NGram(n), [summary_sentence], [reference_sentence], alpha)


def rouge_n_summary_level(
    summary_sentences: Sequence[Sentence], reference_sentences: Sequence[Sentence], n: int, alpha: float | None = None
) -> RougeScore:
    """Score runs of n tokens, which may go over the ends of sentences.

    >>> rouge_n_summary_level([["a"], ["b"]], [["a", "b"]], 2).recall
    1.0
    """
    ours, theirs = (
        [token for sentence in side for token in sentence] for side in (summary_sentences, reference_sentences)
    )
    return rouge_n_sentence_level(ours, theirs, n, alpha)


def rouge_l_sentence_level(
    summary_sentence: Sentence, reference_sentence: Sentence, alpha: float | None = None
) -> RougeScore:
    """Score the longest common subsequence.

    >>> rouge_l_sentence_level("a c b".split(), "a b".split(), alpha=0).f1_measure
    1.0
    """
    return _score(LongestCommon(), [summary_sentence], [reference_sentence], alpha)


def rouge_l_summary_level(
    summary_sentences: Sequence[Sentence], reference_sentences: Sequence[Sentence], alpha: float | None = None
) -> RougeScore:
    """Score the union of longest common subsequences over sentences.

    >>> rouge_l_summary_level([["c"], ["a", "b"]], [["a", "b"], ["c"]]).f1_measure
    1.0
    """
    return _score(LongestCommon(union=True), summary_sentences, reference_sentences, alpha)


def rouge_w_sentence_level(
    summary_sentence: Sentence, reference_sentence: Sentence, weight: float | None = None, alpha: float | None = None
) -> RougeScore:
    """Score a common subsequence whose runs weigh more.

    >>> round(rouge_w_sentence_level("a b".split(), "a b c".split()).recall, 4)
    0.5352
    """
    return rouge_w_summary_level([summary_sentence], [reference_sentence], weight, alpha)


def rouge_w_summary_level(
    summary_sentences: Sequence[Sentence],
    reference_sentences: Sequence[Sentence],
    weight: float | None = None,
    alpha: float | None = None,
) -> RougeScore:
    """The same, matched sentence by sentence; the weight must be above 1."""
    weight = WEIGHT if weight is None else weight
    _walked(summary_sentences, reference_sentences)
    if not weight > 1.0:
        raise ValueError(f"weight is {weight!r}; it must be > 1.0")
    return _score(WeightedCommon(float(weight), union=True), summary_sentences, reference_sentences, alpha)


def _alpha(alpha: float | None) -> float:
    alpha = ALPHA if alpha is None else alpha
    if not 0.0 <= alpha <= 1.0:
        raise ValueError(f"alpha is {alpha!r}; it must be between 0 and 1")
    return float(alpha)


def _score(
    metric: Metric, summary: Sequence[Sentence], reference: Sequence[Sentence], alpha: float | None
) -> RougeScore:
    sides = [
        [sentence if type(sentence) is list else list(sentence) for sentence in side] for side in (summary, reference)
    ]
    usable = alpha is None or 0.0 <= alpha <= 1.0
    scored = scored_words(_runner(metric, _alpha(alpha)), *sides) if usable else None
    if scored is None:
        ours, theirs = _walked(*sides)
        # easy-rouge looks at alpha after the texts.
        runner = runner_of(metric, PROFILE, rules={"alpha": _alpha(alpha), "tokens": "ids", "sentences": "list"})
        scored = runner.scoring.scores(runner.count(Rows([ours], [theirs], None)).counts, None)[0].tolist()
    precision, recall, f = scored[0]
    return RougeScore(recall, precision, f)


@lru_cache(maxsize=64)
def _runner(metric: Metric, alpha: float) -> Runner:
    return runner_of(metric, PROFILE, rules={"alpha": alpha, "tokens": "list", "sentences": "list"})


def _walked(*sides: Sequence[Sentence]) -> list[list[list[int]]]:
    """Numbers for the tokens of both sides, the same for the same token."""
    numbers: dict[Hashable, int] = {}
    return [[[numbers.setdefault(token, len(numbers)) for token in sentence] for sentence in side] for side in sides]


def _sliced(summary: Sentence, reference: Sentence, n: int, alpha: float | None) -> RougeScore:
    """What slices of n tokens are where n is zero or less, or no whole number; easy-rouge counts them."""
    ours, theirs = (
        Counter(tuple(side[at : at + n]) for at in range(len(side) - n + 1)) if len(side) - n + 1 > 0 else Counter()
        for side in (summary, reference)
    )
    precision, recall, f = usual((ours & theirs).total(), ours.total(), theirs.total(), _alpha(alpha))
    return RougeScore(recall, precision, f)
