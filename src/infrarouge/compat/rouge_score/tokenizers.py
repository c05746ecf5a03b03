"""Tokenizers to use and to subclass, as `rouge_score.tokenizers` offers them."""

from __future__ import annotations

import abc
from typing import Any

from infrarouge.compat.rouge_score import tokenize
from infrarouge.reading.porter import porter


class Tokenizer(abc.ABC):
    """What a tokenizer offers; any object with this method serves."""

    @abc.abstractmethod
    def tokenize(self, text: Any) -> list[str]:
        """Cut a text into words."""


class PorterStemmer:
    """NLTK's Porter stemmer in its default mode, without NLTK.

    >>> PorterStemmer().stem("Running")
    'run'
    """

    def stem(self, word: str) -> str:
        """Stem one word."""
        return porter(word.lower())


class DefaultTokenizer(Tokenizer):
    """Lower-cased runs of a-z and 0-9, stemmed if asked.

    >>> DefaultTokenizer(use_stemmer=True).tokenize("The cats are running")
    ['the', 'cat', 'are', 'run']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self._stemmer = PorterStemmer() if use_stemmer else None

    def tokenize(self, text: Any) -> list[str]:
        return tokenize.reader("porter" if self._stemmer else None).tokenize(tokenize.text_of(text))
