"""A CNN/DailyMail test set through `infrarouge rouge-1.5.5`: 11,490 pairs of SEE files, reading and intervals included."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import perl155
from contest import Table, options, show
from corpus import pairs

PAIRS, FEW = 11_490, 100
PERL_SECONDS = 200.0
"""What the Perl program takes for them, about."""
OPTIONS = ["-c", "95", "-r", "1000", "-n", "2", "-m", "-a"]


def make(folder: Path, n: int) -> Path:
    """Write SEE files and their evaluation file, as pyrouge does."""
    from infrarouge.compat.pyrouge import Rouge155

    for side, texts in zip(("system", "model"), pairs("cnndm", n), strict=True):
        (folder / side).mkdir(parents=True)
        for at, text in enumerate(texts):
            page = Rouge155.convert_text_to_rouge_format(text)
            (folder / side / f"{at:06d}.html").write_text(page, encoding="utf-8")
    settings = folder / "settings.xml"
    Rouge155.write_config_static(
        str(folder / "system"), r"(\d+).html", str(folder / "model"), "#ID#.html", str(settings), 1
    )
    return settings


def timed(command: list[str]) -> tuple[float, float, bytes]:
    """Seconds on the clock and of processors, starting the program included, and what it printed."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    clock, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out


def run(given: Any) -> list[Table]:
    n = FEW if given.quick else PAIRS
    table = Table(
        f"ROUGE-1.5.5 on {n:,} pairs of SEE files (`{' '.join(OPTIONS)}`)",
        ["program", "seconds", "seconds of CPU", "times as long"],
    )
    ours = [sys.executable, "-m", "infrarouge", "rouge-1.5.5", *OPTIONS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = str(make(folder, n))
        runs = [timed([*ours, settings]) for _ in range(given.rounds)]
        clock, cpu = (statistics.median(run[at] for run in runs) for at in (0, 1))
        table.rows.append(["infrarouge", f"{clock:.2f}", f"{cpu:.2f}", "1"])
        if not given.quick:
            table.rows.append(["Perl, as reported", f"{PERL_SECONDS:.0f}", "", f"{PERL_SECONDS / clock:.0f}"])
        if perl155.release() is not None:
            their_clock, their_cpu, theirs = timed([*perl155.command(folder), *OPTIONS, settings])
            assert theirs == runs[0][2], "the print-outs differ"
            times = f"{their_clock / clock:.0f} ({their_cpu / cpu:.0f} by CPU)"
            table.rows.append(["Perl, here", f"{their_clock:.1f}", f"{their_cpu:.1f}", times])
            table.notes.append(
                "Both programs printed the same. The times include start-up, reading the files and computing the intervals."
            )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
