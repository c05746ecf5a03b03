"""Helpers for tests."""

from __future__ import annotations

from typing import Any

from infrarouge.reporting.check import Check, check


def assert_rouge(**texts_and_limits: Any) -> Check:
    """Assert that scores keep to limits; takes what `infrarouge.check` takes, and fails with what was found.

    >>> assert_rouge(prediction="the cat sat", reference="the cat sat down", rougeL=">=0.6").passed
    True
    >>> assert_rouge(prediction="the cat", reference="a dog", rouge1=">=0.5")
    Traceback (most recent call last):
        ...
    AssertionError: rouge1 F is 0.0000, which is less than 0.5 (infrarouge-1|n:1|v:0.1.0)
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    done = check(**texts_and_limits)
    if not done:
        wanted = "; wanted one condition that does not hold" if done.negate else ""
        raise AssertionError(f"{done.sentence}{wanted} ({done.signature})")
    return done
