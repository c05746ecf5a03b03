"""Writes the pictures of docs/images: the report page of the samples, as Chromium shows it on a screen and on a phone.

Needs the package playwright and Chromium: pip install playwright; apt-get install chromium.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import infrarouge as ir

ROOT = Path(__file__).resolve().parent.parent
SCREEN, PHONE = {"width": 1280, "height": 1440}, {"width": 390, "height": 844}
IMAGES = ROOT / "docs/images"


def make_page() -> str:
    """The report of two systems on the samples, with ids and groups."""
    rows = [json.loads(line) for line in (ROOT / "samples/samples.jsonl").read_text(encoding="utf-8").splitlines()]
    references = [row["reference"] for row in rows]
    systems = {
        "baseline": (ROOT / "samples/predictions_b.txt").read_text(encoding="utf-8").splitlines(),
        "model": [row["prediction"] for row in rows],
    }
    ids, groups = ([row[column] for row in rows] for column in ("id", "topic"))
    comparison = ir.compare(systems, references=references, ids=ids, groups=groups)
    return comparison.to_html(predictions=systems, references=references)


def make_articles() -> str:
    """The report of summaries with the articles that they summarize."""
    rows = [json.loads(line) for line in (ROOT / "samples/articles.jsonl").read_text(encoding="utf-8").splitlines()]
    columns = ("prediction", "reference", "article", "id", "topic")
    ours, theirs, sources, ids, groups = ([row[column] for row in rows] for column in columns)
    report = ir.evaluate(predictions=ours, references=theirs, ids=ids, groups=groups)
    return report.to_html(predictions=ours, references=theirs, sources=sources)


def opened(window: Any, html: str, size: dict[str, int], address: str = "") -> Any:
    """A page in a tab of some size."""
    tab = window.new_page(viewport=size, color_scheme="light", reduced_motion="reduce")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(html, encoding="utf-8")
        tab.goto(path.as_uri() + address)
        tab.wait_for_selector("html[data-ready]")
    return tab


def main() -> None:
    """Keep pictures of the start, of an example of a filtered table, of the errors, and of the start on a phone."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    html = make_page()
    view = "#example-news-04&metric=rougeL&system=1&sort=change:up&score=2,2,1,5000,6999"
    with sync_playwright() as started:
        window = started.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        opened(window, html, SCREEN).screenshot(path=IMAGES / "report.png")
        opened(window, html, SCREEN, view).locator("#examples").screenshot(path=IMAGES / "report-examples.png")
        opened(window, make_articles(), SCREEN).locator("#errors").screenshot(path=IMAGES / "report-errors.png")
        opened(window, html, PHONE).screenshot(path=IMAGES / "report-phone.png")
        window.close()


if __name__ == "__main__":
    main()
