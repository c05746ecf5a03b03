"""Sets of words that count as one."""

from __future__ import annotations

import os
from collections.abc import Iterable

from infrarouge.errors import InputError


def synonym_sets(given: str | Iterable[Iterable[str]]) -> list[list[str]]:
    """Bring synonyms to lists of words, sets that share a word becoming one; a str is a file with one set a line.

    >>> synonym_sets([("car", "auto"), ("big", "large"), ("auto", "automobile")])
    [['car', 'auto', 'automobile'], ['big', 'large']]
    """
    if isinstance(given, str):
        if not os.path.isfile(given):
            raise InputError(f"no synonyms file {given!r}; give a file with one set of words a line, or a mapping")
        with open(given, encoding="utf-8") as file:
            lines = file.read().splitlines()
        given = [line.replace(",", " ").split() for line in lines if line.strip() and not line.startswith("#")]
    home: dict[str, list[str]] = {}
    for words in given:
        merged = list(dict.fromkeys(word for known in words for word in home.get(known, [known])))
        home.update(dict.fromkeys(merged, merged))
    return list({id(words): words for words in home.values()}.values())
