"""The errors of js-rouge for values of a wrong type, in its own words, and a note that says what to give instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

NOT_A_FUNCTION = {
    True: {
        "tokenizer": "r.tokenizer is not a function",
        "n_gram": "r.nGram is not a function",
        "skip_bigram": "r.skipBigram is not a function",
        "segmenter": "r.segmenter is not a function",
        "lcs": "r.lcs is not a function",
    },
    False: {
        "tokenizer": "n is not a function",
        "n_gram": "o is not a function or its return value is not iterable",
        "skip_bigram": "o is not a function or its return value is not iterable",
        "segmenter": "r is not a function",
        "lcs": "n is not a function or its return value is not iterable",
        "lcs_indices": "r is not a function",
    },
}
"""What release 3.2.0 (True) and release 3.2.3 say of an option that should be a function."""

_KINDS = {bool: "boolean", int: "number", float: "number"}


def noted(error: TypeError, note: str) -> TypeError:
    """Add to an error what was given and what is accepted; Pythons before 3.11 show the message alone.

    >>> str(noted(TypeError("e.replace is not a function"), "the text is int; give a str"))
    'e.replace is not a function'
    """
    if hasattr(error, "add_note"):
        error.add_note(note)
    return error


def refuse_none(value: Any, read: str, name: str, wanted: str) -> None:
    """Refuse None where JavaScript would read a property of null."""
    if value is None:
        raise noted(
            TypeError(f"Cannot read properties of null (reading '{read}')"), f"the {name} is None; give {wanted}"
        )


def refuse_other(text: Any, called: str, name: str = "text", letter: str = "e") -> None:
    """Refuse what is no str where JavaScript would call one of its methods."""
    if not isinstance(text, str):
        note = f"the {name} is {type(text).__name__}; give a str"
        raise noted(TypeError(f"{letter}.{called} is not a function"), note)


def is_list(value: Any) -> bool:
    """Whether a value is what JavaScript would call an array: several things in order, and no str.

    >>> is_list(["a"]), is_list(("a",)), is_list("a"), is_list({"a"})
    (True, True, False, False)
    """
    if isinstance(value, (str, bytes, Mapping, AbstractSet)):
        return False
    return isinstance(value, Sequence) or hasattr(value, "__array__")


def refuse_not_list(value: Any, called: str, name: str) -> None:
    """Refuse what is no list where JavaScript would call one of its methods."""
    if not is_list(value):
        note = f"the {name} are {type(value).__name__}; give a list"
        raise noted(TypeError(f"e.{called} is not a function"), note)


def refuse_not_function(value: Any, words: str, name: str) -> None:
    """Refuse what cannot be called."""
    if not callable(value):
        raise noted(TypeError(words), f"{name} is {type(value).__name__}; give a function")


def refuse_not_iterable(value: Any) -> None:
    """Refuse what cannot be gone through."""
    if not hasattr(value, "__iter__"):
        kind = f"{_KINDS[type(value)]} {str(value).lower()}" if type(value) in _KINDS else "object"
        raise noted(
            TypeError(f"{kind} is not iterable (cannot read property Symbol(Symbol.iterator))"), "give two lists"
        )
