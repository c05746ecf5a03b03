"""Rules, own functions and texts as users hand them in, which the type checker passes."""

from __future__ import annotations

import re
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import infrarouge as ir
from infrarouge.types import References, Text, Texts

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Tokenizer:
    def tokenize(self, text: str) -> list[str]:
        return text.split()


class Stemmer:
    def stem(self, word: str) -> str:
        return word[:4]


def stem(word: str) -> str:
    return word[:4]


def mine(**rules: Unpack[ir.Rules]) -> ir.Profile:
    return ir.profile("rouge-score", **rules)


text = mine(sentences="marker:<q>", max_words=100, max_bytes=None, lowercase=False, normalizer="nfc", tokens="unicode")
lists = mine(
    stopwords={"a", "the"}, synonyms={"car": ["auto"], "big": "large"}, ignore_ids=[0], stem_min=3, flat="whole"
)
more = mine(stopwords="smart", synonyms=[("car", "auto"), "big large"], lowercase="ascii", stemmer=None)
rest = mine(count="set", union="both", tie="reference", formula="beta", alpha=1, beta=2, decimals=5, combine="mean")
last = mine(
    empty="skip", dtype="float32", n_resamples=100, confidence_level=0.9, rng=7, generator=None, average="counts"
)
bundle = mine(resampling=ir.Resampling(rng=1), quirks=[ir.Quirk.NO_UNITS, "su-last-word"], order="id").replace(
    resampling=None
)

functions = mine(tokens=str.split, sentences=str.splitlines, normalizer=str.lower, stemmer=stem)
lambdas = mine(tokens=lambda sentence: sentence.split("-"), stemmer=lambda word: word[:4])
objects = mine(tokens=Tokenizer(), stemmer=Stemmer()).replace(tokens=partial(re.split, "-"))
named = mine(tokens=ir.named(str.split, name="spaces", version="1.0"))
named_object: Tokenizer = ir.named(Tokenizer(), name="mine", version="1")
again = ir.Profile.parse(named.signature, tokens=ir.named(str.split, name="spaces", version="1.0"))

words: list[str] = ["a", "b"]
nested: list[list[str]] = [["a"], ["b"]]
missing: list[str | None] = ["a", None]
ids: list[npt.NDArray[np.int64]] = [np.array([1, 2])]
single: list[Text] = ["a b", words, nested, [1, 2], np.array([1, 2]), ids, None]
sides: list[Texts] = [words, nested, missing, ids, ("a", "b"), deque(words), np.array(words), iter(words)]
references: list[References] = [words, nested, missing, [["a", "b"], "c"], [[["a"], ["b"]]], [ids], iter(nested)]
