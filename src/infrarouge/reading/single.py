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
    >>> single(Reader(profile("js-rouge")))("One. Two.")
    ['One.', 'Two.']
    """
    rules = reader.rules
    if reader.plain:
        return str
    batch = reader.analyzers is not None or reader.two_views or reader.nested or reader.python_tokens
    if batch or not reader.python_sentences or not isinstance(rules.sentences, str):
        return None
    limited = rules.max_words is not None or rules.max_bytes is not None
    if limited or rules.lowercase is not None or reader.normalize is not None or reader.split is None:
        return lambda text: [reader.prepared(sentence) for sentence in reader.limited(reader.cut(text))]
    return reader.split.function if isinstance(reader.split, Later) else reader.cut
