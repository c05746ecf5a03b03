"""js-rouge's scores: n, l, s and jack_knife."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set, Sized
from typing import Any

from infrarouge.compat.js_rouge.errors import refuse_none, refuse_not_function, refuse_not_list, refuse_other
from infrarouge.compat.js_rouge.options import (
    NEWEST,
    Call,
    RougeLOptions,
    RougeNOptions,
    RougeSOptions,
    documents,
    flat_words,
    integer,
)
from infrarouge.compat.js_rouge.utils import MATERIAL, arithmetic_mean, material, ngram_size, skip_reach
from infrarouge.engine import textbook
from infrarouge.errors import InputTypeError, RangeError
from infrarouge.matching import LongestCommon, NGram, SkipBigram
from infrarouge.reading.programs import segment
from infrarouge.reading.programs.javascript import utf16
from infrarouge.rules.profile import Profile
from infrarouge.scoring.scoring import NO_UNITS

PAIRS, COPIES = 100_000, 1_000_000
"""The work that release 3.2.3 takes on: pairs of sentences, and tokens copied for a function of the user's."""


def _refuse_texts(candidate: str, reference: str, call: Call, first: str, check_options: Callable[[], Any]) -> None:
    """Refuse missing, empty and other than texts, and options that are out of bounds, in the order of the release.

    `first` is the method of a text that release 3.2.0 calls first; it looks at options later.
    """
    for text, name in ((candidate, "Candidate"), (reference, "Reference")):
        if call.old:
            refuse_none(text, "length", name.lower(), "a str")
        content = text.strip(segment.SPACE_323) if isinstance(text, str) and not call.old else text
        if hasattr(content, "__len__") and len(content) == 0:
            raise RangeError(f"{name} cannot be an empty string")
    if not call.old:
        check_options()
    lowers = call.old and not call["case_sensitive"]
    method = "toLowerCase" if lowers else first if call.old else "replace"
    for text, name, letter in ((candidate, "candidate", "e"), (reference, "reference", "n" if lowers else "e")):
        refuse_none(text, "length", name, "a str")
        refuse_other(text, method, name, letter)


def n(
    candidate: str,
    reference: str,
    options: RougeNOptions | Mapping[str, Any] | None = None,
    *,
    version: str = NEWEST,
    **keywords: Any,
) -> float:
    """F of ROUGE-N, with options n, beta, case_sensitive, tokenizer and n_gram.

    >>> n("the cat sat", "the cat sat on the mat"), n("Hello", "hello", case_sensitive=False)
    (0.6666666666666666, 1.0)
    >>> n("the cat sat on the mat", "the cat sat on the mat", {"n": 1}, version="3.2.0")
    0.8333333333333334
    """
    call = Call(options, keywords, version)
    _refuse_texts(candidate, reference, call, "replace", lambda: (ngram_size(call["n"], False), call.beta()))
    call.check_functions("tokenizer", "n_gram")
    rules, texts = call.profile(whole=True), (candidate, reference)
    if call["n_gram"] is not None:
        return call.own_units("n_gram", "n", rules, texts)
    size = ngram_size(call["n"], call.old)
    if size is None:
        return 0.0
    if not call.old:
        _refuse_material(rules, texts, size)
    elif size < call["n"] and any(len(words) < call["n"] for words in flat_words(rules, texts)):
        # A fraction more than the words there are is too many; beyond that it does not count.
        raise RangeError(NO_UNITS["ngram"])
    return call.fmeasure(NGram(size), texts, rules)


def _refuse_material(rules: Profile, texts: tuple[str, str], size: int) -> None:
    """Refuse texts whose n-grams, written out, are longer than release 3.2.3 allows."""
    # A character makes at most nine of the written form, in at most `size` n-grams.
    if (9 * size + 2) * (len(texts[0]) + len(texts[1])) <= MATERIAL:
        return
    total = 2 * (size - 1)
    for words, more in zip(flat_words(rules, texts), (1, 2), strict=True):
        written = [len(utf16(json.dumps(word, ensure_ascii=False))) for word in words]
        total += material(written, size) + more * max(0, len(words) - size + 1)
    if total > MATERIAL:
        raise RangeError("N-gram generation exceeds the materialization limit")


def l(  # noqa: E743  # its name in js-rouge
    candidate: str,
    reference: str,
    options: RougeLOptions | Mapping[str, Any] | None = None,
    *,
    version: str = NEWEST,
    **keywords: Any,
) -> float:
    """F of ROUGE-L over sentences, with options beta, case_sensitive, tokenizer, segmenter, lcs and lcs_indices.

    >>> l("police kill the gunman", "police killed the gunman")
    0.75
    """
    call = Call(options, keywords, version)
    indices = None if call.old else call["lcs_indices"]

    def check_options() -> None:
        if {"lcs", "lcs_indices"} <= call.names:
            raise RangeError("ROUGE-L options cannot specify both lcs and lcsIndices")
        call.beta()

    _refuse_texts(candidate, reference, call, "split" if call["segmenter"] is None else "replace", check_options)
    call.check_functions("segmenter", "tokenizer", "lcs", "lcs_indices")
    rules, texts = call.profile(whole=False), (candidate, reference)
    try:
        if call["lcs"] is not None or indices is not None:
            return _custom_l(call, rules, texts)
        if not call.old and call["segmenter"] is None:
            _refuse_pairs(texts, rules)
        return call.fmeasure(LongestCommon(union=True), texts, rules)
    except InputTypeError as error:
        raise TypeError(str(error)) from None


def _refuse_pairs(texts: tuple[str, str], rules: Profile) -> None:
    # There are no more sentences than marks that can end one.
    most = [2 + sum(map(text.count, ".?!\r\n")) for text in texts]
    if most[0] * most[1] > PAIRS:
        ours, theirs = documents(rules, texts)[0]
        if len(ours) * len(theirs) > PAIRS:
            raise RangeError("ROUGE-L sentence comparison exceeds the work limit")


def _custom_l(call: Call, rules: Profile, texts: tuple[str, str]) -> float:
    """ROUGE-L where the user's function finds the common words of two sentences."""
    (ours, theirs), flat = documents(rules, texts)
    if call.old:
        matched = sum(len({word for other in ours for word in call["lcs"](other, sentence)}) for sentence in theirs)
        return call.counted(matched, len(flat[0]), len(flat[1])) if matched else 0.0
    sizes = [sum(map(len, side)) for side in (ours, theirs)]
    if not all(sizes):
        return 0.0
    if sizes[0] * len(theirs) + sizes[1] * len(ours) > COPIES:
        raise RangeError("ROUGE-L custom LCS token copying exceeds the work limit")
    left = Counter(word for sentence in ours for word in sentence)
    matched = 0
    for sentence in theirs:
        places = dict.fromkeys(at for other in ours for at in _places(call, other, sentence))
        matched += sum(1 for _ in textbook.clip(places, sentence, left))
    return call.counted(matched, *sizes)


def _places(call: Call, ours: list[str], theirs: list[str]) -> list[int]:
    """The places in a reference sentence that the user's function matches."""
    if call["lcs_indices"] is not None:
        return _checked_places(ours, theirs, call["lcs_indices"](list(ours), list(theirs)))
    places: list[int] = []
    for word in call["lcs"](list(ours), list(theirs)):
        start = places[-1] + 1 if places else 0
        if word in theirs[start:]:
            places.append(theirs.index(word, start))
    return places


def _checked_places(ours: list[str], theirs: list[str], places: Any) -> list[int]:
    if not isinstance(places, (list, tuple)):
        raise RangeError("Custom lcsIndices must return an array of reference token indices")
    checked: list[int] = []
    rest = iter(ours)
    for place in places:
        at = integer(place)
        if at is None or not (checked[-1] if checked else -1) < at < len(theirs):
            raise RangeError("Custom lcsIndices must return strictly increasing integer indices within the reference")
        if theirs[at] not in rest:
            raise RangeError("Custom lcsIndices must select reference tokens that form a subsequence of the candidate")
        checked.append(at)
    return checked


def s(
    candidate: str,
    reference: str,
    options: RougeSOptions | Mapping[str, Any] | None = None,
    *,
    version: str = NEWEST,
    **keywords: Any,
) -> float:
    """F of ROUGE-S, with options max_skip, beta, case_sensitive, tokenizer and skip_bigram.

    >>> s("police kill the gunman", "police killed the gunman", max_skip=2)
    0.4
    """
    call = Call(options, keywords, version)
    _refuse_texts(candidate, reference, call, "replace", lambda: (skip_reach(call["max_skip"], False), call.beta()))
    call.check_functions("tokenizer", "skip_bigram")
    reach = skip_reach(call["max_skip"], call.old)
    rules, texts = call.profile(whole=True), (candidate, reference)
    if call["skip_bigram"] is not None:
        return call.own_units("skip_bigram", "max_skip", rules, texts)
    value = call.fmeasure(SkipBigram(None if reach is None else max(0, reach - 1)), texts, rules)
    return value if reach is None or reach > 0 else 0.0


def jack_knife(
    candidates: Sequence[str],
    reference: str,
    func: Callable[[str, str], float],
    test: Callable[[list[float]], Any] | None = None,
) -> Any:
    """Score every candidate, take for each place the best of the others, and return `test` (the mean) of those.

    >>> jack_knife(["a b", "a c", "d"], "a b", n)
    0.8333333333333334
    """
    refuse_none(candidates, "length", "candidates", "a list of str")
    if isinstance(candidates, Sized) and not isinstance(candidates, (Mapping, Set)) and len(candidates) < 2:
        raise RangeError("Candidate array must contain more than one element")
    refuse_not_list(candidates, "map", "candidates")
    refuse_not_function(func, "n is not a function", "func")
    scores = [func(candidate, reference) for candidate in candidates]
    if test is not None:
        refuse_not_function(test, "r is not a function", "test")
    best = [_largest(scores[:at] + scores[at + 1 :]) for at in range(len(scores))]
    return (test or arithmetic_mean)(best)


def _largest(values: list[float]) -> float:
    return math.nan if any(map(math.isnan, values)) else max(values)
