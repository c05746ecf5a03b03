"""Words as sumeval cuts them, in English, Japanese and Chinese, and the stems that it looks up."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from infrarouge import data
from infrarouge.errors import MissingExtraError
from infrarouge.reading.porter import exceptions

EXTRA = "sumeval"
NOT_JAPANESE = re.compile("[^ぁ-んァ-ンー一-龥a-zA-Z0-9ａ-ｚＡ-Ｚ０-９]")
CHINESE_MARKS = re.compile("[!#$%&()*+,./:@^_~·—’“、。《》「」【】（），：？￥]")


def words(text: str) -> list[str]:
    """Runs of ASCII letters and digits, in lower case.

    >>> words("Don't stop, K9!")
    ['don', 't', 'stop', 'k9']
    """
    return [word.lower() for word in re.findall("[A-Za-z0-9]+", text)]


def pieces(text: str) -> list[str]:
    """What sumeval counts as words where it limits English text: what stands between single blanks.

    >>> pieces("a  b")
    ['a', '', 'b']
    """
    return text.split(" ")


@cache
def _japanese() -> Any:
    """MeCab if it is installed, else Janome, as sumeval chooses; a function that cuts a text."""
    try:
        import MeCab  # preferred by sumeval

        tagger = MeCab.Tagger("-Owakati")
        return lambda text: tagger.parse(text).split()
    except ModuleNotFoundError:
        pass
    try:
        from janome.tokenizer import Tokenizer  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("Janome", EXTRA, "Japanese as sumeval reads it") from None
    tokenizer = Tokenizer()
    return lambda text: list(tokenizer.tokenize(text, wakati=True))


def japanese_pieces(text: str) -> list[str]:
    """The words of a text as it stands, blanks included where the analyser tells them."""
    return list(_japanese()(text))


def japanese(text: str) -> list[str]:
    """Words of kana, kanji, letters and digits, in lower case."""
    return [word.strip().lower() for word in japanese_pieces(NOT_JAPANESE.sub(" ", text)) if word.strip()]


def chinese_pieces(text: str) -> list[str]:
    """The words of a text without punctuation, blanks included."""
    try:
        import jieba  # the extra
    except ModuleNotFoundError:
        raise MissingExtraError("jieba", EXTRA, "Chinese as sumeval reads it") from None
    return list(jieba.cut(CHINESE_MARKS.sub(" ", text)))


def chinese(text: str) -> list[str]:
    """Words by jieba, in lower case."""
    return [word.strip().lower() for word in chinese_pieces(text) if word.strip()]


@cache
def lemmas() -> dict[str, str]:
    """The irregular forms of WordNet; a form of several lemmas stands for all of them, with blanks between.

    >>> lemmas()["feet"], lemmas()["axes"]
    ('foot', 'ax axis')
    """
    several = dict(line.split("\t") for line in data.read("sumeval-several-lemmas.tsv").splitlines())
    return {**exceptions(), **several}


def stem(word: str) -> str:
    """Look a word up; other words stay.

    >>> stem("feet"), stem("houses")
    ('foot', 'houses')
    """
    return lemmas().get(word, word)
