"""Stop words and synonyms as values: lists and files become the words they hold, so that a signature shows their content.

A file is read when a rule is set, and never when a signature is read. A name has neither a dot nor a slash; what has one
is the path of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from infrarouge.errors import InputError, InputTypeError, SignatureError

WORDNET = "wordnet"
WORD_RULES = ("stopwords", "synonyms")
"""The rules whose value is words."""


class WordSets(tuple[tuple[str, ...], ...]):
    """Sets of words that count as one, each entry a word or several; known by what they hold, in whichever order.

    >>> WordSets([("car", "auto")]).digest == WordSets([("auto", "car")]).digest
    True
    """

    name: str = ""
    """What the sets are called, if they have a name."""

    @classmethod
    def called(cls, sets: Iterable[tuple[str, ...]], name: str) -> WordSets:
        """Sets with a name, which the signature shows."""
        made = cls(sets)
        made.name = name
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return WordSets.called, (tuple(self), self.name)

    @cached_property
    def _number(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other or tuple.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    @cached_property
    def digest(self) -> str:
        """A hash of the sets, in eight hexadecimal digits."""
        import hashlib  # only synonyms need it

        lines = sorted("\t".join(sorted(set(words))) for words in self)
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    @property
    def identity(self) -> str:
        """What a signature calls them."""
        return f"custom-{self.name}@{self.digest}" if self.name else f"custom-{self.digest}"


def names_file(value: object) -> bool:
    """Whether a value of a word rule is the path of a file.

    >>> names_file("smart"), names_file("./words"), names_file("words.txt")
    (False, True, True)
    """
    if isinstance(value, os.PathLike):
        return True
    return isinstance(value, str) and not value.startswith(WORDNET) and any(char in value for char in "./\\")


def settled_words(rule: str, value: Any) -> Any:
    """Bring stop words or synonyms to the form that a profile keeps; a file becomes what it holds.

    >>> settled_words("synonyms", {"car": ["auto"], "NYC": "New York"})
    (('car', 'auto'), ('NYC', 'New York'))
    """
    if value is None:
        return None
    if names_file(value):
        return frozenset(read_words(value)) if rule == "stopwords" else WordSets(read_sets(value))
    if rule == "stopwords":
        return value if isinstance(value, str) else frozenset(_words(value, "stopwords", "a set of words"))
    if isinstance(value, WordSets):
        return value
    if isinstance(value, str):
        if value == WORDNET or value.startswith(f"{WORDNET}:"):
            from infrarouge.rules.wordnet import wordnet  # for start-up time

            name, sets = wordnet(value.partition(":")[2])
            return _wordnet_sets(name, sets)
        raise InputError(
            f"synonyms is {value!r}; give a mapping, a list of sets, 'wordnet', or a file with one set a line by its path: "
            f"synonyms='./{value}'"
        )
    if isinstance(value, Mapping):
        return WordSets((str(head), *_entries(rest)) for head, rest in value.items())
    if not isinstance(value, Iterable) or isinstance(value, bytes):
        raise InputTypeError(f"synonyms is {value!r}; give a mapping, a list of sets, 'wordnet', or the path of a file")
    return WordSets(tuple(words.split()) if isinstance(words, str) else tuple(_entries(words)) for words in value)


_made: dict[str, tuple[object, WordSets]] = {}


def _wordnet_sets(name: str, sets: tuple[tuple[str, ...], ...]) -> WordSets:
    """The sets of a dictionary, one object as long as it does not change, since hashing them takes time."""
    known = _made.get(name)
    if known is None or known[0] is not sets:
        known = _made[name] = (sets, WordSets.called(sets, name))
    return known[1]


def _entries(words: Any) -> list[str]:
    return [words] if isinstance(words, str) else _words(words, "a set of synonyms", "a list of words")


def _words(words: Any, name: str, wanted: str) -> list[str]:
    """Words of a collection, each a plain str, whatever a class of the user's makes of it."""
    if not isinstance(words, Iterable) or isinstance(words, bytes):
        raise InputTypeError(f"{name} is {words!r} ({type(words).__name__}); give {wanted}")
    listed = list(words)
    for word in listed:
        if not isinstance(word, str):
            raise InputTypeError(f"{name} holds {word!r} ({type(word).__name__}); words are str")
    return [str.__str__(word) for word in listed]


def _lines(path: Any, what: str, form: str) -> list[str]:
    """The lines of a file of words, without comments and blank ones."""
    if not os.path.isfile(path):
        raise InputError(f"no {what} file {os.fspath(path)!r}; give a file with {form}")
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read().splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{os.fspath(path)!r} is not UTF-8 (byte {error.start}); save it in UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot read {os.fspath(path)}: {error.strerror}") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]


def read_words(path: Any) -> list[str]:
    """The words of a file, one or more a line."""
    return [word for line in _lines(path, "stop word", "one word a line") for word in line.split()]


def read_sets(path: Any) -> list[tuple[str, ...]]:
    """The sets of a file, one a line: between commas or tabs, or between blanks where a line has neither."""
    import csv  # for start-up time

    sets: list[tuple[str, ...]] = []
    for line in _lines(path, "synonyms", "one set of words a line, between commas, tabs or blanks"):
        mark = "\t" if "\t" in line else "," if "," in line else ""
        fields = next(csv.reader([line], delimiter=mark, skipinitialspace=True)) if mark else line.split()
        sets.append(tuple(field.strip() for field in fields if field.strip()))
    return sets


def check_signed(rule: str, text: str, signature: str) -> None:
    """Refuse the path of a file, and a dictionary, in a signature: reading one opens nothing.

    >>> check_signed("stopwords", "smart", "infrarouge-1|stop:smart")
    """
    if rule in WORD_RULES and text != "none" and (rule == "synonyms" or names_file(text)):
        raise SignatureError(
            f"the signature {signature!r} names {rule} {text!r}; a signature opens no file, so pass the words, or the file "
            f"if you trust it: Profile.parse(signature, {rule}=...)"
        )
