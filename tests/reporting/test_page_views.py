"""The report page as a tool: filters, orders, links, copies and files, on a wide screen and on a phone."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from reporting.page_data import hash_of, make

import infrarouge as ir

pytestmark = pytest.mark.browser

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
BOTH = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
REFERENCES = ["a b c d"] * 6
SYSTEMS = {
    "base": ["a b c d", "a b x y", "a x y z", "a b c d", "x y z w", ""],
    "new": ["a b c d", "a b c y", "x y z w", "a b x y", "x y z a", "a b c d"],
}
# Of base and new by rouge1 F: 100 100, 50 75, 25 0, 100 50, 0 25, 0 100.


def compared(**texts: Any) -> str:
    comparison = ir.compare(SYSTEMS, references=REFERENCES, metrics="rouge1 rougeL", empty="zero")
    return comparison.to_html(predictions=SYSTEMS, references=REFERENCES, **texts)


def alone() -> str:
    return make(SYSTEMS["base"], REFERENCES, "rouge1 rougeL", empty="zero")


def rows(tab: Any) -> list[str]:
    return list(tab.locator("#rows tbody tr[data-row] td:first-child").all_text_contents())


def chips(tab: Any) -> list[str]:
    return list(tab.locator("#chips .chip bdi").all_text_contents())


def open_filters(tab: Any) -> None:
    if tab.locator("#filters").get_attribute("open") is None:
        tab.locator("#filters summary").click()


def drag(tab: Any, svg: Any, start: float, end: float) -> None:
    """Drag over a distribution, from one score to another."""
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    places = [box["x"] + box["width"] * (30 + score / 100 * 224) / 260 for score in (start, end)]
    height = box["y"] + box["height"] / 2
    tab.mouse.move(places[0], height)
    tab.mouse.down()
    tab.mouse.move(places[1], height, steps=4)
    tab.mouse.up()


@BOTH
def test_dragging_over_a_distribution_filters(show: Any, size: Any) -> None:
    tab = show(alone(), viewport=size)
    first = tab.locator("#histograms svg").first
    drag(tab, first, 22, 58)
    assert rows(tab) == ["1", "2"]
    assert chips(tab) == ["rouge1 F 20.00 to 59.99"]
    assert "2 of 6 examples are chosen" in (tab.locator("#brushed").text_content() or "")
    assert tab.locator("#histograms svg").first.locator(".band").count() == 1
    assert (tab.locator("#score-low").input_value(), tab.locator("#score-high").input_value()) == ("20", "59.99")
    tab.get_by_role("button", name="Remove the filter: rouge1 F 20.00 to 59.99").click()
    assert len(rows(tab)) == 6
    assert tab.locator(".band").count() == 0


@BOTH
def test_a_click_on_a_bar_filters_and_a_second_one_does_not(show: Any, size: Any) -> None:
    tab = show(alone(), viewport=size)
    for expected in (["0", "3"], [str(at) for at in range(6)]):
        drag(tab, tab.locator("#histograms svg").first, 99, 99)
        assert rows(tab) == expected
    drag(tab, tab.locator("#histograms svg").first, 1, 1)
    assert rows(tab) == ["4", "5"]
    assert chips(tab) == ["rouge1 F up to 4.99"]


@BOTH
def test_scores_can_be_typed(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size)
    open_filters(tab)
    tab.get_by_label("System", exact=True).select_option("new")
    tab.get_by_label("from", exact=True).fill("50")
    tab.get_by_label("from", exact=True).press("Enter")
    assert rows(tab) == ["0", "1", "3", "5"]
    tab.get_by_label("to", exact=True).fill("75")
    tab.get_by_label("to", exact=True).press("Enter")
    assert rows(tab) == ["1", "3"]
    assert chips(tab) == ["new: rouge1 F 50.00 to 75.00"]
    tab.get_by_label("Measure", exact=True).last.select_option("recall")
    assert chips(tab) == ["new: rouge1 recall 50.00 to 75.00"]


@BOTH
def test_changes_filter(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size)
    open_filters(tab)
    change = tab.locator("#change-kind")
    for kind, expected in (("better", ["1", "4", "5"]), ("worse", ["2", "3"]), ("equal", ["0"])):
        change.select_option(kind)
        assert rows(tab) == expected
        assert chips(tab) == [f"new against base: rouge1 F {kind}"]
    change.select_option("any")
    assert len(rows(tab)) == 6
    svg = tab.locator("#changes svg").first
    # The axis reaches from -102.5 to 102.5 because one example changed by 100.
    drag(tab, svg, 50 + 20 / 2.05, 50 + 30 / 2.05)
    assert rows(tab) == ["1", "4"]
    assert change.locator("option:checked").text_content() == "as brushed"


@BOTH
def test_warnings_filter(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size)
    open_filters(tab)
    labels = tab.locator("#warning option").all_text_contents()
    assert labels == [
        "any",
        "base: no words (1)",
        "base: equals a reference (2)",
        "base: repeats another prediction (2)",
        "new: equals a reference (2)",
        "new: repeats another prediction (2)",
    ]
    for label, expected in ((1, ["5"]), (2, ["0", "3"]), (5, ["0", "5"])):
        tab.locator("#warning").select_option(index=label)
        assert rows(tab) == expected
    assert tab.locator("#detail h3").first.text_content() == "Example 0"


@BOTH
def test_filters_add_up_and_go_together(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size)
    open_filters(tab)
    tab.locator("#change-kind").select_option("better")
    tab.get_by_role("searchbox").fill("A B C Y")
    tab.get_by_text("1 of 6 examples fit the filters").wait_for()
    assert rows(tab) == ["1"]
    assert len(chips(tab)) == 2
    tab.get_by_role("button", name="Clear all").click()
    assert len(rows(tab)) == 6
    assert tab.get_by_role("searchbox").input_value() == ""


@BOTH
def test_several_keys_sort(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size)
    head = tab.locator("#rows thead")
    head.get_by_role("button", name="base").click()
    assert rows(tab) == ["0", "3", "1", "2", "4", "5"]
    head.get_by_role("button", name="new").click(modifiers=["Shift"])
    assert rows(tab) == ["0", "3", "1", "2", "5", "4"]
    assert head.locator("button[data-place]").all_text_contents() == ["base", "new"]
    # The keyboard does the same: once more turns the second key round, and once more takes it away.
    head.get_by_role("button", name="new").press("Shift+Enter")
    assert rows(tab) == ["3", "0", "1", "2", "4", "5"]
    assert hash_of(tab).endswith("&sort=system-0:down,system-1:up")
    assert tab.evaluate("() => document.activeElement.textContent") == "new"
    head.get_by_role("button", name="new").press("Shift+Enter")
    assert rows(tab) == ["0", "3", "1", "2", "4", "5"]
    assert head.locator("button[data-place]").count() == 0
    # And a list does for those without a Shift key.
    open_filters(tab)
    tab.locator("#further").select_option("then words")
    assert rows(tab) == ["0", "3", "1", "2", "4", "5"]
    assert head.locator("th[aria-sort=descending]").all_text_contents() == ["base", "words"]


@BOTH
@pytest.mark.parametrize("sort", ["", "&sort=metric-0:down"])
def test_a_link_scrolls_the_table_to_its_example_and_marks_it(show: Any, size: Any, sort: str) -> None:
    ours = [f"w{at} " + "x " * (at % 7) for at in range(500)]
    html = make(ours, ["x x x"] * 500, "rouge1")
    tab = show(html, f"#example-400{sort}", viewport=size, reduced_motion="reduce")
    row = tab.locator("#rows tr.linked")
    assert row.locator("td").first.text_content() == "400"
    assert row.get_attribute("aria-selected") == "true"
    inside = """(row) => {
      const [box, frame] = [row.getBoundingClientRect(), row.closest("#scroller").getBoundingClientRect()];
      const head = row.closest("table").tHead.getBoundingClientRect();
      return box.top >= head.bottom - 1 && box.bottom <= frame.bottom && frame.top >= 0 && frame.bottom <= innerHeight;
    }"""
    assert row.evaluate(inside)
    assert tab.locator("#detail h3").first.text_content() == "Example 400"
    # A link on the page does the same, and takes away a filter that hides the example.
    tab.locator("#search").fill("w12 ")
    tab.get_by_text("1 of 500 examples contain").wait_for()
    tab.evaluate("() => { location.hash = '#example-77'; }")
    tab.get_by_role("heading", name="Example 77").wait_for()
    assert row.locator("td").first.text_content() == "77"
    assert row.evaluate(inside)
    assert chips(tab) == []
    tab.locator("#rows").focus()
    tab.keyboard.press("ArrowDown")
    assert row.count() == 0


@BOTH
def test_a_view_can_be_sent(show: Any, size: Any) -> None:
    html = compared()
    tab = show(html, viewport=size)
    open_filters(tab)
    tab.locator("#metric label").nth(1).click()
    tab.locator("#measure label").nth(1).click()
    tab.get_by_label("System", exact=True).select_option("new")
    tab.get_by_label("from", exact=True).fill("25")
    tab.get_by_label("from", exact=True).press("Enter")
    tab.locator("#change-kind").select_option("better")
    tab.get_by_role("searchbox").fill("z & a=b #")
    tab.get_by_text("0 of 6 examples fit").wait_for()
    tab.get_by_role("searchbox").fill("y")
    tab.get_by_text("2 of 6 examples fit").wait_for()
    tab.locator("#rows thead").get_by_role("button", name="change").click()
    tab.locator("#scatter-axis").select_option("log")
    tab.locator("#row-4").click()
    tab.get_by_role("radio", name="new").check()
    address = hash_of(tab)
    assert address.startswith("#example-4&metric=rougeL&measure=recall&system=1&sort=change:")
    other = show(html, address, viewport=size)
    for shown in (other, tab):
        assert rows(shown) == rows(tab)
        assert chips(shown) == chips(tab)
        assert hash_of(shown) == hash_of(tab)
        assert shown.locator("#detail h3").first.text_content() == "Example 4"
        assert shown.get_by_role("radio", name="new").is_checked()
        assert shown.locator("#metric input").nth(1).is_checked()
        assert shown.locator("#measure input").nth(1).is_checked()
        assert shown.get_by_role("searchbox").input_value() == "y"
        assert shown.locator("#scatter").get_attribute("data-axis") == "log"
        assert shown.locator("th[aria-sort=ascending]").all_text_contents() == ["change"]


def test_a_view_without_its_example_keeps_its_filters(show: Any) -> None:
    tab = show(alone(), "#example-2&score=0,2,0,9000,")
    assert rows(tab) == ["0", "3"]
    assert chips(tab) == ["rouge1 F from 90.00"]
    assert tab.locator("#detail h3").first.text_content() == "Example 2"


def test_what_an_address_says_wrongly_is_left_out(show: Any) -> None:
    wrong = "#example-99&metric=rouge9&measure=x&system=7&sort=nothing:up&score=0,2&change=9,9,9,,&group=x&unit=3&%E0%A4=%E0"
    tab = show(alone(), wrong)
    assert rows(tab) == [str(at) for at in range(6)]
    assert chips(tab) == []


def test_sections_can_be_linked(show: Any) -> None:
    tab = show(alone(), "#length")
    assert hash_of(tab).endswith("#length")
    assert tab.evaluate("() => scrollY") > 0


@BOTH
def test_signature_and_tables_can_be_copied(show: Any, size: Any) -> None:
    tab = show(compared(), viewport=size, permissions=["clipboard-read", "clipboard-write"])
    clipboard = "() => navigator.clipboard.readText()"
    tab.get_by_role("button", name="Copy the signature").click()
    tab.get_by_text("Copied").wait_for()
    assert tab.evaluate(clipboard) == tab.locator("#signature-0").text_content()
    tab.get_by_role("button", name="Copy table").first.click()
    tab.get_by_text("Copied").nth(1).wait_for()
    lines = [line.split("\t") for line in tab.evaluate(clipboard).split("\n")]
    assert lines[0] == ["Metric", "System", "F", "95% interval of F", "Precision", "Recall"]
    assert [line[:3] for line in lines[1:]] == [
        ["rouge1", "base", "45.83"],
        ["rouge1", "new", "58.33"],
        ["rougeL", "base", "45.83"],
        ["rougeL", "new", "58.33"],
    ]
    tab.get_by_role("button", name="Copy link").click()
    tab.wait_for_function("async () => (await navigator.clipboard.readText()).includes('#example-0')")


@BOTH
def test_rows_shown_can_be_saved(show: Any, size: Any, tmp_path: Path) -> None:
    ours, theirs = ['say "a", b', "x\ny", "c", "d"], [["a b", "q"], ["x y"], ["c"], ["e"]]
    report = ir.evaluate(predictions=ours, references=theirs, metrics="rouge1")
    tab = show(report.to_html(predictions=ours, references=theirs), viewport=size)
    tab.locator("#rows thead").get_by_role("button", name="rouge1").click()
    drag(tab, tab.locator("#histograms svg").first, 20, 99)
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Download as CSV").click()
    assert download.value.suggested_filename == "examples.csv"
    download.value.save_as(tmp_path / "examples.csv")
    text = (tmp_path / "examples.csv").read_bytes().decode("utf-8")
    saved = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["row"] for row in saved] == rows(tab) == ["1", "2", "0"]
    assert saved[2]["rouge1 F"] == "80.00"
    assert [row["prediction"] for row in saved] == [ours[1], ours[2], ours[0]]
    assert [(row["reference"], row["reference 2"]) for row in saved] == [("x y", ""), ("c", ""), ("a b", "q")]


def test_tables_say_that_they_scroll_sideways(show: Any) -> None:
    html = compared()
    tab = show(html, viewport=PHONE)
    assert tab.evaluate("() => document.documentElement.scrollWidth") == 390
    for section in ("#summary", "#comparison", "#examples"):
        frame = tab.locator(section).locator(".frame")
        assert frame.get_by_text("Scroll sideways").is_visible()
        assert "more-right" in (frame.get_attribute("class") or "")
    summary = tab.locator("#summary .frame")
    assert summary.locator(".scroll").get_attribute("tabindex") == "0"
    # F is in sight before anyone scrolls, and the name of the metric stays when they do.
    value = summary.locator("td.main").first.bounding_box()
    assert value["x"] + value["width"] < 390
    summary.locator(".scroll").evaluate("(scroller) => { scroller.scrollLeft = 9999; }")
    tab.wait_for_selector("#summary .frame.more-left:not(.more-right)")
    assert summary.locator("tbody th").first.bounding_box()["x"] >= 0
    wide = show(html)
    assert wide.get_by_text("Scroll sideways").locator("visible=true").count() == 0


@BOTH
def test_axis_of_lengths_is_logarithmic_where_they_spread(show: Any, size: Any) -> None:
    canvas = show(alone(), viewport=size).locator("#scatter")
    assert canvas.get_attribute("data-axis") == "linear"
    theirs = [" ".join(["w"] * length) for length in (3, 4, 5, 5, 6, 4000)]
    tab = show(make(["w"] * 6, theirs, "rouge1"), viewport=size)
    canvas = tab.locator("#scatter")
    assert canvas.get_attribute("data-axis") == "log"
    places = tab.evaluate("() => scatter.points.map(([x]) => x)")
    assert places[4] - places[0] > 10, "short texts do not share a corner"
    assert places == sorted(places)
    tab.locator("#scatter-axis").select_option("linear")
    assert canvas.get_attribute("data-axis") == "linear"
    empty = show(make(["a", ""], ["", "a"], "rouge1", empty="zero"), "#view&scatter-axis=log", viewport=size)
    assert all(0 < x < size["width"] for x in empty.evaluate("() => scatter.points.map(([x]) => x)"))


@BOTH
def test_right_to_left_text_has_its_direction(show: Any, size: Any) -> None:
    tab = show(make(["שלום עולם", "hello"], ["שלום", "hello"], "rouge1"), viewport=size)
    cells = tab.locator("#rows tbody td.text")
    styles = "(cell) => [getComputedStyle(cell).direction, getComputedStyle(cell).textAlign]"
    assert [cell.evaluate(styles) for cell in cells.all()] == [["rtl", "start"], ["ltr", "start"]]
    assert tab.locator("#detail .body").first.evaluate(styles)[0] == "rtl"
