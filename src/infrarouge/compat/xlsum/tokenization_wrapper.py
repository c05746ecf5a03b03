"""The words that XL-Sum's scorer makes of a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from infrarouge.compat.rouge_score.tokenize import text_of
from infrarouge.reading.programs.xlsum import sanitized


def tokenize(text: Any, stemmer: Callable[[str], Any] | None = None, tokenizer: Any = None) -> list[Any]:
    """Lower and sanitize a text, cut it with a `MultiTokenizer` if there is one, and stem its tokens.

    >>> tokenize("Covid19, cats!"), tokenize("Covid19, cats!", lambda token: token[:3])
    (['covid19', 'cats'], ['cov', 'cat'])
    """
    tokens: list[Any] = sanitized(text_of(text).lower())
    if tokenizer is not None:
        tokens = tokenizer(" ".join(tokens))
    if stemmer is not None:
        tokens = [stemmer(token) for token in tokens]
    return [token for token in tokens if token]
