"""How a reader uses analysers: one for all texts, or under ``lang="auto"`` one for each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from infrarouge.errors import InputError, UnknownNameError
from infrarouge.progress import chunks
from infrarouge.reading.analyzers import Analysis, Analyzer, analyzer_of
from infrarouge.reading.analyzers.objects import token_analyzer
from infrarouge.reading.rule import callable_of
from infrarouge.reading.scripts import language_of
from infrarouge.reading.tokens import NATIVE, TOKENS
from infrarouge.rules.languages import AUTO
from infrarouge.types import Integers

FIRST_PIECE = 64
"""Texts that an analyser reads at first; then as many more as take a moment."""


class AnalyzerReading:
    """The analysers of a token rule, and the texts read by them.

    >>> AnalyzerReading.of("unicode") is None, AnalyzerReading.of("auto").languages(["신문", "journal"], None)
    (True, ['ko', 'Latin'])
    """

    def __init__(self, analyzer: Analyzer | None, by_language: Mapping[str, Analyzer] | None) -> None:
        self.analyzer, self.by_language = analyzer, by_language

    @classmethod
    def of(cls, rule: Any) -> AnalyzerReading | None:
        """The analysers behind a token rule: one, those of ``auto:ja=...,ko=...``, or None for other rules."""
        analyzer = token_analyzer(rule)
        if analyzer is not None:
            return cls(analyzer, None)
        if not isinstance(rule, str) or rule.partition(":")[0] != AUTO:
            return None
        by_language: dict[str, Analyzer] = {}
        for part in filter(None, rule.partition(":")[2].split(",")):
            code, _, name = part.partition("=")
            analyzer = analyzer_of(name)
            if analyzer is None:
                raise UnknownNameError(f"tokens is {rule!r}, and {name!r} for {code!r} is no analyser of a language")
            by_language[code] = analyzer
        return cls(None, by_language)

    def languages(self, references: Sequence[Any], rows: Integers | None) -> list[str] | None:
        """The language of each row under ``lang="auto"``, and None under other rules.

        The references of a row decide alone, so that all texts of a row are read by one analyser, and the texts of
        every system by the same. `rows` tells whose the references are.
        """
        if self.by_language is None:
            return None
        ends = range(len(references) + 1) if rows is None else rows.tolist()
        return [language_of(references[ends[at] : ends[at + 1]]) for at in range(len(ends) - 1)]

    def require(self, languages: Sequence[str] | None) -> None:
        """Refuse texts that meet without rows, for which no language was decided."""
        if self.by_language is not None and languages is None:
            raise InputError(
                "lang='auto' chooses an analyser for each row by its references, and here texts meet without rows; name "
                "the language, such as lang='ko', or type tokens='unicode'"
            )

    def read(
        self, sentences: Sequence[str], languages: Sequence[str] | None = None, *, progress: bool = False
    ) -> list[Analysis]:
        """What the analyser says of each sentence; under ``lang="auto"`` that of its language, else of its letters."""
        if self.by_language is None:
            assert self.analyzer is not None, "there is one analyser, or there are several"
            return _analysed(self.analyzer, sentences, progress)
        codes = [language_of([sentence]) for sentence in sentences] if languages is None else languages
        analyses: dict[int, Analysis] = {}
        for code in dict.fromkeys(codes):
            places = [at for at, other in enumerate(codes) if other == code]
            texts = [sentences[at] for at in places]
            analyzer = self.by_language.get(code)
            read = (
                [unicode_analysis(text) for text in texts] if analyzer is None else _analysed(analyzer, texts, progress)
            )
            analyses.update(zip(places, read, strict=True))
        return [analyses[at] for at in range(len(sentences))]


def _analysed(analyzer: Analyzer, sentences: Sequence[str], progress: bool) -> list[Analysis]:
    """What an analyser says of sentences, each distinct one once."""
    distinct = list(dict.fromkeys(sentences))
    first = FIRST_PIECE if getattr(analyzer, "in_pieces", False) else max(1, len(distinct))
    table: dict[str, Analysis] = {}
    for begin, end in chunks(len(distinct), first, shown=progress, what="reading"):
        piece = distinct[begin:end]
        table.update(zip(piece, analyzer.analyze(piece), strict=True))
    return [table[sentence] for sentence in sentences]


def unicode_analysis(text: str) -> Analysis:
    """Unicode words in the form of an analysis, for texts that no analyser of a language reads.

    >>> unicode_analysis("naïve 東")
    Analysis(surface=['naïve', '東'], base=['naïve', '東'], spans=[(0, 5), (6, 7)])
    """
    words = NATIVE["unicode"](text)
    forms = [word.text for word in words]
    return Analysis(forms, forms, [(word.start, word.end) for word in words])


def tokenizer_of(rule: Any) -> Callable[[str], Any] | None:
    """The function that cuts a text by a token rule, if it is Python: an analyser's, a user's own or a named one."""
    analyzer = token_analyzer(rule)
    if analyzer is not None:
        return lambda text: analyzer.analyze([text])[0].base
    return callable_of(rule, "tokenize", "tokens") or TOKENS[str(rule)].function
