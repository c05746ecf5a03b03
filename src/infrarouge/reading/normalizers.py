"""Letters made equal before words are cut: case, normal forms, accents."""

from __future__ import annotations

import re
from collections.abc import Callable

from infrarouge.reading import letters, unicode
from infrarouge.reading.letters import turkish_lower
from infrarouge.reading.rule import Later, Rule
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

LOWER_EACH = {**LOWER, "unicode": unicode.lower_each}
"""The same for letters that a normalizer brings in, each by itself: whether a sigma is final was settled before."""


def spaced(text: str) -> str:
    """Put a space for every run of characters other than a-z and 0-9.

    >>> spaced("don't stop")
    'don t stop'
    """
    return re.sub("[^a-z0-9]+", " ", text)


NORMALIZERS: Registry[Rule] = Registry("normalizer")

for _name, _about in {
    "canonical": "NFC, and both kinds of Hangul jamo are the same letters",
    "nfc": "Unicode normal form NFC",
    "nfkc": "Unicode normal form NFKC",
    "nfd": "Unicode normal form NFD",
    "nfkd": "Unicode normal form NFKD",
    "unaccent": "letters without their accents",
    "digits": "decimal digits of every script as 0 to 9",
}.items():
    NORMALIZERS.add(_name, Rule(_name, Later("infrarouge.reading.normal_forms", _name), _about))
NORMALIZERS.add("alnum", Rule(None, spaced, "a space for all that is not a-z or 0-9, before a tokenizer of one's own"))
for _language, _about in {
    "arabic": "one spelling of alef, yeh and heh, no tatweel and no vowel signs",
    "persian": "Persian yeh, kaf and heh, no tatweel and no vowel signs",
    "indic": "one spelling of letters with a dot below, two-part vowels and final letters; no joiners",
    "hindi": "as indic, without dots below, and candrabindu as anusvara",
    "korean": "as canonical, and halfwidth jamo are the same letters too",
}.items():
    NORMALIZERS.add(_language, Rule(None, getattr(letters, _language), _about))


class Steps:
    """Named normalizers one after another, as in ``"nfkc+unaccent"``; capitals they bring in are lowered like all others.

    >>> Steps("nfkc+unaccent", "unicode")("é№")
    'eno'
    """

    def __init__(self, names: str, lowercase: str | None) -> None:
        self.rules = [NORMALIZERS[name.strip()] for name in names.split("+")]
        self.lower = LOWER_EACH[lowercase or "none"]
        self.native = [rule.native for rule in self.rules if rule.native is not None]

    @property
    def all_native(self) -> bool:
        """Whether an engine can run them."""
        return len(self.native) == len(self.rules)

    def __call__(self, text: str) -> str:
        changed = text
        for rule in self.rules:
            if rule.function is not None:
                changed = rule.function(changed)
        return text if changed == text else self.lower(changed)
