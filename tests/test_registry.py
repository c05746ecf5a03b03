"""Integers are integers wherever they come from, and a bool is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.registry import integer

TEXTS: dict[str, Any] = {"predictions": ["the cat sat", "a dog"], "references": ["the cat", "a dog ran"]}
SYSTEMS: dict[str, Any] = {"a": TEXTS["predictions"], "b": TEXTS["references"]}
KINDS = [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64]

PLACES: dict[str, Callable[[Any], Any]] = {
    "rng": lambda n: ir.evaluate(**TEXTS, resampling=ir.Resampling(rng=n)).signature,
    "n_resamples": lambda n: ir.evaluate(**TEXTS, resampling=ir.Resampling(n_resamples=n)).signature,
    "threads": lambda n: ir.evaluate(**TEXTS, threads=n).scores.tolist(),
    "max_words": lambda n: ir.Rouge("rouge1", max_words=n).profile.signature,
    "max_bytes": lambda n: ir.Rouge("rouge1", max_bytes=n).profile.signature,
    "stem_min": lambda n: ir.Rouge("rouge1", stemmer="porter", stem_min=n).profile.signature,
    "decimals": lambda n: ir.Rouge("rouge1", decimals=n).profile.signature,
    "ignore_ids": lambda n: ir.Rouge("rouge1", tokens="ids", ignore_ids=[n]).profile.signature,
    "k": lambda n: ir.Index(["a b", "a", "c"]).nearest("a b", n),
    "max_sentences": lambda n: ir.oracle(sentences=["a", "b", "c"], reference="a b c", max_sentences=n),
    "n_flips": lambda n: ir.compare(SYSTEMS, references=TEXTS["references"], n_flips=n).n_flips,
}


def test_integer() -> None:
    assert [integer(kind(5)) for kind in KINDS] == [5] * len(KINDS)
    assert {type(integer(kind(5))) for kind in KINDS} == {int}
    assert [integer(value) for value in (2.0, np.float64(2), "2", None, True, np.True_, [2])] == [None] * 7


@pytest.mark.parametrize("name", PLACES)
def test_numpy_integers_are_integers(name: str) -> None:
    expected = PLACES[name](3)
    for kind in KINDS:
        assert PLACES[name](kind(3)) == expected


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("value", [True, np.True_, 2.5, "two"], ids=repr)
def test_others_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*; give .*whole number"):
        PLACES[name](value)


def test_numpy_floats_are_spelled_as_numbers() -> None:
    rules = ir.Resampling(confidence_level=np.float64(0.9))
    assert ir.evaluate(**TEXTS, resampling=rules).signature == "infrarouge-1|ci:0.9|n:2|v:" + ir.__version__
    assert ir.check(**TEXTS, rouge1=np.float64(0.5))
    assert ir.check(**TEXTS, rouge1=np.float32(0.5))
