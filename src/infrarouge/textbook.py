"""Every definition in plain Python: slow, evident, and the oracle of the tests.

This module is also the engine where the native core could not be built; both offer `Plan`, `resample` and
`round_decimal` with the same arguments, and nothing else crosses the boundary.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
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


def pieces(text: str, mark: str) -> list[Word]:
    """What stands between marks, without the empty pieces.

    >>> [piece.text for piece in pieces("a b<q>c", "<q>")]
    ['a b', 'c']
    """
    found: list[Word] = []
    at = 0
    for piece in text.split(mark):
        if piece:
            found.append(Word(piece, at, at + len(piece)))
        at += len(piece) + len(mark)
    return found


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
    return [sentence.text for sentence in sentences(text, how, mark)]


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


Places = Sequence[tuple[int, ...]]
"""Where units stand: the positions of the words of each, in a text of words."""


def ngram_places(size: int, n: int) -> Places:
    """Where the runs of `n` words stand in a text of `size` words.

    >>> ngram_places(3, 2)
    [(0, 1), (1, 2)]
    """
    return [tuple(range(at, at + n)) for at in range(size - n + 1)]


def skip_places(size: int, gap: int | None, unigrams: bool = False, last: bool = True) -> Places:
    """Where pairs of words in order stand, with at most `gap` words between; with `unigrams` also single words.

    `last=False` leaves out the unigram of the last word.

    >>> skip_places(3, 0), len(skip_places(4, None))
    ([(0, 1), (1, 2)], 6)
    """
    pairs: list[tuple[int, ...]] = [
        (i, j) for i in range(size) for j in range(i + 1, size if gap is None else min(size, i + gap + 2))
    ]
    singles = [(at,) for at in range(size if last else size - 1)] if unigrams else []
    return pairs + singles


def units(words: Words, places: Places) -> list[tuple[Any, ...]]:
    """The words at some places.

    >>> units("a b c".split(), [(0, 2), (1,)])
    [('a', 'c'), ('b',)]
    """
    return [tuple([words[at] for at in place]) for place in places]


def ngrams(words: Words, n: int) -> list[tuple[Any, ...]]:
    """Runs of `n` words.

    >>> ngrams("a b c".split(), 2)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, ngram_places(len(words), n))


def skip_bigrams(words: Words, gap: int | None, unigrams: bool = False, last: bool = True) -> list[tuple[Any, ...]]:
    """Pairs of words in order, as `skip_places` finds them.

    >>> skip_bigrams("a b c".split(), 0)
    [('a', 'b'), ('b', 'c')]
    """
    return units(words, skip_places(len(words), gap, unigrams, last))


def shared(prediction: Sequence[Any], reference: Sequence[Any], count: str) -> list[tuple[int, int]]:
    """Match two bags of units: which one of the reference goes with which one of the prediction.

    A unit's first occurrence in one goes with its first in the other, and so on as long as both have one; unless
    `count` is `clipped`, only the first.

    >>> shared("aab", "aac", "clipped"), shared("aab", "aac", "set")
    ([(0, 0), (1, 1)], [(0, 0)])
    """
    left: dict[Any, list[int]] = {}
    for at in reversed(counted(reference, "all" if count == "clipped" else "set")):
        left.setdefault(reference[at], []).append(at)
    return [(left[unit].pop(), at) for at, unit in enumerate(prediction) if left.get(unit)]


def counted(units: Sequence[Any], count: str) -> list[int]:
    """Which units make the total: all of them, or under `set` the first of each.

    >>> counted("aab", "clipped"), counted("aab", "set")
    ([0, 1, 2], [0, 2])
    """
    if count != "set":
        return list(range(len(units)))
    first = {unit: at for at, unit in reversed(list(enumerate(units)))}
    return sorted(first.values())


def overlap(prediction: Sequence[Any], reference: Sequence[Any], count: str) -> tuple[int, int, int]:
    """Compare two bags of units: `clipped` repeats count, `set` and `distinct` count each unit once.

    `set` also divides by distinct units, `distinct` by all of them.

    >>> overlap("aab", "aac", "clipped"), overlap("aab", "aac", "set"), overlap("aab", "aac", "distinct")
    ((2, 3, 3), (1, 2, 2), (1, 3, 3))
    """
    return (
        len(shared(prediction, reference, count)),
        len(counted(prediction, count)),
        len(counted(reference, count)),
    )


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


Pair = tuple[int, int]
"""A matched position of the reference and its position of the prediction."""


def runs(path: Iterable[Pair]) -> list[list[Pair]]:
    """The stretches of a path, in text order, that are consecutive in both texts.

    >>> runs([(4, 3), (1, 1), (0, 0)])
    [[(0, 0), (1, 1)], [(4, 3)]]
    """
    found: list[list[Pair]] = []
    before = None
    for i, j in sorted(path):
        if before == (i - 1, j - 1):
            found[-1].append((i, j))
        else:
            found.append([(i, j)])
        before = (i, j)
    return found


def clip(positions: Iterable[int], words: Words, *bags: Counter[Any]) -> Iterator[int]:
    """Pass on the positions of words of which every bag has one left, and take one from each."""
    for at in positions:
        if all(bag[words[at]] > 0 for bag in bags):
            for bag in bags:
                bag[words[at]] -= 1
            yield at


def joined(sentences: Iterable[Words]) -> list[Any]:
    """The words of all sentences; a position in them is a position over the sentences."""
    return [word for sentence in sentences for word in sentence]


Paths = Sequence[Sequence[Sequence[Pair]]]
"""Paths, in positions over the sentences, by reference sentence and by prediction sentence."""


def all_paths(prediction: Document, reference: Document, path: Callable[[Words, Words], Sequence[Pair]]) -> Paths:
    """Align every sentence of the reference with every one of the prediction.

    >>> two = Document([], [["a"], ["b"]])
    >>> all_paths(two, two, lambda ours, theirs: lcs_path(ours, theirs, "reference"))
    [[[(0, 0)], []], [[], [(1, 1)]]]
    """
    return [
        [
            [(base + i, start + j) for i, j in path(candidate, sentence)]
            for start, candidate in zip(_starts(prediction.sentences), prediction.sentences, strict=True)
        ]
        for base, sentence in zip(_starts(reference.sentences), reference.sentences, strict=True)
    ]


def _starts(sentences: Sequence[Words]) -> list[int]:
    starts, total = [], 0
    for sentence in sentences:
        starts.append(total)
        total += len(sentence)
    return starts


def marked(row: Iterable[Sequence[Pair]]) -> list[int]:
    """The positions of a reference sentence that any of its paths matches, in order."""
    return sorted({i for path in row for i, _ in path})


def union_matches(
    prediction: Document, reference: Document, union: str, tie: str
) -> tuple[list[tuple[int, int | None]], Paths]:
    """The matches that ROUGE-L over sentences counts, and the paths they come from; see `union_lcs` for the rules.

    Positions are over the sentences. Rules that count words of the reference only say None for the prediction.

    >>> one, two = Document([], [["a", "b"]]), Document([], [["a"], ["b", "a"]])
    >>> union_matches(one, two, "exclusive", "reference")[0], union_matches(one, two, "values", "reference")[0]
    ([(0, 0), (1, 1)], [(0, None), (1, None)])
    """
    theirs = joined(reference.sentences)
    paths = all_paths(prediction, reference, lambda ours, sentence: lcs_path(ours, sentence, tie))
    if union == "sum":
        return [pair for row in paths for path in row for pair in path], paths
    if union == "exclusive":
        return list(exclusive(paths).items()), paths
    rows = [marked(row) for row in paths]
    positions = [i for row in rows for i in row]
    if union == "both":
        positions = list(clip(positions, theirs, Counter(reference.flat), Counter(prediction.flat)))
    elif union == "prediction":
        positions = list(clip(positions, theirs, Counter(prediction.flat)))
    elif union == "values":
        positions = [i for row in rows for i in clip(row, theirs, Counter({theirs[at] for at in row}))]
    else:
        positions = list(clip(positions, theirs, Counter({theirs[at] for at in positions})))
    return [(i, None) for i in positions], paths


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
    matches, _ = union_matches(prediction, reference, union, tie)
    ours, theirs = union_words(prediction, reference, union)
    count = "set" if union == "distinct" else "all"
    return len(matches), len(counted(ours, count)), len(counted(theirs, count))


def clips_by_sentence(rules: dict[str, Any]) -> bool:
    """Whether `both` clips by the words of the sentences, where the whole text has others; ROUGE-1.5.5 does not.

    >>> clips_by_sentence({"union": "both", "bytes_per_sentence": False})
    True
    """
    return rules["union"] == "both" and not rules["bytes_per_sentence"]


def union_words(prediction: Document, reference: Document, union: str) -> tuple[Words, Words]:
    """The words that make the totals of ROUGE-L over sentences: of the whole text, or of the sentences."""
    ours = prediction.flat if union in ("both", "values") else joined(prediction.sentences)
    return ours, reference.flat if union == "values" else joined(reference.sentences)


def exclusive(paths: Paths) -> dict[int, int]:
    """Give each reference position at most one prediction position, first come first served.

    >>> exclusive([[[(0, 0)], [(0, 1)]], [[(1, 0)], [(1, 1)]]])
    {0: 0, 1: 1}
    """
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for row in paths:
        for path in row:
            for i, j in path:
                if i not in pairs and j not in used:
                    pairs[i] = j
                    used.add(j)
    return pairs


def weighted_lcs(prediction: Words, reference: Words, weight: float) -> tuple[float, float, float]:
    """ROUGE-W of the whole texts: a run of k words that are consecutive in both texts weighs k to the power `weight`.

    >>> weighted_lcs("A B C D H I K".split(), "A B C D E F G".split(), 2.0)
    (16.0, 49.0, 49.0)
    """
    found = runs(weighted_path(prediction, reference, weight))
    return total_weight(found, weight), float(len(prediction)) ** weight, float(len(reference)) ** weight


def total_weight(found: Iterable[Sized], weight: float) -> float:
    """Add up the weights of runs; what is empty weighs nothing.

    >>> total_weight(["aa", "", "b"], 2.0)
    5.0
    """
    total = 0.0
    for run in found:
        total += float(len(run)) ** weight if run else 0.0
    return total


def weighted_paths(prediction: Document, reference: Document, weight: float) -> Paths:
    """The weighted paths of every pair of sentences."""
    return all_paths(prediction, reference, lambda ours, theirs: weighted_path(ours, theirs, weight))


def weighted_union_runs(prediction: Document, reference: Document, weight: float) -> list[list[Pair]]:
    """The runs that ROUGE-W over sentences counts: each position used once, and no run goes over a sentence's end.

    >>> two = Document([], [["a", "b"], ["c", "d"]])
    >>> weighted_union_runs(two, two, 2.0)
    [[(0, 0), (1, 1)], [(2, 2), (3, 3)]]
    """
    pairs = exclusive(weighted_paths(prediction, reference, weight))
    sentence_of = [at for at, sentence in enumerate(prediction.sentences) for _ in sentence]
    found: list[list[Pair]] = []
    for base, sentence in zip(_starts(reference.sentences), reference.sentences, strict=True):
        inside = [(i, pairs[i]) for i in range(base, base + len(sentence)) if i in pairs]
        # A stride of two between sentences keeps a run from passing from one prediction sentence into the next.
        apart = {(i, j + sentence_of[j]): (i, j) for i, j in inside}
        found += [[apart[pair] for pair in run] for run in runs(apart)]
    return found


def weighted_reference_runs(
    prediction: Document, reference: Document, weight: float, open_runs: bool = False
) -> list[list[int]]:
    """The runs of marked reference positions, clipped as ROUGE-L clips them.

    A clipped word ends a run. With `open_runs` only a word without mark does: a run is carried on over clipped words,
    and lost where its sentence ends with one.

    >>> ours, theirs = [list("bab")], [list("ca"), list("bab")]
    >>> pair = Document(ours[0], ours), Document(theirs[0] + theirs[1], theirs)
    >>> weighted_reference_runs(*pair, 2.0), weighted_reference_runs(*pair, 2.0, open_runs=True)
    ([[1], [2], [4]], [[1], [2, 4]])
    """
    theirs = joined(reference.sentences)
    bags = Counter(reference.flat), Counter(prediction.flat)
    found: list[list[int]] = []
    for row in weighted_paths(prediction, reference, weight):
        positions = marked(row)
        hits = list(clip(positions, theirs, *bags))
        goes_on = set(positions if open_runs else hits)
        run: list[int] = []
        for i in hits:
            run.append(i)
            if i + 1 not in goes_on:
                found.append(run)
                run = []
    return found


def weighted_union(
    prediction: Document,
    reference: Document,
    weight: float,
    reference_runs: bool = False,
    open_runs: bool = False,
    flat_prediction: bool = False,
) -> tuple[float, float, float]:
    """ROUGE-W over sentences: weighted LCS of every sentence pair, each position used once, runs within sentences.

    `reference_runs` measures runs in the reference alone, on words clipped as ROUGE-L clips them; with `open_runs` a
    run whose last word is clipped goes on to the next; `flat_prediction` weighs the prediction as one sentence.

    >>> two = Document([], [["a", "b"], ["c", "d"]])
    >>> weighted_union(two, two, 2.0)
    (8.0, 8.0, 8.0)
    >>> ours, theirs = [list("bab")], [list("ca"), list("bab")]
    >>> pair = Document(ours[0], ours), Document(theirs[0] + theirs[1], theirs)
    >>> weighted_union(*pair, 2.0, reference_runs=True), weighted_union(*pair, 2.0, reference_runs=True, open_runs=True)
    ((3.0, 9.0, 13.0), (5.0, 9.0, 13.0))
    """
    runs = (
        weighted_reference_runs(prediction, reference, weight, open_runs)
        if reference_runs
        else weighted_union_runs(prediction, reference, weight)
    )
    ours = [prediction.flat] if flat_prediction else prediction.sentences
    return total_weight(runs, weight), total_weight(ours, weight), total_weight(reference.sentences, weight)


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
            path = lcs_path(prediction.flat, reference.flat, rules["tie"])
            return len(path), len(prediction.flat), len(reference.flat)
        if kind == "lcs_sum":
            if clips_by_sentence(rules):
                prediction, reference = (
                    Document(joined(one.sentences), one.sentences) for one in (prediction, reference)
                )
            return union_lcs(prediction, reference, rules["union"], rules["tie"])
        if kind == "weighted":
            return weighted_lcs(prediction.flat, reference.flat, number)
        quirks = rules["w_reference_runs"], rules["w_open_runs"], rules["w_flat_prediction"]
        return weighted_union(prediction, reference, number, *quirks)

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


def read_files(paths: list[str], see: bool, most: int, threads: int) -> list[str | None]:
    """Leave all files to Python: None for each. The native core reads small ASCII files of SPL or SEE at once.

    >>> read_files(["a file"], False, 100, 1)
    [None]
    """
    return [None] * len(paths)
