"""Numbers as reports print them: what a number stands for, given its digits."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from infrarouge.errors import InputError, UnknownNameError
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.scoring.measures import LETTERS, named_measure

NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(%?)")


class Printed(NamedTuple):
    """A number as it is printed: it stands for everything that rounds to it.

    A number half-way between two printed ones stands for both, because programs round it either way. `scales` says
    what a score was multiplied by, the likely one first.
    """

    text: str
    number: Decimal
    half: Decimal
    scales: tuple[int, ...]

    @classmethod
    def of(cls, value: object) -> Printed:
        """Read a number: in percent or as a fraction, by its digits.

        >>> Printed.of("41.20"), Printed.of(0.5).scales
        (Printed(text='41.20', number=Decimal('41.20'), half=Decimal('0.005'), scales=(100, 1)), (1, 100))
        """
        told = isinstance(value, (str, int, float, Decimal, np.number)) and not isinstance(value, (bool, np.bool_))
        text = format(Decimal(str(value)), "f") if told and not isinstance(value, str) else str(value).strip()
        parts = NUMBER.fullmatch(text) if told else None
        if parts is None:
            raise InputError(
                f"the reported value is {value!r}; give the number as it is printed, such as '41.2', '41.2%' or '0.412'"
            )
        number = Decimal(parts[1])
        if number > 100:
            raise InputError(f"the reported value is {text}; scores lie between 0 and 1, or 0 and 100 in percent")
        half = Decimal(5).scaleb(-len(parts[1].partition(".")[2]) - 1)
        scales = (100,) if parts[2] else (100, 1) if number > 1 else (1, 100)
        return cls(text, number, half, scales)

    def off(self, value: float, scale: int) -> Decimal:
        """How far a score is from the number, in its units."""
        # The shortest decimal of the product: 100 * 0.4125 lies half-way, whatever its last bit says.
        return abs(Decimal(repr(scale * value)) - self.number)


class Reported(NamedTuple):
    """A metric, the measure if it was told, and the number that was printed."""

    metric: Metric
    measure: str | None
    printed: Printed

    @classmethod
    def of(cls, name: str, value: object) -> Reported:
        """Read a metric, with its measure or without, and a number.

        >>> Reported.of("ROUGE-L", "41.2").measure, Reported.of("rouge1.r", "0.5").measure
        (None, 'recall')
        """
        number = Printed.of(value)
        try:
            return cls(parse_metric(name), None, number)
        except UnknownNameError:
            named = named_measure(str(name))
            if named is None:
                raise
        label, measure = named
        return cls(parse_metric(label), measure, number)

    @property
    def label(self) -> str:
        """The metric, with the measure if it was told.

        >>> Reported.of("rouge1.r", "0.5").label
        'rouge1.r'
        """
        return self.metric.label + (f".{LETTERS[self.measure]}" if self.measure else "")
