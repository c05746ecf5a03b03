"""The first words or bytes of a text, where a length limit is set."""

from __future__ import annotations

import re
from collections.abc import Iterable

ASCII_SPACE = " \t\n\v\f\r"


def fields(sentence: str, leading_blank: bool = False) -> list[str]:
    """What stands between runs of ASCII white space; with `leading_blank`, white space in front makes an empty field.

    >>> fields("  a b "), fields("  a b ", leading_blank=True)
    (['a', 'b'], ['', 'a', 'b'])
    """
    words = [word for word in re.split(f"[{ASCII_SPACE}]+", sentence) if word]
    return ["", *words] if leading_blank and words and sentence[0] in ASCII_SPACE else words


def first_words(sentences: Iterable[str], limit: int, leading_blank: bool = False) -> list[str]:
    """Keep the first `limit` words of a text; a sentence that fits stays as it is.

    >>> first_words(["a b c", "d e f"], 4)
    ['a b c', 'd']
    """
    kept: list[str] = []
    total = 0
    for sentence in sentences:
        words = fields(sentence, leading_blank)
        if total + len(words) >= limit:
            return [*kept, " ".join(words[: max(0, limit - total)])]
        kept.append(sentence)
        total += len(words)
    return kept


def first_bytes(sentences: Iterable[str], limit: int, each: bool = False) -> list[str]:
    """Keep the first `limit` bytes of a text in UTF-8, ends of sentences not counted; a cut character is dropped.

    With `each`, every sentence gets the whole limit until one reaches it.

    >>> first_bytes(["abc def", "ghi jkl"], 10), first_bytes(["abc def", "ghi jkl"], 10, each=True)
    (['abc def', 'ghi'], ['abc def', 'ghi jkl'])
    """
    kept: list[str] = []
    total = 0
    for sentence in sentences:
        data = sentence.encode("utf-8", "surrogatepass")
        if total + len(data) >= limit:
            return [*kept, _whole_characters(data[: max(0, limit - total)])]
        kept.append(sentence)
        if not each:
            total += len(data)
    return kept


def _whole_characters(data: bytes) -> str:
    """Decode bytes, leaving out a character cut off at the end."""
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue
    raise AssertionError("at most three bytes of a character can be left over")
