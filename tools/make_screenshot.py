"""Writes docs/images/report.png and report-examples.png: the report page of the samples, as Chromium shows it.

Needs the package playwright and Chromium: pip install playwright; apt-get install chromium.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import infrarouge as ir

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 1280, 1436
IMAGES = ROOT / "docs/images"


def make_page() -> str:
    """The report of two systems on the samples."""
    rows = [json.loads(line) for line in (ROOT / "samples/samples.jsonl").read_text(encoding="utf-8").splitlines()]
    references = [row["reference"] for row in rows]
    systems = {
        "baseline": (ROOT / "samples/predictions_b.txt").read_text(encoding="utf-8").splitlines(),
        "model": [row["prediction"] for row in rows],
    }
    found = ir.compare(systems, references=references)
    return found.to_html(predictions=systems, references=references)


def main() -> None:
    """Open the page, keep a picture of its start, choose an example, and keep a picture of that."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        (Path(folder) / "report.html").write_text(make_page(), encoding="utf-8")
        window = started.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = window.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        page.goto((Path(folder) / "report.html").as_uri())
        page.wait_for_selector("html[data-ready]")
        page.screenshot(path=IMAGES / "report.png")
        page.locator("#metric label").nth(2).click()
        page.locator("#row-3").click()
        page.get_by_role("radio", name="model").check()
        page.locator("#examples").screenshot(path=IMAGES / "report-examples.png")
        window.close()


if __name__ == "__main__":
    main()
