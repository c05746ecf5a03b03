"""From what the user gave to what an engine reads: the rules resolved once, and texts turned into sides of a batch.

A rule that is a user's callable (or exists in Python only) runs here, before the boundary; everything after it
runs in the engine, which then gets ready sentences or ready tokens.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence, Sized
from functools import cached_property, lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from infrarouge import data
from infrarouge.errors import NOT_UTF8, InputError, InputTypeError, UnknownNameError
from infrarouge.matching import Metric
from infrarouge.rules.profile import MatchRules, Profile, TextRules
from infrarouge.rules.quirks import Quirk
from infrarouge.registry import Registry, one_of
from infrarouge.reading.porter import exceptions
from infrarouge.types import Integers, Side, Splitter


class Rule(NamedTuple):
    """A named rule: the engine's word for it (None if it runs in Python), the function if so, and what it does.

    `lowered` takes the function's place where the text will be lower-cased, if the rule then works otherwise.
    """

    native: str | None
    function: Callable[[str], Any] | None
    about: str
    lowered: Callable[[str], Any] | None = None


class Later:
    """A function of another module, imported when it is first called.

    >>> Later("infrarouge.reading.programs.treebank", "tokenize_323")("don't")
    ['do', "n't"]
    """

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __call__(self, text: str) -> Any:
        return self.function(text)

    @cached_property
    def function(self) -> Callable[[str], Any]:
        return getattr(import_module(self.module), self.name)  # type: ignore[no-any-return]  # named in the table


def pltrdy_words(sentence: str) -> list[str]:
    """What stands between white space; a blank sentence is one empty word.

    >>> pltrdy_words(" a  b"), pltrdy_words(" ")
    (['a', 'b'], [''])
    """
    return sentence.split() or [""]


TOKENS: Registry[Rule] = Registry("tokens", "infrarouge.tokenizers()")
TOKENS.add(
    "unicode",
    Rule("unicode", None, "words of every script; Han, Kana, Thai, Lao, Khmer, Burmese by character"),
)
TOKENS.add("alnum", Rule("alnum", None, "runs of a-z and 0-9, as rouge-score reads; other scripts vanish"))
TOKENS.add("whitespace", Rule("whitespace", None, "what stands between white space, punctuation included"))
TOKENS.add("chars", Rule("chars", None, "single characters with their marks, without white space"))
TOKENS.add("list", Rule("list", None, "texts are given as lists of tokens"))
TOKENS.add("ids", Rule("ids", None, "texts are given as integer ids: lists or NumPy arrays"))

TOKENS.add("pltrdy", Rule(None, pltrdy_words, "white space separates; a blank sentence is one empty word (PyPI rouge)"))
TOKENS.add(
    "java-whitespace",
    Rule(
        None,
        Later("infrarouge.reading.programs.java", "words"),
        "ASCII white space separates, as Java's split: in front it makes an empty word (rage4j)",
    ),
)
for _release in ("3.2.0", "3.2.3"):
    TOKENS.add(
        f"treebank-js-{_release}",
        Rule(
            None,
            Later("infrarouge.reading.programs.treebank", f"tokenize_{_release.replace('.', '')}"),
            f"Penn Treebank words as js-rouge {_release} cuts them",
        ),
    )

SENTENCES: Registry[Rule] = Registry("sentences rule")
SENTENCES.add("newline", Rule("newline", None, "one sentence a line"))
SENTENCES.add("period", Rule("period", None, "a sentence ends at every full stop"))
SENTENCES.add("none", Rule("none", None, "the whole text is one sentence"))
SENTENCES.add(
    "punkt", Rule(None, Later("infrarouge.reading.programs.punkt", "punkt"), "NLTK's Punkt for English, if its data is installed")
)
SENTENCES.add("list", Rule("list", None, "texts are given as lists of sentences"))
SENTENCES.add(
    "java-lines", Rule(None, Later("infrarouge.reading.programs.java", "lines"), "one sentence a line; blank ones vanish (rage4j)")
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
        lowered=Later("infrarouge.reading.programs.segment", "segment_323_neutral"),
    ),
)
MARKER = "marker:"

STEMMERS: Registry[Rule] = Registry("stemmer")
STEMMERS.add("porter", Rule("porter", None, "Porter as NLTK applies it, as in rouge-score"))
STEMMERS.add("porter-1.5.5", Rule("porter155", None, "irregular forms by table, else the Porter of ROUGE-1.5.5"))
STEMMERS.add("porter-1.5.5-bare", Rule("porter155", None, "the Porter of ROUGE-1.5.5 with an empty table"))

NORMALIZERS: Registry[Rule] = Registry("normalizer")
for _form in ("NFC", "NFKC", "NFD", "NFKD"):
    NORMALIZERS.add(_form.lower(), Rule(None, partial(unicodedata.normalize, _form), f"Unicode normal form {_form}"))


def unaccent(text: str) -> str:
    """Take the accents off letters.

    >>> unaccent("naïve")
    'naive'
    """
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


def spaced(text: str) -> str:
    """Put a space for every run of characters other than a-z and 0-9.

    >>> spaced("don't stop")
    'don t stop'
    """
    return re.sub("[^a-z0-9]+", " ", text)


NORMALIZERS.add("unaccent", Rule(None, unaccent, "letters without their accents"))
NORMALIZERS.add("alnum", Rule(None, spaced, "a space for all that is not a-z or 0-9, before a tokenizer of one's own"))

STOPWORDS: Registry[str] = Registry("stop word list")
STOPWORDS.add("smart", "smart-stopwords.txt")

LOWERCASE = ("unicode", "ascii")
COUNTS = ("clipped", "set", "distinct")
UNIONS = ("both", "prediction", "values", "distinct", "sum", "exclusive")
TIES = ("reference", "prediction")


def tokenizers() -> dict[str, str]:
    """List the named tokenizers.

    >>> sorted(tokenizers())[:3]
    ['alnum', 'chars', 'ids']
    """
    return {name: rule.about for name, rule in TOKENS.items()}


def callable_of(rule: Any, method: str, name: str) -> Callable[[str], Any] | None:
    """Take a user's own rule: a function, or an object with the method that others of its kind have."""
    found = getattr(rule, method, None)
    if callable(found):
        return found  # type: ignore[no-any-return]  # an attribute of an unknown object
    if callable(rule):
        return rule  # type: ignore[no-any-return]  # likewise
    if isinstance(rule, str) or rule is None:
        return None
    raise InputTypeError(f"{name} is {type(rule).__name__}; give a name, a function, or an object with .{method}()")


@lru_cache(maxsize=16)
def stop_list(name: str) -> frozenset[str]:
    """Load a named stop word list, or a file with one word a line.

    >>> "the" in stop_list("smart")
    True
    """
    if name in STOPWORDS:
        return frozenset(data.read(STOPWORDS[name]).split())
    if not os.path.isfile(name):
        raise UnknownNameError(
            f"unknown stop word list {name!r}; type stopwords='smart', a file with one word a line, or a set of words"
        )
    with open(name, encoding="utf-8") as file:
        return frozenset(file.read().split())


def synonym_sets(given: str | Iterable[Iterable[str]]) -> list[list[str]]:
    """Bring synonyms to lists of words, sets that share a word becoming one; a str is a file with one set a line.

    >>> synonym_sets([("car", "auto"), ("big", "large"), ("auto", "automobile")])
    [['car', 'auto', 'automobile'], ['big', 'large']]
    """
    if isinstance(given, str):
        if not os.path.isfile(given):
            raise InputError(f"no synonyms file {given!r}; give a file with one set of words a line, or a mapping")
        with open(given, encoding="utf-8") as file:
            lines = file.read().splitlines()
        given = [line.replace(",", " ").split() for line in lines if line.strip() and not line.startswith("#")]
    home: dict[str, list[str]] = {}
    for one in given:
        merged = list(dict.fromkeys(word for known in one for word in home.get(known, [known])))
        home.update(dict.fromkeys(merged, merged))
    return list({id(words): words for words in home.values()}.values())


class Reader:
    """The text rules of a profile, resolved: what runs in Python, and what the engine is told.

    >>> reader = Reader(Profile(name="mine", text=TextRules(tokens=str.split)), sentences=False)
    >>> reader.native["tokens"], reader.side(["A b"], "prediction").items
    ('list', ['a', 'b'])
    """

    def __init__(self, profile: Profile, *, sentences: bool = True) -> None:
        rules = profile.text
        self.rules = rules
        self.needs_sentences = sentences
        one_of("flat rule", rules.flat, ("joined", "whole"))
        if rules.lowercase is not None:
            one_of("lowercase rule", rules.lowercase, LOWERCASE)
        self.tokenize = callable_of(rules.tokens, "tokenize", "tokens") or TOKENS[str(rules.tokens)].function
        self.normalize = callable_of(rules.normalizer, "normalize", "normalizer")
        if self.normalize is None and rules.normalizer is not None:
            self.normalize = NORMALIZERS[str(rules.normalizer)].function
        self.stem = callable_of(rules.stemmer, "stem", "stemmer")
        self.marker = ""
        self.split: Splitter | None = callable_of(rules.sentences, "sentences", "sentences")
        how = rules.sentences if isinstance(rules.sentences, str) else "list"
        if how.startswith(MARKER):
            self.marker, how = how[len(MARKER) :], "marker"
            if not self.marker:
                raise UnknownNameError(
                    "the sentence marker is empty; type the mark after the colon: sentences='marker:<q>'"
                )
        elif self.split is None:
            rule = SENTENCES[how]
            self.split = rule.lowered if rules.lowercase and rule.lowered else rule.function
        if self.split is not None and rules.flat == "whole" and not sentences:
            # Nobody looks at sentences, and the flat view does not depend on them.
            self.split, how = None, "none"
        self.how = how
        self.quirks = profile.quirks
        # Stop words come before the stemmer, so a stemmer in Python needs them here as well.
        self.stop = _stop_words(rules)
        ready = rules.tokens in ("list", "ids")
        last = self.tokenize is not None or self.stem is not None
        in_python = not ready and (last or self.normalize is not None or self.split is not None)
        # Punkt cuts between words only, so its sentences in a row are the whole text.
        apart = in_python and rules.flat == "whole" and not (rules.sentences == "punkt" and self.normalize is None)
        self.python_tokens = not ready and (last or apart)
        self.python_sentences = in_python
        self.nested = how == "list" and self.split is None
        self.plain = not (ready or in_python or self.nested)
        self.native = self._native(profile, how, ready or self.python_tokens)

    def _native(self, profile: Profile, how: str, tokens_ready: bool) -> dict[str, Any]:
        rules = profile.text
        text_done = tokens_ready or self.python_sentences
        stemmer = "none" if self.stem is not None or rules.stemmer is None else STEMMERS[str(rules.stemmer)].native
        return {
            "sentences": "list" if text_done else how,
            "marker": self.marker,
            "lowercase": "none" if text_done or rules.lowercase is None else rules.lowercase,
            "tokens": (rules.tokens if rules.tokens == "ids" else "list")
            if tokens_ready
            else TOKENS[str(rules.tokens)].native,
            "stemmer": stemmer,
            "stem_min": rules.stem_min,
            "stop": [] if self.stem is not None else sorted(self.stop),
            "synonyms": self._synonyms(rules),
            "exceptions": exceptions_of(rules.stemmer),
            "max_words": None if text_done else rules.max_words,
            "max_bytes": None if text_done else rules.max_bytes,
            "leading_blank_word": Quirk.LEADING_BLANK_WORD in profile.quirks,
            "bytes_per_sentence": Quirk.BYTES_PER_SENTENCE in profile.quirks,
        }

    def _synonyms(self, rules: TextRules) -> list[tuple[str, str]]:
        """Pair each word of a synonym set, read and stemmed as texts are, with the first of its set."""
        if rules.synonyms is None:
            return []
        pairs: dict[str, str] = {}
        for words in synonym_sets(rules.synonyms):
            read = [self._one_word(word) for word in words]
            pairs.update(dict.fromkeys(read, pairs.get(read[0], read[0])))
        return [(word, first) for word, first in pairs.items() if word != first]

    def _one_word(self, word: str) -> str:
        from infrarouge.engine import textbook

        tokens = [word]
        if self.rules.tokens not in ("list", "ids"):
            tokens = [str(one) for one in self._tokens(self._prepare(word))]
        if len(tokens) != 1:
            raise InputError(f"the synonym {word!r} reads as {len(tokens)} words {tokens}; give single words")
        plain = {"tokens": "list", "stop": [], "synonyms": []}
        stemmer = "none" if self.stem or self.rules.stemmer is None else STEMMERS[str(self.rules.stemmer)].native
        rules = {
            "stem_min": self.rules.stem_min,
            "stemmer": stemmer,
            "exceptions": exceptions_of(self.rules.stemmer),
        }
        stemmed = self._stemmed(tokens)[0]
        return str(textbook.Plan(**plain, **rules)._word(stemmed))

    # ------------------------------------------------------------ texts to sides

    def side(self, texts: Sequence[Any], name: str) -> Side:
        """Turn a list of texts into a side of a batch; `name` is prediction or reference, for messages."""
        if self.rules.tokens == "ids":
            return self._ids(texts, name)
        if self.rules.tokens == "list":
            return self._ready_tokens(texts, name)
        if self.python_sentences:
            return self._read(texts, name)
        if self.nested:
            lists = [self._strings(text, name, at) for at, text in enumerate(texts)]
            return Side([one for text in lists for one in text], offsets(lists))
        return Side(texts if isinstance(texts, list) else list(texts))

    def _read(self, texts: Sequence[Any], name: str) -> Side:
        """Run the stages up to the last one that lives in Python."""
        documents: list[list[Any]] = []
        flats: list[list[str]] = []
        whole = self.python_tokens and self.rules.flat == "whole"
        for at, text in enumerate(texts):
            if self.nested:
                sentences = self._strings(text, name, at)
                text = "\n".join(sentences)
            else:
                if text is None or text != text:  # NaN is the one value that differs from itself
                    documents.append([])
                    flats.append([])
                    continue
                if not isinstance(text, str):
                    raise InputTypeError(wrong_type(name, at, text))
                sentences = self._split(text) if self.needs_sentences or not whole else []
            pieces = [self._prepare(one) for one in self._limited(sentences)]
            documents.append([self._tokens(one) for one in pieces] if self.python_tokens else pieces)
            if whole:
                flats.append(self._tokens(self._prepare(" ".join(self._limited([text])))))
        if not self.python_tokens:
            return Side([one for text in documents for one in text], offsets(documents))
        sentences_of = [one for text in documents for one in text]
        side = Side([word for one in sentences_of for word in one], offsets(documents), offsets(sentences_of))
        if whole:
            side = side._replace(flat=[word for text in flats for word in text], flat_texts=offsets(flats))
        return side

    def _split(self, text: str) -> list[str]:
        from infrarouge.engine import textbook

        if self.split is not None:
            return list(self.split(text))
        return textbook.split(text, self.how, self.marker)

    def _limited(self, sentences: list[str]) -> list[str]:
        from infrarouge.engine import textbook

        if self.rules.max_bytes is not None:
            return textbook.first_bytes(sentences, self.rules.max_bytes)
        if self.rules.max_words is not None:
            blank = Quirk.LEADING_BLANK_WORD in self.quirks
            return textbook.first_words(sentences, self.rules.max_words, blank)
        return sentences

    def _prepare(self, sentence: str) -> str:
        from infrarouge.engine import textbook

        sentence = textbook.LOWER[self.rules.lowercase or "none"](sentence)
        return self.normalize(sentence) if self.normalize is not None else sentence

    def _tokens(self, sentence: str) -> list[str]:
        from infrarouge.engine import textbook

        if self.tokenize is not None:
            tokens = list(self.tokenize(sentence))
        else:
            tokens = [word.text for word in textbook.TOKENS[str(self.rules.tokens)](sentence)]
        for token in tokens:
            if not isinstance(token, str):
                raise InputTypeError(
                    f"the tokenizer returned {token!r} ({type(token).__name__}); it must return words as str"
                )
        return self._stemmed(tokens)

    def _stemmed(self, tokens: list[str]) -> list[str]:
        """Apply a stemmer that lives in Python, after the stop words; the engine does it otherwise."""
        if self.stem is None:
            return tokens
        kept = [one for one in tokens if one not in self.stop]
        return [self.stem(one) if len(one) >= self.rules.stem_min else one for one in kept]

    def _strings(self, text: Any, name: str, at: int) -> list[str]:
        if text is None or isinstance(text, float):
            return []
        if isinstance(text, str) or not isinstance(text, Iterable):
            raise InputTypeError(
                f"{name} {at} is {type(text).__name__}; with sentences='list' every text is a list of sentences (str)"
            )
        found = list(text)
        for one in found:
            if not isinstance(one, str):
                raise InputTypeError(f"{name} {at} holds {one!r} ({type(one).__name__}); sentences are str")
        return found

    def _ready_tokens(self, texts: Sequence[Any], name: str) -> Side:
        documents: list[list[list[str]]] = []
        for at, text in enumerate(texts):
            if text is None or isinstance(text, float):
                documents.append([])
                continue
            if isinstance(text, str) or not isinstance(text, Iterable):
                raise InputTypeError(
                    f"{name} {at} is {type(text).__name__}; with tokens='list' every text is a list of tokens (str)"
                )
            sentences = [list(one) for one in text] if self.nested else [list(text)]
            for sentence in sentences:
                for one in sentence:
                    if not isinstance(one, str):
                        kind = type(one).__name__
                        more = " (for integers type tokens='ids')" if isinstance(one, (int, np.integer)) else ""
                        more = more or (
                            " (for tokens by sentence add sentences='list')" if isinstance(one, list) else ""
                        )
                        raise InputTypeError(f"{name} {at} holds {one!r} ({kind}); tokens are str{more}")
            documents.append([self._stemmed(one) for one in sentences])
        sentences_of = [one for text in documents for one in text]
        return Side([word for one in sentences_of for word in one], offsets(documents), offsets(sentences_of))

    def _ids(self, texts: Sequence[Any], name: str) -> Side:
        ignored = np.array(self.rules.ignore_ids, dtype=np.int64)
        documents: list[list[Integers]] = []
        for at, text in enumerate(texts):
            if text is None or isinstance(text, float):
                documents.append([])
                continue
            parts = list(text) if self.nested else [text]
            documents.append([_integers(one, ignored, name, at) for one in parts])
        sentences_of = [one for text in documents for one in text]
        items = np.concatenate(sentences_of) if sentences_of else np.zeros(0, dtype=np.int64)
        return Side(np.ascontiguousarray(items, dtype=np.int64), offsets(documents), offsets(sentences_of))


def _integers(text: Any, ignored: Integers, name: str, at: int) -> Integers:
    try:
        found = np.asarray(text)
    except Exception as error:
        raise InputTypeError(f"{name} {at} cannot be read as integer ids: {error}") from None
    if found.size == 0:
        return np.zeros(0, dtype=np.int64)
    if found.dtype.kind not in "iu" or found.ndim != 1:
        raise InputTypeError(
            f"{name} {at} is {found.dtype} with {found.ndim} dimensions; with tokens='ids' every text is a flat list "
            "or array of integers"
        )
    ids = found.astype(np.int64)
    return ids[~np.isin(ids, ignored)] if ignored.size else ids


def _stop_words(rules: TextRules) -> frozenset[str]:
    if rules.stopwords is None:
        return frozenset()
    return stop_list(rules.stopwords) if isinstance(rules.stopwords, str) else rules.stopwords


def exceptions_of(stemmer: Any) -> list[tuple[str, str]]:
    """The irregular forms a stemmer looks up before its rules.

    >>> ("were", "be") in exceptions_of("porter-1.5.5"), exceptions_of("porter-1.5.5-bare")
    (True, [])
    """
    return list(exceptions().items()) if stemmer == "porter-1.5.5" else []


def offsets(lists: Sequence[Sized]) -> Integers:
    """Where each of several lists starts and ends once they are put one after another.

    >>> offsets([[1, 2], [], [3]]).tolist()
    [0, 2, 2, 3]
    """
    ends = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum([len(one) for one in lists], out=ends[1:])
    return ends


def wrong_type(name: str, at: int, text: Any) -> str:
    """Say that a text is no str, and what to type instead."""
    kind = text if isinstance(text, str) else type(text).__name__
    if kind == NOT_UTF8:
        return f"{name} {at} is {kind}; give texts in UTF-8, or decode them first: data.decode(encoding)"
    hint = "; give a str, or None for a missing text"
    if kind in ("list", "tuple", "ndarray"):
        hint = "; for ready sentences type sentences='list', for ready tokens tokens='list', for integers tokens='ids'"
    elif kind == "bytes":
        hint = "; decode it first: text.decode('utf-8')"
    return f"{name} {at} is {kind}, not str{hint}"


def plan_rules(profile: Profile, metrics: Iterable[Metric], reader: Reader) -> dict[str, Any]:
    """Everything an engine's `Plan` is told."""
    match: MatchRules = profile.match
    return {
        **reader.native,
        "metrics": [tuple(one.spec) for one in metrics],
        "count": one_of("count rule", match.count, COUNTS),
        "union": one_of("union rule", match.union, UNIONS),
        "tie": one_of("tie rule", match.tie, TIES),
        "su_last_word": Quirk.SU_LAST_WORD in profile.quirks,
        "w_reference_runs": Quirk.W_REFERENCE_RUNS in profile.quirks,
        "w_open_runs": Quirk.W_OPEN_RUNS in profile.quirks,
        "w_flat_prediction": Quirk.W_FLAT_PREDICTION in profile.quirks,
    }
