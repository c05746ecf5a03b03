"""One text at the least cost: what a reader makes of it, without the arrays of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from infrarouge.reading.reader import Reader
from infrarouge.reading.rule import Later

Single = Callable[[str], Any]
"""Makes of a text what `Plan.pair` takes."""


def single(reader: Reader) -> Single | None:
    """How a reader's texts are made ready one at a time; None if its rules ask for a batch.

    >>> from infrarouge import profile
    >>> single(Reader(profile("js-rouge")))("One. Two."), single(Reader(profile("py-rouge")))("Cats were")
    (['One.', 'Two.'], [['cat', 'be']])
    """
    rules = reader.rules
    if reader.plain:
        return str
    batch = reader.analyzers is not None or reader.two_views or reader.nested
    if batch or not reader.python_sentences or not isinstance(rules.sentences, str):
        return None
    if reader.python_tokens:
        return _words(reader)
    limited = rules.max_words is not None or rules.max_bytes is not None
    if limited or rules.lowercase is not None or reader.normalize is not None or reader.split is None:
        return lambda text: [reader.prepared(sentence) for sentence in reader.limited(reader.cut(text))]
    return reader.split.function if isinstance(reader.split, Later) else reader.cut


def _words(reader: Reader) -> Single | None:
    """How a reader's words are made one text at a time, where named functions cut and stem them; None for others."""
    rules, tokenize, stem = reader.rules, reader.tokenize, reader.stem
    named = all(isinstance(rule, (str, type(None))) for rule in (rules.tokens, rules.stemmer, rules.normalizer))
    if not named or tokenize is None or reader.tokenize_sentence is not None or reader.phrases is not None:
        return None
    cut = tokenize.function if isinstance(tokenize, Later) else tokenize
    if stem is None:
        return lambda text: [cut(reader.prepared(sentence)) for sentence in reader.limited(reader.cut(text))]
    short, stop = stem if not isinstance(stem, Later) else stem.function, reader.stop

    def words(text: str) -> list[list[str]]:
        least = rules.stem_min
        sentences = [cut(reader.prepared(sentence)) for sentence in reader.limited(reader.cut(text))]
        return [
            [short(word) if len(word) >= least else word for word in sentence if word not in stop]
            for sentence in sentences
        ]

    return words
