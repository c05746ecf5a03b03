"""js-rouge's helpers: words, sentences, n-grams, and small arithmetic with JavaScript's limits."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from typing import Any, TypeVar

import numpy as np

from infrarouge.compat.js_rouge.errors import (
    is_list,
    noted,
    refuse_none,
    refuse_not_iterable,
    refuse_not_list,
    refuse_other,
)
from infrarouge.compat.js_rouge.options import (
    BUILT_IN,
    FORMULAS,
    INFINITY,
    NEWEST,
    SAFE,
    Call,
    NGramOptions,
    integer,
    is_number,
    is_old,
)
from infrarouge.engine import textbook
from infrarouge.errors import InputTypeError, RangeError
from infrarouge.reading.programs import segment, treebank
from infrarouge.reading.programs.javascript import utf16
from infrarouge.rules.profile import ScoreRules
from infrarouge.scoring import formulas as scores
from infrarouge.scoring.scoring import NO_UNITS

T = TypeVar("T", bound=Hashable)

MATERIAL = 1_000_000
"""How many characters of n-grams or skip-bigrams release 3.2.3 writes out at most."""


def tree_bank_tokenize(text: str, *, version: str = NEWEST) -> list[str]:
    """Cut a text into Penn Treebank words.

    >>> tree_bank_tokenize("I can't.")
    ['I', 'ca', "n't", '.']
    """
    old = is_old(version)
    refuse_none(text, "length" if old else "replace", "text", "a str")
    refuse_other(text, "replace")
    return treebank.tokenize_320(text) if old else treebank.tokenize_323(text)


def sentence_segment(
    text: str, options: Mapping[str, Any] | None = None, *, version: str = NEWEST, **keywords: Any
) -> list[str]:
    """Cut a text into sentences; `case_neutral` (of release 3.2.3) takes capitals and small letters alike.

    >>> sentence_segment("Dr. Smith left. They stayed.")
    ['Dr. Smith left.', 'They stayed.']
    """
    call = Call(options, keywords, version)
    refuse_none(text, "length", "text", "a str")
    refuse_other(text, "split" if call.old else "replace")
    if not call.old:
        return (segment.segment_323_neutral if call["case_neutral"] else segment.segment_323)(text)
    try:
        return segment.segment_320(text)
    except InputTypeError as error:
        raise TypeError(str(error)) from None


def n_gram(
    tokens: Sequence[Any],
    n: int = 2,
    options: NGramOptions | Mapping[str, Any] | None = None,
    *,
    version: str = NEWEST,
    **keywords: Any,
) -> list[str]:
    """Runs of n tokens joined by spaces; `start` and `end` pad with n - 1 copies of `val`.

    >>> n_gram(["a", "b"], 2, start=True)
    ['<S> a', 'a b']
    """
    call = Call(options, keywords, version)
    size = ngram_size(n, call.old)
    if size is None:
        return []
    refuse_none(tokens, "length", "tokens", "a list")
    words = list(map(str, tokens))
    padding = [str(call["val"])] * math.ceil(n - 1)
    padded = (padding if call["start"] else []) + words + (padding if call["end"] else [])
    if len(words if call.old else padded) < n:
        raise RangeError(NO_UNITS["ngram"])
    if isinstance(tokens, str):
        words_of_js = f"{'r' if call.old else 'd'}.slice(...).join is not a function"
        raise noted(TypeError(words_of_js), "the tokens are a str; give a list of str")
    if not call.old and material([len(utf16(word)) for word in padded], size) > MATERIAL:
        raise RangeError("N-gram generation exceeds the materialization limit")
    return [" ".join(words) for words in textbook.ngrams(padded, size)]


def ngram_size(value: Any, old: bool) -> int | None:
    """The n of n-grams; None where release 3.2.0 makes none at all."""
    if not old:
        size = integer(value)
        if size is None or size < 1:
            raise RangeError("ngram size must be a positive safe integer")
        return size
    if math.isnan(value):
        return None
    if value < 1:
        raise RangeError("ngram size cannot be smaller than 1")
    if value == INFINITY:
        raise RangeError(NO_UNITS["ngram"])
    return int(value)


def material(lengths: Sequence[int], size: int) -> int:
    """How long all n-grams of words of these lengths are, joined by spaces."""
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sum(sums[at + size] - sums[at] + size - 1 for at in range(len(lengths) - size + 1))


def skip_bigram(tokens: Sequence[Any], max_skip: float = INFINITY, *, version: str = NEWEST) -> list[str]:
    """Pairs of tokens in order that stand at most `max_skip` places apart, joined by a space.

    >>> skip_bigram(["a", "b", "c"], 1)
    ['a b', 'b c']
    """
    old = is_old(version)
    reach = skip_reach(max_skip, old)
    refuse_none(tokens, "length", "tokens", "a list")
    words = list(map(str, tokens))
    if len(words) < 2:
        raise RangeError(NO_UNITS["skip"])
    if reach == 0:
        return []
    if not old:
        _refuse_pairs(words, len(words) if reach is None else reach)
    return [" ".join(pair) for pair in textbook.skip_bigrams(words, None if reach is None else reach - 1)]


def _refuse_pairs(words: Sequence[str], reach: int) -> None:
    last = len(words) - 1
    partners = [min(at, reach) + min(last - at, reach) for at in range(len(words))]
    total = sum(len(utf16(word)) * many for word, many in zip(words, partners, strict=True))
    if total + sum(partners) // 2 > MATERIAL:
        raise RangeError("Skip-bigram generation exceeds the materialization limit")


def skip_reach(value: Any, old: bool) -> int | None:
    """How far apart the words of a pair may stand; None for any distance."""
    if value == INFINITY:
        return None
    if old:
        return 0 if math.isnan(value) or value < 0 else math.ceil(value)
    reach = integer(value)
    if reach is None or reach < 0:
        raise RangeError("maxSkip must be a non-negative integer or Infinity")
    return reach


def lcs(a: Sequence[T], b: Sequence[T]) -> list[T]:
    """The tokens of a longest common subsequence.

    >>> lcs(["a", "b", "c", "d"], ["b", "d", "a", "c"])
    ['b', 'd']
    """
    for tokens in (a, b):
        refuse_none(tokens, "length", "tokens", "a list")
    return [b[at] for at, _ in reversed(textbook.lcs_path(a, b, "reference"))]


def f_measure(p: float, r: float, beta: float = 1.0, *, version: str = NEWEST) -> float:
    """F of precision and recall, in the order of operations of the release.

    >>> f_measure(0.5, 0.25), f_measure(0.1, 0.1, version="3.2.0")
    (0.3333333333333333, 0.10000000000000002)
    """
    old = is_old(version)
    for value, name, letter in ((p, "Precision", "p"), (r, "Recall", "r")):
        # NaN lies outside no bounds, and only release 3.2.3 asks whether it lies inside.
        if (value < 0 or value > 1) if old else not (is_number(value) and 0 <= value <= 1):
            raise RangeError(f"{name} value {letter} must have bounds 0 ≤ {letter} ≤ 1")
    if beta < 0 or (math.isnan(beta) and not old):
        raise RangeError("beta value must be >= 0" if old else "beta must be a non-negative number or Infinity")
    rules = ScoreRules(beta=INFINITY if math.isnan(beta) else float(beta))
    return float(scores.FORMULAS[FORMULAS[old]](np.array(float(p)), np.array(float(r)), rules))


def intersection(a: Iterable[T], b: Iterable[T]) -> list[T]:
    """The distinct elements of a that occur in b, in the order of a.

    >>> intersection(["a", "b", "a", "c"], ["c", "a"])
    ['a', 'c']
    """
    ours, theirs = (() if values is None else values for values in (a, b))
    for values in (ours, theirs):
        refuse_not_iterable(values)
    known = set(theirs)
    return [element for element in dict.fromkeys(ours) if element in known]


def comb2(x: float, *, version: str = NEWEST) -> float:
    """How many pairs x things make.

    >>> comb2(4)
    6
    """
    if is_old(version):
        if x < 2:
            raise RangeError("Input must be greater than 2")
        return _plain(x * (x - 1) / 2)
    whole = integer(x)
    if whole is None or whole < 2:
        raise RangeError("Input must be a safe integer greater than or equal to 2")
    if whole * (whole - 1) // 2 > SAFE:
        raise RangeError("Result exceeds Number.MAX_SAFE_INTEGER")
    return whole * (whole - 1) // 2


def fact(x: float, *, version: str = NEWEST) -> float:
    """x factorial, as doubles multiply up to it.

    >>> fact(5)
    120
    """
    if is_old(version):
        if x < 0:
            raise RangeError("Input must be a positive number")
    elif integer(x) is None or not 0 <= x <= 170:
        raise RangeError("Input must be an integer between 0 and 170")
    product = 1.0
    while x >= 2:
        product *= x
        x -= 1
    return _plain(product)


def _plain(value: float) -> float:
    return int(value) if value.is_integer() and abs(value) <= SAFE else value


def arithmetic_mean(values: Sequence[float], *, version: str = NEWEST) -> float:
    """The mean, added up in order; release 3.2.3 takes care of sums that are too large.

    >>> arithmetic_mean([1, 2, 3])
    2.0
    """
    refuse_none(values, "length", "values", "a list of numbers")
    if isinstance(values, Sized) and len(values) == 0:
        raise RangeError("Input array must have at least 1 element")
    refuse_not_list(values, "reduce", "values")
    total = 0.0
    for value in values:
        total += value
    if math.isinf(total) and all(map(math.isfinite, values)) and not is_old(version):
        return math.fsum(value / len(values) for value in values)
    return total / len(values)


def char_is_upper_case(char: str, *, version: str = NEWEST) -> bool:
    """Whether a single character is a capital letter.

    >>> char_is_upper_case("É")
    True
    """
    if is_old(version):
        refuse_none(char, "length", "character", "a str")
        if is_list(char) and len(char) == 1:
            refuse_other(char, "toUpperCase", "character")
        return segment.is_upper_320(char if isinstance(char, str) else "")
    refuse_none(char, "codePointAt", "character", "a str")
    refuse_other(char, "codePointAt", "character")
    return segment.is_upper_323(char)


def str_is_title_case(text: str, *, version: str = NEWEST) -> bool:
    """Whether a text starts with a capital letter, white space aside.

    >>> str_is_title_case(" Hello")
    True
    """
    refuse_none(text, "trim", "text", "a str")
    refuse_other(text, "trim")
    return segment.is_title_320(text) if is_old(version) else segment.is_title_323(text)


BUILT_IN.update(
    tokenizer=tree_bank_tokenize, segmenter=sentence_segment, n_gram=n_gram, skip_bigram=skip_bigram, lcs=lcs
)
