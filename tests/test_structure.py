"""The shape of the tree: short files, tests where their code is, names that do not clash, private names kept private."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import infrarouge

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/infrarouge"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

LONGEST = 400
SUFFIXES = {".py", ".pyi", ".hpp", ".h", ".cpp", ".js", ".cjs", ".css", ".html"}
# Tables that a program wrote and that nobody reads from top to bottom, each with its reason.
TABLES = {
    "cpp/include/infrarouge/reading/unicode_tables.hpp": "ranges of code points, one table for each property",
}
# Folders of tests that hold no tests of a single folder of the package.
BESIDE = {"golden", "parity", "properties", "typing"}
# The methods of named tuples are public although they begin with an underscore.
OPEN = {"_asdict", "_fields", "_make", "_replace"}


def sources() -> Iterator[Path]:
    for folder in ("src", "cpp", "tests", "tools", "bench"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and "golden" not in path.parts:
                yield path


def test_no_file_is_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()
    }
    assert len(lengths) > 200
    assert lengths.keys() >= TABLES.keys(), "TABLES names a file that is not there"
    long = {name: length for name, length in lengths.items() if length > LONGEST and name not in TABLES}
    assert not long, f"split what has more than {LONGEST} lines, by what it is about: {long}"


def test_no_module_has_the_name_of_a_public_function() -> None:
    """`infrarouge.profile` is the function, whatever has been imported before."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    public = {name for name in infrarouge.__all__ if not inspect.ismodule(getattr(infrarouge, name))}
    assert "api" in modules
    assert not modules & public, "rename the modules"


def test_tests_lie_where_their_code_does() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if any(path.glob("*.py"))}
    stages = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert {"cli", "engine", "reading"} <= folders
    assert not folders - stages - BESIDE, "name them after a folder of src/infrarouge"


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in OPEN


def of_others(source: str) -> list[str]:
    """The private names that a module takes from another one of ours: imported, or reached for in a value."""
    tree = ast.parse(source)
    own, not_ours = set[str](), {"self", "cls"}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            own.add(node.attr)
        elif isinstance(node, ast.Import):
            others = [alias for alias in node.names if not alias.name.startswith("infrarouge")]
            not_ours.update(alias.asname or alias.name for alias in others)
    taken = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.level or str(node.module).startswith("infrarouge")):
            # The native core is a module of its own, and private only to those who use the package.
            names = [alias.name for alias in node.names if private(alias.name) and alias.name != "_core"]
            taken += [f"line {node.lineno}: from {node.module} import {name}" for name in names]
        elif isinstance(node, ast.Attribute) and private(node.attr):
            value = ast.unparse(node.value)
            taken += [f"line {node.lineno}: {value}.{node.attr}"] * (node.attr not in own and value not in not_ours)
    return taken


@pytest.mark.parametrize("module", MODULES)
def test_private_names_stay_in_their_module(module: str) -> None:
    taken = of_others((PACKAGE / module).read_text(encoding="utf-8"))
    assert not taken, "make public what another module needs, with a docstring"


def test_a_taken_private_name_is_noticed() -> None:
    assert of_others("from infrarouge.api import _scorer") == ["line 1: from infrarouge.api import _scorer"]
    assert of_others("def plan(rouge): return rouge._plan") == ["line 1: rouge._plan"]
    assert of_others("import infrarouge.api\ninfrarouge.api._scorer()") == ["line 2: infrarouge.api._scorer"]
    assert of_others("import infrarouge.api as api\napi._scorer()") == ["line 2: api._scorer"]
    assert of_others("class A:\n    def a(self): return self.rouge._plan + self._plan") == ["line 2: self.rouge._plan"]
    assert of_others("import sys\nsys._getframe()") == []
    assert of_others("from infrarouge.api import Rouge\nrouge._replace(a=1)") == []
    assert of_others("class A:\n    def _a(self, other): return other._a() + self._b") == []


def test_no_two_classes_have_one_name() -> None:
    """The two engines provide the same classes, and a drop-in has the names of its package; all others are told apart."""
    homes: dict[str, list[str]] = {}
    for name in MODULES:
        if name.startswith(("compat/", "engine/textbook/")):
            continue
        for node in ast.parse((PACKAGE / name).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(name)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
