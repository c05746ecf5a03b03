"""One table, every notation: aligned text, Markdown, LaTeX, CSV, HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from infrarouge.errors import MissingExtraError
from infrarouge.escapes import csv_line, latex_text, markdown_text, one_line, printable

Cells = Sequence[Sequence[str]]

DASH = "-"
"""What stands where there is no number, such as the interval of a single example."""


class Tabular:
    """What every result offers: its table in each notation, the signature with it."""

    text_columns: ClassVar[int] = 1
    decimals: ClassVar[int] = 2

    def header(self) -> list[str]:
        """The table's head."""
        raise NotImplementedError(f"{type(self).__name__} defines its header")

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows, as text."""
        raise NotImplementedError(f"{type(self).__name__} defines its cells")

    def records(self) -> list[dict[str, Any]]:
        """The rows with their numbers in full, for CSV."""
        raise NotImplementedError(f"{type(self).__name__} defines its records")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain Python values."""
        raise NotImplementedError(f"{type(self).__name__} defines its values")

    def signatures(self) -> list[str]:
        """The lines that say what made the numbers."""
        return []

    def notes(self) -> list[str]:
        """What a reader of the numbers should know."""
        return []

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as JSON; numbers that do not exist are null."""
        return to_json(self.to_dict(), indent)

    def to_table(self, digits: int | None = None) -> str:
        """Aligned columns for a terminal, the signature below."""
        return text_table(self.header(), self._cells(digits), [*self.signatures(), *self.notes()], self.text_columns)

    def to_markdown(self, digits: int | None = None) -> str:
        """A Markdown table, the signature below."""
        table = markdown_table(self.header(), self._cells(digits), self.signatures(), self.text_columns)
        return "\n\n".join([table, *self.notes()])

    def to_latex(self, digits: int | None = None) -> str:
        """A LaTeX tabular with the signature as a comment, for a paper."""
        above = [*self.signatures(), *self.notes()]
        return latex_table(self.header(), self._cells(digits), above, self.text_columns)

    def to_csv(self) -> str:
        """One line a record, full precision."""
        records = self.records()
        return csv_table(list(records[0]) if records else [], [list(record.values()) for record in records])

    def frame_columns(self) -> dict[str, Any]:
        """The columns of a data frame: the records, unless a result has better ones."""
        records = self.records()
        return {name: [record[name] for record in records] for name in (records[0] if records else ())}

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with named columns; needs pandas."""
        return self._framed("pandas", "pandas").DataFrame(self.frame_columns())

    def to_polars(self) -> Any:
        """A polars.DataFrame with named columns; needs polars."""
        return self._framed("polars", "polars").DataFrame(self.frame_columns())

    def to_arrow(self) -> Any:
        """A pyarrow.Table with named columns; needs pyarrow."""
        return self._framed("pyarrow", "parquet").table(self.frame_columns())

    def _framed(self, package: str, extra: str) -> Any:
        try:
            return import_module(package)
        except ImportError:
            raise MissingExtraError(package, extra, "a data frame of the results") from None

    def _cells(self, digits: int | None) -> list[list[str]]:
        return self.cells(self.decimals if digits is None else digits)

    def __str__(self) -> str:
        return self.to_table()

    def _repr_html_(self) -> str:
        return html_table(self.header(), self._cells(None), [*self.signatures(), *self.notes()])


class Listing(Tabular):
    """Names and what they are.

    >>> print(Listing("profile", {"mine": "my own"}).to_table())
    profile  about
    mine     my own
    """

    text_columns: ClassVar[int] = 2

    def __init__(self, what: str, names: dict[str, str]) -> None:
        self.what, self.names = what, names

    def header(self) -> list[str]:
        return [self.what, "about"]

    def cells(self, digits: int = 2) -> list[list[str]]:
        return [list(entry) for entry in self.names.items()]

    def records(self) -> list[dict[str, Any]]:
        return [{self.what: name, "about": about} for name, about in self.names.items()]

    def to_dict(self) -> dict[str, Any]:
        return dict(self.names)


def text_table(header: Sequence[str], cells: Cells, below: Iterable[str] = (), left: int = 1) -> str:
    """Align columns for a terminal: the first `left` to the left, numbers to the right.

    >>> print(text_table(["metric", "F"], [["rouge1", "40.00"]], ["signature"]))
    metric      F
    rouge1  40.00
    signature
    """
    table = [list(map(one_line, row)) for row in (header, *cells)]
    widths = [max(len(row[at]) for row in table) for at in range(len(header))]
    lines = [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return "\n".join([*lines, *map(printable, below)])


def markdown_table(
    header: Sequence[str], cells: Cells, below: Iterable[str] = (), left: int = 1, *, is_markdown: bool = False
) -> str:
    """Write a Markdown table, with the lines below it as code; cells are texts, unless they are Markdown themselves.

    >>> print(markdown_table(["a", "b"], [["x|y", "1"]], ["signature"]))
    | a | b |
    | --- | --: |
    | x\\|y | 1 |
    <BLANKLINE>
    `signature`
    """
    rule = ["---" if at < left else "--:" for at in range(len(header))]
    cell = bars_escaped if is_markdown else markdown_cell
    rows = [map(cell, header), rule, *(map(cell, row) for row in cells)]
    codes = [f"\n`{one_line(line).replace('`', chr(39))}`" for line in below]
    return "\n".join(["| " + " | ".join(row) + " |" for row in rows] + codes)


def markdown_cell(text: str) -> str:
    """A cell of a Markdown table; bars inside code are written so that no reader of Markdown shows a backslash.

    >>> markdown_cell("a|b"), markdown_cell("`a|b`")
    ('a\\\\|b', '<code>a&#124;b</code>')
    """
    return bars_escaped(text) if _CODES.fullmatch(text) else markdown_text(text)


_CODES = re.compile(r"`[^`\x00-\x1f\x7f-\x9f]+`(, `[^`\x00-\x1f\x7f-\x9f]+`)*")


def bars_escaped(text: str) -> str:
    """A cell that is Markdown already, with its bars escaped.

    >>> bars_escaped("`a|b`"), bars_escaped("*a*|b")
    ('<code>a&#124;b</code>', '*a*\\\\|b')
    """
    if "|" not in text:
        return text
    if len(text) > 2 and text[0] == text[-1] == "`" and "`" not in text[1:-1]:
        from html import escape

        return f"<code>{escape(text[1:-1], quote=False).replace('|', '&#124;')}</code>"
    return text.replace("|", "\\|")


def latex_table(header: Sequence[str], cells: Cells, above: Iterable[str] = (), left: int = 1) -> str:
    r"""Write a LaTeX tabular, with comments above it.

    >>> print(latex_table(["metric", "95% of F"], [["rouge1", "40.00"]], ["signature"]))
    % signature
    \begin{tabular}{lr}
    metric & 95\% of F \\
    \hline
    rouge1 & 40.00 \\
    \end{tabular}
    """
    rows = [" & ".join(map(latex_text, row)) + r" \\" for row in (header, *cells)]
    columns = "l" * left + "r" * (len(header) - left)
    comments = [f"% {one_line(line)}" for line in above]
    return "\n".join([*comments, rf"\begin{{tabular}}{{{columns}}}", rows[0], r"\hline", *rows[1:], r"\end{tabular}"])


def csv_table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write CSV, numbers in full.

    >>> csv_table(["a", "b"], [["x,y", 0.1]])
    'a,b\\n"x,y",0.1\\n'
    """
    return "".join([csv_line(header), *map(csv_line, rows)])


def html_table(header: Sequence[str], cells: Cells, below: Iterable[str] = ()) -> str:
    """Write an HTML table for a notebook; all text is escaped.

    >>> html_table(["<a>"], [["1"]])
    '<table><thead><tr><th>&lt;a&gt;</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    from html import escape

    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
    lines = "<br>".join(escape(line) for line in below)
    code = f"<p><code>{lines}</code></p>" if lines else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{code}"


def plural(n: int, what: str) -> str:
    """Count things.

    >>> plural(1, "example"), plural(1000, "example")
    ('1 example', '1,000 examples')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def to_json(value: Any, indent: int | None = 2) -> str:
    """Write JSON; numbers that do not exist are null.

    >>> to_json({"a": float("nan")}, indent=None)
    '{"a": null}'
    """
    import json

    return json.dumps(_plain(value), indent=indent, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value
