"""Texts and settings are passed by name: whoever passes them by place, or by another name, is told what to type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from infrarouge.aliases import keyword_hint, meant
from infrarouge.errors import InputTypeError, UnknownNameError

P = ParamSpec("P")
T = TypeVar("T")

TEXTS = {"prediction": "prediction=..., reference=...", "predictions": "predictions=[...], references=[...]"}
"""How texts are passed, by the first of them."""
TAKES_MORE = 0x08
"""The flag of a function that takes any keyword, which is how rules are passed on."""


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
    return lambda function: _told(function, call)


def told_names(function: Callable[P, T]) -> Callable[P, T]:
    """Answer a keyword of another program with the right one; other unknown ones as far as the function takes no rules.

    >>> @told_names
    ... def count(predictions, *, stemmer=None, **rules):
    ...     return len(predictions)
    >>> count(predictions=["a"], rule=3)
    1
    >>> count(preds=["a"])
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown keyword 'preds'; type predictions=...
    """
    return _told(function, None)


def _told(function: Callable[P, T], call: str | None) -> Callable[P, T]:
    """The function with its answers; `call` is the line to type where texts are passed by place."""
    plain: Any = function
    code = plain.__code__
    by_place = code.co_varnames[: code.co_argcount]
    by_word = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    known = frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - {"self"}
    optional = {*by_place[len(by_place) - len(plain.__defaults__ or ()) :], *(plain.__kwdefaults__ or ())}
    takes_more = bool(code.co_flags & TAKES_MORE)
    texts = next((TEXTS[name] for name in by_word if name in TEXTS), None)
    line = call or (texts and f"{plain.__name__}({texts})")

    @wraps(function)
    def checked(*values: P.args, **named: P.kwargs) -> T:
        if line and len(values) > len(by_place):
            raise InputTypeError(f"texts are passed by name, so that none takes the place of another; type: {line}")
        if not named.keys() <= known:
            lacking = known - optional - named.keys() - {*by_place[: len(values)]}
            refuse_unknown(named, known, all_of_them=bool(lacking) or not takes_more)
        return function(*values, **named)

    return checked


def refuse_unknown(names: Iterable[str], known: frozenset[str], *, all_of_them: bool) -> None:
    """Refuse keywords that are known by another name, or all that are not known.

    >>> refuse_unknown(["stemmer"], frozenset({"metrics"}), all_of_them=False)
    """
    unknown = [name for name in names if name not in known]
    # A word with a meaning here says more than one that may be a rule.
    for name in sorted(unknown, key=lambda name: meant(name, known) is None):
        if all_of_them or meant(name, known) is not None:
            raise UnknownNameError(f"unknown keyword {name!r}{keyword_hint(name, known)}")
