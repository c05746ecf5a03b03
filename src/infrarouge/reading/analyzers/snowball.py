"""Snowball's stemmers by PyStemmer, or by snowballstemmer where that is missing; both run the same algorithms."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec

from infrarouge.errors import MissingExtraError
from infrarouge.rules.libraries import SNOWBALL, STEMS, require


def snowball(rule: str) -> Callable[[str], str]:
    """The stemmer behind a rule such as ``snowball-german-3.1``; the library is checked now, and loaded with a first word.

    >>> snowball("snowball-german")("katzen")  # doctest: +SKIP
    'katz'
    """
    name, _ = require(rule)
    return SnowballStemmer(name.removeprefix(STEMS))


class SnowballStemmer:
    """One of Snowball's algorithms."""

    def __init__(self, algorithm: str) -> None:
        self.algorithm = algorithm

    def __call__(self, word: str) -> str:
        return _loaded(self.algorithm)(word)


@lru_cache(maxsize=64)
def _loaded(algorithm: str) -> Callable[[str], str]:
    try:
        if find_spec("Stemmer") is not None:
            import Stemmer  # the extra

            return Stemmer.Stemmer(algorithm).stemWord  # type: ignore[no-any-return]  # an untyped package
        import snowballstemmer  # the extra, where the other has no wheel

        return snowballstemmer.stemmer(algorithm).stemWord  # type: ignore[no-any-return]  # an untyped package
    except KeyError:
        command = "pip install --upgrade PyStemmer"
        purpose = f"the Snowball stemmer of {algorithm.title()}, which the installed release does not have,"
        raise MissingExtraError("PyStemmer", SNOWBALL.extra, purpose, command) from None
