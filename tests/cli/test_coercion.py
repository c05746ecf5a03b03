"""Plain words of options are taken as they are; odd ones, and errors, are those of typer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from cli.samples import JSONL
from typer.testing import CliRunner

from infrarouge.cli import COMMANDS, make_app
from infrarouge.cli.coercion import take_plain_values

NEWER = pytest.mark.skipif(
    not hasattr(typer.core.TyperOption, "get_runtime_param"), reason="an older typer has its own words for values"
)


def modules(*words: str) -> set[str]:
    """The modules at the top that are loaded when the command line has run in a process of its own."""
    code = (
        "import sys, atexit; from infrarouge.__main__ import main; sys.argv[0] = 'infrarouge';"
        "atexit.register(lambda: print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)); main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@NEWER
def test_a_command_starts_without_what_it_does_not_need() -> None:
    loaded = modules("score", str(JSONL), "--resamples", "10", "--alpha", "0.25", "-m", "rouge1", "--no-lowercase")
    assert {"numpy", "typer"} <= loaded
    assert not loaded & {"pydantic", "pydantic_core", "rich", "pyarrow", "pandas"}
    assert "numpy" not in modules("--help")
    assert "typer" not in modules("--version")


@pytest.mark.parametrize(
    ("words", "number"),
    [(["--resamples", "20"], "20"), (["--resamples", "+20"], "20"), (["--resamples", " 20 "], "20")],
)
def test_odd_spellings_of_numbers_count_too(run: Any, words: list[str], number: str) -> None:
    plain = run("score", str(JSONL), "--resamples", number)
    assert plain[0] == 0
    assert run("score", str(JSONL), *words) == plain


@pytest.mark.parametrize("words", [["--resamples", "2x"], ["--alpha", "half"], ["--resamples", "1.5"]])
def test_what_is_no_number_is_refused(run: Any, words: list[str]) -> None:
    code, out, err = run("score", str(JSONL), *words)
    assert (code, out) == (2, "")
    assert words[0] in err


def test_parameters_of_another_typer_are_left_alone() -> None:
    class Parameter:
        def get_runtime_param(self) -> str:
            return "its own"

    other = Parameter()
    take_plain_values([other, object()])
    assert other.get_runtime_param() == "its own"


def test_the_list_of_commands_says_what_their_modules_say() -> None:
    app = make_app()
    said = {str(known.name): known.help or known.callback.__doc__ or "" for known in app.registered_commands}
    assert {name: said[name].strip().split("\n\n")[0] for name in COMMANDS} == COMMANDS
    lists = [CliRunner().invoke(make_app(listed=listed), ["--help"]).output for listed in (False, True)]
    assert lists[0] == lists[1]


@NEWER
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "--resamples", "2x"], "--resamples '2x': give a whole number, such as 10"),
        (["score", "--alpha", "\x1b[31mx"], r"--alpha '\x1b[31mx': give a number, such as 0.5"),
        (["score", "--seed", "9" * 5000], "...': give a whole number, such as 10"),
        (["compare", "--moved", "-1"], "--moved '-1': give a whole number from 0 up, such as 10"),
        (["analyze", "--most", "-1"], "--most '-1': give a whole number from 0 up, such as 10"),
        (["which", "--most", "-1"], "--most '-1': give a whole number from 0 up, such as 10"),
    ],
)
def test_a_wrong_number_is_named_with_what_to_type(run: Any, words: list[str], said: str) -> None:
    code, out, err = run(words[0], str(JSONL), *words[1:])
    assert (code, out) == (2, "")
    assert said in " ".join(line.strip("│ ") for line in err.splitlines())


@pytest.mark.parametrize("every", ["nan", "inf", "-1"])
def test_the_time_between_checkpoints_is_a_time(run: Any, tmp_path: Path, every: str) -> None:
    words = ["score", JSONL, "--checkpoint", str(tmp_path / "run.ckpt"), f"--checkpoint-every={every}"]
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "give seconds from 0 up, such as 30" in err
