"""`RougeCalculator` of sumeval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, TypeAlias

from infrarouge.compat.sumeval.metrics.lang import LangEN, get_lang
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.engine.small import counted_words
from infrarouge.errors import MissingExtraError
from infrarouge.matching import LongestCommon, Metric, NGram
from infrarouge.reading.programs import sumeval
from infrarouge.reading.stopwords import stop_list
from infrarouge.rules.catalogue import profile

__all__ = ["RougeCalculator"]

READY = profile("sumeval-0.2.2", tokens="list", stopwords=None, max_words=None, max_bytes=None)
METHODS = ("tokenize", "tokenize_with_preprocess", "join", "is_stop_word", "stemming")
STEM_MIN = 3
Text: TypeAlias = "str | Sequence[str]"


class RougeCalculator:
    """Score a summary against its references, the summary first; every method returns F alone.

    Stop words are left out unless told otherwise. `stemming` looks up irregular forms, and only in the references.
    `word_limit` and `length_limit` keep the first words or characters of every text. `lang` is en, ja, zh, or an object
    with the methods of `infrarouge.compat.sumeval.metrics.lang.BaseLang`.

    >>> rouge = RougeCalculator(stopwords=False, lang="en")
    >>> rouge.rouge_n("the cat sat", ["the cat sat down", "a cat"], n=2), rouge.rouge_l("a b c", "a c", alpha=0.2)
    (0.5, 0.909090909090909)
    """

    def __init__(
        self,
        stopwords: bool = True,
        stemming: bool = False,
        word_limit: int = -1,
        length_limit: int = -1,
        lang: Any = "en",
    ) -> None:
        self.stemming = stemming
        self.stopwords = stopwords
        self.word_limit = word_limit
        self.length_limit = length_limit
        self.lang = lang
        if isinstance(lang, str):
            self._lang = get_lang(lang)
        elif all(hasattr(lang, method) for method in METHODS):
            # Anything else is found out when a text is read, as in sumeval.
            self._lang = lang

    def tokenize(self, text_or_words: Text, is_reference: bool = False) -> list[str]:
        """The words of a text, or of a list of words, that are compared.

        >>> RougeCalculator(stemming=True).tokenize("The feet of the cats", is_reference=True)
        ['foot', 'cats']
        """
        if type(text_or_words) is str and self._is_plain_english():
            return list(_english(text_or_words, bool(self.stopwords)))
        # The language is looked at where it is needed, and may be missing elsewhere.
        limited = self._limited(text_or_words)
        words: Iterable[str] = self._lang.tokenize_with_preprocess(limited) if isinstance(limited, str) else limited
        words = [word.strip().lower() for word in words]
        words = [word for word in words if word]
        if self.stopwords:
            words = [word for word in words if not self._lang.is_stop_word(word)]
        if self.stemming and is_reference:
            words = [self._lang.stemming(word, min_length=STEM_MIN) for word in words]
        return words

    def _is_plain_english(self) -> bool:
        """Whether texts are read as a whole by the rules for English, and nothing of the user's has a say."""
        limited = self.word_limit > 0 or self.length_limit > 0
        return not (limited or self.stemming) and type(getattr(self, "_lang", None)) is LangEN

    def _limited(self, text_or_words: Text) -> Text:
        if self.word_limit > 0:
            words = self._lang.tokenize(text_or_words) if isinstance(text_or_words, str) else text_or_words
            return str(self._lang.join(words[: self.word_limit]))
        if self.length_limit > 0:
            whole = text_or_words if isinstance(text_or_words, str) else self._lang.join(text_or_words)
            return str(whole[: self.length_limit])
        return text_or_words

    def rouge_n(self, summary: Text, references: Any, n: int, alpha: float = 0.5) -> float:
        """F of runs of n words; the counts of all references are added up."""
        if n < 1 or not isinstance(n, int):
            return self._sliced(summary, references, n, alpha)
        return self._score(NGram(n), summary, references, alpha)

    def rouge_1(self, summary: Text, references: Any, alpha: float = 0.5) -> float:
        """F of single words."""
        return self.rouge_n(summary, references, 1, alpha)

    def rouge_2(self, summary: Text, references: Any, alpha: float = 0.5) -> float:
        """F of pairs of neighbours."""
        return self.rouge_n(summary, references, 2, alpha)

    def rouge_l(self, summary: Text, references: Any, alpha: float = 0.5) -> float:
        """F of the longest common subsequence."""
        return self._score(LongestCommon(), summary, references, alpha)

    def rouge_be(self, summary: Text, references: Any, compare_type: str = "HMR", alpha: float = 0.5) -> float:
        """F of Basic Elements, which sumeval has from a parser; here the elements are scored by ``rougeBE``."""
        if find_spec("spacy") is None:
            raise MissingExtraError("spacy", "sumeval", "rouge_be", "pip install sumeval spacy")
        raise NotImplementedError(
            "rouge_be parses texts with spaCy in ways that infrarouge does not know; use sumeval's own, or write the "
            "elements as head|modifier|relation and score them with infrarouge.score(..., metrics='rougeBE-HMR')"
        )

    def _texts(self, summary: Text, references: Any) -> tuple[list[str], list[list[str]]]:
        ours = self.tokenize(summary)
        listed = [references] if isinstance(references, str) else references
        return ours, [self.tokenize(reference, is_reference=True) for reference in listed]

    def _score(self, metric: Metric, summary: Text, references: Any, alpha: float) -> float:
        ours, theirs = self._texts(summary, references)
        if not theirs:
            return 0
        runner = _runner(metric)
        counted = [counted_words(runner, [ours], [words]) for words in theirs]
        if None not in counted:
            matched, prediction, reference = (sum(int(one[at]) for one in counted if one) for at in range(3))
            return _f1(matched, prediction, reference, alpha)
        counts = runner.count(runner.row(ours, None, theirs)).counts
        matched, prediction, reference = map(int, counts[:, 0].sum(axis=0).tolist())
        return _f1(matched, prediction, reference, alpha)

    def _sliced(self, summary: Text, references: Any, n: int, alpha: float) -> float:
        """What slices of n words are where n is zero or less, or no whole number; sumeval counts them."""
        ours, theirs = self._texts(summary, references)

        def slices(words: list[str]) -> Counter[tuple[str, ...]]:
            starts = range(len(words) - n + 1) if len(words) - n + 1 > 0 else ()
            return Counter(tuple(words[at : at + n]) for at in starts)

        own = slices(ours)
        matches = sum((own & slices(reference)).total() for reference in theirs)
        count = max(len(ours) - n + 1, 0)
        return _f1(matches, count * len(theirs), sum(max(len(one) - n + 1, 0) for one in theirs), alpha)


@lru_cache(maxsize=8)
def _english(text: str, stopwords: bool) -> tuple[str, ...]:
    """The words of the last few texts are kept: one pair is scored in several metrics, call after call."""
    words = sumeval.words(text)
    stop = stop_list(LangEN.stop_words) if stopwords else ()
    return tuple(word for word in words if word not in stop)


@lru_cache(maxsize=16)
def _runner(metric: Metric) -> Runner:
    return runner_of(metric, READY)


def _f1(matched: float, prediction: float, reference: float, alpha: float) -> float:
    """F in the order of operations of sumeval; the integer 0 where it would divide by zero."""
    recall = matched / reference if reference else 0
    precision = matched / prediction if prediction else 0
    below = (1.0 - alpha) * precision + alpha * recall
    return precision * recall / below if below != 0 else 0
