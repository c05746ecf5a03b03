"""How a text is cut into sentences, by named rules."""

from __future__ import annotations

from infrarouge.reading.rule import Later, Rule
from infrarouge.registry import Registry
from infrarouge.types import Word


def pieces(text: str, mark: str) -> list[Word]:
    """What stands between marks, without the empty pieces.

    >>> [piece.text for piece in pieces("a b<q>c", "<q>")]
    ['a b', 'c']
    """
    placed: list[Word] = []
    at = 0
    for piece in text.split(mark):
        if piece:
            placed.append(Word(piece, at, at + len(piece)))
        at += len(piece) + len(mark)
    return placed


def sentences(text: str, how: str, mark: str = "") -> list[Word]:
    """Cut a text into sentences by the named rule, each with its place; under `list` a text read alone is a sentence.

    >>> [sentence.text for sentence in sentences("a b\\nc", "newline")], sentences("a b", "none")
    (['a b', 'c'], [Word(text='a b', start=0, end=3)])
    """
    if how in ("none", "list"):
        return [Word(text, 0, len(text))]
    return pieces(text, {"newline": "\n", "period": ".", "marker": mark}[how])


def split(text: str, how: str, mark: str = "") -> list[str]:
    """The texts of the sentences.

    >>> split("a b<q>c", "marker", "<q>")
    ['a b', 'c']
    """
    return [sentence.text for sentence in sentences(text, how, mark)]


SENTENCES: Registry[Rule] = Registry("sentences rule")
SENTENCES.add("newline", Rule("newline", None, "one sentence a line"))
SENTENCES.add("period", Rule("period", None, "a sentence ends at every full stop"))
SENTENCES.add("none", Rule("none", None, "the whole text is one sentence"))
SENTENCES.add(
    "punkt",
    Rule(
        None, Later("infrarouge.reading.programs.punkt", "punkt"), "NLTK's Punkt for English, if its data is installed"
    ),
)
SENTENCES.add("list", Rule("list", None, "texts are given as lists of sentences"))
SENTENCES.add(
    "java-lines",
    Rule(None, Later("infrarouge.reading.programs.java", "lines"), "one sentence a line; blank ones vanish (rage4j)"),
)
SENTENCES.add(
    "rouge-chinese",
    Rule(
        None,
        Later("infrarouge.reading.programs.rouge_chinese", "sentences"),
        "lines, cut after Chinese full stops, question and exclamation marks (rouge-chinese)",
    ),
)
SENTENCES.add(
    "js-3.2.0",
    Rule(
        None,
        Later("infrarouge.reading.programs.segment", "segment_320"),
        "as js-rouge 3.2.0; it refuses many texts with line breaks",
        lowered=Later("infrarouge.reading.programs.segment", "lowered_segment_320"),
    ),
)
SENTENCES.add(
    "js-3.2.3",
    Rule(
        None,
        Later("infrarouge.reading.programs.segment", "segment_323"),
        "the rules of js-rouge 3.2.3",
        lowered=Later("infrarouge.reading.programs.segment", "lowered_segment_323"),
    ),
)
SENTENCES.add(
    "rouge2",
    Rule(None, Later("infrarouge.reading.programs.rouge2", "lines"), "one sentence a line, empty ones too (ROUGE 2.0)"),
)
MARKER = "marker:"
