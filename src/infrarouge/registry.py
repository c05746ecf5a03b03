"""The one name -> thing table, with "did you mean"."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from infrarouge.errors import UnknownNameError

T = TypeVar("T")


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is spelled most like another one; None if none is.

    >>> closest("rogue1", ["rouge1", "rougeL"]), closest("x", ["rouge1"])
    ('rouge1', None)
    """
    import difflib  # only a mistake needs it

    name, known = str(name), sorted(map(str, known))
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if not close:
        lowered = {candidate.lower(): candidate for candidate in known}
        close = [lowered[match] for match in difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.5)]
    return close[0] if close else None


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which known name was probably meant.

    >>> nearest("rogue1", ["rouge1", "rougeL"])
    "; did you mean 'rouge1'?"
    """
    known = sorted(map(str, known))
    close = closest(name, known)
    return f"; did you mean '{close}'?" if close else f"; known are: {', '.join(known)}."


class Registry(Mapping[str, T]):
    """Named things of one kind.

    >>> colours = Registry[int]("colour")
    >>> colours.add("red", 1)
    1
    >>> colours["rde"]
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown colour 'rde'; did you mean 'red'?
    """

    def __init__(self, what: str, see: str = "") -> None:
        self.what = what
        self.see = see
        self._things: dict[str, T] = {}

    def add(self, name: str, thing: T) -> T:
        """Enter `thing` under `name`; a name is taken only once."""
        if name in self._things:
            raise ValueError(f"{self.what} '{name}' is registered already")
        self._things[name] = thing
        return thing

    def __getitem__(self, name: str) -> T:
        try:
            return self._things[name]
        except (KeyError, TypeError):
            hint = nearest(str(name), self._things)
            see = f" See {self.see}." if self.see else ""
            raise UnknownNameError(f"unknown {self.what} {name!r}{hint}{see}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)


def one_of(what: str, value: object, accepted: Iterable[str]) -> str:
    """Check a rule that is one of a few words.

    >>> one_of("tie rule", "referense", ("reference", "prediction"))
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown tie rule 'referense'; did you mean 'reference'?
    """
    table: Registry[str] = Registry(what)
    for name in accepted:
        table.add(name, name)
    return table[value]  # type: ignore[index]  # a wrong type is answered like a wrong name


def integer(value: object) -> int | None:
    """Read an integer of any kind, NumPy's included, as an int; None if it is none. A bool is not an integer here.

    >>> import numpy
    >>> integer(numpy.uint32(7)), integer(2.0), integer(True)
    (7, None, None)
    """
    # NumPy's bool has an index before NumPy 2.3; NumPy itself is not imported here, for start-up time.
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # what is no integer is answered below
    except TypeError:
        return None
