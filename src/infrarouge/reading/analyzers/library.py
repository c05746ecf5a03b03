"""What the analysers share: a library that is loaded once, texts that are read once, and spans that stay in the text."""

from __future__ import annotations

import os
import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.reading import unicode
from infrarouge.reading.analyzers import Analysis
from infrarouge.rules.libraries import installed

MOST_KEPT = 1 << 24
"""Characters of texts whose words are kept; then all are forgotten, and reading begins anew."""

Token = tuple[str, str, int, int]
"""Surface form, base form, start and end."""

_PIECE = re.compile("(?s:.)[\u1160-\u11ff\ud7b0-\ud7ff\u0300-\u036f\u3099\u309a]*")
# A library written in C may end a text at a zero, and refuse half of a surrogate pair.
_STRANGE = re.compile("[\x00\ud800-\udfff]")


class LibraryAnalyzer:
    """An analyser over a library: subclasses say how it is loaded (`load`) and how it reads texts (`tokens`)."""

    in_pieces = True
    """A batch may come in several pieces, between which progress is shown and Ctrl-C is heard."""

    def __init__(self, name: str, way: str) -> None:
        self.infrarouge_name, self.way = name, way
        self.infrarouge_version = installed(name) or ""
        self._library: Any = None
        self._process = 0
        self._kept: dict[str, Analysis] = {}
        self._size = 0
        self._lock = threading.RLock()

    def load(self) -> Any:
        """Load the library with its data."""
        raise NotImplementedError

    def tokens(self, library: Any, texts: Sequence[str]) -> Iterable[Iterable[Token]]:
        """Read texts with the loaded library."""
        raise NotImplementedError

    @property
    def library(self) -> Any:
        """The loaded library; its threads do not come along into a process that was forked."""
        if self._process != os.getpid():
            self._library, self._process = self.load(), os.getpid()
        return self._library

    def analyze(self, texts: Sequence[str]) -> list[Analysis]:
        """Read a batch of texts, each distinct one once in a run."""
        with self._lock:
            fresh = [text for text in dict.fromkeys(texts) if text not in self._kept]
            if self._size > MOST_KEPT:
                self._kept, self._size, fresh = {}, 0, list(dict.fromkeys(texts))
            composed = [compose(_STRANGE.sub(" ", text)) for text in fresh]
            read = self.tokens(self.library, [text for text, _ in composed]) if fresh else []
            for text, (_, places), tokens in zip(fresh, composed, read, strict=True):
                self._kept[text] = analysis(tokens, places, len(text))
                self._size += len(text)
            return [self._kept[text] for text in texts]


def compose(text: str) -> tuple[str, list[int] | None]:
    """A text in normal form C, and where each of its characters starts in the original, None where nothing changed.

    >>> compose("한"), compose("\\u1112\\u1161\\u11ab!")
    (('한', None), ('한!', [0, 3, 4]))
    """
    if unicodedata.is_normalized("NFC", text):
        return text, None
    pieces: list[str] = []
    places: list[int] = []
    for match in _PIECE.finditer(text):
        piece = unicodedata.normalize("NFC", match.group())
        pieces.append(piece)
        places += [match.start()] * len(piece)
    return "".join(pieces), [*places, len(text)]


def analysis(tokens: Iterable[Token], places: list[int] | None, length: int) -> Analysis:
    """The words among tokens, with their places in the original text of some length.

    >>> analysis([("a", "a", 0, 1), (",", ",", 1, 2)], None, 2)
    Analysis(surface=['a'], base=['a'], spans=[(0, 1)])
    """
    words = [token for token in tokens if is_word(token[1])]
    spans = [(start, end) for _, _, start, end in words]
    if places is not None:
        last = len(places) - 1
        spans = [(places[min(start, last)], places[min(max(start, end), last)]) for start, end in spans]
    spans = [(min(start, length), min(max(start, end), length)) for start, end in spans]
    return Analysis([token[0] for token in words], [token[1] for token in words], spans)


def is_word(form: str) -> bool:
    """Whether a form has a letter or a digit; punctuation and symbols are no words.

    >>> is_word("3.5"), is_word("。")
    (True, False)
    """
    return any(unicode.kind(char) in (unicode.WORD, unicode.SINGLE) for char in form)


def placed(text: str, forms: Iterable[str]) -> list[Token]:
    """Forms that stand in a text one after another, each with its place.

    >>> placed("ab c", ["ab", "c"])
    [('ab', 'ab', 0, 2), ('c', 'c', 3, 4)]
    """
    tokens: list[Token] = []
    at = 0
    for form in forms:
        start = text.find(form, at)
        if start < 0:
            start = at
        at = min(len(text), start + len(form))
        tokens.append((form, form, start, at))
    return tokens
