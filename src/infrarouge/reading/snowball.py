"""The English Snowball stemmer (Porter2) as it was before Snowball 3.0, which several programs use."""

from __future__ import annotations

__all__ = ["snowball_english", "snowball_english_nltk"]

_VOWELS = "aeiouy"
_FIXED = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl",
    "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}  # fmt: skip
_FINAL = frozenset({"inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"})
_STEP2 = (
    ("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive"),
    ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance"),
    ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"), ("ogi", "og"), ("li", ""),
)  # fmt: skip
_STEP3 = (
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"), ("ative", ""),
    ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic",
)  # fmt: skip


def snowball_english(word: str) -> str:
    """Return the stem of a lower-case word.

    >>> [snowball_english(word) for word in ("running", "skies", "generously", "boxizer")]
    ['run', 'sky', 'generous', 'boxiz']
    """
    return _stem(word, nltk=False)


def snowball_english_nltk(word: str) -> str:
    """Return the stem as NLTK's variant has it, which forgets a region of the word after -izer, -ization and -ational.

    >>> snowball_english_nltk("boxizer")
    'boxize'
    """
    return _stem(word, nltk=True)


def _stem(word: str, nltk: bool) -> str:
    if word in _FIXED:
        return _FIXED[word]
    if len(word) <= 2:
        return word
    word = _marked(word.removeprefix("'"))
    r1 = _first_region(word)
    r2 = _region(word, r1)
    word = _step1a(_step0(word))
    if word in _FINAL:
        return word
    word = _step1c(_step1b(word, r1))
    before, word = word, _step2(word, r1)
    if nltk and word != before:
        r2 = _forgotten(before, r2, "izer", "ization")
    before, word = word, _step3(word, r1, r2)
    if nltk and word != before:
        r2 = _forgotten(before, r2, "ational")
    return _step5(_step4(word, r2), r1, r2).replace("Y", "y")


def _forgotten(before: str, r2: int, *suffixes: str) -> int:
    """Where the second region begins: nowhere, if one of these suffixes was rewritten that began before it."""
    lost = any(before.endswith(suffix) and len(before) - len(suffix) < r2 for suffix in suffixes)
    return len(before) + 1 if lost else r2


def _marked(word: str) -> str:
    """Write a y that is a consonant, at the start or after a vowel, as Y."""
    letters: list[str] = []
    for letter in word:
        consonant = letter == "y" and (not letters or letters[-1] in _VOWELS)
        letters.append("Y" if consonant else letter)
    return "".join(letters)


def _region(word: str, start: int) -> int:
    """Where what follows the first consonant after a vowel begins."""
    for at in range(start + 1, len(word)):
        if word[at] not in _VOWELS and word[at - 1] in _VOWELS:
            return at + 1
    return len(word)


def _first_region(word: str) -> int:
    for start in ("gener", "arsen", "commun"):
        if word.startswith(start):
            return len(start)
    return _region(word, 0)


def _ends_short(word: str) -> bool:
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return (
        len(word) > 2
        and word[-3] not in _VOWELS
        and word[-2] in _VOWELS
        and word[-1] not in _VOWELS
        and word[-1] not in "wxY"
    )


def _has_vowel(word: str) -> bool:
    return any(letter in _VOWELS for letter in word)


def _step0(word: str) -> str:
    for suffix in ("'s'", "'s", "'"):
        if word.endswith(suffix):
            return word[: -len(suffix)]
    return word


def _step1a(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if _has_vowel(word[:-2]) else word


def _step1b(word: str, r1: int) -> str:
    for suffix in ("eedly", "ingly", "edly", "eed", "ing", "ed"):
        if not word.endswith(suffix):
            continue
        stem = word[: -len(suffix)]
        if suffix.startswith("eed"):
            return stem + "ee" if len(stem) >= r1 else word
        if not _has_vowel(stem):
            return word
        if stem.endswith(("at", "bl", "iz")):
            return stem + "e"
        if stem[-2:] in ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"):
            return stem[:-1]
        return stem + "e" if len(stem) <= r1 and _ends_short(stem) else stem
    return word


def _step1c(word: str) -> str:
    return word[:-1] + "i" if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS else word


def _step2(word: str, r1: int) -> str:
    for suffix, end in _STEP2:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            if len(stem) < r1:
                return word
            if suffix == "ogi" and not stem.endswith("l"):
                return word
            if suffix == "li" and stem[-1:] not in tuple("cdeghkmnrt"):
                return word
            return stem + end
    return word


def _step3(word: str, r1: int, r2: int) -> str:
    for suffix, end in _STEP3:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            return stem + end if len(stem) >= (r2 if suffix == "ative" else r1) else word
    return word


def _step4(word: str, r2: int) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            removable = len(stem) >= r2 and (suffix != "ion" or stem.endswith(("s", "t")))
            return stem if removable else word
    return word


def _step5(word: str, r1: int, r2: int) -> str:
    stem = word[:-1]
    if word.endswith("e"):
        return stem if len(stem) >= r2 or (len(stem) >= r1 and not _ends_short(stem)) else word
    return stem if word.endswith("ll") and len(stem) >= r2 else word
