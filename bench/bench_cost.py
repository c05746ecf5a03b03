"""What a pair costs: time, bytes of a state, merging, intervals, start-up; and what that comes to from 10^3 to 10^10 pairs.

With --write the tables of docs/cost.md are made anew, each between `<!-- measured: NAME -->` and `<!-- end -->`. Times are
processor times of one thread, the least of several rounds, so that other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import datetime
import pickle
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import corpus
from contest import Table, show
from make import processor

import infrarouge as ir
from infrarouge.compat.trl import RougeReward
from infrarouge.integrations.parts import FAN, PartCounter, together

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cost.md"
PLACE = re.compile(r"(<!-- measured: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
METRICS = "rouge1 rouge2 rougeL rougeLsum"
SHAPES = {"tiny": "headlines", "xsum": "one sentence", "cnndm": "three or four sentences"}
TYPICAL = "xsum"
"""The shape that the arithmetic is about."""
RESAMPLES = 1000
BLOCK = 128 << 20
"""Bytes of text in a part, the usual size of a block or partition in Ray and Spark."""
READ = 1e9
"""Bytes of text that one machine reads in a second: an assumption, of a disk or a network as they are usual."""


class Machines(NamedTuple):
    """What texts are scored on."""

    cores: int
    memory: float
    """Bytes of the machine that holds the report."""
    number: int
    by_id: bool
    """Whether intervals are drawn by id, as engines do, or by place, as `evaluate` does on one machine."""


MACHINES = {
    "a laptop (4 cores, 16 GB)": Machines(4, 16e9, 1, False),
    "a server (64 cores, 256 GB)": Machines(64, 256e9, 1, False),
    "a cluster (100 machines of 16 cores and 64 GB)": Machines(1600, 64e9, 100, True),
}
POWERS = range(3, 11)


@dataclass(frozen=True)
class Figures:
    """What was measured: seconds and bytes for each pair, unless the name says otherwise."""

    words: int
    text: float
    score: float
    travels: float
    counted: float
    held: float
    id_travels: float
    id_held: float
    merge: float
    placed: float
    keyed: float
    summed: float
    """Bytes of a part's sums, whatever its size."""


def least(call: Callable[[], Any], rounds: int) -> float:
    """The least processor time of a call, in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def measured(shape: str, n: int, rounds: int) -> Figures:
    ours, theirs = corpus.pairs(shape, n)
    part = {"pred": ours, "ref": theirs, "id": [f"{row:012}" for row in range(n)]}
    plain = PartCounter("pred", "ref", metrics=METRICS, n_resamples=0)
    named = PartCounter("pred", "ref", "id", metrics=METRICS, n_resamples=RESAMPLES)
    step = n // FAN
    pieces = [plain.state({name: column[at : at + step] for name, column in part.items()}) for at in range(0, n, step)]
    report = plain.report(together(pieces))
    by_key = named.report(named.state(part))
    by_place = by_key.rescore(generator="splitmix")
    state = report.state
    counted = state.counts.nbytes + state.flags.nbytes + state.keys.nbytes
    return Figures(
        words=sum(len(text.split()) for text in (*ours, *theirs)) // (2 * n),
        text=sum(len(text.encode()) for text in (*ours, *theirs)) / n,
        score=least(lambda: plain.state(part), rounds) / n,
        travels=sum(len(pickle.dumps(piece, pickle.HIGHEST_PROTOCOL)) for piece in pieces) / n,
        counted=counted / n,
        held=(counted + report.scores.nbytes) / n,
        id_travels=len(pickle.dumps(tuple(part["id"]), pickle.HIGHEST_PROTOCOL)) / n,
        id_held=(sys.getsizeof(tuple(part["id"])) + sum(map(sys.getsizeof, part["id"]))) / n,
        merge=least(lambda: together(pieces), rounds) / n,
        placed=least(lambda: dict(fresh(by_place)), rounds) / n,
        keyed=least(lambda: dict(fresh(by_key)), rounds) / n,
        summed=len(pickle.dumps(named.sums(part), pickle.HIGHEST_PROTOCOL)),
    )


def fresh(report: ir.Report) -> ir.Report:
    """The same report on one thread, before it has drawn anything; its scores are there."""
    anew = ir.Report(report.state, report.profile, 1)
    vars(anew)["scores"] = report.scores
    return anew


def start_up(rounds: int) -> float:
    """Processor seconds of a process that imports the package and scores a pair."""
    code = "import infrarouge as ir; ir.score(prediction='a b', reference='a c')"
    times = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def rewards(completions: int, shape: corpus.Shape, rounds: int) -> tuple[int, float]:
    """Words of a completion, and the seconds of one call with a batch of them."""
    writer = corpus.Writer(1)
    references = [writer.reference(shape) for _ in range(completions)]
    written = [writer.text(writer.prediction(reference, shape)) for reference in references]
    reward = RougeReward("rougeL", threads=1)
    texts = {"completions": written, "reference": [writer.text(reference) for reference in references]}
    reward(**texts)
    return sum(len(text.split()) for text in written) // completions, least(lambda: reward(**texts), 5 * rounds)


def span(seconds: float) -> str:
    """A time in the unit that fits.

    >>> span(0.004), span(90), span(9000), span(3e6)
    ('4 ms', '90 s', '2.5 h', '35 days')
    """
    for most, unit, size in ((1, "ms", 0.001), (120, "s", 1), (7200, "min", 60), (172_800, "h", 3600)):
        if seconds < most:
            return f"{seconds / size:.2g} {unit}" if seconds / size < 10 else f"{seconds / size:.0f} {unit}"
    return f"{seconds / 86_400:.0f} days"


def weight(count: float) -> str:
    """Bytes in the unit that fits.

    >>> weight(300), weight(2.5e6), weight(4e13)
    ('300 B', '2.5 MB', '40 TB')
    """
    units = {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
    unit = next((unit for unit, size in units.items() if count < 1000 * size), "TB")
    count /= units[unit]
    return f"{count:.2g} {unit}" if count < 10 else f"{count:,.0f} {unit}"


def figures_table(figures: dict[str, Figures]) -> Table:
    head = ["for each pair", *(f"{SHAPES[name]}, {found.words} words" for name, found in figures.items())]
    table = Table("What a pair costs", head)
    lines: dict[str, Callable[[Figures], str]] = {
        "both texts": lambda found: weight(found.text),
        "scored on one core": lambda found: f"{1e6 * found.score:.1f} µs",
        "pairs a second and core": lambda found: f"{1 / found.score:,.0f}",
        "a state with its rows, as it travels": lambda found: f"{found.travels:.0f} B",
        "a report, in memory": lambda found: f"{found.counted:.0f} B",
        "a report with the scores of every row, in memory": lambda found: f"{found.held:.0f} B",
        "an id of 12 letters, as it travels, and in memory": lambda found: (
            f"{found.id_travels:.0f} B, {found.id_held:.0f} B"
        ),
        "states merged": lambda found: f"{1e6 * found.merge:.2f} µs",
        f"intervals by place, {RESAMPLES:,} resamples": lambda found: f"{1e6 * found.placed:.1f} µs",
        f"intervals by id, {RESAMPLES:,} resamples": lambda found: f"{1e6 * found.keyed:.1f} µs",
    }
    table.rows += [[name, *(line(found) for found in figures.values())] for name, line in lines.items()]
    return table


def needed(figures: Figures, n: int, machines: Machines, resampled: bool, start: float) -> float:
    """Seconds for a report: a process starts, then texts are read while those before them are scored."""
    drawn = (figures.keyed if machines.by_id else figures.placed) if resampled else 0.0
    computed = n * (figures.score + drawn) / machines.cores
    return start + max(computed, n * figures.text / READ / machines.number)


def times_table(figures: Figures, start: float, resampled: bool) -> Table:
    table = Table("Time", ["pairs", "texts", *MACHINES])
    for power in POWERS:
        times = [needed(figures, 10**power, machines, resampled, start) for machines in MACHINES.values()]
        # Below a second a cluster is busy with itself.
        cells = [
            "under 1 s" if machines.by_id and seconds < 1 else span(seconds)
            for machines, seconds in zip(MACHINES.values(), times, strict=True)
        ]
        table.rows.append([f"10^{power}", weight(10**power * figures.text), *cells])
    return table


def memory_table(figures: Figures) -> Table:
    head = ["pairs", "parts", "states travel", "report with its scores", "fits into", "sums travel", "report of sums"]
    table = Table("Memory", head)
    for power in POWERS:
        n = 10**power
        parts = max(1, round(n * figures.text / BLOCK))
        fits = [name.partition(" (")[0] for name, machines in MACHINES.items() if n * figures.held < machines.memory]
        cells = [n * figures.travels, n * figures.held, parts * figures.summed, figures.summed]
        travels, held, sums, summed = map(weight, cells)
        table.rows.append([f"10^{power}", f"{parts:,}", travels, held, fits[0] if fits else "none", sums, summed])
    return table


def tables(given: Any) -> dict[str, Table]:
    n, rounds = (2_000, 2) if given.quick else (20_000, given.rounds)
    figures = {name: measured(name, n, rounds) for name in SHAPES}
    start = start_up(rounds)
    fixed = Table("What does not grow", ["once", ""])
    fixed.rows += [
        ["a process starts and scores its first pair", span(start)],
        [f"the sums of a part, with {RESAMPLES:,} resamples", weight(figures[TYPICAL].summed)],
    ]
    reward = Table("Rewards", ["completions in a call", "words in each", "rougeL on one core", "pairs a second"])
    for shape in (corpus.SHAPES["tiny"], corpus.SHAPES["xsum"], corpus.Shape(100, 5)):
        words, seconds = rewards(64, shape, rounds)
        reward.rows.append(["64", str(words), span(seconds), f"{64 / seconds:,.0f}"])
    today = f"Measured on {datetime.date.today().isoformat()} on one core of {processor()}, with {METRICS}."
    figures_of_pairs = figures_table(figures)
    figures_of_pairs.notes.append(today)
    return {
        "figures": figures_of_pairs,
        "fixed": fixed,
        "means": times_table(figures[TYPICAL], start, False),
        "intervals": times_table(figures[TYPICAL], start, True),
        "memory": memory_table(figures[TYPICAL]),
        "rewards": reward,
    }


def write(found: dict[str, Table]) -> None:
    """Put the tables into their places on the page; a table without a place, or a place without a table, is an error."""
    page = PAGE.read_text(encoding="utf-8")
    places = [match[2] for match in PLACE.finditer(page)]
    if sorted(places) != sorted(found):
        raise SystemExit(f"docs/cost.md has places for {places}, and there are tables of {list(found)}")

    def filled(match: re.Match[str]) -> str:
        # The page has headings of its own.
        return match[1] + found[match[2]].markdown().partition("\n\n")[2] + match[3]

    PAGE.write_text(PLACE.sub(filled, page), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="small and fast, to see that it runs")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/cost.md")
    given, _ = parser.parse_known_args()
    found = tables(given)
    show(list(found.values()))
    if given.write:
        write(found)


if __name__ == "__main__":
    main()
