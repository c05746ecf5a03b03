"""The data of Punkt where somebody installed it: NLTK's `punkt_tab`, or the copy inside llama-index-core.

Neither package is imported. Nothing is ever downloaded.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from infrarouge.reading.programs.punkt_rules import Data

FILES = ("abbrev_types.txt", "collocations.tab", "sent_starters.txt", "ortho_context.tab")
"""In the order of `Data`."""
LANGUAGE = re.compile(r"[\w-]+")
KNOWN: dict[tuple[object, ...], Data] = {}
"""What was found, by the language and what decides where NLTK looks."""


def punkt_data(language: str = "english") -> Data | None:
    """What was learned of a language, or None if it is not installed.

    >>> punkt_data("no/language") is None
    True
    """
    nltk: Any = sys.modules.get("nltk.data")
    key = language, os.environ.get("NLTK_DATA"), None if nltk is None else tuple(map(str, nltk.path))
    data = KNOWN.get(key)
    if data is None and LANGUAGE.fullmatch(language):
        data = _searched(language)
        if data is not None:  # what is missing may be installed later
            KNOWN[key] = data
    return data


def _searched(language: str) -> Data | None:
    folders = [Path(folder) / "tokenizers" for folder in data_folders()]
    for folder in folders:
        if all((folder / "punkt_tab" / language / name).is_file() for name in FILES):
            return _from_folder(str(folder / "punkt_tab" / language))
    for folder in folders:
        packed = folder / "punkt_tab.zip"
        data = _from_zip(str(packed), language) if packed.is_file() else None
        if data is not None:
            return data
    return None


def data_folders() -> Iterator[str]:
    """Where NLTK looks for data, then the folder inside llama-index-core."""
    nltk: Any = sys.modules.get("nltk.data")
    yield from map(str, nltk.path) if nltk is not None else nltk_folders()
    package = PathFinder.find_spec("llama_index")
    for place in (package.submodule_search_locations or ()) if package is not None else ():
        yield os.path.join(place, "core", "_static", "nltk_cache")


def nltk_folders() -> Iterator[str]:
    """The folders in which NLTK looks unless told otherwise."""
    yield from filter(None, os.environ.get("NLTK_DATA", "").split(os.pathsep))
    if os.path.expanduser("~/") != "~/":
        yield os.path.expanduser("~/nltk_data")
    for parts in (("nltk_data",), ("share", "nltk_data"), ("lib", "nltk_data")):
        yield os.path.join(sys.prefix, *parts)
    if sys.platform == "win32":
        yield os.path.join(os.environ.get("APPDATA", "C:\\"), "nltk_data")
        yield from ("C:\\nltk_data", "D:\\nltk_data", "E:\\nltk_data")
    else:
        yield from (f"/usr/{place}/nltk_data" for place in ("share", "local/share", "lib", "local/lib"))


@lru_cache(maxsize=32)
def _from_folder(folder: str) -> Data:
    parts = [Path(folder, name).read_text(encoding="utf-8").encode() for name in FILES]
    return parts[0], parts[1], parts[2], parts[3]


@lru_cache(maxsize=32)
def _from_zip(packed: str, language: str) -> Data | None:
    try:
        with ZipFile(packed) as archive:
            read = [archive.read(f"punkt_tab/{language}/{name}") for name in FILES]
    except (KeyError, BadZipFile):
        return None
    parts = [part.replace(b"\r\n", b"\n") for part in read]
    return parts[0], parts[1], parts[2], parts[3]
