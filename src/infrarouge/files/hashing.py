"""A hash of the texts that were scored, for the signature."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any


class InputHash:
    """A hash of the texts, the same whatever files they stand in.

    >>> one, other = InputHash(), InputHash()
    >>> one.add(["a"], ["b"]); other.add(["a"], [["b"]])
    >>> one.value == other.value, len(one.value)
    (True, 16)
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, predictions: Sequence[Any], references: Sequence[Any]) -> None:
        """Take in some rows."""
        for prediction, reference in zip(predictions, references, strict=True):
            several = (
                [reference] if isinstance(reference, str) or not isinstance(reference, Iterable) else list(reference)
            )
            row = [_present(prediction), [_present(text) for text in several]]
            self._hash.update(json.dumps(row, default=_listed).encode("ascii") + b"\n")

    @classmethod
    def of(cls, predictions: Sequence[Any], references: Sequence[Any]) -> str:
        """The hash of a whole batch.

        >>> InputHash.of(["a"], ["b"]) == InputHash.of(["a"], [["b"]])
        True
        """
        hashed = cls()
        hashed.add(predictions, references)
        return hashed.value

    @property
    def value(self) -> str:
        """The first 16 hexadecimal digits."""
        return self._hash.hexdigest()[:16]


def _present(text: Any) -> Any:
    """NaN stands for a missing text, as None does."""
    return None if isinstance(text, float) and text != text else text


def _listed(text: Any) -> Any:
    return text.tolist() if hasattr(text, "tolist") else list(text)
