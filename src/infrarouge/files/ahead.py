"""Reads ahead: the next batches are read in a thread while the last ones are scored."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 2
"""How many batches wait to be scored."""


def ahead(batches: Iterator[T]) -> Iterator[T]:
    """The same batches, each read before it is asked for; an error comes in its place.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    waiting: Queue[tuple[bool, Any]] = Queue(MOST)
    stopped = threading.Event()

    def read() -> None:
        try:
            for batch in batches:
                waiting.put((True, batch))
                if stopped.is_set():
                    break
            waiting.put((False, None))
        except BaseException as error:  # whatever it is belongs to whoever asks for the batch
            waiting.put((False, error))
        finally:
            close = getattr(batches, "close", None)
            if close is not None:
                close()

    reader = threading.Thread(target=read, daemon=True, name="infrarouge-reader")
    reader.start()
    try:
        while True:
            is_batch, value = waiting.get()
            if is_batch:
                yield value
            elif value is None:
                return
            else:
                raise value
    finally:
        stopped.set()
        while reader.is_alive():  # it may wait for a place
            while not waiting.empty():
                waiting.get()
            reader.join(0.01)
