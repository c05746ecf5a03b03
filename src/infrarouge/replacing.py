"""Writes files beside their place and puts them there in one step; refuses outputs that would destroy something.

Every file that the package writes under a name of the user's goes through here: nobody ever reads half of it, and where
writing fails the file that was there stays as it was, with its mode and its symbolic links.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from typing import BinaryIO

from infrarouge.errors import InputError
from infrarouge.escapes import printable

if sys.platform != "win32":
    import fcntl

StrPath = str | PathLike[str]
STREAMS = re.compile(r"/dev/(std(in|out|err)|fd/[0-9]+)|/proc/[^/]+/(task/[0-9]+/)?fd/[0-9]+")
"""Names of what a process has open already: such a thing is written to, never replaced."""
BINARY = getattr(os, "O_BINARY", 0)
NEW = ".new"


class Replacement:
    """A new file in the making; `commit` puts it in its place, `discard` leaves what was there.

    A pipe or a device is written to directly. The draft has one name for every run, so that what a killed run leaves is
    taken away by the next that writes the file. With `kept` it outlives a failure too, and a later run can go on with it.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> new = Replacement(path)
    >>> _ = new.file.write(b"text"); os.path.exists(path)
    False
    >>> new.commit(); open(path).read()
    'text'
    """

    __slots__ = ("draft", "file", "held", "kept", "path", "target")

    def __init__(self, path: StrPath, *, kept: bool = False) -> None:
        self.path, self.kept = os.fspath(path), kept
        refuse_unwritable(self.path)
        self.target = os.path.realpath(self.path)
        self.draft: str | None = None
        self.held: int | None = None
        self.file: BinaryIO
        if is_stream(self.path):
            with explained(self.path):
                self.file = open(self.path, "ab")  # noqa: SIM115  # commit closes it
            return
        self.draft = draft_name(self.path) if kept else _new_name(self.target)
        with explained(self.path, self.draft):
            handle = self._kept() if kept else self._new()
            self._take_over(handle)
            self.file = os.fdopen(handle, "r+b")

    def _kept(self) -> int:
        """Open the draft that an earlier run may have left; two runs at once would write into each other's rows."""
        assert self.draft is not None, "only a file has a draft"
        while True:
            # A name that others can guess must not lead anywhere else.
            handle = os.open(self.draft, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | BINARY, 0o666)
            if _is_taken(handle):
                os.close(handle)
                raise InputError(f"another run writes {self.path} now; wait until it has ended, or give another name")
            if _is_named(handle, self.draft):
                self.held = os.dup(handle)
                return handle
            os.close(handle)

    def _new(self) -> int:
        """Make a draft, which no other process takes for a left one as long as this one holds its lock."""
        assert self.draft is not None, "only a file has a draft"
        handle = _locked(self.draft)
        if handle is None:
            self.draft = f"{self.draft[: -len(NEW)]}-{secrets.token_hex(8)}{NEW}"
            return os.open(self.draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
        self.held = os.dup(handle)
        return handle

    def _take_over(self, handle: int) -> None:
        """Give the draft the owner and the mode of the file that it will replace."""
        assert self.draft is not None, "only a file has a draft"
        try:
            old = os.stat(self.target)
        except FileNotFoundError:
            return
        if hasattr(os, "fchown"):
            with suppress(OSError):  # only root may give a file away
                os.fchown(handle, old.st_uid, old.st_gid)
        with suppress(OSError):  # some file systems have no modes
            os.chmod(self.draft, stat.S_IMODE(old.st_mode))

    def commit(self, *, settled: bool = False) -> None:
        """Put the new file in its place; with `settled` it is on the disk before the old one goes."""
        try:
            with explained(self.path, self.draft):
                self.file.flush()
                if settled and self.draft is not None:
                    os.fsync(self.file.fileno())
                self.file.close()
                if self.draft is not None:
                    os.replace(self.draft, self.target)
        except BaseException:
            self.discard()
            raise
        self._let_go()
        if settled:
            _settle(os.path.dirname(self.target))

    def discard(self) -> None:
        """Leave what was there."""
        with suppress(OSError):  # what could not be written cannot be flushed either
            self.file.close()
        if self.draft is not None and not self.kept:
            with suppress(FileNotFoundError):
                os.unlink(self.draft)
        self._let_go()

    def _let_go(self) -> None:
        """Give up the lock, which is held until the draft's name is free again."""
        if self.held is not None:
            os.close(self.held)
            self.held = None


@contextmanager
def replacing(path: StrPath, *, settled: bool = False) -> Iterator[BinaryIO]:
    """A file to write that takes the place of `path` when all is written, and of nothing when writing fails.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> with replacing(path) as file:
    ...     _ = file.write(b"text")
    >>> os.listdir(os.path.dirname(path))
    ['a.txt']
    """
    new = Replacement(path)
    try:
        with explained(new.path):
            yield new.file
    except BaseException:
        new.discard()
        raise
    new.commit(settled=settled)


def write_text(path: StrPath, text: str) -> None:
    """Write a text as UTF-8 with its line feeds as they are, all of it or nothing; a terminal gets it `printable`.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> write_text(path, "text"); open(path).read()
    'text'
    """
    with replacing(path, settled=True) as file:
        shown = printable(text) if file.isatty() else text
        # What cannot be encoded comes from names that are not UTF-8, and is better seen than fatal at the end of a run.
        file.write(shown.encode("utf-8", "backslashreplace"))


def draft_name(path: StrPath) -> str:
    """The one name of a draft that outlives the run: beside the file, and short whatever the file's name.

    >>> os.path.basename(draft_name("a.txt"))
    '.infrarouge-18b7cb099a9ea3f5.part'
    """
    return _beside(os.path.realpath(path), ".part")


def remove(path: StrPath) -> None:
    """Take away a file, and what a killed run left of a new one.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> write_text(path, "text"); remove(path)
    >>> os.listdir(os.path.dirname(path))
    []
    """
    _cleared(_new_name(os.path.realpath(path)))
    with suppress(FileNotFoundError):
        os.unlink(path)


def _new_name(target: str) -> str:
    return _beside(target, NEW)


def _beside(target: str, ending: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".infrarouge-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}{ending}")


def _locked(draft: str) -> int | None:
    """Make a draft and lock it; None where another process writes it, or where nothing can be locked.

    A lock ends with its process, however that ends, so that a draft without one was left behind and is taken away.
    """
    if sys.platform == "win32":
        return None
    while True:
        try:
            handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            if not _cleared(draft):
                return None
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if not isinstance(error, BlockingIOError):  # then whoever locked it takes it away
                os.unlink(draft)
            return None
        if _is_named(handle, draft):
            return handle
        os.close(handle)


def _is_taken(handle: int) -> bool:
    """Whether another process holds the lock of a file; otherwise this one does, where files can be locked."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    return False


def _cleared(draft: str) -> bool:
    """Take away a draft that nobody writes any more; False where somebody does."""
    if sys.platform == "win32":
        return False
    try:
        handle = os.open(draft, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        return True
    except OSError:  # a link, or not ours
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Between opening and locking it may have become the file itself.
        if _is_named(handle, draft):
            os.unlink(draft)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _is_named(handle: int, name: str) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(name, follow_symlinks=False))
    except FileNotFoundError:
        return False


def is_stream(path: str) -> bool:
    """Whether a path names a pipe, a device, or what the process has open already.

    >>> is_stream("/dev/stdout"), is_stream("a.txt")
    (True, False)
    """
    if STREAMS.fullmatch(os.path.abspath(path)):
        return True
    status = _status(path)
    return status is not None and not stat.S_ISREG(status.st_mode)


def refuse_unwritable(path: str) -> None:
    """Refuse the name of a file that cannot be written.

    >>> refuse_unwritable("no-such-folder/a.txt")
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: there is no folder 'no-such-folder' to write a.txt to
    """
    if not path:
        raise InputError("the name of a file to write is empty; give a name")
    if STREAMS.fullmatch(os.path.abspath(path)):
        return
    if os.path.isdir(path) or path.endswith(("/", os.sep)):
        raise InputError(f"{path} is a folder; give the name of a file")
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or "."):
        raise InputError(f"there is no folder {folder!r} to write {name} to")
    try:
        status = os.stat(path)
    except FileNotFoundError:
        status = None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be written ({_reason(error)}); give another name") from None
    home = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(home):
        raise InputError(f"{path} is a link into {home}, which is no folder; give another name, or make the folder")
    if (status is None or stat.S_ISREG(status.st_mode)) and not os.access(home, os.W_OK | os.X_OK):
        raise InputError(
            f"{path} cannot be written: files are written beside their place, and nothing can be written to the folder {home}"
        )


def refuse_clashes(outputs: Iterable[tuple[str, str]], inputs: Iterable[str]) -> None:
    """Refuse an output that is also an input, two outputs that are one file, and an output that cannot be written.

    Outputs are pairs of the option and the path. Files are the same if they are one file, by whatever names or links, or
    will be.

    >>> refuse_clashes([("-o", "kept.txt"), ("--dropped", "./kept.txt")], [])
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: -o kept.txt and --dropped ./kept.txt are one file; give each its own
    """
    read = {key: path for path in inputs for key in _keys(path)}
    written: dict[object, str] = {}
    for option, path in outputs:
        refuse_unwritable(path)
        if is_stream(path):
            continue
        keys = _keys(path)
        for key in keys:
            if key in read:
                raise InputError(
                    f"{option} {path} would be written over {read[key]}, which is read; give the output another name"
                )
            if key in written:
                raise InputError(f"{written[key]} and {option} {path} are one file; give each its own")
        written.update(dict.fromkeys(keys, f"{option} {path}"))


def _keys(path: str) -> list[object]:
    """What tells a file from others: its name without links, and where it lies on the disk."""
    try:
        keys: list[object] = [os.path.normcase(os.path.realpath(path))]
    except (OSError, ValueError):
        return []
    status = _status(path)
    if status is not None and status.st_ino:
        keys.append((status.st_dev, status.st_ino))
    return keys


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


@contextmanager
def explained(path: str, draft: str | None = None) -> Iterator[None]:
    """Say of a failure to write which file it was and that nothing is lost."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno is None or error.filename not in (None, path, draft):
            raise
        raise OSError(error.errno, f"{_reason(error)}; the file is as it was", path) from None


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return "the name is too long: systems take 255 bytes"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _settle(folder: str) -> None:
    """See that a replaced name is on the disk, where the system knows how."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # some file systems have no such thing
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
