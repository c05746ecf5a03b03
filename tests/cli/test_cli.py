"""The command line as a whole: its help, its examples, its lists, and errors in one line that helps."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli.samples import JSONL, PRED, PRED_B, REF, ROOT
from typer.testing import CliRunner

import infrarouge as ir
from infrarouge import engine
from infrarouge.cli import COMMANDS, make_app


def test_version_names_the_engine(run: Any) -> None:
    assert run("--version") == (0, f"infrarouge {ir.__version__} ({engine.name()} engine)\n", "")


def test_help_fits_one_screen(run: Any) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert len(out.strip().splitlines()) <= 36
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


def test_lists_come_from_the_registries(run: Any) -> None:
    assert json.loads(run("profiles", "-f", "json")[1]) == ir.profiles()
    assert json.loads(run("metrics", "-f", "json")[1]) == ir.metrics()
    assert next(iter(ir.profiles())) in run("profiles")[1]
    assert run("metrics", "-f", "csv")[1].startswith("metric,about\n")


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
        (("score", PRED, REF, "--stemmer", "porter", "--set", "stem=none"), "stemmer is given more than once"),
        (("score", PRED, REF, "--set", "max_words=many"), "max_words is 'many'; give a whole number"),
        (("score", PRED, REF, "--checkpoint-every", "5"), "name the file too: --checkpoint run.ckpt"),
        (("score", PRED, REF, "--alpha", "3"), "alpha is 3.0"),
        (("score", PRED, REF, "--threads", "0"), "threads is 0"),
        (("score", PRED, REF, "--input", "jsnl"), "did you mean 'jsonl'?"),
        (("score", PRED, REF, "--prediction", "x"), "is plain text and has no columns"),
        (("score", JSONL, "--prediction", "predction"), "; type --prediction prediction"),
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


def test_interruption_before_a_command_runs(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("infrarouge.cli.import_module", stop)
    assert run("score", PRED, REF) == (130, "", "infrarouge: interrupted\n")
