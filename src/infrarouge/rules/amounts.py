"""The numbers among the rules: what each accepts, so that every engine refuses the same ones."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from infrarouge.registry import integer

MOST_RESAMPLES = 10_000_000
"""The most resamples, and flips of a sign-flip test: every one of them keeps its sums in memory."""
MOST = {
    "max_words": 2**63 - 1,
    "max_bytes": 2**63 - 1,
    "stem_min": 2**32 - 1,
    "decimals": 1000,
    "n_resamples": MOST_RESAMPLES,
    "rng": 2**64 - 1,
}
"""The greatest values of whole numbers; a number of 64 bits has no more than 1074 decimals."""
OPTIONAL = ("max_words", "max_bytes", "decimals")
"""The whole numbers that may be None."""
WANTED = {
    "n_resamples": f"a whole number from 0 (no intervals) to {MOST_RESAMPLES:,}, such as 1000",
    "rng": "the seed as a whole number from 0 to 2**64 - 1",
}
"""What to give for whole numbers that have words of their own."""
REALS = {
    "alpha": "a number from 0 (F is recall) to 1 (F is precision)",
    "beta": "a number from 0 (F is precision) up, float('inf') for recall",
    "lcs_root": "a number above 0, 1 for no root",
    "confidence_level": "a number from 0 to 1, such as 0.95",
}


def shown(value: Any) -> str:
    """A value as messages name it, which may be a number of any length.

    >>> shown(10**50), shown("x")
    ('1000000000000000000000000000000000000000...', "'x'")
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to spell more than 4300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:40] + "..."


def whole_rule(rule: str, value: Any) -> int:
    """A rule that is a whole number.

    >>> whole_rule("max_words", 75)
    75
    >>> whole_rule("decimals", 2**40)
    Traceback (most recent call last):
        ...
    ValueError: decimals is 1099511627776; give a whole number from 0 to 1000, such as decimals=4
    """
    number, most = integer(value), MOST[rule]
    # ROUGE-1.5.5 takes a limit below 0 and cuts from the end of the first sentence.
    least = -most if rule.startswith("max_") else 0
    if number is None or not least <= number <= most:
        up = f"to {most}" if most < 2**32 - 1 else f"up, at most {most}"
        wanted = WANTED.get(rule, f"a whole number from 0 {up}, such as {rule}=4")
        raise ValueError(f"{rule} is {shown(value)}; give {wanted}")
    return number


def real_rule(rule: str, value: Any) -> float:
    """A rule that is a number with decimals.

    >>> real_rule("alpha", 1)
    1.0
    >>> real_rule("alpha", "x")
    Traceback (most recent call last):
        ...
    ValueError: alpha is 'x'; give a number from 0 (F is recall) to 1 (F is precision)
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    within = {"beta": number >= 0, "lcs_root": 0 < number < math.inf}.get(rule, 0 <= number <= 1)
    if not within:
        raise ValueError(f"{rule} is {shown(value)}; give {REALS[rule]}")
    return number


def whole_ids(value: Any) -> tuple[int, ...]:
    """Ids to leave out, each once and in order.

    >>> whole_ids([2, 1, 2])
    (1, 2)
    """
    ids = [integer(number) for number in value] if isinstance(value, Iterable) else [None]
    if not all(number is not None and -(2**63) <= number < 2**63 for number in ids):
        raise ValueError(f"ignore_ids is {shown(value)}; give whole numbers of 64 bits, such as ignore_ids=(0, 1)")
    return tuple(sorted({number for number in ids if number is not None}))
