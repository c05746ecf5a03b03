"""The words that rouge-score makes of a text."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from infrarouge.api import Rouge
from infrarouge.errors import TextTypeError

NON_ALPHANUM_PATTERN = r"[^a-z0-9]+"
NON_ALPHANUM_RE = re.compile(NON_ALPHANUM_PATTERN)
SPACES_PATTERN = r"\s+"
SPACES_RE = re.compile(SPACES_PATTERN)
VALID_TOKEN_PATTERN = r"^[a-z0-9]+$"
VALID_TOKEN_RE = re.compile(VALID_TOKEN_PATTERN)


@cache
def reader(stemmer: str | None) -> Rouge:
    """The scorer whose words these are."""
    return Rouge("rouge1", "rouge-score-0.1.2", stemmer=stemmer)


def text_of(text: Any) -> str:
    """Take a str, or bytes of UTF-8.

    >>> text_of(b"caf\\xc3\\xa9")
    'café'
    """
    if isinstance(text, str):
        return text
    if isinstance(text, bytes):
        return text.decode("utf-8")
    raise TextTypeError(
        f"'{type(text).__name__}' object has no attribute 'lower': a text must be a str, or UTF-8 bytes"
    )


def tokenize(text: Any, stemmer: Any) -> list[str]:
    """The lower-cased runs of a-z and 0-9; those of more than three characters go through `stemmer.stem`, if given.

    >>> tokenize("The cats' naps!", None)
    ['the', 'cats', 'naps']
    """
    words = reader(None).tokenize(text_of(text))
    return [stemmer.stem(word) if len(word) > 3 else word for word in words] if stemmer else words
