"""Whose code or object something is: a user's, who may have given it a name and a version, a package's, or Python's."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from importlib.util import find_spec
from types import FunctionType, MethodType
from typing import Any

from infrarouge.errors import SignatureError

ALLOWED = re.compile(r"[^\s|%@]+")
INSTALLED = frozenset({"site-packages", "dist-packages"})


def owner(module: str | None) -> str | None:
    """Name a module with its owner: Python, or an installed package in its version; None for the user's own.

    Private modules of Python are left out of the name: they come and go between its versions.

    >>> owner("xml.dom.minidom"), owner("pathlib._local"), owner("_io"), owner("__main__")
    ('python xml.dom.minidom', 'python pathlib', 'python io', None)
    """
    root, *parts = str(module).split(".")
    if root in sys.stdlib_module_names:
        return f"python {'.'.join([root.lstrip('_'), *(part for part in parts if not part.startswith('_'))])}"
    version = version_of(root)
    return f"{module} {version}" if version else None


@lru_cache(maxsize=256)
def version_of(module: str) -> str | None:
    """The version of the installed package that a module belongs to; the user's own code has none.

    >>> version_of("__main__"), version_of("re")
    (None, None)
    """
    root = module.partition(".")[0]
    package = sys.modules.get(root)
    try:
        spec = package.__spec__ if package else find_spec(root)
    except (ImportError, ValueError):
        return None
    places = [getattr(spec, "origin", None) or "", *(getattr(spec, "submodule_search_locations", None) or ())]
    if root != "infrarouge" and not INSTALLED & {part for place in places for part in re.split(r"[\\/]", place)}:
        return None
    version = getattr(package, "__version__", None)
    if isinstance(version, str):
        return version
    from importlib import metadata  # only a user's own rule that uses a package needs it

    try:
        return metadata.version(root)
    except metadata.PackageNotFoundError:
        names = set(metadata.packages_distributions().get(root, ()))
    return metadata.version(names.pop()) if len(names) == 1 else None


def owner_says(value: Any) -> tuple[str, str] | None:
    """The name and version that something carries in ``infrarouge_name`` and ``infrarouge_version``, or None.

    A method has those of its object, and its own name with them.

    >>> class Cutter:
    ...     infrarouge_name, infrarouge_version = "cutter", "1.2"
    ...     def cut(self, text):
    ...         return text.split()
    >>> owner_says(Cutter()), owner_says(Cutter().cut), owner_says(str.split)
    (('cutter', '1.2'), ('cutter.cut', '1.2'), None)
    """
    name, version = _attribute(value, "infrarouge_name"), _attribute(value, "infrarouge_version")
    if name is None and version is None:
        said = owner_says(value.__self__) if isinstance(value, MethodType) else None
        return said and (f"{said[0]}.{value.__name__}", said[1])
    return check_word("name", name, value), check_word("version", version, value)


def _attribute(value: Any, name: str) -> object:
    try:
        return getattr(value, name, None)
    except Exception:  # an object may refuse to be asked
        return None


def check_word(what: str, word: object, value: object) -> str:
    """Check a name or a version that is to stand in a signature."""
    if not isinstance(word, str) or not ALLOWED.fullmatch(word) or not word.isprintable():
        example = "mecab" if what == "name" else "1.2"
        raise SignatureError(
            f"the {what} of {describe(value)} is {word!r}; give a str without blanks, '|', '%' and '@', such as "
            f"{what}={example!r}"
        )
    return word


def describe(value: Any) -> str:
    """Say what a function or an object is.

    >>> describe(str.split), describe(3), describe(lambda text: text), describe("a".split)
    ('str.split', 'an object of type int', 'a lambda', 'str.split')
    """
    if isinstance(value, type):
        return f"the class {value.__qualname__}"
    name = getattr(value, "__qualname__", None)
    if not isinstance(name, str):
        module = "" if type(value).__module__ in ("builtins", "__main__") else f"{type(value).__module__}."
        return f"an object of type {module}{type(value).__qualname__}"
    if name.endswith("<lambda>"):
        return "a lambda"
    return f"the function {name.rpartition('<locals>.')[2]}" if isinstance(value, FunctionType) else name
