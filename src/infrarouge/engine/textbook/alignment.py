"""Common subsequences: their length, which words stand in them, runs, and their union over sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from typing import Any

from infrarouge.engine.textbook.grams import counted
from infrarouge.engine.textbook.reading import Document, Words


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
