"""Takes the words of options as they are where no more is needed: typer's own conversion takes long to load."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

NUMBERS: dict[Any, str] = {int: "a whole number{}, such as 10", float: "a number{}, such as 0.5"}
"""What to type where a number is asked for."""


class PlainValues:
    """Converts the values of one parameter, as typer would; what is not plain goes to typer's own conversion."""

    def __init__(self, param: Any) -> None:
        self.own = param.get_runtime_param
        how, limits = param.type_descriptor, param.type_descriptor.parameter_info
        is_more = how.is_path or how.is_choice or how.is_file or limits.parser is not None or limits.max is not None
        self.kind: Any = None if is_more else how.annotation
        self.least = limits.min

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter; typer calls it by these names."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if type(value) is self.kind:
            return value
        if type(value) is str and self.kind in NUMBERS:
            return self._number(value, param, ctx)
        if self.kind == list[str] and type(value) in (list, tuple) and all(type(item) is str for item in value):
            return list(value)
        return self.own().coerce(value, param=param, ctx=ctx)

    def _number(self, text: str, param: Any, ctx: Any) -> Any:
        try:
            number = self.kind(text)
            if self.least is None or number >= self.least:
                return number
        except ValueError:
            pass
        told = repr(text if len(text) <= 60 else text[:57] + "...")
        where = "" if self.least is None else f" from {self.least} up"
        return ctx.fail(f"{param.opts[0]} {told}: give {NUMBERS[self.kind].format(where)}")


def take_plain_values(params: Iterable[Any]) -> None:
    """Let parameters take plain values without typer's conversion, which imports pydantic; older typers import none."""
    for param in params:
        if hasattr(param, "get_runtime_param") and "get_runtime_param" not in vars(param):
            # Another typer may be built otherwise inside: then all goes its own way.
            with suppress(AttributeError, TypeError):
                plain = PlainValues(param)
                param.get_runtime_param = lambda plain=plain: plain
