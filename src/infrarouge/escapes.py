"""Texts of others on their way out: what a terminal, a spreadsheet, Markdown or LaTeX would carry out is shown instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet runs."""
_SAFE_CELLS: ContextVar[bool] = ContextVar("infrarouge_safe_cells", default=False)


def printable(text: str) -> str:
    r"""A text as a terminal may show it: control characters are spelled out, but for line ends and tabs.

    >>> printable("\x1b[31mred\x9b0m\r\n\tdone")
    '\\x1b[31mred\\x9b0m\\r\n\tdone'
    """
    return _CONTROLS.sub(lambda control: ascii(control[0])[1:-1], text)


def one_line(text: str) -> str:
    r"""A text as `printable`, and in one line.

    >>> one_line("a\nb")
    'a\\nb'
    """
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


_MARKDOWN = re.compile(r"[\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_])")


def markdown_text(text: str) -> str:
    r"""A text that Markdown shows as it is: no link, emphasis, code or HTML.

    >>> markdown_text("[x](http://y) <b> a_b *c* d|e")
    '\\[x\\](http://y) &lt;b> a_b \\*c\\* d\\|e'
    """
    text = _MARKDOWN.sub(lambda mark: "\\" + mark[0], one_line(text))
    return re.sub(r"&(?=[#\w])", "&amp;", text).replace("<", "&lt;")


def latex_text(text: str) -> str:
    r"""A text that LaTeX sets as it is, at the beginning of a row of a table too.

    >>> latex_text("a_b & 5%"), latex_text("~^\\")
    ('a\\_b \\& 5\\%', '\\textasciitilde{}\\textasciicircum{}\\textbackslash{}')
    >>> latex_text("[1em]"), latex_text("*")
    ('{[}1em]', '{*}')
    """
    words = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}
    words |= {char: "\\" + char for char in "&%$#_{}"}
    line = one_line(text)
    # Behind the end of a row these two are part of the command.
    first = f"{{{line[0]}}}" if line[:1] in ("[", "*") else ""
    return first + "".join(words.get(char, char) for char in line[len(first) // 3 :])


def csv_line(cells: Iterable[Any]) -> str:
    """A row of CSV, alike on every Python, whose own writers differ in what they quote and refuse.

    >>> csv_line(["=1+1", "a, b", None, -0.5])
    '=1+1,"a, b",,-0.5\\n'
    >>> with spreadsheet_safe():
    ...     csv_line(["=1+1", "@cmd", "-2 words", "a-b", -0.5])
    "'=1+1,'@cmd,'-2 words,a-b,-0.5\\n"
    """
    fields = [csv_field(cell) for cell in cells]
    return ('""' if fields == [""] else ",".join(fields)) + "\n"


def csv_field(cell: Any) -> str:
    """A cell as it stands between commas; inside `spreadsheet_safe` what a spreadsheet would run gets an apostrophe."""
    text = "" if cell is None else str(cell)
    if isinstance(cell, str) and text.startswith(_RUNS) and _SAFE_CELLS.get():
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text


@contextmanager
def spreadsheet_safe(wanted: bool = True) -> Iterator[None]:
    """While this runs, CSV is written so that a spreadsheet runs none of its cells.

    >>> from infrarouge.reporting.tables import csv_table
    >>> with spreadsheet_safe():
    ...     csv_table(["system"], [["=cmd()"]])
    "system\\n'=cmd()\\n"
    """
    token = _SAFE_CELLS.set(wanted)
    try:
        yield
    finally:
        _SAFE_CELLS.reset(token)
