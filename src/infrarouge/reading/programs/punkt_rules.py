"""Punkt: where sentences end, told by what is known of the words around a full stop (Kiss and Strunk, 2006).

Which words are abbreviations, which begin sentences, which follow each other over a full stop, and in which case words were
seen, was learned from a corpus and is read from files (`punkt_data`). The tokens are those of NLTK 3.10.2 and later. NLTK
compiles its patterns with the library regex, to which the separators U+001C to U+001F are no white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category

SPACE, NO_SPACE = r"[^\S\x1c-\x1f]", r"[\S\x1c-\x1f]"
CLOSING = "\"')\\]}‘’“”«»"
"""What may stand between the end of a sentence and the blank behind it."""
MARKS = f"{CLOSING};*:@({{\\[?!"
"""What cannot stand inside a word, and ends one."""
SEVERAL = r"(?:-{2,}|\.{2,}|(?:\." + SPACE + r"){2,}\.)"
"""Dashes and dots that are one token."""

END = re.compile(f"[.?!](?=(?P<mark>[{MARKS}])|{SPACE}+(?P<next>{NO_SPACE}+))")
"""A possible end of a sentence: a mark follows, or white space and a word."""
TOKEN = re.compile(
    f'{SEVERAL}|(?=[^("`{{\\[:;&#*@)}}\\]\\-,]){NO_SPACE}+?(?={SPACE}|$|[{MARKS}]|{SEVERAL}|,(?=$|{SPACE}|[{MARKS}]|{SEVERAL}))'
    f"|{NO_SPACE}"
)
REALIGNED = re.compile(f"(?P<marks>[{CLOSING}]+?)(?:{SPACE}+|(?=--)|$)")
"""Closing marks at the start of a sentence, which belong to the one before."""
NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*$")
NUMBER_TYPE = "##number##"
PUNCTUATION = frozenset(";:,.!?")
BLANKS = " \t\n\r\v\f"

BEGIN_UPPER, MIDDLE_UPPER, UNKNOWN_UPPER, BEGIN_LOWER, MIDDLE_LOWER, UNKNOWN_LOWER = 2, 4, 8, 16, 32, 64
"""Where in a sentence and in which case a word was seen, as bits of its context."""
UPPER, LOWER = BEGIN_UPPER | MIDDLE_UPPER | UNKNOWN_UPPER, BEGIN_LOWER | MIDDLE_LOWER | UNKNOWN_LOWER

CIRCLED = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
"""Symbols that are alphabetic."""

Data = tuple[bytes, bytes, bytes, bytes]
"""The files of a language in UTF-8: abbreviations, collocations, sentence starters, contexts."""


class Parameters(NamedTuple):
    """What was learned of a language; words stand in lower case and without their full stop.

    >>> known = Parameters.read((b"dr\\nprof", b"j\\tbach", b"the", b"cat\\t36"))
    >>> known.abbreviations == {"dr", "prof"}, known.collocations, known.contexts["cat"]
    (True, frozenset({('j', 'bach')}), 36)
    """

    abbreviations: frozenset[str]
    collocations: frozenset[tuple[str, ...]]
    starters: frozenset[str]
    contexts: dict[str, int]

    @classmethod
    def read(cls, data: Data) -> Parameters:
        """Read the files of a language."""
        return _read(data)


@lru_cache(maxsize=8)
def _read(data: Data) -> Parameters:
    abbreviations, collocations, starters, contexts = (_lines(part) for part in data)
    pairs = (line.split("\t") for line in contexts)
    return Parameters(
        frozenset(abbreviations),
        frozenset(tuple(line.split("\t")) for line in collocations),
        frozenset(starters),
        {word: int(bits) for word, bits in pairs},
    )


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8").split("\n")
    return lines if lines[-1] else lines[:-1]


class Token:
    """A token and what is thought of it: whether it ends a sentence, is an abbreviation, or dots.

    >>> token = Token("3.5.", Parameters.read((b"", b"", b"", b"")))
    >>> token.type, token.ends
    ('##number##', True)
    """

    __slots__ = ("abbreviated", "dots", "ends", "stopped", "text", "type")

    def __init__(self, text: str, known: Parameters) -> None:
        lowered = text.lower()
        self.text = text
        self.type = NUMBER_TYPE if NUMBER.match(lowered) else lowered
        self.stopped = text.endswith(".")
        self.ends = text in (".", "?", "!")
        self.dots = len(text) > 1 and not text.strip(".")
        self.abbreviated = False
        if self.stopped and not self.ends and not text.endswith(".."):
            bare = text[:-1].lower()
            self.abbreviated = bare in known.abbreviations or bare.rpartition("-")[2] in known.abbreviations
            self.ends = not self.abbreviated

    @property
    def bare_type(self) -> str:
        """The type without the full stop at its end."""
        return self.type[:-1] if len(self.type) > 1 and self.type[-1] == "." else self.type

    @property
    def next_type(self) -> str:
        """The type as it counts after a full stop: without its own full stop if that ends a sentence."""
        return self.bare_type if self.ends else self.type

    @property
    def is_initial(self) -> bool:
        """Whether it is a letter with a full stop."""
        return len(self.text) == 2 and self.stopped and is_initial(self.text[0])


def is_initial(char: str) -> bool:
    """Whether a character is part of a word as Unicode defines it for regular expressions, and no decimal digit.

    >>> is_initial("J"), is_initial("_"), is_initial("7"), is_initial("²")
    (True, True, False, False)
    """
    kind = category(char)
    if kind[0] in "LM" or kind in ("Nl", "Pc") or char in "\u200c\u200d":
        return True
    return kind == "So" and any(first <= ord(char) <= last for first, last in CIRCLED)


def sentences(text: str, known: Parameters) -> list[str]:
    """Cut a text into sentences.

    >>> known = Parameters.read((b"dr", b"", b"", b""))
    >>> sentences('He met Dr. Smith. "Hello!" (Really.) Yes', known)
    ['He met Dr. Smith.', '"Hello!"', '(Really.)', 'Yes']
    """
    return [text[start:end] for start, end in _realigned(text, list(_slices(text, known)))]


def _slices(text: str, known: Parameters) -> Iterator[tuple[int, int]]:
    """The sentences as places, closing marks left to the sentence behind."""
    begin = 0
    for end, following, context in _contexts(text):
        if _has_end(context, known):
            yield begin, end
            begin = following
    yield begin, len(text.rstrip())


def _contexts(text: str) -> Iterator[tuple[int, int, str]]:
    """Possible ends of sentences: the place, where the next sentence would begin, and the words around it."""
    before: tuple[int, int, str] | None = None
    start = stop = 0  # of the word before the last possible end
    for match in END.finditer(text):
        blank = max(text.rfind(char, stop, match.start()) for char in BLANKS)
        # A blank at the very start of the stretch is not looked at.
        word = blank + 1 if blank > stop else start
        if before is not None and stop <= word:
            yield before
        start, stop = word, match.start()
        last = match.end("next") if match["next"] else match.end("mark")
        before = match.end(), match.start("next") if match["next"] else match.end(), text[start:last]
    if before is not None:
        yield before


def _has_end(context: str, known: Parameters) -> bool:
    """Whether a sentence ends at some token but the last."""
    tokens = [Token(text, known) for line in context.split("\n") if line.strip() for text in TOKEN.findall(line)]
    return any(_ends(token, after, known) for token, after in pairwise(tokens))


def _ends(token: Token, after: Token, known: Parameters) -> bool:
    """Whether a token ends a sentence, as the token after it tells."""
    if not token.stopped:
        return token.ends
    if (token.bare_type, after.next_type) in known.collocations:
        return False
    initial = token.is_initial
    starts = _starts(after, known)
    begins = starts is True or (after.text[0].isupper() and after.next_type in known.starters)
    if begins and (token.abbreviated or token.dots) and not initial:
        return True
    if initial or token.bare_type == NUMBER_TYPE:
        if starts is False:
            return False
        # A word that is always written with a capital letter is a name behind an initial.
        if (
            starts is None
            and initial
            and after.text[0].isupper()
            and not known.contexts.get(after.next_type, 0) & LOWER
        ):
            return False
    return token.ends


def _starts(token: Token, known: Parameters) -> bool | None:
    """Whether a token begins a sentence, from the case in which its word was seen; None where that does not tell."""
    if token.text in PUNCTUATION:
        return False
    context = known.contexts.get(token.next_type, 0)
    if token.text[0].isupper() and context & LOWER and not context & MIDDLE_UPPER:
        return True
    if token.text[0].islower() and (context & UPPER or not context & BEGIN_LOWER):
        return False
    return None


def _realigned(text: str, slices: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give closing marks at the start of a sentence to the one before; sentences of nothing are left out."""
    moved = 0
    for (begin, end), following in zip(slices, [*slices[1:], None], strict=True):
        begin += moved
        marks = REALIGNED.match(text[slice(*following)]) if following is not None else None
        if marks is not None and following is not None:
            yield begin, following[0] + marks.end("marks")
            moved = marks.end()
        else:
            moved = 0
            if begin < end:
                yield begin, end
