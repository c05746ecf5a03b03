"""Chinese by jieba with the dictionary inside the package."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from infrarouge.reading.analyzers.library import LibraryAnalyzer, Token


class JiebaAnalyzer(LibraryAnalyzer):
    """Words of jieba's default mode; words that a program adds to the package's own tokenizer do not count here."""

    def load(self) -> Any:
        """Load the dictionary, without the messages that jieba prints about it."""
        import jieba  # the extra

        logger: logging.Logger = jieba.default_logger
        level = logger.level
        logger.setLevel(logging.WARNING)
        try:
            tokenizer = jieba.Tokenizer()
            tokenizer.initialize()
        finally:
            logger.setLevel(level)
        return tokenizer

    def tokens(self, library: Any, texts: Sequence[str]) -> Iterable[Iterable[Token]]:
        """Read texts into words."""
        for text in texts:
            yield [(word, word, start, end) for word, start, end in library.tokenize(text)]
