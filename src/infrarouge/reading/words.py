"""What becomes of a token: dropped as a stop word, stemmed, or replaced by the word that stands for its synonyms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from infrarouge.reading.stemmers import stem


class WordRules:
    """The last stage of reading, by the rules that an engine is told.

    >>> rules = WordRules({"stop": ["the"], "stemmer": "porter", "stem_min": 4, "exceptions": [], "synonyms": []})
    >>> rules.words(["the", "cats", "nap", 7])
    ['cat', 'nap', 7]
    """

    def __init__(self, native: Mapping[str, Any]) -> None:
        self.stop = frozenset(native["stop"])
        self.stemmer: str = native["stemmer"]
        self.stem_min: int = native["stem_min"]
        self.exceptions: dict[str, str] = dict(native["exceptions"])
        self.synonyms: dict[str, str] = dict(native["synonyms"])

    def words(self, tokens: Iterable[Any]) -> list[Any]:
        """The words of some tokens; integer ids pass through."""
        return [
            self.word(token) if isinstance(token, str) else int(token) for token in tokens if token not in self.stop
        ]

    def word(self, token: str) -> str:
        """The word that a token is compared as."""
        if len(token) >= self.stem_min:
            token = stem(token, self.stemmer, self.exceptions)
        return self.synonyms.get(token, token)
