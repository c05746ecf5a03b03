"""`RougeScorer` of XL-Sum: rouge-score for many languages."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

from infrarouge.compat.rouge_score.rouge_scorer import check_type, lcs_ind, score_sentences, score_tokens
from infrarouge.compat.xlsum import scoring
from infrarouge.compat.xlsum.scoring import Score
from infrarouge.compat.xlsum.tokenization_wrapper import tokenize
from infrarouge.reading.porter import porter
from infrarouge.reading.programs.xlsum import cut, words
from infrarouge.reading.programs.xlsum_languages import MAKERS, SEGMENTERS

__all__ = ["MultiStemmer", "MultiTokenizer", "RougeScorer", "lcs_ind"]

ALIASES = {
    "bangla": "bengali",
    "turkce": "turkish",
    "chinese_simplified": "chinese",
    "chinese_traditional": "chinese",
    "mundo": "spanish",
}


class MultiTokenizer:
    """Cuts sanitized text: with a function of the user's, with the segmenter of a language, or by kinds of characters.

    >>> MultiTokenizer()("covid19 5€"), MultiTokenizer(lang="burmese")("မြန်မာ")
    (['covid', '19', '5', '€'], ['မြန်', 'မာ'])
    """

    def __init__(self, lang: Any = None, callable_tokenizer: Callable[[str], Any] | None = None) -> None:
        self.segment = callable_tokenizer or SEGMENTERS.get(ALIASES.get(lang, lang))

    def __call__(self, text: str) -> list[Any]:
        tokens = None if self.segment is None else self.segment(text)
        if self.segment is not None and not tokens:
            warnings.warn("the tokenizer found no tokens; the default one takes its place", stacklevel=2)
        return list(tokens) if tokens else cut(text.split())


class MultiStemmer:
    """Stems tokens longer than `min_char_length`: with a function of the user's, or as the language has it.

    Without a language it is Porter's stemmer; a language that has none gets a warning, and no stemming.

    >>> MultiStemmer()("houses"), MultiStemmer(lang="english")("having")
    ('hous', 'having')
    """

    def __init__(
        self, lang: Any = None, callable_stemmer: Callable[[str], Any] | None = None, min_char_length: int = 3
    ) -> None:
        name = ALIASES.get(lang, lang)
        self.min_char_length = min_char_length
        self.stem: Callable[[str], Any] | None = callable_stemmer
        if callable_stemmer is None:
            if name is None or name == "porter":
                self.stem = porter
            elif name in MAKERS:
                self.stem = MAKERS[name]()
            else:
                warnings.warn(f"there is no stemmer for the language {lang!r}; tokens are not stemmed", stacklevel=3)

    def __call__(self, token: str) -> Any:
        return self.stem(token) if self.stem is not None and len(token) > self.min_char_length else token


class RougeScorer(scoring.BaseScorer):
    """Scores one prediction a call; the reference comes first.

    Options are `use_stemmer`, `lang`, `callable_tokenizer`, `callable_stemmer` and `min_char_length`; others are ignored.
    Types are rouge1 to rouge9, rougeL and rougeLsum. As in XL-Sum, rougeLsum knows no segmenter and no tokenizer of the
    user's: its words are what stands between white space and punctuation.

    >>> scorer = RougeScorer(["rouge1", "rougeLsum"])
    >>> scores = scorer.score("covid19 spreads", "covid 19 spreads")
    >>> scores["rouge1"].fmeasure, scores["rougeLsum"].recall
    (1.0, 0.5)
    """

    def __init__(self, rouge_types: Iterable[str], **kwargs: Any) -> None:
        self.rouge_types = rouge_types
        lang = kwargs.get("lang")
        self._tokenizer = MultiTokenizer(lang, kwargs.get("callable_tokenizer"))
        self._stemmer: MultiStemmer | None = None
        if kwargs.get("use_stemmer", False):
            self._stemmer = MultiStemmer(lang, kwargs.get("callable_stemmer"), kwargs.get("min_char_length", 3))

    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score a prediction against its target.

        >>> RougeScorer(["rouge2"]).score("a b c", "a b")["rouge2"].recall
        0.5
        """
        labels = tuple(dict.fromkeys(self.rouge_types))
        flat = tuple(label for label in labels if label != "rougeLsum")
        scores: dict[str, Score] = {}
        if flat:
            # The target is read first: a stemmer may remember what it has seen.
            texts = [self._words(text) for text in (target, prediction)]
            scores = score_tokens(tuple(check_type(label) for label in flat), *texts)
        if len(flat) < len(labels):
            scores["rougeLsum"] = score_sentences(*(self._lines(text) for text in (target, prediction)))
        return {label: scores[label] for label in labels}

    def _words(self, text: Any) -> list[Any]:
        usual = type(self._tokenizer) is MultiTokenizer and self._tokenizer.segment is None and self._stemmer is None
        if usual and type(text) is str:
            return words(text.lower())
        return tokenize(text, self._stemmer, self._tokenizer)

    def _lines(self, text: Any) -> list[list[Any]]:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return [tokenize(line, self._stemmer) for line in text.split("\n") if line]
