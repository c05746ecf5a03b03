"""Lists of texts as flat items and offsets, the form in which a batch crosses into an engine."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any

import numpy as np

from infrarouge.errors import NOT_UTF8, InputError, InputTypeError
from infrarouge.types import Integers


def offsets(lists: Sequence[Sized]) -> Integers:
    """Where each of several lists starts and ends once they are put one after another.

    >>> offsets([[1, 2], [], [3]]).tolist()
    [0, 2, 2, 3]
    """
    ends = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in lists], out=ends[1:])
    return ends


def integers(text: Any, ignored: Integers, name: str, at: int) -> Integers:
    """One text of integer ids without those to be ignored; `name` and `at` are for messages.

    >>> integers([3, 0, 5], np.array([0]), "prediction", 0).tolist()
    [3, 5]
    """
    try:
        array = np.asarray(text)
    except Exception as error:
        raise InputTypeError(f"{name} {at} cannot be read as integer ids: {error}") from None
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise InputTypeError(
            f"{name} {at} is {array.dtype} with {array.ndim} dimensions; with tokens='ids' every text is a flat list "
            "or array of integers"
        )
    if array.dtype.kind == "u" and int(array.max()) > np.iinfo(np.int64).max:
        raise InputTypeError(f"{name} {at} holds the id {array.max()}; ids are at most 2**63 - 1")
    ids = array.astype(np.int64)
    return ids[~np.isin(ids, ignored)] if ignored.size else ids


def is_missing(text: Any) -> bool:
    """Whether None, NaN or a table's mark for a missing value stands in the place of a text.

    >>> is_missing(None), is_missing(float("nan")), is_missing(3.14), is_missing("")
    (True, True, False, False)
    """
    return text is None or (isinstance(text, (float, np.floating)) and text != text)


def require_utf8(word: str, what: str) -> str:
    """The word itself, refused if it holds half of a surrogate pair: no engine could look for it alike.

    >>> require_utf8("\\ud800", "stop word")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: the stop word '\\ud800' is no Unicode text: it holds half of a surrogate pair; remove it
    """
    try:
        word.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"the {what} {word!r} is no Unicode text: it holds half of a surrogate pair; remove it"
        ) from None
    return word


def wrong_type(name: str, at: int, text: Any) -> str:
    """Say that a text is no str, and what to type instead."""
    kind = text if isinstance(text, str) else type(text).__name__
    if kind == NOT_UTF8:
        return f"{name} {at} is {kind}; give texts in UTF-8, or decode them first: data.decode(encoding)"
    hint = "; give a str, or None for a missing text"
    if kind in ("list", "tuple", "ndarray"):
        hint = "; for ready sentences type sentences='list', for ready tokens tokens='list', for integers tokens='ids'"
    elif kind in ("dict", "set", "frozenset", "DataFrame"):
        hint = f"; take the texts out first, such as {name}s=[row['{name}'] for row in rows]"
    elif kind == "bytes":
        hint = "; decode it first: text.decode('utf-8')"
    return f"{name} {at} is {kind}, not str{hint}"


def require_words(tokens: list[Any], name: str, row: int) -> None:
    """Refuse ready tokens that are no words, with what to type for what they are.

    >>> require_words(["a", "b"], "prediction", 0)
    """
    if {*map(type, tokens)} <= {str}:
        return
    for token in tokens:
        if isinstance(token, str):
            continue
        hint = ""
        if isinstance(token, (int, np.integer)):
            hint = " (for integers type tokens='ids')"
        elif isinstance(token, list):
            hint = " (for tokens by sentence add sentences='list')"
        raise InputTypeError(f"{name} {row} holds {token!r} ({type(token).__name__}); tokens are str{hint}")
