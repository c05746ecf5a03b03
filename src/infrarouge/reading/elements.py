"""From texts of Basic Elements, one a line, to what an engine counts: each element one ready word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from infrarouge.errors import InputError, InputTypeError
from infrarouge.matching import Metric
from infrarouge.matching.elements import Elements, split_element
from infrarouge.rules.profile import Profile
from infrarouge.reading.reader import STEMMERS, Reader, callable_of, exceptions_of, offsets
from infrarouge.types import Side


class Element(NamedTuple):
    """One element, lower-cased; head and modifier are stemmed, and `plain` is the modifier before that."""

    head: str
    modifier: str
    relation: str
    plain: str


class ElementReader(Reader):
    """The text rules that touch elements, resolved: case and stemmer. Elements have no tokens, stop words or limits.

    >>> reader = ElementReader(Profile(name="mine"), (Elements("HM"),))
    >>> reader.side(["Cat|black|mod\\ncat|NIL|NIL"], "prediction").items
    ['|cat|black']
    """

    def __init__(self, profile: Profile, metrics: Sequence[Metric]) -> None:
        metric = metrics[0]
        if len(metrics) > 1 or not isinstance(metric, Elements):
            labels = " ".join(one.label for one in metrics)
            raise InputError(
                f"metrics are {labels}; rougeBE reads elements (head|modifier|relation in each line), each mode its own: "
                "score it alone"
            )
        # Elements reach the engine as ready words that nothing changes any more.
        super().__init__(
            profile.replace(tokens="list", sentences="newline", stemmer=None, stopwords=None, synonyms=None)
        )
        self.metric = metric
        self.stem_field = _stemmer(profile)

    def side(self, texts: Sequence[Any], name: str) -> Side:
        """Turn a list of texts into a side of a batch: every element one word."""
        found = [self.elements(text, name, at) for at, text in enumerate(texts)]
        keys = [[key for one in text if (key := self.metric.key(*one)) is not None] for text in found]
        one_sentence_each = offsets([[0]] * len(keys))
        return Side([key for text in keys for key in text], one_sentence_each, offsets(keys))

    def elements(self, text: Any, name: str, at: int) -> list[Element]:
        """Read one text, str or bytes; None and NaN have no elements."""
        if text is None or text != text:
            return []
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogatepass")
        if not isinstance(text, bytes):
            raise InputTypeError(f"{name} {at} is {type(text).__name__}; give elements as str, one a line")
        # Bytes as characters: lengths and letters are those of bytes.
        lines = text.lower().decode("latin-1").split("\n")
        if lines[-1] == "":
            lines.pop()
        return [self._element(line, f"{name} {at}, line {number}") for number, line in enumerate(lines, 1)]

    def _element(self, line: str, where: str) -> Element:
        head, modifier, relation = split_element(line, where)
        return Element(self._field(head), self._field(modifier), relation, modifier)

    def _field(self, field: str) -> str:
        """Stem the words of a field, if it is long enough as a whole."""
        from infrarouge.engine.textbook import fields

        if self.stem_field is None or len(field) < self.rules.stem_min:
            return field
        words = fields(field, leading_blank=True)
        return " ".join(self.stem_field(one) if re.search("[a-z0-9]", one) else one for one in words)


def _stemmer(profile: Profile) -> Callable[[str], str] | None:
    from infrarouge.engine.textbook import Plan

    rule = profile.text.stemmer
    if rule is None:
        return None
    own = callable_of(rule, "stem", "stemmer")
    if own is not None:
        return own
    rules = {"stemmer": STEMMERS[str(rule)].native, "exceptions": exceptions_of(rule), "stem_min": 0}
    plan = Plan(tokens="list", stop=[], synonyms=[], **rules)
    return lru_cache(maxsize=1 << 16)(plan._word)
