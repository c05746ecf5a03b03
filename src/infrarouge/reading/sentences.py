"""How a text is cut into sentences, by named rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from infrarouge.errors import UnknownNameError
from infrarouge.reading.rule import Later, Rule
from infrarouge.registry import Registry
from infrarouge.rules.libraries import SENTENCEX, require, split_version
from infrarouge.types import Word

if TYPE_CHECKING:
    from infrarouge.reading.programs.punkt_rules import Data


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
    if how == "newline":  # without their places, which cost more than the cutting
        return [line for line in text.split("\n") if line]
    return [sentence.text for sentence in sentences(text, how, mark)]


SENTENCES: Registry[Rule] = Registry("sentences rule")
SENTENCES.add("newline", Rule("newline", None, "one sentence a line"))
SENTENCES.add("period", Rule("period", None, "a sentence ends at every full stop"))
SENTENCES.add("none", Rule("none", None, "the whole text is one sentence"))
SENTENCES.add(
    "punkt",
    Rule(
        None,
        Later("infrarouge.reading.programs.punkt", "punkt"),
        "NLTK's Punkt, for English unless it is named with a language, if its data is installed",
    ),
)
SCRIPTS = "infrarouge.reading.script_sentences"
SENTENCES.add(
    "t5", Rule(None, Later(SCRIPTS, "t5_sentences"), "lines, and a full stop between blanks ends a sentence (T5)")
)
SENTENCES.add(
    "script",
    Rule(
        None,
        Later(SCRIPTS, "script_sentences"),
        "the full stops of every script, by rules of our own without a dictionary",
    ),
)
SENTENCES.add(
    "auto", Rule(None, Later(SCRIPTS, "auto_sentences"), "lines where a text has several, otherwise as `script`")
)
SENTENCES.add("list", Rule("list", None, "texts are given as lists of sentences"))
SENTENCES.add(
    "java-lines",
    Rule(
        "java-lines",
        Later("infrarouge.reading.programs.java", "lines"),
        "one sentence a line; blank ones vanish (rage4j)",
    ),
)
SENTENCES.add(
    "rouge-chinese",
    Rule(
        "rouge-chinese",
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
    Rule(
        "rouge2",
        Later("infrarouge.reading.programs.rouge2", "lines"),
        "one sentence a line, empty ones too (ROUGE 2.0)",
    ),
)
MARKER = "marker:"

AUTO, PUNKT = "auto:", "punkt:"
"""What stands before the rule for texts of one line, and before a language of Punkt."""


def punkt_language(rule: object) -> str | None:
    """The language of a rule that is Punkt's, and None of any other rule.

    >>> punkt_language("punkt"), punkt_language("punkt:german"), punkt_language("newline")
    ('english', 'german', None)
    """
    if not isinstance(rule, str) or not f"{rule}:".startswith(PUNKT):
        return None
    return rule.removeprefix(PUNKT) if rule.startswith(PUNKT) else "english"


def punkt_files(rule: object) -> Data | None:
    """What an engine needs to cut sentences by Punkt; None of other rules, and where it is not installed."""
    language = punkt_language(rule)
    if language is None:
        return None
    from infrarouge.reading.programs.punkt_data import punkt_data  # for start-up time

    return punkt_data(language)


def sentence_rule(name: str) -> Rule:
    """Find a sentence rule by its name, or by one with something after a colon.

    Those are ``punkt:<language>``, ``sentencex:<language>`` and ``auto:<rule>``, lines where a text has several.

    >>> sentence_rule("newline").native, sentence_rule("auto:t5").function("a . b")
    ('newline', ['a .', 'b'])
    """
    if name.startswith(AUTO):
        return Rule(None, partial(_lines_or, _alone(name.removeprefix(AUTO))), f"lines, or {name.removeprefix(AUTO)}")
    if name.startswith(PUNKT):
        from infrarouge.reading.programs.punkt import punkt  # for start-up time

        language = name.removeprefix(PUNKT)
        return Rule(None, partial(punkt, language=language), f"NLTK's Punkt for {language.title()}")
    if name.startswith(SENTENCEX):
        require(name)
        language = split_version(name)[0].removeprefix(SENTENCEX)
        return Rule(None, partial(_sentencex, language), f"the rules of sentencex for {language}")
    if name == SENTENCEX.rstrip(":"):
        raise UnknownNameError(
            "sentencex needs the code of a language; type it after a colon: sentences='sentencex:de'"
        )
    return SENTENCES[name]


def _alone(name: str) -> Callable[[str], Iterable[str]]:
    """How a text of one line is cut by a rule, whichever engine has it."""
    if name.startswith(MARKER):
        return partial(split, how="marker", mark=name.removeprefix(MARKER))
    rule = sentence_rule(name)
    return rule.function if rule.function is not None else partial(split, how=str(rule.native))


def _lines_or(cut: Callable[[str], Iterable[str]], text: str) -> list[str]:
    from infrarouge.reading.script_sentences import lines_of  # for start-up time

    return lines_of(text) or list(cut(text))


def _sentencex(language: str, text: str) -> list[str]:
    from sentencex import segment  # an extra

    return [piece.strip() for piece in segment(language, text) if piece.strip()]
