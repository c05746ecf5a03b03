"""The files ROUGE-1.5.5 reads: SPL, SEE, ISI and SIMPLE, as bytes.

Each format is brought to one form: bytes with one sentence (or Basic Element) a line, which is SPL itself.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from typing import NamedTuple

from infrarouge.errors import InputError
from infrarouge.reading.elements import split_element
from infrarouge.registry import Registry

MOST = 1 << 28
"""The most bytes of one file that are kept; more is no summary."""

_SEE = re.compile(
    rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>([^<]*)', re.MULTILINE
)
_ISI = re.compile(rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>', re.MULTILINE)

READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)
AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Opens a named pipe without waiting for its writer, who may never come."""
HIGH = bytes(range(128, 256))
_SEPARATED = bytes(range(128)) + b"\x7f" * 128


def spl(data: bytes) -> bytes:
    """A sentence a line, as it is."""
    return data


def see(data: bytes) -> bytes:
    """The sentences of SEE, an HTML with one anchored sentence a line.

    Only the exact spelling counts; a ``<`` ends the sentence, and entities stay as they are.

    >>> see(b'<html>\\n<a name="1">[1]</a> <a href="#1" id=1>A &amp; b.</a>\\n<a name="2">[2]</a> lost\\n')
    b'A &amp; b.'
    """
    sentences: list[bytes] = _SEE.findall(data)
    joined = b"\n".join(sentences)
    if joined.count(b"\n") < len(sentences):
        return joined
    # A sentence that is not closed ends with its line, whose end counts under -b: a blank stands for it.
    cut = (sentence.partition(b"\n") for sentence in sentences)
    return b"\n".join(text + b" " if end else text for text, end, _ in cut)


def isi(data: bytes) -> bytes:
    """The sentences of ISI's XML, one a line.

    >>> isi(b'<S SNTNO="1">A b.</S>\\n<S SNTNO="2">c <b>d</b></S>\\n')
    b'A b.'
    """
    return b"\n".join(_ISI.findall(data))


def simple(data: bytes) -> bytes:
    """Basic Elements, one a line; anything else is an error.

    >>> simple(b"cat|black")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: line 1: 'cat|black' has 2 fields; write head|modifier|relation, NIL for none
    """
    lines = data.decode("latin-1").split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        split_element(line, f"line {number}")
    return data


FORMATS: Registry[Callable[[bytes], bytes]] = Registry("summary format")
FORMATS.add("SEE", see)
FORMATS.add("SPL", spl)
FORMATS.add("ISI", isi)
FORMATS.add("SIMPLE", simple)


class Limit(NamedTuple):
    """A length limit, as far as reading can stop early for it: how many words or bytes, and whether sentences count."""

    words: int | None = None
    size: int | None = None
    sentences: bool = True

    def reached(self, text: bytes) -> bool:
        """Whether the beginning of a text holds all that the limit leaves of it.

        >>> Limit(words=2).reached(b"a b"), Limit(words=2).reached(b"a b c")
        (False, True)
        """
        if self.words is not None:
            return len(text.split(None, max(0, self.words) + 1)) > self.words
        if self.size is None:
            return False
        # The limit is applied to each sentence anew where sentences are matched.
        longest = max(map(len, text.split(b"\n")))
        return longest >= self.size or (not self.sentences and len(text) - text.count(b"\n") >= self.size)


NO_LIMIT = Limit()


def read_bytes(path: str, parse: Callable[[bytes], bytes], limit: Limit = NO_LIMIT) -> bytes:
    """Read a file as one sentence a line; of a large file no more than the limit leaves."""
    # Under /dev stand the pipes of a shell, which have their writer.
    named = not path.startswith("/dev/")
    file = os.open(path, READ | AT_ONCE if named else READ)
    try:
        if named and stat.S_ISFIFO(os.fstat(file).st_mode):
            raise InputError(f"{path} is a pipe; give a file")
        data = os.read(file, 1 << 16)
        if len(data) == 1 << 16:
            data = _long(file, data, path, parse, limit)
    finally:
        os.close(file)
    return parse(data)


def _long(file: int, data: bytes, path: str, parse: Callable[[bytes], bytes], limit: Limit) -> bytes:
    """Read on, twice as much each time, until the file ends or its beginning is enough."""
    pieces, size, step = [data], len(data), len(data)
    while size <= MOST:
        filled = 0
        while filled < step and (piece := os.read(file, step - filled)):
            pieces.append(piece)
            filled += len(piece)
        size += filled
        data = b"".join(pieces)
        if filled < step or (parse is not isi and limit.reached(parse(data))):
            return data
        pieces, step = [data], size
    raise InputError(
        f"{path} has more than {MOST >> 20} MB of text to compare, which is no summary; cut it, or set a limit: -l 100"
    )


def ascii_text(data: bytes) -> str:
    """Bytes as a text of the same length in which every byte that ROUGE-1.5.5 cannot read is one separator.

    >>> ascii_text("caf\\u00e9 a".encode())
    'caf\\x7f\\x7f a'
    """
    return data.translate(_SEPARATED).decode("ascii")


def why(error: OSError) -> str:
    """Say in a few words why a file cannot be read."""
    known = {errno.ENOENT: "there is no such file", errno.EISDIR: "it is a folder", errno.EACCES: "permission denied"}
    return known.get(error.errno or 0, error.strerror or str(error))


def read_summary(path: str | os.PathLike[str], format: str = "SPL", encoding: str = "utf-8") -> str:
    """Read one summary as text with one sentence (for SIMPLE, one element) a line, ready for `evaluate`.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "a.html")
    >>> _ = file.write_text('<a name="1">[1]</a> <a href="#1" id=1>The cat.</a>')
    >>> read_summary(file, "SEE")
    'The cat.'
    """
    name = os.fspath(path)
    try:
        return read_bytes(name, FORMATS[format.upper()]).decode(encoding, "replace")
    except OSError as error:
        raise InputError(f"cannot read {name}: {why(error)}") from None
