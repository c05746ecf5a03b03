"""Chromium for the tests of the report page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    path_of = next(
        (
            path
            for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            if Path(path).exists()
        ),
        None,
    )
    if path_of is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path_of, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def allowed(url: str, file: str) -> bool:
    """Whether a page may ask for an address: itself, and the file that it has made for a download."""
    return url.split("#")[0] == file or url.startswith("blob:")


@pytest.fixture
def show(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page, and fails on any error, request or message in it."""
    opened: list[Any] = []
    said: list[str] = []

    def start(html: str, address: str = "", **options: Any) -> Any:
        (tmp_path / "report.html").write_text(html, encoding="utf-8", newline="\n")
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(10_000)
        tab = context.new_page()
        opened.append(context)
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("console", lambda message: said.append(message.text))
        tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        file = (tmp_path / "report.html").as_uri()
        tab.on("request", lambda request: None if allowed(request.url, file) else said.append(request.url))
        tab.goto(file + address)
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield start
    for context in opened:
        context.close()
    assert said == []
