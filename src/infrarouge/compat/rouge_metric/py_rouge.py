"""The class `PyRouge`; the numbers are those of the profile `rouge-metric-1.0.1`."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from infrarouge.engine.runner import Rows, Runner, runner_of
from infrarouge.matching import LongestCommon, Metric, NGram, SkipBigram, WeightedCommon
from infrarouge.matching.overlap import overlap
from infrarouge.reading.sides import offsets
from infrarouge.types import Floats, Score

__all__ = ["PyRouge"]

PROFILE = "rouge-metric-1.0.1"
COMBINE = {"average": "pool", "best": "best-ratio"}
MODES = ("individual", "average")

Scores = dict[str, dict[str, float]]
Document: TypeAlias = "Sequence[Sequence[Hashable]]"


class PyRouge:
    """ROUGE-N, L, W, S and SU of texts of one sentence a line, whose words stand between white space.

    `rouge_n` is the largest N, or a sequence of them. `alpha` is the weight of precision in F: with 1, F is the
    precision. Of several references ``multi_ref_mode="average"`` adds up the counts, and ``"best"`` takes the one with
    the best recall, for each metric. ``mode="average"`` gives the mean precision and recall of all documents and F of
    these, ``"individual"`` the scores of each document.

    >>> PyRouge(rouge_n=(1, 2), rouge_l=False, mode="individual").evaluate(["a b c"], [["a b"]])[0]["rouge-2"]
    {'r': 1.0, 'p': 0.5, 'f': 0.6666666666666666}
    """

    def __init__(
        self,
        rouge_n: int | Iterable[int] = (1, 2),
        rouge_l: bool = True,
        rouge_w: bool = False,
        rouge_w_weight: float = 1.2,
        rouge_s: bool = False,
        rouge_su: bool = False,
        skip_gap: int | None = None,
        multi_ref_mode: str = "average",
        alpha: float = 0.5,
        mode: str = "average",
    ) -> None:
        self.rouge_n = rouge_n
        self.rouge_l = rouge_l
        self.rouge_w = rouge_w
        self.rouge_w_weight = rouge_w_weight
        self.rouge_s = rouge_s
        self.rouge_su = rouge_su
        self.skip_gap = skip_gap
        self.multi_ref_mode = multi_ref_mode
        self.alpha = alpha
        self.mode = mode

    def evaluate(
        self,
        hypotheses: Iterable[str],
        multi_references: Iterable[Iterable[str]],
        sentencizer: Callable[[str], Iterable[str]] | None = None,
        tokenizer: Callable[[str], Iterable[Hashable]] | None = None,
    ) -> Scores | list[Scores]:
        """Score texts, each against a list of references; the two functions replace how texts are cut.

        >>> PyRouge(rouge_n=1).evaluate(["a b"], [["b a"]], tokenizer=list)["rouge-l"]["f"]
        0.3333333333333333
        """
        texts, several = list(hypotheses), [list(references) for references in multi_references]
        if sentencizer is None and tokenizer is None:
            for text in (*texts, *(text for references in several for text in references)):
                _check_text(text)
            return self._evaluate(texts, several, {}, lambda text: text.split())
        split, cut = sentencizer or _lines, tokenizer or str.split
        return self.evaluate_tokenized(
            [[cut(sentence) for sentence in split(text)] for text in texts],
            [[[cut(sentence) for sentence in split(text)] for text in references] for references in several],
        )

    def evaluate_tokenized(
        self, hypotheses: Iterable[Iterable[Any]], multi_references: Iterable[Iterable[Iterable[Any]]]
    ) -> Scores | list[Scores]:
        """Score documents that are lists of sentences of tokens; a str is a sentence of characters.

        >>> PyRouge(rouge_n=1, rouge_l=False).evaluate_tokenized([[["a", "b"], ["c"]]], [[[["a", "c"]]]])
        {'rouge-1': {'r': 1.0, 'p': 0.6666666666666666, 'f': 0.8}}
        """
        # Numbers stand for tokens, so that a token may be of any kind.
        numbers: dict[Hashable, int] = {}

        def numbered(document: Iterable[Iterable[Hashable]]) -> list[list[int]]:
            return [[numbers.setdefault(token, len(numbers)) for token in sentence] for sentence in document]

        documents = [numbered(document) for document in hypotheses]
        references = [[numbered(reference) for reference in several] for several in multi_references]
        rules = {"tokens": "ids", "sentences": "list"}
        return self._evaluate(documents, references, rules, lambda document: [n for line in document for n in line])

    def _evaluate(
        self, documents: list[Any], several: list[list[Any]], rules: dict[str, Any], words: Callable[[Any], list[Any]]
    ) -> Scores | list[Scores]:
        if len(documents) != len(several):
            raise ValueError(
                f"Hypotheses and references must be the same size: there are {len(documents)} hypotheses and "
                f"{len(several)} lists of references"
            )
        if self.mode not in MODES:
            raise ValueError(f"Invalid mode {self.mode}: expected ({', '.join(MODES)})")
        if not documents:
            return {} if self.mode == "average" else []
        metrics = self._metrics()
        if not metrics:
            return {} if self.mode == "average" else [{} for _ in documents]
        self._check(several)
        batch = Rows(documents, [reference for references in several for reference in references], offsets(several))
        wanted = [metric for metric in metrics.values() if isinstance(metric, Metric)]
        runner = self._runner(wanted, rules)
        if len(documents) == len(several[0]) == 1 and not rules and len(wanted) == len(metrics):
            single: dict[str, Score] = {}
            runner.pair(documents[0], several[0][0], single)
            scored = {name: single[metric.label] for name, metric in zip(metrics, wanted, strict=True)}
            told = {
                name: {"r": score.recall, "p": score.precision, "f": score.fmeasure} for name, score in scored.items()
            }
            return told if self.mode == "average" else [told]
        state = runner.state(batch)
        counted = runner.scoring.scores(state.counts, state.rows)
        plain = self._runner([], rules).scoring
        columns = [
            counted[:, runner.metrics.index(metric)]
            if isinstance(metric, Metric)
            else plain.scores(_wordless(documents, several, metric, words), state.rows)[:, 0]
            for metric in metrics.values()
        ]
        scores = np.stack(columns, axis=1)
        if self.mode == "individual":
            return [_named(metrics, row) for row in scores]
        means = np.add.reduce(scores, axis=0) / len(scores)
        return _named(metrics, plain.judged(means[:, 0], means[:, 1]))

    def _metrics(self) -> dict[str, Metric | int]:
        """What is asked for, by name; a number is the N of n-grams that have no words."""
        sizes = range(1, self.rouge_n + 1) if isinstance(self.rouge_n, int) else self.rouge_n
        metrics: dict[str, Metric | int] = {}
        for size in sizes:
            n = operator.index(size)
            metrics[f"rouge-{size}"] = NGram(n) if n > 0 else n
        if self.rouge_l:
            metrics["rouge-l"] = LongestCommon(union=True)
        if self.rouge_w:
            metrics[f"rouge-w-{self.rouge_w_weight}"] = WeightedCommon(float(self.rouge_w_weight), union=True)
        limited = self.skip_gap is not None and self.skip_gap >= 0
        gap = math.floor(self.skip_gap) if limited and self.skip_gap is not None else None
        # A gap of 0 is obeyed and called unlimited all the same.
        label = self.skip_gap if gap else "*"
        if self.rouge_s:
            metrics[f"rouge-s{label}"] = SkipBigram(gap)
        if self.rouge_su:
            metrics[f"rouge-su{label}"] = SkipBigram(gap, unigrams=True)
        return metrics

    def _check(self, several: list[list[Any]]) -> None:
        if self.multi_ref_mode not in COMBINE:
            raise ValueError(f"Invalid multi_ref_mode {self.multi_ref_mode}: expected ({', '.join(COMBINE)})")
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"Invalid alpha {self.alpha}: expected between [0, 1]")
        if self.rouge_w and self.rouge_w_weight < 1:
            raise ValueError(f"Invalid rouge_w_weight {self.rouge_w_weight}: expected a number from 1 up")
        for row, references in enumerate(several):
            if not references:
                raise ValueError(f"hypothesis {row} has no references; give at least one")

    def _runner(self, metrics: list[Metric], rules: dict[str, Any]) -> Runner:
        return _runner(tuple(metrics), self.alpha, COMBINE[self.multi_ref_mode], *rules.items())


@lru_cache(maxsize=64, typed=True)
def _runner(metrics: tuple[Metric, ...], alpha: float, combine: str, *rules: tuple[str, Any]) -> Runner:
    """To resolve the rules of a call takes longer than to score a pair by them."""
    return runner_of(metrics or "rouge1", PROFILE, rules={"alpha": alpha, "combine": combine, **dict(rules)})


def _named(names: Iterable[str], scores: Floats) -> Scores:
    return {name: {"r": r, "p": p, "f": f} for name, (p, r, f) in zip(names, scores.tolist(), strict=True)}


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _check_text(text: Any) -> None:
    if isinstance(text, bytes):
        raise TypeError("a text is bytes; decode it first: text.decode('utf-8')")
    if not isinstance(text, str):
        raise AttributeError(f"'{type(text).__name__}' object has no attribute 'split': a text must be a str")


def _wordless(documents: list[Any], several: list[list[Any]], n: int, words: Callable[[Any], list[Any]]) -> Floats:
    """The counts of n-grams for an N below 1, which the original does not refuse: slices of the text, mostly empty."""

    def ngrams(document: Any) -> list[tuple[Any, ...]]:
        text = words(document)
        return [tuple(text[at : at + n]) for at in range(len(text) - n + 1)]

    counts = [
        overlap(ngrams(document), ngrams(reference), "clipped")
        for document, references in zip(documents, several, strict=True)
        for reference in references
    ]
    return np.array(counts, dtype=np.float64)[:, None, :]
