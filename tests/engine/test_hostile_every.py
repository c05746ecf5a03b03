"""Every verb of the core survives arguments that lie, raise or change while they are read; a new verb is covered too."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

pytest.importorskip("infrarouge._core", reason="the native core is not built here")

from engine.hostile_every import EVERY, call, copied_all
from engine.test_stub import verbs_of
from engine.verbs import core, counts, flags, index, numbers, plan

from infrarouge.types import Side

TESTS = Path(__file__).parents[1]


def test_every_verb_is_called() -> None:
    """A verb that is new needs arguments that work in `EVERY`; all that is hostile follows from them."""
    assert {verb: {parameter.name for parameter in told[0]} for verb, told in verbs_of(core()).items()} == {
        verb: set(good) for verb, good in EVERY.items()
    }


@pytest.mark.parametrize("verb", [verb for verb in EVERY if verb != "ArrowTexts.__init__"])
def test_the_arguments_that_are_replaced_work(verb: str) -> None:
    call(verb, copied_all(EVERY[verb]))


def test_hostile_arguments_raise_exceptions_of_python() -> None:
    rounds = str(20 * settings.default.max_examples)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-X", "faulthandler", "-m", "engine.hostile_every", rounds],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *map(os.path.abspath, filter(None, sys.path))])},
    )
    last = done.stdout.splitlines()[-1:]
    assert done.returncode == 0, f"ended with {done.returncode} after {last}\n{done.stderr[-3000:]}"
    assert "survived" in last[0]


def emptied(lists: list[list[Any]], ended: threading.Event) -> None:
    """Empty lists and fill them again with new objects, until the work on them has ended."""
    contents = [list(items) for items in lists]
    while not ended.is_set():
        for items, content in zip(lists, contents, strict=True):
            items.clear()
            items.extend(item + item[:0] if isinstance(item, list) else bytes_or_text(item) for item in content)


def bytes_or_text(item: Any) -> Any:
    """An equal object that nobody else holds."""
    return bytes(bytearray(item)) if isinstance(item, bytes) else "".join(list(item))


def test_lists_may_change_while_other_threads_work_on_them() -> None:
    """The core lets other threads run while it works, and they may drop the last reference to a text."""
    texts = [f"w{at % 97} w{at % 89} " * 200 for at in range(60)]
    words = [f"w{at % 1000}" for at in range(20_000)]
    cells = [b"%d" % at for at in range(20_000)]
    ready = plan(tokens="list", sentences="list")
    before, numbered = [b"", b",", b"\n"], np.ones((len(cells), 0))

    def work() -> None:
        for _ in range(5):
            for step in (
                lambda: plan().count(Side(texts), Side(texts), None, counts(60), flags(60), flags(60), 0, 60, 2, None),
                lambda: index("a").add(Side(texts), "text", flags(60), 0, 60),
                lambda: plan().matches(Side(texts), Side(texts), None, 0, 20, 2),
                lambda: index("a").search(Side(texts), np.ones((1, 1), np.int32), numbers(*[0] * 60), None, 0, 60, 2),
                lambda: ready.pair([words], [words]),
                lambda: core().files.row_lines(before, 0, [cells], numbered, b"", b""),
                lambda: core().files.read_files(words, False, 100, 2),
            ):
                with suppress(ValueError):  # a list was empty at that moment
                    step()

    ended = threading.Event()
    other = threading.Thread(target=emptied, args=([texts, words, cells], ended))
    other.start()
    try:
        work()
    finally:
        ended.set()
        other.join()
