"""Who a user's own rule is: the name and version its owner gives, or a hash of all that decides what it does."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any, TypeVar, cast

from infrarouge.errors import SignatureError
from infrarouge.rules.objects import origin_of
from infrarouge.rules.owners import check_word, describe, owner_says, version_of
from infrarouge.rules.walk import Unknowable, Walk

T = TypeVar("T")


class Named:
    """A rule under the name and version its owner gave it; see `named`."""

    def __init__(self, rule: Any, name: str, version: str) -> None:
        self.__wrapped__ = rule
        self.__module__ = getattr(rule, "__module__", None) or __name__
        self.infrarouge_name, self.infrarouge_version = name, version

    def __call__(self, text: str) -> Any:
        return self.__wrapped__(text)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__wrapped__, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.infrarouge_name, self.infrarouge_version))

    def __repr__(self) -> str:
        return f"<{self.infrarouge_name} {self.infrarouge_version}: {self.__wrapped__!r}>"

    def __reduce__(self) -> Any:
        # A function that was replaced by its named self is found under its own name.
        path = getattr(self.__wrapped__, "__qualname__", "")
        if path.isidentifier() and getattr(sys.modules.get(self.__module__), path, None) is self:
            return path
        return Named, self._facts()

    def _facts(self) -> tuple[Any, str, str]:
        return self.__wrapped__, self.infrarouge_name, self.infrarouge_version


def named(rule: T, *, name: str, version: str) -> T:
    """Give a tokenizer, sentence splitter, normalizer or stemmer of your own a name and a version.

    The signature then shows both, and they alone say who it is: change the version when what it does changes.
    An object can also carry them itself, as its attributes ``infrarouge_name`` and ``infrarouge_version``.

    >>> from infrarouge import profile
    >>> profile(tokens=named(str.split, name="spaces", version="1.0")).signature
    'infrarouge-1|tok:custom-spaces@1.0'
    """
    if rule is None or isinstance(rule, str):
        raise SignatureError(f"named() is for functions and objects of your own; {rule!r} can be given as it is")
    return cast("T", Named(rule, check_word("name", name, rule), check_word("version", version, rule)))


def unsigned(rule: T) -> T:
    """Take a rule as it is where no signature is shown, as in the drop-in surfaces; nothing is refused then.

    >>> unsigned(str.split)("a b"), unsigned("newline")
    (['a', 'b'], 'newline')
    """
    return rule if rule is None or isinstance(rule, str) else cast("T", Named(rule, "unsigned", "0"))


def content_hash(words: object) -> str:
    """Hash words and sets of words by what they hold, in eight hexadecimal digits.

    >>> content_hash(frozenset({"a", "the"})) == content_hash(frozenset({"the", "a"}))
    True
    >>> content_hash((("a", "b"),)) == content_hash((("a b",),))
    False
    """
    return Walk().digest(words)[:8]


def identity(value: Any, rule: str = "tokens") -> str:
    """What a signature calls a user's own rule; `rule` is the rule's name, for the line to type.

    >>> identity(named(str.split, name="spaces", version="1.0")), len(identity(str.split))
    ('custom-spaces@1.0', 15)
    >>> identity(iter(["a"]).__next__)
    Traceback (most recent call last):
        ...
    infrarouge.errors.SignatureError: tokens is list_iterator.__next__, which cannot be told from another by a hash: its
    object is an object of type list_iterator, which changes as it is read. Give it a name and a version of its own;
    type: tokens=infrarouge.named(..., name='__next__', version='1')
    """
    said = owner_says(value)
    if said:
        return f"custom-{said[0]}@{said[1]}"
    origin = origin_of(value)
    if origin:
        return f"custom-{origin.name}@{origin.version}"
    try:
        return f"custom-{content_hash(value)}"
    except Unknowable as error:
        raise SignatureError(
            f"{rule} is {describe(value)}, which cannot be told from another by a hash: {error}. Give it a name and a "
            f"version of its own; type: {rule}={_line(value, rule)}"
        ) from None


def _line(value: Any, rule: str) -> str:
    """The call that names a rule, with a name and a version to begin with."""
    home = value if isinstance(value, FunctionType) else type(getattr(value, "__self__", value))
    name = getattr(value, "__name__", None) or type(value).__name__
    typed = "..."
    if name == "<lambda>":
        typed, name = "lambda ...", f"my-{rule}"
    elif isinstance(value, FunctionType):
        typed = name
    version = version_of(home.__module__ or "")
    if version:
        name = f"{home.__module__.partition('.')[0]}.{name}"
    return f"infrarouge.named({typed}, name={name!r}, version={version or '1'!r})"
