"""Rules of a user's own, of many kinds; run as a script it prints what signatures call them."""

from __future__ import annotations

import abc
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import json
import logging
import math
import operator
import pathlib
import re
import string
import types
import typing

from infrarouge.rules.identity import identity, named

SEP = "-"
WORDS = {"a", "b", "the", "über"}
TABLE = str.maketrans("ab", "cd")
PATTERN = re.compile(r"\w+", re.IGNORECASE)
LOG = logging.getLogger(__name__)


def helper(text: str) -> list[str]:
    LOG.debug("cutting")
    return [word for word in text.split(SEP) if word not in WORDS]


def everything(text: str, *, least: int = 3) -> typing.Any:
    """Use much of the language."""
    words: list[str] = []
    for word in helper(text):
        if (size := len(word)) > least:
            words.append(f"{word}{size:>{least}}x{word!r}{size=}")
        else:
            words.append(rf"\d{word:}" + f"abc")  # noqa: F541
    try:
        last = [word for word in words if (kept := word)]
    except (ValueError, KeyError) as error:
        raise RuntimeError(str(kept)) from error
    match text:
        case {"a": value, **rest}:
            return value, rest
        case [1, *others] | (2, *others):
            return others
        case str() as whole:
            last.append(whole)

    class Inner:
        sep = SEP

        def cut(self) -> list[str]:
            return last

    def later() -> typing.Iterator[int]:
        nonlocal words
        words = []
        yield from map(int, words)

    import bisect

    with open("missing") as file:
        return sorted({*Inner().cut(), *later()}, key=lambda key: (bisect.bisect([], key), file, math.pi))


def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)


def even(number: int) -> bool:
    return number == 0 or odd(number - 1)


def odd(number: int) -> bool:
    return number != 0 and even(number - 1)


class Base(abc.ABC):
    @abc.abstractmethod
    def tokenize(self, text: str) -> list[str]: ...


class Tokenizer(Base):
    sep = " "
    __slots__ = ("times",)

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.table = [1, {"a": 2.5}]

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile("x" + self.sep)

    @property
    def twice(self) -> int:
        return 2 * self.times

    @staticmethod
    def same(value: object) -> object:
        return value

    @classmethod
    def kind(cls) -> type:
        return cls

    def tokenize(self, text: str) -> list[str]:
        return text.split(self.sep * self.times)


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    least: int = 3
    words: list[str] = dataclasses.field(default_factory=list)

    def __call__(self, text: str) -> list[str]:
        return text.split()[self.least :] + self.words


@dataclasses.dataclass
class Plain:
    sep: str = "x"

    def __call__(self, text: str) -> list[str]:
        return text.split(self.sep)


class Mark(enum.Enum):
    DASH = "-"
    DOT = "."

    def cut(self, text: str) -> list[str]:
        return text.split(self.value)


class Bits(enum.IntFlag):
    LEFT = 1
    RIGHT = 2


class Name(str, enum.Enum):
    FIRST = "first"


class Cut(typing.NamedTuple):
    number: int
    sep: str = "x"

    def __call__(self, text: str) -> list[str]:
        return text.split(self.sep)


Point = collections.namedtuple("Point", "x y")
Kind = typing.TypeVar("Kind")


class Generic(typing.Generic[Kind]):
    def __call__(self, text: str) -> list[str]:
        return text.split()


class Shape(typing.Protocol):
    def tokenize(self, text: str) -> list[str]: ...


class Shaped(Shape):
    def tokenize(self, text: str) -> list[str]:
        return text.split()


class Words(collections.Counter):  # type: ignore[type-arg]
    pass


def splitter(sep: str) -> typing.Any:
    def split(text: str, times: int = 1) -> list[str]:
        return text.split(sep) * times

    return split


def wrapping(function: typing.Any) -> typing.Any:
    @functools.wraps(function)
    def wrapper(*values: typing.Any) -> typing.Any:
        return function(*values)

    return wrapper


@wrapping
def wrapped(text: str) -> list[str]:
    return text.split("w")


@functools.cache
def cached(text: str) -> list[str]:
    return text.split("c")


def with_values(text: str) -> typing.Any:
    return [Mark.DOT.cut(text), Bits.LEFT | Bits.RIGHT, Name.FIRST, Point(1, 2), Cut(1)]


def with_library(text: str) -> typing.Any:
    return json.dumps([math.sqrt(2), operator.itemgetter(1)(text), string.punctuation, collections.Counter(text)])


def with_named(text: str) -> typing.Any:
    return NAMED(text)


async def waiting(text: str) -> str:
    return text


NAMED = named(eval("lambda text: text.split()"), name="spaces", version="1.0")
FIRST, SECOND = (lambda text: text.split(" ")), (lambda text: text.split("-"))  # fmt: skip

RULES: dict[str, typing.Any] = {
    "everything": everything,
    "factorial": factorial,
    "even": even,
    "object": Tokenizer(2),
    "object with other state": Tokenizer(3),
    "method": Tokenizer(2).tokenize,
    "class": Tokenizer,
    "frozen data class": Frozen(),
    "frozen data class with other state": Frozen(4),
    "data class": Plain(),
    "enum": Mark.DASH.cut,
    "named tuple": Cut(1),
    "generic": Generic(),
    "protocol": Shaped(),
    "closure over x": splitter("x"),
    "closure over y": splitter("y"),
    "wrapped": wrapped,
    "cached": cached,
    "first lambda of a line": FIRST,
    "second lambda of a line": SECOND,
    "lambda in lambda": lambda text: [(lambda part: part + SEP)(word) for word in text],
    "values": with_values,
    "library": with_library,
    "named inside": with_named,
    "coroutine": waiting,
    "partial": functools.partial(re.split, "-", maxsplit=2),
    "pattern": PATTERN.findall,
    "table": lambda text: text.translate(TABLE),
    "str.split": str.split,
    "bound str.split": " ".split,
    "len": len,
    "itemgetter": operator.itemgetter(1, 2),
    "methodcaller": operator.methodcaller("split", "-"),
    "dict": {"a": 1}.__getitem__,
    "numbers": [10**5000, 0.1, -0.0, float("nan"), 1j, True, None, ...],
    "text": ["\ud800é", b"\0", bytearray(b"x")],
    "set": frozenset(map(str, range(50))),
    "flags": Bits.LEFT | Bits.RIGHT,
    "standard": [
        decimal.Decimal("1.5"),
        datetime.date(2020, 1, 1),
        fractions.Fraction(1, 3),
        pathlib.PurePosixPath("/a/b"),
        string.Template("$x"),
        types.SimpleNamespace(a=1),
        types.MappingProxyType({"a": 1}),
    ],
    "collections": [
        collections.OrderedDict(a=1),
        collections.defaultdict(list, a=[1]),
        collections.deque([1, 2], 3),
        collections.Counter("abca"),
        Words("ab"),
    ],
}

if __name__ == "__main__":
    print(json.dumps({name: identity(rule).removeprefix("custom-") for name, rule in RULES.items()}, indent=4))
