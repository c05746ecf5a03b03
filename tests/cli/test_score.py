"""The command score: formats, files, columns, several systems and references, and the scores of single examples."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from cli.samples import JSONL, PRED, PRED_B, REF, ROOT, whole

import infrarouge as ir
from infrarouge.files.inputs import read_texts


def test_sums_print_what_the_report_prints(run: Any) -> None:
    words = ("score", PRED, REF, "-m", "rouge1 rougeL", "--set", "generator=poisson")
    assert run(*words, "--sums") == run(*words)
    assert "type --set generator=poisson, or --resamples 0" in run("score", PRED, REF, "--sums")[2]
    assert "--checkpoint needs more than sums" in run("score", PRED, REF, "--sums", "--checkpoint", "no")[2]
    assert "--sums takes one" in run("score", PRED, PRED_B, "-r", REF, "--sums")[2]


def test_score_prints_the_report(run: Any) -> None:
    report = whole()
    assert run("score", PRED, REF) == (0, f"{report}\n", "")
    for name in ("table", "json", "csv", "markdown", "latex"):
        text = getattr(report, f"to_{name}")()
        assert run("score", PRED, REF, "--format", name)[1] == text + "\n" * (not text.endswith("\n"))


def test_output_file_says_the_format(run: Any, tmp_path: Path) -> None:
    for name, kind in (("a.json", "json"), ("a.csv", "csv"), ("a.md", "markdown"), ("a.tex", "latex"), ("a", "table")):
        assert run("score", PRED, REF, "-o", str(tmp_path / name))[:2] == (0, "")
        assert (tmp_path / name).read_text().strip() == getattr(whole(), f"to_{kind}")().strip()
    run("score", PRED, REF, "-o", str(tmp_path / "b.json"), "-f", "csv")
    assert (tmp_path / "b.json").read_text() == whole().to_csv()
    assert {one.name for one in tmp_path.iterdir()} == {"a.json", "a.csv", "a.md", "a.tex", "a", "b.json"}


def test_output_is_written_in_one_step(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.json"
    target.write_text("before")

    def stop(source: Any, to: Any) -> None:
        assert Path(source).read_text().endswith("}\n")
        assert target.read_text() == "before"
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", stop)
    code, out, err = run("score", PRED, REF, "-o", str(target))
    assert (code, out, err) == (2, "", "infrarouge: the disk is full\n")
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]


def test_several_systems(run: Any) -> None:
    code, out, _ = run("score", PRED, PRED_B, "--references", REF, "-m", "rouge1")
    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()[1:3]] == [
        ["predictions", "rouge1"],
        ["predictions_b", "rouge1"],
    ]
    assert out.count("infrarouge-1|n:30") == 1
    made = json.loads(run("score", PRED, PRED_B, "--references", REF, "-f", "json")[1])
    assert made["predictions"] == json.loads(whole().to_json())
    lines = list(csv.DictReader(io.StringIO(run("score", PRED, PRED_B, "-r", REF, "-f", "csv")[1])))
    assert {line["system"] for line in lines} == {"predictions", "predictions_b"}


def test_several_references_from_numbered_files(run: Any, tmp_path: Path) -> None:
    for at, name in enumerate((REF, PRED_B)):
        (tmp_path / f"ref{at}.txt").write_text((ROOT / name).read_text())
    both = [list(pair) for pair in zip(read_texts(REF), read_texts(PRED_B), strict=True)]
    wanted = f"{ir.evaluate(predictions=read_texts(PRED), references=both, metrics='rouge1')}\n"
    assert run("score", PRED, str(tmp_path / "ref*.txt"), "-m", "rouge1")[1] == wanted
    assert run("score", PRED, "-r", f"{tmp_path}/ref0.txt", "-r", f"{tmp_path}/ref1.txt", "-m", "rouge1")[1] == wanted


def test_columns(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = zip(read_texts(PRED), read_texts(REF), strict=True)
    path.write_text("".join(json.dumps({"out": {"text": a}, "gold": b}) + "\n" for a, b in rows))
    assert run("score", str(path), "--prediction", "out.text", "--reference", "gold")[1] == f"{whole()}\n"
    assert run("score", str(path), REF, "--prediction", "out.text")[1] == f"{whole()}\n"
    code, _, err = run("score", str(path), "--prediction", "out.txt", "--reference", "gold")
    assert code == 2
    assert err == f"infrarouge: {path}, line 1: no column 'out.txt'; the column is 'text'; type --prediction out.text\n"


def test_standard_input(run: Any) -> None:
    assert run("score", "-", REF, stdin=(ROOT / PRED).read_bytes())[1] == f"{whole()}\n"
    by_name = run("score", JSONL, "-f", "json")[1]
    assert run("score", "-", "--input", "jsonl", "-f", "json", stdin=(ROOT / JSONL).read_bytes())[1] == by_name
    for words, hint in (
        (("-",), "--input jsonl"),
        (("-", "-"), "cannot be both sides"),
        (("-", REF, "--prediction", "x"), "--input jsonl"),
    ):
        code, _, err = run("score", *words, stdin=b"a\n")
        assert code == 2
        assert hint in err


def test_whole_files(run: Any, tmp_path: Path) -> None:
    for name, source in (("pred", PRED), ("ref", REF)):
        (tmp_path / name).mkdir()
        for at, text in enumerate(read_texts(source)[:3]):
            (tmp_path / name / f"d{at}.txt").write_text(text)
    wanted = ir.evaluate(predictions=read_texts(PRED)[:3], references=read_texts(REF)[:3])
    assert run("score", str(tmp_path / "pred"), str(tmp_path / "ref"), "--whole")[1] == f"{wanted}\n"
    target = tmp_path / "each.jsonl"
    run("score", str(tmp_path / "pred"), str(tmp_path / "ref"), "--whole", "--per-example", str(target))
    assert [json.loads(line)["name"] for line in target.read_text().splitlines()] == ["d0.txt", "d1.txt", "d2.txt"]


def test_hash_in_the_signature(run: Any) -> None:
    first = json.loads(run("score", PRED, REF, "--hash", "-f", "json")[1])["signature"]
    assert re.search(r"\|hash:[0-9a-f]{16}$", first)
    assert json.loads(run("score", PRED_B, REF, "--hash", "-f", "json")[1])["signature"] != first
    assert ir.Profile.parse(first) == ir.profile()
    both = run("score", PRED, PRED_B, "-r", REF, "--hash")[1]
    assert f"predictions: {first}" in both


def test_rows_are_numbered_in_the_whole(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import infrarouge.files.inputs as inputs

    monkeypatch.setattr(inputs.Texts.batches, "__defaults__", (4,))
    path = tmp_path / "a.jsonl"
    texts = ["the cat"] * 6 + [""] + ["東京都"] * 2
    path.write_text("".join(json.dumps({"prediction": one, "reference": one}) + "\n" for one in texts))
    assert "row 6;" in run("score", str(path), "--empty", "raise")[2]
    code, out, err = run("score", str(path), "--tokens", "alnum")
    assert code == 0
    assert "2 of 9 examples" in err
    assert err.startswith("infrarouge: warning: ")
    assert "lose most of their letters: rows 7, 8" in out
    assert "rows 7, 8" in run("score", str(path), "--tokens", "alnum", "--strict")[2]
    ready = tmp_path / "b.jsonl"
    rows: list[Any] = [["a", "b"]] * 5 + [["a", 3]]
    ready.write_text("".join(json.dumps({"prediction": one, "reference": ["a"]}) + "\n" for one in rows))
    code, _, err = run("score", str(ready), "--tokens", "list")
    assert code == 2
    assert "prediction 5 holds 3" in err


def test_ready_tokens(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"prediction": ["A", "b"], "reference": ["A", "c"]}\n')
    made = json.loads(run("score", str(path), "--tokens", "list", "-m", "rouge1", "-f", "json")[1])
    assert made["metrics"]["rouge1"]["fmeasure"]["value"] == 0.5


# ---------------------------------------------------------------- single examples


def test_per_example_files_agree(run: Any, tmp_path: Path) -> None:
    report = whole(metrics="rouge1 rougeW")
    for name in ("a.jsonl", "a.csv"):
        assert run("score", PRED, REF, "-m", "rouge1 rougeW", "--per-example", str(tmp_path / name))[0] == 0
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    flat = list(csv.DictReader((tmp_path / "a.csv").open()))
    assert [line["row"] for line in lines] == list(range(30))
    for at, (line, row) in enumerate(zip(lines, flat, strict=True)):
        for metric, label in enumerate(report.labels):
            names = ("precision", "recall", "fmeasure", "matched", "prediction", "reference")
            wanted = [*report.scores[at, metric].tolist(), *report.counts[at, metric].tolist()]
            assert [line[label][name] for name in names] == wanted
            assert [float(row[f"{label}.{name}"]) for name in names] == wanted
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    run("score", PRED, REF, "-m", "rouge1 rougeW", "--per-example", str(tmp_path / "a.parquet"))
    table = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [{name: str(one) for name, one in row.items()} for row in table] == flat


def test_per_example_of_several_systems_and_of_missing_texts(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "a.jsonl"
    run("score", PRED, PRED_B, "-r", REF, "--per-example", str(target))
    systems = [json.loads(line)["system"] for line in target.read_text().splitlines()]
    assert systems == ["predictions"] * 30 + ["predictions_b"] * 30
    (tmp_path / "in.jsonl").write_text('{"prediction": null, "reference": "a"}\n')
    run("score", str(tmp_path / "in.jsonl"), "--empty", "nan", "-m", "rouge1", "--per-example", str(target))
    assert json.loads(target.read_text())["rouge1"]["fmeasure"] is None


def test_per_example_is_opened_late(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "a.jsonl"
    target.write_text("before")
    assert run("score", PRED, "samples/none.txt", "--per-example", str(target))[0] == 2
    assert target.read_text() == "before"
    assert ".jsonl" in run("score", PRED, REF, "--per-example", str(tmp_path / "a.xls"))[2]
    assert "there is no folder" in run("score", PRED, REF, "--per-example", str(tmp_path / "no" / "a.csv"))[2]


def test_advice_is_in_shell_words(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(
        json.dumps({"prediction": "새 공원을 열었다", "reference": "새 공원을 열었다"}) + "\n", encoding="utf-8"
    )
    _, out, err = run("score", str(path), "--profile", "rouge-score", "--metrics", "rouge1")
    assert "--tokens alnum drops most of the letters in 1 of 1 examples" in err
    assert "type --lang ko, --tokens unicode or --profile infrarouge-1" in err
    assert "100% of their letters are Hangul: use --lang ko or --tokens unicode" in out
    assert "lang='ko'" not in out + err
