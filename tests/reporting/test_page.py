"""The report page: one safe, small, offline file whose highlights are those of explain()."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge import data
from infrarouge.reporting.page.embed import DIGITS, HALF, RowWords, numbers, to_script
from infrarouge.reporting.page.page import SCRIPTS, page
from infrarouge.types import Word

ROOT = Path(__file__).resolve().parents[2]
NASTY = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'><!--<script> {{data}} & \"q\" \u2028 \x00"
METRICS = "rouge1 rouge2 rougeL rougeLsum rougeW-1.2 rougeWsum-1.5 rougeS rougeSU2"


def make(ours: list[Any], theirs: list[Any], metrics: str = "rouge1 rougeL", **rules: Any) -> str:
    report = ir.evaluate(predictions=ours, references=theirs, metrics=metrics, **rules)
    return report.to_html(predictions=ours, references=theirs)


def data_of(made: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', made, re.DOTALL)
    assert found
    return json.loads(found[1])


def decoded(text: str) -> list[int]:
    found, value, scale = [], 0, 1
    for char in text:
        digit = DIGITS.index(char)
        value += digit * scale
        scale *= HALF
        if digit < HALF:
            found.append(value)
            value, scale = 0, 1
    return found


# ---------------------------------------------------------------- without a browser


@given(st.lists(st.integers(0, 10**7)))
def test_numbers_are_read_back(values: list[int]) -> None:
    assert decoded(numbers(values)) == values
    assert not set(numbers(values)) & set('"\\<')


def test_places_are_counted_as_javascript_counts() -> None:
    text = "\U0001d400 b"
    assert decoded(RowWords().write(text, [Word("x", 0, 1), Word("b", 2, 3)])) == [0, 2, 0, 2, 1, 0]


def test_script_data_cannot_end_its_element() -> None:
    assert "<" not in to_script([NASTY])
    assert json.loads(to_script([NASTY, "\ud800"])) == [NASTY, "\ud800"]
    to_script(["\ud800"]).encode("utf-8")


def test_same_input_makes_the_same_page() -> None:
    ours, theirs = ["a b", "c"], ["a c", "c"]
    assert make(ours, theirs) == make(ours, theirs)
    report = ir.evaluate(predictions=ours, references=theirs)
    dated = report.to_html(predictions=ours, references=theirs, date="1 May", title="Mine & <yours>")
    assert "2 examples · profile infrarouge-1 · 1 May" in dated
    assert "<title>Mine &amp; &lt;yours&gt;</title>" in dated


def test_page_fetches_nothing() -> None:
    made = make(["a"], ["a"])
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in made
    assert not re.findall(r'(?:src|href)="(?!#)', made)
    assert set(re.findall(r"https?://[^\"' ]+", made)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(", data.read("page/page.css"))


def test_numbers_of_the_summary_are_the_reports() -> None:
    ours, theirs = ["a b", "c d e"], ["a c", "c e"]
    report = ir.evaluate(predictions=ours, references=theirs, metrics="rouge1 rouge2")
    made = report.to_html(predictions=ours, references=theirs)
    for row in report.cells():
        for cell in row[1:4]:
            assert f">{cell}<" in made
    assert report.signature in made
    assert data_of(made)["systems"][0]["scores"][0][2] == [round(10000 * one) for one in report.scores[:, 0, 2]]


def test_comparison_and_moved_examples_stand_on_the_page() -> None:
    systems = {"base": ["a x", "b y"], "<new>": ["a b", "b y"]}
    references = ["a b", "b c"]
    found = ir.compare(systems, references=references, metrics="rouge1")
    made = found.to_html(predictions=systems, references=references)
    assert "&lt;new&gt;" in made
    assert "<new>" not in made
    assert 'href="#example-0"' in made
    assert "+25.00" in made
    assert found.notes()[0] in made


def test_warnings_are_named() -> None:
    with pytest.warns(ir.CoverageWarning):
        made = make(["кот", "", "a", "a"], ["кот", "b", "a", "c"], profile="rouge-score")
    assert "4 examples lose most of their letters: row 0" in made
    assert "2 of 4 examples have no words" in made
    assert "2 of 4 predictions equal a reference" in made
    assert "1 of 4 predictions repeat another one" in made
    assert "Every text has words" in make(["a"], ["b"])


def test_many_examples_are_spaced_evenly() -> None:
    ours = [f"w{at}" for at in range(100)]
    report = ir.evaluate(predictions=ours, references=ours, metrics="rouge1")
    found = data_of(report.to_html(predictions=ours, references=ours, examples=10))
    assert found["n"] == 100
    assert found["rows"] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]
    assert found["references"]["text"] == [f"w{at}" for at in found["rows"]]
    assert sum(found["systems"][0]["histogram"][0][2]) == 100


def test_texts_must_be_those_that_were_scored() -> None:
    report = ir.evaluate(predictions=["a"], references=["a"])
    with pytest.raises(ir.InputError, match="1 examples were scored, 2 predictions and 1 references"):
        report.to_html(predictions=["a", "b"], references=["a"])
    with pytest.raises(ir.InputError, match="give both for the same systems"):
        page({"a": report}, predictions={"b": ["a"]}, references=["a"])
    other = ir.evaluate(predictions=["a"], references=["a"], stemmer="porter")
    with pytest.raises(ir.InputError, match="the same settings"):
        page({"a": report, "b": other}, predictions={"a": ["a"], "b": ["a"]}, references=["a"])


def test_every_form_of_text_is_shown() -> None:
    for ours, theirs, rules in (
        ([["a", "b"]], [["b"]], {"tokens": "list"}),
        ([["a b", "c"]], [["c"]], {"sentences": "list"}),
        ([[1, 2]], [[2]], {"tokens": "ids"}),
        ([None], ["a"], {"empty": "nan"}),
        (["a|b|c"], ["a|b|c"], {"metrics": "rougeBE-HM"}),
        (["a"], [["a", "b"]], {}),
    ):
        found = data_of(make(ours, theirs, **rules))
        assert len(found["systems"][0]["text"]["text"]) == 1
    assert found["references"]["rows"] == [0, 2]
    assert found["systems"][0]["best"] == [[0], [0]]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_colours_can_be_told_apart(theme: int) -> None:
    css = data.read("page/page.css")
    found = {name: (a, b)[theme] for name, a, b in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)}
    for ground in ("surface", "ground", "raised"):
        for ink in ("ink", "muted"):
            assert contrast(found[ink], found[ground]) >= 4.5, (ink, ground)
    for ink in ("better", "worse", "missed", "extra"):
        assert contrast(found[ink], found["surface"]) >= 4.5, ink
    assert contrast(found["matched-ink"], found["matched"]) >= 7
    for graphic in ("c0", "c1", "c2", "c3", "c4", "c5", "focus"):
        assert contrast(found[graphic], found["surface"]) >= 3, graphic


def test_command_writes_the_page(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from infrarouge.cli import make_app

    samples = ROOT / "samples"
    ours, other, theirs = (str(samples / f"{name}.txt") for name in ("predictions", "predictions_b", "references"))
    target = tmp_path / "report.html"
    one = CliRunner().invoke(make_app(), ["report", ours, theirs, "-o", str(target), "--date", "May"])
    assert (one.exit_code, one.stdout) == (0, "")
    texts = [Path(path).read_text(encoding="utf-8").splitlines() for path in (ours, theirs)]
    report = ir.evaluate(predictions=texts[0], references=texts[1])
    made = report.to_html(predictions=texts[0], references=texts[1], date="May")
    assert target.read_text(encoding="utf-8") == made
    both = CliRunner().invoke(make_app(), ["report", other, ours, "-r", theirs, "-o", "-", "--baseline", "predictions"])
    assert both.exit_code == 0
    found = data_of(both.stdout)
    assert [system["name"] for system in found["systems"]] == ["predictions_b", "predictions"]
    assert found["baseline"] == 1
    assert "Changes against <strong>predictions</strong>" in both.stdout


# ---------------------------------------------------------------- in Chromium


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    found = next(
        (
            path
            for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            if Path(path).exists()
        ),
        None,
    )
    if found is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def show(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page, and fails on any error, request or message in it."""
    opened: list[Any] = []
    said: list[str] = []

    def start(made: str, **options: Any) -> Any:
        (tmp_path / "report.html").write_text(made, encoding="utf-8", newline="\n")
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, **options)
        tab = context.new_page()
        opened.append(context)
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("console", lambda message: said.append(message.text))
        tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        address = (tmp_path / "report.html").as_uri()
        tab.on("request", lambda request: None if request.url.split("#")[0] == address else said.append(request.url))
        tab.goto(address)
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield start
    for context in opened:
        context.close()
    assert said == []


PIECES = ["a", "b", "the", "The", "cats", "cat", "naps", "İ", "ΣΑΣ", "né", "东京", "\U0001d400b", "don't", "<b>"]


def random_texts(seed: int, n: int = 12) -> list[str]:
    draw = random.Random(seed)
    return [
        "".join(draw.choice(PIECES) + draw.choice([" ", " ", " ", "\n", ". "]) for _ in range(draw.randrange(0, 18)))
        for _ in range(n)
    ]


RULES: list[dict[str, Any]] = [
    {},
    {"profile": "rouge-score", "stemmer": "porter"},
    {"union": "exclusive", "tie": "prediction", "count": "set"},
    {"union": "values", "count": "distinct"},
    {"union": "distinct"},
    {"union": "sum", "tie": "prediction"},
    {"union": "prediction", "tokens": str.split, "flat": "whole"},
    {"union": "both", "tokens": str.split, "flat": "whole", "sentences": lambda text: [text[2:9], text[5:]]},
    {"union": "values", "tokens": str.split, "flat": "whole", "sentences": lambda text: [text[2:9], text[5:]]},
    {"quirks": tuple(ir.Quirk), "max_bytes": 40},
    {"quirks": ("w-reference-runs",)},
    {"quirks": ("w-open-runs", "w-flat-prediction")},
    {"quirks": ("w-double-weight", "w-reference-runs")},
    {"tokens": "chars", "normalizer": "nfkc", "max_words": 7},
    {"stopwords": {"the", "a"}, "sentences": "period"},
]

SPANS = """() => DATA.lengths[0].map((_, at) => {
  const row = readRow(at);
  return DATA.metrics.map((metric) => {
    const found = match(metric, DATA.rules, row.predictions[0], row.references[0]);
    const spans = (side, unit) => side.places[unit].map((one) => [side.words[one].start, side.words[one].end]);
    return {
      counts: found.counts,
      matched: found.runs.flatMap((run, k) => run.map(([i, j]) =>
        [spans(found.prediction, j), spans(found.reference, i), found.weighted ? k : null])),
      missed: found.missed.map((unit) => spans(found.reference, unit)),
      extra: found.extra.map((unit) => spans(found.prediction, unit)),
    };
  });
})"""


def in_units(text: str, spans: Any) -> list[list[int]]:
    return [[len(text[:at].encode("utf-16-le", "surrogatepass")) // 2 for at in span] for span in spans]


def scored(prediction: Any, reference: Any, **rules: Any) -> bool:
    """Whether the rules take the texts; some programs refuse short ones."""
    try:
        return bool(ir.score(prediction=prediction, reference=reference, metrics=METRICS, **rules))
    except ir.InfrarougeError:
        return False


@pytest.mark.browser
@pytest.mark.parametrize(
    "rules",
    [*RULES, *({"profile": name} for name in ir.profiles())],
    ids=lambda rules: rules.get("profile", "") or ",".join(rules) or "default",
)
def test_highlights_are_those_of_explain(show: Any, rules: dict[str, Any]) -> None:
    ours, theirs = list[Any](random_texts(1)), list[Any](random_texts(2))
    profile = ir.profile(rules.get("profile", "infrarouge-1"))
    if profile.text.tokens == "list":
        ours, theirs = [one.split() for one in ours], [one.split() for one in theirs]
    rules = {"empty": "zero", "quirks": profile.quirks - {"no-units"}, **rules}
    if not scored("a b. c", "a b. c", **rules) and profile.text.sentences == "punkt":
        pytest.skip("NLTK or its data is not installed")
    kept = [at for at in range(len(ours)) if scored(ours[at], theirs[at], **rules)]
    assert len(kept) >= 2, "the profile refuses nearly every text"
    ours, theirs = [ours[at] for at in kept], [theirs[at] for at in kept]
    tab = show(make(ours, theirs, METRICS, **rules), bypass_csp=True)
    for at, row in enumerate(tab.evaluate(SPANS)):
        for label, found in zip(METRICS.split(), row, strict=True):
            why = ir.explain(prediction=ours[at], reference=theirs[at], metric=label, **rules)
            assert found["counts"] == pytest.approx(list(why.counts), rel=1e-12)
            expected = [
                [in_units(why.prediction, one.prediction.spans), in_units(why.reference, one.reference.spans), one.run]
                for one in why.matches
            ]
            assert sorted(found["matched"], key=str) == sorted(expected, key=str), (label, ours[at], theirs[at])
            assert found["missed"] == [in_units(why.reference, one.spans) for one in why.missed]
            assert found["extra"] == [in_units(why.prediction, one.spans) for one in why.extra]


@pytest.mark.browser
def test_the_chosen_pair_is_marked_as_explained(show: Any) -> None:
    ours, theirs = random_texts(3), random_texts(4)
    tab = show(make(ours, theirs, METRICS, stemmer="porter"))
    for at in (0, 3, 7):
        tab.locator(f"#row-{at}").click()
        for number, label in enumerate(METRICS.split()):
            tab.locator("#metric label").nth(number).click()
            why = ir.explain(prediction=ours[at], reference=theirs[at], metric=label, stemmer="porter")
            for place, which, kind in ((0, "prediction", "extra"), (1, "reference", "missed")):
                body = tab.locator("#detail .body").nth(place)
                assert body.text_content() == (getattr(why, which) or "no text")
                parts = why.parts(which)
                assert body.locator("mark").all_text_contents() == [text for text, one in parts if one == "matched"]
                assert body.locator(f".{kind}").all_text_contents() == [text for text, one in parts if one == kind]


@pytest.mark.browser
def test_markup_stays_text(show: Any) -> None:
    systems = {NASTY: [NASTY, "a"], "b": ["b", NASTY]}
    references = [[NASTY, "x"], ["a", "b"]]
    found = ir.compare(systems, references=references, metrics="rouge1 rougeL")
    made = found.to_html(predictions=systems, references=references, title=NASTY)
    for bypass in (False, True):
        tab = show(made, bypass_csp=bypass)
        assert tab.locator("script").count() == 2
        assert tab.locator("img").count() == 0
        assert tab.locator("#detail .body").first.text_content() == NASTY
        assert tab.locator("h1").text_content() == NASTY.replace("\x00", "\ufffd")
        tab.locator("#search").fill("</script>")
        tab.locator("#scatter").hover(position={"x": 80, "y": 60})
    assert tab.evaluate("() => window.hacked") is None


@pytest.mark.browser
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
    assert tab.url.endswith("#example-0")
    tab.get_by_role("searchbox").fill("X Y")
    tab.get_by_text("2 of 4 examples contain").wait_for()
    assert numbers_shown.all_text_contents() == ["2", "1"]
    tab.get_by_role("searchbox").fill("nothing like it")
    tab.get_by_text("0 of 4 examples contain").wait_for()
    assert numbers_shown.count() == 0


@pytest.mark.browser
def test_everything_has_a_name_and_can_be_reached(show: Any) -> None:
    systems = {"base": ["a x", "b y"], "new": ["a b", "b c"]}
    references = [["a b", "x"], ["b c", "y"]]
    made = ir.compare(systems, references=references, metrics="rouge1 rougeL").to_html(
        predictions=systems, references=references
    )
    tab = show(made)
    seen = []
    for _ in range(60):
        tab.keyboard.press("Tab")
        name = tab.evaluate(
            """() => {
              const node = document.activeElement;
              if (node === document.body) return null;
              const label = node.labels && node.labels[0];
              return [node.id || node.name || node.textContent, (node.getAttribute("aria-label") || node.title ||
                node.textContent || (label && label.textContent) || "").trim()];
            }"""
        )
        if name is None or name in seen:
            break
        seen.append(name)
    reached = [one[0] for one in seen]
    assert all(name for _, name in seen), seen
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
    assert [one for one in reached if one in order] == order
    for node in tab.locator("canvas, svg").all():
        assert node.get_attribute("role") == "img"
        assert node.get_attribute("aria-label")
    assert tab.locator("th:not([scope]):not([aria-hidden])").count() == 0


@pytest.mark.browser
def test_systems_and_references_can_be_switched(show: Any) -> None:
    systems = {"base": ["a x"], "new": ["c b"]}
    references = [["a b", "c d"]]
    made = ir.compare(systems, references=references, metrics="rouge1").to_html(
        predictions=systems, references=references
    )
    tab = show(made)
    body = tab.locator("#detail .body")
    assert body.nth(2).locator("mark").all_text_contents() == ["a"]
    tab.get_by_role("radio", name="new").check()
    assert body.nth(2).locator("mark").all_text_contents() == ["b"]
    tab.get_by_label("Reference", exact=True).select_option("1")
    assert body.nth(2).locator("mark").all_text_contents() == ["c"]


@pytest.mark.browser
def test_texts_too_long_to_match_are_shown_plain(show: Any) -> None:
    text = " ".join(f"w{at}" for at in range(3000))
    tab = show(make([text], [text], "rougeS rouge1"))
    assert tab.get_by_text("Matches of rougeS are not shown for texts this long.").is_visible()
    assert tab.locator("#detail .body").first.text_content() == text
    tab.locator("#metric label").nth(1).click()
    assert tab.locator("#detail .body").first.locator("mark").count() == 3000


@pytest.mark.browser
def test_themes_follow_the_system_and_the_button(show: Any) -> None:
    ground = "() => getComputedStyle(document.body).backgroundColor"
    made = make(["a"], ["a"])
    light, dark = show(made, color_scheme="light"), show(made, color_scheme="dark")
    white, black = light.evaluate(ground), dark.evaluate(ground)
    assert white != black
    button = light.locator("#theme")
    for text, expected in (("Theme: light", white), ("Theme: dark", black), ("Theme: automatic", white)):
        button.click()
        assert button.text_content() == text
        assert light.evaluate(ground) == expected


@pytest.mark.browser
def test_paper_gets_rows_and_no_controls(show: Any) -> None:
    ours = [f"w{at} b" for at in range(200)]
    tab = show(make(ours, ours, "rouge1"))
    tab.emulate_media(media="print")
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("#rows tbody tr[data-row]").count() == 60
    assert tab.get_by_text("and 140 more in this order").is_visible()
    assert not tab.locator("#search").is_visible()
    tab.evaluate("() => dispatchEvent(new Event('afterprint'))")


@pytest.mark.browser
@pytest.mark.slow
def test_ten_thousand_examples_are_small_and_usable(show: Any) -> None:
    draw = random.Random(0)
    words = [
        "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.choice([2, 3, 4, 4, 5, 6, 8]))) for _ in range(9000)
    ]
    theirs = [" ".join(draw.choices(words, k=draw.randrange(30, 80))).capitalize() + "." for _ in range(10_000)]
    ours = [" ".join(one if draw.random() < 0.6 else draw.choice(words) for one in text.split()) for text in theirs]
    made = make(ours, theirs, "rouge1 rouge2 rougeL rougeLsum")
    assert len(made.encode()) < 15_000_000
    tab = show(made)
    tab.locator("#metric label").nth(2).click()
    tab.locator("#detail mark").first.wait_for()
    assert tab.locator("#rows tbody tr[data-row]").count() < 60
    tab.locator("#rows").focus()
    tab.keyboard.press("End")
    assert tab.locator("#detail h3").first.text_content() == "Example 9999"


def test_scripts_are_all_shipped() -> None:
    assert {path.name for path in Path(data.FOLDER, "page").iterdir()} == {*SCRIPTS, "page.html", "page.css"}
