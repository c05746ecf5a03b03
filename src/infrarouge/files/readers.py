"""Reads the files people have, row by row: plain text, JSONL, JSON, CSV, TSV, Parquet, Arrow, whole files and folders.

A reader yields `(number, row)`: where the row stands, for messages, and the row itself, a text or a mapping of columns.
Nothing is held but the row at hand, so a file may be larger than memory. The files of ROUGE-1.5.5 (SEE, SPL, ISI, SIMPLE, XML
and lists) are read by `read_summary` and `read_evaluations`.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from infrarouge.errors import InputError
from infrarouge.files.arrow import arrow, parquet
from infrarouge.files.lines import (
    BLOCK,
    STDIN,
    ReadOptions,
    codec,
    decoded,
    ends_by_byte,
    lines,
    natural,
    opened,
    refuse_repeated,
    shown,
    whole_bytes,
    without_mark,
)
from infrarouge.registry import Registry

Rows = Iterator[tuple[int, Any]]


class Format(NamedTuple):
    """A kind of file: how its rows are read, the endings of its names, and whether its rows have columns."""

    rows: Callable[[str, ReadOptions, Sequence[str] | None], Rows]
    suffixes: tuple[str, ...]
    unit: str
    columns: bool
    about: str


FORMATS: Registry[Format] = Registry("input format")


def format_of(path: str, how: ReadOptions) -> Format:
    """Tell how a file is read: as asked, or by its name; a name that says nothing means plain text.

    >>> format_of("a.jsonl.gz", ReadOptions()).unit, format_of("a.tsv", ReadOptions()).columns, format_of("a", ReadOptions()).columns
    ('line', True, False)
    """
    if how.format != "auto":
        return FORMATS[how.format]
    if path not in (STDIN, "") and Path(path).is_dir():
        return FORMATS["arrow"]
    bare = path.lower().removesuffix(".gz")
    return next((known for known in FORMATS.values() if bare.endswith(known.suffixes)), FORMATS["text"])


def place(path: str, how: ReadOptions, number: int) -> str:
    """Say where a row stands.

    >>> place("a.txt", ReadOptions(), 3)
    'a.txt, line 3'
    """
    return f"{shown(path)}, {format_of(path, how).unit} {number}"


def rows(path: str, how: ReadOptions, columns: Sequence[str] | None = None) -> Rows:
    """Read a file row by row; `columns` are the only ones needed, where a format can leave out the rest.

    >>> next(rows("no-such-file.txt", ReadOptions()))
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: no file 'no-such-file.txt'
    """
    numbered = format_of(path, how).rows(path, how, columns)
    first = next(numbered, None)
    if first is None:
        raise InputError(f"{shown(path)} is empty: it has no texts to score")
    yield first
    yield from numbered


def count_lines(path: str, how: ReadOptions) -> int | None:
    """Count the lines of a plain text file or JSONL quickly; None where only reading tells."""
    if path == STDIN or not Path(path).is_file() or path.lower().endswith(".gz"):
        return None
    if format_of(path, how) not in (FORMATS["text"], FORMATS["jsonl"]) or not ends_by_byte(codec(how.encoding)):
        return None
    total, last = 0, b"\n"
    with opened(path) as file:
        while block := file.read(BLOCK):
            total, last = total + block.count(b"\n"), block[-1:]
    return total + (last != b"\n")


# ---------------------------------------------------------------- the formats


def _text(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
    for number, line in lines(path, how):
        yield number, line.removesuffix("\n").removesuffix("\r")


def _jsonl(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
    return jsonl_rows(lines(path, how), path)


def jsonl_rows(numbered: Iterator[tuple[int, str]], path: str) -> Rows:
    """The rows of some lines of JSONL; blank lines are left out."""
    for number, line in numbered:
        if not line.isspace() and line:
            yield number, json_line(line, path, number)


DIGITS = "a number has thousands of digits, more than Python reads; write it as a text, in quotes"


def json_line(line: str, path: str, number: int) -> Any:
    """Read one line of JSONL; what is broken is named with its line.

    >>> json_line('{"text": "a"}', "a.jsonl", 1)
    {'text': 'a'}
    """
    try:
        return json.loads(line, object_pairs_hook=_object)
    except RecursionError:
        raise InputError(f"{shown(path)}, line {number}: JSON nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{shown(path)}, line {number}: broken JSON ({error.msg} at column {error.colno}: {_excerpt(line, error.pos)})"
        ) from None
    except ValueError:
        raise InputError(f"{shown(path)}, line {number}: {DIGITS}") from None


class Repeated(NamedTuple):
    """Stands where a line of JSON has a name more than once, so that it is refused when it is asked for."""

    name: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        times = Counter(name for name, _ in pairs)
        content |= {name: Repeated(name) for name, many in times.items() if many > 1}
    return content


def _object_once(pairs: list[tuple[str, Any]], path: str) -> dict[str, Any]:
    content = _object(pairs)
    repeated = [name for name, cell in content.items() if isinstance(cell, Repeated)]
    if repeated:
        raise InputError(
            f"{shown(path)} has the name {repeated[0]!r} more than once in an object; keep one of its values"
        )
    return content


def _excerpt(line: str, at: int) -> str:
    around = line[max(0, at - 15) : at + 15].strip()
    return repr(around) if around else "the line ends there"


def _json(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
    with opened(path) as file:
        data = whole_bytes(file, path, "write one object a line, which is JSONL and read row by row")
    text = decoded(without_mark(data, path, codec(how.encoding)), how.encoding, path)
    if not text.strip():
        return
    try:
        content = json.loads(text, object_pairs_hook=lambda pairs: _object_once(pairs, path))
    except RecursionError:
        raise InputError(f"{shown(path)}: JSON nested too deeply") from None
    except json.JSONDecodeError as error:
        more = "; one object a line is JSONL: type --input jsonl" if error.msg == "Extra data" else ""
        raise InputError(
            f"{shown(path)}, line {error.lineno}: broken JSON ({error.msg} at column {error.colno}){more}"
        ) from None
    except InputError:
        raise
    except ValueError:
        raise InputError(f"{shown(path)}: {DIGITS}") from None
    if isinstance(content, dict) and content and all(isinstance(column, list) for column in content.values()):
        sizes = {name: len(column) for name, column in content.items()}
        if len(set(sizes.values())) > 1:
            raise InputError(f"{shown(path)}: the columns have different lengths: {sizes}")
        content = [dict(zip(content, values, strict=True)) for values in zip(*content.values(), strict=True)]
    if not isinstance(content, list):
        raise InputError(f"{shown(path)} holds one JSON {type(content).__name__}; give a list of rows, or JSONL")
    yield from enumerate(content)


TSV = (".tsv", ".tab")
DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
"""Delimiters by the names that can be typed in any shell."""


def delimiter_of(head: str, asked: str | None = None) -> str:
    r"""What stands between the fields of a CSV: what was asked for, or what the first line shows, a comma unless told.

    >>> delimiter_of("prediction;reference\n"), delimiter_of("a,b;c\n"), delimiter_of("text\n"), delimiter_of("", "tab")
    (';', ',', ',', '\t')
    """
    if asked is not None:
        mark = DELIMITERS.get(asked, asked)
        if len(mark) != 1 or mark in '"\r\n':
            raise InputError(
                f"the delimiter is {asked!r}; give one character, such as --delimiter ';' or --delimiter tab"
            )
        return mark
    seen = [mark for mark in ";\t|" if mark in head]
    return seen[0] if "," not in head and len(seen) == 1 else ","


def _delimited(delimiter: str) -> Callable[[str, ReadOptions, Sequence[str] | None], Rows]:
    def read(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
        numbered = lines(path, how)
        first = next(numbered, None)
        if first is None:
            return
        mark = delimiter_of(first[1], how.delimiter) if delimiter == "," or how.delimiter else delimiter
        yield from csv_rows(chain([first], numbered), None, mark, path, 1)

    return read


def csv_rows(numbered: Iterator[tuple[int, str]], head: list[str] | None, mark: str, path: str, begin: int) -> Rows:
    """The rows of some lines of CSV, of which the first is line `begin` and names the columns if no `head` does."""
    reader, before = csv.reader((line for _, line in numbered), delimiter=mark, strict=True), begin
    csv.field_size_limit(2**31 - 1)
    try:
        if head is None:
            head = next(reader, None) or []
            refuse_repeated(head, path)
        while (begin := before + reader.line_num) and (fields := next(reader, None)) is not None:
            if not fields:
                continue
            if len(fields) != len(head):
                raise InputError(
                    f"{shown(path)}, line {begin}: {len(fields)} fields, but the first line names {len(head)} columns"
                )
            yield begin, dict(zip(head, fields, strict=True))
    except csv.Error as error:
        kind = "TSV" if path.lower().removesuffix(".gz").endswith(TSV) else "CSV"
        raise InputError(f"{shown(path)}, line {begin}: broken {kind} ({error})") from None


def csv_head(first: str, path: str, how: ReadOptions) -> tuple[list[str], str]:
    """The columns that the first line of a CSV names, and what stands between them.

    >>> csv_head("a;b\\n", "a.csv", ReadOptions())
    (['a', 'b'], ';')
    """
    is_tabs = format_of(path, how) is FORMATS["tsv"] and how.delimiter is None
    mark = "\t" if is_tabs else delimiter_of(first, how.delimiter)
    [head] = csv.reader([first], delimiter=mark, strict=True)
    refuse_repeated(head, path)
    return head, mark


FORMATS.add("text", Format(_text, (".txt", ".text"), "line", False, "one text a line"))
FORMATS.add("jsonl", Format(_jsonl, (".jsonl", ".ndjson"), "line", True, "one JSON object a line"))
FORMATS.add("json", Format(_json, (".json",), "row", True, "a list of objects, or an object of lists"))
FORMATS.add(
    "csv", Format(_delimited(","), (".csv",), "line", True, "comma-separated, the first line names the columns")
)
FORMATS.add("tsv", Format(_delimited("\t"), TSV, "line", True, "the same, separated by tabs"))
FORMATS.add("parquet", Format(parquet, (".parquet", ".pq"), "row", True, "Parquet (needs pyarrow)"))
FORMATS.add(
    "arrow",
    Format(arrow, (".arrow", ".feather"), "row", True, "Arrow, or a Hugging Face dataset folder (needs pyarrow)"),
)


# ---------------------------------------------------------------- whole files


def whole_names(path: str) -> list[str]:
    """The names of the texts under a path: the files of a folder, numbers in their order, or the one file."""
    folder = Path(path)
    if path == STDIN or not folder.is_dir():
        return [path]
    names = [file.name for file in folder.iterdir() if file.is_file() and not file.name.startswith(".")]
    if not names:
        raise InputError(f"the folder {path} has no files to score")
    return sorted(names, key=natural)


def whole_text(path: str, how: ReadOptions) -> str:
    """A whole file as one text, without the line feed at its end."""
    with opened(path) as file:
        data = whole_bytes(file, path, "split it")
    text = decoded(without_mark(data, path, codec(how.encoding)), how.encoding, path)
    return text.removesuffix("\n").removesuffix("\r").replace("\r\n", "\n")
