"""The Porter stemmers that ROUGE programs use, in plain Python."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from infrarouge import data

__all__ = ["exceptions", "porter", "porter155", "porter_original"]

# ---------------------------------------------------------------- porter: NLTK's default mode

# Words that are not stemmed by rule.
_FIXED = {
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "innings": "inning",
    "outings": "outing",
    "cannings": "canning",
    **{one: one for one in ("sky", "news", "inning", "outing", "canning", "howe", "proceed", "exceed", "succeed")},
}

_STEP2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
    ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"),
    ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP2_ORIGINAL = tuple(("abli", "able") if rule[0] == "bli" else rule for rule in _STEP2)
_STEP3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


def _vowels(word: str) -> list[bool]:
    """Return for each letter whether it is a vowel; y is one after a consonant."""
    vowels: list[bool] = []
    for letter in word:
        vowels.append(letter in "aeiou" or (letter == "y" and bool(vowels) and not vowels[-1]))
    return vowels


def _measure(word: str) -> int:
    """Return how often a consonant follows a vowel."""
    vowels = _vowels(word)
    return sum(a and not b for a, b in pairwise(vowels))


def _short(word: str, original: bool = False) -> bool:
    """Return whether a word ends consonant, vowel, consonant other than w, x, y; or is vowel, consonant."""
    ending = _vowels(word)[-3:]
    if len(word) == 2 and not original:
        return ending == [True, False]
    return ending == [False, True, False] and word[-1] not in "wxy"


def porter(word: str) -> str:
    """Return the stem of a lower-case word, as NLTK's `PorterStemmer` gives it in its default mode.

    >>> [porter(word) for word in ("running", "skies", "happily", "agreed")]
    ['run', 'sky', 'happili', 'agre']
    """
    if word in _FIXED:
        return _FIXED[word]
    if len(word) <= 2:
        return word
    word = _step1c(_step1b(_step1a(word)))
    word = _step2(word)
    word = _first_rule(word, _STEP3)
    return _step5(_step4(word))


def porter_original(word: str) -> str:
    """Return the stem of a lower-case word by the rules that Porter published, as NLTK's original mode has them.

    >>> [porter_original(word) for word in ("running", "skies", "happily", "agreed")]
    ['run', 'ski', 'happili', 'agre']
    """
    if len(word) <= 2:
        return word
    word = _step1b(_step1a(word, original=True), original=True)
    stem = word.removesuffix("y")
    if stem != word and any(_vowels(stem)):
        word = stem + "i"
    word = _first_rule(word, _STEP2_ORIGINAL)
    word = _first_rule(word, _STEP3)
    return _step5(_step4(word), original=True)


def _step1a(word: str, original: bool = False) -> str:
    if word.endswith("ies") and len(word) == 4 and not original:
        return word[:-1]
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step1b(word: str, original: bool = False) -> str:
    if word.endswith("ied") and not original:
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and any(_vowels(stem)):
            if stem.endswith(("at", "bl", "iz")):
                return stem + "e"
            if len(stem) > 1 and stem[-1] == stem[-2] and not _vowels(stem)[-1]:
                return stem if stem[-1] in "lsz" else stem[:-1]
            return stem + "e" if _measure(stem) == 1 and _short(stem, original) else stem
    return word


def _step1c(word: str) -> str:
    stem = word.removesuffix("y")
    return stem + "i" if stem != word and len(stem) > 1 and not _vowels(stem)[-1] else word


def _first_rule(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    """Apply the first rule whose suffix fits, if something is left to measure."""
    for suffix, end in rules:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            return stem + end if _measure(stem) > 0 else word
    return word


def _step2(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]) > 0:
        word = word[:-2]
    if word.endswith("fulli"):
        return word[:-2] if _measure(word[:-5]) > 0 else word
    # The l of -logi counts as part of the stem.
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _first_rule(word, _STEP2)


def _step4(word: str) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            removable = _measure(stem) > 1 and (suffix != "ion" or stem.endswith(("s", "t")))
            return stem if removable else word
    return word


def _step5(word: str, original: bool = False) -> str:
    stem = word.removesuffix("e")
    if stem != word and (_measure(stem) > 1 or (_measure(stem) == 1 and not _short(stem, original))):
        word = stem
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


# ---------------------------------------------------------------- porter155: the variant of ROUGE-1.5.5

_C, _V = "[^aeiou][^aeiouy]*", "[aeiouy][aeiou]*"
_M_ABOVE_0 = re.compile(f"(?:{_C})?{_V}{_C}")
_M_ABOVE_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}{_C}")
_M_IS_1 = re.compile(rf"(?:{_C})?{_V}{_C}(?:{_V})?\Z")
_HAS_VOWEL = re.compile(f"(?:{_C})?[aeiouy]")
_SHORT = re.compile(rf"{_C}[aeiouy][^aeiouwxy]\Z")
_DOUBLE = re.compile(r"([^aeiouylsz])\1\Z", re.DOTALL)

_STEP2_155 = {**dict(_STEP2), "logi": "log"}
_STEP4_155 = [suffix for suffix in _STEP4 if suffix not in ("ment", "ent", "ion")]


def porter155(word: str) -> str:
    """Return the stem of a word by the Porter variant of ROUGE-1.5.5, without its table of irregular forms.

    Its step 4 looks for -ment, -ent and -ion again after another suffix.

    >>> [porter155(word) for word in ("running", "skies", "agreement", "governmental")]
    ['run', 'ski', 'agreem', 'govern']
    """
    if len(word) < 3:
        return word
    # A leading y is a consonant: a capital keeps it out of the vowels meanwhile.
    y = word[0] == "y"
    if y:
        word = "Y" + word[1:]
    word = _step1_155(word)
    word = _longest_rule(word, _STEP2_155)
    word = _longest_rule(word, dict(_STEP3))
    word = _step4_155(word)
    stem = word[:-1]
    if word.endswith("e") and (_M_ABOVE_1.match(stem) or (_M_IS_1.match(stem) and not _SHORT.match(stem))):
        word = stem
    if word.endswith("ll") and _M_ABOVE_1.match(word):
        word = word[:-1]
    return "y" + word[1:] if y else word


def _step1_155(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        if _M_ABOVE_0.match(word[:-3]):
            word = word[:-1]
    elif word.endswith(("ed", "ing")):
        stem = word[:-2] if word.endswith("ed") else word[:-3]
        if _HAS_VOWEL.match(stem):
            word = stem
            if word.endswith(("at", "bl", "iz")) or (not _DOUBLE.search(word) and _SHORT.match(word)):
                word += "e"
            elif _DOUBLE.search(word):
                word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and _HAS_VOWEL.match(word[:-1]) else word


def _longest_rule(word: str, rules: dict[str, str]) -> str:
    """Apply the rule of the longest suffix that fits, if something is left to measure."""
    fitting = [suffix for suffix in rules if word.endswith(suffix)]
    if fitting:
        suffix = max(fitting, key=len)
        stem = word[: -len(suffix)]
        if _M_ABOVE_0.match(stem):
            return stem + rules[suffix]
    return word


def _step4_155(word: str) -> str:
    fitting = [suffix for suffix in _STEP4_155 if word.endswith(suffix)]
    if fitting:
        word = _drop_155(word, max(fitting, key=len))
    word = _drop_155(word, "ment")
    if word.endswith("ent"):
        return _drop_155(word, "ent")
    return _drop_155(word, "ion") if word.endswith(("sion", "tion")) else word


def _drop_155(word: str, suffix: str) -> str:
    stem = word.removesuffix(suffix)
    return stem if stem != word and _M_ABOVE_1.match(stem) else word


@cache
def exceptions() -> dict[str, str]:
    """Return the irregular forms that ROUGE-1.5.5 looks up before stemming, with their lemmas.

    >>> exceptions()["were"], exceptions()["better"]
    ('be', 'well')
    """
    return dict(line.split("\t") for line in data.read("wordnet-2.0-exceptions.tsv").splitlines())
