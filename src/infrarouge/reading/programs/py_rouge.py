"""Words and stems as py-rouge makes them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from infrarouge import data
from infrarouge.reading.porter import exceptions, porter, porter_original

# NLTK's word tokenizer splits these, and no other word of letters and digits.
SPLIT = {"gimme": 3, "gonna": 3, "gotta": 3, "lemme": 3, "wanna": 3}
SPLIT_NLTK = {**SPLIT, "cannot": 3}
KEPT = "cannot"
RUNS = re.compile("[a-z0-9]+")


def words(text: str) -> list[str]:
    """Runs of a-z and 0-9, some of which are two words.

    >>> words("i'm gonna stay, i cannot go")
    ['i', 'm', 'gon', 'na', 'stay', 'i', 'cannot', 'go']
    """
    return _split(text, SPLIT)


def words_nltk(text: str) -> list[str]:
    """The same where ``ensure_compatibility`` is off.

    >>> words_nltk("i cannot go")
    ['i', 'can', 'not', 'go']
    """
    return _split(text, SPLIT_NLTK)


def _split(text: str, split: dict[str, int]) -> list[str]:
    runs = RUNS.findall(text)
    if split.keys().isdisjoint(runs):
        return runs
    parts: list[str] = []
    for word in runs:
        at = split.get(word)
        parts += [word] if at is None else [word[:at], word[at:]]
    return parts


@cache
def special_cases() -> dict[str, str]:
    """The irregular forms of ROUGE-1.5.5, and the entries that py-rouge adds to them.

    >>> special_cases()["were"], len(special_cases()) - len(exceptions())
    ('be', 138)
    """
    lines = data.read("py-rouge-special-cases.tsv").splitlines()
    return {**exceptions(), **dict(line.split("\t") for line in lines)}


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Look a word up in the tables, else apply Porter's rules; ``cannot`` stays as it is, also inside a word.

    >>> stem("were"), stem("houses"), stem("cannot")
    ('be', 'hous', 'cannot')
    """
    if word in special_cases():
        return special_cases()[word]
    if KEPT in word:
        # Underscores count as consonants, so that no rule reaches into it.
        return porter_original(word.replace(KEPT, f"_{KEPT}_")).replace(f"_{KEPT}_", KEPT)
    return porter_original(word)


@lru_cache(maxsize=65536)
def stem_nltk(word: str) -> str:
    """The same where ``ensure_compatibility`` is off: without special cases, and by NLTK's variant of the rules.

    >>> stem_nltk("were"), stem_nltk("dying")
    ('be', 'die')
    """
    return exceptions().get(word) or porter(word)
