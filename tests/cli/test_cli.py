"""The command line: help, examples, formats, files, errors, streams and interruption."""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge import engine
from infrarouge.cli import COMMANDS, main, make_app
from infrarouge.files.inputs import read_texts

ROOT = Path(__file__).resolve().parents[2]
PRED, PRED_B, REF = (f"samples/{name}.txt" for name in ("predictions", "predictions_b", "references"))
JSONL = "samples/samples.jsonl"


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command line here: exit status, standard output, standard error."""

    def call(*words: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["infrarouge", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as caught:
            main()
        out = capsys.readouterr()
        return int(caught.value.code or 0), out.out, out.err

    return call


def process(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run([sys.executable, "-m", "infrarouge", *words], capture_output=True, timeout=120, **more)


def command_module(name: str) -> Any:
    return importlib.import_module(f"infrarouge.cli.{name.replace('-', '_').replace('.', '')}")


# ---------------------------------------------------------------- help


def test_version_names_the_engine(run: Any) -> None:
    assert run("--version") == (0, f"infrarouge {ir.__version__} ({engine.name()} engine)\n", "")


def test_help_fits_one_screen(run: Any) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert len(out.strip().splitlines()) <= 30
    assert max(map(len, out.splitlines())) <= 80
    for name in (*COMMANDS, "rougeSU", "infrarouge", "rouge-score"):
        assert name in out
    assert run("-h")[1] == out


def examples() -> dict[str, list[str]]:
    """The lines that the help of each command shows."""
    found: dict[str, list[str]] = {}
    for one in make_app().registered_commands:
        joined = re.sub(r"\\\n\s*", "", one.callback.__doc__ or "")
        found[str(one.name)] = [line.strip()[2:] for line in joined.splitlines() if line.strip().startswith("$ ")]
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    monkeypatch.chdir(tmp_path)
    lines = examples()[name]
    assert any(line.startswith(f"infrarouge {name} ") or line == f"infrarouge {name}" for line in lines)
    for line in lines:
        if line.startswith("infrarouge "):
            done = CliRunner().invoke(make_app(), shlex.split(line)[1:])
            assert done.exit_code == 0, done.output
        else:
            subprocess.run(["sh", "-c", line], check=True)


def test_help_shows_the_examples(run: Any) -> None:
    assert "$ infrarouge score samples/predictions.txt samples/references.txt\n" in re.sub(
        " +\n", "\n", run("score", "--help")[1]
    )


def test_every_rule_can_be_set() -> None:
    from infrarouge.cli.options import Scoring
    from infrarouge.rules.profile import KEYS, RULES, spell

    values = {"flat": "whole", "sent": "period", "norm": "nfc", "tok": "chars", "stop": "smart", "stem": "porter"}
    values |= {"case": "none", "count": "set", "union": "sum", "tie": "prediction", "f": "beta", "refs": "mean"}
    values |= {"empty": "skip", "type": "float32", "gen": "drand48", "value": "median", "ignore": "1,2", "syn": "none"}
    values |= {
        "a": "0.25",
        "b": "2.0",
        "ci": "0.9",
        "words": "7",
        "bytes": "7",
        "stemmin": "7",
        "dec": "7",
        "boot": "7",
    }
    values |= {"seed": "7"}
    for key, (rule, _) in KEYS.items():
        text = values.get(key) or spell(getattr(getattr(ir.profile(), RULES[rule]), rule))
        for spelled in (rule, key):
            made = Scoring(set=[f"{spelled}={text}"]).rouge().profile
            assert made == ir.Profile.parse(f"infrarouge-1|{key}:{text}")
    assert Scoring(set=["quirks=su-last-word"]).rouge().profile.quirks == {ir.Quirk.SU_LAST_WORD}


def test_options_are_rules(run: Any) -> None:
    words = "--stemmer porter --tokens alnum --sentences period --no-lowercase --stopwords smart --max-words 30 "
    words += "--max-bytes 900 --beta 2 --combine mean --empty skip --resamples 50 --confidence 0.9 --seed 3"
    code, out, _ = run("score", JSONL, "-f", "json", *words.split())
    assert code == 0
    wanted = ir.profile(
        stemmer="porter",
        tokens="alnum",
        sentences="period",
        lowercase=False,
        stopwords="smart",
        max_words=30,
        max_bytes=900,
        beta=2,
        combine="mean",
        empty="skip",
        n_resamples=50,
        confidence_level=0.9,
        rng=3,
    )
    assert json.loads(out)["signature"] == f"{wanted.signature}|n:30|v:{ir.__version__}"
    assert "a:0.25" in run("score", JSONL, "--alpha", "0.25")[1]
    assert "sent:none" in run("score", JSONL, "--sentences", "none")[1]


def test_profile_may_be_a_signature(run: Any) -> None:
    code, out, _ = run("score", JSONL, "--profile", "rouge-score|stem:porter", "-m", "rouge1")
    assert code == 0
    assert "rouge-score-0.1.2|stem:porter|n:30" in out


# ---------------------------------------------------------------- score


def whole(**rules: Any) -> ir.Report:
    return ir.evaluate(predictions=read_texts(PRED), references=read_texts(REF), **rules)


def test_score_prints_the_report(run: Any) -> None:
    report = whole()
    assert run("score", PRED, REF) == (0, f"{report}\n", "")
    for name in ("table", "json", "csv", "markdown", "latex"):
        text = getattr(report, f"to_{name}")()
        assert run("score", PRED, REF, "--format", name)[1] == text + "\n" * (not text.endswith("\n"))


def test_output_file_says_the_format(run: Any, tmp_path: Path) -> None:
    for name, kind in (("a.json", "json"), ("a.csv", "csv"), ("a.md", "markdown"), ("a.tex", "latex"), ("a", "table")):
        assert run("score", PRED, REF, "-o", str(tmp_path / name)) == (0, "", "")
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
    assert err == f"infrarouge: {path}, line 1: no column 'out.txt'; did you mean 'text'?\n"


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


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score", "samples/prediction.txt", REF), "did you mean 'samples/predictions.txt'?"),
        (("score", PRED), "give PRED REF"),
        (("score", PRED, PRED_B, REF), "3 files; give PRED REF, or several PRED with --references REF"),
        (("score", PRED, PRED, "-r", REF), "the same system is given twice"),
        (("score", "samples", REF), "add --whole"),
        (("score", PRED, REF, "-m", "rouge1 rogueL"), "did you mean 'rougeL'?"),
        (("score", PRED, REF, "-p", "rouge-scoer"), "did you mean 'rouge-score'?"),
        (("score", PRED, REF, "-f", "tabel"), "did you mean 'table'?"),
        (("score", PRED, REF, "--set", "stemer=porter"), "did you mean 'stemmer'?"),
        (("score", PRED, REF, "--set", "stemmer"), "give RULE=VALUE"),
        (("score", PRED, REF, "--set", "max_words=many"), "max_words cannot be 'many'"),
        (("score", PRED, REF, "--alpha", "3"), "alpha is 3.0"),
        (("score", PRED, REF, "--threads", "0"), "threads is 0"),
        (("score", PRED, REF, "--input", "jsnl"), "did you mean 'jsonl'?"),
        (("score", PRED, REF, "--prediction", "x"), "is plain text and has no columns"),
        (("score", JSONL, "--prediction", "predction"), "did you mean 'prediction'?"),
        (("score", PRED, REF, "-o", "no/such/file"), "there is no folder"),
        (("score", PRED, REF, "-o", "samples"), "is a folder"),
        (
            ("score", PRED, REF, "--tokens", "alnum", "--strict", "--sentences", "marker:"),
            "the sentence marker is empty",
        ),
        (("compare", PRED, REF), "give two or more: infrarouge compare A B --references REF"),
        (("compare", PRED, PRED_B, "-r", REF, "--baseline", "prediction"), "did you mean 'predictions'?"),
        (("compare", PRED, PRED_B, "-r", REF, "--test", "exakt"), "did you mean 'exact'?"),
        (("compare", PRED, PRED_B, "-r", REF, "--test", "exact"), "at most 20"),
        (("compare", PRED, PRED_B, "-r", REF, "--measure", "x"), "unknown measure 'x'"),
        (("check", PRED, REF), "give a limit, such as --min rougeL.f=0.6"),
        (("check", PRED, REF, "--min", "rougeL.f"), "give METRIC=NUMBER"),
        (("check", PRED, REF, "--min", "rogueL=0.6"), "did you mean 'rougeL'?"),
        (("check", PRED, REF, "--min", "rougeL=60"), "type 0.6 or 60%"),
        (("check", PRED, PRED_B, "-r", REF, "--min", "rougeL=0.6"), "2 systems"),
        (("verify", "infrarouge-1", PRED, REF), "SIGNATURE = NUMBER"),
        (("verify", "infrarogue-1 = 41.2", PRED, REF), "did you mean 'infrarouge-1'?"),
        (("verify", "rogue infrarouge-1 = 41.2", PRED, REF), "is no metric"),
        (("verify", "infrarouge-1|tok:custom-12345678 = 41.2", PRED, REF), "a text cannot carry"),
    ],
)
def test_errors_are_one_line_that_helps(run: Any, words: tuple[str, ...], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("infrarouge: ")
    assert err.count("\n") == 1
    assert said in err


def test_bad_usage(run: Any) -> None:
    for words in (
        ("scor",),
        ("score",),
        ("score", PRED, REF, "--stemer", "porter"),
        ("score", PRED, REF, "--seed", "x"),
    ):
        assert run(*words)[0] == 2


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


# ---------------------------------------------------------------- lists


def test_lists_come_from_the_registries(run: Any) -> None:
    assert json.loads(run("profiles", "-f", "json")[1]) == ir.profiles()
    assert json.loads(run("metrics", "-f", "json")[1]) == ir.metrics()
    assert next(iter(ir.profiles())) in run("profiles")[1]
    assert run("metrics", "-f", "csv")[1].startswith("metric,about\n")


# ---------------------------------------------------------------- compare, check, verify


def test_compare(run: Any, tmp_path: Path) -> None:
    systems = {"predictions": read_texts(PRED), "predictions_b": read_texts(PRED_B)}
    wanted = ir.compare(systems, references=read_texts(REF), metrics="rouge1 rougeL", n_flips=500)
    words = ("compare", PRED, PRED_B, "-r", REF, "-m", "rouge1 rougeL", "--flips", "500")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert out.startswith(f"{wanted}\n")
    assert f"row {wanted.moved()[0].row} " in out
    assert "moved most" not in run(*words, "--moved", "0")[1]
    assert json.loads(run(*words, "-f", "json")[1]) == json.loads(wanted.to_json())
    swapped = json.loads(run(*words, "--baseline", "predictions_b", "-f", "json")[1])
    assert swapped["differences"][0]["change"] == -wanted["rouge1"].change
    path = tmp_path / "a.jsonl"
    rows = zip(read_texts(PRED), read_texts(PRED_B), read_texts(REF), strict=True)
    path.write_text("".join(json.dumps({"x": a, "y": b, "gold": c}) + "\n" for a, b, c in rows))
    columns = run("compare", str(path), "--prediction", "x", "--prediction", "y", "--reference", "gold", "-f", "json")
    assert json.loads(columns[1])["differences"][0]["change"] == wanted["rouge1"].change


def test_check(run: Any, tmp_path: Path) -> None:
    report = whole(metrics="rougeL rouge1")
    code, out, err = run("check", PRED, REF, "--min", "rougeL.f=0.6", "--max", "rouge1.r=80%")
    assert (code, err) == (0, "")
    assert f"rougeL F is {report['rougeL'].fmeasure.value:.4f}, which is at least 0.6" in out
    code, out, _ = run("check", PRED, REF, "--min", "rougeL.f=0.9", "--min", "rouge1=0.1", "--github")
    assert code == 1
    assert "::error title=infrarouge check::rougeL F is 0.6598, which is less than 0.9" in out
    assert "::notice" in out
    assert run("check", PRED, REF, "--min", "rougeL.f=0.9", "--negate")[0] == 0
    code, out, err = run("check", PRED, REF, "--min", "rougeL=0.5", "--each", "--junit", str(tmp_path / "a.xml"))
    assert code == 1
    assert "does not hold in row 9" in err
    assert "(row 9)" in out
    assert 'failures="1"' in (tmp_path / "a.xml").read_text()
    made = json.loads(run("check", PRED, REF, "--min", "rougeL=0.5", "--each", "-f", "json")[1])
    assert made["passed"] is False
    assert made["conditions"][0]["failing"] == [9]


def test_verify(run: Any) -> None:
    claim = whole(stemmer="porter").claim("rouge2.r")
    code, out, _ = run("verify", claim, PRED, REF)
    assert code == 0
    assert out.startswith("holds: rouge2.r is 52.87")
    code, out, _ = run("verify", re.sub(r"= .*", "= 52.88", claim), PRED, REF)
    assert code == 1
    assert out.startswith("does not hold: 52.88 was claimed, but rouge2.r is 52.87")
    signature = json.loads(run("score", PRED, REF, "--hash", "-f", "json")[1])["signature"]
    assert run("verify", f"rouge1 {signature} = 0.805", PRED, REF)[0] == 0
    code, out, _ = run("verify", f"rouge1 {signature} = 33.5", PRED_B, REF)
    assert code == 1
    assert "the texts are others" in out
    made = json.loads(run("verify", claim, PRED, REF, "-f", "json")[1])
    assert made["holds"] is True


# ---------------------------------------------------------------- processes


def test_process_is_quiet_when_piped() -> None:
    done = process("score", PRED, REF)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert done.stdout.decode() == f"{whole()}\n"


def test_process_reads_a_pipe() -> None:
    done = process("score", "-", REF, "-f", "json", input=(ROOT / PRED).read_bytes())
    assert json.loads(done.stdout)["n"] == 30


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are made as on Unix")
def test_process_reads_named_and_packed_pipes(tmp_path: Path) -> None:
    import gzip

    os.mkfifo(tmp_path / "pipe")
    words = [sys.executable, "-m", "infrarouge", "score", "-", str(tmp_path / "pipe"), "-f", "json"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write(gzip.compress((ROOT / PRED).read_bytes()))
        running.stdin.close()
        (tmp_path / "pipe").write_bytes((ROOT / REF).read_bytes())
        assert running.stdout is not None
        assert json.loads(running.stdout.read()) == json.loads(whole().to_json())


def test_process_survives_a_reader_that_leaves(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "infrarouge", "score", PRED, REF, "-f", "csv"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.wait(60)
    assert b"Traceback" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is made as on Unix")
def test_process_shows_progress_at_a_terminal(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "infrarouge", "score", PRED, REF], stdout=subprocess.PIPE, stderr=theirs, timeout=60
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    os.close(ours)
    assert done.stdout.decode() == f"{whole()}\n"
    assert b"scoring" in shown
    assert b"30/30" in shown


def many(path: Path, n: int) -> None:
    row = {"prediction": "the cat sat on the mat", "reference": "a cat lay on the red mat"}
    path.write_text((json.dumps(row) + "\n") * n)


@pytest.mark.skipif(sys.platform == "win32", reason="the signal of Ctrl-C is sent as on Unix")
@pytest.mark.parametrize("name", ["each.jsonl", "each.csv", "each.parquet"])
def test_interruption_leaves_complete_rows(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    many(tmp_path / "in.jsonl", 3000)
    target = tmp_path / name
    # The last rows never come, so that the work is under way when the signal arrives.
    words = [sys.executable, "-m", "infrarouge", "score", "-", "--input", "jsonl", "--per-example", str(target)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        running.stdin.write((tmp_path / "in.jsonl").read_bytes())
        running.stdin.flush()
        end = time.monotonic() + 60
        while time.monotonic() < end and not (target.exists() and target.stat().st_size):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == b""
    assert err.decode() == f"infrarouge: interrupted; the 2048 rows scored so far are in {target}\n"
    assert rows_of(target) == list(range(2048))


def test_interruption_before_a_command_runs(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("infrarouge.cli.import_module", stop)
    assert run("score", PRED, REF) == (130, "", "infrarouge: interrupted\n")


def rows_of(path: Path) -> list[int]:
    if path.suffix == ".jsonl":
        return [json.loads(line)["row"] for line in path.read_text().splitlines()]
    if path.suffix == ".csv":
        return [int(line["row"]) for line in csv.DictReader(path.open())]
    from pyarrow import parquet

    return list(parquet.read_table(path)["row"].to_pylist())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as on Unix")
@pytest.mark.skipif(engine.name() == "textbook", reason="so many rows are for the core")
def test_memory_stays_bounded(tmp_path: Path) -> None:
    """Twenty times the rows take little more memory: the counts, and nothing of the texts."""
    code = (
        "import resource, sys; from infrarouge.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    text = " ".join(f"word{at % 97}" for at in range(300))
    used = []
    for n in (2048, 20 * 2048):
        path = tmp_path / "in.jsonl"
        with path.open("w") as file:
            for _ in range(n):
                file.write(json.dumps({"prediction": text, "reference": text}) + "\n")
        words = ["score", str(path), "-m", "rouge1", "--resamples", "0", "--per-example", str(tmp_path / "out.jsonl")]
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, timeout=600, check=True)
        used.append(int(done.stderr) / (1024 if sys.platform != "darwin" else 1024 * 1024))
        size = path.stat().st_size / 2**20
    assert size > 150
    assert used[1] - used[0] < size / 4, used
