"""Errors on the report page: the worst examples, what is missed and extra, lengths and sources."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from reporting.page_data import data_of, hash_of, make
from reporting.test_page_groups import BOTH, cells_of

import infrarouge as ir

REFERENCES = ["big dogs bark", "big dogs sleep", "cats sleep", "birds sing"]
SYSTEMS = {
    "base": ["big dogs bark", "small dogs sleep", "cats purr", "fish sing"],
    "new": ["small dogs bark", "big dogs sleep", "cats sleep", "fish swim"],
}
SOURCES = ["big dogs bark at small dogs", "dogs sleep", "cats purr and sleep", None]


def compared(**how: Any) -> str:
    comparison = ir.compare(SYSTEMS, references=REFERENCES, metrics="rouge1 rouge2")
    return comparison.to_html(predictions=SYSTEMS, references=REFERENCES, **how)


def rows(tab: Any) -> list[str]:
    return list(tab.locator("#rows tbody tr[data-row] td:first-child").all_text_contents())


def test_lists_are_those_of_the_analysis() -> None:
    html = compared()
    comparison = ir.compare(SYSTEMS, references=REFERENCES, metrics="rouge1 rouge2")
    sizes = (2, 1, 3)
    for side in ("missed", "extra"):
        expected = []
        for name, report in comparison.reports.items():
            analysis = report.analysis(predictions=SYSTEMS[name], references=REFERENCES, ignore="smart")
            for size in sizes:
                grams = getattr(analysis, side)[size]
                lines = [[gram.text, str(gram.times), str(gram.total), str(len(gram.rows))] for gram in grams]
                expected += lines or [[f"Nothing is {side}."]]
        assert cells_of(html, f"{side}-table")[1:] == expected
    for name, report in comparison.reports.items():
        for entry in report.worst("rouge2", most=4):
            assert f'<a href="#example-{entry.row}">' in html
        means = report.analysis(predictions=SYSTEMS[name], references=REFERENCES).means()
        assert f"<td>{means['length_ratio']:.2f}</td>" in html


def test_sources_tell_what_is_new() -> None:
    without, html = compared(), compared(sources=SOURCES)
    assert "Words of the source" not in without
    report = ir.evaluate(predictions=SYSTEMS["new"], references=REFERENCES, metrics="rouge1")
    means = report.analysis(predictions=SYSTEMS["new"], references=REFERENCES, sources=SOURCES).means()
    table = {row[0]: row[2] for row in cells_of(html, "aspects-table")[1:]}
    assert table["Pairs of words that the source does not have"] == f"{100 * means['novelty_2']:.2f}%"
    assert table["Words of the prediction in fragments of the source (coverage)"] == f"{100 * means['coverage']:.2f}%"
    assert table["Mean length of the fragment that a word is in (density)"] == f"{means['density']:.2f}"
    assert table["Words of the source per word of the prediction (compression)"] == f"{means['compression']:.2f}"
    keys = ["length_ratio", "novelty_2", "coverage", "density", "compression"]
    assert [aspect["key"] for aspect in data_of(html)["aspects"]] == keys
    assert [aspect["key"] for aspect in data_of(without)["aspects"]] == ["length_ratio"]


def test_texts_that_are_no_words_have_no_analysis() -> None:
    assert 'id="errors"' not in make(["a|b|c"], ["a|b|c"], "rougeBE-HM")
    for ours, theirs, rules in (
        ([["a", "b"]], [["b"]], {"tokens": "list"}),
        ([[1, 2]], [[2]], {"tokens": "ids"}),
        ([None], ["a"], {"empty": "nan"}),
        (["a"], [["a", "b"]], {}),
    ):
        assert 'id="errors"' in make(ours, theirs, **rules)


def test_command_takes_sources(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from infrarouge.cli import make_app

    rows = [
        f'{{"p": "{ours}", "r": "{theirs}", "s": "{source or ""}", "who": "e-{at}"}}'
        for at, (ours, theirs, source) in enumerate(zip(SYSTEMS["new"], REFERENCES, SOURCES, strict=True))
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    options = ["--prediction", "p", "--reference", "r", "--source", "s", "--id", "who", "-o", str(tmp_path / "a.html")]
    answer = CliRunner().invoke(make_app(), ["report", str(tmp_path / "rows.jsonl"), *options])
    assert answer.exit_code == 0, answer.output
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "Words of the source" in html
    assert 'href="#example-e-0"' in html


@pytest.mark.browser
@BOTH
def test_units_filter_their_examples(show: Any, size: Any) -> None:
    html = compared()
    tab = show(html, viewport=size)
    assert tab.evaluate("() => document.documentElement.scrollWidth") == size["width"]
    tab.locator("#units-size").select_option("words")
    tab.locator("#extra-table").get_by_role("button", name="fish").first.click()
    assert rows(tab) == ["3"]
    assert tab.locator("#chips bdi").all_text_contents() == ["base: extra “fish”"]
    tab.locator("#units-system").select_option("new")
    assert tab.locator("#extra-table button:visible").all_text_contents() == ["fish", "small", "swim"]
    tab.locator("#missed-table").get_by_role("button", name="big").locator("visible=true").click()
    assert rows(tab) == ["0"]
    assert tab.locator("#chips bdi").all_text_contents() == ["new: missed “big”"]
    again = show(html, hash_of(tab), viewport=size)
    assert rows(again) == ["0"]
    assert again.locator("#extra-table button:visible").all_text_contents() == ["fish", "small", "swim"]


@pytest.mark.browser
@BOTH
def test_lists_of_examples_sort_the_whole_table(show: Any, size: Any) -> None:
    tab = show(compared(sources=SOURCES), viewport=size)
    lists = "() => [...document.querySelectorAll('#errors .moved')].map((list) => list.checkVisibility())"
    assert tab.evaluate(lists) == [True, False]
    tab.get_by_role("button", name="all in this order (Worst of new)").click()
    # Of new by rouge1: 2/3, 1, 1, 0.
    assert rows(tab) == ["3", "0", "1", "2"]
    assert tab.locator("#detail h3").first.text_content() == "Example 3"
    tab.get_by_role("button", name="all in this order (Largest losses of new)").click()
    # The change: -1/3, +1/3, +1/2, -1/2.
    assert rows(tab) == ["3", "0", "1", "2"]
    tab.get_by_role("button", name="all in this order (Largest gains of new)").click()
    assert rows(tab) == ["2", "1", "0", "3"]
    tab.locator("#errors-metric").select_option("rouge2")
    assert tab.evaluate(lists) == [False, True]
    tab.get_by_role("button", name="all in this order (Worst of base)").click()
    assert tab.locator("#metric input").nth(1).is_checked()
    assert re.search(r"&metric=rouge2&sort=system-0:up&errors-metric=1$", hash_of(tab))
    # Numbers of the sources are columns too; what has none comes last.
    tab.locator("#rows thead").get_by_role("button", name="compression").click()
    assert rows(tab) == ["0", "2", "1", "3"]
