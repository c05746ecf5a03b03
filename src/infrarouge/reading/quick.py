"""Quick ways of cutting texts that an engine may have beside the definitions in `programs`.

Each gives what its definition gives, or None for a text that it leaves to the definition.
"""

from __future__ import annotations

from collections.abc import Callable

JsSentences = Callable[[str, bool], "list[str] | None"]
JsSentences320 = Callable[[str], "list[str] | None"]


def js_sentences(text: str, neutral: bool) -> list[str] | None:
    """Leave every text to the definition of js-rouge's sentences, as an engine without a quicker way does.

    >>> js_sentences("One. Two.", False)
    """
    del text, neutral
    return None


def js_sentences_320(text: str) -> list[str] | None:
    """Leave every text to the definition of the sentences of js-rouge 3.2.0.

    >>> js_sentences_320("One. Two.")
    """
    del text
    return None


_js_sentences: JsSentences = js_sentences
_js_sentences_320: JsSentences320 = js_sentences_320


def cut_quickly_by(sentences: JsSentences, sentences_320: JsSentences320) -> None:
    """Let an engine cut js-rouge's sentences from now on; the engine that is loaded says so itself."""
    global _js_sentences, _js_sentences_320
    _js_sentences, _js_sentences_320 = sentences, sentences_320


def quick_js_sentences(text: str, neutral: bool) -> list[str] | None:
    """The sentences of a text as js-rouge 3.2.3 cuts them, or None if its definition has to.

    >>> quick_js_sentences("1. Mix it. 2. Bake it.", False)
    """
    return _js_sentences(text, neutral)


def quick_js_sentences_320(text: str) -> list[str] | None:
    """The sentences of a text as js-rouge 3.2.0 cuts them, or None if its definition has to.

    >>> quick_js_sentences_320("One.\\n\\nTwo.")
    """
    return _js_sentences_320(text)
