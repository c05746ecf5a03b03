"""The report page in Chromium: highlights are those of explain(), and everything can be reached and used."""

from __future__ import annotations

import random
import re
import zlib
from typing import Any

import pytest
from reporting.page_data import METRICS, NASTY, RULES, fitting_texts, hash_of, make, name_of, random_texts

import infrarouge as ir

pytestmark = pytest.mark.browser


# The parts of both texts of every row by every metric, as the page draws them.
PARTS = """async () => {
  await everything;
  const parts = (body) => [...body.childNodes]
    .filter((node) => node.textContent && node.className !== "empty")
    .map((node) => [node.textContent, node.nodeName === "MARK" ? "matched" : node.className || ""]);
  return range(size()).map((at) => {
    const row = readRow(at);
    return DATA.metrics.map((metric, number) => {
      const match = row.matches[0][0][number];
      return [
        parts(highlighted(row.predictions[0], metric, match, "prediction").body),
        parts(highlighted(row.references[0], metric, match, "reference").body),
      ];
    });
  });
}"""


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("rules", [*RULES, {"profile": "rouge-1.5.5"}], ids=name_of)
def test_highlights_are_those_of_explain(show: Any, rules: dict[str, Any]) -> None:
    ours, theirs, rules = fitting_texts(rules)
    tab = show(make(ours, theirs, METRICS, **rules), bypass_csp=True)
    for prediction, reference, row in zip(ours, theirs, tab.evaluate(PARTS), strict=True):
        for label, shown in zip(METRICS.split(), row, strict=True):
            why = ir.explain(prediction=prediction, reference=reference, metric=label, **rules)
            expected = [[list(part) for part in why.parts(which)] for which in ("prediction", "reference")]
            assert shown == expected, (label, prediction, reference)


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("rules", [{"stemmer": "porter"}, {"profile": "rouge-1.5.5", "empty": "zero"}], ids=name_of)
def test_the_chosen_pair_is_marked_as_explained(show: Any, rules: dict[str, Any]) -> None:
    ours, theirs = random_texts(3), random_texts(4)
    tab = show(make(ours, theirs, METRICS, **rules))
    for at in (0, 3, 7):
        tab.locator(f"#row-{at}").click()
        for number, label in enumerate(METRICS.split()):
            tab.locator("#metric label").nth(number).click()
            why = ir.explain(prediction=ours[at], reference=theirs[at], metric=label, **rules)
            for place, which, kind in ((0, "prediction", "extra"), (1, "reference", "missed")):
                body = tab.locator("#detail .body").nth(place)
                assert body.text_content() == (getattr(why, which) or "no text")
                parts = why.parts(which)
                assert body.locator("mark").all_text_contents() == [text for text, said in parts if said == "matched"]
                assert body.locator(f".{kind}").all_text_contents() == [text for text, said in parts if said == kind]


def test_counts_and_units_left_over_are_listed(show: Any) -> None:
    tab = show(make(["the cat sat"], ["the cat sat down there"], "rouge2 rougeS rougeW-2"))
    listed = tab.locator("#detail dd")
    assert listed.all_text_contents() == [
        "2 of 2 in the prediction and 4 in the reference",
        "2: sat down, down there",
        "0",
    ]
    tab.locator("#metric label").nth(1).click()
    assert listed.all_text_contents() == ["3 of 3 in the prediction and 10 in the reference", "7", "0"]
    tab.locator("#metric label").nth(2).click()
    assert listed.all_text_contents() == ["9 of 9 in the prediction and 25 in the reference", "2: down, there", "0"]


def test_pointing_at_a_match_shows_its_partner(show: Any) -> None:
    tab = show(make(["x cat the"], ["the cat"], "rouge1"))
    tab.locator("#detail .body").nth(0).locator("mark").nth(1).hover()
    assert tab.locator("#detail .partner").all_text_contents() == ["the", "the"]


def test_rows_of_other_blocks_are_unpacked_when_needed(show: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infrarouge.reporting.page.rows.BLOCK", 5)
    monkeypatch.setattr("infrarouge.reporting.page.data.BLOCK", 5)
    ours = [f"w{at % 7} b{at}" for at in range(43)]
    tab = show(make(ours, ours, "rouge1"))
    tab.locator("#rows").focus()
    tab.keyboard.press("End")
    tab.get_by_role("heading", name="Example 42").wait_for()
    assert tab.locator("#detail .body mark").all_text_contents() == ["w0", "b42"] * 2
    tab.get_by_role("button", name="prediction", exact=True).click()
    shown = tab.locator("#rows tbody tr[data-row] td.text")
    assert shown.all_text_contents() == sorted(ours)[: shown.count()]
    tab.get_by_role("searchbox").fill("W3 B3")
    tab.get_by_text("3 of 43 examples contain").wait_for()
    assert shown.all_text_contents() == ["w3 b3", "w3 b31", "w3 b38"]


def test_old_browsers_are_told(show: Any) -> None:
    page = make(["a"], ["a"], "rouge1")
    tab = show(page, java_script_enabled=True)
    tab.add_init_script("delete window.DecompressionStream")
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    assert "This browser cannot unpack the examples" in (tab.locator("#count").text_content() or "")


def test_markup_stays_text(show: Any) -> None:
    systems = {NASTY: [NASTY, "a"], "b": ["b", NASTY]}
    references = [[NASTY, "x"], ["a", "b"]]
    comparison = ir.compare(systems, references=references, metrics="rouge1 rougeL")
    html = comparison.to_html(predictions=systems, references=references, title=NASTY)
    for bypass in (False, True):
        tab = show(html, bypass_csp=bypass)
        assert tab.locator("script").count() == 2
        assert tab.locator("img").count() == 0
        assert tab.locator("#detail .body").first.text_content() == NASTY
        assert tab.locator("h1").text_content() == NASTY.replace("\x00", "\ufffd")
        tab.locator("#search").fill("</script>")
        tab.locator("#scatter").hover(position={"x": 80, "y": 60})
    assert tab.evaluate("() => window.hacked") is None


def test_table_sorts_searches_and_obeys_the_keyboard(show: Any) -> None:
    ours = ["a b c", "a x y", "x y z", "a b z"]
    tab = show(make(ours, ["a b c"] * 4, "rouge1"))
    numbers_shown = tab.locator("#rows tbody tr[data-row] td:first-child")
    assert numbers_shown.all_text_contents() == ["0", "1", "2", "3"]
    tab.get_by_role("button", name="rouge1", exact=True).click()
    assert numbers_shown.all_text_contents() == ["0", "3", "1", "2"]
    assert tab.locator("th[aria-sort=descending]").text_content() == "rouge1"
    tab.get_by_role("button", name="rouge1", exact=True).click()
    assert numbers_shown.all_text_contents() == ["2", "1", "3", "0"]
    tab.locator("#rows").focus()
    for key, chosen in (("Home", "2"), ("ArrowDown", "1"), ("End", "0"), ("ArrowUp", "3")):
        tab.keyboard.press(key)
        assert tab.locator("#rows tr[aria-selected=true] td").first.text_content() == chosen
        assert tab.locator("#detail h3").first.text_content() == f"Example {chosen}"
        assert tab.locator("#rows").get_attribute("aria-activedescendant") == f"row-{chosen}"
    tab.get_by_role("button", name="Next").click()
    assert tab.locator("#detail h3").first.text_content() == "Example 0"
    assert hash_of(tab).endswith("#example-0&sort=metric-0:up")
    tab.get_by_role("searchbox").fill("X Y")
    tab.get_by_text("2 of 4 examples contain").wait_for()
    assert numbers_shown.all_text_contents() == ["2", "1"]
    tab.get_by_role("searchbox").fill("nothing like it")
    tab.get_by_text("0 of 4 examples contain").wait_for()
    assert numbers_shown.count() == 0


def test_everything_has_a_name_and_can_be_reached(show: Any) -> None:
    systems = {"base": ["a x", "b y"], "new": ["a b", "b c"]}
    references = [["a b", "x"], ["b c", "y"]]
    html = ir.compare(systems, references=references, metrics="rouge1 rougeL").to_html(
        predictions=systems, references=references
    )
    tab = show(html)
    seen = []
    for _ in range(120):
        tab.keyboard.press("Tab")
        name = tab.evaluate(
            """() => {
              const node = document.activeElement;
              if (node === document.body) return null;
              const label = node.labels && node.labels[0];
              const said = node.getAttribute("aria-label") || node.title || node.textContent || (label && label.textContent);
              return [node.id || node.name || node.textContent, (said || "").trim(), [...document.all].indexOf(node)];
            }"""
        )
        if name is None or name in seen:
            break
        seen.append(name)
    reached = [name for name, _, _ in seen]
    assert all(name for _, name, _ in seen), seen
    order = [
        "Skip to the examples",
        "theme",
        "Summary",
        "measure",
        "scatter-metric",
        "scatter-length",
        "metric",
        "search",
        "rows",
        "system",
    ]
    assert [name for name in reached if name in order] == order
    for node in tab.locator("canvas, svg").all():
        assert node.get_attribute("role") == "img"
        assert node.get_attribute("aria-label")
    assert tab.locator("th:not([scope]):not([aria-hidden])").count() == 0


def test_systems_and_references_can_be_switched(show: Any) -> None:
    systems = {"base": ["a x"], "new": ["c b"]}
    references = [["a b", "c d"]]
    html = ir.compare(systems, references=references, metrics="rouge1").to_html(
        predictions=systems, references=references
    )
    tab = show(html)
    body = tab.locator("#detail .body")
    assert body.nth(2).locator("mark").all_text_contents() == ["a"]
    tab.get_by_role("radio", name="new").check()
    assert body.nth(2).locator("mark").all_text_contents() == ["b"]
    tab.get_by_label("Reference", exact=True).select_option("1")
    assert body.nth(2).locator("mark").all_text_contents() == ["c"]


def test_texts_too_long_to_match_are_shown_plain(show: Any) -> None:
    text = " ".join(f"w{at}" for at in range(3000))
    tab = show(make([text], [text], "rougeS rouge1"))
    assert tab.get_by_text("Matches of rougeS are not shown for texts this long.").is_visible()
    assert tab.locator("#detail .body").first.text_content() == text
    tab.locator("#metric label").nth(1).click()
    assert tab.locator("#detail .body").first.locator("mark").count() == 3000


def test_themes_follow_the_system_and_the_button(show: Any) -> None:
    ground = "() => getComputedStyle(document.body).backgroundColor"
    html = make(["a"], ["a"])
    light, dark = show(html, color_scheme="light"), show(html, color_scheme="dark")
    white, black = light.evaluate(ground), dark.evaluate(ground)
    assert white != black
    button = light.locator("#theme")
    for text, expected in (("Theme: light", white), ("Theme: dark", black), ("Theme: automatic", white)):
        button.click()
        assert button.text_content() == text
        assert light.evaluate(ground) == expected


def test_paper_gets_rows_and_no_controls(show: Any) -> None:
    ours = [f"w{at} b" for at in range(200)]
    tab = show(make(ours, ours, "rouge1"))
    tab.emulate_media(media="print")
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("#rows tbody tr[data-row]").count() == 60
    assert tab.get_by_text("and 140 more in this order").is_visible()
    assert not tab.locator("#search").is_visible()
    tab.evaluate("() => dispatchEvent(new Event('afterprint'))")


def texts_by_page(pdf: bytes) -> list[int]:
    """How many pieces of text each page of a PDF has."""
    contents = re.findall(rb"<<[^<>]*/Type /Page\b.*?/Contents (\d+) 0 R", pdf, re.DOTALL)
    streams = [
        re.search(rb"\n%s 0 obj\s*<<.*?>>\s*stream\r?\n(.*?)\r?\nendstream" % number, pdf, re.DOTALL)
        for number in contents
    ]
    return [zlib.decompressobj().decompress(stream[1]).count(b"BT") for stream in streams if stream]


def test_no_page_of_paper_is_empty(show: Any) -> None:
    ours = [f"w{at} b c" for at in range(25)]
    tab = show(make(ours, ours, "rouge1"))
    for height in range(700, 1100, 12):
        texts = texts_by_page(tab.pdf(width="800px", height=f"{height}px"))
        assert len(texts) > 1
        assert min(texts) > 3, f"{height}: {texts}"


@pytest.mark.slow
def test_ten_thousand_examples_are_small_and_usable(show: Any) -> None:
    draw = random.Random(0)
    words = [
        "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.choice([2, 3, 4, 4, 5, 6, 8]))) for _ in range(9000)
    ]
    theirs = [" ".join(draw.choices(words, k=draw.randrange(30, 80))).capitalize() + "." for _ in range(10_000)]
    systems = {
        name: [
            " ".join(word if draw.random() < 0.6 else draw.choice(words) for word in text.split()) for text in theirs
        ]
        for name in ("base", "new", "other")
    }
    names = {"ids": [f"doc-{at}" for at in range(10_000)], "groups": [f"group {at % 12}" for at in range(10_000)]}
    comparison = ir.compare(systems, references=theirs, metrics="rouge1 rouge2 rougeL rougeLsum", **names)
    page = comparison.to_html(predictions=systems, references=theirs)
    assert len(page.encode()) < 15_000_000
    tab = show(page)
    tab.locator("#metric label").nth(2).click()
    tab.locator("#detail .body mark").first.wait_for()
    assert tab.locator("#rows tbody tr[data-row]").count() < 60
    tab.locator("#rows").focus()
    tab.keyboard.press("End")
    tab.get_by_role("heading", name="Example doc-9999").wait_for()
