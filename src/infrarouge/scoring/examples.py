"""What examples are called, and which group each belongs to: checked once, before anything is scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from infrarouge.errors import InputError, InputTypeError

NO_GROUP = "(none)"
"""The group of an example whose group is missing."""


def example_ids(ids: Any, n: int, start: int = 0) -> tuple[str, ...] | None:
    """Ids as text, one for each of `n` examples; messages number the rows from `start`.

    A missing id, an id that comes twice and a wrong number of ids are refused.

    >>> example_ids(["a", 7], 2)
    ('a', '7')
    >>> example_ids(["a", "b", "a"], 3)
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: the id 'a' is that of row 0 and of row 2; give each example an id of its own
    """
    if ids is None:
        return None
    names = []
    for row, value in enumerate(_listed(ids, n, "ids", "id"), start):
        if is_missing(value):
            raise InputError(f"row {row} has no id ({value!r}); give every example an id, or leave ids out")
        names.append(_text(value, row, "id"))
    refuse_repeated(names, start)
    return tuple(names)


def example_groups(groups: Any, n: int, start: int = 0) -> tuple[str, ...] | None:
    """Groups as text, one for each of `n` examples; an example without a group is in the group ``(none)``.

    >>> example_groups(["news", None, 3], 3)
    ('news', '(none)', '3')
    """
    if groups is None:
        return None
    listed = enumerate(_listed(groups, n, "groups", "group"), start)
    return tuple(NO_GROUP if is_missing(value) else _text(value, row, "group") for row, value in listed)


def is_missing(value: Any) -> bool:
    """Whether a value stands for nothing: None, an empty text, or what a data frame puts where a value is missing.

    >>> is_missing(float("nan")), is_missing(""), is_missing(0)
    (True, True, False)
    """
    if value is None or (isinstance(value, str) and not value):
        return True
    if isinstance(value, (str, int, list, tuple, dict)):
        return False
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas.NA is neither equal nor unequal to itself
        return type(value).__name__ == "NAType"


def refuse_repeated(names: Sequence[str], start: int = 0) -> None:
    """Refuse ids of which one names two examples.

    >>> refuse_repeated(["a", "b"])
    """
    if len(set(names)) == len(names):
        return
    rows: dict[str, int] = {}
    for row, name in enumerate(names, start):
        if name in rows:
            raise InputError(
                f"the id {name!r} is that of row {rows[name]} and of row {row}; give each example an id of its own"
            )
        rows[name] = row


def places_by_group(groups: Iterable[str]) -> dict[str, list[int]]:
    """Where the examples of each group stand; groups in the order in which they first come.

    >>> places_by_group(["b", "a", "b"])
    {'b': [0, 2], 'a': [1]}
    """
    places: dict[str, list[int]] = {}
    for at, group in enumerate(groups):
        places.setdefault(group, []).append(at)
    return places


def _listed(values: Any, n: int, plural: str, singular: str) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise InputTypeError(
            f"{plural} is {type(values).__name__}; give a sequence with one {singular} for each prediction, in their order"
        )
    # What loops over a column of Arrow gets values of Arrow's own, of which none is None.
    listed = values.to_pylist() if hasattr(values, "to_pylist") else list(values)
    if len(listed) != n:
        raise InputError(f"{len(listed)} {plural} for {n} predictions; give one {singular} for each")
    return listed


def _text(value: Any, row: int, what: str) -> str:
    if isinstance(value, (bytes, list, tuple, dict, set, frozenset)):
        raise InputTypeError(f"the {what} of row {row} is {type(value).__name__} ({value!r}); give a text or a number")
    return str(value)
