"""What people type first: words of other programs, options given twice, wrong endings, missing files, other columns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.samples import JSONL, PRED, PRED_B, REF, process

import infrarouge as ir
from infrarouge.cli.shell import OPTIONS, for_shell
from infrarouge.rules.profile import RULES


def shown(text: str) -> str:
    """A message without the frame around it."""
    return " ".join(text.replace("│", " ").split())


# ---------------------------------------------------------------- the program itself


def test_the_program_alone_shows_its_help() -> None:
    done = process()
    assert done.returncode == 0
    assert done.stdout.startswith(b"Usage: infrarouge")
    assert b"rougeSU" in done.stdout
    assert done.stderr == b""


def test_repeated_metrics_add_up_in_the_real_program() -> None:
    done = process("evaluate", JSONL, "-m", "rouge1", "-m", "rouge2 rougeL", "--resamples", "0")
    assert [line.split()[0] for line in done.stdout.decode().splitlines()[1:4]] == ["rouge1", "rouge2", "rougeL"]
    assert done.stdout == process("score", JSONL, "-m", "rouge1 rouge2 rougeL", "--resamples", "0").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="completion is installed for a Unix shell")
def test_completion_can_be_installed(tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = process("--install-completion", "bash", env=env)
    assert done.returncode == 0, done.stderr
    assert b"infrarouge" in (tmp_path / ".bash_completions" / "infrarouge.sh").read_bytes()


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("score", JSONL, "--use_stemmer"), "No such option: --use_stemmer; type --stemmer porter"),
        (("score", JSONL, "--rouge-types", "rouge1"), "No such option: --rouge-types; type --metrics"),
        (("score", JSONL, "--metric", "rouge1"), "No such option: --metric; type --metrics"),
        (
            ("score", JSONL, "--candidates", PRED),
            "files come without an option: PRED REF, and columns with --prediction",
        ),
        (("score", PRED, "--targets", REF), "No such option: --targets; type --references"),
        (("score", JSONL, "--stemer", "porter"), "No such option: --stemer; did you mean '--stemmer'?"),
        (("score", JSONL, "--random-state", "3"), "No such option: --random-state; type --seed"),
        (("dedup", PRED, "--metrics", "rouge1"), "No such option: --metrics; type --metric"),
        (
            ("check", JSONL, "--min", "rogueL=0.5"),
            "unknown metric 'rogueL'; did you mean 'rougeL'? See infrarouge metrics.",
        ),
        (
            ("check", JSONL, "--min", "ROUGE-N=0.5"),
            "name the metrics of the family: rouge1, rouge2. See infrarouge metrics.",
        ),
        (("score", JSONL, "-m", "R-L"), "unknown metric 'R-L'; did you mean 'rougeL'? See infrarouge metrics."),
        (("score", JSONL, "-p", "rouge-scor"), "did you mean 'rouge-score'? See infrarouge profiles."),
        (("score", JSONL, "--set", "use_stemmer=yes"), "unknown keyword 'use_stemmer'; type --stemmer porter"),
        (("html", JSONL), "No such command: html; type infrarouge report"),
        (("eval", JSONL), "No such command: eval; type infrarouge score"),
        (("scor", JSONL), "No such command: scor; did you mean 'score'?"),
        (("score", JSONL, "-p", "rouge", "-p", "evaluate"), "--profile is given 2 times; give it once"),
        (("score", JSONL, "-o", "a.txt", "-o", "b.txt"), "--output is given 2 times; give it once"),
    ],
)
def test_words_are_answered(run: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert message in shown(err)


def test_every_command_adds_up_metrics(run: Any) -> None:
    both, twice = ("-m", "rouge1 rouge2"), ("-m", "rouge1", "-m", "rouge2")
    calls: dict[str, tuple[str, ...]] = {
        "score": (JSONL,),
        "compare": (PRED, PRED_B, "--references", REF),
        "explain": (PRED, REF),
        "diff": (JSONL, "-p", "pltrdy", "-p", "rouge-score"),
        "verify": ("infrarouge-1 = 80.52", JSONL),
    }
    for command, words in calls.items():
        once = run(command, *words, *both)
        assert once[1], once
        assert run(command, *words, *twice) == once
    assert "pltrdy-1.0.1" in run("diff", JSONL, "-m", "rouge1", "-p", "pltrdy", "-p", "rouge-score")[1]


def test_options_have_their_names_in_python_too(run: Any) -> None:
    ours = run("score", JSONL, "-m", "rouge1", "--seed", "7", "--resamples", "20", "--confidence", "0.9")
    theirs = run("score", JSONL, "-m", "rouge1", "--rng", "7", "--n-resamples", "20", "--confidence-level", "0.9")
    assert ours == theirs
    assert ours[0] == 0


def test_messages_name_options() -> None:
    assert for_shell("type metrics='rouge1 rouge2', rng=7 or max_words=100") == (
        'type --metrics "rouge1 rouge2", --seed 7 or --max-words 100'
    )
    assert for_shell("'rouge-score|stem:porter|a=3'") == "'rouge-score|stem:porter|a=3'"
    assert {*OPTIONS} - {"metrics", "metric", "profile", "threads", "threshold"} <= RULES.keys()


# ---------------------------------------------------------------- endings and files


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("score", JSONL, "-o", "x.html"), "for a page type: infrarouge report ... -o x.html"),
        (
            ("score", JSONL, "-o", "x.pdf"),
            "infrarouge report ... -o x.html and print it from a browser, or a table with -o x.tex",
        ),
        (("score", JSONL, "-o", "x.xlsx"), "spreadsheets read CSV: type -o x.csv"),
        (("score", JSONL, "-o", "x.parquet"), "infrarouge score ... --per-example x.parquet"),
        (
            ("compare", PRED, PRED_B, "-r", REF, "-o", "x.foo"),
            "written as .txt, .json, .csv, .md, .markdown, .tex, .latex; type one",
        ),
        (("report", JSONL, "-o", "x.pdf"), "a report is one HTML page; type -o x.html, and print it from a browser"),
        (("report", JSONL, "-o", "x.json"), "type -o x.html, or for a table: infrarouge score ... -o x.json"),
        (("score", "no-such.txt"), "infrarouge: no file 'no-such.txt'"),
        (("score", PRED, "no-such.txt"), "infrarouge: no file 'no-such.txt'"),
        (("score", "no-such.txt", REF), "infrarouge: no file 'no-such.txt'"),
        (("score", PRED, "-r", "no-such.txt"), "infrarouge: no file 'no-such.txt'"),
    ],
)
def test_endings_and_missing_files(
    run: Any, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "samples").symlink_to(Path("samples").resolve())
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["samples"]


def test_a_format_that_is_named_goes_to_any_file(run: Any, tmp_path: Path) -> None:
    assert run("score", JSONL, "-m", "rouge1", "-f", "json", "-o", str(tmp_path / "x.out"))[0] == 0
    assert json.loads((tmp_path / "x.out").read_text())["n"] == 30


# ---------------------------------------------------------------- columns


@pytest.mark.parametrize("content", ['["a","b"]', '"a"\n"b"\n', '["a","b"]\n["c","d"]\n'])
def test_a_file_of_bare_texts_is_not_both_sides(run: Any, tmp_path: Path, content: str) -> None:
    path = tmp_path / ("a.json" if content == '["a","b"]' else "a.jsonl")
    path.write_text(content)
    code, out, err = run("score", str(path))
    assert (code, out) == (2, "")
    assert "has no columns, so it cannot hold both sides; give a file for each side: PRED REF" in err
    (tmp_path / "b.jsonl").write_text('"a"\n"c"\n')
    if content.startswith('"'):
        assert run("score", str(path), str(tmp_path / "b.jsonl"), "-m", "rouge1")[0] == 0


def test_column_errors_end_with_the_option(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"summary": "a", "target": "a b", "extra": {"txt": 1}}\n')
    assert run("score", str(path))[2].endswith(
        "no column 'prediction'; the columns are 'summary', 'target', 'extra'; type --prediction summary\n"
    )
    assert run("score", str(path), "--prediction", "summary")[2].endswith("type --reference target\n")
    assert run("score", str(path), "--prediction", "extra.text")[2].endswith("type --prediction extra.txt\n")
    assert run("score", str(path), "--prediction", "qqq")[2].endswith("type --prediction COLUMN\n")
    assert run("dedup", str(path))[2].endswith("type --column extra\n")
    code, out, _ = run("score", str(path), "--prediction", "summary", "--reference", "target", "-m", "rouge1")
    assert code == 0
    assert "100.00" in out


def test_wildcards(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"p": "a b", "refs": [{"text": "x"}, {"text": "a b"}], "deep": [{"in": [{"t": "a b"}]}, {"in": [{"t": "y"}]}]}\n'
        '{"p": "c", "refs": [{"text": "c"}], "deep": [{"in": []}, {"in": [{"t": "c"}]}]}\n'
    )
    for column in ("refs.*.text", "deep.*.in.*.t", "refs.*.*"):
        code, out, err = run(
            "score", str(path), "--prediction", "p", "--reference", column, "-m", "rouge1", "-f", "json"
        )
        assert code == 0, err
        assert json.loads(out)["metrics"]["rouge1"]["fmeasure"]["value"] == 1.0
    assert run("score", str(path), "--prediction", "p", "--reference", "refs.text")[2].endswith(
        "there is no 'text' in a list of 2; for all of them type --reference refs.*.text\n"
    )


def test_delimiters(run: Any, tmp_path: Path) -> None:
    wanted = ir.evaluate(predictions=["a, b", "c"], references=["a", "c; d"], metrics="rouge1")
    for name, mark in (("semicolon", ";"), ("tab", "\t"), ("pipe", "|")):
        path = tmp_path / f"{name}.csv"
        path.write_text(f'prediction{mark}reference\na, b{mark}a\nc{mark}"c; d"\n')
        assert run("score", str(path), "-m", "rouge1")[1] == f"{wanted}\n"
        for typed in (name, mark):
            assert run("score", str(path), "-m", "rouge1", "--delimiter", typed)[1] == f"{wanted}\n"
    path = tmp_path / "data.txt"
    path.write_text("prediction;reference\na;a\n")
    assert "type --input csv" in run("score", PRED, REF, "--delimiter", ";")[2]
    assert run("score", str(path), "--input", "csv", "--delimiter", ";", "-m", "rouge1")[0] == 0
    assert "give one character" in run("score", str(path), "--input", "csv", "--delimiter", ";;")[2]


def test_rows_count_from_0_and_lines_from_1(run: Any, tmp_path: Path) -> None:
    rows = [{"prediction": "a", "reference": "a"}, {"prediction": 3, "reference": "a"}]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "a.json, row 1: column 'prediction' holds int" in run("score", str(tmp_path / "a.json"))[2]
    assert "a.jsonl, line 2: column 'prediction' holds int" in run("score", str(tmp_path / "a.jsonl"))[2]
    assert "rows go from 0 to 29" in run("explain", JSONL, "--row", "30")[2]


# ---------------------------------------------------------------- notes and terminals


def test_texts_without_sentences_are_told_once(run: Any) -> None:
    note = "no text has more than one sentence"
    for words in ((PRED, REF), (PRED, PRED_B, "-r", REF), (PRED, REF, "-f", "json"), (PRED, REF, "-f", "csv")):
        _, out, err = run("score", *words)
        assert (out + err).count(note) == 1
    assert run("compare", PRED, PRED_B, "-r", REF)[1].count(note) == 1
    assert note not in "".join(run("score", JSONL)[1:])


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is made as on Unix")
@pytest.mark.parametrize("columns", [40, 60])
def test_tables_fit_narrow_terminals(columns: int) -> None:
    import pty

    code = (
        "import shlex, sys\n"
        "from infrarouge.cli import make_app\n"
        "for line in sys.stdin:\n"
        "    try: make_app()(shlex.split(line), prog_name='infrarouge')\n"
        "    except SystemExit: pass\n"
        "    print('done')\n"
    )
    lines = [
        f"score {JSONL}",
        f"score {PRED} {PRED_B} -r {REF}",
        f"score {JSONL} --group topic -m rouge1",
        f"compare {PRED} {PRED_B} -r {REF} -m rouge1",
        f"check {JSONL} --min rougeL=0.6",
        f"analyze {JSONL} --id id --group topic",
        f"diff {JSONL} -m rouge1 -p pltrdy",
        f"verify 'rouge1.f infrarouge-1 = 80.52' {JSONL}",
        "metrics",
        "profiles",
    ]
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "dumb"}
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=theirs, env=env) as running:
        os.close(theirs)
        assert running.stdin is not None
        running.stdin.write("\n".join(lines).encode())
        running.stdin.close()
        printed = b""
        while True:
            try:
                block = os.read(ours, 65536)
            except OSError:
                break
            if not block:
                break
            printed += block
    os.close(ours)
    out = printed.decode().splitlines()
    assert out.count("done") == len(lines)
    assert "rouge1" in out[0] + out[1]
    wide = [line for line in out if len(line) > columns and "|n:" not in line]
    assert not wide


@pytest.mark.parametrize(
    "words", [["\x1b[31m"], ["--\x1b[31m"], ["score", "-\x1b"], ["score", "--\x1b[31m"], ["dedup", PRED, "\x1b[31m"]]
)
def test_errors_of_usage_spell_out_control_characters(run: Any, words: list[str]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert r"\x1b" in err
    assert "\x1b" not in err


def test_which_repeats_how_the_files_are_read(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("prediction/reference\na b, c/a b; d|e\n")
    words = ["which", str(tmp_path / "a.csv"), "--delimiter", "/", "-m", "rouge1", "-v", "57.14", "-p", "infrarouge-1"]
    code, out, _ = run(*words)
    assert code == 0
    assert "a.csv --delimiter / --metrics" in out
