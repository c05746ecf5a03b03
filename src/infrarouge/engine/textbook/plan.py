"""The rules of one scorer, and how they read and count: what the native core offers as well."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from infrarouge.engine.textbook.kept import Greedy, SearchStore, Store
from infrarouge.engine.textbook.matches import find_matches
from infrarouge.errors import NOT_UTF8, TextFault
from infrarouge.matching import COUNT
from infrarouge.matching.base import Spec
from infrarouge.reading.arrow import ArrowTexts
from infrarouge.reading.document import Document, joined
from infrarouge.reading.limits import first_bytes, first_words
from infrarouge.reading.normalizers import LOWER, Steps
from infrarouge.reading.programs.punkt_rules import Parameters, sentences
from infrarouge.reading.sentences import SENTENCES, split
from infrarouge.reading.sides import offsets
from infrarouge.reading.tokens import NATIVE, TOKENS, coverage
from infrarouge.reading.words import WordRules
from infrarouge.scoring.formulas import usual
from infrarouge.types import (
    LOW_COVERAGE,
    MISSING,
    NO_WORDS,
    SEVERAL_SENTENCES,
    Flags,
    Floats,
    Integers,
    Positions,
    Side,
    Utf8,
)

T = TypeVar("T", bound=tuple[float, ...])


class Plan:
    """The rules of one scorer, ready to read and count; the native core offers the same class."""

    def __init__(self, **rules: Any) -> None:
        self.rules = rules
        self.words = WordRules(rules)
        self.sentenced = any(Spec(*spec).kind.endswith("_sum") for spec in rules["metrics"])
        self.normalize = Steps("+".join(rules["normalizer"]), rules["lowercase"]) if rules["normalizer"] else str

    def read(self, text: str) -> tuple[list[str], list[list[str]], int, int]:
        """Read one text: its words, its words by sentence, its letters and how many of them the words keep."""
        if not isinstance(text, str):
            raise TextFault("text", 0, type(text).__name__)
        document = self._text(str.__str__(text))
        return (
            list(document.flat),
            [list(words) for words in document.sentences],
            document.letters,
            document.kept,
        )

    def score(
        self,
        prediction: str | None,
        reference: str | None,
        alpha: float,
        labels: tuple[str, ...],
        kind: type[T],
        into: dict[str, T],
    ) -> int:
        """Score one pair of texts: ``into[label] = kind(precision, recall, F)``; returns both flags in one."""
        ours, flag = self.document(Side([prediction]), 0, "prediction")
        theirs, other = self.document(Side([reference]), 0, "reference")
        for label, spec in zip(labels, self.rules["metrics"], strict=True):
            into[label] = tuple.__new__(kind, usual(*self.compare(spec, ours, theirs), alpha))
        return flag | other

    def pair(self, prediction: Any, reference: Any) -> tuple[list[float], int]:
        """Count one pair, each text as the rules ask for it: a text, a list of sentences, or of lists of words.

        Returns the counts metric after metric, and both flags in one.
        """
        ours, flag = self.document(self._single(prediction, "prediction"), 0, "prediction")
        theirs, other = self.document(self._single(reference, "reference"), 0, "reference")
        return [float(number) for counted in self.compare_all(ours, theirs) for number in counted], flag | other

    def recall(self, prediction: Any, references: Any) -> float | None:
        """The largest recall of a list of words over such lists under the only metric; None where they are anything else."""
        lists: list[Any] = [prediction, *references] if type(references) is list and references else [None]
        if not all(type(words) is list and all(isinstance(word, str) for word in words) for words in lists):
            return None
        ours, *theirs = (self.document(Side(words, offsets([[words]]), offsets([words])), 0, "")[0] for words in lists)
        counted = [counts for reference in theirs for counts in self.compare_all(ours, reference)]
        return max(matched / total if total else 0.0 for matched, _, total in counted)

    def _single(self, text: Any, name: str) -> Side:
        """A text alone as a side of a batch."""
        ready = self.rules["tokens"] == "list"
        if not ready and self.rules["sentences"] != "list":
            return Side([text])
        for part in [text, *text] if ready and isinstance(text, list) else [text]:
            if not isinstance(part, list):
                raise TextFault(name, 0, type(part).__name__)
        if ready:
            return Side([word for sentence in text for word in sentence], offsets([text]), offsets(text))
        return Side(text, offsets([text]))

    def count(
        self,
        prediction: Side,
        reference: Side,
        rows: Integers | None,
        counts: Floats,
        prediction_flags: Flags,
        reference_flags: Flags,
        begin: int,
        end: int,
        threads: int,
        alpha: float | None = None,
    ) -> None:
        """Count every metric for rows `begin` to `end`, into `counts` and the flags; with `alpha`, score them."""
        for row in range(begin, end):
            ours, prediction_flags[row] = self.document(prediction, row, "prediction")
            for pair in range(row, row + 1) if rows is None else range(rows[row], rows[row + 1]):
                theirs, reference_flags[pair] = self.document(reference, pair, "reference")
                by_metric = self.compare_all(ours, theirs)
                counts[pair] = by_metric if alpha is None else [usual(*counted, alpha) for counted in by_metric]

    def matches(
        self, prediction: Side, reference: Side, rows: Integers | None, begin: int, end: int, threads: int
    ) -> tuple[Positions, Positions, Integers]:
        """Find what `count` counts for rows `begin` to `end`: places, runs and offsets, as `types.Matches` has them."""
        places: list[Any] = []
        numbers: list[int] = []
        offsets = [0]
        for row in range(begin, end):
            ours, _ = self.document(prediction, row, "prediction")
            for pair in range(row, row + 1) if rows is None else range(rows[row], rows[row + 1]):
                theirs, _ = self.document(reference, pair, "reference")
                for spec in self.rules["metrics"]:
                    for number, run in enumerate(find_matches(spec, self.rules, ours, theirs)):
                        places += run
                        numbers += [number] * len(run)
                    offsets.append(len(places))
        return (
            np.array(places, dtype=np.int32).reshape(-1, 2, 2),
            np.array(numbers, dtype=np.int32),
            np.array(offsets, dtype=np.int64),
        )

    def store(self) -> Store:
        """An empty store of texts to count against."""
        return Store(self)

    def index(self) -> SearchStore:
        """An empty index of texts to search."""
        return SearchStore(self)

    def greedy(self) -> Greedy:
        """A place for articles from which sentences are chosen."""
        return Greedy(self)

    def compare_all(self, prediction: Document, reference: Document) -> list[tuple[float, float, float]]:
        """Count every metric for one pair."""
        return [self.compare(spec, prediction, reference) for spec in self.rules["metrics"]]

    def compare(self, spec: Any, prediction: Document, reference: Document) -> tuple[float, float, float]:
        """Count one metric for one pair."""
        named = Spec(*spec)
        return COUNT[named.kind](prediction, reference, named, self.rules)

    def document(self, side: Side, at: int, name: str) -> tuple[Document, int]:
        """Read text `at` of a side, whichever form it came in, with its flag."""
        if side.texts is None:
            [text] = self._items(side.items, at, at + 1, name, at, missing=True)
            if not isinstance(text, str):
                return Document([], []), NO_WORDS | MISSING
            document = self._text(text)
        else:
            first, last = side.texts[at], side.texts[at + 1]
            if side.sentences is None:
                document = self._sentences(self._items(side.items, first, last, name, at))
            else:
                spans = list(zip(side.sentences[first:last], side.sentences[first + 1 : last + 1], strict=True))
                if isinstance(side.items, (list, tuple)):
                    document = self._ready([self._items(side.items, *span, name, at) for span in spans])
                else:
                    document = self._ready([side.items[begin:end] for begin, end in spans])
            if side.flat is not None and side.flat_texts is not None:
                flat = self._items(side.flat, side.flat_texts[at], side.flat_texts[at + 1], name, at)
                # With sentences they are texts to be cut, with tokens they are tokens.
                words = self.words.words(flat) if side.sentences is not None else joined(map(self._words, flat))
                document = Document(words, document.sentences)
        flag = LOW_COVERAGE if 2 * document.kept < document.letters else 0
        flag |= SEVERAL_SENTENCES if self.sentenced and sum(map(bool, document.sentences)) > 1 else 0
        return document, flag | (0 if document.flat else NO_WORDS)

    def _items(self, items: Any, begin: int, end: int, name: str, at: int, *, missing: bool = False) -> Sequence[Any]:
        """The texts, sentences or tokens from `begin` to `end`, which belong to text `at`; some may be missing."""
        if isinstance(items, (Utf8, ArrowTexts)):
            try:
                texts: Sequence[Any] = items.texts(begin, end)
            except UnicodeDecodeError:
                raise TextFault(name, at, NOT_UTF8) from None
        else:
            texts = items[begin:end]
        for text in texts:
            absent = text is None or (isinstance(text, float) and math.isnan(text))
            if not isinstance(text, str) and not (missing and absent):
                raise TextFault(name, at, type(text).__name__)
        # Of a class of the user's that is a str, the text counts that it holds, whatever its methods say.
        return [str.__str__(text) if isinstance(text, str) else text for text in texts]

    def _text(self, text: str) -> Document:
        document = self._sentences(self._split(text), text)
        return Document(self._words(text), document.sentences) if self.rules["whole"] else document

    def _split(self, text: str) -> list[str]:
        how = self.rules["sentences"]
        if how == "punkt":
            return sentences(text, Parameters.read(self.rules["punkt"]))
        function = SENTENCES[how].function if how in SENTENCES else None
        return split(text, how, self.rules["marker"]) if function is None else list(function(text))

    def _sentences(self, sentences: Sequence[str], whole: str | None = None) -> Document:
        rules = self.rules
        tokens = NATIVE.get(rules["tokens"])
        flat_view = sentence_view = sentences
        if rules["max_words"] is not None:
            flat_view = sentence_view = first_words(sentences, rules["max_words"], rules["leading_blank_word"])
        if rules["max_bytes"] is not None:
            flat_view = first_bytes(sentences, rules["max_bytes"])
            sentence_view = first_bytes(sentences, rules["max_bytes"], each=rules["bytes_per_sentence"])
        by_sentence = [self._words(sentence) for sentence in sentence_view]
        flat = [word for sentence in flat_view for word in self._words(sentence)]
        letters = kept = 0
        # ASCII text and the words of single programs lose no letters worth a warning, and are not searched for them.
        if tokens is not None and not all(map(str.isascii, sentences if whole is None else [whole])):
            for sentence in flat_view:
                more = coverage(self.prepared(sentence), tokens)
                letters, kept = letters + more[0], kept + more[1]
        return Document(flat, by_sentence, letters, kept)

    def prepared(self, sentence: str) -> str:
        """A sentence as it is cut into tokens: lower-cased, then normalized."""
        return self.normalize(LOWER[self.rules["lowercase"]](sentence))

    def _words(self, sentence: str) -> list[Any]:
        prepared = self.prepared(sentence)
        program = TOKENS[self.rules["tokens"]].function
        if program is not None:
            return self.words.words(program(prepared))
        return self.words.words(word.text for word in NATIVE[self.rules["tokens"]](prepared))

    def _ready(self, sentences: Iterable[Iterable[Any]]) -> Document:
        by_sentence = [self.words.words(words) for words in sentences]
        return Document([word for words in by_sentence for word in words], by_sentence)


def all_texts(items: list[Any]) -> bool:
    """Whether every item of a list is a text or a missing one.

    >>> all_texts(["a", None, float("nan")]), all_texts(["a", ["b"]])
    (True, False)
    """
    return all(type(item) is str or item is None or (isinstance(item, float) and math.isnan(item)) for item in items)


def beyond_ascii(items: list[Any]) -> list[int]:
    """Places of the items of a list that are neither missing nor texts of ASCII alone.

    >>> beyond_ascii(["a", "é", None, ["b"]])
    [1, 3]
    """
    return [
        at
        for at, item in enumerate(items)
        if not (
            item.isascii() if isinstance(item, str) else item is None or (isinstance(item, float) and math.isnan(item))
        )
    ]
