"""Lines and words as ROUGE 2.0 (Java) reads them: texts as their bytes, lines cleaned, words by Java's split."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from infrarouge.errors import RangeError
from infrarouge.reading.programs import java
from infrarouge.reading.snowball import snowball_english

LINE_END = re.compile("\r\n|\r|\n")
DIGITS = re.compile("[0-9]+")
MARKS = re.compile("[!.\"';:,]")
CONTROLS = "".join(map(chr, range(33)))
"""What Java's trim removes: blanks and the control characters below them."""


class ArrayIndexOutOfBoundsException(RangeError, IndexError):
    """What Java raises for a word that has no part where ROUGE 2.0 looks for one."""


def lines(text: str) -> list[str]:
    """The lines of a text; an empty text has none, and what follows the last line end is a line if it is not empty.

    >>> lines("a\\r\\n\\rb\\n"), lines("")
    (['a', '', 'b'], [])
    """
    cut = LINE_END.split(text)
    return cut if cut[-1] else cut[:-1]


def viewed(text: str | bytes) -> str:
    """A text as ROUGE 2.0 sees it: the bytes of its UTF-8 taken for Latin-1.

    >>> viewed("é") == viewed("é".encode()) == "Ã©"
    True
    """
    return (text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")).decode("latin-1")


def cleaned(line: str) -> str:
    """A line with a mark for digits, in small letters, and without some marks.

    >>> cleaned("At 10:30, No!")
    'at  @   @   no '
    """
    return MARKS.sub(" ", DIGITS.sub(" @ ", line).lower())


def words(line: str) -> list[str]:
    """The words of a line as it was written.

    >>> words("It's 5 o'clock"), words("5 cats"), words("")
    (['it', 's', '@', 'o', 'clock'], ['', '@', 'cats'], [''])
    """
    return java.words(cleaned(viewed(line)))


def without_stop_words(line: str, stop: Collection[str]) -> str:
    """A cleaned line without the words of a list; a tag after an underscore is not looked at.

    >>> without_stop_words(" the cat_nn and the_dt dog", {"the", "and"})
    'cat_nn dog'
    """
    kept = [word for word in java.words(line) if word.partition("_")[0] not in stop]
    return " ".join(kept).strip(CONTROLS)


def stemmed(line: str, stem: Callable[[str], str] = snowball_english) -> str:
    """A cleaned line of stems; a tag is put behind its stem, without the underscore.

    >>> stemmed("cats_nns running a_b_c")
    'catnns run a'
    """
    return " ".join(_stem(word, stem) for word in java.words(line)).strip(CONTROLS)


def _stem(word: str, stem: Callable[[str], str]) -> str:
    parts = word.split("_")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    if word and not parts[0] and len(parts) == 1:
        raise ArrayIndexOutOfBoundsException(f"the word {word!r} is made of underscores, which ROUGE 2.0 cannot stem")
    return stem(parts[0]) + (parts[1] if len(parts) == 2 else "")


def topics(tagged: Iterable[str], pattern: str) -> list[str]:
    """Of tagged lines the words in which a pattern is found, tag and all; lines without any are left out.

    >>> topics(["the_dt dinner_vb", "a_dt"], "nn")
    ['dinner_vb']
    """
    found = re.compile(pattern)
    kept = (" ".join(word for word in line.split() if found.search(word)) for line in tagged)
    return [line for line in kept if line]
