"""Runs another Python program with the surfaces in place, and says what they were asked to do."""

from __future__ import annotations

import argparse
import os
import re
import runpy
import shutil
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, TypeVar

from infrarouge.compat.installing import install, is_package, uninstall, watchers
from infrarouge.compat.surfaces import PACKAGES, SURFACES, module_of, surface_of
from infrarouge.errors import InputError, MissingExtraError
from infrarouge.registry import one_of
from infrarouge.reporting.doctor import winner

F = TypeVar("F", bound=Callable[..., Any])

LABELS = {"rouge": 'the metric "rouge"'}
"""What a counted function is called where its own name would not say it."""


class Calls:
    """Counts the calls into surfaces while they are watched.

    >>> calls = Calls()
    >>> calls.report(["rouge"])
    ['replaced and not called: rouge']
    """

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {package: Counter() for package in PACKAGES}
        self._originals: list[tuple[Any, str, Any]] = []
        self._inside = threading.local()

    def watch(self, package: str) -> None:
        """Count from now on what is called in the surface of a package."""
        for call in SURFACES[package].counted:
            module, _, name = call.partition(":")
            *path, last = name.split(".")
            owner: Any = import_module(f"{surface_of(package)}{'.' * bool(module)}{module}")
            for part in path:
                owner = getattr(owner, part)
            self._originals.append((owner, last, vars(owner).get(last)))
            label = LABELS.get(name, name) if package == "evaluate" else name
            setattr(owner, last, self._counting(getattr(owner, last), package, label))

    def _counting(self, function: F, package: str, label: str) -> F:
        counts = self.counts[package]

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            # A surface may be made of another one, whose calls are then not the program's.
            if getattr(self._inside, "counted", False):
                return function(*args, **kwargs)
            counts[label] += 1
            self._inside.counted = True
            try:
                return function(*args, **kwargs)
            finally:
                self._inside.counted = False

        return call  # type: ignore[return-value]  # it is called alike

    def stop(self) -> None:
        """Count no more."""
        for owner, name, original in reversed(self._originals):
            if original is None:  # it was inherited
                delattr(owner, name)
            else:
                setattr(owner, name, original)
        self._originals.clear()

    def report(self, packages: Sequence[str]) -> list[str]:
        """A line for each package that was called, with how often, and one for the rest."""
        lines = []
        for package in packages:
            told = [f"{label} {n} time{'s' * (n != 1)}" for label, n in self.counts[package].items()]
            if told:
                lines.append(f"replaced {package}: called {', '.join(told)}")
        idle = [package for package in packages if not self.counts[package]]
        return [*lines, *([f"replaced and not called: {', '.join(idle)}"] if idle else [])]


# ---------------------------------------------------------------- the program


def prepared(arguments: Sequence[str]) -> Callable[[], Any]:
    """Find the program that a command line names, and set `sys.argv` and `sys.path` as it will expect them.

    It is a console script, a file, ``-m MODULE`` or ``-c CODE``; ``python`` in front of it is passed over.
    """
    words = list(arguments)
    if words and re.fullmatch(r"python[0-9.]*(\.exe)?", os.path.basename(words[0])):
        del words[0]
    if not words or (words[0] in ("-m", "-c") and len(words) == 1):
        raise InputError("no program is named; type: python -m infrarouge.compat run -- PROGRAM ARGUMENTS")
    if words[0] == "-m":
        sys.argv = words[1:]
        _look_first(os.getcwd())
        return lambda: _run_module(words[1])
    if words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        _look_first("")
        return lambda: exec(compile(words[1], "<string>", "exec"), {"__name__": "__main__"})
    if words[0].startswith("-"):
        raise InputError(f"{words[0]} is an option of Python; name a console script, a file, -m MODULE or -c CODE")
    sys.argv = words
    named = None if os.sep in words[0] or words[0].endswith(".py") else _console_script(words[0])
    if named is not None:
        return named
    path = words[0] if Path(words[0]).exists() else shutil.which(words[0])
    if path is None or not _is_python(Path(path)):
        what = "is not there" if path is None else "is not a Python program"
        raise InputError(f"{words[0]} {what}; name a console script, a file, -m MODULE or -c CODE")
    sys.argv[0] = path
    _look_first(str(Path(path).resolve().parent))
    return lambda: runpy.run_path(path, run_name="__main__")


def _run_module(name: str) -> None:
    """Run a module, or the surface that stands in its place."""
    own = getattr(sys.modules.get(name), "__name__", name)
    with warnings.catch_warnings():
        if own != name:  # a surface is loaded before it is run, which runpy remarks upon
            warnings.filterwarnings("ignore", ".* found in sys.modules", RuntimeWarning)
        runpy.run_module(own, run_name="__main__", alter_sys=True)


def _look_first(folder: str) -> None:
    """Make a folder the first that imports look in, as Python does for a program; with ``python -P`` it does not."""
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = folder


def _console_script(name: str) -> Callable[[], Any] | None:
    for script in metadata.entry_points(group="console_scripts", name=name):
        _look_first(os.path.dirname(shutil.which(name) or sys.executable))
        return lambda script=script: sys.exit(script.load()())  # type: ignore[misc]
    return None


def _is_python(path: Path) -> bool:
    if path.is_dir() or path.suffix in (".py", ".pyw", ".pyz", ".zip"):
        return True
    with path.open("rb") as file:
        first = file.readline(200)
    return first.startswith(b"#!") and b"python" in first


# ---------------------------------------------------------------- the command line


def replaceable(packages: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Which packages to replace: those named, or all but two kinds.

    Modules of the same name that belong to something else are left alone, and so are packages that hold more than ROUGE
    and are not there: a program that looks whether one is there must not be told so.
    """
    if packages:
        return [one_of("package", each, PACKAGES) for each in packages], []
    chosen, notes = [], []
    for package in PACKAGES:
        if SURFACES[package].parts and not is_package(module_of(package)):
            continue
        distribution, name = SURFACES[package].distribution, module_of(package)
        owner = None if distribution is None else winner(name)
        whose = None if owner is None else owner.package.lower().replace("_", "-")
        if owner is None:
            chosen += [package] if package == name else []
        elif whose == distribution:
            chosen.append(package)
        elif package == name and whose not in {one.distribution for one in SURFACES.values() if one.module == name}:
            told = f"{owner.package} {owner.version}" if owner.package != "unknown" else owner.place
            notes.append(f"left {package} alone: the module belongs to {told}; to replace it type --package {package}")
    return chosen, notes


def run(start: Callable[[], Any], packages: Sequence[str] | None = None) -> None:
    """Run a program with the surfaces in place; at its end stderr tells what was replaced and how often it was called.

    Processes that the program starts anew run without the surfaces, and calls in forked ones are not counted.
    """
    chosen, notes = replaceable(packages)
    calls = Calls()
    watchers.append(calls.watch)
    try:
        for package in list(chosen):
            try:
                install(package)
            except MissingExtraError:
                if packages:
                    raise
                chosen.remove(package)
        start()
    finally:
        uninstall()
        watchers.remove(calls.watch)
        calls.stop()
        sys.stdout.flush()
        for line in [*calls.report(chosen), *notes]:
            print(f"infrarouge.compat: {line}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``python -m infrarouge.compat run [--package NAME] -- PROGRAM ARGUMENTS``."""
    parser = argparse.ArgumentParser(
        prog="python -m infrarouge.compat", description="Run a Python program on infrarouge in place of other packages."
    )
    command = parser.add_subparsers(metavar="COMMAND", required=True).add_parser(
        "run", help="run a program with the surfaces in place", usage="%(prog)s [--package NAME] -- PROGRAM ARGUMENTS"
    )
    command.add_argument("--package", action="append", choices=PACKAGES, help="replace this only; may be given again")
    command.add_argument("program", nargs=argparse.REMAINDER, help="console script, file, -m MODULE or -c CODE")
    told = parser.parse_args(arguments)
    words = told.program[1:] if told.program[:1] == ["--"] else told.program
    try:
        start = prepared(words)
    except InputError as error:
        parser.error(str(error))
    run(start, told.package)
