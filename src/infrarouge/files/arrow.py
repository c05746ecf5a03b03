"""Rows of Parquet and Arrow files, and of Hugging Face dataset folders."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from infrarouge.errors import InputError, MissingExtraError
from infrarouge.files.lines import STDIN, ReadOptions, natural, opened, refuse_repeated, shown, whole_bytes
from infrarouge.reporting.tables import plural

Rows = Iterator[tuple[int, Any]]


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", what) from None
    return pyarrow


def parquet(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
    """The rows of a Parquet file, with the columns that are needed."""
    yield from _batched(parquet_batches(path, columns, 1024))


def parquet_batches(path: str, columns: Sequence[str] | None, size: int) -> Iterator[Any]:
    """A Parquet file, some rows at a time, with the columns that are needed."""
    with _parquet_file(path) as file:
        yield from file.iter_batches(batch_size=size, columns=_wanted(columns, file.schema_arrow.names))


@contextmanager
def _parquet_file(path: str) -> Iterator[Any]:
    pyarrow = _pyarrow("reading Parquet")
    from pyarrow import parquet

    with opened(path) as plain, _broken_named(path, "Parquet", pyarrow):
        source = io.BytesIO(plain.read()) if path == STDIN else plain
        if isinstance(source, io.BufferedReader) and os.path.isfile(path) and path.isprintable():
            source = pyarrow.OSFile(path)  # read without Python, which costs as much again as the decoding
        # Read ahead by itself, pyarrow would hold all row groups at once.
        file = parquet.ParquetFile(source, pre_buffer=False)
        refuse_repeated(file.schema_arrow.names, path)
        try:
            yield file
        finally:
            source.close()


@contextmanager
def _broken_named(path: str, kind: str, pyarrow: Any) -> Iterator[None]:
    """Say of which file it is that pyarrow cannot read it, and why, in one line."""
    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        # Memory and disks that fail are no fault of the file.
        if isinstance(error, MemoryError) or getattr(error, "errno", None) is not None:
            raise
        raise InputError(f"{shown(path)} is no {kind} file, or a broken one: {' '.join(str(error).split())}") from None


def schema_of(path: str, kind: str) -> Any:
    """The names and types of the columns of a Parquet or Arrow file, or of the first file of a dataset folder."""
    if kind == "parquet":
        with _parquet_file(path) as file:
            return file.schema_arrow
    with _arrow_file(arrow_files(path)[0]) as (schema, _):
        return schema


def _wanted(columns: Sequence[str] | None, names: Sequence[str]) -> list[str] | None:
    """The columns to read, if every column asked for is there by its name or as the start of a dotted path."""
    if columns is None:
        return None
    heads = [column if column in names else column.split(".")[0] for column in columns]
    return list(dict.fromkeys(heads)) if set(heads) <= set(names) else None


def _batched(batches: Iterator[Any]) -> Rows:
    start = 0
    for batch in batches:
        for row in batch.to_pylist():
            yield start, row
            start += 1


def arrow(path: str, how: ReadOptions, columns: Sequence[str] | None) -> Rows:
    """An Arrow file, or the folder of a Hugging Face dataset."""
    yield from _batched(arrow_batches(path, columns))


def arrow_batches(path: str, columns: Sequence[str] | None) -> Iterator[Any]:
    """An Arrow file, or the files of a dataset folder, as the batches that they were written in."""
    for file in arrow_files(path):
        with _arrow_file(file) as (schema, batches):
            wanted = _wanted(columns, schema.names)
            for batch in batches:
                yield batch.select(wanted) if wanted else batch


def arrow_files(path: str) -> list[str]:
    """The Arrow files of a dataset folder, in their order; a file stands for itself."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    if (folder / "dataset_dict.json").is_file():
        splits = sorted(part.name for part in folder.iterdir() if part.is_dir())
        if not splits:
            raise InputError(f"{path} is a dataset without its splits; save it again with save_to_disk")
        raise InputError(
            f"{path} is a dataset with several splits; give one: {', '.join(str(folder / part) for part in splits)}"
        )
    state = folder / "state.json"
    if state.is_file():
        try:
            told = json.loads(state.read_text(encoding="utf-8"))
            names = [part["filename"] for part in told.get("_data_files") or ()]
        except (ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
            raise InputError(f"{state} is broken ({error}); save the dataset again with save_to_disk") from None
        outside = [name for name in names if not isinstance(name, str) or os.path.basename(name) != name]
        if outside:
            raise InputError(
                f"{state} is broken (it names {outside[0]!r}, which is no file of its folder); save the dataset again "
                "with save_to_disk"
            )
        if told.get("_indices_data_files"):
            raise InputError(
                f"{path} keeps its order in a separate index; save it again after dataset.flatten_indices()"
            )
        if names:
            return [str(folder / name) for name in names]
    files = sorted((str(part) for part in folder.glob("*.arrow")), key=natural)
    if files:
        return files
    count = plural(sum(1 for part in folder.iterdir() if part.is_file()), "file")
    raise InputError(
        f"{path} is a folder with {count} and is no dataset; give a file, or add --whole to "
        "score each file in it as one text"
    )


@contextmanager
def _arrow_file(path: str) -> Iterator[tuple[Any, Iterator[Any]]]:
    pyarrow = _pyarrow("reading Arrow files and datasets")
    with opened(path) as plain:
        if isinstance(plain, io.BufferedReader) and os.path.isfile(path) and path.isprintable():
            head, source = plain.read(6), pyarrow.memory_map(path)
        else:  # a pipe, a packed file, or a name that pyarrow cannot take
            data = whole_bytes(plain, path, "unpack it into a file")
            head, source = data[:6], pyarrow.BufferReader(data)
    try:
        with _broken_named(path, "Arrow", pyarrow):
            if head == b"ARROW1":
                file = pyarrow.ipc.open_file(source)
                batches = (file.get_batch(at) for at in range(file.num_record_batches))
                schema = file.schema
            else:
                stream = pyarrow.ipc.open_stream(source)
                batches, schema = iter(stream), stream.schema
            refuse_repeated(schema.names, path)
            yield schema, batches
    finally:
        source.close()
