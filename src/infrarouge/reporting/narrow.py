"""Tables on narrow terminals: columns closer together, heads and words in several lines, or a block for each row."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from infrarouge.escapes import one_line
from infrarouge.reporting.tables import Tabular

LEAST_WORDS = 16
"""The narrowest column of words that is still read as a column."""


def narrow(result: Any, text: str, width: int) -> str:
    """The table of a result within a width; `text` is the table as it is, kept where it fits.

    Signatures stay in one line, whatever their length, so that they can be copied.

    >>> from infrarouge.reporting.tables import Listing
    >>> listing = Listing("metric", {"rouge1": "single words of the whole texts, however often"})
    >>> print(narrow(listing, listing.to_table(), 30))
    metric about
    rouge1 single words of the
           whole texts, however
           often
    """
    if not isinstance(result, Tabular) or max(map(len, text.splitlines()), default=0) <= width:
        return text
    if hasattr(result, "sections"):  # a result of several tables
        sections = result.sections(result.decimals)
        parts = ["\n".join(_fitted(header, cells, left, width)) for header, cells, left in sections]
        return "\n".join(["\n\n".join(parts), *result.signatures()])
    header, cells = result.header(), result.cells(result.decimals)
    below = [*result.signatures(), *(line for note in result.notes() for line in wrapped(note, width))]
    if not text.startswith(header[0]):
        # A result that is told in sentences, or behind a head of its own.
        own = {*result.signatures()}
        return "\n".join(
            part for line in text.splitlines() for part in ([line] if line in own else wrapped(line, width))
        )
    return "\n".join([*_fitted(header, cells, result.text_columns, width), *below])


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width, broken between words.

    >>> wrapped("one two three", 8)
    ['one two', 'three']
    """
    return textwrap.wrap(text, max(width, 8), break_on_hyphens=False) or [""]


def _fitted(header: Sequence[str], cells: Sequence[Sequence[str]], left: int, width: int) -> list[str]:
    """The lines of a table within a width."""
    lines = [list(map(one_line, row)) for row in cells]
    return _in_columns(header, lines, left, width) or _in_blocks(header, lines, left, width)


def _in_columns(header: Sequence[str], cells: Sequence[Sequence[str]], left: int, width: int) -> list[str] | None:
    """The table with one blank between columns, and with heads and words in several lines; None where that is too wide."""
    heads = [head.split() or [""] for head in header]
    widths = [max([*map(len, head), *(len(row[at]) for row in cells)]) for at, head in enumerate(heads)]
    words = [at for at in range(len(header)) if any(" " in row[at] and not row[at][:1].isdigit() for row in cells)]
    over = sum(widths) + len(widths) - 1 - width
    if over > 0 and words:
        widest = max(words, key=widths.__getitem__)
        widths[widest] = max(LEAST_WORDS, widths[widest] - over)
        over = sum(widths) + len(widths) - 1 - width
    if over > 0:
        return None
    lines: list[str] = []
    for row, is_head in [(header, True), *((row, False) for row in cells)]:
        parts = [
            _stacked(cell, size) if is_head else wrapped(cell, size) if at in words else [cell]
            for at, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        for line in range(max(map(len, parts))):
            texts = [part[line] if line < len(part) else "" for part in parts]
            aligned = [
                text.ljust(size) if at < left or at in words else text.rjust(size)
                for at, (text, size) in enumerate(zip(texts, widths, strict=True))
            ]
            lines.append(" ".join(aligned).rstrip())
    return lines


def _stacked(head: str, width: int) -> list[str]:
    return textwrap.wrap(head, width, break_long_words=False, break_on_hyphens=False) or [""]


def _in_blocks(header: Sequence[str], cells: Sequence[Sequence[str]], left: int, width: int) -> list[str]:
    """Every row as a block: its name, and a line for each number."""
    size = max(map(len, header[left:]), default=0)
    lines: list[str] = []
    for row in cells:
        lines += wrapped(" ".join(cell for cell in row[:left] if cell), width)
        for head, cell in zip(header[left:], row[left:], strict=True):
            if not cell.strip():
                continue
            line = f"  {head:<{size}}  {cell.strip()}"
            lines += (
                [line]
                if len(line) <= width
                else [f"  {head}", *textwrap.wrap(cell, width - 4, initial_indent="    ", subsequent_indent="    ")]
            )
    return lines
