"""infrarouge doctor: what can be imported, and which of several wins."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from infrarouge.reporting.doctor import examine, places, winner


def package(
    site: Path, name: str, module: str, code: str, version: str = "1.0", more: tuple[str, ...] = (), says: str = ""
) -> None:
    """Put a package into a folder as pip would: its files, and the record of them; `says` is its own word for them."""
    (site / module).mkdir(parents=True, exist_ok=True)
    records = []
    for path in ("__init__.py", *more):
        file = site / module / path
        file.write_text(code)
        digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
        records.append(f"{module}/{path},sha256={digest},\n")
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "top_level.txt").write_text(f"{says or module}\n")
    (info / "RECORD").write_text("".join(records))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def shown(module: str) -> list[tuple[str, str, bool]]:
    return [(one.package, one.version, one.wins) for one in examine().found if one.module == module]


def test_a_package_is_found_by_its_name(site: Path) -> None:
    assert shown("rougeling") == []
    package(site, "rougeling-tools", "rougeling", "", "2.5")
    assert shown("rougeling") == [("rougeling-tools", "2.5", True)]


def test_the_package_whose_files_are_there_wins(site: Path) -> None:
    package(site, "rougeling-one", "rougeling", "one = 1")
    package(site, "rougeling-two", "rougeling", "two = 2")
    assert shown("rougeling") == [("rougeling-one", "1.0", False), ("rougeling-two", "1.0", True)]


def test_the_last_to_be_installed_owns_the_module(site: Path) -> None:
    """However many files of the others are left, and whatever the packages say of themselves."""
    package(site, "rougeling-one", "rougeling", "one = 1", more=("a.py", "b.py", "c.py"))
    package(site, "rougeling-two", "rougeling", "two = 2", more=("d.py",), says="something_else")
    assert shown("rougeling") == [("rougeling-one", "1.0", False), ("rougeling-two", "1.0", True)]
    examined = examine()
    assert [entry.files for entry in examined.found if entry.module == "rougeling"] == ["3 of 4", "2 of 2"]
    [said] = [line for line in examined.notes() if line.startswith("rougeling ")]
    assert said.startswith(
        "rougeling belongs to rougeling-two, which shares the folder with rougeling-one; to keep it "
    )
    assert said.endswith("type: pip uninstall rougeling-one; pip install --force-reinstall rougeling-two")
    owner = winner("rougeling")
    assert owner is not None
    assert (owner.package, owner.version) == ("rougeling-two", "1.0")


def test_a_file_in_front_hides_a_package(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(site, "rougeling-tools", "rougeling", "")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "rougeling.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    assert shown("rougeling") == [("unknown", "unknown", True), ("rougeling-tools", "1.0", False)]


def test_a_module_that_is_not_there() -> None:
    assert list(places("no_such_rouge", [])) == []


def test_command(site: Path) -> None:
    package(site, "rougeling-tools", "rougeling", "", "2.5")
    command = [sys.executable, "-m", "infrarouge", "doctor"]
    paths = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": paths}
    table = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
    assert "engine" in table
    assert any(line.split()[:4] == ["*", "rougeling", "rougeling-tools", "2.5"] for line in table.splitlines())
    found = json.loads(
        subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=True, env=env).stdout
    )
    assert {"infrarouge", "engine", "simd", "python", "packages"} == set(found)
    assert all("infrarouge" not in one["module"] for one in found["packages"])
