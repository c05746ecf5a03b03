"""How large the report page of 10,000 examples and three systems is, how long it takes to write, to open and to use."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from contest import Table, installed, options, show
from corpus import SHAPES, Writer

import infrarouge as ir

METRICS = ["rouge1 rouge2 rougeL rougeLsum", "rouge1 rouge2 rougeLsum rougeW-1.2 rougeSU4"]


def texts(n: int) -> tuple[dict[str, list[str]], list[str]]:
    """Three systems and their references, to the shape of CNN/DM."""
    writer = Writer(0)
    systems: dict[str, list[str]] = {"base": [], "new": [], "other": []}
    references = []
    for _ in range(n):
        reference = writer.reference(SHAPES["cnndm"])
        references.append(writer.text(reference))
        for predictions in systems.values():
            predictions.append(writer.text(writer.prediction(reference)))
    return systems, references


# Milliseconds of one sort, one filter and one search over all examples.
USES = """async () => {
  await everything;
  const timed = (act) => {
    const begin = performance.now();
    act();
    return performance.now() - begin;
  };
  const range = { metric: 0, measure: 2, system: 1, low: 2000, high: 5000 };
  return [timed(() => sortBy("system-1")), timed(() => setFilter("score", range)), timed(() => search("the"))];
}"""


OPENING = [
    "ms to the first highlight",
    "ms to a second example, from opening",
    "ms to sort",
    "ms to filter",
    "ms to search",
]
"""What is measured in a browser."""


def find_browser() -> str | None:
    """The browser that opens the page; None if there is none, or nothing to drive it with."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return browser if installed("playwright") else None


def opening(page: str, browser: str, rounds: int) -> list[str]:
    """Milliseconds until the first example is highlighted, until another one is after a click, and of each use."""
    from playwright.sync_api import sync_playwright

    times = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        window = started.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(rounds):
            tab = window.new_context(bypass_csp=True).new_page()
            begin = time.perf_counter()
            tab.goto(path.as_uri(), wait_until="commit")
            tab.locator("#detail .body mark").first.wait_for()
            first = time.perf_counter() - begin
            tab.locator("#row-5").click()
            tab.get_by_role("heading", name="Example doc-5").wait_for()
            times.append([1000 * first, 1000 * (time.perf_counter() - begin), *tab.evaluate(USES)])
            tab.close()
        window.close()
    return [f"{statistics.median(column):.0f}" for column in zip(*times, strict=True)]


def run(given: Any) -> list[Table]:
    n = 500 if given.quick else 10_000
    systems, references = texts(n)
    browser = find_browser()
    head = ["metrics", "MB", "s to write", *(OPENING if browser else [])]
    table = Table(f"Report page ({n:,} examples, three systems)", head)
    names = {"ids": [f"doc-{at}" for at in range(n)], "groups": [f"group {at % 12}" for at in range(n)]}
    for metrics in METRICS:
        comparison = ir.compare(systems, references=references, metrics=metrics, **names)
        begin = time.perf_counter()
        page = comparison.to_html(predictions=systems, references=references)
        written = time.perf_counter() - begin
        row = [f"`{metrics}`", f"{len(page.encode()) / 1e6:.1f}", f"{written:.1f}"]
        if browser:
            row += opening(page, browser, 1 if given.quick else min(given.rounds, 5))
        table.rows.append(row)
    table.notes.append(
        "Opened from a file in headless Chromium, wall time."
        if browser
        else "How long it takes to open and to use was not measured: Chromium or playwright is not installed."
    )
    return [table]


if __name__ == "__main__":
    show(run(options(__doc__ or "")))
