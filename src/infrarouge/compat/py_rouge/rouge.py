"""The class `Rouge` of py-rouge."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from infrarouge.engine.runner import Runner, runner_of
from infrarouge.matching import LongestCommon, Metric, NGram, WeightedCommon
from infrarouge.reading.programs.py_rouge import stem
from infrarouge.reading.sentences import SENTENCES
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile
from infrarouge.scoring.state import State
from infrarouge.types import Floats, Score

__all__ = ["Rouge"]

PROFILE = "py-rouge-1.1"
STEM_MIN = 3
COLUMNS = {"f": 2, "p": 0, "r": 1}


class Rouge:
    """Score hypotheses against references, hypotheses first, with the keys and defaults of py-rouge 1.1.

    `metrics` is a list of ``rouge-n``, ``rouge-l`` and ``rouge-w``; ``rouge-n`` counts together with `max_n` only, and
    stands for rouge-1 to rouge-`max_n`. By default only the first 665 characters of a text are read, whatever
    `length_limit_type` calls them, and words are stemmed.

    >>> Rouge(metrics=["rouge-n"], max_n=2).get_scores("the cat", ["the cat sat", "a cat"])["rouge-2"]
    {'f': 0.4, 'p': 0.5, 'r': 0.3333333333333333}
    """

    DEFAULT_METRICS = {"rouge-n"}  # noqa: RUF012  # sets and lists, as users compare them
    DEFAULT_N = 1
    STATS = ["f", "p", "r"]  # noqa: RUF012
    AVAILABLE_METRICS = {"rouge-n", "rouge-l", "rouge-w"}  # noqa: RUF012
    AVAILABLE_LENGTH_LIMIT_TYPES = {"words", "bytes"}  # noqa: RUF012
    REMOVE_CHAR_PATTERN = re.compile("[^A-Za-z0-9]")

    def __init__(
        self,
        metrics: Sequence[str] | None = None,
        max_n: int | None = None,
        limit_length: bool = True,
        length_limit: int = 665,
        length_limit_type: str = "bytes",
        apply_avg: bool = True,
        apply_best: bool = False,
        stemming: bool = True,
        alpha: float = 0.5,
        weight_factor: float = 1.0,
        ensure_compatibility: bool = True,
    ) -> None:
        self._wanted = _wanted(metrics, max_n, weight_factor)
        self._kept: tuple[Any, Runner] | None = None
        self.metrics = set(self._wanted)
        self.max_n = max_n
        self.limit_length = limit_length
        if limit_length and length_limit_type not in self.AVAILABLE_LENGTH_LIMIT_TYPES:
            raise ValueError(f"Unknown length_limit_type '{length_limit_type}'; type 'words' or 'bytes'")
        self.length_limit = length_limit
        self.length_limit_type = length_limit_type
        self.apply_avg = apply_avg
        self.apply_best = apply_best
        self.stemming = stemming
        self.alpha = alpha
        self.weight_factor = weight_factor
        self.ensure_compatibility = ensure_compatibility

    def get_scores(self, hypothesis: Any, references: Any) -> dict[str, Any]:
        """Score a text against its reference or a list of references, or lists of both.

        >>> Rouge(["rouge-l"], apply_avg=False).get_scores(["a b"], [["a b", "c"]])
        {'rouge-l': [{'f': [1.0, 0.0], 'p': [1.0, 0.0], 'r': [1.0, 0.0]}]}
        """
        if isinstance(hypothesis, str):
            hypothesis, references = [hypothesis], [references]
        if type(hypothesis) is not type(references):
            raise ValueError(
                f"hypothesis is {type(hypothesis).__name__} and references is {type(references).__name__}; "
                "give the same type"
            )
        if len(hypothesis) != len(references):
            raise ValueError(f"{len(hypothesis)} hypotheses and {len(references)} references; give as many of both")
        if not self._wanted:
            return {}
        texts, lists = [_hypothesis(text) for text in hypothesis], [_references(row) for row in references]
        if not texts:
            merged = self.apply_avg or self.apply_best
            return {name: dict.fromkeys(self.STATS, 0.0) if merged else [] for name in self._wanted}
        if not self.ensure_compatibility and {"rouge-l", "rouge-w"} & self.metrics:
            for text in (*texts, *(text for row in lists for text in row)):
                if not text.strip():
                    raise ValueError(f"the text {text!r} has no sentence; with ensure_compatibility it would have one")
        runner = self._runner()
        if len(texts) == len(lists[0]) == 1:
            scores_of_pair = self._pair(runner, texts[0], lists[0][0])
            if scores_of_pair is not None:
                return scores_of_pair
        state = self._state(runner, texts, lists)
        at = {name: runner.metrics.index(metric) for name, metric in self._wanted.items()}
        if not (self.apply_avg or self.apply_best):
            return self._each(runner, state, [len(row) for row in lists], at)
        if not self.apply_avg and "rouge-w" in at and not state.counts[:, at["rouge-w"], 2].all():
            raise ZeroDivisionError("a reference has no words, and rouge-w chooses among references by their weight")
        scores = self._checked(runner.scoring.scores(state.counts, state.rows))
        return {name: {stat: _mean(scores[:, at[name], COLUMNS[stat]]) for stat in self.STATS} for name in at}

    def _pair(self, runner: Runner, text: str, reference: str) -> dict[str, Any] | None:
        """The scores of a single pair at the least cost; None where there is more to do than to score it."""
        merged = self.apply_avg or self.apply_best
        if not merged or self._backwards or "rouge-w" in self._wanted or runner.small is None:
            return None
        scores: dict[str, Score] = {}
        if runner.small(text, reference, scores) is None:
            return None
        for p, r, _ in scores.values():
            if p != 0 and r != 0 and (1 - self.alpha) * p + self.alpha * r == 0:
                return None  # which is refused
        labels = {name: scores[metric.label] for name, metric in self._wanted.items()}
        # Adding zero takes the sign off a zero, as adding up does.
        return {name: {stat: score[COLUMNS[stat]] + 0.0 for stat in self.STATS} for name, score in labels.items()}

    def _state(self, runner: Runner, texts: list[str], lists: list[list[str]]) -> State:
        if not self._backwards:
            return runner.state(runner.rows(texts, lists))
        whole, by_sentence = (
            runner.state(runner.rows([cut(text) for text in texts], [[cut(text) for text in row] for row in lists]))
            for cut in (self._first_of_whole, self._first_of_sentence)
        )
        flat = [isinstance(metric, NGram) for metric in runner.metrics]
        return dataclasses.replace(whole, counts=np.where(np.array(flat)[:, None], whole.counts, by_sentence.counts))

    @property
    def _backwards(self) -> bool:
        """Whether the limit is below zero, which cuts off the end as Python's slices do."""
        return self.limit_length and self.length_limit < 0

    def _first_of_whole(self, text: str) -> str:
        if self.length_limit_type == "words":
            return " ".join(text.split()[: self.length_limit])
        return self._first_of_sentence(text)

    def _first_of_sentence(self, text: str) -> str:
        """The first sentence reaches a limit below zero whatever is in it, and no other is read."""
        first = next(iter(self.split_into_sentences(text, self.ensure_compatibility)), "")
        if self.length_limit_type == "words":
            return " ".join(first.split()[: self.length_limit])
        return first.strip()[: self.length_limit]

    def _runner(self) -> Runner:
        settings = (
            (self.apply_avg, self.weight_factor, self.stemming, self.ensure_compatibility, self.alpha),
            (self.limit_length, self.length_limit, self.length_limit_type, tuple(self._wanted.values())),
        )
        if self._kept is None or self._kept[0] != settings:
            self._kept = settings, self._resolved()
        return self._kept[1]

    def _resolved(self) -> Runner:
        profile = find_profile(
            PROFILE,
            max_bytes=None,
            combine="pool" if self.apply_avg else "best-recall-w",
            lcs_root=self.weight_factor,
            stemmer="py-rouge" if self.stemming else None,
        )
        if not self.ensure_compatibility:
            stemmer = "py-rouge-nltk" if self.stemming else None
            profile = profile.replace(sentences="punkt", tokens="py-rouge-nltk", stemmer=stemmer)
        return runner_of(tuple(self._wanted.values()), self._unchecked(profile))

    def _unchecked(self, profile: Profile) -> Profile:
        """Set what py-rouge does not check, such as any alpha; texts with a limit below zero come cut already."""
        limits: dict[str, Any] = {}
        if self.limit_length and self.length_limit != 0 and not self._backwards:
            limits = {"max_words" if self.length_limit_type == "words" else "max_bytes": self.length_limit}
        return dataclasses.replace(
            profile,
            text=dataclasses.replace(profile.text, **limits),
            score=dataclasses.replace(profile.score, alpha=self.alpha),
        )

    # ------------------------------------------------------------ helpers that py-rouge has on its class

    @staticmethod
    def load_stemmer(ensure_compatibility: bool) -> None:
        """Do nothing: the stemmers are always there."""

    @staticmethod
    def load_wordnet_db(ensure_compatibility: bool) -> None:
        """Do nothing: the table of irregular forms is always there."""

    @staticmethod
    def split_into_sentences(text: str, ensure_compatibility: bool, language: str = "english") -> list[str]:
        """Cut a text at line breaks, or with Punkt where compatibility is not asked for.

        >>> Rouge.split_into_sentences("a b\\n\\nc", True)
        ['a b', '', 'c']
        """
        return text.split("\n") if ensure_compatibility else list(SENTENCES["punkt"].function(text))  # type: ignore[misc]  # Punkt is Python

    @staticmethod
    def stem_tokens(tokens: list[str]) -> list[str]:
        """Put the stems of words of more than three letters in their places, and give the list back.

        >>> Rouge.stem_tokens(["running", "feet", "cannot"])
        ['run', 'foot', 'cannot']
        """
        tokens[:] = [stem(word) if len(word) > STEM_MIN else word for word in tokens]
        return tokens

    def _checked(self, scores: Floats) -> Floats:
        precision, recall = scores[..., 0], scores[..., 1]
        below = (1 - self.alpha) * precision + self.alpha * recall
        if ((precision != 0) & (recall != 0) & (below == 0)).any():
            raise ZeroDivisionError(f"with alpha {self.alpha} precision and recall cancel each other out")
        return scores

    def _each(
        self, runner: Runner, state: State, sizes: list[int], at: dict[str, int]
    ) -> dict[str, list[dict[str, list[float]]]]:
        """The scores of every reference by itself."""
        scores = self._checked(runner.scoring.scores(state.counts, None))
        # Nothing over a negative number of n-grams is a negative zero, as in py-rouge; golden: each-stem d-edge-002.
        scores[..., :2] = np.where(state.counts[..., 1:] < 0, -0.0, scores[..., :2])
        ends = np.cumsum([0, *sizes])
        return {
            name: [
                {stat: scores[ends[row] : ends[row + 1], at[name], COLUMNS[stat]].tolist() for stat in self.STATS}
                for row in range(len(sizes))
            ]
            for name in at
        }


def _wanted(metrics: Sequence[str] | None, max_n: int | None, weight_factor: float) -> dict[str, Metric]:
    """Our metrics by py-rouge's names; ``rouge-n`` without `max_n` is none.

    >>> {name: metric.label for name, metric in _wanted(["rouge-w", "rouge-n"], 2, 1.2).items()}
    {'rouge-1': 'rouge1', 'rouge-2': 'rouge2', 'rouge-w': 'rougeWsum-1.2'}
    """
    if weight_factor <= 0:
        raise ValueError(f"weight_factor is {weight_factor!r}; ROUGE-W needs a number above 0")
    if metrics is None:
        if max_n is not None:
            raise AttributeError(f"max_n is {max_n!r} and metrics is None; type metrics=['rouge-n'] with it")
        return {}
    if not isinstance(metrics, Sequence):
        raise TypeError(f"metrics is {type(metrics).__name__}; give a list such as ['rouge-n', 'rouge-l']")
    for name in metrics:
        if name not in Rouge.AVAILABLE_METRICS:
            raise ValueError(f"Unknown metric '{name}'; the metrics are rouge-n (with max_n), rouge-l and rouge-w")
    wanted: dict[str, Metric] = {}
    if "rouge-n" in metrics and max_n is not None:
        if not isinstance(metrics, list):
            raise TypeError(f"metrics is {type(metrics).__name__}; with rouge-n and max_n it is a list")
        wanted = {f"rouge-{n}": NGram(n) for n in range(1, max_n + 1)}
    if "rouge-l" in metrics:
        wanted["rouge-l"] = LongestCommon(union=True)
    if "rouge-w" in metrics:
        weighted = WeightedCommon(float(weight_factor), union=True)
        wanted["rouge-w"] = LongestCommon(union=True) if weight_factor == 1 else weighted
    return wanted


def _hypothesis(text: Any) -> str:
    if not isinstance(text, str):
        raise AssertionError(f"a hypothesis is {type(text).__name__}; give a str")
    return text


def _references(row: Any) -> list[str]:
    texts = row if isinstance(row, list) else [row]
    for text in texts:
        if not isinstance(text, str):
            raise AttributeError(f"a reference is {type(text).__name__}; give a str, or a list of str for several")
    if not texts:
        raise IndexError("a hypothesis has no reference; give at least one")
    return texts


def _mean(values: Iterable[float]) -> float:
    """Added up in order and divided, as py-rouge does."""
    total, count = 0.0, 0
    for value in values:
        total, count = total + float(value), count + 1
    return total / count if count > 1 else total
