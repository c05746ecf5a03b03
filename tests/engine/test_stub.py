"""What the core offers, what its stub says, and what every engine must offer: the same verbs with the same parameters."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from infrarouge import engine

STUB = ast.parse((Path(engine.__file__).parents[1] / "_core.pyi").read_text(encoding="utf-8"))
PROTOCOLS = ast.parse(Path(engine.__file__).read_text(encoding="utf-8"))
ALIASES = {"Flags": "dtype=uint8", "Floats": "dtype=float64", "Integers": "dtype=int64", "Needs": "dtype=int32"}
PLAIN = {"Side": "tuple", "type": "type", "dict": "dict", "list": "list", "tuple": "tuple", "bytes": "bytes"}


class Parameter(NamedTuple):
    """A parameter as both ways of writing it have it."""

    name: str
    keyword_only: bool
    default: bool
    kind: str


Verbs = dict[str, tuple[list[Parameter], str]]
"""Parameters and result of every function, by its dotted name."""


def kind_of(annotation: str) -> str:
    """The type of a parameter in the stub's words, brought to those the module can tell."""
    name, _, rest = annotation.partition("[")
    if annotation.endswith(" | None") and annotation != "str | None":
        return f"{kind_of(annotation.removesuffix(' | None'))} | None"
    if name in ALIASES:
        return ALIASES[name]
    return PLAIN.get(name, annotation if not rest else name)


def module_kind(annotation: str) -> str:
    """The type of a parameter in the module's words, brought to the same form."""
    if annotation.endswith(" | None"):
        return f"{module_kind(annotation.removesuffix(' | None'))} | None"
    array = re.search(r"ndarray\[(dtype=\w+)", annotation)
    if array:
        return array[1]
    name = annotation.partition("[")[0]
    if name.startswith("infrarouge._core."):
        return name.rpartition(".")[2]
    return name.removeprefix("collections.abc.")


def pieces(text: str) -> list[str]:
    """What stands between the commas that stand in no brackets."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "[(") - (char in "])")
        if char == "," and not depth:
            found.append(text[start:at].strip())
            start = at + 1
    return [*found, text[start:].strip()] if text.strip() else []


def signature(function: Any) -> tuple[list[Parameter], str]:
    """What the module itself says of a function."""
    [(text, *_)] = function.__nb_signature__
    inside, result = re.fullmatch(r"def \w+\((.*)\)(?: -> (.*))?", text, re.DOTALL).groups()  # type: ignore[union-attr]
    parameters, keyword_only = [], False
    for piece in pieces(inside):
        if piece == "*":
            keyword_only = True
            continue
        name, _, rest = piece.partition(": ")
        annotation, equals, _ = rest.partition(" = ")
        if name not in ("self", "arg"):
            parameters.append(Parameter(name, keyword_only, bool(equals), module_kind(annotation)))
    return parameters, module_kind(result or "None").rpartition(".")[2]


def verbs_of(module: ModuleType | type, prefix: str = "") -> Verbs:
    """Every function of a module, of its classes and of its submodules."""
    found: Verbs = {}
    for name, value in vars(module).items():
        dunder = name.startswith("__") and name not in ("__init__", "__len__")
        if dunder:
            continue
        if isinstance(value, (ModuleType, type)):
            found |= verbs_of(value, f"{prefix}{name}.")
        elif hasattr(value, "__nb_signature__"):
            found[prefix + name] = signature(value)
        else:
            assert callable(value), f"{prefix}{name} is {value!r}, which a stub would have to name"
    return found


def declared(body: Iterable[ast.stmt], prefix: str = "", static: bool = True) -> Verbs:
    """Every function that a stub declares."""
    found: Verbs = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            submodule = node.name.startswith("_")
            inner = node.name.removeprefix("_").lower() if submodule else node.name
            found |= declared(node.body, f"{prefix}{inner}.", static=submodule)
        elif isinstance(node, ast.FunctionDef):
            given = node.args
            plain = given.args if static else given.args[1:]
            without = len(given.args) - len(given.defaults)
            defaults = [at >= without for at in range(len(given.args))][len(given.args) - len(plain) :]
            parameters = [
                Parameter(one.arg, False, default, kind_of(ast.unparse(one.annotation)))  # type: ignore[arg-type]
                for one, default in zip(plain, defaults, strict=True)
            ]
            parameters += [
                Parameter(one.arg, True, default is not None, kind_of(ast.unparse(one.annotation)))  # type: ignore[arg-type]
                for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
            ]
            assert not given.vararg
            assert not given.kwarg
            found[prefix + node.name] = parameters, kind_of(ast.unparse(node.returns))  # type: ignore[arg-type]
    return found


# The module can only say `object` of a parameter that it looks at itself.
OBJECTS = {
    "ArrowTexts.__init__": "source array",
    "ArrowTexts.lists": "",
    "Plan.pair": "prediction reference",
    "Plan.recall": "prediction references",
    "Plan.read": "text",
    "Plan.score": "prediction reference",
    "files.delimited": "",
    "files.json_lines": "",
    "files.read_evaluations": "",
    "js_sentences": "",
    "js_sentences_320": "",
}


def test_the_stub_declares_what_the_module_offers() -> None:
    core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")
    offered, stub = verbs_of(core), declared(STUB.body)
    assert sorted(offered) == sorted(stub)
    for name, (parameters, result) in stub.items():
        loose = OBJECTS.get(name, "").split()
        expected = [one._replace(kind="object | None") if one.name in loose else one for one in parameters]
        assert offered[name][0] == expected, name
        if name not in OBJECTS:
            assert offered[name][1] == result.removesuffix(" | None"), name


def test_the_test_sees_a_verb_that_changes() -> None:
    core = pytest.importorskip("infrarouge._core", reason="the native core is not built here")
    source = ast.unparse(STUB)
    changes = [
        ("seed: int, threads: int", "threads: int, seed: int"),
        ("n_flips: int", "flips: int"),
        ("alpha: float | None=None", "alpha: float | None"),
        ("def totals(self)", "def total(self)"),
        ("max_words: int | None", "max_words: int"),
        ("counts: Floats", "counts: Integers"),
        ("see: bool, most: int", "see: bool"),
    ]
    for old, new in changes:
        assert old in source, old
        assert declared(ast.parse(source.replace(old, new)).body) != declared(STUB.body), old
    assert verbs_of(core)


def functions(tree: ast.Module) -> dict[str, str]:
    """The functions of every class as text, without bodies."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for function in node.body:
                if isinstance(function, ast.FunctionDef):
                    found[f"{node.name}.{function.name}"] = ast.unparse(function.args)
    return found


def test_the_protocols_agree_with_the_stub() -> None:
    """Type checkers leave the names of positional parameters out when they compare; this does not."""
    asked, stub = functions(PROTOCOLS), functions(STUB)
    stub |= {
        f"Engine.{node.name}": f"self, {ast.unparse(node.args)}"
        for node in STUB.body
        if isinstance(node, ast.FunctionDef) and node.name not in ("engine_version", "simd")
    }
    stub["Engine.Plan"], stub["Engine.ArrowTexts"] = stub.pop("Plan.__init__"), stub.pop("ArrowTexts.__init__")
    columns = ast.parse(Path(engine.__file__).parents[1].joinpath("reading/columns.py").read_text(encoding="utf-8"))
    texts = {name: text for name, text in functions(columns).items() if name.startswith("ColumnTexts.")}
    asked |= {name.replace("Column", "Arrow"): text for name, text in texts.items()}
    beside = ("_Calls.", "_Files.", "Block.", "SearchStore.add")
    stub = {name: text for name, text in stub.items() if not name.startswith(beside)}
    assert asked == stub


@pytest.mark.parametrize("name", ["infrarouge._core", "infrarouge.engine.textbook"])
def test_both_engines_have_every_verb(name: str) -> None:
    if name == "infrarouge._core":
        pytest.importorskip(name, reason="the native core is not built here")
    module = importlib.import_module(name)
    asked = [one for one, _ in inspect.getmembers(engine.Engine, callable) if not one.startswith("_")]
    assert set(asked) == {
        "ArrowTexts",
        "Plan",
        "all_texts",
        "beyond_ascii",
        "flip",
        "js_sentences",
        "js_sentences_320",
        "keyed_sums",
        "resample",
        "round_decimal",
        "usual_scores",
    }
    assert [one for one in asked if not callable(getattr(module, one, None))] == []
    assert not hasattr(module, "read_files")
