"""The functions under `Rouge`, on texts that are cut into sentences already; words stand between single spaces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import Any

import infrarouge
from infrarouge.compat.rouge.rouge import counted, measured

__all__ = ["Ngrams", "f_r_p_rouge_n", "multi_rouge_n", "rouge_l_summary_level", "rouge_n"]

STATS = ("f", "p", "r")


class Ngrams:
    """N-grams as a set, or with ``exclusive=False`` as a list that keeps repetitions.

    >>> len(Ngrams([("a",), ("a",)])), len(Ngrams([("a",), ("a",)], exclusive=False))
    (1, 2)
    """

    def __init__(self, ngrams: Iterable[Hashable] = (), exclusive: bool = True) -> None:
        self.exclusive = exclusive
        self._ngrams: Any = set(ngrams) if exclusive else list(ngrams)

    def add(self, o: Hashable) -> None:
        """Add an n-gram."""
        (self._ngrams.add if self.exclusive else self._ngrams.append)(o)

    def __len__(self) -> int:
        return len(self._ngrams)

    def intersection(self, o: Ngrams) -> Ngrams:
        """The n-grams that both have, as often as both have them."""
        if self.exclusive:
            return Ngrams(self._ngrams & set(o._ngrams))
        left = list(o._ngrams)
        shared = Ngrams(exclusive=False)
        for ngram in self._ngrams:
            if ngram in left:
                left.remove(ngram)
                shared.add(ngram)
        return shared

    def union(self, *ngrams: Ngrams) -> Ngrams:
        """The n-grams of all."""
        every = [ngram for group in (self, *ngrams) for ngram in group._ngrams]
        return Ngrams(every, self.exclusive)


def f_r_p_rouge_n(evaluated_count: int, reference_count: int, overlapping_count: int) -> dict[str, float]:
    """Precision, recall and F of three counts.

    >>> f_r_p_rouge_n(3, 4, 2)
    {'f': 0.5714285665306124, 'p': 0.6666666666666666, 'r': 0.5}
    """
    # As the rule f:epsilon has it; golden: doc-27.
    precision = overlapping_count / evaluated_count if evaluated_count else 0.0
    recall = overlapping_count / reference_count if reference_count else 0.0
    return {"f": 2.0 * (precision * recall / (precision + recall + 1e-8)), "p": precision, "r": recall}


def rouge_n(
    evaluated_sentences: Iterable[str],
    reference_sentences: Iterable[str],
    n: int = 2,
    raw_results: bool = False,
    exclusive: bool = True,
) -> dict[str, float]:
    """Score the n-grams of two lists of sentences; they run on from one sentence into the next.

    >>> rouge_n(["the cat", "sat"], ["the cat sat"])["r"]
    1.0
    """
    evaluated, reference = _words(evaluated_sentences), _words(reference_sentences)
    for name, words in (("Hypothesis", evaluated), ("Reference", reference)):
        if not words:
            raise ValueError(f"{name} is empty.")
    return _score(f"rouge{n}", evaluated, reference, raw_results, exclusive)


def rouge_l_summary_level(
    evaluated_sentences: Iterable[str],
    reference_sentences: Iterable[str],
    raw_results: bool = False,
    exclusive: bool = True,
    **_: Any,
) -> dict[str, float]:
    """Score the longest common subsequences of all pairs of sentences.

    >>> rouge_l_summary_level(["the cat", "sat down"], ["the cat sat"])["r"]
    1.0
    """
    evaluated, reference = _words(evaluated_sentences), _words(reference_sentences)
    if not evaluated or not reference:
        raise ValueError("Collections must contain at least 1 sentence.")
    return _score("rougeLsum", evaluated, reference, raw_results, exclusive)


def multi_rouge_n(
    sequences: Sequence[Iterable[str]],
    scores_ids: Iterable[tuple[int, int]],
    n: int = 2,
    exclusive: bool = True,
) -> list[dict[str, float]]:
    """Score several pairs among the same lists of sentences; a pair names the evaluated list and the reference.

    >>> multi_rouge_n([["a b c"], ["a b"]], [(0, 1)], n=1)
    [{'f': 0.7999999952000001, 'p': 0.6666666666666666, 'r': 1.0}]
    """
    texts = [_words(sentences) for sentences in sequences]
    for at, words in enumerate(texts):
        if not words:
            raise AssertionError(f"sequence {at} has no sentence; give at least one")
    return [_score(f"rouge{n}", texts[ours], texts[theirs], False, exclusive) for ours, theirs in scores_ids]


def _words(sentences: Iterable[str]) -> list[list[str]]:
    return [sentence.split(" ") for sentence in sentences]


@cache
def _scorer(label: str, exclusive: bool) -> infrarouge.Rouge:
    count, union = ("set", "distinct") if exclusive else ("clipped", "sum")
    return infrarouge.Rouge(label, "pltrdy-1.0.1", tokens="list", sentences="list", count=count, union=union)


def _score(
    label: str, evaluated: list[list[str]], reference: list[list[str]], raw: bool, exclusive: bool
) -> dict[str, float]:
    report = _scorer(label, bool(exclusive)).evaluate(predictions=[evaluated], references=[reference])
    return counted(report.counts[0, 0]) if raw else measured(report.scores[0, 0], STATS)


# ---------------------------------------------------------------- the helpers beside them


def _split_into_words(sentences: Iterable[str]) -> list[str]:
    """The words of all sentences.

    >>> _split_into_words(["a b", "c"])
    ['a', 'b', 'c']
    """
    return [word for words in _words(sentences) for word in words]


def _get_ngrams(n: int, text: Sequence[Hashable], exclusive: bool = True) -> Ngrams:
    """The runs of `n` words.

    >>> len(_get_ngrams(2, ["a", "b", "a", "b"]))
    2
    """
    return Ngrams((tuple(text[at : at + n]) for at in range(len(text) - n + 1)), exclusive)


def _get_word_ngrams(n: int, sentences: Sequence[str], exclusive: bool = True) -> Ngrams:
    """The runs of `n` words over all sentences.

    >>> len(_get_word_ngrams(2, ["a b", "c"]))
    2
    """
    if not sentences or n < 1:
        raise AssertionError(f"n is {n} and there are {len(sentences)} sentences; give at least 1 of both")
    return _get_ngrams(n, _split_into_words(sentences), exclusive)
