"""python -m infrarouge.compat run: any Python program on the surfaces, and what is told at its end."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from infrarouge.compat import running
from infrarouge.compat.surfaces import SURFACES, module_of, surface_of

PROGRAM = """
import sys
from rouge_score import rouge_scorer

scorer = rouge_scorer.RougeScorer(["rouge1"])
for text in sys.argv[1:]:
    print(scorer.score("the cat", text)["rouge1"].fmeasure, rouge_scorer.__name__, __name__)
"""


def run(*arguments: str, cwd: Path, code: int = 0, site: Path | None = None) -> tuple[list[str], list[str]]:
    paths = [str(site)] if site else []
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "infrarouge.compat", "run", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env)
    assert done.returncode == code, done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


EXPECTED = [f"{f} infrarouge.compat.rouge_score.rouge_scorer __main__" for f in ("1.0", "0.5")]
TOLD = "infrarouge.compat: replaced rouge_score: called RougeScorer.score 2 times"
WAYS = [
    ["--", "program.py"],
    ["program.py"],
    ["--", "./program.py"],
    ["--", "-m", "program"],
    ["--", "python", "program.py"],
    ["--package", "rouge_score", "--", "python3.11", "-m", "program"],
    ["--", "-c", PROGRAM],
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(way)[:30])
def test_ways_to_name_a_program(way: list[str], folder: Path) -> None:
    printed, told = run(*way, "the cat", "a cat", cwd=folder)
    assert printed == EXPECTED
    assert told[0] == TOLD
    assert all(line.startswith("infrarouge.compat: ") for line in told)


def test_a_console_script(folder: Path) -> None:
    (folder / "tool.py").write_text(f"{PROGRAM}\ndef main():\n    print(sys.argv[0])\n    return 3\n")
    info = folder / "tool-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tool\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[console_scripts]\nour-tool = tool:main\n")
    printed, told = run("--", "our-tool", "the cat", "a cat", cwd=folder, site=folder, code=3)
    assert [line.removesuffix(" tool") for line in printed[:2]] == [line.removesuffix(" __main__") for line in EXPECTED]
    assert printed[2] == "our-tool"
    assert told[0] == TOLD


def test_a_script_without_a_suffix(folder: Path) -> None:
    script = folder / "script"
    script.write_text(f"#!{sys.executable}\n{PROGRAM}")
    assert run("--", "./script", "the cat", "a cat", cwd=folder)[0] == EXPECTED


def test_every_package_is_told(folder: Path) -> None:
    code = """
from rouge import Rouge
from rouge.rouge_score import rouge_n
from distancia import ROUGEScore
import evaluate
Rouge().get_scores("a", "a", avg=True)
rouge_n(["a"], ["b"])
ROUGEScore()("ab", ["ab"])
ROUGEScore().compute("ab", ["ab"])
"""
    for name in ("evaluate", "distancia"):
        (folder / name).mkdir()
    (folder / "evaluate" / "__init__.py").write_text("from .loading import load\n")
    (folder / "evaluate" / "loading.py").write_text("def load(path):\n    pass\n")
    (folder / "distancia" / "__init__.py").write_text("from .textDistance import ROUGEScore\n")
    (folder / "distancia" / "textDistance.py").write_text("class ROUGEScore:\n    pass\n")
    (folder / "all.py").write_text(code)
    told = [line.removeprefix("infrarouge.compat: ") for line in run("--", "all.py", cwd=folder)[1]]
    assert "replaced rouge: called Rouge.get_scores 1 time, rouge_n 1 time" in told
    assert "replaced distancia: called ROUGEScore.__call__ 1 time, ROUGEScore.compute 1 time" in told
    [idle] = [line for line in told if line.startswith("replaced and not called: ")]
    assert {"evaluate", "pyrouge", "rouge_score"} <= set(idle.partition(": ")[2].split(", "))


def test_a_module_of_another_package_is_left_alone(folder: Path) -> None:
    (folder / "rouge.py").write_text("mine = 7\n")
    (folder / "uses.py").write_text("import rouge\nprint(getattr(rouge, 'mine', 'replaced'))\n")
    printed, told = run("--", "uses.py", cwd=folder)
    assert printed == ["7"]
    [said] = [line for line in told if "left rouge alone" in line]
    assert said.endswith("rouge.py; to replace it type --package rouge")
    assert run("--package", "rouge", "--", "uses.py", cwd=folder)[0] == ["replaced"]


def test_how_a_program_ends(folder: Path) -> None:
    (folder / "fails.py").write_text("from rouge import Rouge\nRouge().get_scores('a', 'a')\nraise KeyError('x')\n")
    told = run("--", "fails.py", cwd=folder, code=1)[1]
    assert any("KeyError: 'x'" in line for line in told)
    assert any("replaced rouge: called Rouge.get_scores 1 time" in line for line in told)
    (folder / "leaves.py").write_text("import sys\nsys.exit(5)\n")
    run("--", "leaves.py", cwd=folder, code=5)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no program is named; type: python -m infrarouge.compat run -- PROGRAM"),
        (["--", "-m"], "no program is named"),
        (
            ["--", "no-such-program"],
            "no-such-program is not there; name a console script, a file, -m MODULE or -c CODE",
        ),
        (["--", "./data"], "./data is not a Python program"),
        (["--", "-W", "error"], "-W is an option of Python"),
        (["--package", "bleu", "--", "program.py"], "invalid choice: 'bleu'"),
    ],
)
def test_refusals(arguments: list[str], says: str, folder: Path) -> None:
    (folder / "data").write_bytes(b"\x7fELF")
    assert says in run(*arguments, cwd=folder, code=2)[1][-1]


@pytest.mark.parametrize("name", SURFACES)
def test_every_surface_is_counted(name: str) -> None:
    for call in SURFACES[name].counted:
        module, _, path = call.partition(":")
        value: object = importlib.import_module(f"{surface_of(name)}.{module}".rstrip("."))
        for part in path.split("."):
            value = getattr(value, part)
        assert callable(value)


def test_a_module_that_several_packages_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """The surface of the package that is installed takes its place; without one, that of the module's own name."""
    for owner, expected in (("py-rouge", ["py-rouge"]), ("rouge", ["rouge"]), (None, ["rouge"])):
        installed = None if owner is None else SimpleNamespace(package=owner, version="1.1", place="")
        monkeypatch.setattr(running, "winner", lambda name, owner=installed: owner if name == "rouge" else None)
        chosen, notes = running.replaceable(None)
        assert [name for name in chosen if module_of(name) == "rouge"] == expected
        assert not [note for note in notes if note.startswith("left rouge")]


def test_a_module_that_is_replaced_itself(folder: Path) -> None:
    """The command line of rouge_score runs on ours, and so does that of rouge; the packages need not be there."""
    for name, text in (("t.txt", "the cat\na dog\n"), ("p.txt", "the cat\nthe dog\n")):
        (folder / name).write_text(text)
    options = ["--target_filepattern=t.txt", "--prediction_filepattern=p.txt", "--output_filename=out.csv"]
    told = run("--", "-m", "rouge_score.rouge", *options, cwd=folder)[1]
    assert told[0] == TOLD
    assert (folder / "out.csv").read_text().startswith("score_type,low,mid,high\nrouge1-R,")
    printed, told = run("--", "-m", "rouge", "-a", "a b", "a c", "--stats", "f", cwd=folder)
    assert printed[0] == "{"
    assert told[0] == "infrarouge.compat: replaced rouge: called Rouge.get_scores 1 time"


def test_a_surface_that_is_made_of_another_is_counted_alone() -> None:
    from infrarouge.compat import rouge_chinese
    from infrarouge.compat.korouge_score import rouge_scorer

    names = ["rouge", "rouge_score", "rouge_chinese", "korouge_score"]
    calls = running.Calls()
    for name in names:
        calls.watch(name)
    rouge_chinese.Rouge().get_scores("a", "a")
    rouge_scorer.RougeScorer(["rouge1"]).score_multi(["a", "b"], "a")
    calls.stop()
    rouge_chinese.Rouge().get_scores("a", "a")
    assert calls.report(names) == [
        "replaced rouge_chinese: called Rouge.get_scores 1 time",
        "replaced korouge_score: called RougeScorer.score 2 times",
        "replaced and not called: rouge, rouge_score",
    ]
    assert "get_scores" not in vars(rouge_chinese.Rouge)


def test_a_package_that_holds_more_is_not_made_up(folder: Path) -> None:
    (folder / "look.py").write_text("from importlib.util import find_spec\nprint(find_spec('distancia'))\n")
    if find_spec("distancia") is not None:
        pytest.skip("distancia is installed")
    printed, told = run("--", "look.py", cwd=folder)
    assert printed == ["None"]
    assert not any("distancia" in line for line in told)
