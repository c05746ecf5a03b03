"""The options of js-rouge's functions, and what they make of a profile."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypedDict

import numpy as np

from infrarouge.compat.js_rouge.errors import NOT_A_FUNCTION, refuse_not_function
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import RangeError
from infrarouge.matching import LongestCommon, Metric, NGram
from infrarouge.reading.unicode import lower
from infrarouge.registry import nearest, one_of
from infrarouge.rules.catalogue import profile
from infrarouge.rules.identity import unsigned
from infrarouge.rules.profile import Profile, ScoreRules
from infrarouge.scoring import formulas as scores
from infrarouge.types import Integers, Score

Words = Sequence[str]

NEWEST = "3.2.3"
VERSIONS = (NEWEST, "3.2.0")
INFINITY = math.inf
SAFE = 2**53 - 1
NGRAM_DEFAULT_OPTS: dict[str, Any] = {"start": False, "end": False, "val": "<S>"}


class _Options(TypedDict, total=False):
    beta: float
    case_sensitive: bool
    caseSensitive: bool
    tokenizer: Callable[[str], Words]


class RougeNOptions(_Options, total=False):
    """Options of `n`."""

    n: int
    n_gram: Callable[[Words, int], Sequence[Hashable]]
    nGram: Callable[[Words, int], Sequence[Hashable]]


class RougeLOptions(_Options, total=False):
    """Options of `l`; `lcs_indices` is of release 3.2.3."""

    segmenter: Callable[[str], Sequence[str]]
    lcs: Callable[[Words, Words], Words]
    lcs_indices: Callable[[Words, Words], Sequence[int]]
    lcsIndices: Callable[[Words, Words], Sequence[int]]


class RougeSOptions(_Options, total=False):
    """Options of `s`."""

    max_skip: float
    maxSkip: float
    skip_bigram: Callable[[Words, float], Sequence[Hashable]]
    skipBigram: Callable[[Words, float], Sequence[Hashable]]


class NGramOptions(TypedDict, total=False):
    """Options of `n_gram`: whether to pad in front and behind, and with what."""

    start: bool
    end: bool
    val: str


SNAKE = {
    "caseSensitive": "case_sensitive",
    "maxSkip": "max_skip",
    "nGram": "n_gram",
    "skipBigram": "skip_bigram",
    "lcsIndices": "lcs_indices",
    "caseNeutral": "case_neutral",
}
DEFAULTS: dict[str, Any] = {
    "n": 1,
    "beta": 1,
    "case_sensitive": True,
    "max_skip": INFINITY,
    "case_neutral": False,
    **dict.fromkeys(("tokenizer", "segmenter", "n_gram", "skip_bigram", "lcs", "lcs_indices")),
    **NGRAM_DEFAULT_OPTS,
}


BUILT_IN: dict[str, Callable[..., Any]] = {}
"""The functions of this surface by the option that they are the default of."""


class Call:
    """The options of one call, and what they make of a profile; a function of this surface means the default."""

    def __init__(self, options: Mapping[str, Any] | None, keywords: dict[str, Any], version: str) -> None:
        self.old = is_old(version)
        for name in keywords:
            if SNAKE.get(name, name) not in DEFAULTS:
                raise TypeError(f"unknown option {name!r}{nearest(name, DEFAULTS)}")
        both = {**(options or {}), **keywords}
        settled = {SNAKE.get(name, name): value for name, value in both.items() if value is not None}
        self.names = frozenset(settled)
        """The options that were passed, defaults among them."""
        own = {name: value for name, value in settled.items() if value is not BUILT_IN.get(name)}
        self.options = {**DEFAULTS, **own}

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    def check_functions(self, *names: str) -> None:
        """Refuse options that should be functions and are not."""
        for name in names:
            if self[name] is not None and name in NOT_A_FUNCTION[self.old]:
                refuse_not_function(self[name], NOT_A_FUNCTION[self.old][name], name)

    def profile(self, whole: bool) -> Profile:
        """The profile of this call; a tokenizer of the user's reads the `whole` text where sentences do not matter."""
        if self["tokenizer"] is None and self["segmenter"] is None:
            return _plain_profile(self.old, bool(self["case_sensitive"]))
        rules: dict[str, Any] = {"empty": "zero"}
        if self["tokenizer"] is not None:
            rules["tokens"] = unsigned(self["tokenizer"])
            if whole:
                rules["flat"] = "whole"
        if not self["case_sensitive"]:
            rules["lowercase"] = "unicode"
        cut = self["segmenter"]
        if cut is not None:
            # Release 3.2.0 lower-cases before it cuts.
            lowered = self.old and rules.get("lowercase")
            rules["sentences"] = unsigned((lambda text: cut(lower(text))) if lowered else cut)
        return profile("js-rouge-3.2.0" if self.old else "js-rouge-3.2.3", **rules)

    def beta(self) -> float:
        """Beta as the formula takes it; release 3.2.3 checks it before any work."""
        value = self["beta"]
        if self.old:
            return INFINITY if math.isnan(value) else max(0.0, value)
        if not is_number(value) or not value >= 0:
            raise RangeError("beta must be a non-negative number or Infinity")
        return float(value)

    def fmeasure(self, metric: Metric, texts: tuple[Any, Any], rules: Profile) -> float:
        """Score a pair by the profile and this call's beta."""
        scored: dict[str, Score] = {}
        # A profile has many fields, and looking a scorer up by it takes as long as scoring a short text.
        plain = rules is _plain_profile(self.old, bool(self["case_sensitive"]))
        key = (self.old, bool(self["case_sensitive"])) if plain else rules
        _runner(metric, key, self.beta()).pair(*texts, scored)
        return self.checked(scored[metric.label].fmeasure)

    def counted(self, matched: int, ours: int, theirs: int) -> float:
        """Score counts that a function of the user's led to."""
        rules = ScoreRules(formula=FORMULAS[self.old], beta=self.beta())
        precision, recall = scores.ratios(np.array([[float(matched), ours, theirs]]), [1.0])
        return self.checked(float(scores.FORMULAS[rules.formula](precision, recall, rules)[0]))

    def checked(self, value: float) -> float:
        # Release 3.2.0 looks at beta only once there is a match to weigh.
        if self.old and self["beta"] < 0 and value > 0:
            raise RangeError("beta value must be >= 0")
        return value

    def own_units(self, hook: str, size: str, rules: Profile, texts: tuple[str, str]) -> float:
        """Score the units that a function of the user's makes of words; each unit is then one word, by number."""
        numbers: dict[Hashable, int] = {}
        ours, theirs = (
            [numbers.setdefault(unit, len(numbers)) for unit in self[hook](words, self[size])]
            for words in flat_words(rules, texts)
        )
        ready = rules.replace(tokens="ids", sentences="none", flat="joined", quirks=())
        return self.fmeasure(NGram(1), (ours, theirs), ready)


@lru_cache(maxsize=4)
def _plain_profile(old: bool, case_sensitive: bool) -> Profile:
    """The profile of a call without functions of the user's."""
    name = "js-rouge-3.2.0" if old else "js-rouge-3.2.3"
    return profile(name, empty="zero", lowercase=None if case_sensitive else "unicode")


@lru_cache(maxsize=64)
def _runner(metric: Metric, rules: Profile | tuple[bool, bool], beta: float) -> Runner:
    whole = rules if isinstance(rules, Profile) else _plain_profile(*rules)
    return runner_of(metric, whole.replace(beta=beta))


def is_number(value: Any) -> bool:
    """Whether JavaScript would call a value a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def integer(value: Any) -> int | None:
    """A whole number that a double holds exactly, or None.

    >>> integer(2.0), integer(1.5)
    (2, None)
    """
    if not is_number(value) or not math.isfinite(value) or value != int(value) or abs(value) > SAFE:
        return None
    return int(value)


FORMULAS = {True: "js-3.2.0", False: "js-3.2.3"}


def is_old(version: str) -> bool:
    """Whether a version is 3.2.0, or the newest.

    >>> is_old("3.2.0"), is_old("3.2.3")
    (True, False)
    """
    return one_of("version of js-rouge", version, VERSIONS) == "3.2.0"


def documents(rules: Profile, texts: tuple[str, str]) -> tuple[list[list[list[str]]], list[list[str]]]:
    """Read two texts: the words of each by sentence, and flat."""
    runner = runner_of(LongestCommon(union=True), rules)
    side = runner.side(list(texts), "text")
    assert side.texts is not None, "the sentences of js-rouge are cut before an engine reads them"
    if side.sentences is None:
        # Sentences whose words an engine cuts.
        sentences = [runner.plan.read(sentence)[0] for sentence in side.items]
    else:
        sentences = _cut(side.items, side.sentences)
    nested = _cut(sentences, side.texts)
    if rules.text.flat == "whole":
        return nested, flat_words(rules, texts)
    return nested, [[word for sentence in text for word in sentence] for text in nested]


def flat_words(rules: Profile, texts: tuple[str, str]) -> list[list[str]]:
    """Read two texts: the words of each, cut into sentences only where the rules read words by sentence."""
    runner = runner_of(NGram(1), rules)
    return [runner.tokenize(text) for text in texts]


def _cut(items: Any, ends: Integers) -> list[Any]:
    return [items[start:end] for start, end in pairwise(ends.tolist())]
