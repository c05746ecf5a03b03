"""Letters made equal before words are cut: case, normal forms, accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial

from infrarouge.reading import letters, unicode
from infrarouge.reading.letters import turkish_lower
from infrarouge.reading.rule import Rule
from infrarouge.registry import Registry


def lower_ascii(text: str) -> str:
    """Lower the letters A to Z and nothing else.

    >>> lower_ascii("ÀB")
    'Àb'
    """
    return re.sub("[A-Z]", lambda letter: letter.group().lower(), text)


LOWER: dict[str, Callable[[str], str]] = {
    "none": str,
    "ascii": lower_ascii,
    "unicode": unicode.lower,
    "turkish": turkish_lower,
}
"""The definitions of the rules of case."""


def unaccent(text: str) -> str:
    """Take the accents off letters.

    >>> unaccent("naïve")
    'naive'
    """
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def spaced(text: str) -> str:
    """Put a space for every run of characters other than a-z and 0-9.

    >>> spaced("don't stop")
    'don t stop'
    """
    return re.sub("[^a-z0-9]+", " ", text)


NORMALIZERS: Registry[Rule] = Registry("normalizer")
for _form in ("NFC", "NFKC", "NFD", "NFKD"):
    NORMALIZERS.add(_form.lower(), Rule(None, partial(unicodedata.normalize, _form), f"Unicode normal form {_form}"))


NORMALIZERS.add("unaccent", Rule(None, unaccent, "letters without their accents"))
NORMALIZERS.add("alnum", Rule(None, spaced, "a space for all that is not a-z or 0-9, before a tokenizer of one's own"))
for _language, _about in {
    "arabic": "one spelling of alef, yeh and heh, no tatweel and no vowel signs",
    "persian": "Persian yeh, kaf and heh, no tatweel and no vowel signs",
    "indic": "one spelling of letters with a dot below, two-part vowels and final letters; no joiners",
    "hindi": "as indic, without dots below, and candrabindu as anusvara",
    "korean": "whole syllables, and one spelling of single letters (jamo)",
}.items():
    NORMALIZERS.add(_language, Rule(None, getattr(letters, _language), _about))
