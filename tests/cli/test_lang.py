"""Languages from the command line to the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import infrarouge as ir
from infrarouge.rules.libraries import installed

ROWS = {
    "korean": [("경찰이 범인을 잡았다.", "경찰은 어제 범인을 잡았습니다."), ("비가 온다", "비가 왔다")],
    "ja": [("市は公園を開いた。", "市は新しい公園を開きました。"), ("雨が降る", "雨が降った")],
    "de": [("Die Katzen schlafen", "eine Katze schläft")],
}


def written(folder: Path, rows: list[tuple[str, str]]) -> str:
    path = folder / "rows.jsonl"
    lines = [json.dumps({"prediction": ours, "reference": theirs}) + "\n" for ours, theirs in rows]
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("lang", "name"), [("korean", "kiwi"), ("ja", "fugashi")])
def test_from_the_command_line_to_the_page(run: Any, lang: str, name: str, tmp_path: Path) -> None:
    if installed(name) is None:
        pytest.skip(f"{name} is not installed")
    rows = ROWS[lang]
    file, page = written(tmp_path, rows), tmp_path / "report.html"
    status, out, _ = run("score", file, "--lang", lang, "-m", "rouge1 rougeL", "--format", "json")
    assert status == 0
    said = json.loads(out)
    ours, theirs = [row[0] for row in rows], [row[1] for row in rows]
    report = ir.evaluate(predictions=ours, references=theirs, metrics="rouge1 rougeL", lang=lang)
    assert said["signature"] == report.signature
    assert f"|tok:{name}-{installed(name)}|" in report.signature
    assert said["metrics"]["rouge1"]["fmeasure"]["value"] == report["rouge1"].fmeasure.value
    assert 0 < report["rouge1"].fmeasure.value < 1
    status, out, _ = run("explain", "--text", *rows[0], "--lang", lang)
    assert status == 0
    assert "[" in out
    assert f"tok:{name}-" in out
    status, _, _ = run("report", file, "--lang", lang, "-o", str(page))
    assert status == 0
    text = page.read_text(encoding="utf-8")
    assert f"tok:{name}-{installed(name)}" in text
    assert len(text) > 10_000


def test_a_profile_that_drops_the_letters_says_why(run: Any, tmp_path: Path) -> None:
    status, _, err = run("score", written(tmp_path, ROWS["korean"]), "-p", "rouge-score", "-m", "rouge1")
    assert status == 0
    assert "drops most of the letters in 2 of 2 examples" in err
    assert "of the letters are Hangul" in err


def test_yes_asks_for_the_rules_of_the_language(run: Any, tmp_path: Path) -> None:
    if installed("snowball-german") is None:
        pytest.skip("no Snowball stemmer is installed")
    file = written(tmp_path, ROWS["de"])
    status, out, _ = run("score", file, "--lang", "de", "--stemmer", "yes", "--stopwords", "yes", "-m", "rouge1")
    assert status == 0
    assert "|stop:snowball-german|stem:snowball-german-" in out


@pytest.mark.filterwarnings("ignore::infrarouge.LanguageWarning")
def test_auto_shows_what_it_found(run: Any, tmp_path: Path) -> None:
    rows = [row for lang in ROWS.values() for row in lang]
    status, out, _ = run("score", written(tmp_path, rows), "--lang", "auto", "-m", "rouge1")
    assert status == 0
    assert "rows by language or script: Latin 1 (unicode), ja 2 (" in out


def test_an_unknown_language_is_one_line(run: Any, tmp_path: Path) -> None:
    status, _, err = run("score", written(tmp_path, ROWS["de"]), "--lang", "germna")
    assert status == 2
    assert "unknown language 'germna'; did you mean 'german'?" in err


def test_every_command_that_takes_rules_takes_a_language(run: Any) -> None:
    for command in ("score", "compare", "report", "explain", "check", "dedup"):
        _, out, _ = run(command, "--help")
        assert "--lang" in out, command
