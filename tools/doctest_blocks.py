"""Shows the doctests of docstrings as code in the API reference: an extension of the tool that reads the docstrings."""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*(?:\n(?!\s*$).+)*(?:\n\s*\n>>> .*(?:\n(?!\s*$).+)*)*", re.MULTILINE)


def fenced(docstring: str) -> str:
    """Put each run of doctest lines, with what they print, between code fences."""
    return DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", docstring)


class DoctestBlocks(griffe.Extension):
    """Rewrites every docstring as it is read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Fence the doctests of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
