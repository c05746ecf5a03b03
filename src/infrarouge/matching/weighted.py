"""ROUGE-W: common subsequences whose runs of consecutive words weigh more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sized
from dataclasses import dataclass
from typing import ClassVar

from infrarouge.matching.base import Metric, Rules, Spec, register
from infrarouge.matching.paths import Pair, Paths, all_paths, clip, exclusive, marked, runs, starts
from infrarouge.reading.document import Document, Words, joined

MOST_WEIGHT = 32
"""The greatest weight, and the inverse of the least: a billion words to this power is still a number."""


@register
@dataclass(frozen=True, slots=True)
class WeightedCommon(Metric):
    """A common subsequence in which a run of k words weighs k to the power `weight`.

    >>> WeightedCommon(1.5).label, WeightedCommon(2.0, union=True).label
    ('rougeW-1.5', 'rougeWsum-2')
    """

    weight: float = 1.2
    union: bool = False
    family: ClassVar[str] = "weighted"

    def __post_init__(self) -> None:
        if not 1 / MOST_WEIGHT <= self.weight <= MOST_WEIGHT:
            raise ValueError(
                f"the weight of rougeW is {self.weight!r}; give a number from {1 / MOST_WEIGHT} to {MOST_WEIGHT}, such as "
                "rougeW-1.2"
            )

    @property
    def label(self) -> str:
        return f"rougeW{'sum' if self.union else ''}-{float(self.weight)!r}".removesuffix(".0")

    @property
    def spec(self) -> Spec:
        return Spec("weighted_sum" if self.union else "weighted", self.weight)

    @property
    def exponent(self) -> float:
        return 1 / self.weight

    @classmethod
    def parse(cls, text: str) -> WeightedCommon | None:
        parts = re.fullmatch(r"w(?:[-_ ]?(sum))?[-_ ]?((?:[0-9]*\.)?[0-9]+(?:e[-+]?[0-9]+)?)?", text)
        if not parts:
            return None
        return cls(float(parts.group(2) or 1.2), union=parts.group(1) is not None)

    @classmethod
    def examples(cls) -> dict[str, str]:
        return {
            "rougeW-1.2": "longest common subsequence in which runs of k words weigh k^1.2 (any weight)",
            "rougeWsum-1.2": "the same, matched sentence by sentence",
        }


def weighted_path(prediction: Words, reference: Words, weight: float, path_12: bool = False) -> list[tuple[int, int]]:
    """Matched positions (reference, prediction) of the weighted LCS of Lin (2004), from the end of the texts.

    With `path_12` the weight on the way is always 1.2, and what a run gains by a word is added as one number.

    >>> weighted_path("a b x".split(), "a b".split(), 2.0)
    [(1, 1), (0, 0)]
    """
    m, n = len(reference), len(prediction)
    f = [float(k) ** (1.2 if path_12 else weight) for k in range(min(m, n) + 1)]
    score = [[0.0] * (n + 1) for _ in range(m + 1)]
    run = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            if reference[i - 1] == prediction[j - 1]:
                k = run[i - 1][j - 1]
                before = score[i - 1][j - 1]
                score[i][j] = before + (f[k + 1] - f[k]) if path_12 else (before + f[k + 1]) - f[k]
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


def weighted_lcs(
    prediction: Words, reference: Words, weight: float, path_12: bool = False
) -> tuple[float, float, float]:
    """ROUGE-W of the whole texts: a run of k words that are consecutive in both texts weighs k to the power `weight`.

    >>> weighted_lcs("A B C D H I K".split(), "A B C D E F G".split(), 2.0)
    (16.0, 49.0, 49.0)
    """
    stretches = runs(weighted_path(prediction, reference, weight, path_12))
    return total_weight(stretches, weight), float(len(prediction)) ** weight, float(len(reference)) ** weight


def total_weight(stretches: Iterable[Sized], weight: float) -> float:
    """Add up the weights of runs; what is empty weighs nothing.

    >>> total_weight(["aa", "", "b"], 2.0)
    5.0
    """
    total = 0.0
    for run in stretches:
        total += float(len(run)) ** weight if run else 0.0
    return total


def weighted_paths(prediction: Document, reference: Document, weight: float, path_12: bool = False) -> Paths:
    """The weighted paths of every pair of sentences."""
    return all_paths(prediction, reference, lambda ours, theirs: weighted_path(ours, theirs, weight, path_12))


def weighted_union_runs(
    prediction: Document, reference: Document, weight: float, path_12: bool = False
) -> list[list[Pair]]:
    """The runs that ROUGE-W over sentences counts: each position used once, and no run goes over a sentence's end.

    >>> two = Document([], [["a", "b"], ["c", "d"]])
    >>> weighted_union_runs(two, two, 2.0)
    [[(0, 0), (1, 1)], [(2, 2), (3, 3)]]
    """
    pairs = exclusive(weighted_paths(prediction, reference, weight, path_12))
    sentence_of = [at for at, sentence in enumerate(prediction.sentences) for _ in sentence]
    stretches: list[list[Pair]] = []
    for base, sentence in zip(starts(reference.sentences), reference.sentences, strict=True):
        inside = [(i, pairs[i]) for i in range(base, base + len(sentence)) if i in pairs]
        # A stride of two between sentences keeps a run from passing from one prediction sentence into the next.
        apart = {(i, j + sentence_of[j]): (i, j) for i, j in inside}
        stretches += [[apart[pair] for pair in run] for run in runs(apart)]
    return stretches


def weighted_reference_runs(
    prediction: Document, reference: Document, weight: float, open_runs: bool = False, path_12: bool = False
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
    stretches: list[list[int]] = []
    for row in weighted_paths(prediction, reference, weight, path_12):
        positions = marked(row)
        hits = list(clip(positions, theirs, *bags))
        goes_on = set(positions if open_runs else hits)
        run: list[int] = []
        for i in hits:
            run.append(i)
            if i + 1 not in goes_on:
                stretches.append(run)
                run = []
    return stretches


def weighted_union(
    prediction: Document,
    reference: Document,
    weight: float,
    reference_runs: bool = False,
    open_runs: bool = False,
    flat_prediction: bool = False,
    path_12: bool = False,
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
        weighted_reference_runs(prediction, reference, weight, open_runs, path_12)
        if reference_runs
        else weighted_union_runs(prediction, reference, weight, path_12)
    )
    ours = [prediction.flat] if flat_prediction else prediction.sentences
    return total_weight(runs, weight), total_weight(ours, weight), total_weight(reference.sentences, weight)


def count_weighted(prediction: Document, reference: Document, spec: Spec, rules: Rules) -> tuple[float, float, float]:
    """Weigh the runs on a weighted common subsequence of the whole texts."""
    return weighted_lcs(prediction.flat, reference.flat, spec.number, rules["w_path_12"])


def count_weighted_union(
    prediction: Document, reference: Document, spec: Spec, rules: Rules
) -> tuple[float, float, float]:
    """Weigh the runs on weighted common subsequences of sentences, as the rules say."""
    quirks = rules["w_reference_runs"], rules["w_open_runs"], rules["w_flat_prediction"], rules["w_path_12"]
    return weighted_union(prediction, reference, spec.number, *quirks)
