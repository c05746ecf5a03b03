"""Quick ways of cutting texts that an engine may have beside the definitions in `programs`.

Each gives what its definition gives, or None for a text that it leaves to the definition.
"""

from __future__ import annotations

from collections.abc import Callable

JsSentences = Callable[[str, bool], "list[str] | None"]


def js_sentences(text: str, neutral: bool) -> list[str] | None:
    """Leave every text to the definition of js-rouge's sentences, as an engine without a quicker way does.

    >>> js_sentences("One. Two.", False)
    """
    del text, neutral
    return None


_js_sentences: JsSentences = js_sentences


def cut_quickly_by(sentences: JsSentences) -> None:
    """Let an engine cut js-rouge's sentences from now on; the engine that is loaded says so itself."""
    global _js_sentences
    _js_sentences = sentences


def quick_js_sentences(text: str, neutral: bool) -> list[str] | None:
    """The sentences of a text as js-rouge 3.2.3 cuts them, or None if its definition has to.

    >>> quick_js_sentences("1. Mix it. 2. Bake it.", False)
    """
    return _js_sentences(text, neutral)
