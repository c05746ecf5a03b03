"""Stop word lists by name, from a file, or as a set of words."""

from __future__ import annotations

import os
from functools import lru_cache

from infrarouge import data
from infrarouge.errors import UnknownNameError
from infrarouge.registry import Registry
from infrarouge.rules.profile import TextRules

STOPWORDS: Registry[str] = Registry("stop word list")
STOPWORDS.add("smart", "smart-stopwords.txt")
STOPWORDS.add("sumeval-ja", "sumeval-stopwords-ja.txt")
STOPWORDS.add("sumeval-zh", "sumeval-stopwords-zh.txt")


@lru_cache(maxsize=16)
def stop_list(name: str) -> frozenset[str]:
    """Load a named stop word list, or a file with one word a line.

    >>> "the" in stop_list("smart")
    True
    """
    if name in STOPWORDS:
        return frozenset(data.read(STOPWORDS[name]).split())
    if not os.path.isfile(name):
        raise UnknownNameError(
            f"unknown stop word list {name!r}; type stopwords='smart', a file with one word a line, or a set of words"
        )
    with open(name, encoding="utf-8") as file:
        return frozenset(file.read().split())


def stop_words(rules: TextRules) -> frozenset[str]:
    """The stop words that text rules name.

    >>> stop_words(TextRules(stopwords=frozenset({"a"})))
    frozenset({'a'})
    """
    if rules.stopwords is None:
        return frozenset()
    return stop_list(rules.stopwords) if isinstance(rules.stopwords, str) else rules.stopwords
