"""The pieces of HTML that the page's tables consist of."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

import numpy as np

from infrarouge.scoring.aggregate import Estimate


def escape(text: str) -> str:
    """Write a text as HTML takes it.

    >>> escape("a < b")
    'a &lt; b'
    """
    # A lone surrogate cannot be written to a file, and HTML has no NUL.
    return html.escape(re.sub("[\0\ud800-\udfff]", "\ufffd", text))


def percent(value: float, signed: bool = False) -> str:
    """Write a share as a percentage.

    >>> percent(0.5), percent(0.5, signed=True), percent(float("nan"))
    ('50.00', '+50.00', '–')
    """
    return "–" if np.isnan(value) else f"{100 * value:{'+' if signed else ''}.2f}"


def interval(estimate: Estimate, exists: bool) -> str:
    """Write the interval of an estimate, if it has one.

    >>> interval(Estimate(0.5, 0.4, 0.6, 0.5), True), interval(Estimate(0.5, 0.5, 0.5, 0.5), False)
    ('40.00 – 60.00', '–')
    """
    if not exists or np.isnan(estimate.low):
        return "–"
    return f"{percent(estimate.low)} – {percent(estimate.high)}"


def signed_interval(low: float, high: float, n: int = 2) -> str:
    """Write the interval of a change.

    >>> signed_interval(-0.1, 0.2), signed_interval(0.1, 0.1, 1)
    ('-10.00 to +20.00', '–')
    """
    return "–" if n < 2 or np.isnan(low) else f"{percent(low, signed=True)} to {percent(high, signed=True)}"


def cells(values: Iterable[str], tag: str = "td", kind: str = "") -> str:
    """Write some cells of a row.

    >>> cells(["a<b"], "th", "name")
    '<th scope="col" class="name">a&lt;b</th>'
    """
    named = f' class="{kind}"' if kind else ""
    scope = ' scope="col"' if tag == "th" else ""
    return "".join(f"<{tag}{scope}{named}>{escape(value)}</{tag}>" for value in values)


def row_head(label: str, at: int) -> str:
    """The first cell of a row; rows with the same head, counted by `at`, show it once."""
    return f'<th scope="row" class="name{" same" if at else ""}"><bdi>{escape(label)}</bdi></th>'


def system_cell(name: str, at: int) -> str:
    """The name of a system, with its colour."""
    swatch = f'<span class="swatch" style="{colour(at)}"></span>'
    return f'<td class="name">{swatch}<bdi>{escape(name)}</bdi></td>'


def colour(at: int) -> str:
    """The style that gives an element the colour of a system."""
    return f"--c:var(--c{at % 6})"


NO_PICTURE = '<th aria-hidden="true" class="graphic"></th>'
"""The head of a column of pictures."""


def track(low: float, value: float, high: float, ends: tuple[float, float], at: int) -> str:
    """A picture of a value and its interval on a line between two ends."""
    start, end = ends
    if np.isnan(value):
        return '<td class="graphic" aria-hidden="true"></td>'
    places = [100 * min(1.0, max(0.0, (point - start) / (end - start))) for point in (low, value, high)]
    whisker = ""
    if not np.isnan(low):
        whisker = f'<span class="whisker" style="left:{places[0]:.2f}%;width:{places[2] - places[0]:.2f}%"></span>'
    dot = f'<span class="dot" style="left:{places[1]:.2f}%"></span>'
    line = f'<span class="zero" style="left:{100 * start / (start - end):.2f}%"></span>' if start < 0 <= end else ""
    picture = f'<div class="track" style="{colour(at)}">{line}{whisker}{dot}</div>'
    return f'<td class="graphic" aria-hidden="true">{picture}</td>'


def axis(columns: int, ticks: Mapping[str, float]) -> str:
    """The last row of a table with pictures: their axis, below so many columns of numbers."""
    spans = "".join(f'<span style="left:{100 * place:.2f}%">{text}</span>' for text, place in ticks.items())
    picture = f'<td class="graphic"><div class="ticks">{spans}</div></td>'
    return f'<tr class="axis" aria-hidden="true"><td colspan="{columns}"></td>{picture}</tr>'


def percent_axis(columns: int) -> str:
    """The axis of pictures from 0 to 100."""
    return axis(columns, {str(tick): tick / 100 for tick in (0, 25, 50, 75, 100)})


def table(key: str, caption: str, head: str, *bodies: Sequence[str], marks: Sequence[str] = ()) -> str:
    """A table with a name of its own, in a frame that scrolls sideways and says so, and a button that copies it.

    Of several bodies the page shows the one that is chosen; `marks` tell them apart, by metric unless they are given.
    """
    name = escape(caption)
    if len(bodies) > 1 and not marks:
        marks = [f'data-metric="{at}"' for at in range(len(bodies))]
    parts = [f"<tbody {mark}>{''.join(rows)}</tbody>" for mark, rows in zip(marks or [""], bodies, strict=True)]
    numbers = (
        f'<table class="numbers" id="{key}"><caption class="hidden">{name}</caption>'
        f"<thead><tr>{head}</tr></thead>{''.join(parts)}</table>"
    )
    return f'{frame(numbers, name)}<p class="below">{copy_button("table", key, "Copy table", f"({caption})")}</p>'


def filter_button(kind: str, value: int, label: str) -> str:
    """A button that looks like a link and shows only some examples."""
    title = "Show only these examples"
    return (
        f'<button type="button" class="link" data-filter="{kind}" data-value="{value}" title="{title}">'
        f"<bdi>{escape(label)}</bdi></button>"
    )


def example_link(name: str, listed: bool) -> str:
    """The name of an example, as a link to it if the page lists it.

    >>> example_link("a/b", True), example_link("7", False)
    ('<a href="#example-a%2Fb"><bdi>a/b</bdi></a>', '<bdi>7</bdi>')
    """
    said = f"<bdi>{escape(name)}</bdi>"
    # A lone surrogate has no bytes; the page shows its stand-in, and so does the address.
    target = quote(name.encode("utf-8", "replace"), safe="")
    return f'<a href="#example-{target}">{said}</a>' if listed else said


def copy_button(kind: str, of: str, label: str, what: str) -> str:
    """A button that copies an element; what it copies is said to those who only hear its name."""
    said = f'<span class="hidden">{escape(what)}</span>'
    return f'<button type="button" class="quiet" data-copy="{kind}" data-of="{of}">{label} {said}</button>'


def frame(content: str, name: str) -> str:
    """A part of the page that scrolls sideways where it is too wide, and says so."""
    scroller = f'<div class="scroll" role="region" aria-label="{name}">{content}</div>'
    return f'<div class="frame">{scroller}{HINT}</div>'


HINT = '<p class="hint" hidden aria-hidden="true">Scroll sideways to see more columns ⟷</p>'
