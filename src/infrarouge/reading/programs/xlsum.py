"""Words as XL-Sum's multilingual fork of rouge-score cuts them: by kinds of characters, or by a segmenter of a language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from infrarouge.reading.programs.xlsum_languages import SEGMENTERS

ASCII_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
IDEOGRAPH = re.compile(
    "([\u4e00-\u9fff\u3400-\u4dbf\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f\U0002b820-\U0002ceaf"
    "\uf900-\ufaff\U0002f800-\U0002fa1f])"
)
# All that ASCII has are letters, digits, marks, blanks, and control characters that vanish.
ASCII_CONTROLS = dict.fromkeys(code for code in (*range(32), 127) if code not in b"\t\n\r")
ASCII_WORDS, ASCII_RUNS = re.compile("[A-Za-z0-9]+"), re.compile("[A-Za-z]+|[0-9]+")
# The tokenizer beneath keeps some symbols for itself, and writes a space before a lone mark by its number.
RENAMED = {"\u2581": "_", "\uffe8": "\u2502", "\uffed": "\u25a0"}
SPACE_BEFORE_MARK = "\uff050020"


def sanitized(text: str) -> list[str]:
    """What is left between white space and punctuation; control and format characters vanish, symbols stay.

    >>> sanitized("covid-19:\\u200b 5€!")
    ['covid', '19', '5€']
    """
    if text.isascii():
        return ASCII_WORDS.findall(text.translate(ASCII_CONTROLS))
    kept: list[str] = []
    for char in text:
        kind = unicodedata.category(char)
        if char in "\t\n\r" or kind == "Zs" or char in ASCII_MARKS or kind[0] == "P":
            kept.append(" ")
        elif kind[0] != "C" and char != "\ufffd":
            kept.append(char)
    return "".join(kept).split()


def words(text: str) -> list[str]:
    """Runs of letters, runs of numbers, single symbols, single ideographs.

    >>> words("covid19 5€ 東京tower")
    ['covid', '19', '5', '€', '東', '京', 'tower']
    """
    if text.isascii():
        return ASCII_RUNS.findall(text.translate(ASCII_CONTROLS))
    return cut(sanitized(text))


def cut(sane: Iterable[str]) -> list[str]:
    """Cut sanitized words where letters, numbers and symbols meet, and around ideographs."""
    tokens = [token for at, word in enumerate(sane) for token in _runs(word, first=at == 0)]
    return [part for token in tokens for part in IDEOGRAPH.split(token) if part]


def _runs(word: str, first: bool) -> list[str]:
    tokens: list[str] = []
    before = ""
    for char in word:
        kind = unicodedata.category(char)[0]
        if kind == "M":
            if not tokens:
                tokens.append("" if first else SPACE_BEFORE_MARK)
            tokens[-1] += char
            continue
        if kind != before or kind == "S":
            tokens.append("")
        tokens[-1] += RENAMED.get(char, char)
        before = kind
    return tokens


def segmented(segment: Callable[[str], Iterable[str]]) -> Callable[[str], list[str]]:
    """Cut text with a segmenter, which gets sanitized words with blanks between; where it finds nothing, as `words` does.

    >>> segmented(str.split)("It's 5€"), segmented(lambda text: [])("5€")
    (['It', 's', '5€'], ['5', '€'])
    """

    def tokenize(text: str) -> list[str]:
        sane = sanitized(text)
        return list(segment(" ".join(sane))) or cut(sane)

    return tokenize


chinese, japanese, thai, burmese = (segmented(SEGMENTERS[name]) for name in ("chinese", "japanese", "thai", "burmese"))
