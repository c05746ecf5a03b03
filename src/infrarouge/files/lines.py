"""Bytes, lines and names of files: what every reader stands on."""

from __future__ import annotations

import codecs
import errno
import glob
import gzip
import io
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, AnyStr, BinaryIO

from infrarouge.errors import InputError

STDIN = "-"
LONGEST = 1 << 30
"""The most bytes of a line, or of a file that is read as a whole: a packed file of a few megabytes can fill any memory."""
BLOCK = 1 << 20
PACKED = (".bz2", ".xz", ".zst", ".lz4", ".zip", ".7z", ".tar", ".tar.gz", ".tgz")
"""Endings of files whose bytes are no text, and which nothing here unpacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How files are read: their format (`auto` goes by the name), their encoding, and whether a file is one text.

    `delimiter` stands between the fields of CSV; None looks at the first line.

    >>> ReadOptions(format="jsonl").encoding
    'utf-8'
    """

    format: str = "auto"
    encoding: str = "utf-8"
    whole: bool = False
    delimiter: str | None = None


def shown(path: str) -> str:
    """A path as messages name it."""
    return "standard input" if path == STDIN else path


def refuse_repeated(columns: Sequence[str], path: str) -> None:
    """Refuse a table in which two columns have one name: only one of them could be read.

    >>> refuse_repeated(["id", "text", "text"], "a.csv")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: a.csv has two columns named 'text'; rename one of them
    """
    repeated = [name for at, name in enumerate(columns) if name in columns[:at]]
    if repeated:
        raise InputError(f"{shown(path)} has two columns named {repeated[0]!r}; rename one of them")


def expand(path: str) -> list[str]:
    """Take a pattern such as ``ref*.txt`` apart into files, numbers in their order; any other path stands for itself.

    >>> expand("-")
    ['-']
    """
    if path == STDIN or Path(path).exists() or not glob.has_magic(path):
        return [path]
    paths = sorted(glob.glob(path), key=natural)
    if not paths:
        raise InputError(f"no file matches {path!r}")
    return paths


def natural(name: str) -> list[Any]:
    """Sort key in which ref2 comes before ref10.

    >>> sorted(["ref10", "ref2"], key=natural)
    ['ref2', 'ref10']
    """
    # Every second part is a number, of the digits 0 to 9 alone: others, such as superscripts, are no numbers to Python.
    return [int(part) if at % 2 else part for at, part in enumerate(re.split(r"([0-9]+)", name))]


def require_file(path: str) -> None:
    """Refuse a path at which there is nothing, or nothing that can be read.

    >>> require_file("no-such.txt")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: no file 'no-such.txt'
    """
    if path == STDIN:
        return
    if not path or not Path(path).exists():
        raise InputError(f"no file {path!r}{_near(Path(path))}")
    if path.lower().endswith(PACKED) and not Path(path).is_dir():
        raise InputError(
            f"{path} is packed, and only gzip is unpacked here; unpack it first, or type - and pipe its text"
        )


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading bytes: standard input for ``-``, unpacked if it is gzip; what is broken is named."""
    try:
        with _opened(path) as file:
            yield file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{shown(path)}: broken gzip file ({error})") from None
    except OSError as error:
        if error.errno != errno.EIO or error.filename is not None:
            raise
        # A disk that cannot be read says no more than that.
        raise InputError(f"cannot read {shown(path)}: {error.strerror}") from None


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == STDIN:
        with _unpacked(sys.stdin.buffer) as plain:
            yield plain
        return
    require_file(path)
    file = Path(path)
    if file.is_dir():
        raise InputError(f"{path} is a folder; give a file, or add --whole to score each file in it as one text")
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

    if file.is_symlink():
        return f": it is a link to {str(file.readlink())!r}, which is not there"
    if not file.parent.is_dir():
        return f": there is no folder {str(file.parent)!r}"
    close = difflib.get_close_matches(file.name, [sibling.name for sibling in file.parent.iterdir()], n=1)
    return f"; did you mean {str(file.parent / close[0])!r}?" if close else ""


def lines(path: str, how: ReadOptions) -> Iterator[tuple[int, str]]:
    """Read the lines of a file with their numbers, each with its end; only a line feed ends a line."""
    name = codec(how.encoding)
    with opened(path) as file:
        try:
            if not ends_by_byte(name):
                text = io.TextIOWrapper(file, how.encoding, newline="\n")
                yield from _bounded(iter(lambda: text.readline(LONGEST + 1), ""), path)
                return
            for number, line in _bounded(iter(lambda: file.readline(LONGEST + 1), b""), path):
                if number == 1:
                    line = without_mark(line, path, name)
                yield number, decoded(line, how.encoding, path, number)
        except UnicodeError as error:
            raise InputError(f"{shown(path)} is not {how.encoding}: {error}") from None


def _bounded(read: Iterator[AnyStr], path: str) -> Iterator[tuple[int, AnyStr]]:
    """Number lines, and refuse one that was cut off because it is too long."""
    for number, line in enumerate(read, 1):
        if len(line) > LONGEST:
            raise InputError(f"{shown(path)}, line {number} has more than {LONGEST >> 20} MiB; split it")
        yield number, line


def whole_bytes(file: BinaryIO, path: str, advice: str) -> bytes:
    """All of a file, unless it is too large to be read as a whole.

    >>> whole_bytes(io.BytesIO(b"a b"), "a.txt", "split it")
    b'a b'
    """
    pieces, size = [], 0
    # Asked for all at once, a packed file would be unpacked to its end before its size is known.
    while piece := file.read(BLOCK):
        pieces.append(piece)
        size += len(piece)
        if size > LONGEST:
            raise InputError(f"{shown(path)} has more than {LONGEST >> 20} MiB unpacked; {advice}")
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def codec(encoding: str) -> str:
    """Find an encoding by any of its names.

    >>> codec("UTF8")
    'utf-8'
    """
    try:
        encoding = codecs.lookup(encoding).name
        "".encode(encoding)  # raises LookupError for what is no encoding of text, such as rot13
        return encoding
    except (LookupError, ValueError):
        raise InputError(f"unknown encoding {encoding!r}; type a name such as utf-8, latin-1, cp1252, utf-16") from None


def ends_by_byte(name: str) -> bool:
    """Whether the byte of a line feed ends a line in an encoding, as it does not in UTF-16 and on mainframes.

    >>> ends_by_byte("latin-1"), ends_by_byte("utf-16"), ends_by_byte("cp037")
    (True, False, False)
    """
    try:
        return b"\n".decode(name) == "\n"
    except UnicodeError:
        return False


def without_mark(line: bytes, path: str, name: str) -> bytes:
    """The first bytes of a file without a byte order mark; UTF-16 in place of UTF-8 is refused."""
    if name.startswith("utf-8"):
        if line.startswith(codecs.BOM_UTF8):
            return line[len(codecs.BOM_UTF8) :]
        if line.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
            raise InputError(f"{shown(path)} is UTF-32, not UTF-8; type --encoding utf-32")
        if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputError(f"{shown(path)} is UTF-16, not UTF-8; type --encoding utf-16")
    return line


def decoded(data: bytes, encoding: str, path: str, number: int | None = None) -> str:
    """Decode a line, or a whole file if it has no number; what cannot be decoded is named with its line.

    >>> decoded(b"caf\\xe9", "utf-8", "a.txt", 7)
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: a.txt, line 7: not utf-8 (byte 0xe9 after 'caf'); if the file is in another encoding type --encoding latin-1 or cp1252, if it mixes encodings fix this line
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
            "in another encoding type --encoding latin-1 or cp1252, if it mixes encodings fix this line"
        ) from None
