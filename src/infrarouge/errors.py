"""What can go wrong, each with a name: every message says what was given, what is accepted and what to type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from infrarouge.types import Integers


class InfrarougeError(Exception):
    """Base of every error infrarouge raises on purpose."""


class UnknownNameError(InfrarougeError, ValueError):
    """A name (profile, metric, tokenizer, option, ...) that is in no registry."""


class SignatureError(InfrarougeError, ValueError):
    """A rule of the user's own that a signature cannot name."""


class InputError(InfrarougeError, ValueError):
    """Texts or files that cannot be scored as given."""


class InputTypeError(InfrarougeError, TypeError):
    """A text of a type that is not accepted."""


class TextTypeError(InputTypeError, AttributeError):
    """A text that is no str, where the program mimicked raises AttributeError."""


class EmptyTextError(InputError):
    """A text without words, under ``empty="raise"``."""


class RangeError(InputError):
    """A value that js-rouge refuses, named as JavaScript names it."""


class CoverageError(InputError):
    """A text most of whose letters the tokenizer drops, under ``strict=True``."""


NOT_UTF8 = "not UTF-8"
"""The kind of bytes that are no text."""


class TextFault(Exception):
    """What an engine says of something that is no text: on which side, in which row, and what kind of thing it is.

    The kind is the name of a type, or `NOT_UTF8`. It stays inside the package: whoever calls an engine words it for the
    user.

    >>> fault = TextFault("prediction", 3, "list")
    >>> fault.side, fault.row, fault.kind
    ('prediction', 3, 'list')
    """

    def __init__(self, side: str, row: int, kind: str) -> None:
        super().__init__(side, row, kind)
        self.side, self.row, self.kind = side, row, kind


class ColumnFault(Exception):
    """What an engine says of an Arrow column that holds no texts: its format, and its columns if it is a table.

    It stays inside the package: whoever reads the column words it for the user.

    >>> ColumnFault("+s", ["a", "b"]).columns
    ['a', 'b']
    """

    def __init__(self, format: str, columns: list[str]) -> None:
        super().__init__(format, columns)
        self.format, self.columns = format, columns


class AnalyzerVersionError(InfrarougeError, ValueError):
    """A signature names another version of an analyser than the one that is installed, which may read texts otherwise."""


class LanguageWarning(UserWarning):
    """A language is read by a plainer rule than it could be, because its analyser is not installed."""


class CoverageWarning(UserWarning):
    """The tokenizer drops most letters of some texts, so their scores mean little."""


class ReferenceOrderWarning(UserWarning):
    """The lists of references fit the predictions far better the other way round, as sacreBLEU takes them."""


class EngineWarning(UserWarning):
    """The native core is missing and the slow textbook engine runs instead."""


class MissingDataError(InfrarougeError, LookupError):
    """Data of another package is needed and not installed; nothing is ever downloaded."""


class MissingExtraError(InfrarougeError, ModuleNotFoundError):
    """An optional package is needed and not installed."""

    def __init__(self, package: str, extra: str, purpose: str, command: str | None = None) -> None:
        self._told = (package, extra, purpose, command)
        command = command or f"pip install 'infrarouge[{extra}]'"
        super().__init__(
            f"{purpose} needs the package '{package}', which is not installed; type: {command}", name=package
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # A pool of processes waits for ever for an error that it cannot read back.
        return type(self), self._told


def some(rows: Sequence[int] | Integers, most: int = 5) -> str:
    """Name a few row numbers, as messages do.

    >>> some([1, 2, 3], most=2)
    'rows 1, 2, ...'
    """
    shown = ", ".join(str(int(row)) for row in rows[:most])
    return f"row{'s' if len(rows) > 1 else ''} {shown}{', ...' if len(rows) > most else ''}"
