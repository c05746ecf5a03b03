"""Texts of others are shown, never carried out: by terminals, spreadsheets, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import infrarouge as ir
from infrarouge.escapes import csv_line, latex_text, markdown_text, one_line, printable, spreadsheet_safe
from infrarouge.reporting.tables import csv_table, latex_table, markdown_table

SEQUENCE = "\x1b]0;owned\x07\x9b31m"
CONTROLS = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0))} - {"\n", "\t"}


@given(st.text())
def test_nothing_printable_holds_a_control_character(text: str) -> None:
    assert not CONTROLS & set(printable(text))
    assert "\n" not in one_line(text)
    assert printable(printable(text)) == printable(text)


def test_an_explanation_shows_escape_sequences_as_text() -> None:
    explanation = ir.explain(
        prediction=f"a {SEQUENCE}", reference=f"a {SEQUENCE} b", metric="rouge1", tokens="whitespace"
    )
    assert not CONTROLS & set(str(explanation))
    assert "\\x1b]0;owned\\x07" in str(explanation)
    assert explanation.parts("prediction")[-1][0] == SEQUENCE  # values keep the text as it is


def test_a_table_shows_names_in_one_line() -> None:
    reports = {f"sys{SEQUENCE}\nx": ir.evaluate(predictions=["a"], references=["a"], metrics="rouge1", n_resamples=0)}
    table = ir.compare({**reports, "b": next(iter(reports.values()))}).to_table()
    assert not CONTROLS & set(table)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_no_command_sends_escape_sequences_to_a_terminal(tmp_path: Path) -> None:
    import pty
    import subprocess

    path = tmp_path / "texts.jsonl"
    row = {"id": f"i{SEQUENCE}", "prediction": f"a b {SEQUENCE}x", "reference": f"a c {SEQUENCE}y", "topic": SEQUENCE}
    rows = [{**row, "id": f"i{SEQUENCE}{at}"} for at in range(3)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    commands = [
        ["explain", str(path), "--tokens", "whitespace"],
        ["analyze", str(path), "--tokens", "whitespace", "--id", "id"],
        ["score", str(path), "--group", "topic", "--format", "csv"],
        ["score", str(path), "--group", "topic", "--format", "csv", "-o", "/dev/stdout"],
        ["check", str(path), "--min", "rouge1=1", "--each", "--id", "id", "--github"],
        ["score", str(path), "--profile", f"no{SEQUENCE}"],
        ["score", str(tmp_path / f"no{SEQUENCE}")],
    ]
    for words in commands:
        master, slave = pty.openpty()
        try:
            environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "80"}
            subprocess.run(
                [sys.executable, "-m", "infrarouge", *words], stdout=slave, stderr=slave, env=environment, check=False
            )
            os.close(slave)
            shown = b""
            try:
                while piece := os.read(master, 65536):
                    shown += piece
            except OSError:  # Linux says so where the other end is closed
                pass
        finally:
            os.close(master)
        assert shown, words
        assert b"Traceback" not in shown, (words, shown)
        assert not any(mark in shown for mark in (b"\x1b]0", b"\x07", "\x9b".encode())), (words, shown)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@cmd", "\t=1", "\uff1dx"])
def test_csv_is_guarded_on_request(text: str) -> None:
    assert "'" not in csv_table(["a"], [[text]])
    with spreadsheet_safe():
        assert csv_table(["a"], [[text]]).splitlines()[1].lstrip('"').startswith("'")
        assert csv_table(["a"], [[-0.5]]) == "a\n-0.5\n"


def test_the_command_line_guards_csv_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from infrarouge.cli import make_app

    path = tmp_path / "texts.csv"
    path.write_text("id,prediction,reference\n=cmd(),a,a\n", encoding="utf-8")
    each = tmp_path / "each.csv"
    for words, expected in (([], "=cmd()"), (["--csv-safe"], "'=cmd()")):
        with pytest.raises(SystemExit) as left:
            make_app()(["score", str(path), "--id", "id", "--per-example", str(each), *words])
        assert left.value.code == 0
        assert each.read_text(encoding="utf-8").splitlines()[1].split(",")[1] == expected


def test_markdown_and_latex_do_nothing_but_show() -> None:
    name = "[x](javascript:1) <script> *a* `b` c|d &amp; \\ _e_ a_b\nnew"
    table = markdown_table(["system", "F"], [[name, "1"]], ["sig`<b>\nnature"])
    assert len(table.splitlines()) == 5
    row = table.splitlines()[2]
    assert "<script" not in row
    assert all(part in row for part in ("\\[x\\]", "c\\|d", "&amp;amp;", "a_b"))
    assert table.splitlines()[-1] == "`sig'<b>\\nnature`"
    assert markdown_text("a\\*b") == "a\\\\\\*b"
    latex = latex_table(["system"], [["[1em] \\input{x} %"]], ["signature\n\\input{y}"])
    assert latex.splitlines()[0] == "% signature\\n\\input{y}"
    assert "{[}1em] \\textbackslash{}input\\{x\\} \\%" in latex
    assert [latex_text(""), latex_text("[")] == ["", "{[}"]


@given(st.lists(st.one_of(st.text(alphabet="a ,;\"'\r\n\t\x00é", max_size=6), st.floats(allow_nan=False)), min_size=1))
def test_csv_reads_back(cells: list[Any]) -> None:
    marked = [cell.replace("\x00", "0") if isinstance(cell, str) else cell for cell in cells]
    [row] = csv.reader(io.StringIO(csv_line(marked), newline=""), strict=True)
    assert row == [str(cell) for cell in marked]
    assert csv_line(cells).replace("\x00", "0") == csv_line(marked)  # which the readers of older Pythons refuse
