"""One pair a call at the least cost: callables of the core that stand in place of Python functions, where the core runs.

What they do not serve, such as several references or texts with a flag, they pass on to the function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from infrarouge.engine import name
from infrarouge.types import TOLD, Score

if TYPE_CHECKING:
    from infrarouge.engine.runner import Runner

F = TypeVar("F", bound=Callable[..., Any])
D = TypeVar("D", bound=dict[str, Score])

Quick = Callable[[Any, Any], D | None]
"""Scores a prediction against a reference by label; None where the batch has to: there is something to say of a text, or one is
no plain str."""

NAMES = (str, int, float, bool, type(None))
"""Types of settings that are values: what they mean never changes."""


def quick_scorer(runner: Runner, result: type[D], signature: str | None = None) -> Quick[D] | None:
    """How pairs of texts become results of a class, which are told their signature if there is one; None if by batch alone.

    >>> from infrarouge.engine.runner import runner_of
    >>> quick = quick_scorer(runner_of("rouge1", "rouge-score"), dict)
    >>> quick("a b", "a"), quick("a b", ""), quick("a b", None)
    ({'rouge1': Score(precision=0.5, recall=1.0, fmeasure=0.6666666666666666)}, None, None)
    """
    if not runner.quick:
        return None
    alpha, labels, score = runner.profile.score.alpha, runner.labels, runner.plan.score
    if name() == "core":
        slot = None if signature is None else vars(result)["signature"]
        quick: Quick[D] = _core().quick(runner.plan, alpha, labels, Score, result, slot, signature)
        return quick

    def plain(prediction: Any, reference: Any) -> D | None:
        if type(prediction) is not str or type(reference) is not str:
            return None
        scores = result()
        if score(prediction, reference, alpha, labels, Score, scores) & TOLD:
            return None
        if signature is not None:
            scores.signature = signature  # type: ignore[attr-defined]  # the class of such results has it
        return scores

    return plain


def quick_method(function: F, slot: Any) -> F:
    """The method of a class whose instances hold a quick scorer, or None, in a slot.

    >>> from infrarouge import Rouge
    >>> Rouge.score.__name__, Rouge.score.__module__
    ('score', 'infrarouge.api')
    """
    return _core().method(function, slot) if name() == "core" else function


def quick_function(resolve: Callable[[Mapping[str, Any]], Quick[Any] | None], *more: type[Any]) -> Callable[[F], F]:
    """Let a function remember what `resolve` made of settings that never change: names, numbers and types of `more`.

    Lists of names are remembered by what they hold.

    >>> from infrarouge import score
    >>> [score(prediction="a b", reference="a", metrics=["rouge1"])["rouge1"].recall for _ in range(2)]
    [1.0, 1.0]
    """

    def remembering(function: F) -> F:
        if name() != "core":
            return function
        return _core().function(function, resolve, (*NAMES, *more))  # type: ignore[no-any-return]  # of its type

    return remembering


def _core() -> Any:
    return import_module("infrarouge._core").calls
