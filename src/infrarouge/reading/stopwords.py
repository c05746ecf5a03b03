"""Stop word lists by name, from a file, or as a set of words."""

from __future__ import annotations

import os
from functools import lru_cache

from infrarouge import data
from infrarouge.errors import UnknownNameError
from infrarouge.registry import Registry
from infrarouge.rules.languages import STOPWORDS as LISTS
from infrarouge.rules.profile import TextRules

SNOWBALL, OTHERS = "snowball-stopwords.tsv", "stop-words.tsv"
"""Files with the lists of many languages: in each line the name of a list, a tab, and its words."""

STOPWORDS: Registry[tuple[str, str]] = Registry("stop word list")
"""The file of each named list, and the line in it, if it has several."""
STOPWORDS.add("smart", ("smart-stopwords.txt", ""))
STOPWORDS.add("sumeval-ja", ("sumeval-stopwords-ja.txt", ""))
STOPWORDS.add("sumeval-zh", ("sumeval-stopwords-zh.txt", ""))
for _name in sorted(set(LISTS.values())):
    _of, _, _line = _name.rpartition("-")
    STOPWORDS.add(_name, (SNOWBALL if _of == "snowball" else OTHERS, _line))


@lru_cache(maxsize=8)
def stop_lists(file: str = SNOWBALL) -> dict[str, frozenset[str]]:
    """The lists of a file by name, Snowball's unless told.

    >>> "también" in stop_lists()["spanish"]
    True
    """
    lines = (line.split("\t") for line in data.read(file).splitlines())
    return {name: frozenset(words.split()) for name, words in lines}


@lru_cache(maxsize=16)
def stop_list(name: str) -> frozenset[str]:
    """Load a named stop word list; a file was read when the rule was set.

    >>> "the" in stop_list("smart"), "und" in stop_list("snowball-german"), "그리고" in stop_list("stop-words-ko")
    (True, True, True)
    """
    if name in STOPWORDS:
        file, line = STOPWORDS[name]
        return stop_lists(file)[line] if line else frozenset(data.read(file).split())
    here = f", which is a file here if typed as './{name}'" if os.path.isfile(name) else ""
    raise UnknownNameError(
        f"unknown stop word list {name!r}{here}; type stopwords=True with lang= and a language, stopwords='smart', a file "
        "with one word a line, or a set of words"
    )


def stop_words(rules: TextRules) -> frozenset[str]:
    """The stop words that text rules name.

    >>> stop_words(TextRules(stopwords=frozenset({"a"})))
    frozenset({'a'})
    """
    if rules.stopwords is None:
        return frozenset()
    return stop_list(rules.stopwords) if isinstance(rules.stopwords, str) else rules.stopwords
