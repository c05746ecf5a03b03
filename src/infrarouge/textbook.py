"""Every definition in plain Python: slow, evident, and the oracle of the tests.

This module is also the engine where the native core could not be built; both offer `Plan`, `resample` and
`round_decimal` with the same arguments, and nothing else crosses the boundary.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from infrarouge import unicode
from infrarouge.stemmers import porter, porter155
from infrarouge.types import LOW_COVERAGE, MISSING, NO_WORDS, Flags, Floats, Integers, Side, Word

if TYPE_CHECKING:
    from infrarouge import textbook_pairs

Words = Sequence[Any]
"""Words are str, or int where the user gave ids; the definitions only ever compare them."""

# ---------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Document:
    """A text as words: flat, and by sentence; with the letters it has and how many of them the words keep."""

    flat: Words
    sentences: Sequence[Words]
    letters: int = 0
    kept: int = 0


def marker(text: str, mark: str) -> list[str]:
    """Pieces between marks, without the empty ones.

    >>> marker("a b<q>c", "<q>")
    ['a b', 'c']
    """
    return [piece for piece in text.split(mark) if piece]


def split(text: str, how: str, mark: str = "") -> list[str]:
    """Cut a text into sentences by the named rule.

    >>> split("a b\\nc", "newline"), split("a b", "none")
    (['a b', 'c'], ['a b'])
    """
    if how == "none":
        return [text]
    return marker(text, {"newline": "\n", "period": ".", "marker": mark}[how])


ASCII_SPACE = " \t\n\v\f\r"


def fields(sentence: str, leading_blank: bool = False) -> list[str]:
    """What stands between runs of ASCII white space; with `leading_blank`, white space in front makes an empty field.

    >>> fields("  a b "), fields("  a b ", leading_blank=True)
    (['a', 'b'], ['', 'a', 'b'])
    """
    found = [one for one in re.split(f"[{ASCII_SPACE}]+", sentence) if one]
    return ["", *found] if leading_blank and found and sentence[0] in ASCII_SPACE else found


def first_words(sentences: Iterable[str], limit: int, leading_blank: bool = False) -> list[str]:
    """Keep the first `limit` words of a text; a sentence that fits stays as it is.

    >>> first_words(["a b c", "d e f"], 4)
    ['a b c', 'd']
    """
    kept: list[str] = []
    total = 0
    for sentence in sentences:
        words = fields(sentence, leading_blank)
        if total + len(words) >= limit:
            return [*kept, " ".join(words[: max(0, limit - total)])]
        kept.append(sentence)
        total += len(words)
    return kept


def first_bytes(sentences: Iterable[str], limit: int, each: bool = False) -> list[str]:
    """Keep the first `limit` bytes of a text in UTF-8, ends of sentences not counted; a cut character is dropped.

    With `each`, every sentence gets the whole limit until one reaches it.

    >>> first_bytes(["abc def", "ghi jkl"], 10), first_bytes(["abc def", "ghi jkl"], 10, each=True)
    (['abc def', 'ghi'], ['abc def', 'ghi jkl'])
    """
    kept: list[str] = []
    total = 0
    for sentence in sentences:
        data = sentence.encode("utf-8", "surrogatepass")
        if total + len(data) >= limit:
            return [*kept, _whole_characters(data[: max(0, limit - total)])]
        kept.append(sentence)
        if not each:
            total += len(data)
    return kept


def _whole_characters(data: bytes) -> str:
    """Decode bytes, leaving out a character cut off at the end."""
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue
    raise AssertionError("at most three bytes of a character can be left over")


def lower_ascii(text: str) -> str:
    """Lower the letters A to Z and nothing else.

    >>> lower_ascii("ÀB")
    'Àb'
    """
    return re.sub("[A-Z]", lambda found: found.group().lower(), text)


def alnum(text: str) -> list[Word]:
    """Runs of a-z and 0-9; everything else separates.

    >>> [word.text for word in alnum("don't e-mail café 3.5")]
    ['don', 't', 'e', 'mail', 'caf', '3', '5']
    """
    return [Word(found.group(), found.start(), found.end()) for found in re.finditer("[a-z0-9]+", text)]


def unicode_words(text: str) -> list[Word]:
    """Words of any script: letters, digits and their marks; Han, Kana, Thai, Lao, Khmer and Burmese by character.

    >>> [word.text for word in unicode_words("naïve 東京へ don't")]
    ['naïve', '東', '京', 'へ', 'don', 't']
    """
    words: list[Word] = []
    letters: list[str] = []
    start = end = 0
    single = False

    def close() -> None:
        if letters:
            words.append(Word("".join(letters), start, end))
            letters.clear()

    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if kind == unicode.IGNORED:
            continue
        if kind == unicode.SEPARATOR or kind == unicode.SINGLE or (kind == unicode.WORD and single):
            close()
            single = False
        if kind == unicode.SEPARATOR:
            continue
        if not letters:
            start = at
        if kind == unicode.SINGLE:
            single = True
        letters.append(char)
        end = at + 1
    close()
    return words


def whitespace(text: str) -> list[Word]:
    """What stands between white space.

    >>> [word.text for word in whitespace("Don't  stop.")]
    ["Don't", 'stop.']
    """
    words: list[Word] = []
    start = None
    for at, char in enumerate(text):
        if unicode.is_space(char):
            if start is not None:
                words.append(Word(text[start:at], start, at))
            start = None
        elif start is None:
            start = at
    if start is not None:
        words.append(Word(text[start:], start, len(text)))
    return words


def chars(text: str) -> list[Word]:
    """Single characters with the marks that follow them; white space is left out.

    >>> [word.text for word in chars("né o")]
    ['n', 'é', 'o']
    """
    words: list[Word] = []
    joined = False
    for at, char in enumerate(text):
        kind = unicode.kind(char)
        if unicode.is_space(char):
            joined = False
        elif kind == unicode.MARK and joined:
            before = words.pop()
            words.append(Word(before.text + char, before.start, at + 1))
        elif kind != unicode.IGNORED:
            words.append(Word(char, at, at + 1))
            joined = True
    return words


TOKENS: dict[str, Callable[[str], list[Word]]] = {
    "alnum": alnum,
    "unicode": unicode_words,
    "whitespace": whitespace,
    "chars": chars,
}
LOWER: dict[str, Callable[[str], str]] = {"none": str, "ascii": lower_ascii, "unicode": unicode.lower}


def coverage(text: str, lower: Callable[[str], str], tokens: Callable[[str], list[Word]]) -> tuple[int, int]:
    """Count the letters of a sentence, and those of them that end up in its words.

    >>> coverage("café 東京", unicode.lower, alnum)
    (6, 3)
    """
    lowered = [lower(char) for char in text]
    inside = [False] * (sum(map(len, lowered)) + 1)
    for word in tokens("".join(lowered)):
        inside[word.start : word.end] = [True] * (word.end - word.start)
    letters = kept = at = 0
    for char, low in zip(text, lowered, strict=True):
        if unicode.is_letter(char):
            letters += 1
            kept += any(inside[at : at + len(low)])
        at += len(low)
    return letters, kept


# ---------------------------------------------------------------- units and overlap


def ngrams(words: Words, n: int) -> list[tuple[Any, ...]]:
    """Runs of `n` words.

    >>> ngrams("a b c".split(), 2)
    [('a', 'b'), ('b', 'c')]
    """
    return [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]


def skip_bigrams(words: Words, gap: int | None, unigrams: bool = False, last: bool = True) -> list[tuple[Any, ...]]:
    """Pairs of words in order with at most `gap` words between, and with `unigrams` the words themselves.

    `last=False` leaves out the unigram of the last word.

    >>> skip_bigrams("a b c".split(), 0), len(skip_bigrams("a b c d".split(), None))
    ([('a', 'b'), ('b', 'c')], 6)
    """
    size = len(words)
    pairs: list[tuple[Any, ...]] = [
        (words[i], words[j]) for i in range(size) for j in range(i + 1, size if gap is None else min(size, i + gap + 2))
    ]
    singles = [(word,) for word in (words if last else words[:-1])] if unigrams else []
    return pairs + singles


def overlap(prediction: Sequence[Any], reference: Sequence[Any], count: str) -> tuple[int, int, int]:
    """Compare two bags of units: `clipped` repeats count, `set` and `distinct` count each unit once.

    `set` also divides by distinct units, `distinct` by all of them.

    >>> overlap("aab", "aac", "clipped"), overlap("aab", "aac", "set"), overlap("aab", "aac", "distinct")
    ((2, 3, 3), (1, 2, 2), (1, 3, 3))
    """
    ours, theirs = Counter(prediction), Counter(reference)
    if count == "clipped":
        return sum((ours & theirs).values()), len(prediction), len(reference)
    shared = len(ours.keys() & theirs.keys())
    if count == "set":
        return shared, len(ours), len(theirs)
    return shared, len(prediction), len(reference)


# ---------------------------------------------------------------- alignment


def lcs_table(a: Words, b: Words) -> list[list[int]]:
    """Length of the longest common subsequence of every pair of prefixes."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, left in enumerate(a, 1):
        for j, right in enumerate(b, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if left == right else max(table[i - 1][j], table[i][j - 1])
    return table


def lcs_length(a: Words, b: Words) -> int:
    """Length of the longest common subsequence.

    >>> lcs_length("police killed the gunman".split(), "police kill the gunman".split())
    3
    """
    return lcs_table(a, b)[len(a)][len(b)]


def lcs_path(prediction: Words, reference: Words, tie: str) -> list[tuple[int, int]]:
    """Matched positions (reference, prediction) of one longest common subsequence, from the end of the texts.

    Equal last words are always matched. Otherwise, where dropping either last word keeps the length, `tie` says
    which text loses its word.

    >>> lcs_path("a b".split(), "b a".split(), "reference"), lcs_path("a b".split(), "b a".split(), "prediction")
    ([(0, 1)], [(1, 0)])
    """
    table = lcs_table(reference, prediction)
    i, j = len(reference), len(prediction)
    path: list[tuple[int, int]] = []
    while i and j:
        if reference[i - 1] == prediction[j - 1]:
            i, j = i - 1, j - 1
            path.append((i, j))
            continue
        without_reference, without_prediction = table[i - 1][j], table[i][j - 1]
        if without_reference > without_prediction or (without_reference == without_prediction and tie == "reference"):
            i -= 1
        else:
            j -= 1
    return path


def weighted_path(prediction: Words, reference: Words, weight: float) -> list[tuple[int, int]]:
    """Matched positions (reference, prediction) of the weighted LCS of Lin (2004), from the end of the texts.

    >>> weighted_path("a b x".split(), "a b".split(), 2.0)
    [(1, 1), (0, 0)]
    """
    m, n = len(reference), len(prediction)
    f = [float(k) ** weight for k in range(min(m, n) + 1)]
    score = [[0.0] * (n + 1) for _ in range(m + 1)]
    run = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            if reference[i - 1] == prediction[j - 1]:
                k = run[i - 1][j - 1]
                score[i][j] = (score[i - 1][j - 1] + f[k + 1]) - f[k]
                run[i][j] = k + 1
            else:
                score[i][j] = max(score[i - 1][j], score[i][j - 1])
    i, j = m, n
    path: list[tuple[int, int]] = []
    while i and j:
        if reference[i - 1] == prediction[j - 1]:
            i, j = i - 1, j - 1
            path.append((i, j))
        elif score[i - 1][j] >= score[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return path


def runs(path: Iterable[tuple[int, int]]) -> list[int]:
    """Lengths of the stretches of a path, in text order, that are consecutive in both texts.

    >>> runs([(4, 3), (1, 1), (0, 0)])
    [2, 1]
    """
    lengths: list[int] = []
    before = None
    for i, j in sorted(path):
        if before == (i - 1, j - 1):
            lengths[-1] += 1
        else:
            lengths.append(1)
        before = (i, j)
    return lengths


def clip(words: Iterable[Any], *bags: Counter[Any]) -> Iterator[Any]:
    """Pass on the words of which every bag has one left, and take one from each."""
    for word in words:
        if all(bag[word] > 0 for bag in bags):
            for bag in bags:
                bag[word] -= 1
            yield word


def union_lcs(prediction: Document, reference: Document, union: str, tie: str) -> tuple[int, int, int]:
    """ROUGE-L over sentences: the words of each reference sentence that an LCS with any prediction sentence matches.

    `both` counts a word as often as both texts have it, `prediction` as often as the prediction has it; `values`
    counts distinct words for each reference sentence, `distinct` distinct words of the whole texts; `sum` adds up
    all LCS lengths; `exclusive` uses each position of either text once.

    >>> ours = [["w1", "w2", "w6", "w7", "w8"], ["w1", "w3", "w8", "w9", "w5"]]
    >>> theirs = ["w1", "w2", "w3", "w4", "w5"]
    >>> union_lcs(Document(ours[0] + ours[1], ours), Document(theirs, [theirs]), "both", "reference")
    (4, 10, 5)
    """
    ours = [word for sentence in prediction.sentences for word in sentence]
    theirs = [word for sentence in reference.sentences for word in sentence]
    paths = [
        [lcs_path(candidate, sentence, tie) for candidate in prediction.sentences] for sentence in reference.sentences
    ]
    marked = [
        [sentence[i] for i in sorted({i for path in row for i, _ in path})]
        for sentence, row in zip(reference.sentences, paths, strict=True)
    ]
    if union == "both":
        bags = Counter(reference.flat), Counter(prediction.flat)
        hits = sum(1 for words in marked for _ in clip(words, *bags))
        return hits, len(prediction.flat), len(theirs)
    if union == "prediction":
        bag = Counter(prediction.flat)
        return sum(1 for words in marked for _ in clip(words, bag)), len(ours), len(theirs)
    if union == "values":
        return sum(len(set(words)) for words in marked), len(prediction.flat), len(reference.flat)
    if union == "distinct":
        return len({word for words in marked for word in words}), len(set(ours)), len(set(theirs))
    if union == "sum":
        return sum(len(path) for row in paths for path in row), len(ours), len(theirs)
    return len(exclusive(paths, prediction.sentences, reference.sentences)), len(ours), len(theirs)


def exclusive(
    paths: Sequence[Sequence[Sequence[tuple[int, int]]]],
    prediction: Sequence[Words],
    reference: Sequence[Words],
) -> dict[int, int]:
    """Give each reference position at most one prediction position, first come first served, counted over the texts."""
    starts_ours = _starts(prediction)
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for base, row in zip(_starts(reference), paths, strict=True):
        for start, path in zip(starts_ours, row, strict=True):
            for i, j in path:
                if base + i not in pairs and start + j not in used:
                    pairs[base + i] = start + j
                    used.add(start + j)
    return pairs


def _starts(sentences: Sequence[Words]) -> list[int]:
    starts, total = [], 0
    for sentence in sentences:
        starts.append(total)
        total += len(sentence)
    return starts


def weighted_lcs(prediction: Words, reference: Words, weight: float) -> tuple[float, float, float]:
    """ROUGE-W of the whole texts: a run of k words that are consecutive in both texts weighs k to the power `weight`.

    >>> weighted_lcs("A B C D H I K".split(), "A B C D E F G".split(), 2.0)
    (16.0, 49.0, 49.0)
    """
    path = weighted_path(prediction, reference, weight)
    return _total(runs(path), weight), float(len(prediction)) ** weight, float(len(reference)) ** weight


def _total(lengths: Iterable[int], weight: float) -> float:
    total = 0.0
    for length in lengths:
        total += float(length) ** weight
    return total


def weighted_union(prediction: Document, reference: Document, weight: float) -> tuple[float, float, float]:
    """ROUGE-W over sentences: weighted LCS of every sentence pair, each position used once, runs within sentences.

    >>> two = Document([], [["a", "b"], ["c", "d"]])
    >>> weighted_union(two, two, 2.0)
    (8.0, 8.0, 8.0)
    """
    paths = [
        [weighted_path(candidate, sentence, weight) for candidate in prediction.sentences]
        for sentence in reference.sentences
    ]
    pairs = exclusive(paths, prediction.sentences, reference.sentences)
    sentence_of = [at for at, sentence in enumerate(prediction.sentences) for _ in sentence]
    found: list[int] = []
    for base, sentence in zip(_starts(reference.sentences), reference.sentences, strict=True):
        inside = [(i, pairs[i]) for i in range(base, base + len(sentence)) if i in pairs]
        # A stride of two between sentences keeps a run from passing from one prediction sentence into the next.
        found += runs((i, j + sentence_of[j]) for i, j in inside)
    lengths = [[len(sentence) for sentence in side.sentences if sentence] for side in (prediction, reference)]
    return _total(found, weight), _total(lengths[0], weight), _total(lengths[1], weight)


def weighted_union_155(prediction: Document, reference: Document, weight: float) -> tuple[float, float, float]:
    """ROUGE-W over sentences as ROUGE-1.5.5 counts it: runs in the reference alone, carried over clipped words.

    >>> ours, theirs = [list("bab")], [list("ca"), list("bab")]
    >>> weighted_union_155(Document(ours[0], ours), Document(theirs[0] + theirs[1], theirs), 2.0)
    (5.0, 9.0, 169.0)
    """
    bags = Counter(reference.flat), Counter(prediction.flat)
    matched = total = 0.0
    for sentence in reference.sentences:
        total += float(len(sentence)) ** weight if sentence else 0.0
        marked = {i for candidate in prediction.sentences for i, _ in weighted_path(candidate, sentence, weight)}
        run = 0
        for i, word in enumerate(sentence):
            if i in marked and list(clip([word], *bags)):
                run += 1
                if i + 1 not in marked:
                    matched += float(run) ** weight
                    run = 0
    ours = float(len(prediction.flat)) ** weight if prediction.flat else 0.0
    return matched, ours, total**weight if total else 0.0


# ---------------------------------------------------------------- scores


def ratios(matched: float, prediction: float, reference: float, alpha: float) -> tuple[float, float, float]:
    """Precision, recall, and their weighted harmonic mean F.

    >>> ratios(3, 4, 6, 0.5)
    (0.75, 0.5, 0.6)
    """
    p = matched / prediction if prediction else 0.0
    r = matched / reference if reference else 0.0
    below = (1 - alpha) * p + alpha * r
    return p, r, p * r / below if below > 0 else 0.0


# ---------------------------------------------------------------- the engine's verbs

T = TypeVar("T", bound=tuple[float, ...])


class Plan:
    """The rules of one scorer, ready to read and count; the native core offers the same class."""

    def __init__(self, **rules: Any) -> None:
        self.rules = rules
        self.stop = frozenset(rules["stop"])
        self.synonyms: dict[str, str] = dict(rules["synonyms"])
        self.exceptions: dict[str, str] = dict(rules["exceptions"])

    def read(self, text: str) -> tuple[list[str], list[list[str]], int, int]:
        """Read one text: its words, its words by sentence, its letters and how many of them the words keep."""
        document = self._text(text)
        return (
            list(document.flat),
            [list(words) for words in document.sentences],
            document.letters,
            document.kept,
        )

    def score(
        self, prediction: str, reference: str, alpha: float, labels: tuple[str, ...], kind: type[T], into: dict[str, T]
    ) -> int:
        """Score one pair of texts: ``into[label] = kind(precision, recall, F)``; returns both flags in one."""
        ours, flag = self.document(Side([prediction]), 0, "prediction")
        theirs, other = self.document(Side([reference]), 0, "reference")
        for label, spec in zip(labels, self.rules["metrics"], strict=True):
            into[label] = tuple.__new__(kind, ratios(*self.compare(spec, ours, theirs), alpha))
        return flag | other

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
    ) -> None:
        """Count every metric for rows `begin` to `end`, into `counts` and the flags."""
        for row in range(begin, end):
            ours, prediction_flags[row] = self.document(prediction, row, "prediction")
            for pair in range(row, row + 1) if rows is None else range(rows[row], rows[row + 1]):
                theirs, reference_flags[pair] = self.document(reference, pair, "reference")
                counts[pair] = self.compare_all(ours, theirs)

    def store(self) -> textbook_pairs.Store:
        """An empty store of texts to count against."""
        from infrarouge.textbook_pairs import Store

        return Store(self)

    def index(self) -> textbook_pairs.Index:
        """An empty index of texts to search."""
        from infrarouge.textbook_pairs import Index

        return Index(self)

    def greedy(self) -> textbook_pairs.Greedy:
        """A place for articles from which sentences are chosen."""
        from infrarouge.textbook_pairs import Greedy

        return Greedy(self)

    def compare_all(self, prediction: Document, reference: Document) -> list[tuple[float, float, float]]:
        """Count every metric for one pair."""
        return [self.compare(spec, prediction, reference) for spec in self.rules["metrics"]]

    def compare(self, spec: Any, prediction: Document, reference: Document) -> tuple[float, float, float]:
        """Count one metric for one pair."""
        kind, number, unigrams = spec
        rules = self.rules
        if kind == "ngram":
            n = int(number)
            return overlap(ngrams(prediction.flat, n), ngrams(reference.flat, n), rules["count"])
        if kind == "skip":
            units = [
                skip_bigrams(side.flat, None if number < 0 else int(number), unigrams, not rules["su_last_word"])
                for side in (prediction, reference)
            ]
            return overlap(units[0], units[1], rules["count"])
        if kind == "lcs":
            return lcs_length(prediction.flat, reference.flat), len(prediction.flat), len(reference.flat)
        if kind == "lcs_sum":
            return union_lcs(prediction, reference, rules["union"], rules["tie"])
        if kind == "weighted":
            return weighted_lcs(prediction.flat, reference.flat, number)
        if rules["w_rouge155"]:
            return weighted_union_155(prediction, reference, number)
        return weighted_union(prediction, reference, number)

    def document(self, side: Side, at: int, name: str) -> tuple[Document, int]:
        """Read text `at` of a side, whichever form it came in, with its flag."""
        if side.texts is None:
            text = side.items[at]
            if text is None or (isinstance(text, float) and math.isnan(text)):
                return Document([], []), NO_WORDS | MISSING
            if not isinstance(text, str):
                raise TypeError(f"{name} {at} {type(text).__name__}")
            document = self._text(text)
        else:
            span = range(side.texts[at], side.texts[at + 1])
            if side.sentences is None:
                document = self._sentences([side.items[one] for one in span])
            else:
                bounds = side.sentences
                document = self._ready([side.items[bounds[one] : bounds[one + 1]] for one in span])
            if side.flat is not None and side.flat_texts is not None:
                flat = self._words(side.flat[side.flat_texts[at] : side.flat_texts[at + 1]])
                document = Document(flat, document.sentences)
        flag = LOW_COVERAGE if 2 * document.kept < document.letters else 0
        return document, flag | (0 if document.flat or any(document.sentences) else NO_WORDS)

    def _text(self, text: str) -> Document:
        return self._sentences(split(text, self.rules["sentences"], self.rules["marker"]), text)

    def _sentences(self, sentences: Sequence[str], whole: str | None = None) -> Document:
        rules = self.rules
        lower, tokens = LOWER[rules["lowercase"]], TOKENS[rules["tokens"]]
        flat_view = sentence_view = sentences
        if rules["max_words"] is not None:
            flat_view = sentence_view = first_words(sentences, rules["max_words"], rules["leading_blank_word"])
        if rules["max_bytes"] is not None:
            flat_view = first_bytes(sentences, rules["max_bytes"])
            sentence_view = first_bytes(sentences, rules["max_bytes"], each=rules["bytes_per_sentence"])
        by_sentence = [self._words(word.text for word in tokens(lower(one))) for one in sentence_view]
        flat = [word for one in flat_view for word in self._words(word.text for word in tokens(lower(one)))]
        letters = kept = 0
        # ASCII text loses no letters worth a warning, and is not searched for them.
        if not all(map(str.isascii, sentences if whole is None else [whole])):
            for one in flat_view:
                more = coverage(one, lower, tokens)
                letters, kept = letters + more[0], kept + more[1]
        return Document(flat, by_sentence, letters, kept)

    def _ready(self, sentences: Iterable[Iterable[Any]]) -> Document:
        by_sentence = [self._words(words) for words in sentences]
        return Document([word for words in by_sentence for word in words], by_sentence)

    def _words(self, tokens: Iterable[Any]) -> list[Any]:
        """Drop stop words, stem, and put a synonym's representative in its place; integer ids pass through."""
        return [
            self._word(token) if isinstance(token, str) else int(token) for token in tokens if token not in self.stop
        ]

    def _word(self, token: str) -> str:
        word: str = token
        if len(word) >= self.rules["stem_min"]:
            if self.rules["stemmer"] == "porter":
                word = porter(unicode.lower(word))
            elif self.rules["stemmer"] == "porter155":
                word = self.exceptions.get(word) or porter155(word)
        return self.synonyms.get(word, word)


GOLDEN, MASK = 0x9E3779B97F4A7C15, 2**64 - 1


def mix(z: int) -> int:
    """The output function of splitmix64.

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def splitmix_rows(seed: int, resample: int, n: int) -> list[int]:
    """The rows that one resample of ours draws: two from each 64-bit output, high half first.

    >>> splitmix_rows(0, 0, 4)
    [2, 1, 2, 3]
    """
    start = mix((seed + GOLDEN * (resample + 1)) & MASK)
    rows: list[int] = []
    for t in range((n + 1) // 2):
        z = mix((start + GOLDEN * (t + 1)) & MASK)
        rows += [((z >> 32) * n) >> 32, ((z & 0xFFFFFFFF) * n) >> 32]
    return rows[:n]


def drand48_rows(seed: int, n: int) -> list[int]:
    """The rows that one resample of ROUGE-1.5.5 draws.

    >>> drand48_rows(0, 3), drand48_rows(1, 3), drand48_rows(2, 3)
    ([0, 2, 0], [0, 1, 2], [2, 0, 1])
    """
    state = (seed * 65536 + 0x330E) % 2**48
    rows = []
    for _ in range(n):
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        rows.append(int(state / 2**48 * n))
    return rows


def resample(values: Floats, n_resamples: int, seed: int, generator: str, threads: int) -> Floats:
    """Sum each column over the rows of every resample.

    >>> resample(np.array([[1.0], [10.0]]), 2, 0, "drand48", 1).tolist()
    [[11.0], [2.0]]
    """
    n, columns = values.shape
    sums = np.zeros((n_resamples, columns))
    for one in range(n_resamples):
        if generator == "drand48":
            order = drand48_rows(seed + one, n)
            total = values[order[0]].copy()
            for row in order[1:]:
                total += values[row]
        else:
            drawn = Counter(splitmix_rows(seed, one, n))
            total = np.zeros(columns)
            for row in range(n):
                total += drawn[row] * values[row]
        sums[one] = total
    return sums


def flip(values: Floats, n_flips: int, seed: int, threads: int) -> Floats:
    """Sum each column with random signs, anew for every flip: row i is subtracted if bit i of the flip's bits is set.

    >>> flip(np.array([[1.0], [2.0], [4.0]]), 4, 0, 1).tolist()
    [[-7.0], [7.0], [-1.0], [7.0]]
    """
    n, columns = values.shape
    starts = [mix((seed + GOLDEN * (one + 1)) & MASK) for one in range(n_flips)]
    sums = np.zeros((n_flips, columns))
    for row in range(n):
        if row % 64 == 0:
            bits = [mix((start + GOLDEN * (row // 64 + 1)) & MASK) for start in starts]
        signs = np.array([-1.0 if one >> row % 64 & 1 else 1.0 for one in bits])
        sums += signs[:, None] * values[row]
    return sums


def round_decimal(values: Floats, decimals: int) -> Floats:
    """Round as C's printf does: the exact binary value, to the nearest decimal.

    >>> round_decimal(np.array([1 / 320]), 5).tolist()
    [0.00313]
    """
    return np.array([float(f"{value:.{decimals}f}") for value in values.tolist()], dtype=np.float64)
