"""Sums of numbers without any rounding, which add up to the same whole in whatever parts they are made."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from infrarouge.types import Floats, Integers

DIGIT = 36
"""The bits of a digit: few thousand of them, times small numbers, add up in a double without rounding."""

STRETCH = 1 << 16
"""Rows that are cut into digits at a time."""


def exponent_of_digit(place: int) -> int:
    """The power of two that a digit counts: scores up to 1 have their first bit in digit 0."""
    return 1 - DIGIT * (place + 1)


@dataclass(frozen=True)
class Digits:
    """Finite numbers as whole numbers of 36 bits: [rows, columns, digits], the first digit of place `first`.

    >>> numbers = np.array([[0.75], [-1.0], [1e-9]])
    >>> digits = Digits.of(numbers)
    >>> digits.values[0, 0].tolist(), digits.first
    ([25769803776.0, 0.0, 0.0], 0)
    >>> bool((digits.numbers() == numbers).all())
    True
    """

    values: Floats
    first: int

    @classmethod
    def of(cls, numbers: Floats) -> Digits:
        """Cut numbers into as many digits as the longest of them needs."""
        rest: Any = np.array(numbers, dtype=np.float64)
        most = int(np.frexp(np.abs(rest).max(initial=0.0))[1])  # all are below two to this power
        first = place = -((most - 2) // DIGIT) - 1 if most > 1 else 0
        digits: list[Floats] = []
        while not digits or rest.any():
            exponent = exponent_of_digit(place)
            # Shifting, cutting and taking away change no bit: a double holds every digit and what is left.
            digit = np.trunc(np.ldexp(rest, -exponent))
            rest = rest - np.ldexp(digit, exponent)
            digits.append(digit)
            place += 1
        return cls(np.stack(digits, axis=-1), first)

    def numbers(self) -> Floats:
        """The numbers again."""
        places = [exponent_of_digit(self.first + at) for at in range(self.values.shape[-1])]
        return np.asarray(np.ldexp(self.values, np.array(places)).sum(axis=-1))


@dataclass(frozen=True)
class ExactSums:
    """Sums that were never rounded: whole numbers [..., digits] by place, each digit from 0 to 2^36 but the first.

    Adding is exact, so it is associative and commutative; `floats` rounds each sum once.

    >>> parts = [ExactSums.of(np.array([[0.1], [0.2]])), ExactSums.of(np.array([[0.3], [1e-300]]))]
    >>> (parts[0] + parts[1]).floats().tolist(), 0.1 + 0.2 + 0.3
    ([0.6], 0.6000000000000001)
    """

    digits: Integers
    first: int

    @classmethod
    def of(cls, numbers: Floats) -> ExactSums:
        """The sums over the first axis of finite numbers."""
        total = cls(np.zeros((*numbers.shape[1:], 1), dtype=np.int64), 0)
        for begin in range(0, len(numbers), STRETCH):
            cut = Digits.of(numbers[begin : begin + STRETCH])
            total += cls.carried(np.add.reduce(cut.values.astype(np.int64), axis=0), cut.first)
        return total

    @classmethod
    def carried(cls, digits: Integers, first: int) -> ExactSums:
        """Bring digits of any size into their bounds, with as many places before them as that takes."""
        digits = digits.copy()
        for at in range(digits.shape[-1] - 1, 0, -1):
            digits[..., at - 1] += digits[..., at] >> DIGIT
            digits[..., at] &= (1 << DIGIT) - 1
        while digits.size and (np.abs(digits[..., 0]) >> DIGIT).any():
            over = digits[..., :1] >> DIGIT
            digits = np.concatenate([over, digits[..., :1] & ((1 << DIGIT) - 1), digits[..., 1:]], axis=-1)
            first -= 1
        return cls(digits, first)

    def __add__(self, other: ExactSums) -> ExactSums:
        first = min(self.first, other.first)
        last = max(part.first + part.digits.shape[-1] for part in (self, other))
        total = np.zeros((*self.digits.shape[:-1], last - first), dtype=np.int64)
        for part in (self, other):
            begin = part.first - first
            total[..., begin : begin + part.digits.shape[-1]] += part.digits
        return ExactSums.carried(total, first)

    def fractions(self) -> Any:
        """The sums as they are, an array of fractions."""
        scale = Fraction(2) ** self._exponent
        return self._shaped([whole * scale for whole in self._wholes()], object)

    def floats(self) -> Floats:
        """The sums, each rounded once to the nearest double."""
        up, down = max(0, self._exponent), 1 << max(0, -self._exponent)
        # Python divides whole numbers of any size with one rounding.
        return np.asarray(self._shaped([(whole << up) / down for whole in self._wholes()], np.float64))

    @property
    def _exponent(self) -> int:
        """The power of two that the last digit counts."""
        return exponent_of_digit(self.first + self.digits.shape[-1] - 1)

    def _wholes(self) -> list[int]:
        """The sums as whole numbers of the last digit."""
        totals = [0] * (self.digits.size // self.digits.shape[-1])
        for digit in self.digits.reshape(len(totals), self.digits.shape[-1]).T.tolist():
            totals = [(total << DIGIT) + value for total, value in zip(totals, digit, strict=True)]
        return totals

    def _shaped(self, values: list[Any], kind: Any) -> Any:
        shaped = np.empty(len(values), dtype=kind)
        shaped[:] = values
        return shaped.reshape(self.digits.shape[:-1])
