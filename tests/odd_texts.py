"""A text of a class of the user's, which is the text that it holds, whatever its methods say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Odd(str):
    """A text whose methods tell of another one."""

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 7

    def __str__(self) -> str:
        return "other"

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[str]:
        return iter("other")

    def lower(self) -> str:
        return "other"

    def split(self, *args: Any) -> list[str]:
        return ["other"]

    def splitlines(self, keepends: bool = False) -> list[str]:
        return ["other"]
