"""Korean words without a dictionary: eojeol, which stand between blanks, and syllables."""

from __future__ import annotations

from infrarouge.reading import unicode
from infrarouge.reading.tokens import unicode_words

FIRST, LAST = "\uac00", "\ud7a3"


def eojeol(text: str) -> list[str]:
    """What stands between white space, without the punctuation at either end.

    >>> eojeol("경찰이 범인을 사살했다. (3.5%)")
    ['경찰이', '범인을', '사살했다', '3.5']
    """
    words = []
    for piece in text.split():
        inside = [
            at for at, char in enumerate(piece) if unicode.kind(char) in (unicode.WORD, unicode.SINGLE, unicode.MARK)
        ]
        if inside:
            words.append(piece[inside[0] : inside[-1] + 1])
    return words


def syllables(text: str) -> list[str]:
    """Unicode words, those of Hangul cut into their syllables.

    >>> syllables("GPT-4가 나왔다")
    ['GPT', '4', '가', '나', '왔', '다']
    """
    words: list[str] = []
    for word in unicode_words(text):
        rest = ""
        for char in word.text:
            if FIRST <= char <= LAST:
                words += [rest] * bool(rest)
                rest = ""
                words.append(char)
            else:
                rest += char
        words += [rest] * bool(rest)
    return words
