"""The languages that sumeval reads, each an object with the methods of sumeval's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from infrarouge.reading.programs import sumeval
from infrarouge.reading.stopwords import stop_list

__all__ = ["BaseLang", "LangEN", "LangJA", "LangZH", "get_lang"]


class BaseLang:
    """What a language offers; one of your own has the same methods."""

    lang: str
    blank = " "
    stop_words: str
    cutters: tuple[Callable[[str], list[str]], Callable[[str], list[str]]]
    """The functions for `tokenize` and for `tokenize_with_preprocess`."""

    def tokenize(self, text: str) -> list[str]:
        """The words by which a text is limited."""
        return self.cutters[0](text)

    def tokenize_with_preprocess(self, text: str) -> list[str]:
        """The words that are compared."""
        return self.cutters[1](text)

    def join(self, words: Iterable[str]) -> str:
        """A text of words."""
        return self.blank.join(words)

    def is_stop_word(self, word: str) -> bool:
        """Whether a word is left out."""
        return word in stop_list(self.stop_words)

    def stemming(self, word: str, min_length: int = -1) -> str:
        """The stem of a word of at least so many characters; only English has any."""
        return word


class LangEN(BaseLang):
    """English.

    >>> LangEN().tokenize_with_preprocess("The feet!"), LangEN().stemming("feet")
    (['the', 'feet'], 'foot')
    """

    lang, stop_words = "en", "smart"
    cutters = sumeval.pieces, sumeval.words

    def stemming(self, word: str, min_length: int = -1) -> str:
        return sumeval.stem(word) if len(word) >= min_length else word


class LangJA(BaseLang):
    """Japanese, by MeCab or Janome."""

    lang, blank, stop_words = "ja", "", "sumeval-ja"
    cutters = sumeval.japanese_pieces, sumeval.japanese


class LangZH(BaseLang):
    """Chinese, by jieba."""

    lang, stop_words = "zh", "sumeval-zh"
    cutters = sumeval.chinese_pieces, sumeval.chinese


def get_lang(lang: str = "") -> BaseLang:
    """The language of a name; English if it is another than ja or zh.

    >>> get_lang("ja").lang, get_lang("xx").lang
    ('ja', 'en')
    """
    return {"ja": LangJA, "zh": LangZH}.get(lang, LangEN)()
