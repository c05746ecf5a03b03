"""The errors of js-rouge for values of a wrong type, in its own words."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from infrarouge.compat.js_rouge import (
    RangeError,
    arithmetic_mean,
    char_is_upper_case,
    intersection,
    jack_knife,
    l,
    lcs,
    n,
    n_gram,
    s,
    sentence_segment,
    skip_bigram,
    str_is_title_case,
    tree_bank_tokenize,
)


def message(call: Any, *arguments: Any, **keywords: Any) -> str:
    with pytest.raises((TypeError, RangeError)) as caught:
        call(*arguments, **keywords)
    return f"{type(caught.value).__name__}: {caught.value}"


REPLACE = "TypeError: e.replace is not a function"
LENGTH = "TypeError: Cannot read properties of null (reading 'length')"


@pytest.mark.parametrize(
    ("call", "arguments", "old", "new"),
    [
        (n, (5, "a"), REPLACE, REPLACE),
        (n, ("a", ["a"]), REPLACE, REPLACE),
        (n, (None, "a"), LENGTH, LENGTH),
        (n, ("a", None), LENGTH, LENGTH),
        (n, ([], "a"), *["RangeError: Candidate cannot be an empty string"] * 2),
        (n, (5, ""), *["RangeError: Reference cannot be an empty string"] * 2),
        (n, (5, "a", {"n": -1}), REPLACE, "RangeError: ngram size must be a positive safe integer"),
        (n, ("a", 5, {"caseSensitive": False}), "TypeError: n.toLowerCase is not a function", REPLACE),
        (s, (5, "a", {"maxSkip": -1}), REPLACE, "RangeError: maxSkip must be a non-negative integer or Infinity"),
        (l, (5, "a"), "TypeError: e.split is not a function", REPLACE),
        (l, (5, "a", {"caseSensitive": False}), "TypeError: e.toLowerCase is not a function", REPLACE),
        (tree_bank_tokenize, (5,), REPLACE, REPLACE),
        (tree_bank_tokenize, (None,), LENGTH, LENGTH.replace("length", "replace")),
        (sentence_segment, (5,), "TypeError: e.split is not a function", REPLACE),
        (sentence_segment, (None,), LENGTH, LENGTH),
        (n_gram, ("abc", 1), *(f"TypeError: {letter}.slice(...).join is not a function" for letter in "rd")),
        (n_gram, (None,), LENGTH, LENGTH),
        (skip_bigram, (None,), LENGTH, LENGTH),
        (arithmetic_mean, (None,), LENGTH, LENGTH),
        (arithmetic_mean, ("12",), *["TypeError: e.reduce is not a function"] * 2),
        (
            char_is_upper_case,
            (5,),
            "RangeError: Input should be a single character",
            "TypeError: e.codePointAt is not a function",
        ),
        (
            char_is_upper_case,
            (["A"],),
            "TypeError: e.toUpperCase is not a function",
            "TypeError: e.codePointAt is not a function",
        ),
        (str_is_title_case, (5,), *["TypeError: e.trim is not a function"] * 2),
        (
            n,
            ("a b", "a c", {"tokenizer": 5}),
            "TypeError: r.tokenizer is not a function",
            "TypeError: n is not a function",
        ),
        (
            l,
            ("a b", "a c", {"segmenter": "x"}),
            "TypeError: r.segmenter is not a function",
            "TypeError: r is not a function",
        ),
    ],
)
def test_words_for_wrong_types(call: Any, arguments: Any, old: str, new: str) -> None:
    assert message(call, *arguments, version="3.2.0") == old
    assert message(call, *arguments) == new


def test_words_for_wrong_types_of_either_release() -> None:
    assert message(lcs, None, ["a"]) == LENGTH
    assert message(intersection, 5, []) == (
        "TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))"
    )
    assert intersection(None, ["a"]) == []  # type: ignore[arg-type]
    both = {"lcs": lcs, "lcsIndices": lambda ours, theirs: [0]}
    assert message(l, "a b", "a c", both) == "RangeError: ROUGE-L options cannot specify both lcs and lcsIndices"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="errors have notes from Python 3.11 on")
def test_a_note_says_what_to_give() -> None:
    with pytest.raises(TypeError) as caught:
        n(5, "a")  # type: ignore[arg-type]
    assert caught.value.__notes__ == ["the candidate is int; give a str"]
    with pytest.raises(TypeError) as caught:
        n("a", "a", tokenizer=5)
    assert caught.value.__notes__ == ["tokenizer is int; give a function"]


def test_jack_knife_wants_a_list() -> None:
    words = "TypeError: e.map is not a function"
    for wrong in ("ab", 5, {"a", "b"}, {"a": 1, "b": 2}):
        assert message(jack_knife, wrong, "x", n) == words
    assert message(jack_knife, "a", "x", n) == "RangeError: Candidate array must contain more than one element"
    assert message(jack_knife, None, "x", n) == LENGTH
    assert message(jack_knife, ["a", "b"], "x", None) == "TypeError: n is not a function"
    assert message(jack_knife, ["a", "b"], "x", n, 5) == "TypeError: r is not a function"
    assert jack_knife(("a", "b"), "a", n) == 0.5
