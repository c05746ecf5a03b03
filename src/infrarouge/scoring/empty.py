"""Examples without words: scored as they are, left out, marked, or refused."""

from __future__ import annotations

import numpy as np

from infrarouge.errors import EmptyTextError, some
from infrarouge.registry import one_of
from infrarouge.types import Floats, Integers

EMPTY = ("zero", "skip", "nan", "raise")
"""The rules for examples whose prediction, or all of whose references, have no words."""


def refuse_empty(empty: Integers, n: int, policy: str) -> None:
    """Raise if the policy says so and some examples have no words."""
    if one_of("empty rule", policy, EMPTY) == "raise" and len(empty):
        raise EmptyTextError(
            f"{len(empty)} of {n} examples have no words to compare: {some(empty)}; type "
            "empty='zero' to score them 0, empty='skip' to leave them out, or empty='nan' to mark them"
        )


def settle_empty(scores: Floats, empty: Integers, policy: str) -> Floats:
    """Treat the scores of examples without words as the policy says: kept, marked, or refused.

    >>> settle_empty(np.array([[[1.0]], [[0.0]]]), np.array([1]), "skip").ravel().tolist()
    [1.0, nan]
    """
    refuse_empty(empty, len(scores), policy)
    if policy in ("skip", "nan"):
        scores[empty] = np.nan
    return scores
