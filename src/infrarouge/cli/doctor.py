"""infrarouge doctor: which ROUGE packages can be imported here, and which of them an import finds."""

from __future__ import annotations

import base64
import hashlib
import json
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import typer

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


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(output: str = typer.Option("table", "--format", "-f", help="table or json.")) -> None:
    """Show the engine, and every ROUGE package that can be imported here with its version; `*` marks the one that wins.

    Example: infrarouge doctor
    """
    from infrarouge.registry import one_of

    found = examine()
    if one_of("format", output, ("table", "json")) == "json":
        typer.echo(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        if name != "packages":
            typer.echo(f"{name:<8}{value}")
    rows = [("", "module", "package", "version", "place")]
    rows += [("*" if one["wins"] else "", *(one[name] for name in rows[0][1:])) for one in found["packages"]]
    widths = [max(len(row[at]) for row in rows) for at in range(5)]
    for row in rows if len(rows) > 1 else []:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if len(rows) == 1:
        typer.echo("no other ROUGE package can be imported")


def examine() -> dict[str, Any]:
    """Everything the command shows.

    >>> sorted(examine())
    ['engine', 'packages', 'python', 'version']
    """
    from infrarouge import __about__, engine

    claims = metadata.packages_distributions()
    installed = {one.metadata["Name"]: one for one in metadata.distributions()}
    names = {name for name in claims if "rouge" in name.lower() and "infrarouge" not in name} | {"rouge", "rouge_score"}
    found: list[Found] = []
    for name in sorted(names.union(OTHERS)):
        found += places(name, [installed[one] for one in sorted(set(claims.get(name, ())))])
    return {
        "version": __about__.__version__,
        "engine": engine.name(),
        "python": f"{platform.python_version()} {sys.executable}",
        "packages": [one._asdict() for one in found],
    }


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
