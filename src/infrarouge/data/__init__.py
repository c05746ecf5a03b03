"""Word lists and tables, each with its licence or origin beside it."""

from __future__ import annotations

import os

FOLDER = os.path.dirname(__file__)


def read(name: str) -> str:
    """Read one of the files.

    >>> read("smart-stopwords.txt").split()[1]
    'a'
    """
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()
