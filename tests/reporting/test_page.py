"""The report page: one safe, small, offline file whose highlights are those of explain()."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from reporting.page_data import NASTY, columns_of, data_of, make, rows_of

import infrarouge as ir
from infrarouge.reporting.page.columns import to_script
from infrarouge.reporting.page.page import ASSETS, SCRIPTS, asset, page

ROOT = Path(__file__).resolve().parents[2]


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
    html = make(["a"], ["a"])
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in html
    assert not re.findall(r'(?:src|href)="(?!#)', html)
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(", asset("page.css"))


def test_numbers_of_the_summary_are_the_reports() -> None:
    ours, theirs = ["a b", "c d e"], ["a c", "c e"]
    report = ir.evaluate(predictions=ours, references=theirs, metrics="rouge1 rouge2")
    html = report.to_html(predictions=ours, references=theirs)
    for row in report.cells():
        for cell in row[1:4]:
            assert f">{cell}<" in html
    assert report.signature in html
    columns = columns_of(data_of(html))
    assert columns.scores[0][0][2] == [round(10000 * score) for score in report.scores[:, 0, 2]]
    assert columns.lengths == [[2, 2], [2, 3]]


def test_comparison_and_moved_examples_stand_on_the_page() -> None:
    systems = {"base": ["a x", "b y"], "<new>": ["a b", "b y"]}
    references = ["a b", "b c"]
    comparison = ir.compare(systems, references=references, metrics="rouge1")
    html = comparison.to_html(predictions=systems, references=references)
    assert "&lt;new&gt;" in html
    assert "<new>" not in html
    assert 'href="#example-0"' in html
    assert "+25.00" in html
    assert comparison.notes()[1] in html


def test_warnings_are_named() -> None:
    with pytest.warns(ir.CoverageWarning):
        html = make(["кот", "", "a", "a"], ["кот", "b", "a", "c"], profile="rouge-score")
    assert "4 examples lose most of their letters: row 0" in html
    assert "2 of 4 examples have no words" in html
    assert "2 of 4 predictions equal a reference" in html
    assert "1 of 4 predictions repeat another one" in html
    assert "Every text has words" in make(["a"], ["b"])


def test_what_holds_for_every_system_is_said_once() -> None:
    systems = {"base": ["a", "b"], "new": ["a", ""]}
    comparison = ir.compare(systems, references=["a", "b"], metrics="rougeLsum", empty="zero")
    html = comparison.to_html(predictions=systems, references=["a", "b"])
    notes = re.findall(r'<li class="warn">(.*?)</li>', html)
    assert [note[:40] for note in notes] == [
        "No text has more than one sentence, so r",
        "new: 1 of 2 examples have no words and ar"[:40],
    ]


def test_many_examples_are_spaced_evenly() -> None:
    ours = [f"w{at}" for at in range(100)]
    report = ir.evaluate(predictions=ours, references=ours, metrics="rouge1")
    shown = data_of(report.to_html(predictions=ours, references=ours, examples=10))
    assert shown["n"] == 100
    assert shown["rows"] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]
    assert [row.texts[0] for row in rows_of(shown)] == [f"w{at}" for at in shown["rows"]]
    assert sum(shown["systems"][0]["histogram"][0][2]) == 100


def test_texts_must_be_those_that_were_scored() -> None:
    report = ir.evaluate(predictions=["a"], references=["a"])
    with pytest.raises(ir.InputError, match="1 examples were scored, 2 predictions and 1 references"):
        report.to_html(predictions=["a", "b"], references=["a"])
    with pytest.raises(ir.InputError, match="give both for the same systems"):
        page({"a": report}, predictions={"b": ["a"]}, references=["a"])
    other = ir.evaluate(predictions=["a"], references=["a"], stemmer="porter")
    with pytest.raises(ir.InputError, match="the same settings"):
        page({"a": report, "b": other}, predictions={"a": ["a"], "b": ["a"]}, references=["a"])


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    low, high = sorted([luminance(ink), luminance(ground)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_colours_can_be_told_apart(theme: int) -> None:
    css = asset("page.css")
    colours = {name: (a, b)[theme] for name, a, b in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)}
    for ground in ("surface", "ground", "raised"):
        for ink in ("ink", "muted"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for ink in ("better", "worse", "missed", "extra"):
        assert contrast(colours[ink], colours["surface"]) >= 4.5, ink
    assert contrast(colours["matched-ink"], colours["matched"]) >= 7
    for graphic in ("c0", "c1", "c2", "c3", "c4", "c5", "focus"):
        assert contrast(colours[graphic], colours["surface"]) >= 3, graphic


def test_command_writes_the_page(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from infrarouge.cli import make_app

    samples = ROOT / "samples"
    ours, other, theirs = (str(samples / f"{name}.txt") for name in ("predictions", "predictions_b", "references"))
    target = tmp_path / "report.html"
    alone = CliRunner().invoke(make_app(), ["report", ours, theirs, "-o", str(target), "--date", "May"])
    assert (alone.exit_code, alone.stdout) == (0, "")
    texts = [Path(path).read_text(encoding="utf-8").splitlines() for path in (ours, theirs)]
    report = ir.evaluate(predictions=texts[0], references=texts[1])
    html = report.to_html(predictions=texts[0], references=texts[1], date="May")
    assert target.read_text(encoding="utf-8") == html
    both = CliRunner().invoke(make_app(), ["report", other, ours, "-r", theirs, "-o", "-", "--baseline", "predictions"])
    assert both.exit_code == 0
    shown = data_of(both.stdout)
    assert [system["name"] for system in shown["systems"]] == ["predictions_b", "predictions"]
    assert shown["baseline"] == 1
    assert "Changes against <strong>predictions</strong>" in both.stdout


def test_scripts_are_all_shipped() -> None:
    assert {path.name for path in ASSETS.iterdir()} == {*SCRIPTS, "page.html", "page.css"}
