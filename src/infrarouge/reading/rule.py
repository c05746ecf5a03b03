"""What a named rule of reading is, and how a user's own takes its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from infrarouge.errors import InputTypeError


class Rule(NamedTuple):
    """A named rule: the engine's word for it (None if it has none), the function that defines it, and what it does.

    Rules of reading alone, such as `unicode`, have no function here. The rules of single programs that an engine knows
    have both: the function is their definition, and runs where a rule after them is Python. `lowered` takes the function's place where the text will be lower-cased, if the rule then works otherwise.
    """

    native: str | None
    function: Callable[[str], Any] | None
    about: str
    lowered: Callable[[str], Any] | None = None
    case: str | None = None
    """The rule of case that an engine is told with it, where the user sets none."""


class Later:
    """A function of another module, or in a table there, imported when it is first called.

    >>> Later("infrarouge.reading.programs.java", "words")("a b")
    ['a', 'b']
    """

    def __init__(self, module: str, name: str, key: str | None = None) -> None:
        self.module, self.name, self.key = module, name, key

    def __call__(self, text: str) -> Any:
        return self.function(text)

    @cached_property
    def function(self) -> Callable[[str], Any]:
        value = getattr(import_module(self.module), self.name)
        return value if self.key is None else value[self.key]  # type: ignore[no-any-return]  # named in the table


def callable_of(rule: Any, method: str, name: str) -> Callable[[str], Any] | None:
    """Take a user's own rule: a function, or an object with the method that others of its kind have."""
    function = getattr(rule, method, None)
    if callable(function):
        return function  # type: ignore[no-any-return]  # an attribute of an unknown object
    if callable(rule) and callable(getattr(rule, "__wrapped__", rule)):
        return rule  # type: ignore[no-any-return]  # likewise
    if isinstance(rule, str) or rule is None:
        return None
    raise InputTypeError(f"{name} is {type(rule).__name__}; give a name, a function, or an object with .{method}()")
