"""The libraries that know a language: what a signature calls them, which packages they are, and how to install them.

A name such as ``kiwi`` becomes ``kiwi-0.24.1+0.24.0`` as soon as a profile takes it up: the versions of the packages that
decide what it does, so that a signature never stands for other numbers than the ones it was printed with.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from infrarouge.errors import AnalyzerVersionError, MissingExtraError


class Library(NamedTuple):
    """Packages that read a language together, the extra that installs them, and what they are for.

    The first package of each tuple in `choices` is the one to call; a tuple after the first serves where the first is missing.
    """

    choices: tuple[tuple[str, ...], ...]
    extra: str
    purpose: str

    @property
    def command(self) -> str:
        """The line that installs it."""
        return f"pip install 'infrarouge[{self.extra}]'"


_KIWI = Library((("kiwipiepy", "kiwipiepy_model"),), "korean", "Korean morphemes")
_FUGASHI = Library((("fugashi", "unidic-lite"),), "japanese", "Japanese words")
SNOWBALL = Library((("PyStemmer",), ("snowballstemmer",)), "stemmers", "Snowball stems")

LIBRARIES: dict[str, Library] = {
    "kiwi": _KIWI,
    "kiwi-no-particles": _KIWI,
    "kiwi-content": _KIWI,
    "fugashi": _FUGASHI,
    "fugashi-base": _FUGASHI,
    "jieba": Library((("jieba",),), "chinese", "Chinese words"),
    "pythainlp": Library((("pythainlp",),), "thai", "Thai words"),
}
"""The token rules that a library runs."""

SENTENCEX = "sentencex:"
_SENTENCEX = Library((("sentencex",),), "sentences", "sentences of many languages")
"""The sentence rule that a library runs; its name ends with the code of a language."""

STEMS = "snowball-"
OWN_STEMS = frozenset({"snowball-english"})
"""Stemmers with that beginning that are our own, and so have no version."""


def library_of(name: str) -> Library | None:
    """The library behind a rule's name without a version.

    >>> library_of("kiwi").extra, library_of("snowball-german").extra, library_of("unicode")
    ('korean', 'stemmers', None)
    """
    if name in LIBRARIES:
        return LIBRARIES[name]
    if name.removeprefix("auto:").startswith(SENTENCEX):
        return _SENTENCEX
    return SNOWBALL if name.startswith(STEMS) and name not in OWN_STEMS else None


def split_version(value: str) -> tuple[str, str]:
    """Take the name of a rule and its version apart.

    >>> split_version("kiwi-content-0.24.1+0.24.0"), split_version("fugashi"), split_version("js-3.2.3")
    (('kiwi-content', '0.24.1+0.24.0'), ('fugashi', ''), ('js-3.2.3', ''))
    """
    match = re.fullmatch(r"(.+?)-([0-9][0-9A-Za-z.+!]*)", value)
    if match is None or library_of(match[1]) is None:
        return value, ""
    return match[1], match[2]


@lru_cache(maxsize=64)
def package_version(package: str) -> str | None:
    """The version of an installed package, or None.

    >>> package_version("no-such-package-anywhere") is None
    True
    """
    from importlib.metadata import PackageNotFoundError, version  # for start-up time

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def installed(name: str) -> str | None:
    """The version of a rule's library as a signature shows it, or None where a package of it is missing.

    Snowball's algorithms have the release of Snowball, which both of its packages share in its first two numbers.
    """
    library = library_of(name)
    if library is None:
        return None
    for packages in library.choices:
        versions = [package_version(package) for package in packages]
        if all(versions):
            if library is SNOWBALL:
                return ".".join(str(versions[0]).split(".")[:2])
            return "+".join(str(version) for version in versions)
    return None


def versioned(value: str) -> str:
    """The name of a rule with the version of its library, if it has one and it is installed.

    >>> versioned("unicode"), versioned("kiwi-0.1+0.1")
    ('unicode', 'kiwi-0.1+0.1')
    """
    name, version = split_version(value)
    if version:
        return value
    version = installed(name) or ""
    return f"{name}-{version}" if version else name


def require(value: str) -> tuple[str, Library]:
    """The name behind a rule's value and its library; refused if it is missing, or if another version is installed."""
    name, wanted = split_version(value)
    library = library_of(name)
    assert library is not None, "only rules of a library are required"
    here = installed(name)
    if here is None:
        first = next((package for package in library.choices[0] if package_version(package) is None), "")
        raise MissingExtraError(first, library.extra, f"{library.purpose} ({name})")
    if wanted and wanted != here:
        packages = library.choices[0]
        numbers = [f"{wanted}.*"] if library is SNOWBALL else wanted.split("+")
        pins = " ".join(f"'{package}=={number}'" for package, number in zip(packages, numbers, strict=False))
        raise AnalyzerVersionError(
            f"{value} was asked for, and {name}-{here} is installed, which may read texts otherwise; for the same numbers "
            f"type: pip install {pins}; for the numbers of the installed version name it without a version: {name}"
        )
    return name, library
