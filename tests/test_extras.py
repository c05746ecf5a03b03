"""An extra names what the code behind it imports, and nothing else; without the package the message has the line to type."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import infrarouge

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/infrarouge"
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "integrations").rglob("*.py"))
HOMES = {module: re.split(r"[/._]", module)[1] for module in MODULES}
"""The extra of every module, which is the word that its name begins with: `spark.py` and `spark_join.py` have one."""
TABLES = sorted({extra for extra in HOMES.values() if extra in EXTRAS})
CODE = {
    **{extra: [module for module, home in HOMES.items() if home == extra] for extra in TABLES},
    "parquet": ["files/arrow.py", "files/columnar.py", "files/writers.py"],
    "torch": ["compat/torchmetrics.py"],
    "plot": ["reporting/plot.py"],
    "mlflow": ["compat/mlflow.py"],
    "nltk": ["reading/programs/punkt.py"],
}
"""The modules that an extra is for."""
CALLS = ("import_module", "package", "find_spec")
"""Functions that take the name of a package to import."""


def named(extra: str) -> set[str]:
    """The packages that an extra names, as Python imports them."""
    return {re.split(r"[\[<>=;~! ]", need)[0].lower().replace("-", "_") for need in EXTRAS[extra]}


def imported(source: str) -> set[str]:
    """The packages of others that a module imports, anywhere in it and in any way."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            names |= {str(node.args[0].value)} if called in CALLS else set()
    roots = {name.partition(".")[0] for name in names}
    return roots - sys.stdlib_module_names - {"infrarouge", "numpy", "typing_extensions"}


@pytest.mark.parametrize("extra", CODE)
def test_an_extra_names_what_its_code_imports(extra: str) -> None:
    sources = [(PACKAGE / module).read_text(encoding="utf-8") for module in CODE[extra]]
    wanted = set[str]().union(*map(imported, sources))
    if extra == "torch":
        wanted.discard("matplotlib")  # for plots of the metric, with an extra of their own
    assert named(extra) == wanted


def test_every_table_has_an_extra() -> None:
    sources = {module: (PACKAGE / module).read_text(encoding="utf-8") for module in MODULES}
    assert {"dask", "datasets", "duckdb", "pandas", "polars", "ray"} <= set(TABLES)
    assert {HOMES[module] for module, source in sources.items() if imported(source)} <= set(TABLES)


def test_an_import_is_noticed_in_any_form() -> None:
    assert imported("import ray.data") == {"ray"}
    assert imported("def f():\n    from dask.dataframe import x") == {"dask"}
    assert imported("x = package('polars', 'frames')") == {"polars"}
    assert imported("import os, numpy\nfrom infrarouge.api import Rouge") == set()


@pytest.mark.parametrize("extra", TABLES)
def test_without_the_package_the_message_says_what_to_type(extra: str) -> None:
    """In a process of its own, in which none of the packages can be imported."""
    code = f"""
import sys
for name in {sorted(set().union(*map(named, TABLES)))!r}:
    sys.modules[name] = None
from infrarouge.errors import MissingExtraError
try:
    import infrarouge.integrations.{extra} as module
    module.with_scores(object())
except MissingExtraError as error:
    print(error)
"""
    source = str(Path(infrarouge.__file__).parent.parent)
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {source!r})\n{code}"], capture_output=True, text=True
    )
    assert f"type: pip install 'infrarouge[{extra}]'" in run.stdout, run.stderr
