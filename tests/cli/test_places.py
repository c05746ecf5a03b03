"""No output of a command destroys what it reads, or another output."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from cli.samples import JSONL, PRED, REF, ROOT

from infrarouge.cli import COMMANDS
from infrarouge.cli.outputs import OUTPUT
from infrarouge.cli.places import READS, WRITES, files_of


def marked() -> dict[str, list[Any]]:
    """The marks of every option of every command, and of the groups of options."""
    marks: dict[str, list[Any]] = {}
    for name in COMMANDS:
        module = import_module(f"infrarouge.cli.{name.replace('-', '_').replace('.', '')}")
        function = getattr(module, name, None)
        for group in [function, *vars(module).values()]:
            if inspect.isclass(group) or (group is function and function is not None):
                hints = get_type_hints(group, include_extras=True)
                marks.update({f"{name}.{option}": list(get_args(hint)[1:]) for option, hint in hints.items()})
    return marks


def test_every_option_that_names_a_file_is_marked() -> None:
    options = {name: marks for name, marks in marked().items() if marks and hasattr(marks[0], "metavar")}
    assert len(options) > 40
    for name, (option, *marks) in options.items():
        if option.metavar == "FILE":
            assert marks == [WRITES if option.rich_help_panel == OUTPUT else READS], name
        elif marks:
            assert marks == [READS], name


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (JSONL, PRED, REF):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "stop.txt").write_text("the\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


INPUTS = ("samples.jsonl", "predictions.txt", "references.txt", "stop.txt")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("score samples.jsonl --per-example samples.jsonl", "--per-example samples.jsonl would be written over"),
        ("score samples.jsonl --per-example ./samples.jsonl", "would be written over samples.jsonl, which is read"),
        ("score samples.jsonl -o samples.jsonl -f json", "--output samples.jsonl would be written over"),
        ("score samples.jsonl --checkpoint samples.jsonl", "--checkpoint samples.jsonl would be written over"),
        ("score samples.jsonl --stopwords stop.txt -o stop.txt", "would be written over stop.txt"),
        ("score samples.jsonl --set stopwords=stop.txt -o stop.txt", "would be written over stop.txt"),
        ("score samples.jsonl --per-example a.csv -o a.csv", "--output a.csv and --per-example a.csv are one file"),
        ("score samples.jsonl --per-example a.jsonl --checkpoint a.jsonl", "are one file"),
        ("score predictions.txt references.txt -o references.txt", "would be written over references.txt"),
        ("score predictions.txt --references ref*.txt -o references.txt", "would be written over references.txt"),
        ("score . . --whole -o stop.txt", "would be written over ./stop.txt"),
        ("compare predictions.txt stop.txt -r references.txt -o predictions.txt", "would be written over"),
        ("report samples.jsonl -o samples.jsonl", "would be written over"),
        ("analyze samples.jsonl --ignore stop.txt -o stop.txt", "would be written over stop.txt"),
        ("check samples.jsonl --min rouge1=0.1 --junit samples.jsonl", "--junit samples.jsonl would be written over"),
        ("check samples.jsonl --min rouge1=0.1 --junit a.txt -o a.txt", "are one file"),
        ("dedup samples.jsonl -c prediction -o k --dropped k", "--output k and --dropped k are one file"),
        ("dedup predictions.txt -o predictions.txt", "would be written over"),
        ("dedup predictions.txt --dropped predictions.txt", "would be written over"),
        ("score samples.jsonl -o no/such.json", "there is no folder 'no'"),
        (f"score samples.jsonl -o {'n' * 300}.json", "255 bytes"),
    ],
)
def test_outputs_that_would_destroy_are_refused(run: Any, here: Path, words: str, said: str) -> None:
    before = {name: (here / name).read_bytes() for name in INPUTS}
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert sorted(os.listdir(here)) == sorted(INPUTS)
    assert {name: (here / name).read_bytes() for name in INPUTS} == before


def test_other_outputs_are_written(run: Any, here: Path) -> None:
    assert run("score", "samples.jsonl", "--per-example", "e.csv", "-o", "r.json", "--checkpoint", "c")[0] == 0
    assert run("dedup", "predictions.txt", "-o", "kept", "--dropped", "gone")[0] == 0
    status, out, _ = run("dedup", "predictions.txt", "-o", "kept", "--dropped", "-", "--threshold", "0.1")
    assert status == 0
    assert out.startswith('{"row": ')
    assert sorted(os.listdir(here)) == sorted([*INPUTS, "e.csv", "r.json", "kept", "gone"])


@pytest.mark.skipif(sys.platform == "win32", reason="names are bytes on Unix")
def test_odd_names_work(run: Any, here: Path) -> None:
    long, odd = "n" * 249 + ".jsonl", "\udcff.jsonl"
    for name in (long, odd):
        shutil.copy("samples.jsonl", name)
        assert run("score", name, "--per-example", "x" + name[1:], "-o", "y" + name[1:-6], "-m", "rouge1")[0] == 0
    assert run("score", odd, long, "--references", "samples.jsonl", "-m", "rouge1", "--resamples", "0")[0] == 0
    if find_spec("pyarrow"):
        assert run("score", odd, long, "-r", "samples.jsonl", "-m", "rouge1", "--per-example", "a.parquet")[0] == 0
    assert Path("x" + long[1:]).read_bytes() == Path("x" + odd[1:]).read_bytes()
    assert not [name for name in os.listdir(here) if name.startswith(".")]


def test_files_of_a_word(here: Path) -> None:
    (here / "set").mkdir()
    for name in ("data.arrow", "state.json", "notes.txt"):
        (here / "set" / name).write_text("")
    assert sorted(files_of("set", whole=False)) == [os.path.join("set", name) for name in ("data.arrow", "state.json")]
    assert len(list(files_of("set", whole=True))) == 3
    assert list(files_of("x" * 5000, whole=False)) == []
    assert list(files_of("*.jsonl", whole=False)) == ["samples.jsonl"]


@pytest.mark.skipif(not os.path.exists("/proc/self/cwd"), reason="this system has no names of what a process holds")
@pytest.mark.parametrize("name", ["/proc/self/cwd/in.jsonl", "/proc/self/root{path}", "/dev/fd/../cwd/in.jsonl"])
@pytest.mark.parametrize(
    "words",
    [["score", "--per-example"], ["score", "-f", "json", "-o"], ["dedup", "-c", "prediction", "-o"]],
    ids=["per-example", "output", "dedup"],
)
def test_an_input_by_the_name_of_a_process_is_an_input(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], name: str
) -> None:
    content = (ROOT / JSONL).read_bytes()
    (tmp_path / "in.jsonl").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(words[0], "in.jsonl", *words[1:], name.format(path=tmp_path / "in.jsonl"))
    assert (code, out) == (2, "")
    assert "would be written over in.jsonl, which is read" in err
    assert (tmp_path / "in.jsonl").read_bytes() == content
