"""Advice in the words of whoever reads it: a rule is typed as a keyword in Python and as an option in a shell."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SHELL: ContextVar[bool] = ContextVar("infrarouge_shell", default=False)


@contextmanager
def shell_words() -> Iterator[None]:
    """Word advice for a shell while this runs.

    >>> with shell_words():
    ...     typed("tokens", "unicode"), typed("max_words", 75)
    ('--tokens unicode', '--max-words 75')
    """
    token = _SHELL.set(True)
    try:
        yield
    finally:
        _SHELL.reset(token)


def typed(rule: str, value: object) -> str:
    """A rule and its value as one types them here.

    >>> typed("tokens", "unicode")
    "tokens='unicode'"
    """
    if _SHELL.get():
        return f"--{rule.replace('_', '-')} {shlex.quote(str(value))}"
    return f"{rule}={value!r}"
