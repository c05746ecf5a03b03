"""What is shipped: one version, a wheel that also installs without a compiler, and a tidy tree."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import infrarouge

ROOT = Path(__file__).resolve().parent.parent


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    assert match, f"nothing matches {pattern}"
    return match[1]


VERSION = found(r'^__version__ = "([^"]+)"', read("src/infrarouge/__about__.py"))


def test_version_has_one_source() -> None:
    assert infrarouge.__version__ == VERSION
    assert importlib.metadata.version("infrarouge") == VERSION
    assert found(r"^version: (\S+)", read("CITATION.cff")) == VERSION
    assert found(r"^## (\S+)", read("CHANGELOG.md")) == VERSION
    sources = [ROOT / "pyproject.toml", ROOT / "CMakeLists.txt", *(ROOT / "src").rglob("*.py")]
    repeats = [path.name for path in sources if f'"{VERSION}"' in path.read_text(encoding="utf-8")]
    assert repeats == ["__about__.py"]


def test_core_has_the_same_version() -> None:
    core = pytest.importorskip("infrarouge._core")
    assert core.engine_version() == VERSION


def test_package_is_typed_and_carries_its_data() -> None:
    assert (ROOT / "src/infrarouge/py.typed").is_file()
    assert any((ROOT / "src/infrarouge/data").iterdir())


def test_links_of_the_readme_work_on_an_index_page() -> None:
    """Every link is whole, and those into this repository name files that are here."""
    home = found(r'^Source = "([^"]+)"', read("pyproject.toml"))
    links = re.findall(r"\]\(([^)]+)\)", read("README.md"))
    assert [link for link in links if not link.startswith("https://")] == []
    names = [link.partition("/main/")[2].partition("#")[0] for link in links if link.startswith(home)]
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_supported_pythons_are_those_that_are_tested() -> None:
    named = re.findall(r"Python :: (3\.\d+)", read("pyproject.toml"))
    if "Free Threading" in read("pyproject.toml"):
        named.append(f"{named[-1]}t")
    assert found(r"python: \[(.+)\]", read(".github/workflows/tests.yml")) == ", ".join(f'"{one}"' for one in named)
    wheels = found(r'^build = "(cp.+)"', read("pyproject.toml")).split()
    assert wheels == [f"cp{version.replace('.', '')}-*" for version in named]


def test_actions_are_pinned_to_commits() -> None:
    """A tag can be moved to other code; a commit cannot."""
    uses = [
        line.strip()
        for path in (ROOT / ".github/workflows").glob("*.yml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert uses
    assert [line for line in uses if not re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)] == []


def test_the_advice_to_install_again_passes_by_the_cache() -> None:
    """pip keeps the wheel that it built without a compiler."""
    texts = [read("README.md"), *(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    advice = [line for text in texts for line in text.splitlines() if "--force-reinstall" in line]
    advice = [line for line in advice if "pip uninstall" not in line]  # which speaks of other packages
    assert advice
    assert [line for line in advice if "--no-cache-dir" not in line] == []


def test_samples_hold_the_same_rows() -> None:
    rows = [json.loads(line) for line in read("samples/samples.jsonl").splitlines()]
    texts = {name: read(f"samples/{name}.txt").splitlines() for name in ("predictions", "predictions_b", "references")}
    assert {len(lines) for lines in texts.values()} == {len(rows)}

    def squeeze(text: str) -> str:
        return "".join(text.split())

    for row, prediction, reference in zip(rows, texts["predictions"], texts["references"], strict=True):
        assert squeeze(row["prediction"]) == squeeze(prediction)
        assert squeeze(row["reference"]) == squeeze(reference)


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it installs where no compiler works."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    for name in ("src", "cpp"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    wheels = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(source)]
    if importlib.util.find_spec("scikit_build_core") and importlib.util.find_spec("nanobind"):
        command.append("--no-build-isolation")
    env = {**os.environ, "CC": "/nonexistent", "CXX": "/nonexistent"}
    for name in ("INFRAROUGE_REQUIRE_CORE", "CMAKE_ARGS", "SKBUILD_CMAKE_ARGS"):
        env.pop(name, None)
    if sys.platform == "win32":
        env["CMAKE_GENERATOR"] = "Ninja"
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = wheels.glob("*.whl")
    assert wheel.name == f"infrarouge-{VERSION}-py3-none-any.whl"
    target = tmp_path_factory.mktemp("pure")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def run_pure(pure: Path, code: str, **extra: str) -> str:
    # -S keeps the installed package out of the way; its dependencies are added by hand.
    paths = [str(pure), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    env = {k: v for k, v in os.environ.items() if not k.startswith(("INFRAROUGE_", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {paths!r}\n{code}"],
        env={**env, "PYTHONUTF8": "1", **extra},
        cwd=pure,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


SCORE = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import infrarouge
    from infrarouge import engine
    scores = [
        infrarouge.score(prediction="the cat sat", reference="the cat sat down", metrics="rouge1")
        for _ in range(2)
    ]
print(json.dumps({
    "engine": engine.name(),
    "file": infrarouge.__file__,
    "recall": scores[0]["rouge1"].recall,
    "warnings": [str(w.message) for w in caught if "infrarouge" in str(w.message)],
}))
"""


def test_without_the_core_the_textbook_engine_serves(tmp_path: Path) -> None:
    """What the wheel without a core must do, tried on the bare sources, which takes no build."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "src/infrarouge", tmp_path / "infrarouge", ignore=ignored)
    serves_in_python(tmp_path)


@pytest.mark.slow
def test_without_a_compiler_the_textbook_engine_serves(pure: Path) -> None:
    serves_in_python(pure)


def serves_in_python(pure: Path) -> None:
    """The package in the folder scores with the textbook engine, and says so once."""
    said = json.loads(run_pure(pure, SCORE))
    assert Path(said["file"]).is_relative_to(pure)
    assert said["engine"] == "textbook"
    assert said["recall"] == 0.75
    assert len(said["warnings"]) == 1, said["warnings"]


@pytest.mark.slow
def test_choosing_the_textbook_engine_is_silent(pure: Path) -> None:
    said = json.loads(run_pure(pure, SCORE, INFRAROUGE_ENGINE="textbook"))
    assert said["engine"] == "textbook"
    assert said["warnings"] == []


@pytest.mark.slow
def test_pure_wheel_is_whole(pure: Path) -> None:
    shipped = {path.relative_to(pure / "infrarouge") for path in (pure / "infrarouge").rglob("*")}
    package = ROOT / "src/infrarouge"
    for path in package.rglob("*"):
        if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}:
            assert path.relative_to(package) in shipped, f"{path.name} is not in the wheel"
    names = {path.name for path in pure.glob("*.dist-info/licenses/*")}
    assert {"LICENSE", "NOTICE"} <= names


# Each word is written in two parts so that this file does not find itself.
UNWANTED = {
    "unfinished work": r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b",
    "a path of one machine": r"(?<![\w.~$}/])/(?:ho" r"me|Us" r"ers|ro" r"ot|wo" r"rk|mn" r"t)/\w",
    "a package registry": r"py" r"pi\.org|python" r"hosted\.org|npm" r"js\.(?:org|com)",
    "a merge conflict": r"^(?:<{7}|>{7}) ",
}
SKIPPED = {".git", ".venv", ".venv-peers", ".peers", "build", "dist", "site", "node_modules", "__pycache__"}
SUFFIXES = {".py", ".pyi", ".hpp", ".cpp", ".md", ".toml", ".txt", ".yml", ".yaml", ".cff", ""}


def own_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode == 0 and (ROOT / ".git").exists():
        files = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        files = [p for p in ROOT.rglob("*") if not SKIPPED & set(p.relative_to(ROOT).parts)]
    return [p for p in files if p.is_file() and p.suffix in SUFFIXES and "golden" not in p.parts]


@pytest.mark.parametrize("what", UNWANTED)
def test_tree_is_tidy(what: str) -> None:
    pattern = re.compile(UNWANTED[what], re.MULTILINE)
    hits = []
    for path in own_files():
        match = pattern.search(path.read_text(encoding="utf-8", errors="replace"))
        if match:
            hits.append(f"{path.relative_to(ROOT)}: {match[0]}")
    assert not hits, f"{what}: {hits}"
