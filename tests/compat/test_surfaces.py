"""The table of surfaces: every module it names is there, and installing gives it where the original is missing."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec

import pytest

from infrarouge import compat
from infrarouge.compat.surfaces import SURFACES, module_of, surface_of


@pytest.mark.parametrize("name", SURFACES)
def test_modules(name: str) -> None:
    for module in SURFACES[name].modules.values():
        assert importlib.import_module(f"{surface_of(name)}.{module}")


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if not surface.extra])
def test_modules_under_the_original_names(name: str) -> None:
    original = module_of(name)
    if original in sys.modules or (SURFACES[name].parts and find_spec(original) is not None):
        pytest.skip(f"{original} is installed")
    with compat.installed(name):
        for theirs, ours in SURFACES[name].modules.items():
            assert importlib.import_module(f"{original}.{theirs}").__name__ == f"{surface_of(name)}.{ours}"
    assert original not in sys.modules
