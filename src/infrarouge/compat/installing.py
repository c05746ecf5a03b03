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

from infrarouge.compat.surfaces import PACKAGES, SURFACES, module_of, surface_of
from infrarouge.errors import MissingExtraError
from infrarouge.registry import one_of

watchers: list[Callable[[str], None]] = []
"""Called with the name of each package just before its surface is put in place."""

_undo: dict[str, list[Callable[[], None]]] = {}


class InstallWarning(UserWarning):
    """The original was imported before its surface was installed, so some code goes on using it."""


def install(name: str, *more: str) -> None:
    """Put surfaces under the names of the originals in this process, until `uninstall`; the originals may be missing.

    Code that imported an original before keeps it, and an `InstallWarning` says so. Of evaluate, torchmetrics and
    distancia only the ROUGE part is replaced. Of surfaces for one module, such as ``rouge``, the last one stays.

    >>> install("rouge_score")
    >>> from rouge_score import rouge_scorer
    >>> rouge_scorer.RougeScorer.__module__
    'infrarouge.compat.rouge_score.rouge_scorer'
    >>> uninstall("rouge_score")
    """
    for package in [one_of("package", each, PACKAGES) for each in (name, *more)]:
        if package in _undo:
            continue
        uninstall(*(other for other in _undo if module_of(other) == module_of(package)), every=False)
        _undo[package] = []
        try:
            _install(package)
        except BaseException:
            uninstall(package)
            raise


def uninstall(*names: str, every: bool = True) -> None:
    """Undo `install`: what was under the names before is there again. Without names, for every package."""
    for package in [one_of("package", each, PACKAGES) for each in names or (tuple(_undo) if every else ())]:
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
    surface = SURFACES[package]
    if not surface.parts or not is_package(module_of(package)):
        if surface.extra:
            raise MissingExtraError(package, surface.extra, f'install("{package}")')
        _replace_whole(package)
    elif module_of(package) in sys.modules:
        _replace_parts(package)
    else:
        # Nothing is imported that the program does not import itself: the names are replaced when it does.
        hook = _Hook(package, _watched(package))
        sys.meta_path.insert(0, hook)
        _undo[package].append(lambda: sys.meta_path.remove(hook))


def is_package(name: str) -> bool:
    """Whether a package is there to be replaced in part: a lone file of that name, evaluate.py say, is another thing."""
    if name in sys.modules:
        return hasattr(sys.modules[name], "__path__")
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


def _watched(package: str) -> tuple[str, ...]:
    """The modules whose loading is the time to replace names: the package, or the very modules if it has no code."""
    home = module_of(package)
    spec = find_spec(home)
    if spec is not None and spec.origin is None:
        return tuple(place for place, _ in SURFACES[package].parts)
    return (home,)


def _surface(package: str) -> ModuleType:
    surface = import_module(surface_of(package))
    for watch in watchers:
        watch(package)
    return surface


# ---------------------------------------------------------------- packages that are replaced whole


def _replace_whole(package: str) -> None:
    surface, name = _surface(package), module_of(package)
    before = _modules_of(name)
    if before:
        held = set(map(id, before.values()))
        kept = _holders(name, lambda value: id(value) in held or getattr(value, "__module__", None) in before)
        _warn(package, kept)
    ours = {name: surface}
    for theirs, part in SURFACES[package].modules.items():
        ours[f"{name}.{theirs}"] = import_module(f"{surface.__name__}.{part}")
    _put(name, ours)
    _undo[package].append(lambda: _put(name, before))


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
    taken: list[tuple[ModuleType, str, Any]] = []
    swapped: list[tuple[str, Any, Any]] = []
    for place, name in SURFACES[package].parts:
        original = getattr(import_module(place), name, None)
        if original is None:  # not every version has every name
            continue
        ours = surface.beside(original) if package == "evaluate" else getattr(surface, name)
        home = module_of(package)
        kept = _holders(home, lambda value, original=original: value is original)  # type: ignore[misc]
        if kept:
            _warn(package, kept)
        taken += [(module, key, original) for module, key in _swap(home, original, ours)]
        swapped.append((home, ours, original))

    def put_back() -> None:
        # One thing of ours may stand for several of theirs, so each place gets its own again.
        for module, key, original in taken:
            setattr(module, key, original)
        # Modules that were loaded later took what was there then, so they are gone through as well.
        for home, ours, original in swapped:
            _swap(home, ours, original)

    _undo[package].append(put_back)


def _swap(package: str, before: Any, after: Any) -> list[tuple[ModuleType, str]]:
    """Put one thing for another wherever a module of a package has it, and tell the places."""
    places = [
        (module, key)
        for module in _modules_of(package).values()
        for key, value in list(vars(module).items())
        if value is before
    ]
    for module, key in places:
        setattr(module, key, after)
    return places


class _Hook(MetaPathFinder, Loader):
    """Loads a package as ever, and replaces its ROUGE part as soon as it is loaded."""

    def __init__(self, package: str, watched: tuple[str, ...]) -> None:
        self.package, self.watched = package, watched
        self.loader: Any = None

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname not in self.watched:
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
            if SURFACES[self.package].extra:
                raise
            self.stand_in(module, error)
        else:
            _replace_parts(self.package)

    def stand_in(self, module: ModuleType, error: ImportError) -> None:
        """Serve the ROUGE part of a package that cannot be imported, for want of another package as a rule."""
        surface = _surface(self.package)
        said = f"{self.package} itself cannot be imported ({error}); only its ROUGE part, by infrarouge, is here"

        def missing(name: str) -> Any:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}: {said}")

        for name in getattr(surface, "__all__", ("load",)):
            setattr(module, name, getattr(surface, name))
        module.__getattr__ = missing  # type: ignore[method-assign]
        _undo[self.package].append(lambda: _put(module_of(self.package), {}))


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
