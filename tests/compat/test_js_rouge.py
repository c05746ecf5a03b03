"""The surface of js-rouge: options, functions of the user's, errors and the limits of its work."""

from __future__ import annotations

import math
from typing import Any

import pytest

from infrarouge.compat.js_rouge import (
    NGRAM_DEFAULT_OPTS,
    RangeError,
    RougeLOptions,
    RougeNOptions,
    RougeSOptions,
    arithmetic_mean,
    comb2,
    f_measure,
    fact,
    jack_knife,
    l,
    lcs,
    n,
    n_gram,
    s,
    sentence_segment,
    skip_bigram,
    tree_bank_tokenize,
)

OLD = {"version": "3.2.0"}
CANDIDATE, REFERENCE = "police kill the gunman", "police killed the gunman"


def spaces(text: str) -> list[str]:
    return text.split(" ")


def test_options_in_either_form_and_spelling() -> None:
    expected = s(CANDIDATE, REFERENCE, {"maxSkip": 2, "beta": 0.5})
    assert s(CANDIDATE, REFERENCE, max_skip=2, beta=0.5) == expected
    assert s(CANDIDATE, REFERENCE, {"max_skip": 9}, maxSkip=2, beta=0.5) == expected
    assert s(CANDIDATE, REFERENCE, RougeSOptions(max_skip=2, beta=0.5)) == expected
    assert n("A", "a", RougeNOptions(caseSensitive=False)) == l("A", "a", RougeLOptions(case_sensitive=False)) == 1


def test_none_means_the_default_and_others_options_are_ignored() -> None:
    assert n("a b", "a c", n=None, beta=None, tokenizer=None, max_skip=-1) == 0.5
    assert n("a b", "a c", {"whatever": 1}) == 0.5
    with pytest.raises(TypeError, match="unknown option 'betta'; did you mean 'beta'"):
        n("a b", "a c", betta=2)
    with pytest.raises(ValueError, match=r"unknown version of js-rouge '3\.2'"):
        n("a", "a", version="3.2")


@pytest.mark.parametrize("call", [n, l, s])
@pytest.mark.parametrize("blank", ["", " ", "\n", "\x85", "\ufeff\u2003"])
def test_blank_texts(call: Any, blank: str) -> None:
    with pytest.raises(RangeError, match=r"^Candidate cannot be an empty string$"):
        call(blank, blank, n=-1, beta=-1, max_skip=-1)
    with pytest.raises(RangeError, match=r"^Reference cannot be an empty string$"):
        call("a", blank, n=-1, beta=-1, max_skip=-1)
    if blank and call is n:
        assert n(blank, "a b", **OLD) == 0.0


@pytest.mark.parametrize("value", [0, -1, 1.5, math.nan, math.inf, "1", True, 2**53])
def test_n_is_a_positive_safe_integer(value: Any) -> None:
    for call in (lambda: n("a b", "a b", n=value), lambda: n_gram(["a", "b"], value)):
        with pytest.raises(RangeError, match=r"^ngram size must be a positive safe integer$"):
            call()
    assert n("a b", "a b", n=2.0) == 1.0


@pytest.mark.parametrize("value", [-1, 1.5, math.nan, -math.inf, "1"])
def test_max_skip_is_a_whole_number_or_infinity(value: Any) -> None:
    for call in (lambda: s("a", "b", max_skip=value, beta=-1), lambda: skip_bigram(["a", "b"], value)):
        with pytest.raises(RangeError, match=r"^maxSkip must be a non-negative integer or Infinity$"):
            call()


@pytest.mark.parametrize("value", [-1, math.nan, -math.inf, "1"])
def test_beta_is_checked_before_any_work(value: Any) -> None:
    for call in (n, l, s):
        with pytest.raises(RangeError, match=r"^beta must be a non-negative number or Infinity$"):
            call("a", "b", beta=value)


def test_old_release_is_lenient() -> None:
    assert n("a b c", "a b d", n=2.5, **OLD) == 0.5
    assert n("a b c", "a b d", n=math.nan, **OLD) == 0.0
    assert n("a b", "c d", beta=-1, **OLD) == 0.0
    assert n("a b", "a d c", beta=math.nan, **OLD) == 1 / 3
    assert n_gram(["a", "b", "c", "d"], 2.5, **OLD) == ["a b", "b c", "c d"]
    assert skip_bigram(["a", "b", "c"], 1.5, **OLD) == ["a b", "a c", "b c"]
    assert skip_bigram(["a", "b", "c"], -math.inf, **OLD) == skip_bigram(["a", "b"], math.nan, **OLD) == []
    assert s("a b", "a b", max_skip=0, **OLD) == s("a b", "a b", max_skip=0) == 0.0
    for call in (n, l, s):
        with pytest.raises(RangeError, match=r"^beta value must be >= 0$"):
            call("a b", "a b", beta=-1, **OLD)
    with pytest.raises(RangeError, match=r"^ngram size cannot be larger than the number of tokens available$"):
        n("a b", "a b", n=math.inf, **OLD)
    with pytest.raises(RangeError, match=r"^Input must have at least two words$"):
        s("a", "b", max_skip=-1, **OLD)


def test_own_functions_get_what_they_need() -> None:
    seen: list[Any] = []

    def note(*arguments: Any) -> list[str]:
        seen.append(arguments)
        return ["x", "y", "y"]

    assert n("A b.", "A c. D e.", n=2, n_gram=note) == 1.0
    assert seen == [(["A", "b", "."], 2), (["A", "c.", "D", "e", "."], 2)]
    seen.clear()
    assert n("A b.", "A c. D e.", n=2, nGram=note, **OLD) == 0.6666666666666666
    assert seen == [(["A", "b", "."], 2), (["A", "c.", "D", "e", "."], 2)]
    seen.clear()
    assert s("A b. C d.", "A c. D e.", maxSkip=3, caseSensitive=False, skipBigram=note) == 1.0
    assert seen == [(["a", "b", ".", "c", "d", "."], 3), (["a", "c", ".", "d", "e", "."], 3)]
    assert n("a b", "a b", n_gram=lambda words, size: []) == 0.0
    assert n("a b", "a b", n_gram=lambda words, size: [(1, 2), None]) == 1.0


def test_case_goes_before_sentences_in_the_old_release_only() -> None:
    seen: list[str] = []

    def cut(text: str) -> list[str]:
        seen.append(text)
        return text.split(". ")

    assert l("A b. C d.", "A c. D e.", segmenter=cut, tokenizer=spaces, case_sensitive=False) == 0.5
    assert seen == ["A b. C d.", "A c. D e."]
    seen.clear()
    assert l("A b. C d.", "A c. D e.", segmenter=cut, tokenizer=spaces, case_sensitive=False, **OLD) == 0.5
    assert seen == ["a b. c d.", "a c. d e."]


def test_texts_without_tokens() -> None:
    def nothing(text: str) -> list[str]:
        return []

    assert n("a b", "a b", tokenizer=nothing) == s("a b", "a b", tokenizer=nothing) == 0.0
    assert l("a b", "a b", tokenizer=nothing) == l("a b", "a b", segmenter=nothing) == 0.0
    assert l("a b", "a b", tokenizer=nothing, lcs=lambda a, b: ["a"]) == 0.0
    assert l("a b", "a b", tokenizer=nothing, **OLD) == l("a b", "a b", segmenter=nothing, **OLD) == 0.0
    with pytest.raises(RangeError, match="ngram size"):
        n("a b", "a b", tokenizer=nothing, **OLD)


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        (["z", "q"], 2 / 3, 0),
        (["b", "a"], 2 / 3, 1 / 3),
        (["a", "a", "a"], 1 / 3, 1 / 3),
        (["d"], 1 / 3, 0),
        ([], 0, 0),
    ],
)
def test_own_lcs(words: list[str], old: float, new: float) -> None:
    for expected, version in ((old, "3.2.0"), (new, "3.2.3")):
        found = l("a b c", "a b d", lcs=lambda ours, theirs: words, version=version)
        assert found == pytest.approx(expected, abs=1e-15)


def test_own_lcs_equals_the_built_in_one() -> None:
    texts = "Alpha beta gamma. Delta beta.", "Beta gamma delta. Alpha beta gamma."
    assert l(*texts, lcs=lcs) == l(*texts) > 0


def test_own_lcs_indices() -> None:
    def at(*places: Any) -> float:
        return l("a b c", "a b d", lcs_indices=lambda ours, theirs: list(places))

    assert at(0) == 1 / 3
    assert at(0, 1) == l("a b c", "a b d")
    for bad in [(0, 7), (1, 0), (1, 1), (0.5,), (-1,)]:
        with pytest.raises(RangeError, match="strictly increasing integer indices within the reference"):
            at(*bad)
    with pytest.raises(RangeError, match="form a subsequence of the candidate"):
        at(2)
    with pytest.raises(RangeError, match="must return an array"):
        l("a b c", "a b d", lcsIndices=lambda ours, theirs: 5)
    with pytest.raises(RangeError, match="cannot specify both lcs and lcsIndices"):
        l("a b c", "a b d", lcs=lcs, lcs_indices=lambda ours, theirs: [])


def words(count: int, word: str = "a") -> list[str]:
    return [word] * count


@pytest.mark.parametrize(
    ("most", "call"),
    [
        (333_333, lambda k: n_gram(words(k, "abc"), 1)),
        (142_858, lambda k: n_gram(words(k, "abc"), 2)),
        (500_000, lambda k: n_gram(words(k, "😀"), 1)),
        (816, lambda k: skip_bigram(words(k))),
        (535, lambda k: skip_bigram(words(k, "abc"))),
        (166_668, lambda k: skip_bigram(words(k), 2)),
    ],
)
def test_limit_of_what_is_written_out(most: int, call: Any) -> None:
    assert len(call(most)) > most // 2
    with pytest.raises(RangeError, match="exceeds the materialization limit"):
        call(most + 1)


@pytest.mark.parametrize(
    ("most", "call"),
    [
        (111_111, lambda k: n(" ".join(words(k)), " ".join(words(k)), tokenizer=spaces)),
        (249_998, lambda k: n(" ".join(words(k)), "a", tokenizer=spaces)),
        (199_999, lambda k: n("a", " ".join(words(k)), tokenizer=spaces)),
        (83_333, lambda k: n(" ".join(words(k, "abc")), "abc b", tokenizer=spaces, n=2)),
        (40_001, lambda k: n(" ".join(words(k)), " ".join(words(k)), tokenizer=spaces, n=3)),
        (199_999, lambda k: n(" ".join(words(k, '"')), "a", tokenizer=spaces)),
        (316, lambda k: l(" ".join(words(k, "Aa bb.")), " ".join(words(k, "Aa bb.")))),
        (999_999, lambda k: l(" ".join(words(k)), "b", tokenizer=spaces, lcs=lambda a, b: [])),
    ],
)
def test_limit_of_work(most: int, call: Any) -> None:
    assert 0 <= call(most) <= 1
    with pytest.raises(RangeError, match="limit"):
        call(most + 1)


def test_old_release_has_no_limits() -> None:
    assert len(skip_bigram(words(900), **OLD)) == 900 * 899 // 2
    assert len(n_gram(words(400_000, "abc"), 1, **OLD)) == 400_000


def test_padding() -> None:
    assert NGRAM_DEFAULT_OPTS == {"start": False, "end": False, "val": "<S>"}
    assert n_gram([], 2, start=True, end=True) == ["<S> <S>"]
    assert n_gram(["a"], 3, {"start": True, "val": "#"}) == ["# # a"]
    assert n_gram(["a"], 1, start=True, end=True, val=None) == ["a"]
    assert n_gram([1, 2], 2, start=True, val=5) == ["5 1", "1 2"]
    with pytest.raises(RangeError, match="larger than the number of tokens"):
        n_gram([], 2, start=True)
    with pytest.raises(RangeError, match="larger than the number of tokens"):
        n_gram(["a"], 2, start=True, **OLD)


def test_f_measure_at_the_edges() -> None:
    assert f_measure(0.3, 0.6, 1e200) == 0.6
    assert f_measure(0.6, 0.3, 1e200) == 0.3
    assert f_measure(0.6, 0.3, 1e-310) == 0.6
    assert f_measure(0.6, 0.0, 1e-310) == 0.0
    assert math.isnan(f_measure(0.3, 0.6, 1e200, **OLD))
    assert math.isnan(f_measure(math.nan, 0.5, **OLD))
    for p, r, name in ((math.inf, 0.5, "Precision"), (0.5, math.nan, "Recall"), ("0.5", 0.5, "Precision")):
        with pytest.raises(RangeError, match=f"^{name} value . must have bounds 0 ≤ . ≤ 1$"):
            f_measure(p, r)  # type: ignore[arg-type]


def test_small_arithmetic() -> None:
    assert fact(25) == fact(25, **OLD) == 1.5511210043330984e25
    assert fact(2.5, **OLD) == 2.5
    assert fact(171, **OLD) == math.inf
    assert comb2(100_000_001) == 5_000_000_050_000_000
    assert comb2(2.5, **OLD) == 1.875
    with pytest.raises(RangeError, match=r"^Result exceeds Number\.MAX_SAFE_INTEGER$"):
        comb2(2**53 - 1)
    assert arithmetic_mean([1e308, 1e308]) == 1e308
    assert math.isnan(arithmetic_mean([math.nan, 1.0]))


def test_jack_knife() -> None:
    seen: list[tuple[str, str]] = []

    def func(candidate: str, reference: str) -> float:
        seen.append((candidate, reference))
        return float(ord(candidate))

    assert jack_knife(["a", "b", "c"], "x", func, list) == [99.0, 99.0, 98.0]
    assert seen == [("a", "x"), ("b", "x"), ("c", "x")]
    assert math.isnan(jack_knife(["a", "b"], "x", lambda one, other: math.nan))
    for few in ([], ["a"]):
        with pytest.raises(RangeError, match=r"^Candidate array must contain more than one element$"):
            jack_knife(few, "x", func)


def test_sentences_take_the_option_in_both_spellings() -> None:
    text = "i live in calif. it is warm."
    assert sentence_segment(text) == [text]
    assert sentence_segment(text, {"caseNeutral": True}) == sentence_segment(text, case_neutral=True)
    assert len(sentence_segment(text, case_neutral=True)) == 2
    assert sentence_segment(text, case_neutral=True, **OLD) == [text]


def test_errors_of_javascript() -> None:
    with pytest.raises(TypeError, match=r"^Cannot read properties of undefined \(reading 'trim'\)$") as caught:
        sentence_segment("A.B. went. C.D. stayed.", **OLD)
    assert type(caught.value) is TypeError
    with pytest.raises(TypeError, match="reading 'trim'") as caught:
        l("A.B. went. C.D. stayed.", "a", **OLD)
    assert type(caught.value) is TypeError
    assert issubclass(RangeError, ValueError)


def message(call: Any, *arguments: Any, **keywords: Any) -> str:
    with pytest.raises((TypeError, RangeError)) as caught:
        call(*arguments, **keywords)
    return f"{type(caught.value).__name__}: {caught.value}"


def test_a_fraction_of_n_in_the_old_release() -> None:
    too_large = "RangeError: ngram size cannot be larger than the number of tokens available"
    assert message(n, "a", "a", n=1.5, **OLD) == message(n, "a b", "a b c", n=2.5, **OLD) == too_large
    assert n("a b", "a b", n=1.5, **OLD) == n("a b c", "a b c", n=2.5, **OLD) == 1.0


def test_own_units_need_no_sentences_in_the_old_release() -> None:
    texts = "Mix it.\n\nBake it.", "Bake it.\n\nMix it."
    assert message(l, *texts, **OLD) == "RangeError: Input should be a single character"
    assert n(*texts, n=1, nGram=lambda words, size: words, **OLD) == 0.5
    assert s(*texts, skipBigram=lambda words, reach: words, **OLD) == 0.5
    assert n(*texts, n=-1, nGram=lambda words, size: ["x"], **OLD) == 1.0


def test_its_own_functions_as_options_mean_the_defaults() -> None:
    texts = "Dr. No left. He is in Calif. Then he ran.", "He left Calif. Then Dr. No ran."
    for version in ("3.2.3", "3.2.0"):
        for case in (True, False):
            for call, own in ((n, {"n_gram": n_gram}), (s, {"skip_bigram": skip_bigram}), (l, {"lcs": lcs})):
                given: dict[str, Any] = {"tokenizer": tree_bank_tokenize, "case_sensitive": case, **own}
                if call is l:
                    given["segmenter"] = sentence_segment
                    if version == "3.2.0":
                        texts = texts[0], "He is No."
                assert call(*texts, given, version=version) == call(*texts, case_sensitive=case, version=version)
    # A function of the user's own gets the whole text, even one that only calls the built-in one.
    wrapped = n(*texts, tokenizer=lambda text: tree_bank_tokenize(text))
    assert wrapped != n(*texts, tokenizer=tree_bank_tokenize) == n(*texts)


@pytest.mark.parametrize(
    ("p", "r", "beta", "expected"),
    [
        (5e-324, 1, 1e161, 0.0470804798173759),
        (5e-324, 1, 1e162, 0.8316684347932767),
        (5e-324, 1, 1.3407807929942597e154, 8.881784197001244e-16),
        (5e-324, 1, 1.7976931348623157e308, 1.0),
        (1e-310, 0.5, 1e156, 0.4975124378109453),
        (0.3, 0.7, 1e155, 0.7),
        (5e-324, 1e-323, 1e161, 1e-323),
        (1, 5e-324, 1e161, 5e-324),
        (1, 5e-324, 1e-161, 0.047080479817375884),
        (1, 5e-324, 5e-324, 1.0),
        (0.1, 0.2, 1e8, 0.19999999999999996),
        (1e-210, 1e-200, 3, 9.999999991e-210),
        (0, 1, math.inf, 1.0),
        (0, 1, 0, 0.0),
    ],
)
def test_f_of_extreme_numbers(p: float, r: float, beta: float, expected: float) -> None:
    assert f_measure(p, r, beta) == expected


def test_the_mean_of_large_numbers() -> None:
    assert arithmetic_mean([1e308] * 3) == 1e308
    assert arithmetic_mean([1e308] * 3, **OLD) == math.inf


def test_case_set_aside_looks_at_the_whole_text() -> None:
    assert l("ΑΣ.Β", "ασ. β", caseSensitive=False) == 1.0
    assert n("ΑΣ.Β", "ας. β", caseSensitive=False) < 1.0
