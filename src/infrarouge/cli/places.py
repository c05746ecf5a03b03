"""Which words of a command name files that it reads and files that it writes, so that no output destroys an input."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from infrarouge.errors import InputError
from infrarouge.files.lines import STDIN, expand
from infrarouge.replacing import refuse_clashes

READS, WRITES = "reads", "writes"
"""Marks in the annotation of an option or argument: its words may name files to read, or a file to write."""
OF_DATASETS = (".arrow", ".json")
"""Endings of what is read of a dataset folder."""


def settle_places(parameters: Iterable[inspect.Parameter], options: Mapping[str, Any], *, whole: bool) -> None:
    """Refuse a command whose outputs are its inputs, or each other, before anything is read or written."""
    outputs: list[tuple[str, str]] = []
    inputs: list[str] = []
    for parameter in parameters:
        marks = get_args(parameter.annotation)[1:]
        if WRITES not in marks and READS not in marks:
            continue
        value = options.get(parameter.name)
        words = [value] if isinstance(value, str) else list(value or ())
        if WRITES in marks:
            outputs += [(_option(marks), word) for word in words if word != STDIN]
        else:
            inputs += [file for word in words for file in files_of(word, whole=whole)]
    refuse_clashes(outputs, inputs)


def _option(marks: Iterable[Any]) -> str:
    # In an annotation, the first name of an option stands where its default does elsewhere.
    names = [
        name for mark in marks for name in (getattr(mark, "default", ""), *(getattr(mark, "param_decls", None) or ()))
    ]
    return next(name for name in names if isinstance(name, str) and name.startswith("--"))


def files_of(word: str, *, whole: bool) -> Iterator[str]:
    """The files that a word stands for: itself, those that a pattern matches, or those of a folder.

    A setting such as ``stopwords=list.txt`` names a file behind its sign.

    >>> list(files_of("no-such-file", whole=False))
    []
    """
    for name in dict.fromkeys([word, word.partition("=")[2]]):
        try:
            paths = expand(name) if name else []
        except (InputError, OSError, ValueError):
            continue
        for path in paths:
            if os.path.isdir(path):
                entries = (entry.path for entry in os.scandir(path))
                yield from (entry for entry in entries if whole or entry.endswith(OF_DATASETS))
            elif path != STDIN and os.path.exists(path):
                yield path
