"""The options of js-rouge's functions, and what they make of a profile."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from infrarouge.api import score
from infrarouge.errors import RangeError
from infrarouge.matching import Metric, NGram
from infrarouge.reading.reader import Reader
from infrarouge.reading.unicode import lower
from infrarouge.registry import nearest, one_of
from infrarouge.rules.catalogue import profile
from infrarouge.rules.profile import Profile, ScoreRules
from infrarouge.scoring import formulas as scores

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


class Call:
    """The options of one call, and what they make of a profile."""

    def __init__(self, options: Mapping[str, Any] | None, keywords: dict[str, Any], version: str) -> None:
        self.old = is_old(version)
        for name in keywords:
            if SNAKE.get(name, name) not in DEFAULTS:
                raise TypeError(f"unknown option {name!r}{nearest(name, DEFAULTS)}")
        given = {**(options or {}), **keywords}
        settled = {SNAKE.get(name, name): value for name, value in given.items() if value is not None}
        self.options = {**DEFAULTS, **settled}

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    def profile(self, whole: bool) -> Profile:
        """The profile of this call; a tokenizer of the user's reads the `whole` text where sentences do not matter."""
        rules: dict[str, Any] = {"empty": "zero"}
        if self["tokenizer"] is not None:
            rules["tokens"] = self["tokenizer"]
            if whole:
                rules["flat"] = "whole"
        if not self["case_sensitive"]:
            rules["lowercase"] = "unicode"
        cut = self["segmenter"]
        if cut is not None:
            # Release 3.2.0 lower-cases before it cuts.
            rules["sentences"] = (lambda text: cut(lower(text))) if self.old and rules.get("lowercase") else cut
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
        found = score(prediction=texts[0], reference=texts[1], metrics=metric, profile=rules.replace(beta=self.beta()))
        return self.checked(found[metric.label].fmeasure)

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
            for words in documents(rules, texts)[1]
        )
        ready = rules.replace(tokens="ids", sentences="none", flat="joined", quirks=())
        return self.fmeasure(NGram(1), (ours, theirs), ready)


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
    side = Reader(rules).side(list(texts), "text")
    assert side.texts is not None
    assert side.sentences is not None
    sentences = [side.items[a:b] for a, b in zip(side.sentences, side.sentences[1:], strict=False)]
    nested = [sentences[a:b] for a, b in zip(side.texts, side.texts[1:], strict=False)]
    if side.flat is None or side.flat_texts is None:
        return nested, [[word for one in text for word in one] for text in nested]
    return nested, [side.flat[a:b] for a, b in zip(side.flat_texts, side.flat_texts[1:], strict=False)]
