"""The warning of dropped letters in the words of a surface, whose users cannot give the rules of a profile."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from infrarouge.errors import CoverageWarning

ADVICE = "; for other scripts "


@contextmanager
def own_advice(advice: str) -> Iterator[None]:
    """Let a coverage warning raised inside end with what the surface has to offer.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     with own_advice("type tokenizer=str.split"):
    ...         warnings.warn("letters are dropped; for other scripts type tokens='unicode'", CoverageWarning)
    >>> print(caught[0].message)
    letters are dropped; for other scripts type tokenizer=str.split
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    depth, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(("infrarouge", "contextlib")):
        frame, depth = frame.f_back, depth + 1
    for warning in caught:
        text = str(warning.message)
        if issubclass(warning.category, CoverageWarning):
            text = text.partition(ADVICE)[0] + ADVICE + advice
        warnings.warn(text, warning.category, stacklevel=depth)
