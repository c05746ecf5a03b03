"""What a tokenizer, splitter, normalizer or stemmer returned, refused with its row if it is not what the stage needs.

Of a class of the user's that is a str, the text counts that it holds, whatever its methods say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from infrarouge.errors import InputTypeError


def several_strings(returned: Any, row: int, name: str, function: str, what: str) -> list[str]:
    """What a function that cuts a text returned, as a list of str; anything else is refused.

    A str would be taken apart into its characters, of a dict the keys would be read, and a set has no order.

    >>> several_strings(("a", "b"), 0, "prediction", "tokenizer", "words")
    ['a', 'b']
    >>> several_strings("ab", 3, "prediction", "tokenizer", "words")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: prediction 3: the tokenizer returned 'ab' (str); it must return a list of words (str)
    """
    if isinstance(returned, (str, bytes, Mapping, Set)) or not isinstance(returned, Iterable):
        wrong = returned
    else:
        strings = list(returned)
        if {*map(type, strings)} <= {str}:
            return strings
        strangers = [part for part in strings if not isinstance(part, str)]
        if not strangers:
            return [str.__str__(part) for part in strings]
        wrong = strangers[0]
    raise InputTypeError(f"{name} {row}: the {function} returned {_told(wrong)}; it must return a list of {what} (str)")


def one_string(returned: Any, place: str, function: str) -> str:
    """What a function that rewrites a text returned, refused if it is no str; `place` says of which text.

    >>> one_string(None, "prediction 3", "normalizer")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: prediction 3: the normalizer returned None (NoneType); it must return a str
    """
    if isinstance(returned, str):
        return str.__str__(returned)
    raise InputTypeError(f"{place}: the {function} returned {_told(returned)}; it must return a str")


def _told(value: Any) -> str:
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"
