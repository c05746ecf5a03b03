"""`rouge_l` of tensorflow-text: on ragged tensors where TensorFlow is installed, on lists of tokens where it is not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine.runner import Rows, runner_of
from infrarouge.errors import InputError

__all__ = ["InvalidArgumentError", "rouge_l"]

PROFILE = "tensorflow-text-2.21"


class InvalidArgumentError(InputError):
    """What TensorFlow raises for tensors that do not go together, where TensorFlow is not installed."""


class Measures(NamedTuple):
    """F, precision and recall of every row, in float32."""

    f_measure: Any
    p_measure: Any
    r_measure: Any


def rouge_l(hypotheses: Any, references: Any, alpha: float | None = None) -> Measures:
    """Score rows of tokens, hypotheses first; a negative `alpha` means the F of tensor2tensor.

    Rows are ragged tensors of strings or integers; without TensorFlow, lists of lists.

    >>> rouge_l([["a", "b"]], [["a"]], alpha=1.0).f_measure.tolist()
    [0.5]
    """
    alpha = 0.5 if alpha is None else float(alpha)
    if alpha > 1:
        raise ValueError(f"alpha is {alpha!r}; it must be at most 1, or negative for the F of tensor2tensor")
    ours, theirs = _rows(hypotheses, "hypotheses"), _rows(references, "references")
    if len(ours) != len(theirs):
        raise _invalid(f"{len(ours)} hypotheses and {len(theirs)} references; give as many of both")
    if {*_kinds(ours)} | {*_kinds(theirs)} == {"str", "int"}:
        raise _invalid("hypotheses and references are of different types; give strings or integers")
    rules: dict[str, Any] = {"tokens": "ids"}
    rules |= {"formula": "tensor2tensor"} if alpha < 0 else {"alpha": alpha}
    runner = runner_of("rougeL", PROFILE, rules=rules)
    numbers: dict[Hashable, int] = {}
    sides = [[[numbers.setdefault(token, len(numbers)) for token in row] for row in side] for side in (ours, theirs)]
    counts = runner.count(Rows(sides[0], sides[1], None)).counts
    scores = runner.scoring.scores(counts, None)[:, 0].astype(np.float32)
    return Measures(*(_told(scores[:, at], hypotheses) for at in (2, 0, 1)))


def _rows(given: Any, name: str) -> list[list[Hashable]]:
    rank = getattr(given, "ragged_rank", None)
    if rank is not None:
        if rank != 1:
            raise ValueError(f"{name} has the ragged rank {rank}; it must be 1")
        return [list(row) for row in given.to_list()]
    if find_spec("tensorflow") is not None or not isinstance(given, Sequence) or isinstance(given, (str, bytes)):
        raise ValueError(f"{name} is {type(given).__name__}; give a RaggedTensor, such as tf.ragged.constant([...])")
    if not all(isinstance(row, (list, tuple)) for row in given):
        raise ValueError(f"{name} holds something else than lists of tokens; give one list for each row")
    return [list(row) for row in given]


def _kinds(rows: list[list[Hashable]]) -> set[str]:
    return {"int" if isinstance(token, int) else "str" for row in rows for token in row}


def _invalid(message: str) -> Exception:
    if find_spec("tensorflow") is None:
        return InvalidArgumentError(message)
    import tensorflow  # where it is installed, its error is expected

    return tensorflow.errors.InvalidArgumentError(None, None, message)  # type: ignore[no-any-return]  # untyped


def _told(values: Any, given: Any) -> Any:
    """A tensor where tensors were given, else an array."""
    if not hasattr(given, "ragged_rank") or find_spec("tensorflow") is None:
        return values
    import tensorflow  # where ragged tensors come from

    return tensorflow.constant(values)
