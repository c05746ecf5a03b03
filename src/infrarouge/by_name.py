"""Texts are passed by name: whoever passes them by place is told the line to type."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from infrarouge.errors import InputTypeError

P = ParamSpec("P")
T = TypeVar("T")


def by_name(call: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Answer a call without names with the line to type; swapped texts would swap precision and recall.

    >>> @by_name("length(text=...)")
    ... def length(*, text):
    ...     return len(text)
    >>> length(text="abc")
    3
    >>> length("abc")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputTypeError: texts are passed by name, so that none takes the place of another; type: length(text=...)
    """

    def named(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def checked(*misplaced: P.args, **texts: P.kwargs) -> T:
            if misplaced:
                raise InputTypeError(f"texts are passed by name, so that none takes the place of another; type: {call}")
            return function(*misplaced, **texts)

        return checked

    return named
