"""The states of a long stream, kept small until the whole is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from infrarouge.scoring.state import State
from infrarouge.types import Floats

SMALL = (np.uint8, np.uint16, np.uint32)


class Gathered:
    """States as batches leave them; counts are kept in as few bytes as hold them exactly.

    >>> from infrarouge import Rouge
    >>> rouge, gathered = Rouge("rouge1"), Gathered()
    >>> for row, text in enumerate(["a b", "a"]):
    ...     gathered.add(rouge.state(predictions=[text], references=["a"], start=row))
    >>> gathered.n, gathered.state().counts.tolist()
    (2, [[[1, 2, 1]], [[1, 1, 1]]])
    """

    __slots__ = ("_parts", "n")

    def __init__(self) -> None:
        self._parts: list[State] = []
        self.n = 0

    def add(self, state: State) -> None:
        """Take in the state of some more rows."""
        self._parts.append(replace(state, counts=smallest(state.counts)))
        self.n += state.n

    def together(self) -> State:
        """All states as one whose counts may be whole numbers of few bytes: what a file keeps of them."""
        if len(self._parts) > 1:
            counts = np.concatenate([part.counts for part in self._parts])
            self._parts = [replace(self._merged(), counts=counts)]
        return self._parts[0]

    def state(self) -> State:
        """The whole, whose counts may be whole numbers of few bytes; the parts are let go on the way."""
        keys = np.concatenate([part.keys for part in self._parts])
        if not (np.diff(keys) > 0).all():
            return State.merge(replace(part, counts=part.counts.astype(np.float64)) for part in self._parts)
        whole = self._merged()
        kind = np.result_type(*(part.counts.dtype for part in self._parts))
        counts = np.empty((sum(len(part.counts) for part in self._parts), *self._parts[0].counts.shape[1:]), kind)
        self._parts.reverse()
        begin = 0
        while self._parts:
            part = self._parts.pop().counts
            counts[begin : begin + len(part)] = part
            begin += len(part)
        return replace(whole, counts=counts)

    def _merged(self) -> State:
        """Everything but the counts."""
        return State.merge(replace(part, counts=part.counts[:, :0]) for part in self._parts)


def smallest(counts: Floats) -> Any:
    """Counts as whole numbers of few bytes, where that is exact.

    >>> smallest(np.array([[[1.0, 300.0, 2.0]]])).dtype, smallest(np.array([[[0.5, 1.0, 1.0]]])).dtype
    (dtype('uint16'), dtype('float64'))
    """
    most = counts.max(initial=0)
    for kind in SMALL:
        if most <= np.iinfo(kind).max and counts.min(initial=0) >= 0:
            small = counts.astype(kind)
            return small if np.array_equal(small, counts) else counts
    return counts
