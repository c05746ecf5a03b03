"""From texts of Basic Elements, one a line, to what an engine counts: each element one ready word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from infrarouge.errors import InputError, InputTypeError
from infrarouge.reading.limits import fields
from infrarouge.reading.reader import Numbers, Reader
from infrarouge.reading.rule import callable_of
from infrarouge.reading.sides import offsets
from infrarouge.reading.stemmers import exceptions_of, stemmer_rule
from infrarouge.reading.words import WordRules
from infrarouge.rules.profile import Profile
from infrarouge.types import Side

Key = Callable[[str, str, str, str], "str | None"]
"""From head, modifier, relation and the plain modifier to what two elements must share, None where one is left out."""


class Element(NamedTuple):
    """One element, lower-cased; head and modifier are stemmed, and `plain` is the modifier before that."""

    head: str
    modifier: str
    relation: str
    plain: str


class ElementReader(Reader):
    """The text rules that touch elements, resolved: case and stemmer. Elements have no tokens, stop words or limits.

    >>> reader = ElementReader(Profile(name="mine"), lambda head, modifier, relation, plain: f"{head}|{modifier}")
    >>> reader.side(["Cat|black|mod"], "prediction").items
    ['cat|black']
    """

    def __init__(self, profile: Profile, key: Key) -> None:
        # Elements reach the engine as ready words that nothing changes any more.
        super().__init__(
            profile.replace(tokens="list", sentences="newline", stemmer=None, stopwords=None, synonyms=None)
        )
        self.key = key
        self.stem_field = _stemmer(profile)

    @property
    def depth(self) -> int:
        """A text of elements is a str."""
        return 0

    def side(
        self,
        texts: Sequence[Any],
        name: str,
        numbers: Numbers | None = None,
        languages: Sequence[str] | None = None,
        *,
        progress: bool = False,
    ) -> Side:
        """Turn a list of texts into a side of a batch: every element one word."""
        numbers = range(len(texts)) if numbers is None else numbers
        documents = [self.elements(text, name, row) for row, text in zip(numbers, texts, strict=True)]
        keys = [[key for element in text if (key := self.key(*element)) is not None] for text in documents]
        one_sentence_each = offsets([[0]] * len(keys))
        return Side([key for text in keys for key in text], one_sentence_each, offsets(keys))

    def elements(self, text: Any, name: str, row: int) -> list[Element]:
        """Read one text, str or bytes; None and NaN have no elements."""
        if text is None or text != text:
            return []
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogatepass")
        if not isinstance(text, bytes):
            raise InputTypeError(f"{name} {row} is {type(text).__name__}; give elements as str, one a line")
        # Bytes as characters: lengths and letters are those of bytes.
        lines = text.lower().decode("latin-1").split("\n")
        if lines[-1] == "":
            lines.pop()
        return [self._element(line, f"{name} {row}, line {number}") for number, line in enumerate(lines, 1)]

    def _element(self, line: str, where: str) -> Element:
        head, modifier, relation = split_element(line, where)
        return Element(self._field(head), self._field(modifier), relation, modifier)

    def _field(self, field: str) -> str:
        """Stem the words of a field, if it is long enough as a whole."""
        if self.stem_field is None or len(field) < self.rules.stem_min:
            return field
        words = fields(field, leading_blank=True)
        return " ".join(self.stem_field(word) if re.search("[a-z0-9]", word) else word for word in words)


def _stemmer(profile: Profile) -> Callable[[str], str] | None:
    rule = profile.text.stemmer
    if rule is None:
        return None
    own = callable_of(rule, "stem", "stemmer")
    if own is not None:
        return own
    native, function = stemmer_rule(str(rule))
    if function is not None:
        return function
    told = {"stemmer": native, "exceptions": exceptions_of(rule), "stem_min": 0}
    rules = WordRules({"stop": [], "synonyms": [], **told})
    return lru_cache(maxsize=1 << 16)(rules.word)


def split_element(line: str, where: str) -> list[str]:
    """Cut a line into head, modifier and relation; empty fields at the end do not count.

    >>> split_element("a||c|", "here")
    ['a', '', 'c']
    """
    fields = line.split("|")
    while fields and not fields[-1]:
        fields.pop()
    if len(fields) != 3:
        raise InputError(f"{where}: {line!r} has {len(fields)} fields; write head|modifier|relation, NIL for none")
    return fields
