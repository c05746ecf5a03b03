"""Whole numbers as few bytes, and bytes as text that may stand in a page; `assets/unpack.js` reads them back."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from infrarouge.types import Integers

LEVEL = 5
"""How hard deflate tries; harder takes twice as long and saves one byte in a hundred."""
CHARACTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"&'/:<\\{}")
"""The digits of the base in which bytes are written, 85 of them: those that mean nothing in JSON or HTML."""


class Ragged(NamedTuple):
    """Lists of whole numbers one after another, and how long each list is."""

    values: Integers
    sizes: Integers

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Ragged:
        """Put lists one after another.

        >>> Ragged.of([[1, 2], []]).sizes.tolist()
        [2, 0]
        """
        sizes = np.array([len(numbers) for numbers in lists], dtype=np.int64)
        return cls(np.array([number for numbers in lists for number in numbers], dtype=np.int64), sizes)

    @property
    def starts(self) -> Integers:
        """Where each list starts, and where the last one ends."""
        starts = np.zeros(len(self.sizes) + 1, dtype=np.int64)
        np.cumsum(self.sizes, out=starts[1:])
        return starts

    def taken(self, order: Integers) -> Ragged:
        """Some of the lists, in another order.

        >>> Ragged.of([[1, 2], [3]]).taken(np.array([1, 0])).values.tolist()
        [3, 1, 2]
        """
        sizes = self.sizes[order]
        return Ragged(self.values[np.repeat(self.starts[order], sizes) + within(sizes)], sizes)

    def merged(self, bounds: Integers) -> Ragged:
        """Fewer and longer lists: those from each bound to the next become one.

        >>> Ragged.of([[1, 2], [3], [4]]).merged(np.array([0, 2, 3])).sizes.tolist()
        [3, 1]
        """
        return Ragged(self.values, np.diff(self.starts[bounds]))


def within(sizes: Integers) -> Integers:
    """The places in lists of these sizes, each counted from 0.

    >>> within(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - sizes, sizes)


def side_by_side(*parts: Ragged) -> Ragged:
    """Lists made of a list of each part.

    >>> side_by_side(Ragged.of([[1], [2]]), Ragged.of([[3, 4], []])).values.tolist()
    [1, 3, 4, 2]
    """
    sizes = np.sum([part.sizes for part in parts], axis=0)
    values = np.zeros(int(sizes.sum()), dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    for part in parts:
        values[np.repeat(starts, part.sizes) + within(part.sizes)] = part.values
        starts = starts + part.sizes
    return Ragged(values, sizes)


def columns(*values: Integers) -> Ragged:
    """One number of each column for every list.

    >>> columns(np.array([1, 2]), np.array([3, 4])).values.tolist()
    [1, 3, 2, 4]
    """
    return Ragged(np.stack(values, axis=1).ravel(), np.full(len(values[0]), len(values)))


def signed(values: Integers) -> Integers:
    """Whole numbers of either sign as numbers from 0 up, small ones staying small.

    >>> signed(np.array([0, -1, 1, -2])).tolist()
    [0, 1, 2, 3]
    """
    return np.where(values < 0, -2 * values - 1, 2 * values)


def varints(lists: Ragged) -> tuple[bytes, Integers]:
    """Write whole numbers from 0 up, seven bits a byte, the lowest first; a set high bit says that more follow.

    Also tells how many bytes each list takes.

    >>> data, sizes = varints(Ragged.of([[1, 127], [128, 300]]))
    >>> data.hex(" "), sizes.tolist()
    ('01 7f 80 01 ac 02', [2, 4])
    """
    numbers = lists.values
    lengths = np.ones(len(numbers), dtype=np.int64)
    for bits in range(7, 63, 7):
        more = numbers >= 1 << bits
        if not more.any():
            break
        lengths += more
    places = np.cumsum(lengths) - lengths
    data: npt.NDArray[np.uint8] = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for digit in range(int(lengths.max(initial=0))):
        having = np.flatnonzero(lengths > digit)
        follows = (lengths[having] > digit + 1) * 128
        data[places[having] + digit] = ((numbers[having] >> 7 * digit) & 127) | follows
    return data.tobytes(), np.diff(np.append(places, len(data))[lists.starts])


def packed(data: bytes) -> str:
    """Deflate bytes and write them as text, five characters for four bytes.

    The characters need no escape in JSON or in a script element. The first one tells how many bytes at the end are padding.

    >>> text = packed(b"aaaa")
    >>> len(text), text[0] == CHARACTERS[0]
    (16, True)
    """
    deflated = zlib.compress(data, LEVEL)
    padding = -len(deflated) % 4
    rest: npt.NDArray[np.int64] = np.frombuffer(deflated + bytes(padding), dtype=">u4").astype(np.int64)
    digits = np.empty((len(rest), 5), dtype=np.uint8)
    for place in range(4, -1, -1):
        rest, digits[:, place] = np.divmod(rest, len(CHARACTERS))
    characters = np.frombuffer(CHARACTERS.encode("ascii"), dtype=np.uint8)
    return CHARACTERS[padding] + characters[digits.ravel()].tobytes().decode("ascii")


def unpacked(text: str) -> bytes:
    """Read back what `packed` wrote, as the page does.

    >>> unpacked(packed(b"some bytes"))
    b'some bytes'
    """
    values = np.array([CHARACTERS.index(character) for character in text[1:]], dtype=np.int64).reshape(-1, 5)
    numbers = values @ np.array([len(CHARACTERS) ** power for power in range(4, -1, -1)])
    data = numbers.astype(">u4").tobytes()
    return zlib.decompress(data[: len(data) - CHARACTERS.index(text[0])])
