"""Drop-in surfaces: each module keeps the names, arguments and results of the package it is named after.

``install("rouge_score")`` puts one under the original's name for this process, for tests of code that imports it there.
Nothing stands under those names otherwise.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from infrarouge.registry import one_of

PACKAGES = ("rouge_score", "evaluate", "torchmetrics", "rouge", "pyrouge", "distancia")
"""The surfaces that mimic a Python package."""

# A surface that is part of a larger package takes the place of these modules, and of these names elsewhere in it.
PARTS = {"torchmetrics": ("torchmetrics.text.rouge", "torchmetrics.functional.text.rouge")}
NAMES = {
    "torchmetrics": (
        ("torchmetrics.text", "ROUGEScore"),
        ("torchmetrics.functional", "rouge_score"),
        ("torchmetrics.functional.text", "rouge_score"),
    )
}

_replaced: dict[str, list[tuple[Any, str, Any]]] = {}
_NOTHING = object()


def install(name: str) -> None:
    """Put a surface under the original's name in this process, until `uninstall`; the original may be missing.

    >>> install("rouge_score")
    >>> from rouge_score import rouge_scorer
    >>> rouge_scorer.RougeScorer.__module__
    'infrarouge.compat.rouge_score.rouge_scorer'
    >>> uninstall("rouge_score")
    """
    one_of("package", name, PACKAGES)
    if name in _replaced:
        return
    places = _places(name)
    _replaced[name] = [(owner, key, _get(owner, key)) for owner, key, _ in places]
    for owner, key, value in places:
        _set(owner, key, value)


def uninstall(name: str) -> None:
    """Undo `install`: what was under the name before is there again."""
    for owner, key, before in reversed(_replaced.pop(one_of("package", name, PACKAGES), [])):
        _set(owner, key, before)


def _places(name: str) -> list[tuple[Any, str, Any]]:
    """Where the surface goes: the table of modules or a module of the original, the key or name in it, and what."""
    surface = import_module(f"{__name__}.{name}")
    modules = [(place, surface) for place in PARTS.get(name, (name,))]
    for part in iter_modules(getattr(surface, "__path__", ())):
        modules.append((f"{name}.{part.name}", import_module(f"{surface.__name__}.{part.name}")))
    found: list[tuple[Any, str, Any]] = [(sys.modules, place, module) for place, module in modules]
    for place, module in modules:
        package, _, last = place.rpartition(".")
        if package and package != name:
            found.append((import_module(package), last, module))
    return found + [(import_module(owner), key, getattr(surface, key)) for owner, key in NAMES.get(name, ())]


def _get(owner: Any, key: str) -> Any:
    return owner.get(key, _NOTHING) if isinstance(owner, dict) else getattr(owner, key, _NOTHING)


def _set(owner: dict[str, Any] | ModuleType, key: str, value: Any) -> None:
    if isinstance(owner, dict):
        owner.pop(key, None)
        if value is not _NOTHING:
            owner[key] = value
    elif value is not _NOTHING:
        setattr(owner, key, value)
    else:
        delattr(owner, key)
