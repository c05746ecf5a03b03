"""Where the tokens of a user's own tokenizer stand in their text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from infrarouge.reading import unicode

Span = tuple[int, int]

SUBWORD_MARKS = ("##", "▁", "Ġ", "</w>", "@@")
"""What subword tokenizers add to a piece; it does not stand in the text."""


def located(text: str, tokens: Sequence[str]) -> list[Span]:
    """Find tokens in their text, each after the one before it or overlapping it.

    A token that does not stand in the text as it is (a lemma, an unknown word) gets what lies between its neighbours.

    >>> located("The mice ran", ["the", "mouse", "ran"])
    [(0, 3), (4, 8), (9, 12)]
    """
    low = unicode.lower(text)
    texts = (text, low) if len(low) == len(text) and low != text else (text,)
    spans: list[Span | None] = []
    before = (0, 0)
    for at, token in enumerate(tokens):
        if not token:
            spans.append((before[1], before[1]))
            continue
        span = _after(texts, token, before)
        if span is not None and at + 1 < len(tokens):
            # Too far on if the token that follows stands in what would be passed over.
            passed = text[before[1] : span[0]]
            follower = _after(texts, tokens[at + 1], (before[1], before[1])) if _has_words(passed) else None
            if follower is not None and follower[1] <= span[0]:
                span = None
        spans.append(span)
        before = span or before
    return _filled(text, spans)


def _forms(token: str) -> list[str]:
    """What to look for: the token, and the token without a subword mark."""
    bare = token
    for mark in SUBWORD_MARKS:
        bare = bare.removeprefix(mark).removesuffix(mark)
    return [form for form in dict.fromkeys((token, bare)) if form]


def _after(texts: Sequence[str], token: str, before: Span) -> Span | None:
    """The next place of a token: right after the one before, else overlapping it, else further on."""
    looked = [(text, form) for form in _forms(token) for text in texts]
    next_ = [(at, at + len(form)) for text, form in looked if (at := text.find(form, before[1])) >= 0]
    place = min(next_, key=lambda span: span[0], default=None)
    if place is None or _has_words(texts[0][before[1] : place[0]]):
        for text, form in looked:
            at = text.find(form, before[0] + 1)
            if 0 <= at < before[1] < at + len(form):
                return at, at + len(form)
    return place


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _filled(text: str, spans: Sequence[Span | None]) -> list[Span]:
    """Give tokens without a place what lies between the places around them: a word each if there are as many."""
    filled: list[Span] = []
    while len(filled) < len(spans):
        place = spans[len(filled)]
        if place is not None:
            filled.append(place)
            continue
        start = filled[-1][1] if filled else 0
        rest = spans[len(filled) :]
        many = next((at for at, span in enumerate(rest) if span is not None), len(rest))
        end = next((span[0] for span in rest if span is not None), len(text))
        words = [match.span() for match in re.compile(r"\S+").finditer(text, start, max(start, end))]
        if len(words) != many:
            words = [(words[0][0], words[-1][1]) if words else (start, start)] * many
        filled += words
    return filled
