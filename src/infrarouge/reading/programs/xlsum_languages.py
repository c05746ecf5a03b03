"""The segmenters and stemmers of XL-Sum's multilingual ROUGE, by language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from infrarouge import data
from infrarouge.errors import MissingDataError, MissingExtraError
from infrarouge.reading.snowball import snowball_english_nltk
from infrarouge.reading.stopwords import stop_lists

EXTRA = "xlsum"


# ---------------------------------------------------------------- segmenters


def chinese(text: str) -> list[str]:
    """Words by jieba; blanks come back as words."""
    try:
        import jieba  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("jieba", EXTRA, "Chinese as XL-Sum reads it") from None
    return list(jieba.cut(text))


@cache
def _mecab() -> Any:
    try:
        import fugashi  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("fugashi", EXTRA, "Japanese as XL-Sum reads it") from None
    try:
        return fugashi.Tagger("-Owakati")
    except RuntimeError:
        raise MissingExtraError("unidic-lite", EXTRA, "Japanese as XL-Sum reads it") from None


def japanese(text: str) -> list[str]:
    """Words by MeCab with the dictionary that is installed: unidic, else unidic-lite."""
    return str(_mecab().parse(text)).split()


def thai(text: str) -> list[str]:
    """Words by pythainlp's newmm; blanks come back as words."""
    try:
        from pythainlp.tokenize import word_tokenize  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("pythainlp", EXTRA, "Thai as XL-Sum reads it") from None
    return list(word_tokenize(text, engine="newmm"))


BURMESE_SIGN = re.compile("[\u102b-\u1032\u1036-\u1038\u103a-\u103e]")
ASAT, DOT_BELOW, VIRAMA = "\u103a", "\u1037", "\u1039"


def burmese(text: str) -> list[str]:
    """Syllables, by rules alone.

    >>> burmese("မြန်မာ")
    ['မြန်', 'မာ']
    """
    text = text.replace("\u200c", " ").replace(DOT_BELOW + ASAT, ASAT + DOT_BELOW)
    units: list[str] = []
    for char in "".join(text.split()):
        if units and BURMESE_SIGN.match(char):
            units[-1] += char
        else:
            units.append(char)
    for at in range(1, len(units)):
        if ASAT in units[at] and len(units[at]) < 4:
            # A slot that this empties is not passed over: the next unit looks at it.
            units[at - 1] += units[at]
            units[at] = ""
    return _stacked([unit for unit in units if unit])


def _stacked(units: list[str]) -> list[str]:
    """Glue what stands on both sides of a lone virama."""
    glued: list[str] = []
    join = False
    for at, unit in enumerate(units):
        if join:
            glued[-1] += unit
            join = False
        elif unit == VIRAMA and glued and at + 1 < len(units):
            glued[-1] += unit
            join = True
        else:
            glued.append(unit)
    return glued


SEGMENTERS: dict[str, Callable[[str], Iterable[str]]] = {
    "chinese": chinese,
    "japanese": japanese,
    "thai": thai,
    "burmese": burmese,
}
"""Languages that are cut by a library, or by rules of their own."""


# ---------------------------------------------------------------- stemmers


@cache
def english_stop_words() -> frozenset[str]:
    """The words that the English stemmer returns as they are.

    >>> "having" in english_stop_words()
    True
    """
    return frozenset(data.read("nltk-english-stopwords.txt").split())


def english(word: str) -> str:
    """Snowball English in NLTK's variant; stop words stay.

    >>> english("having"), english("houses")
    ('having', 'hous')
    """
    return word if word in english_stop_words() else snowball_english_nltk(word)


HINDI = {
    1: "ो े ू ु ी ि ा",
    2: "कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें",
    3: "ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं",
    4: "ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां",
    5: "ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां",
}
HINDI_SUFFIXES = {length: frozenset(suffixes.split()) for length, suffixes in HINDI.items()}


def hindi(word: str) -> str:
    """Cut the longest listed suffix that leaves more than one character.

    >>> hindi("लड़कियों")
    'लड़क'
    """
    for length in (5, 4, 3, 2, 1):
        if len(word) > length + 1 and word[-length:] in HINDI_SUFFIXES[length]:
            return word[:-length]
    return word


def turkish() -> Callable[[str], str]:
    """A stemmer of PyPI TurkishStemmer."""
    try:
        from TurkishStemmer import TurkishStemmer  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("TurkishStemmer", EXTRA, "Turkish stems as XL-Sum has them") from None
    return TurkishStemmer().stem  # type: ignore[no-any-return]  # an untyped package


def bengali() -> Callable[[str], str]:
    """The stemmer that XL-Sum names, which no index has."""
    try:
        from bengali_stemmer.rafikamal2014 import RafiStemmer  # not an extra: it is on GitHub alone
    except ModuleNotFoundError:
        command = "pip install git+https://github.com/abhik1505040/bengali-stemmer"
        raise MissingExtraError("bengali-stemmer", EXTRA, "Bengali stems as XL-Sum has them", command) from None
    return RafiStemmer().stem_word  # type: ignore[no-any-return]  # an untyped package


SNOWBALL = (
    "arabic", "danish", "dutch", "finnish", "french", "german", "hungarian", "italian", "norwegian", "portuguese",
    "romanian", "russian", "spanish", "swedish",
)  # fmt: skip
"""Languages whose stemmer is NLTK's Snowball, besides English."""


def snowball(language: str) -> Callable[[str], str]:
    """NLTK's Snowball stemmer of a language, which returns the stop words of NLTK's data as they are.

    Without that data, Snowball's own stop list takes its place where there is one. NLTK's Arabic stemmer remembers words
    before, so that a stem can depend on them; each call makes a new one.
    """
    try:
        from nltk.stem.snowball import SnowballStemmer  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("nltk", EXTRA, f"the Snowball stemmer of {language}") from None
    try:
        return SnowballStemmer(language, ignore_stopwords=True).stem  # type: ignore[no-any-return]  # untyped
    except LookupError:
        if language not in stop_lists():
            raise MissingDataError(
                f"the Snowball stemmer of {language} needs the data 'stopwords' of NLTK, which is not installed and is "
                "never downloaded; type: python -m nltk.downloader stopwords"
            ) from None
    stem, stop = SnowballStemmer(language).stem, stop_lists()[language]
    return lambda word: word if word in stop else stem(word)


class OnUse:
    """A stemmer that is made when its first word comes.

    >>> OnUse(lambda: str.upper)("a")
    'A'
    """

    def __init__(self, make: Callable[[], Callable[[str], str]]) -> None:
        self.make = make
        self._stem: Callable[[str], str] | None = None

    def __call__(self, word: str) -> str:
        if self._stem is None:
            self._stem = self.make()
        return self._stem(word)


MAKERS: dict[str, Callable[[], Callable[[str], str]]] = {
    "english": lambda: english,
    "hindi": lambda: hindi,
    "turkish": turkish,
    "bengali": bengali,
    **{language: lambda language=language: snowball(language) for language in SNOWBALL},  # type: ignore[misc]
}
"""What makes the stemmer of a language; others have none."""

STEMMERS: dict[str, Callable[[str], str]] = {language: OnUse(make) for language, make in MAKERS.items()}
"""The stemmer of a language, for named rules: made when it is first used, and kept."""
