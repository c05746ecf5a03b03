"""Runs contenders in turn, round after round, in one process, and compares CPU time within each round."""

from __future__ import annotations

import argparse
import gc
import importlib.util
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

OURS = "infrarouge"


@dataclass
class Table:
    """A result to print: a title, a head, rows of text, and remarks."""

    title: str
    head: list[str]
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        lines = [f"### {self.title}", "", "| " + " | ".join(self.head) + " |"]
        lines.append("|" + "|".join("---" if at == 0 else "--:" for at in range(len(self.head))) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join([*lines, "", *self.notes]).rstrip() + "\n"


def options(description: str, arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options every benchmark takes."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=7, help="rounds; the median over rounds is shown")
    parser.add_argument("--data", nargs=2, metavar=("HYP", "REF"), help="run on these files, one text a line")
    parser.add_argument("--quick", action="store_true", help="small and fast, to see that it runs")
    return parser.parse_args(arguments)


def installed(module: str) -> bool:
    """Whether a peer can be imported."""
    return importlib.util.find_spec(module) is not None


@dataclass
class Contender:
    """Something that does the work; `pairs` says how many pairs one call does."""

    name: str
    call: Callable[[], Any]
    pairs: int


def contest(
    contenders: Sequence[Contender], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, list[float]]:
    """Seconds a pair of every contender in every round, rounds interleaved so that noise meets all alike."""
    for one in contenders:
        one.call()  # warm: imports, tables, pools
    seconds: dict[str, list[float]] = {one.name: [] for one in contenders}
    for _ in range(rounds):
        for one in contenders:
            gc.collect()
            repeat, spent = 0, 0.0
            while spent < 0.05:  # a slice long enough for the clock
                begin = clock()
                one.call()
                spent += clock() - begin
                repeat += 1
            seconds[one.name].append(spent / repeat / one.pairs)
    return seconds


def ratio(seconds: dict[str, list[float]], peer: str, ours: str = OURS) -> float:
    """How many times faster we are than a peer: the median over rounds of the quotient within a round."""
    return statistics.median(theirs / mine for theirs, mine in zip(seconds[peer], seconds[ours], strict=True))


def best_peer(seconds: dict[str, list[float]], ours: str = OURS) -> str | None:
    """The fastest contender that is not ours."""
    peers = [name for name in seconds if not name.startswith(ours)]
    return min(peers, key=lambda name: statistics.median(seconds[name]), default=None)


def rate(seconds: list[float]) -> str:
    """Pairs a second, from the median."""
    found = 1 / statistics.median(seconds)
    return f"{found:,.0f}" if found >= 100 else f"{found:.3g}"


def show(tables: Sequence[Table]) -> None:
    """Print the tables."""
    for table in tables:
        print(table.markdown())
