"""What a long run leaves in a file, again and again, so that it can go on from there after it was stopped."""

from __future__ import annotations

import io
import json
import math
import time
from collections.abc import Callable
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from infrarouge.__about__ import __version__
from infrarouge.engine.runner import Runner
from infrarouge.errors import InputError
from infrarouge.files.hashing import InputHash
from infrarouge.files.inputs import Batch, Texts
from infrarouge.files.lines import STDIN
from infrarouge.replacing import is_stream, refuse_unwritable, remove, replacing
from infrarouge.scoring.gathered import Gathered
from infrarouge.scoring.state import State

NAMES = ("ids", "groups", "languages", "scripts")
"""What a state may hold of each example beside its numbers."""
KIND = "infrarouge checkpoint 1"
USUAL_PAUSE = 30.0
"""Seconds between two checkpoints, unless told."""
SHARE = 20
"""A run spends at most one part in so many on writing checkpoints."""


class Saved(NamedTuple):
    """What a checkpoint holds: how many rows are done, their states by system, and where other files stand.

    `texts` is a hash of the rows that are done where they cannot be told by their files, else None.
    """

    rows: int
    states: dict[str, State]
    places: dict[str, Any]
    texts: str | None = None


class Checkpoint:
    """A file that is replaced in one step, so that at every moment it holds one complete checkpoint, or is not there.

    It belongs to one run: the same files, unchanged, and the same settings; another run is refused. `every` is how many
    seconds pass between two checkpoints, more where writing one takes long.
    """

    def __init__(self, path: str, every: float = USUAL_PAUSE) -> None:
        if not 0 <= every < math.inf:
            raise InputError(f"the time between two checkpoints is {every}; give seconds from 0 up, such as 30")
        self.path, self.every = Path(path), every
        self.identity: dict[str, Any] = {}
        self.places: Callable[[], dict[str, Any]] = dict
        """Tells where files stand that the run writes as it goes, to be saved with the states."""
        self.saved: Saved | None = None
        self.texts: InputHash | None = None
        """A hash of the rows so far, for standard input, which does not tell whether it is the same."""
        self._next = time.monotonic() + every

    def open(self, runner: Runner, texts: Texts, **facts: Any) -> None:
        """Settle which run this is, and read what it left behind, if it did."""
        refuse_unwritable(str(self.path))
        if is_stream(str(self.path)):
            raise InputError(f"the checkpoint {self.path} is no file; give the name of a file")
        self.identity = identity_of(runner, texts, facts)
        self.texts = InputHash() if STDIN in texts.paths else None
        if self.path.exists():
            self.saved = self._read(runner)

    def seen(self, batch: Batch) -> None:
        """Take note of some rows; those that were done before have to be the same again."""
        if self.texts is None:
            return
        for predictions in batch.predictions.values():
            self.texts.add(predictions, batch.references)
        saved = self.saved
        if saved is not None and saved.rows == batch.start + batch.n and saved.texts != self.texts.value:
            raise InputError(
                f"standard input is not what it was when the run stopped: the first {saved.rows} rows differ; give the "
                f"same rows again, or delete {self.path} to begin anew"
            )

    def is_due(self) -> bool:
        """Whether it is time to write the next one."""
        return time.monotonic() >= self._next

    def write(self, rows: int, gathered: dict[str, Gathered]) -> None:
        """Replace the file by the states of the first rows; where that fails, the file stays as it was."""
        started = time.monotonic()
        head = {"kind": KIND, "identity": self.identity, "rows": rows, "places": self.places()}
        head["texts"] = None if self.texts is None else self.texts.value
        arrays: dict[str, Any] = {}
        for at, states in enumerate(gathered.values()):
            whole = states.together()
            names = {name: getattr(whole, name) for name in NAMES}
            arrays.update(
                {f"{at}.{name}": _packed(list(values)) for name, values in names.items() if values is not None}
            )
            arrays.update({f"{at}.counts": whole.counts, f"{at}.flags": whole.flags, f"{at}.keys": whole.keys})
            others = {"rows": whole.rows, "lost": whole.lost}
            arrays.update({f"{at}.{name}": array for name, array in others.items() if array is not None})
        try:
            self._put(head, arrays)
        except OSError as error:
            raise InputError(
                f"the checkpoint {self.path} cannot be written ({error.strerror}); run the same command again to go on "
                f"from the last one"
            ) from None
        now = time.monotonic()
        self._next = now + max(self.every, SHARE * (now - started))

    def _put(self, head: dict[str, Any], arrays: dict[str, Any]) -> None:
        with replacing(self.path, settled=True) as file:
            np.savez(file, head=_packed(head), **arrays)

    def remove(self) -> None:
        """Take the file away once the run has ended."""
        remove(self.path)

    def _read(self, runner: Runner) -> Saved:
        data = self.path.read_bytes()
        try:
            return self._unpack(data, runner)
        except (InputError, MemoryError):
            raise
        except Exception:  # files of other kinds make their readers raise anything
            raise InputError(
                f"{self.path} is no checkpoint, or a broken one; give another file, or delete it"
            ) from None

    def _unpack(self, data: bytes, runner: Runner) -> Saved:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = dict(archive)
        head = _unpacked(arrays.pop("head"))
        if head["kind"] != KIND:
            raise InputError(f"{self.path} is {head['kind']}, which this version cannot read; give another file")
        self._compare(head["identity"])
        states = {
            name: State(
                runner.metrics,
                runner.profile,
                arrays[f"{at}.counts"],
                arrays.get(f"{at}.rows"),
                arrays[f"{at}.flags"],
                arrays[f"{at}.keys"],
                ids=_names(arrays, f"{at}.ids"),
                groups=_names(arrays, f"{at}.groups"),
                languages=_names(arrays, f"{at}.languages"),
                lost=arrays.get(f"{at}.lost"),
                scripts=_scripts(arrays, f"{at}.scripts"),
            )
            for at, name in enumerate(self.identity["systems"])
        }
        places = {name: {key: index(value) for key, value in place.items()} for name, place in head["places"].items()}
        saved = Saved(index(head["rows"]), states, places, head["texts"])
        if not all(_is_whole(state, saved.rows) for state in states.values()):
            raise ValueError("the numbers of rows differ")
        return saved

    def _compare(self, theirs: dict[str, Any]) -> None:
        for what, mine in self.identity.items():
            if theirs.get(what) != mine:
                raise InputError(
                    f"the checkpoint {self.path} is of another run: {what} was {theirs.get(what)!r}, now it is {mine!r}; "
                    "give another file, or delete it to begin anew"
                )


def identity_of(runner: Runner, texts: Texts, facts: dict[str, Any]) -> dict[str, Any]:
    """What makes a run the same run: version, settings, columns, and files that have not changed."""
    columns = texts.columns()
    named = {name: [column.path, column.name] for name, column in texts.systems.items()}
    files = [path for path in texts.paths if path != STDIN and Path(path).exists()]
    stamps = {path: [Path(path).stat().st_size, Path(path).stat().st_mtime_ns] for path in files}
    return {
        "version": __version__,
        "profile": runner.profile.signature,
        "metrics": list(runner.labels),
        "systems": named,
        "columns": [[column.path, column.name] for column in columns],
        "files": stamps,
        **facts,
    }


def _is_whole(state: State, rows: int) -> bool:
    """Whether a state holds so many rows, with numbers of the right kinds."""
    arrays = ((state.counts, "uif"), (state.flags, "u"), (state.keys, "iu"))
    return (
        all(array.dtype.kind in kinds for array, kinds in arrays)
        and state.counts.shape == (state.sizes.sum(), len(state.metrics), 3)
        and state.flags.shape == state.keys.shape == state.sizes.shape == (rows,)
    )


def _packed(value: Any) -> Any:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def _unpacked(array: Any) -> Any:
    return json.loads(array.tobytes())


def _names(arrays: dict[str, Any], key: str) -> tuple[str, ...] | None:
    return tuple(_unpacked(arrays[key])) if key in arrays else None


def _scripts(arrays: dict[str, Any], key: str) -> tuple[tuple[tuple[str, int], ...], ...] | None:
    """The letters of each example by script, as a state has them."""
    if key not in arrays:
        return None
    return tuple(tuple((name, letters) for name, letters in row) for row in _unpacked(arrays[key]))
