"""From what the user gave to what an engine reads: the rules resolved once, and texts turned into sides of a batch.

A rule that is a user's callable (or exists in Python only) runs here, before the boundary; everything after it
runs in the engine, which then gets ready sentences or ready tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from infrarouge.errors import InputTypeError, UnknownNameError
from infrarouge.reading.analyzers.reading import AnalyzerReading, tokenizer_of
from infrarouge.reading.columns import TextColumn
from infrarouge.reading.containers import members
from infrarouge.reading.finishing import READY, Finishing
from infrarouge.reading.limits import LIMITS, ROUGE_155, first_words
from infrarouge.reading.normalizers import LOWER, Steps
from infrarouge.reading.returned import one_string, several_strings
from infrarouge.reading.rule import callable_of
from infrarouge.reading.sentences import MARKER, punkt_files, sentence_rule, split
from infrarouge.reading.sides import integers, is_missing, offsets, require_utf8, require_words, wrong_type
from infrarouge.reading.stemmers import exceptions_of, stemmer_rule
from infrarouge.reading.stopwords import stop_words
from infrarouge.reading.tokens import NATIVE, TOKENS, is_program
from infrarouge.registry import one_of
from infrarouge.rules.profile import Profile
from infrarouge.rules.quirks import Quirk
from infrarouge.types import Integers, Side, Splitter

LOWERCASE = ("unicode", "ascii", "turkish")
NATIVE_CASES = ("unicode", "ascii", None)
"""The rules of case that an engine knows."""
Numbers: TypeAlias = "Sequence[int] | Integers"
ASCII_WORDS = {"unicode": re.compile("[A-Za-z0-9]+"), "alnum": re.compile("[a-z0-9]+")}
"""What the words of ASCII text are under some rules, found faster."""


class Reader(Finishing):
    """The text rules of a profile, resolved: what runs in Python, and what the engine is told.

    >>> from infrarouge import profile
    >>> reader = Reader(profile(tokens=str.split, normalizer=None), sentences=False)
    >>> reader.native["tokens"], reader.side(["A b"], "prediction").items
    ('list', ['a', 'b'])
    """

    def __init__(self, profile: Profile, *, sentences: bool = True) -> None:
        self.words_of: Callable[[str], list[str]] | None = None
        """Cuts a sentence into words as `cutting` says; whoever has an engine sets it, and without it Python does."""
        rules = profile.text
        self.rules = rules
        self.needs_sentences = sentences
        one_of("flat rule", rules.flat, ("joined", "whole"))
        if rules.lowercase is not None:
            one_of("lowercase rule", rules.lowercase, LOWERCASE)
        self.lower = LOWER[rules.lowercase or "none"]
        self.analyzers = AnalyzerReading.of(rules.tokens)
        self.tokenize = None if self.analyzers else tokenizer_of(rules.tokens)
        self.tokenize_sentence = None if rules.sentence_tokens is None else tokenizer_of(rules.sentence_tokens)
        self.normalize = callable_of(rules.normalizer, "normalize", "normalizer")
        if self.normalize is None and rules.normalizer is not None:
            self.normalize = Steps(str(rules.normalizer), rules.lowercase)
        steps = self.normalize if isinstance(self.normalize, Steps) else None
        self.stem = callable_of(rules.stemmer, "stem", "stemmer")
        self.stemmer = "none"
        if self.stem is None and rules.stemmer is not None:
            native, self.stem = stemmer_rule(str(rules.stemmer))
            self.stemmer = native or "none"
        self.exceptions = exceptions_of(rules.stemmer)
        self.split, self.how, self.marker = self._sentence_rule()
        whole = rules.flat == "whole"
        known = self.split is not None and not (whole and self.normalize is not None)
        self.punkt = punkt_files(rules.sentences) if known else None
        self.blank_words = Quirk.LEADING_BLANK_WORD in profile.quirks
        self.limit = LIMITS[rules.limit]
        if self.blank_words and rules.limit == ROUGE_155:
            self.limit = self.limit._replace(words=partial(first_words, leading_blank=True))
        self.bytes_per_sentence = Quirk.BYTES_PER_SENTENCE in profile.quirks
        # Stop words come before the stemmer, so a stemmer in Python needs them here as well.
        self.stop = stop_words(rules)
        if rules.lang is not None:
            # A language's list is written as people write, and the words come in small letters and normalized.
            self.stop |= {self.prepared(word) for word in self.stop}
        ready = rules.tokens in READY
        if steps is not None and not ready:
            self.stop = frozenset(map(steps, self.stop))
        self.find_synonyms()
        finished = self.stem is not None or self.phrases is not None
        unlimited = (rules.max_words, rules.max_bytes) == (None, None)
        bare = unlimited and self.tokenize_sentence is None and not finished
        self.program = bare and is_program(rules.tokens, changed=self.normalize is not None or whole)
        last = finished or self.analyzers is not None or (self.tokenize is not None and not self.program)
        limited = not unlimited and rules.limit != ROUGE_155
        rewritten = self.normalize is not None and not (steps and steps.all_native)
        rewritten = rewritten or rules.lowercase not in NATIVE_CASES
        self.nested = self.how == "list" and self.split is None
        # This one may cut inside of words, and then the whole text has other words than its sentences.
        native_split = rules.sentences == "rouge-chinese" and (self.program or not whole)
        native_split = native_split or rules.sentences in ("java-lines", "rouge2") or self.punkt is not None
        split_here = self.split is not None and not (unlimited and native_split)
        listed = self.program and self.nested and whole
        in_python = not ready and (last or limited or rewritten or split_here or listed)
        # Punkt cuts between words only, so its sentences in a row are the whole text.
        apart = in_python and whole and not (rules.sentences == "punkt" and self.normalize is None)
        self.python_tokens = not ready and (last or (apart and not self.program))
        self.python_sentences = in_python
        self.whole = whole and not ready and (self.python_tokens or self.program)
        self.plain = not (ready or in_python or self.nested)
        self.native = self._native(ready or self.python_tokens)

    @property
    def depth(self) -> int:
        """How deeply a single text is nested under these rules: 0 for a str, 1 for tokens, 2 for tokens by sentence."""
        return int(self.rules.sentences == "list") + int(self.rules.tokens in READY)

    @property
    def cutting(self) -> dict[str, Any] | None:
        """What an engine is told that cuts words for a stemmer in Python; None where it cannot."""
        rules, steps = self.rules, self.normalize
        ours = self.analyzers is not None or self.tokenize is not None or self.tokenize_sentence is not None
        named = steps is None or (isinstance(steps, Steps) and steps.all_native)
        if ours or not named or not self.python_tokens or rules.lowercase not in NATIVE_CASES:
            return None
        return {
            "sentences": "none",
            "punkt": None,
            "lowercase": rules.lowercase or "none",
            "normalizer": steps.native if isinstance(steps, Steps) else [],
            "tokens": TOKENS[str(rules.tokens)].native,
            "stemmer": "none",
            "stop": [],
            "synonyms": [],
        }

    @property
    def two_views(self) -> bool:
        """Whether the flat view of a text can hold other words than its sentences one after another."""
        return self.whole or (self.rules.max_bytes is not None and self.bytes_per_sentence)

    def _sentence_rule(self) -> tuple[Splitter | None, str, str]:
        """The function that cuts sentences if it lives in Python, else the engine's word for the rule, and the marker."""
        rules = self.rules
        function: Splitter | None = callable_of(rules.sentences, "sentences", "sentences")
        how = str(rules.sentences) if function is None else "list"
        if how.startswith(MARKER):
            marker = how[len(MARKER) :]
            if not marker:
                raise UnknownNameError(
                    "the sentence marker is empty; type the mark after the colon: sentences='marker:<q>'"
                )
            return None, "marker", marker
        if function is None:
            rule = sentence_rule(how)
            function = rule.lowered if rules.lowercase and rule.lowered else rule.function
        if function is not None and rules.flat == "whole" and not self.needs_sentences:
            # Nobody looks at sentences, and the flat view does not depend on them.
            return None, "none", ""
        return function, how, ""

    def _native(self, tokens_ready: bool) -> dict[str, Any]:
        """What an engine is told about reading."""
        rules = self.rules
        text_done = tokens_ready or self.python_sentences
        ready_tokens = rules.tokens if rules.tokens == "ids" else "list"
        case = None if tokens_ready else TOKENS[str(rules.tokens)].case
        return {
            "sentences": "list" if text_done else "punkt" if self.punkt is not None else self.how,
            "punkt": None if text_done else self.punkt,
            "marker": require_utf8(self.marker, "sentence marker"),
            "lowercase": (None if text_done else rules.lowercase) or case or "none",
            "normalizer": self.normalize.native if isinstance(self.normalize, Steps) and not text_done else [],
            "tokens": ready_tokens if tokens_ready else TOKENS[str(rules.tokens)].native,
            "stemmer": "none" if self.phrases else self.stemmer,
            "stem_min": rules.stem_min,
            "stop": []
            if self.stem is not None or self.phrases
            else [require_utf8(word, "stop word") for word in sorted(self.stop)],
            "synonyms": [] if self.phrases else list(self.synonyms.items()),
            "exceptions": self.exceptions,
            "max_words": None if text_done else rules.max_words,
            "max_bytes": None if text_done else rules.max_bytes,
            "leading_blank_word": self.blank_words,
            "bytes_per_sentence": self.bytes_per_sentence,
            "whole": self.whole and not text_done,
        }

    # ------------------------------------------------------------ texts to sides

    def languages(self, references: Sequence[Any], rows: Integers | None) -> list[str] | None:
        """The language of each row under ``lang="auto"``, as its references tell it, and None under other rules."""
        return None if self.analyzers is None else self.analyzers.languages(references, rows)

    def side(
        self,
        texts: Sequence[Any],
        name: str,
        numbers: Numbers | None = None,
        languages: Sequence[str] | None = None,
        *,
        progress: bool = False,
    ) -> Side:
        """Turn a list of texts into a side of a batch.

        For messages, `name` is prediction or reference, and `numbers` are the rows of the texts, from 0 unless told.
        Under ``lang="auto"``, `languages` are those of the texts.
        """
        if self.analyzers is not None:
            self.analyzers.require(languages)
        numbers = range(len(texts)) if numbers is None else numbers
        if self.rules.tokens == "ids":
            return self._ids(texts, name, numbers)
        if self.rules.tokens == "list":
            return self._ready_tokens(texts, name, numbers)
        if self.python_sentences:
            return self._read(texts, name, numbers, languages, progress)
        if self.nested:
            lists = [self.strings(text, name, row) for row, text in zip(numbers, texts, strict=True)]
            return Side([sentence for text in lists for sentence in text], offsets(lists))
        if isinstance(texts, TextColumn) and texts.rows is None:
            return Side(texts.texts)
        return Side(texts if isinstance(texts, list) else list(texts))

    def _read(
        self, texts: Sequence[Any], name: str, numbers: Numbers, languages: Sequence[str] | None, progress: bool
    ) -> Side:
        """Run the stages up to the last one that lives in Python."""
        whole = self.whole
        documents: list[list[str]] = []
        wholes: list[list[str]] = []
        for row, text in zip(numbers, texts, strict=True):
            if self.nested:
                sentences = self.strings(text, name, row)
                text = "\n".join(sentences)
            elif is_missing(text):
                documents.append([])
                wholes.append([])
                continue
            elif not isinstance(text, str):
                raise InputTypeError(wrong_type(name, row, text))
            else:
                sentences = self.cut(str.__str__(text), name, row) if self.needs_sentences or not whole else []
            place = f"{name} {row}"
            documents.append([self._to_cut(sentence, place) for sentence in self.limited(sentences)])
            if whole:
                wholes.append([self._to_cut(" ".join(self.limited([text])), place)])
        if not self.python_tokens:
            side = Side([sentence for document in documents for sentence in document], offsets(documents))
            texts = [text for given in wholes for text in given]
            return side._replace(flat=texts, flat_texts=offsets(wholes)) if whole else side
        tokens = self._tokens_of(documents, name, numbers, languages, by_sentence=whole, progress=progress)
        side = Side([word for sentence in tokens for word in sentence], offsets(documents), offsets(tokens))
        if not whole:
            return side
        # A text that is missing has no whole, and one that is there has exactly one.
        flat = self._tokens_of(wholes, name, numbers, languages, progress=progress)
        filled = iter(flat)
        by_text = [next(filled) if text else [] for text in wholes]
        return side._replace(flat=[word for words in flat for word in words], flat_texts=offsets(by_text))

    def _tokens_of(
        self,
        documents: list[list[str]],
        name: str,
        numbers: Numbers,
        languages: Sequence[str] | None,
        by_sentence: bool = False,
        progress: bool = False,
    ) -> list[list[str]]:
        rows = [row for row, document in zip(numbers, documents, strict=True) for _ in document]
        sentences = [sentence for document in documents for sentence in document]
        if languages is not None:
            languages = [code for code, document in zip(languages, documents, strict=True) for _ in document]
        return self.tokens(sentences, rows, name, by_sentence, languages, progress)

    def cut(self, text: str, name: str = "text", row: int = 0) -> list[str]:
        """The sentences of a text, as the rule cuts them; `name` and `row` are for messages.

        >>> Reader(Profile(name="mine")).cut("a b\\nc")
        ['a b', 'c']
        """
        if self.split is None:
            return split(text, self.how, self.marker)
        return several_strings(self.split(text), row, name, "sentence splitter", "sentences")

    def limited(self, sentences: list[str]) -> list[str]:
        """The sentences within the length limit, where limits are applied in Python."""
        if self.rules.max_bytes is not None:
            return self.limit.bytes(sentences, self.rules.max_bytes)
        if self.rules.max_words is not None:
            return self.limit.words(sentences, self.rules.max_words)
        return sentences

    def _to_cut(self, sentence: str, place: str) -> str:
        """A sentence as it is cut into words: prepared, unless an engine does both."""
        by_engine = self.words_of is not None and not sentence.isascii()
        return sentence if by_engine else self.prepared(sentence, place)

    def prepared(self, sentence: str, place: str = "text 0") -> str:
        """A sentence lower-cased and normalized, as the tokenizer sees it; `place` is for messages."""
        sentence = self.lower(sentence)
        return one_string(self.normalize(sentence), place, "normalizer") if self.normalize is not None else sentence

    def tokenizer(self, by_sentence: bool = False) -> Callable[[str], Any] | None:
        """The tokenizer, if it is Python; `by_sentence`, the one that may be set for sentences where texts are read whole."""
        return self.tokenize_sentence if by_sentence and self.tokenize_sentence is not None else self.tokenize

    def tokens(
        self,
        sentences: Sequence[str],
        rows: Sequence[int],
        name: str,
        by_sentence: bool = False,
        languages: Sequence[str] | None = None,
        progress: bool = False,
    ) -> list[list[str]]:
        """The words of prepared sentences, stemmed where the stemmer is Python; `rows` and `name` are for messages."""
        raw = self.raw_tokens(sentences, rows, name, by_sentence, languages, progress)
        return self.stemmed_all(raw, rows, name)

    def raw_tokens(
        self,
        sentences: Sequence[str],
        rows: Sequence[int],
        name: str,
        by_sentence: bool = False,
        languages: Sequence[str] | None = None,
        progress: bool = False,
    ) -> list[list[str]]:
        """What the tokenizer makes of prepared sentences."""
        tokenize = self.tokenizer(by_sentence)
        if self.analyzers is not None:
            analyses = self.analyzers.read(sentences, languages, progress=progress)
            return [list(analysis.base) for analysis in analyses]
        if tokenize is not None:
            return [
                several_strings(tokenize(text), row, name, "tokenizer", "words")
                for text, row in zip(sentences, rows, strict=True)
            ]
        rule = str(self.rules.tokens)
        if rule in ASCII_WORDS:
            found = ASCII_WORDS[rule].findall
            return [found(text) if text.isascii() else self._defined(text) for text in sentences]
        return [self._defined(sentence) for sentence in sentences]

    def _defined(self, sentence: str) -> list[str]:
        if self.words_of is not None and not sentence.isascii():
            return self.words_of(sentence)
        return [word.text for word in NATIVE[str(self.rules.tokens)](sentence)]

    def strings(self, text: Any, name: str, row: int) -> list[str]:
        """The sentences of a text that is given as a list of them; a missing text has none."""
        if is_missing(text):
            return []
        if isinstance(text, str) or not isinstance(text, Iterable):
            raise InputTypeError(
                f"{name} {row} is {type(text).__name__}; with sentences='list' every text is a list of sentences (str)"
            )
        sentences = members(text, f"{name} {row}", "sentences")
        for sentence in sentences:
            if not isinstance(sentence, str):
                kind = type(sentence).__name__
                raise InputTypeError(f"{name} {row} holds {sentence!r} ({kind}); sentences are str")
        return sentences

    def _ready_tokens(self, texts: Sequence[Any], name: str, numbers: Numbers) -> Side:
        documents: list[list[list[str]]] = []
        for row, text in zip(numbers, texts, strict=True):
            if is_missing(text):
                documents.append([])
                continue
            if isinstance(text, str) or not isinstance(text, Iterable):
                raise InputTypeError(
                    f"{name} {row} is {type(text).__name__}; with tokens='list' every text is a list of tokens (str)"
                )
            parts = members(text, f"{name} {row}", "tokens")
            sentences = [members(part, f"{name} {row}", "tokens") for part in parts] if self.nested else [parts]
            for sentence in sentences:
                require_words(sentence, name, row)
            documents.append(sentences)
        rows = [row for row, document in zip(numbers, documents, strict=True) for _ in document]
        tokens = self.stemmed_all([sentence for document in documents for sentence in document], rows, name)
        return Side([word for sentence in tokens for word in sentence], offsets(documents), offsets(tokens))

    def _ids(self, texts: Sequence[Any], name: str, numbers: Numbers) -> Side:
        ignored = np.array(self.rules.ignore_ids, dtype=np.int64)
        documents: list[list[Integers]] = []
        for row, text in zip(numbers, texts, strict=True):
            if is_missing(text):
                documents.append([])
                continue
            parts = members(text, f"{name} {row}", "ids") if self.nested else [text]
            documents.append([integers(part, ignored, name, row) for part in parts])
        sentences = [sentence for document in documents for sentence in document]
        items = np.concatenate(sentences) if sentences else np.zeros(0, dtype=np.int64)
        return Side(np.ascontiguousarray(items, dtype=np.int64), offsets(documents), offsets(sentences))
