"""Rounding to decimals as C's printf does."""

from __future__ import annotations

import numpy as np

from infrarouge.types import Floats


def round_decimal(values: Floats, decimals: int) -> Floats:
    """Round as C's printf does: the exact binary value, to the nearest decimal.

    >>> round_decimal(np.array([1 / 320]), 5).tolist()
    [0.00313]
    """
    return np.array([float(f"{value:.{decimals}f}") for value in values.tolist()], dtype=np.float64)
