"""The class `Rouge`; the numbers are those of the profile `pycocoevalcap-1.2`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

import infrarouge
from infrarouge.matching.lcs import lcs_length
from infrarouge.types import Floats

__all__ = ["Rouge", "my_lcs"]


def my_lcs(string: Sequence[Hashable], sub: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence.

    >>> my_lcs("a b c".split(), "a c".split())
    2
    """
    return lcs_length(string, sub)


class Rouge:
    """Scores captions, whose words stand between single spaces: tokenize them first.

    Recall weighs `beta` times as much as precision. Of several references the largest precision and the largest recall
    are taken, each by itself.

    >>> Rouge().calc_score(["a b c"], ["a c", "x b c y"])
    0.8299319727891156
    """

    def __init__(self) -> None:
        self.beta = 1.2

    def calc_score(self, candidate: Sequence[str], refs: Sequence[str]) -> float:
        """Score a list that holds one caption against its references."""
        return float(self._scores([_row(candidate, refs)])[0])

    def compute_score(
        self, gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]
    ) -> tuple[np.floating[Any], Floats]:
        """Score captions by their ids, references first: the average, and the scores in the order of `gts`.

        >>> Rouge().compute_score({1: ["a b c"], 2: ["a"]}, {1: ["a c"], 2: ["b"]})[1].tolist()
        [0.7721518987341772, 0.0]
        """
        if set(gts.keys()) != set(res.keys()):
            alone = sorted(map(repr, set(gts) ^ set(res)))[:3]
            raise AssertionError(f"only one of gts and res has {', '.join(alone)}; give the same ids on both sides")
        rows = []
        for key in gts:
            rows.append(_row(res[key], gts[key]))
            for name, captions in (("res", res[key]), ("gts", gts[key])):
                if type(captions) is not list:
                    raise AssertionError(f"{name}[{key!r}] is {type(captions).__name__}; give a list of str")
        scores = self._scores(rows)
        return scores[0] if len(rows) == 1 else np.mean(scores), scores

    def _scores(self, rows: list[tuple[str, list[str]]]) -> Floats:
        if not rows:
            return np.zeros(0)
        # The original squares beta, so that its sign does not matter.
        scorer = _scorer(abs(float(self.beta)))
        if len(rows) == 1 and len(rows[0][1]) == 1:
            (scores, _) = scorer.score_pair(rows[0][0], rows[0][1][0])
            return np.array([scores["rougeL"].fmeasure])
        predictions, references = (list(side) for side in zip(*rows, strict=True))
        return np.ascontiguousarray(scorer.scores(predictions=predictions, references=references)[:, 0, 2])

    def method(self) -> str:
        """The name of the scorer."""
        return "Rouge"


@lru_cache(maxsize=8)
def _scorer(beta: float) -> infrarouge.Rouge:
    return infrarouge.Rouge("rougeL", "pycocoevalcap-1.2", beta=beta)


def _row(candidate: Sequence[Any], refs: Sequence[Any]) -> tuple[str, list[str]]:
    """Check one caption and its references."""
    if len(candidate) != 1:
        raise AssertionError(f"the candidate holds {len(candidate)} captions; give a list of one str")
    if len(refs) < 1:
        raise AssertionError("there is no reference; give a list of at least one str")
    for text in (candidate[0], *refs):
        if isinstance(text, bytes):
            raise TypeError("a caption is bytes; decode it first: caption.decode('utf-8')")
        if not isinstance(text, str):
            kind = type(text).__name__
            raise AttributeError(f"'{kind}' object has no attribute 'split': a caption must be a str")
    return candidate[0], list(refs)
