"""Reads the files people have, row by row: plain text, JSONL, JSON, CSV, TSV, Parquet, Arrow, whole files and folders.

A reader yields `(number, row)`: where the row stands, for messages, and the row itself, a text or a mapping of columns.
Nothing is held but the row at hand, so a file may be larger than memory. The files of ROUGE-1.5.5 (SEE, SPL, ISI, SIMPLE, XML
and lists) are read by `read_summary` and `read_evaluations`.
"""

from __future__ import annotations

import codecs
import csv
import glob
import gzip
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from infrarouge.errors import InputError, MissingExtraError
from infrarouge.registry import Registry
from infrarouge.rouge155.evaluations import read_evaluations as read_evaluations
from infrarouge.rouge155.formats import read_summary as read_summary
from infrarouge.reporting.tables import plural

Rows = Iterator[tuple[int, Any]]
STDIN = "-"
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How files are read: their format (`auto` goes by the name), their encoding, and whether a file is one text.

    >>> Reading(format="jsonl").encoding
    'utf-8'
    """

    format: str = "auto"
    encoding: str = "utf-8"
    whole: bool = False


class Format(NamedTuple):
    """A kind of file: how its rows are read, the endings of its names, and whether its rows have columns."""

    rows: Callable[[str, Reading, Sequence[str] | None], Rows]
    suffixes: tuple[str, ...]
    unit: str
    columns: bool
    about: str


FORMATS: Registry[Format] = Registry("input format")


def format_of(path: str, how: Reading) -> Format:
    """Tell how a file is read: as asked, or by its name; a name that says nothing means plain text.

    >>> format_of("a.jsonl.gz", Reading()).unit, format_of("a.tsv", Reading()).columns, format_of("a", Reading()).columns
    ('line', True, False)
    """
    if how.format != "auto":
        return FORMATS[how.format]
    if path != STDIN and Path(path).is_dir():
        return FORMATS["arrow"]
    bare = path.lower().removesuffix(".gz")
    return next((one for one in FORMATS.values() if bare.endswith(one.suffixes)), FORMATS["text"])


def place(path: str, how: Reading, number: int) -> str:
    """Say where a row stands.

    >>> place("a.txt", Reading(), 3)
    'a.txt, line 3'
    """
    return f"{shown(path)}, {format_of(path, how).unit} {number}"


def shown(path: str) -> str:
    """A path as messages name it."""
    return "standard input" if path == STDIN else path


def rows(path: str, how: Reading, columns: Sequence[str] | None = None) -> Rows:
    """Read a file row by row; `columns` are the only ones needed, where a format can leave out the rest.

    >>> next(rows("no-such-file.txt", Reading()))
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: no file 'no-such-file.txt'
    """
    found = format_of(path, how).rows(path, how, columns)
    first = next(found, None)
    if first is None:
        raise InputError(f"{shown(path)} is empty: it has no texts to score")
    yield first
    yield from found


def expand(path: str) -> list[str]:
    """Take a pattern such as ``ref*.txt`` apart into files, numbers in their order; any other path stands for itself.

    >>> expand("-")
    ['-']
    """
    if path == STDIN or Path(path).exists() or not glob.has_magic(path):
        return [path]
    found = sorted(glob.glob(path), key=natural)
    if not found:
        raise InputError(f"no file matches {path!r}")
    return found


def natural(name: str) -> list[Any]:
    """Sort key in which ref2 comes before ref10.

    >>> sorted(["ref10", "ref2"], key=natural)
    ['ref2', 'ref10']
    """
    return [int(part) if part.isdigit() else part for part in re.split(r"([0-9]+)", name)]


# ---------------------------------------------------------------- bytes and lines


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading bytes: standard input for ``-``, unpacked if it is gzip."""
    if path == STDIN:
        with _unpacked(sys.stdin.buffer) as plain:
            yield plain
        return
    file = Path(path)
    if file.is_dir():
        raise InputError(f"{path} is a folder; give a file, or add --whole to score each file in it as one text")
    if not file.exists():
        raise InputError(f"no file {path!r}{_near(file)}")
    with file.open("rb") as raw, _unpacked(raw) as plain:
        yield plain


@contextmanager
def _unpacked(raw: Any) -> Iterator[BinaryIO]:
    # A pipe cannot be read twice, so the first bytes are looked at and left where they are.
    if not hasattr(raw, "peek") or raw.peek(2)[:2] != b"\x1f\x8b":
        yield raw
        return
    with gzip.GzipFile(fileobj=raw) as plain:
        yield plain  # type: ignore[misc]  # it reads like any binary file


def _near(file: Path) -> str:
    import difflib

    if not file.parent.is_dir():
        return f": there is no folder {str(file.parent)!r}"
    close = difflib.get_close_matches(file.name, [one.name for one in file.parent.iterdir()], n=1)
    return f"; did you mean {str(file.parent / close[0])!r}?" if close else ""


def lines(path: str, how: Reading) -> Iterator[tuple[int, str]]:
    """Read the lines of a file with their numbers, each with its end; only a line feed ends a line."""
    name = codec(how.encoding)
    with opened(path) as file:
        try:
            if name.startswith(("utf-16", "utf-32")):
                yield from enumerate(io.TextIOWrapper(file, how.encoding, newline="\n"), 1)
                return
            for number, line in enumerate(file, 1):
                if number == 1:
                    line = _without_mark(line, path, name)
                yield number, decoded(line, how.encoding, path, number)
        except (EOFError, gzip.BadGzipFile) as error:
            raise InputError(f"{path}: broken gzip file ({error})") from None
        except UnicodeError as error:
            raise InputError(f"{shown(path)} is not {how.encoding}: {error}") from None


def codec(encoding: str) -> str:
    """Find an encoding by any of its names.

    >>> codec("UTF8")
    'utf-8'
    """
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        raise InputError(f"unknown encoding {encoding!r}; type a name such as utf-8, latin-1, cp1252, utf-16") from None


def _without_mark(line: bytes, path: str, name: str) -> bytes:
    if name.startswith("utf-8"):
        if line.startswith(codecs.BOM_UTF8):
            return line[len(codecs.BOM_UTF8) :]
        if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputError(f"{shown(path)} is UTF-16, not UTF-8; type --encoding utf-16")
    return line


def decoded(data: bytes, encoding: str, path: str, number: int | None = None) -> str:
    """Decode a line, or a whole file if it has no number; what cannot be decoded is named with its line.

    >>> decoded(b"caf\\xe9", "utf-8", "a.txt", 7)
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: a.txt, line 7: not utf-8 (byte 0xe9 after 'caf'); if the file is in another encoding type --encoding latin-1 or cp1252, if it mixes encodings mend this line
    """
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if number is None:
            number = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        before = data[max(begin, error.start - 20) : error.start].decode(encoding, "replace")
        raise InputError(
            f"{shown(path)}, line {number}: not {encoding} (byte {data[error.start]:#04x} after {before!r}); if the file is "
            "in another encoding type --encoding latin-1 or cp1252, if it mixes encodings mend this line"
        ) from None


def count_lines(path: str, how: Reading) -> int | None:
    """Count the lines of a plain text file or JSONL quickly; None where only reading tells."""
    if path == STDIN or not Path(path).is_file() or path.lower().endswith(".gz"):
        return None
    if format_of(path, how) not in (FORMATS["text"], FORMATS["jsonl"]) or codec(how.encoding).startswith(
        ("utf-16", "utf-32")
    ):
        return None
    found, last = 0, b"\n"
    with opened(path) as file:
        while block := file.read(BLOCK):
            found, last = found + block.count(b"\n"), block[-1:]
    return found + (last != b"\n")


# ---------------------------------------------------------------- the formats


def _text(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
    for number, line in lines(path, how):
        yield number, line.removesuffix("\n").removesuffix("\r")


def _jsonl(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
    for number, line in lines(path, how):
        if not line.isspace() and line:
            yield number, json_line(line, path, number)


def json_line(line: str, path: str, number: int) -> Any:
    """Read one line of JSONL; what is broken is named with its line.

    >>> json_line('{"text": "a"}', "a.jsonl", 1)
    {'text': 'a'}
    """
    try:
        return json.loads(line)
    except RecursionError:
        raise InputError(f"{shown(path)}, line {number}: JSON nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{shown(path)}, line {number}: broken JSON ({error.msg} at column {error.colno}: {_excerpt(line, error.pos)})"
        ) from None


def _excerpt(line: str, at: int) -> str:
    around = line[max(0, at - 15) : at + 15].strip()
    return repr(around) if around else "the line ends there"


def _json(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
    with opened(path) as file:
        text = decoded(_without_mark(file.read(), path, codec(how.encoding)), how.encoding, path)
    if not text.strip():
        return
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        more = "; one object a line is JSONL: type --input jsonl" if error.msg == "Extra data" else ""
        raise InputError(
            f"{shown(path)}, line {error.lineno}: broken JSON ({error.msg} at column {error.colno}){more}"
        ) from None
    if isinstance(found, dict) and found and all(isinstance(one, list) for one in found.values()):
        sizes = {name: len(one) for name, one in found.items()}
        if len(set(sizes.values())) > 1:
            raise InputError(f"{shown(path)}: the columns have different lengths: {sizes}")
        found = [dict(zip(found, values, strict=True)) for values in zip(*found.values(), strict=True)]
    if not isinstance(found, list):
        raise InputError(f"{shown(path)} holds one JSON {type(found).__name__}; give a list of rows, or JSONL")
    yield from enumerate(found, 1)


def _delimited(delimiter: str) -> Callable[[str, Reading, Sequence[str] | None], Rows]:
    def read(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
        csv.field_size_limit(2**31 - 1)
        reader = csv.reader((line for _, line in lines(path, how)), delimiter=delimiter, strict=True)
        begin = 1
        try:
            head = next(reader, None)
            while (begin := reader.line_num + 1) and (fields := next(reader, None)) is not None:
                if not fields:
                    continue
                if head is None or len(fields) != len(head):
                    raise InputError(
                        f"{shown(path)}, line {begin}: {len(fields)} fields, but the first line names {len(head or ())} columns"
                    )
                yield begin, dict(zip(head, fields, strict=True))
        except csv.Error as error:
            raise InputError(
                f"{shown(path)}, line {begin}: broken {'CSV' if delimiter == ',' else 'TSV'} ({error})"
            ) from None

    return read


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", what) from None
    return pyarrow


def _parquet(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
    pyarrow = _pyarrow("reading Parquet")
    from pyarrow import parquet

    with opened(path) as plain:
        try:
            file = parquet.ParquetFile(io.BytesIO(plain.read()) if path == STDIN else plain)
        except pyarrow.ArrowInvalid as error:
            raise InputError(f"{shown(path)} is no Parquet file: {error}") from None
        wanted = _wanted(columns, file.schema_arrow.names)
        yield from _batched(file.iter_batches(batch_size=1024, columns=wanted))


def _wanted(columns: Sequence[str] | None, names: Sequence[str]) -> list[str] | None:
    """The columns to read, if every column asked for is there by its name or as the start of a dotted path."""
    if columns is None:
        return None
    heads = [one if one in names else one.split(".")[0] for one in columns]
    return list(dict.fromkeys(heads)) if set(heads) <= set(names) else None


def _batched(batches: Any, start: int = 1) -> Rows:
    for batch in batches:
        for row in batch.to_pylist():
            yield start, row
            start += 1


def _arrow(path: str, how: Reading, columns: Sequence[str] | None) -> Rows:
    """An Arrow file, or the folder of a Hugging Face dataset."""
    start = 1
    for file in arrow_files(path):
        for batch in _arrow_batches(file, columns):
            yield from _batched([batch], start)
            start += len(batch)


def arrow_files(path: str) -> list[str]:
    """The Arrow files of a dataset folder, in their order; a file stands for itself."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    if (folder / "dataset_dict.json").is_file():
        splits = sorted(one.name for one in folder.iterdir() if one.is_dir())
        raise InputError(
            f"{path} is a dataset with several splits; give one: {', '.join(str(folder / one) for one in splits)}"
        )
    state = folder / "state.json"
    if state.is_file():
        told = json.loads(state.read_text(encoding="utf-8"))
        if told.get("_indices_data_files"):
            raise InputError(
                f"{path} keeps its order in a separate index; save it again after dataset.flatten_indices()"
            )
        if told.get("_data_files"):
            return [str(folder / one["filename"]) for one in told["_data_files"]]
    found = sorted((str(one) for one in folder.glob("*.arrow")), key=natural)
    if found:
        return found
    files = plural(sum(1 for one in folder.iterdir() if one.is_file()), "file")
    raise InputError(
        f"{path} is a folder with {files} and is no dataset; give a file, or add --whole to "
        "score each file in it as one text"
    )


def _arrow_batches(path: str, columns: Sequence[str] | None) -> Iterator[Any]:
    pyarrow = _pyarrow("reading Arrow files and datasets")
    with opened(path) as plain:
        head = plain.read(6)
    source = pyarrow.memory_map(path)
    try:
        if head == b"ARROW1":
            file = pyarrow.ipc.open_file(source)
            batches = (file.get_batch(at) for at in range(file.num_record_batches))
            names = file.schema.names
        else:
            stream = pyarrow.ipc.open_stream(source)
            batches, names = iter(stream), stream.schema.names
        wanted = _wanted(columns, names)
        for batch in batches:
            yield batch.select(wanted) if wanted else batch
    except pyarrow.ArrowInvalid as error:
        raise InputError(f"{path} is no Arrow file: {error}") from None
    finally:
        source.close()


FORMATS.add("text", Format(_text, (".txt", ".text"), "line", False, "one text a line"))
FORMATS.add("jsonl", Format(_jsonl, (".jsonl", ".ndjson"), "line", True, "one JSON object a line"))
FORMATS.add("json", Format(_json, (".json",), "row", True, "a list of objects, or an object of lists"))
FORMATS.add(
    "csv", Format(_delimited(","), (".csv",), "line", True, "comma-separated, the first line names the columns")
)
FORMATS.add("tsv", Format(_delimited("\t"), (".tsv", ".tab"), "line", True, "the same, separated by tabs"))
FORMATS.add("parquet", Format(_parquet, (".parquet", ".pq"), "row", True, "Parquet (needs pyarrow)"))
FORMATS.add(
    "arrow",
    Format(_arrow, (".arrow", ".feather"), "row", True, "Arrow, or a Hugging Face dataset folder (needs pyarrow)"),
)


# ---------------------------------------------------------------- whole files


def whole_names(path: str) -> list[str]:
    """The names of the texts under a path: the files of a folder, numbers in their order, or the one file."""
    folder = Path(path)
    if path == STDIN or not folder.is_dir():
        return [path]
    found = [one.name for one in folder.iterdir() if one.is_file() and not one.name.startswith(".")]
    if not found:
        raise InputError(f"the folder {path} has no files to score")
    return sorted(found, key=natural)


def whole_text(path: str, how: Reading) -> str:
    """A whole file as one text, without the line feed at its end."""
    with opened(path) as file:
        data = file.read()
    text = decoded(_without_mark(data, path, codec(how.encoding)), how.encoding, path)
    return text.removesuffix("\n").removesuffix("\r").replace("\r\n", "\n")


def read_texts(path: str, column: str = "prediction", how: Reading | None = None) -> list[Any]:
    """Read all texts of a file: its lines, or a column of its rows.

    >>> read_texts("no-such.jsonl", "answer")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: no file 'no-such.jsonl'
    """
    from infrarouge.files.inputs import Column, value

    how = how or Reading()
    found = rows(path, how, [column])
    if not format_of(path, how).columns:
        return [row for _, row in found]
    return [value(row, Column(path, column, True), number, how) for number, row in found]
