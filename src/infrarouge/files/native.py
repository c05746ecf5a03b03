"""Quick readers of the program's files, where the native core runs; what they leave is read by Python.

The readers are imported where they are used, for the core may be missing.
"""

from __future__ import annotations

from typing import Any

from infrarouge.engine import name as engine_name
from infrarouge.engine import thread_count

SMALL = 1 << 16
"""Files of fewer bytes are read at once."""


def usual_evaluations(data: bytes) -> list[tuple[Any, ...]] | None:
    """The evaluations of an XML file in its usual layout, as the arguments of `Eval`; None for any other.

    >>> usual_evaluations(b"<X><Y/></X>")
    """
    if engine_name() != "core":
        return None
    from infrarouge._core import files  # the core may be missing

    return files.read_evaluations(data)


def small_texts(paths: list[str], see: bool, most: int = SMALL) -> list[str | None]:
    """The sentences of small ASCII files in SPL or SEE, one a line; None for each file that is not one.

    >>> small_texts(["no such file"], see=False)
    [None]
    """
    if engine_name() != "core":
        return [None] * len(paths)
    from infrarouge._core import files  # the core may be missing

    return files.read_files(paths, see, most, thread_count(None))
