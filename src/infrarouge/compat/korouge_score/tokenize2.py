"""The words that korouge-score makes of a text."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from infrarouge.api import Rouge

SPACES_PATTERN = r"\s+"
SPACES_RE = re.compile(SPACES_PATTERN)


@cache
def reader(stemmer: str | None) -> Rouge:
    """The scorer whose words these are."""
    return Rouge("rouge1", "korouge-score-0.1.4", stemmer=stemmer)


def check_text(text: Any) -> str:
    """Pass on a str, and refuse what the original refuses.

    >>> check_text(b"a")
    Traceback (most recent call last):
        ...
    TypeError: cannot use a string pattern on a bytes-like object: decode the text first: text.decode('utf-8')
    """
    if isinstance(text, str):
        return text
    if isinstance(text, bytes):
        raise TypeError(
            "cannot use a string pattern on a bytes-like object: decode the text first: text.decode('utf-8')"
        )
    raise AttributeError(f"'{type(text).__name__}' object has no attribute 'lower': a text must be a str")


def tokenize(text: Any, stemmer: Any) -> list[str]:
    """The lower-cased words between white space; those of more than three characters go through `stemmer.stem`, if given.

    White space at the start or the end makes an empty word, and an empty text is one.

    >>> tokenize("연구를 시작했다. ", None)
    ['연구를', '시작했다.', '']
    """
    words = reader(None).tokenize(check_text(text))
    return [stemmer.stem(word) if len(word) > 3 else word for word in words] if stemmer else words
