"""Ids and groups on the report page: in the table, as targets of links, and in tables of their own."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from reporting.page_data import NASTY, columns_of, data_of, hash_of

import infrarouge as ir
from infrarouge.reporting.page.group_tables import MOST_GROUPS
from infrarouge.reporting.page.pieces import escape

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
BOTH = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
REFERENCES = ["a b", "c d", "e f", "g h"]
SYSTEMS = {"base": ["a b", "c x", "e f", "x y"], "new": ["a x", "c d", "x y", "x y"]}
IDS, GROUPS = ["doc/1", "doc 2", "ג3", "2"], ["news", "mail", "news", None]


def compared(**how: Any) -> str:
    comparison = ir.compare(SYSTEMS, references=REFERENCES, metrics="rouge1 rouge2", **how)
    return comparison.to_html(predictions=SYSTEMS, references=REFERENCES)


def cells_of(html: str, key: str) -> list[list[str]]:
    """The texts of the cells of a table, without those that only show a picture."""
    match = re.search(rf'<table class="numbers" id="{key}">(.*?)</table>', html, re.DOTALL)
    assert match
    rows = re.findall(r"<tr>(.*?)</tr>", match[1])
    picked = [re.findall(r"<t[dh](?![^>]*aria-hidden)[^>]*>(.*?)</t[dh]>", row) for row in rows]
    return [[re.sub(r"<[^>]*>", "", cell) for cell in row] for row in picked]


def test_groups_have_the_numbers_of_their_reports() -> None:
    texts = {"predictions": SYSTEMS["base"], "references": REFERENCES}
    report = ir.evaluate(**texts, metrics="rouge1 rouge2", groups=GROUPS)
    html = report.to_html(**texts)
    assert data_of(html)["groups"] == ["news", "mail", "(none)"]
    head, *rows = cells_of(html, "groups-table")
    assert head == ["Group", "F", "95% interval of F", "Examples", "Precision", "Recall"]
    assert [row[0] for row in rows] == ["(all)", "news", "mail", "(none)"] * 2
    for at, (group, part) in enumerate(report.by_group().items()):
        f = part["rouge1"].fmeasure
        interval = f"{100 * f.low:.2f} – {100 * f.high:.2f}" if part.n > 1 else "–"
        assert rows[at + 1][:4] == [group, f"{100 * f.value:.2f}", interval, str(part.n)]


def test_groups_are_listed_by_change() -> None:
    html = compared(groups=GROUPS)
    head, *rows = cells_of(html, "group-changes")
    assert head[:5] == ["Group", "System", "Change", "95% interval", "Examples"]
    changes = ir.compare(SYSTEMS, references=REFERENCES, metrics="rouge1 rouge2", groups=GROUPS).by_group().changes
    assert [(row[0], row[2]) for row in rows] == [
        (change.group, f"{100 * change.difference.change:+.2f}") for change in changes
    ]
    assert rows[0][0] == "news"
    assert rows[2][3] == "–", "one example has no interval"


def test_pages_without_groups_have_no_section_of_them() -> None:
    html = compared()
    assert 'id="groups"' not in html
    assert data_of(html)["names"] is None


def test_many_groups_are_not_all_in_the_tables() -> None:
    n = MOST_GROUPS + 20
    texts = {"predictions": ["a"] * (n + 1), "references": ["a"] * (n + 1)}
    html = ir.evaluate(**texts, metrics="rouge1", groups=[*range(n), n - 1], n_resamples=0).to_html(**texts)
    assert f"The tables list the {MOST_GROUPS} largest of {n} groups." in html
    rows = cells_of(html, "groups-table")[2:]
    assert (len(rows), rows[-1][0]) == (MOST_GROUPS, str(n - 1))
    assert len(data_of(html)["groups"]) == n
    assert columns_of(data_of(html)).group == [*range(n), n - 1]


def test_names_are_escaped() -> None:
    html = compared(ids=[NASTY, "b", "c", "d"], groups=[NASTY, "b", "b", "b"])
    assert escape(NASTY) in html
    assert "<img" not in html


@pytest.mark.browser
@BOTH
def test_ids_are_shown_and_linked(show: Any, size: Any) -> None:
    html = compared(ids=IDS)
    tab = show(html, viewport=size)
    shown = tab.locator("#rows tbody tr[data-row] td:first-child")
    assert shown.all_text_contents() == IDS
    assert shown.nth(2).evaluate("(cell) => getComputedStyle(cell).direction") == "rtl"
    tab.get_by_role("link", name="doc 2").first.click()
    tab.get_by_role("heading", name="Example doc 2").wait_for()
    assert tab.locator("#rows tr.linked td").first.text_content() == "doc 2"
    # An id comes before the number of a row, and a number that is no id still leads somewhere.
    for address, row in (("#example-doc%2F1", 0), ("#example-2", 3), ("#example-1", 1), ("#example-%D7%923", 2)):
        tab.evaluate("(address) => { location.hash = address; }", address)
        tab.locator(f"#row-{row}.linked").wait_for()
    tab.locator("#rows").focus()
    tab.keyboard.press("Home")
    assert hash_of(tab).endswith("#example-doc%2F1")
    again = show(html, "#example-doc%2F1&metric=rouge2", viewport=size)
    assert again.locator("#detail h3").first.text_content() == "Example doc/1"


@pytest.mark.browser
@BOTH
def test_groups_filter(show: Any, size: Any, tmp_path: Path) -> None:
    html = compared(ids=IDS, groups=GROUPS)
    tab = show(html, viewport=size)
    shown = tab.locator("#rows tbody tr[data-row] td:first-child")
    tab.locator("#groups-table").get_by_role("button", name="news").first.click()
    assert shown.all_text_contents() == [IDS[0], IDS[2]]
    assert tab.locator("#chips bdi").all_text_contents() == ["group news"]
    assert tab.locator("#group option:checked").text_content() == "news"
    address = hash_of(tab)
    assert address == "#example-doc%2F1&group=news"
    assert show(html, address, viewport=size).locator("#chips bdi").all_text_contents() == ["group news"]
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Download as CSV").click()
    download.value.save_as(tmp_path / "saved.csv")
    saved = list(csv.DictReader(io.StringIO((tmp_path / "saved.csv").read_bytes().decode("utf-8"), newline="")))
    assert [(row["row"], row["id"], row["group"]) for row in saved] == [("0", "doc/1", "news"), ("2", "ג3", "news")]
    if tab.locator("#filters").get_attribute("open") is None:
        tab.locator("#filters summary").click()
    tab.locator("#group").select_option("(none)")
    assert shown.all_text_contents() == [IDS[3]]
    tab.locator("#group").select_option("all")
    tab.locator("#rows thead").get_by_role("button", name="group").click()
    assert shown.all_text_contents() == [IDS[3], IDS[1], IDS[0], IDS[2]]


@pytest.mark.browser
@BOTH
def test_tables_of_groups_show_the_chosen_metric(show: Any, size: Any) -> None:
    html = compared(groups=GROUPS)
    tab = show(html, viewport=size)
    visible = "() => [...document.querySelectorAll('#groups tbody')].map((body) => body.checkVisibility())"
    assert tab.evaluate(visible) == [True, False] * 2
    tab.locator("#groups-metric").select_option("rouge2")
    assert tab.evaluate(visible) == [False, True] * 2
    assert show(html, hash_of(tab), viewport=size).evaluate(visible) == [False, True] * 2
    assert tab.evaluate("() => document.documentElement.scrollWidth") == size["width"]
