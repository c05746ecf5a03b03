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
    "compare_mt", "distancia", "evaluate", "ignite", "keras_hub", "nlgeval", "sumeval", "summ_eval", "tensorflow_text",
    "torchmetrics",
)  # fmt: skip


class Found(NamedTuple):
    """A module that can be imported: from which package, where it is, and whether an import finds this one."""

    module: str
    package: str
    version: str
    place: str
    wins: bool


class Examination(Tabular):
    """The packages found, with the engine that runs.

    >>> Examination([]).to_dict()["engine"] in ("core", "textbook")
    True
    """

    text_columns: ClassVar[int] = 5

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
            *(f"{a}: {b}" for a, b in _about().items()),
        ]


def _about() -> dict[str, str]:
    return {
        "infrarouge": __about__.__version__,
        "engine": engine.name(),
        "python": f"{platform.python_version()} {sys.executable}",
    }


def examine() -> Examination:
    """Look for every ROUGE package that can be imported; nothing is imported for it.

    >>> "engine" in examine().to_dict()
    True
    """
    claims = metadata.packages_distributions()
    installed = {one.metadata["Name"]: one for one in metadata.distributions()}
    names = {name for name in claims if "rouge" in name.lower() and "infrarouge" not in name} | {"rouge", "rouge_score"}
    found: list[Found] = []
    for name in sorted(names.union(OTHERS)):
        found += places(name, [installed[one] for one in sorted(set(claims.get(name, ())))])
    return Examination(found)


def places(module: str, packages: list[metadata.Distribution]) -> Iterator[Found]:
    """Every place on the path that has a module, in the order in which an import looks; `packages` claim it.

    >>> [one.wins for one in places("json", [])][:1]
    [True]
    """
    spec = find_spec(module)
    winner = _place(spec)
    seen = []
    for entry in sys.path:
        place = _place(PathFinder.find_spec(module, [entry]))
        if place and place not in seen:
            seen.append(place)
    # A finder of its own, as an editable install has, is on no path.
    for place in seen if winner in seen or not winner else [winner, *seen]:
        owners = [one for one in packages if _records(one, place)]
        intact = max(owners, key=lambda one: _intact(one, place), default=None)
        for owner in owners:
            wins = place == winner and owner is intact
            yield Found(module, owner.metadata["Name"], owner.version, place, wins)
        if not owners:
            yield Found(module, "unknown", "unknown", place, place == winner)


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


def _intact(package: metadata.Distribution, place: str) -> float:
    """The share of those files that are as the package brought them: another package may have put its own there."""
    records = _records(package, place)
    same = [path.is_file() and noted is not None and _hash(path, noted.mode) == noted.value for path, noted in records]
    return float(sum(same) / len(same))


def _hash(path: Path, mode: str) -> str:
    return base64.urlsafe_b64encode(hashlib.new(mode, path.read_bytes()).digest()).rstrip(b"=").decode()
