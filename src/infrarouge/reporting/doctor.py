"""Which ROUGE packages can be imported here, and which of several an import finds."""

from __future__ import annotations

import base64
import hashlib
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from infrarouge import __about__, engine
from infrarouge.reporting.tables import Tabular

# Modules that compute ROUGE among other things; any module with "rouge" in its name is one anyway.
OTHERS = (
    "compare_mt", "distancia", "evaluate", "ignite", "keras_hub", "nlgeval", "pycocoevalcap", "sumeval", "summ_eval", "tensorflow_text",
    "torchmetrics",
)  # fmt: skip


class Found(NamedTuple):
    """A module that can be imported: of which package, where it is, how many of that package's files there are as it
    brought them, and whether an import finds this one."""

    module: str
    package: str
    version: str
    files: str
    place: str
    wins: bool


class Examination(Tabular):
    """The packages found, with the engine that runs.

    >>> Examination([]).to_dict()["engine"] in ("core", "textbook")
    True
    """

    text_columns: ClassVar[int] = 6

    def __init__(self, found: list[Found]) -> None:
        self.found = found

    def header(self) -> list[str]:
        return ["wins", *Found._fields[:-1]]

    def cells(self, digits: int = 2) -> list[list[str]]:
        return [["*" if one.wins else "", *one[:-1]] for one in self.found]

    def records(self) -> list[dict[str, Any]]:
        return [one._asdict() for one in self.found]

    def to_dict(self) -> dict[str, Any]:
        return {**_about(), "packages": self.records()}

    def notes(self) -> list[str]:
        return [
            *([] if self.found else ["no other ROUGE package is here"]),
            *self.clashes(),
            *(f"{a}: {b}" for a, b in _about().items()),
        ]

    def clashes(self) -> list[str]:
        """A line for each module that several packages wrote into one place."""
        lines = []
        for owner in [entry for entry in self.found if entry.wins]:
            others = [entry.package for entry in self.found if entry.place == owner.place and entry is not owner]
            if others:
                lines.append(
                    f"{owner.module} belongs to {owner.package}, which shares the folder with {', '.join(others)}; to keep "
                    f"it alone type: pip uninstall {' '.join(others)}; pip install --force-reinstall {owner.package}"
                )
        return lines


def _about() -> dict[str, str]:
    return {
        "infrarouge": __about__.__version__,
        "engine": engine.name(),
        "simd": engine.simd(),
        "python": f"{platform.python_version()} {sys.executable}",
    }


def examine() -> Examination:
    """Look for every ROUGE package that can be imported; nothing is imported for it.

    >>> "engine" in examine().to_dict()
    True
    """
    installed = [(package, _modules(package)) for package in metadata.distributions()]
    claimed = {name for _, modules in installed for name in modules if "rouge" in name.lower()}
    names = {name for name in claimed if "infrarouge" not in name} | {"rouge", "rouge_score"}
    found: list[Found] = []
    for name in sorted(names.union(OTHERS)):
        found += places(name, [package for package, modules in installed if name in modules])
    return Examination(found)


def winner(module: str) -> Found | None:
    """The package whose module an import finds; None if there is no such module.

    >>> winner("no_such_module") is None
    True
    """
    packages = [package for package in metadata.distributions() if module in _modules(package)]
    return next((entry for entry in places(module, packages) if entry.wins), None)


def _modules(package: metadata.Distribution) -> set[str]:
    """The top-level modules a package brought, by the list of its files: its own word for it may leave some out."""
    said = (package.read_text("top_level.txt") or "").split()
    listed = (line.partition(",")[0] for line in (package.read_text("RECORD") or "").splitlines())
    files = [name.partition("/")[0] if "/" in name else name.removesuffix(".py") for name in listed if ".py" in name]
    return {*said, *files}


def places(module: str, packages: list[metadata.Distribution]) -> Iterator[Found]:
    """Every place on the path that has a module, in the order in which an import looks; `packages` claim it.

    >>> [one.wins for one in places("json", [])][:1]
    [True]
    """
    imported = _place(find_spec(module))
    seen = []
    for entry in sys.path:
        place = _place(PathFinder.find_spec(module, [entry]))
        if place and place not in seen:
            seen.append(place)
    # A finder of its own, as an editable install has, is on no path.
    for place in seen if imported in seen or not imported else [imported, *seen]:
        owners = sorted(
            (package for package in packages if _records(package, place)), key=lambda package: package.metadata["Name"]
        )
        # The last to be installed owns the module: what an import runs first is as that package brought it.
        owner = max(owners, key=lambda package: (_owns_entry(package, place), _share(package, place)), default=None)
        for package in owners:
            same, count = _intact(package, place)
            wins = place == imported and package is owner
            yield Found(module, package.metadata["Name"], package.version, f"{same} of {count}", place, wins)
        if not owners:
            yield Found(module, "unknown", "unknown", "", place, place == imported)


def _place(spec: Any) -> str:
    """The file or folder a module is loaded from."""
    if spec is None:
        return ""
    if spec.submodule_search_locations:
        return str(Path(next(iter(spec.submodule_search_locations))).resolve())
    return str(Path(spec.origin).resolve()) if spec.origin else ""


def _records(package: metadata.Distribution, place: str) -> list[tuple[Path, Any]]:
    """The files a package put in a place, with the hashes it noted for them."""
    located = [(Path(str(one.locate())).resolve(), one.hash) for one in package.files or () if one.suffix == ".py"]
    return [(path, noted) for path, noted in located if Path(place) in (path, *path.parents)]


def _intact(package: metadata.Distribution, place: str) -> tuple[int, int]:
    """How many of those files are as the package brought them, and of how many: another may have put its own there."""
    records = _records(package, place)
    return sum(_same(path, noted) for path, noted in records), len(records)


def _share(package: metadata.Distribution, place: str) -> float:
    same, count = _intact(package, place)
    return same / count


def _owns_entry(package: metadata.Distribution, place: str) -> bool:
    """Whether the file that an import of the module runs is this package's."""
    entry = Path(place) / "__init__.py" if Path(place).is_dir() else Path(place)
    return any(path == entry and _same(path, noted) for path, noted in _records(package, place))


def _same(path: Path, noted: Any) -> bool:
    if noted is None or not path.is_file():
        return False
    digest = hashlib.new(noted.mode, path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == str(noted.value)
