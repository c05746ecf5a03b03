"""ROUGE-L: longest common subsequences, of the whole texts or united over sentences."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Rules, Spec, register
from infrarouge.matching.overlap import counted
from infrarouge.matching.paths import Paths, all_paths, clip, exclusive, marked
from infrarouge.reading.document import Document, Words, joined


@register
@dataclass(frozen=True, slots=True)
class LongestCommon(Metric):
    """The longest common subsequence; `union` unites it over sentences.

    >>> LongestCommon().label, LongestCommon(union=True).label
    ('rougeL', 'rougeLsum')
    """

    union: bool = False
    family: ClassVar[str] = "lcs"

    @property
    def label(self) -> str:
        return "rougeLsum" if self.union else "rougeL"

    @property
    def spec(self) -> Spec:
        return Spec("lcs_sum" if self.union else "lcs")

    @classmethod
    def parse(cls, text: str) -> LongestCommon | None:
        parts = re.fullmatch(r"l[-_ ]?(sum)?", text)
        return cls(union=parts.group(1) is not None) if parts else None

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeL": "longest common subsequence of the whole texts",
            "rougeLsum": "union of longest common subsequences over sentences",
        }


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


def union_matches(
    prediction: Document, reference: Document, union: str, tie: str, blank: bool = True
) -> tuple[list[tuple[int, int | None]], Paths]:
    """The matches that ROUGE-L over sentences counts, and the paths they come from; see `union_lcs` for the rules.

    Positions are over the sentences. Rules that count words of the reference only say None for the prediction. Without
    `blank`, `distinct` never matches an empty word.

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
        words = {theirs[at] for at in positions if blank or theirs[at] != ""}
        positions = list(clip(positions, theirs, Counter(words)))
    return [(i, None) for i in positions], paths


def union_lcs(
    prediction: Document, reference: Document, union: str, tie: str, blank: bool = True
) -> tuple[int, int, int]:
    """ROUGE-L over sentences: the words of each reference sentence that an LCS with any prediction sentence matches.

    `both` counts a word as often as both texts have it, `prediction` as often as the prediction has it; `values`
    counts distinct words for each reference sentence, `distinct` distinct words of the whole texts; `sum` adds up
    all LCS lengths; `exclusive` uses each position of either text once.

    >>> ours = [["w1", "w2", "w6", "w7", "w8"], ["w1", "w3", "w8", "w9", "w5"]]
    >>> theirs = ["w1", "w2", "w3", "w4", "w5"]
    >>> union_lcs(Document(ours[0] + ours[1], ours), Document(theirs, [theirs]), "both", "reference")
    (4, 10, 5)
    """
    matches, _ = union_matches(prediction, reference, union, tie, blank)
    ours, theirs = union_words(prediction, reference, union)
    count = "set" if union == "distinct" else "all"
    return len(matches), len(counted(ours, count)), len(counted(theirs, count))


def union_words(prediction: Document, reference: Document, union: str) -> tuple[Words, Words]:
    """The words that make the totals of ROUGE-L over sentences: of the whole text, or of the sentences."""
    ours = prediction.flat if union in ("both", "values") else joined(prediction.sentences)
    return ours, reference.flat if union == "values" else joined(reference.sentences)


def clips_by_sentence(rules: Rules) -> bool:
    """Whether `both` clips by the words of the sentences, where the whole text has others; ROUGE-1.5.5 does not.

    >>> clips_by_sentence({"union": "both", "bytes_per_sentence": False})
    True
    """
    return rules["union"] == "both" and not rules["bytes_per_sentence"]


def count_lcs(prediction: Document, reference: Document, spec: Spec, rules: Rules) -> tuple[float, float, float]:
    """Count the words on a longest common subsequence of the whole texts.

    >>> count_lcs(Document("a b".split(), []), Document("b a".split(), []), Spec("lcs"), {"tie": "reference"})
    (1, 2, 2)
    """
    path = lcs_path(prediction.flat, reference.flat, rules["tie"])
    return len(path), len(prediction.flat), len(reference.flat)


def count_union(prediction: Document, reference: Document, spec: Spec, rules: Rules) -> tuple[float, float, float]:
    """Count the words on longest common subsequences of sentences, united as the rules say."""
    if clips_by_sentence(rules):
        prediction, reference = (Document(joined(side.sentences), side.sentences) for side in (prediction, reference))
    return union_lcs(prediction, reference, rules["union"], rules["tie"], not rules["l_blank_word"])
