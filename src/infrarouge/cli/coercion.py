"""Takes the words of options as they are where no more is needed: typer's own conversion takes long to load."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

NUMBERS = {int: re.compile(r"-?[0-9]{1,18}"), float: re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")}
"""Numbers that every conversion reads alike; other spellings, and all errors, are typer's."""


class PlainValues:
    """Converts the values of one parameter, as typer would; what is not plain goes to typer's own conversion."""

    def __init__(self, param: Any) -> None:
        self.own = param.get_runtime_param
        how, limits = param.type_descriptor, param.type_descriptor.parameter_info
        is_ranged = limits.min is not None or limits.max is not None
        is_more = is_ranged or how.is_path or how.is_choice or how.is_file or limits.parser is not None
        self.kind = None if is_more else how.annotation

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter; typer calls it by these names."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if type(value) is self.kind:
            return value
        if type(value) is str and self.kind in NUMBERS and NUMBERS[self.kind].fullmatch(value):
            return self.kind(value)
        if self.kind == list[str] and type(value) in (list, tuple) and all(type(item) is str for item in value):
            return list(value)
        return self.own().coerce(value, param=param, ctx=ctx)


def take_plain_values(params: Iterable[Any]) -> None:
    """Let parameters take plain values without typer's conversion, which imports pydantic; older typers import none."""
    for param in params:
        if hasattr(param, "get_runtime_param") and "get_runtime_param" not in vars(param):
            # Another typer may be built otherwise inside: then all goes its own way.
            with suppress(AttributeError, TypeError):
                plain = PlainValues(param)
                param.get_runtime_param = lambda plain=plain: plain
