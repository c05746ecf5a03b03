"""Thai by pythainlp's newmm with the word list inside the package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.reading.analyzers.library import LibraryAnalyzer, Token, placed


class ThaiAnalyzer(LibraryAnalyzer):
    """Words by the longest fitting entries of a dictionary."""

    def load(self) -> Any:
        """Load the tokenizer; the first text makes it read its word list."""
        from pythainlp.tokenize import word_tokenize  # the extra

        return word_tokenize

    def tokens(self, library: Any, texts: Sequence[str]) -> Iterable[Iterable[Token]]:
        """Read texts into words."""
        for text in texts:
            yield placed(text, library(text, engine="newmm"))
