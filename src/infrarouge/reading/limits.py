"""The first words or bytes of a text, where a length limit is set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from infrarouge.registry import Registry

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


# ---------------------------------------------------------------- whose words and bytes are counted


class LengthLimit(NamedTuple):
    """How a program limits texts: the first words, or what it calls bytes, of some sentences; and what it does."""

    words: Callable[[list[str], int], list[str]]
    bytes: Callable[[list[str], int], list[str]]
    about: str
    unit: str = "characters"
    """What `bytes` counts."""


def first_of(
    sentences: Iterable[str], limit: int, size: Callable[[str], int], cut: Callable[[str, int], str]
) -> list[str]:
    """Keep sentences while they stay below a limit in some size, and of the first that does not its beginning.

    >>> first_of(["abc", "def", "ghi"], 5, len, lambda sentence, left: sentence[:left])
    ['abc', 'de']
    """
    kept: list[str] = []
    total = 0
    for sentence in sentences:
        length = size(sentence)
        if total + length >= limit:
            return [*kept, cut(sentence, limit - total)]
        kept.append(sentence)
        total += length
    return kept


def words_between_spaces(sentences: Iterable[str], limit: int) -> list[str]:
    """Keep the first words, where any white space separates them.

    >>> words_between_spaces(["a\u00a0b  c", "d"], 2)
    ['a\\xa0b']
    """
    return first_of(sentences, limit, lambda sentence: len(sentence.split()), _through_word)


def _through_word(sentence: str, count: int) -> str:
    ends = [word.end() for word in re.finditer(r"\S+", sentence)][:count]
    return sentence[: ends[-1]] if ends else ""


def stripped_characters(sentences: Iterable[str], limit: int) -> list[str]:
    """Keep the first characters; white space around a sentence is not counted.

    >>> stripped_characters(["  abc ", "def"], 5)
    ['  abc ', 'de']
    """
    return first_of(
        sentences,
        limit,
        lambda sentence: len(sentence.strip()),
        lambda sentence, left: sentence[: len(sentence) - len(sentence.lstrip()) + len(sentence.strip()[:left])],
    )


def pieces_between_blanks(sentences: Iterable[str], limit: int) -> list[str]:
    """Keep the first pieces, where every blank separates two; pieces may be empty.

    >>> pieces_between_blanks(["a  b c"], 3)
    ['a  b']
    """
    return first_of(
        sentences,
        limit,
        lambda sentence: len(sentence.split(" ")),
        lambda sentence, left: " ".join(sentence.split(" ")[:left]),
    )


def characters(sentences: Iterable[str], limit: int) -> list[str]:
    """Keep the first characters.

    >>> characters(["abc", "def"], 4)
    ['abc', 'd']
    """
    return first_of(sentences, limit, len, lambda sentence, left: sentence[:left])


ROUGE_155 = "rouge-1.5.5"
LIMITS: Registry[LengthLimit] = Registry("limit rule")
LIMITS.add(ROUGE_155, LengthLimit(first_words, first_bytes, "words between ASCII white space; bytes of UTF-8", "bytes"))
LIMITS.add(
    "py-rouge",
    LengthLimit(
        words_between_spaces, stripped_characters, "words between white space; characters of trimmed sentences"
    ),
)
LIMITS.add("sumeval", LengthLimit(pieces_between_blanks, characters, "pieces between single blanks; characters"))
