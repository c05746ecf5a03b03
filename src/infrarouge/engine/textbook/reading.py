"""From a text to words: sentences, limits, case, tokens, and how much of it the words keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from infrarouge.reading import unicode
from infrarouge.types import Word

Words = Sequence[Any]
"""Words are str, or int where the user gave ids; the definitions only ever compare them."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text as words: flat, and by sentence; with the letters it has and how many of them the words keep."""

    flat: Words
    sentences: Sequence[Words]
    letters: int = 0
    kept: int = 0


def pieces(text: str, mark: str) -> list[Word]:
    """What stands between marks, without the empty pieces.

    >>> [piece.text for piece in pieces("a b<q>c", "<q>")]
    ['a b', 'c']
    """
    found: list[Word] = []
    at = 0
    for piece in text.split(mark):
        if piece:
            found.append(Word(piece, at, at + len(piece)))
        at += len(piece) + len(mark)
    return found


def sentences(text: str, how: str, mark: str = "") -> list[Word]:
    """Cut a text into sentences by the named rule, each with its place; under `list` a text read alone is a sentence.

    >>> [sentence.text for sentence in sentences("a b\\nc", "newline")], sentences("a b", "none")
    (['a b', 'c'], [Word(text='a b', start=0, end=3)])
    """
    if how in ("none", "list"):
        return [Word(text, 0, len(text))]
    return pieces(text, {"newline": "\n", "period": ".", "marker": mark}[how])


def split(text: str, how: str, mark: str = "") -> list[str]:
    """The texts of the sentences.

    >>> split("a b<q>c", "marker", "<q>")
    ['a b', 'c']
    """
    return [sentence.text for sentence in sentences(text, how, mark)]


ASCII_SPACE = " \t\n\v\f\r"


def fields(sentence: str, leading_blank: bool = False) -> list[str]:
    """What stands between runs of ASCII white space; with `leading_blank`, white space in front makes an empty field.

    >>> fields("  a b "), fields("  a b ", leading_blank=True)
    (['a', 'b'], ['', 'a', 'b'])
    """
    found = [one for one in re.split(f"[{ASCII_SPACE}]+", sentence) if one]
    return ["", *found] if leading_blank and found and sentence[0] in ASCII_SPACE else found


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


def lower_ascii(text: str) -> str:
    """Lower the letters A to Z and nothing else.

    >>> lower_ascii("ÀB")
    'Àb'
    """
    return re.sub("[A-Z]", lambda found: found.group().lower(), text)


def alnum(text: str) -> list[Word]:
    """Runs of a-z and 0-9; everything else separates.

    >>> [word.text for word in alnum("don't e-mail café 3.5")]
    ['don', 't', 'e', 'mail', 'caf', '3', '5']
    """
    return [Word(found.group(), found.start(), found.end()) for found in re.finditer("[a-z0-9]+", text)]


def unicode_words(text: str) -> list[Word]:
    """Words of any script: letters, digits and their marks; Han, Kana, Thai, Lao, Khmer and Burmese by character.

    >>> [word.text for word in unicode_words("naïve 東京へ don't")]
    ['naïve', '東', '京', 'へ', 'don', 't']
    """
    words: list[Word] = []
    letters: list[str] = []
    start = end = 0
    single = False

    def close() -> None:
        if letters:
            words.append(Word("".join(letters), start, end))
            letters.clear()

    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if kind == unicode.IGNORED:
            continue
        if kind == unicode.SEPARATOR or kind == unicode.SINGLE or (kind == unicode.WORD and single):
            close()
            single = False
        if kind == unicode.SEPARATOR:
            continue
        if not letters:
            start = at
        if kind == unicode.SINGLE:
            single = True
        letters.append(char)
        end = at + 1
    close()
    return words


def whitespace(text: str) -> list[Word]:
    """What stands between white space.

    >>> [word.text for word in whitespace("Don't  stop.")]
    ["Don't", 'stop.']
    """
    words: list[Word] = []
    start = None
    for at, char in enumerate(text):
        if unicode.is_space(char):
            if start is not None:
                words.append(Word(text[start:at], start, at))
            start = None
        elif start is None:
            start = at
    if start is not None:
        words.append(Word(text[start:], start, len(text)))
    return words


def chars(text: str) -> list[Word]:
    """Single characters with the marks that follow them; white space is left out.

    >>> [word.text for word in chars("né o")]
    ['n', 'é', 'o']
    """
    words: list[Word] = []
    joined = False
    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if unicode.is_space(char):
            joined = False
        elif kind == unicode.MARK and joined:
            before = words.pop()
            words.append(Word(before.text + char, before.start, at + 1))
        elif kind != unicode.IGNORED:
            words.append(Word(char, at, at + 1))
            joined = True
    return words


TOKENS: dict[str, Callable[[str], list[Word]]] = {
    "alnum": alnum,
    "unicode": unicode_words,
    "whitespace": whitespace,
    "chars": chars,
}
LOWER: dict[str, Callable[[str], str]] = {"none": str, "ascii": lower_ascii, "unicode": unicode.lower}


def coverage(text: str, lower: Callable[[str], str], tokens: Callable[[str], list[Word]]) -> tuple[int, int]:
    """Count the letters of a sentence, and those of them that end up in its words.

    >>> coverage("café 東京", unicode.lower, alnum)
    (6, 3)
    """
    lowered = [lower(char) for char in text]
    inside = [False] * (sum(map(len, lowered)) + 1)
    for word in tokens("".join(lowered)):
        inside[word.start : word.end] = [True] * (word.end - word.start)
    letters = kept = at = 0
    for char, low in zip(text, lowered, strict=True):
        if unicode.is_letter(char):
            letters += 1
            kept += any(inside[at : at + len(low)])
        at += len(low)
    return letters, kept
