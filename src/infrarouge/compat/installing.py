"""Puts surfaces under the names of the originals in this process, and takes them away again."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from infrarouge.errors import MissingExtraError
from infrarouge.registry import one_of

PACKAGES = ("rouge_score", "evaluate", "torchmetrics", "rouge", "pyrouge", "distancia")
"""The surfaces that mimic a Python package."""

# Packages that hold nothing but ROUGE are replaced whole. Some of their modules have other names in the surface.
WHOLE: dict[str, dict[str, str]] = {
    "rouge_score": {part: part for part in ("io", "rouge", "rouge_scorer", "scoring", "tokenize", "tokenizers")},
    "rouge": {"rouge": "rouge", "rouge_score": "rouge_score"},
    "pyrouge": {"Rouge155": "rouge155", "utils": "utils", "utils.log": "utils.log"},
}

# In packages that hold more, these names are replaced, wherever a module of the package has them; the rest stays.
PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "evaluate": (("evaluate.loading", "load"),),
    "torchmetrics": (
        ("torchmetrics.text.rouge", "ROUGEScore"),
        ("torchmetrics.functional.text.rouge", "rouge_score"),
        ("torchmetrics.functional", "rouge_score"),
    ),
    "distancia": (("distancia.textDistance", "ROUGEScore"),),
}

watchers: list[Callable[[str], None]] = []
"""Called with the name of each package just before its surface is put in place."""

_undo: dict[str, list[Callable[[], None]]] = {}


class InstallWarning(UserWarning):
    """The original was imported before its surface was installed, so some code goes on using it."""


def install(name: str, *more: str) -> None:
    """Put surfaces under the names of the originals in this process, until `uninstall`; the originals may be missing.

    Code that imported an original before keeps it, and an `InstallWarning` says so. Of evaluate, torchmetrics and
    distancia only the ROUGE part is replaced.

    >>> install("rouge_score")
    >>> from rouge_score import rouge_scorer
    >>> rouge_scorer.RougeScorer.__module__
    'infrarouge.compat.rouge_score.rouge_scorer'
    >>> uninstall("rouge_score")
    """
    for package in [one_of("package", each, PACKAGES) for each in (name, *more)]:
        if package in _undo:
            continue
        _undo[package] = []
        try:
            _install(package)
        except BaseException:
            uninstall(package)
            raise


def uninstall(*names: str) -> None:
    """Undo `install`: what was under the names before is there again. Without names, for every package."""
    for package in [one_of("package", each, PACKAGES) for each in names or tuple(_undo)]:
        for step in reversed(_undo.pop(package, [])):
            step()


@contextmanager
def installed(name: str, *more: str) -> Iterator[None]:
    """Install surfaces for the length of a ``with``; those that were installed before stay.

    >>> with installed("rouge", "rouge_score"):
    ...     from rouge import Rouge
    >>> Rouge.__module__, "rouge" in sys.modules
    ('infrarouge.compat.rouge.rouge', False)
    """
    fresh = [package for package in (name, *more) if package not in _undo]
    try:
        for package in fresh:
            install(package)
        yield
    finally:
        for package in fresh:
            uninstall(package)


def _install(package: str) -> None:
    if package in WHOLE or not _is_package(package):
        if package == "torchmetrics":
            raise MissingExtraError("torchmetrics", "torch", 'install("torchmetrics")')
        _replace_whole(package)
    elif package in sys.modules:
        _replace_parts(package)
    else:
        # Nothing is imported that the program does not import itself: the names are replaced when it does.
        hook = _Hook(package)
        sys.meta_path.insert(0, hook)
        _undo[package].append(lambda: sys.meta_path.remove(hook))


def _is_package(name: str) -> bool:
    """Whether a package is there to be replaced in part: a lone file of that name, evaluate.py say, is another thing."""
    if name in sys.modules:
        return hasattr(sys.modules[name], "__path__")
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


def _surface(package: str) -> ModuleType:
    surface = import_module(f"infrarouge.compat.{package}")
    for watch in watchers:
        watch(package)
    return surface


# ---------------------------------------------------------------- packages that are replaced whole


def _replace_whole(package: str) -> None:
    surface = _surface(package)
    before = _modules_of(package)
    if before:
        held = set(map(id, before.values()))
        kept = _holders(package, lambda value: id(value) in held or getattr(value, "__module__", None) in before)
        _warn(package, kept)
    ours = {package: surface}
    for theirs, part in WHOLE.get(package, {}).items():
        ours[f"{package}.{theirs}"] = import_module(f"{surface.__name__}.{part}")
    _put(package, ours)
    _undo[package].append(lambda: _put(package, before))


def _modules_of(package: str) -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if _belongs(name, package)}


def _belongs(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _put(package: str, modules: dict[str, ModuleType]) -> None:
    """Make these the only modules of a package that are loaded."""
    for name in _modules_of(package):
        del sys.modules[name]
    sys.modules.update(modules)


# ---------------------------------------------------------------- packages that are replaced in part


def _replace_parts(package: str) -> None:
    surface = _surface(package)
    for place, name in PARTS[package]:
        original = getattr(import_module(place), name, None)
        if original is None:  # not every version has every name
            continue
        ours = surface.beside(original) if package == "evaluate" else getattr(surface, name)
        kept = _holders(package, lambda value, original=original: value is original)  # type: ignore[misc]
        if kept:
            _warn(package, kept)
        for module in _modules_of(package).values():
            for key in [key for key, value in list(vars(module).items()) if value is original]:
                setattr(module, key, ours)
                _undo[package].append(lambda put=(module, key, original): setattr(*put))  # type: ignore[misc]


class _Hook(MetaPathFinder, Loader):
    """Loads a package as ever, and replaces its ROUGE part as soon as it is loaded."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.loader: Any = None

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.package:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None and spec.loader is not None:
                self.loader, spec.loader = spec.loader, self
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        created: ModuleType | None = self.loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        try:
            self.loader.exec_module(module)
        except ImportError as error:
            if self.package == "torchmetrics":  # its surface is a class of the package
                raise
            self.stand_in(module, error)
        else:
            _replace_parts(self.package)

    def stand_in(self, module: ModuleType, error: ImportError) -> None:
        """Serve the ROUGE part of a package that cannot be imported, for want of another package as a rule."""
        surface = _surface(self.package)
        said = f"{self.package} itself cannot be imported ({error}); only its ROUGE part, by infrarouge, is here"

        def missing(name: str) -> Any:
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}: {said}")

        for name in getattr(surface, "__all__", ("load",)):
            setattr(module, name, getattr(surface, name))
        module.__getattr__ = missing  # type: ignore[method-assign]
        _undo[self.package].append(lambda: _put(self.package, {}))


# ---------------------------------------------------------------- code that came too early


def _holders(package: str, holds: Callable[[Any], bool]) -> list[str]:
    """The modules of other packages in which a name stands for something of the original."""
    others = [
        (name, vars(module))
        for name, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and not _belongs(name, package) and not _belongs(name, "infrarouge")
    ]
    return [name for name, names in others if any(holds(value) for value in list(names.values()))]


def _warn(package: str, kept: list[str]) -> None:
    who = (
        f"it is still in use in {', '.join(kept[:5])}{', ...' * (len(kept) > 5)}" if kept else "what holds it keeps it"
    )
    warnings.warn(
        f"{package} was imported before infrarouge.compat.install({package!r}), and {who}; install first and import "
        "afterwards, or run the program with: python -m infrarouge.compat run -- PROGRAM",
        InstallWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """How many frames up from a caller of this the code outside this package is."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(("infrarouge", "contextlib")):
        frame, depth = frame.f_back, depth + 1
    return depth
