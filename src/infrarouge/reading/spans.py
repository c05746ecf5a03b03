"""Where each word stands in the text the user gave: the stages of reading again, each carrying its places along.

The stages are those of `reader.Reader`; only the places are found here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import numpy as np

from infrarouge.errors import InputTypeError
from infrarouge.reading.document import Document, joined
from infrarouge.reading.elements import ElementReader
from infrarouge.reading.finishing import READY
from infrarouge.reading.limits import ASCII_SPACE, first_bytes, first_words
from infrarouge.reading.located import located
from infrarouge.reading.normal_forms import LETTER
from infrarouge.reading.reader import Reader
from infrarouge.reading.sentences import sentences as cut_sentences
from infrarouge.reading.sides import wrong_type
from infrarouge.reading.tokens import NATIVE
from infrarouge.reading.words import WordRules
from infrarouge.types import Word

Span = tuple[int, int]

ASCII_WORD = re.compile("[A-Za-z0-9]+")
"""What the Unicode words of ASCII text are, found faster."""


class Traced(NamedTuple):
    """A text on its way to words, and where each of its characters comes from in the original.

    >>> Traced.whole("abc").cut(1, 3)
    Traced(text='bc', starts=range(1, 3), ends=range(2, 4))
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def whole(cls, text: str, start: int = 0) -> Traced:
        """A text as it stands in the original, from `start` on."""
        return cls(text, range(start, start + len(text)), range(start + 1, start + len(text) + 1))

    def cut(self, start: int, end: int) -> Traced:
        """A part of it."""
        return Traced(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def span(self, start: int, end: int) -> Span:
        """Where a part stands in the original; an empty one stands before the character that follows it."""
        if start < end:
            return self.starts[start], self.ends[end - 1]
        here = self.starts[start] if start < len(self.text) else self.ends[-1] if self.text else 0
        return here, here


@dataclass(frozen=True, slots=True)
class Reading:
    """A text and its words with their places in it: flat, and by sentence.

    >>> Reading("a b", [Word("a", 0, 1), Word("b", 2, 3)], []).document.flat
    ['a', 'b']
    """

    text: str
    flat: Sequence[Word]
    sentences: Sequence[Sequence[Word]]

    @property
    def document(self) -> Document:
        """The words alone, as the definitions take them."""
        return Document(
            [word.text for word in self.flat], [[word.text for word in sentence] for sentence in self.sentences]
        )


class Tracer:
    """Reads texts as a scorer of these rules does, and remembers where the words stand.

    >>> from infrarouge import profile
    >>> Tracer(Reader(profile(stemmer="porter"))).read("Two naps\\n", "prediction").flat
    [Word(text='two', start=0, end=3), Word(text='nap', start=4, end=8)]
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.rules = WordRules(reader.native)
        self._known: dict[str, list[str]] = {}

    def read(self, source: Any, name: str, language: str | None = None) -> Reading:
        """Read one text, in whichever form the rules take it; `name` is prediction or reference, for messages.

        Under ``lang="auto"``, `language` is that of the text's row.
        """
        reader = self.reader
        if isinstance(reader, ElementReader):
            return self._elements(reader, source, name)
        if source is None or (isinstance(source, float) and source != source):
            return Reading("", [], [])
        if reader.rules.tokens in READY:
            reader.side([source], name)  # checks the types
            return self._ready(source)
        if reader.nested:
            text, placed = _listed(reader.strings(source, name, 0), "\n")
            sentences = [Traced.whole(sentence.text, sentence.start) for sentence in placed]
        else:
            if not isinstance(source, str):
                raise InputTypeError(wrong_type(name, 0, source))
            text, sentences = source, self._split(source)
        flat_view, sentence_view = self._views(text, sentences)
        apart = reader.whole
        by_sentence = [self._words(sentence, language, by_sentence=apart) for sentence in sentence_view]
        if flat_view is sentence_view:
            return Reading(text, joined(by_sentence), by_sentence)
        return Reading(text, [word for sentence in flat_view for word in self._words(sentence, language)], by_sentence)

    def _elements(self, reader: ElementReader, source: Any, name: str) -> Reading:
        """Read Basic Elements: each line is a word, unless the mode leaves it out."""
        elements = reader.elements(source, name, 0)
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source if elements else ""
        _, lines = _listed(text.split("\n"), "\n")
        keys = [reader.key(*element) for element in elements]
        words = [Word(key, line.start, line.end) for key, line in zip(keys, lines, strict=False) if key is not None]
        return Reading(text, words, [words])

    def _ready(self, source: Any) -> Reading:
        """Read ready tokens or ids; the text is the tokens with blanks between, one sentence a line."""
        rules = self.reader.rules
        ids = rules.tokens == "ids"
        rows = [np.asarray(row).tolist() if ids else list(row) for row in (source if self.reader.nested else [source])]
        text, lines = _listed([" ".join(map(str, row)) for row in rows], "\n")
        by_sentence: list[list[Word]] = []
        for line, row in zip(lines, rows, strict=True):
            _, placed = _listed(map(str, row), " ", line.start)
            if ids:
                by_sentence.append(
                    [word for word, token in zip(placed, row, strict=True) if token not in rules.ignore_ids]
                )
            else:
                words = [word for token, *span in placed for word in self._word(token, (span[0], span[1]))]
                by_sentence.append(self._merged(words))
        return Reading(text, joined(by_sentence), by_sentence)

    def _split(self, text: str) -> list[Traced]:
        reader = self.reader
        if reader.split is not None:
            pieces = list(reader.split(text))
            return [
                _carried(Traced.whole(text).cut(*span), piece)
                for piece, span in zip(pieces, located(text, pieces), strict=True)
            ]
        return [Traced.whole(piece.text, piece.start) for piece in cut_sentences(text, reader.how, reader.marker)]

    def _views(self, text: str, sentences: list[Traced]) -> tuple[list[Traced], list[Traced]]:
        """Apply the limits: the sentences of the flat view, and those of the sentence view."""
        reader, rules = self.reader, self.reader.native
        if reader.python_sentences:
            by_sentence = _limited(sentences, reader.limited)
            return (_limited([Traced.whole(text)], reader.limited) if reader.whole else by_sentence), by_sentence
        if reader.whole:
            return [Traced.whole(text)], sentences
        if rules["max_bytes"] is not None:
            most, each = rules["max_bytes"], rules["bytes_per_sentence"]
            return (
                _limited(sentences, lambda texts: first_bytes(texts, most)),
                _limited(sentences, lambda texts: first_bytes(texts, most, each=each)),
            )
        if rules["max_words"] is not None:
            most, blank = rules["max_words"], rules["leading_blank_word"]
            sentences = _limited(sentences, lambda texts: first_words(texts, most, blank))
        return sentences, sentences

    def _words(self, sentence: Traced, language: str | None, by_sentence: bool = False) -> list[Word]:
        """Lower, normalize and tokenize one sentence, then bring each token to its word."""
        reader = self.reader
        sentence = lowered(sentence, reader.lower)
        if reader.normalize is not None:
            sentence = normalized(sentence, reader.normalize)
        text, tokenize = sentence.text, reader.tokenizer(by_sentence)
        if reader.analyzers is not None:
            surface, base, spans = reader.analyzers.read([text], None if language is None else [language])[0]
            if any(start < 0 for start, _ in spans):  # the analyser does not say where its words stand
                spans = located(text, surface)
            words = [Word(form, *span) for form, span in zip(base, spans, strict=True)]
        elif tokenize is not None:
            tokens = list(tokenize(text))
            words = [Word(token, *span) for token, span in zip(tokens, located(text, tokens), strict=True)]
        elif text.isascii() and reader.rules.tokens == "unicode":
            words = [Word(match.group(), match.start(), match.end()) for match in ASCII_WORD.finditer(text)]
        else:
            words = NATIVE[str(reader.rules.tokens)](text)
        return self._merged(
            [placed for word in words for placed in self._word(word.text, sentence.span(word.start, word.end))]
        )

    def _merged(self, words: list[Word]) -> list[Word]:
        """One word for each phrase that has synonyms, from its first word to its last."""
        if self.reader.phrases is None:
            return words
        merged = self.reader.phrases.merged([word.text for word in words])
        return [Word(text, words[first].start, words[last].end) for text, first, last in merged]

    def _word(self, token: str, span: Span) -> list[Word]:
        """One token as the word that is compared, or none if it is a stop word."""
        words = self._known.get(token)
        if words is None:
            words = self._known[token] = self.rules.words(self.reader.stemmed([token]))
        return [Word(word, *span) for word in words]


def _listed(items: Iterable[str], between: str, start: int = 0) -> tuple[str, list[Word]]:
    """Join items to one text, and say where each stands in a text that starts at `start`.

    >>> _listed(["a", "bc"], " ")
    ('a bc', [Word(text='a', start=0, end=1), Word(text='bc', start=2, end=4)])
    """
    placed: list[Word] = []
    for item in items:
        placed.append(Word(item, start, start + len(item)))
        start += len(item) + len(between)
    return between.join(item.text for item in placed), placed


def _limited(sentences: list[Traced], limit: Callable[[list[str]], list[str]]) -> list[Traced]:
    """Keep what a limit keeps; it cuts the last sentence it keeps, at a character or between words."""
    kept = limit([sentence.text for sentence in sentences])
    return [_shortened(before, after) for before, after in zip(sentences, kept, strict=False)]


def _shortened(before: Traced, after: str) -> Traced:
    """Trace the start of a sentence; where white space was squeezed, a blank stands for the run of it.

    >>> _shortened(Traced.whole("a \\t b c"), "a b")
    Traced(text='a b', starts=[0, 1, 4], ends=[1, 4, 5])
    """
    if before.text.startswith(after):
        return before.cut(0, len(after))
    spans: list[Span] = []
    at = 0
    for char in after:
        if char == " " or before.text[at] in ASCII_SPACE:
            end = at
            while end < len(before.text) and before.text[end] in ASCII_SPACE:
                end += 1
            if char == " ":
                spans.append(before.span(at, end))
                at = end
                continue
            at = end
        spans.append(before.span(at, at + 1))
        at += 1
    return _made(after, spans)


def _made(text: str, spans: Sequence[Span]) -> Traced:
    return Traced(text, [start for start, _ in spans], [end for _, end in spans])


def lowered(before: Traced, lower: Callable[[str], str]) -> Traced:
    """Trace a text through lower-casing, which makes some characters longer and none shorter.

    >>> lowered(Traced.whole("İs"), str.lower).span(2, 3)
    (1, 2)
    """
    after = lower(before.text)
    if len(after) == len(before.text):
        return before._replace(text=after)
    pieces = [lower(char) for char in before.text]
    if "".join(pieces) != after:
        return normalized(before, lower)  # Turkish makes one letter of I with a dot above
    return _made(after, [before.span(at, at + 1) for at, piece in enumerate(pieces) for _ in piece])


WORD = re.compile(r"\s+|\S+")


def normalized(before: Traced, normalize: Callable[[str], str]) -> Traced:
    """Trace a text through a normalizer: by letter or by word if it works on each alone, else by comparing the texts.

    >>> from unicodedata import normalize
    >>> normalized(Traced.whole("nai\u0308ve ½"), lambda text: normalize("NFKC", text)).span(3, 5)
    (4, 6)
    """
    after = normalize(before.text)
    if after == before.text:
        return before
    for pattern in (LETTER, WORD):
        parts = [before.cut(*match.span()) for match in pattern.finditer(before.text)]
        pieces = [normalize(part.text) for part in parts]
        if "".join(pieces) != after:
            continue
        if pattern is LETTER:
            places = [part.span(0, len(part.text)) for part in parts]
            return _made(after, [place for place, piece in zip(places, pieces, strict=True) for _ in piece])
        if len(parts) > 1:
            traced = [normalized(part, normalize) for part in parts]
            return Traced(after, joined(part.starts for part in traced), joined(part.ends for part in traced))
    return _carried(before, after)


def _carried(before: Traced, after: str) -> Traced:
    """Trace a text that was changed in an unknown way: equal words stay, and between them equal characters."""
    if before.text == after:
        return before
    spans: list[Span] = []
    for (a, b), (c, d) in _blocks(_words_at(before.text), _words_at(after)):
        if before.text[a:b] == after[c:d]:
            spans += [before.span(a + at, a + at + 1) for at in range(d - c)]
            continue
        for (e, f), (g, h) in _blocks(
            [(at, at + 1, before.text[at]) for at in range(a, b)], [(at, at + 1, after[at]) for at in range(c, d)]
        ):
            same = f - e == h - g
            spans += [before.span(e + at, e + at + 1) if same else before.span(e, f) for at in range(h - g)]
    return _made(after, spans)


def _words_at(text: str) -> list[tuple[int, int, str]]:
    return [(*match.span(), match.group()) for match in re.finditer(r"\w+|\W", text)]


def _blocks(before: list[tuple[int, int, str]], after: list[tuple[int, int, str]]) -> list[tuple[Span, Span]]:
    """Which stretch of one text became which of the other, in order; together they are the whole of the other."""
    matcher = SequenceMatcher(None, [piece[2] for piece in before], [piece[2] for piece in after], autojunk=False)
    return [(_stretch(before, a, b), _stretch(after, c, d)) for _, a, b, c, d in matcher.get_opcodes() if c < d]


def _stretch(pieces: list[tuple[int, int, str]], first: int, last: int) -> Span:
    if first < last:
        return pieces[first][0], pieces[last - 1][1]
    here = pieces[first][0] if first < len(pieces) else pieces[-1][1] if pieces else 0
    return here, here
