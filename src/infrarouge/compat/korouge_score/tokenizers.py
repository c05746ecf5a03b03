"""Tokenizers to use and to subclass, as `korouge_score.tokenizers` offers them."""

from __future__ import annotations

from typing import Any

from infrarouge.compat.korouge_score import tokenize2
from infrarouge.compat.rouge_score.tokenizers import PorterStemmer, Tokenizer

__all__ = ["DefaultTokenizer", "Tokenizer"]


class DefaultTokenizer(Tokenizer):
    """Lower-cased words between white space, stemmed by Porter's rules for English if asked.

    >>> DefaultTokenizer(use_stemmer=True).tokenize("연구s Running")
    ['연구s', 'run']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self._stemmer = PorterStemmer() if use_stemmer else None

    def tokenize(self, text: Any) -> list[str]:
        return tokenize2.reader("porter" if self._stemmer else None).tokenize(tokenize2.check_text(text))
