"""What each rule decides, in a line: for the tables of the documentation, and for help() on functions that take rules."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])

ABOUT = {
    "lang": "the language, by ISO code or English name, or `auto`; it chooses tokens, normalizer and case ([more](languages.md))",
    "sentences": "where a sentence ends; you can also pass a function that takes a text and returns its sentences",
    "max_words": "how many words are kept from the start of each text",
    "max_bytes": "how many bytes are kept from the start of each text",
    "limit": "whose words and bytes `max_words` and `max_bytes` count",
    "lowercase": "which letters are converted to lower case; you can also pass `True` or `False`",
    "normalizer": "how spellings are made equal; join names with a plus sign, or pass a function that takes and returns a text",
    "tokens": "what a word is; you can also pass a function that takes a text and returns its words",
    "stopwords": "which words are left out; you can also pass a file, a set of words, or `True` for the list of `lang`",
    "stemmer": "how words are cut to their stems; you can also pass a function that takes a word and returns its stem, or `True` for the stemmer of `lang`",
    "stem_min": "words with fewer letters than this are not stemmed",
    "synonyms": "which words count as the same word: a mapping, sets of words, or a file",
    "ignore_ids": 'which ids are left out, such as padding, with `tokens="ids"`',
    "flat": "what metrics that ignore sentences read: the sentences joined together, or the text as it is",
    "sentence_tokens": "what a word is where sentences are matched, if that differs; only with `flat='whole'`",
    "count": "how repeated units are counted",
    "within": "where the words of an n-gram or of a skip-bigram lie: in the text, or in a sentence",
    "union": "how rougeLsum counts the words that several sentences match",
    "tie": "which text loses a word where a longest common subsequence could drop a word of either",
    "formula": "how F is computed from precision and recall",
    "alpha": "the weight of precision in F: with 1, F is the precision; with 0, it is the recall",
    "beta": "how many times as much recall weighs as precision in F; setting it also sets the formula",
    "decimals": "the number of digits to which every number is rounded, as in programs that print rounded numbers",
    "combine": "how the results for several references become one score",
    "empty": "what happens to an example without words",
    "dtype": "the floating-point type of the scores",
    "lcs_root": "the root that is taken of the precision and the recall of rougeL and rougeLsum; 1 for none",
    "n_resamples": "how many resamples an interval is computed from; with 0 there is no interval",
    "confidence_level": "the confidence level of the interval",
    "rng": "the seed of the random generator",
    "generator": "which random generator draws the resamples",
    "center": "which number is reported for the corpus",
    "interval": "how the ends of the interval are read off the resamples",
    "order": "the order of the examples from which resamples are drawn",
    "average": "what is averaged: the scores of the examples, their precision and recall alone, or their summed counts",
}
"""What each rule decides; a rule without an entry fails the build of the documentation."""

MORE = {
    "resampling": "all of the last eight in one value, `Resampling(...)`, or `None` for no interval",
    "quirks": "oddities of other programs, by name",
}


def tells_rules(function: T) -> T:
    """Add a line for each rule to the docstring of what takes rules as keywords, so that help() shows them.

    >>> @tells_rules
    ... def count(**rules):
    ...     '''Count.'''
    >>> "stemmer: how words are cut" in count.__doc__
    True
    """
    if function.__doc__:  # python -OO drops it
        function.__doc__ = f"{inspect.cleandoc(function.__doc__)}\n\n{rule_lines()}"
    return function


def rule_lines() -> str:
    """The rules as a section of a docstring."""
    lines = ["Rules, each a keyword; those that are not given are the profile's:", ""]
    for rule, meaning in {**ABOUT, **MORE}.items():
        lines.append(f"    {rule}: " + re.sub(r" \(\[.*?\]\(.*?\)\)", "", meaning))
    return "\n".join(lines)
