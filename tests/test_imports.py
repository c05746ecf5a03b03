"""Imports run one way: down the list of folders, without a cycle, not even one hidden inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import infrarouge

SOURCE = Path(infrarouge.__file__).parent

LEVELS = (
    (
        "__about__",
        "aliases",
        "by_name",
        "errors",
        "types",
        "registry",
        "progress",
        "replacing",
        "wording",
        "escapes",
        "data",
    ),
    ("rules",),
    ("reading",),
    ("matching",),
    ("scoring",),
    ("engine",),
    ("reporting",),
    ("search",),
    ("files",),
    ("api", "testing"),
    ("rouge155",),
    ("compat", "integrations"),
    ("cli", "__main__"),
)
"""From the bottom up: a module imports from its own line and from the lines above it here."""
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    named = {}
    for path in SOURCE.rglob("*.py"):
        parts = ("infrarouge", *path.relative_to(SOURCE).with_suffix("").parts)
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


MODULES = modules()


def imports(path: Path) -> Iterator[tuple[str, ast.stmt]]:
    """The modules of the package that a file imports anywhere in it, but for type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                if submodule in MODULES:
                    yield submodule, node
                elif node.module in MODULES:
                    yield node.module, node


GRAPH = {name: {target for target, _ in imports(path)} - {name} for name, path in MODULES.items()}


def folder(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def test_every_module_has_a_level() -> None:
    assert {folder(name) for name in MODULES} - {""} <= set(LEVEL)


def test_imports_run_down_the_list() -> None:
    upward = [
        f"{source} imports {target}"
        for source, targets in GRAPH.items()
        for target in targets
        # The package itself is a table of names, which modules of the surface may look things up in.
        if folder(source) and folder(target) and LEVEL[folder(target)] > LEVEL[folder(source)]
    ]
    assert not upward, "\n".join(sorted(upward))


def test_there_is_no_cycle() -> None:
    graph = {name: targets - {"infrarouge"} for name, targets in GRAPH.items() if name != "infrarouge"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_no_module_uses_private_names_of_another() -> None:
    private = [
        f"{name}: {alias.name} of {node.module}"
        for name, path in MODULES.items()
        for _, node in imports(path)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name.startswith("_") and not alias.name.startswith("__") and alias.name != "_core"
    ]
    assert not private, "\n".join(private)


def test_an_import_inside_a_function_says_why() -> None:
    silent = []
    for name, path in MODULES.items():
        lines = path.read_text(encoding="utf-8").splitlines()
        for target, node in imports(path):
            if node.col_offset and "#" not in lines[node.lineno - 1] and "#" not in lines[node.lineno - 2]:
                silent.append(f"{name}, line {node.lineno}: {target}")
    assert not silent, "\n".join(silent)
