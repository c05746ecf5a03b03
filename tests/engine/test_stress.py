"""Scorers, kept texts and indexes serve many threads at once."""

from __future__ import annotations

from engine import stress


def test_threads_share_everything() -> None:
    pieces, faults = stress.run(seconds=1.0)
    assert faults == []
    assert pieces > 0
