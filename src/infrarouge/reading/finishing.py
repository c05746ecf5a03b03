"""What becomes of tokens where Python does it: stop words dropped, stems, and one word for each class of synonyms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from infrarouge.errors import InputError
from infrarouge.reading.returned import one_string
from infrarouge.reading.sides import require_utf8
from infrarouge.reading.stemmers import stem
from infrarouge.reading.synonyms import Classes, Entry, base_entry, classes_of
from infrarouge.rules.profile import TextRules
from infrarouge.rules.wordlists import WordSets

READY = ("list", "ids")
"""Token rules under which the user hands over words, and no text is cut."""


class Finishing:
    """The last stage of a reader; the stages before it are the reader's own."""

    rules: TextRules
    analyzers: Any
    stop: frozenset[str]
    stem: Callable[[str], str] | None
    stemmer: str
    exceptions: list[tuple[str, str]]
    synonyms: dict[str, str]
    """Single words with synonyms, and what stands for them."""
    phrases: Classes | None
    """All synonyms, if some have several words."""

    def prepared(self, sentence: str, place: str = "text 0") -> str:
        """A sentence as the tokenizer sees it."""
        raise NotImplementedError

    def raw_tokens(self, sentences: Sequence[str], rows: Sequence[int], name: str) -> list[list[str]]:
        """What the tokenizer makes of prepared sentences."""
        raise NotImplementedError

    def find_synonyms(self) -> None:
        """Resolve the synonyms, once all rules before them are."""
        self._irregular = dict(self.exceptions)
        classes = self._synonym_classes()
        self.synonyms = {} if classes is None else classes.words
        # A phrase is found among the stemmed words, so that nothing is left for an engine to do to them.
        self.phrases = classes if classes is not None and classes.phrases else None

    def _synonym_classes(self) -> Classes | None:
        """The synonyms, read and stemmed as texts are."""
        sets = self.rules.synonyms
        if sets is None:
            return None

        def refuse(entry: str) -> Exception:
            return InputError(f"the synonym {entry!r} reads as 0 words; give words that the rules keep")

        # A dictionary has entries of all kinds, and those without words match nothing.
        return classes_of(sets, self._read_entries, refuse=None if isinstance(sets, WordSets) and sets.name else refuse)

    def _read_entries(self, entries: list[str]) -> list[Entry]:
        for entry in entries:
            require_utf8(entry, "synonym")
        if self.rules.tokens in READY:
            tokens = [[entry] if self.rules.tokens == "ids" else entry.split() for entry in entries]
        else:
            prepared = [self.prepared(entry, f"synonym {entry!r}") for entry in entries]
            tokens = self.raw_tokens(prepared, range(len(entries)), "synonym")
        if self.analyzers is not None:
            tokens = [list(base_entry(words, entry)) for words, entry in zip(tokens, entries, strict=True)]
        # A synonym that is a stop word is dropped from the texts; in a phrase it is dropped from both.
        kept = [[word for word in words if len(words) == 1 or word not in self.stop] for words in tokens]
        return [
            tuple([one_string(self.stem_word(word), f"synonym {entry!r}", "stemmer") for word in words])
            for entry, words in zip(entries, kept, strict=True)
        ]

    def stem_word(self, word: str) -> str:
        """A word cut to its stem, whichever engine does that for texts."""
        if len(word) < self.rules.stem_min:
            return word
        return self.stem(word) if self.stem is not None else stem(word, self.stemmer, self._irregular)

    def stemmed(self, tokens: list[str]) -> list[str]:
        """Apply a stemmer that lives in Python, after the stop words; the engine does it otherwise."""
        return self.stemmed_all([tokens], merge=False)[0]

    def stemmed_all(
        self, sentences: list[list[str]], rows: Sequence[int] = (), name: str = "text", *, merge: bool = True
    ) -> list[list[str]]:
        """Stem the words of many sentences, each distinct word once, and merge phrases; `rows`, `name` are for messages."""
        if self.stem is None and self.phrases is None:
            return sentences
        distinct = dict.fromkeys(chain.from_iterable(sentences))
        table = {word: self.stem_word(word) for word in distinct if word not in self.stop}
        for word in [word for word, stemmed in table.items() if not isinstance(stemmed, str)]:
            at = next(at for at, sentence in enumerate(sentences) if word in sentence)
            one_string(table[word], f"{name} {rows[at] if len(rows) else at}, {word!r}", "stemmer")
        if len(table) == len(distinct):
            stems = [[*map(table.__getitem__, sentence)] for sentence in sentences]
        else:
            stems = [[table[word] for word in sentence if word in table] for sentence in sentences]
        if self.phrases is None or not merge:
            return stems
        return [[word.text for word in self.phrases.merged(sentence)] for sentence in stems]
