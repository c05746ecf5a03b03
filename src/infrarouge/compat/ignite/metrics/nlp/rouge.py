"""`Rouge`, `RougeN` and `RougeL`; the numbers are those of the profile `ignite-0.5.5`."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from infrarouge.compat.ignite.metrics.nlp import standalone
from infrarouge.engine.runner import Rows, Runner, runner_of
from infrarouge.engine.small import scored_words
from infrarouge.matching import LongestCommon, NGram
from infrarouge.matching import Metric as Units
from infrarouge.reading.sides import offsets

__all__ = ["Rouge", "RougeL", "RougeN"]

PROFILE = "ignite-0.5.5"
COMBINE = {"average": "pool", "best": "best-recall"}

Metric: Any = standalone.Metric
NotComputableError: Any = standalone.NotComputableError
reinit__is_reduced: Any = standalone.unchanged
sync_all_reduce: Any = standalone.sync_all_reduce
if find_spec("torch") is not None and find_spec("ignite") is not None:
    _metric = import_module("ignite.metrics.metric")
    Metric, reinit__is_reduced = _metric.Metric, _metric.reinit__is_reduced
    sync_all_reduce = _metric.sync_all_reduce
    NotComputableError = import_module("ignite.exceptions").NotComputableError


def _identity(output: Any) -> Any:
    return output


Output: TypeAlias = "tuple[Sequence[Sequence[Any]], Sequence[Sequence[Sequence[Any]]]]"
"""A batch: candidates as sequences of tokens, and for each a list of references."""


class Batch:
    """A batch as lists of tokens; the longer side is cut.

    >>> Batch((["a b".split()], [["a".split()]]), "average").scores([NGram(1)], 0.0, "average")
    [[[0.5, 1.0, 1.0]]]
    """

    def __init__(self, output: Any, multiref: str) -> None:
        candidates, references = output
        pairs = [(candidate, list(several)) for candidate, several in zip(candidates, references, strict=False)]
        for place, (_, several) in enumerate(pairs):
            if not several and multiref == "best":
                raise ValueError(f"candidate {place} has no reference to choose the best of; give at least one")
        self.candidates: list[Any] = [candidate for candidate, _ in pairs]
        # Without references nothing matches, as with an empty one.
        self.references: list[list[Any]] = [several or [[]] for _, several in pairs]
        self.tokens = "list"

    @property
    def words(self) -> bool:
        """Whether all tokens are str, which need no numbers."""
        sides = (*self.candidates, *(one for several in self.references for one in several))
        return all(set(map(type, tokens)) <= {str} for tokens in sides)

    def numbered(self, number: Callable[[Any], Iterable[int]]) -> Batch:
        """The batch with numbers for tokens."""
        batch = copy.copy(self)
        batch.candidates = [list(number(candidate)) for candidate in self.candidates]
        batch.references = [[list(number(one)) for one in several] for several in self.references]
        batch.tokens = "ids"
        return batch

    def scores(self, units: list[Units], alpha: float, multiref: str) -> list[list[list[float]]]:
        """Precision, recall and F of every example, for each kind of unit."""
        if not self.candidates:
            return [[] for _ in units]
        runner = _runner(tuple(units), self.tokens, alpha, COMBINE[multiref])
        if len(self.candidates) == 1 and len(self.references[0]) == 1 and self.tokens == "list":
            scored = scored_words(runner, [list(self.candidates[0])], [list(self.references[0][0])])
            if scored is not None:
                return [[list(scored[runner.metrics.index(one)])] for one in units]
        flat = [list(one) for several in self.references for one in several]
        scores = runner.scores(Rows(list(map(list, self.candidates)), flat, offsets(self.references)))
        return [scores[:, runner.metrics.index(one)].tolist() for one in units]


@lru_cache(maxsize=64)
def _runner(units: tuple[Units, ...], tokens: str, alpha: float, combine: str) -> Runner:
    return runner_of(list(units), PROFILE, rules={"tokens": tokens, "alpha": alpha, "combine": combine})


class _BaseRouge(Metric):  # type: ignore[misc]  # ignite is not typed here
    """Running sums of precision, recall and F, in the order in which examples come."""

    _state_dict_all_req_keys = ("_recall", "_precision", "_fmeasure", "_num_examples")

    def __init__(self, multiref: str, alpha: float, output_transform: Callable[[Any], Any], device: Any) -> None:
        super().__init__(output_transform=output_transform, device=device)
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha must be in interval [0, 1] (got : {alpha})")
        if multiref not in COMBINE:
            raise ValueError(f"multiref : valid values are {list(COMBINE)} (got : {multiref})")
        self._alpha = alpha
        self._multiref = multiref

    @reinit__is_reduced  # type: ignore[untyped-decorator]  # likewise
    def reset(self) -> None:
        """Forget what was scored."""
        self._recall = 0.0
        self._precision = 0.0
        self._fmeasure = 0.0
        self._num_examples = 0

    @reinit__is_reduced  # type: ignore[untyped-decorator]  # likewise
    def update(self, output: Output) -> None:
        """Score a batch: candidates as sequences of tokens, and for each a list of references."""
        batch = Batch(output, self._multiref)
        if not batch.words:
            batch = batch.numbered(self._numbering())
        [scores] = batch.scores([self.units()], self._alpha, self._multiref)
        self.add(scores)

    @reinit__is_reduced  # type: ignore[untyped-decorator]  # likewise
    def add(self, scores: Iterable[Sequence[float]]) -> None:
        """Add the precision, recall and F of some examples."""
        for precision, recall, fmeasure in scores:
            self._precision += precision
            self._recall += recall
            self._fmeasure += fmeasure
            self._num_examples += 1

    @sync_all_reduce("_precision", "_recall", "_fmeasure", "_num_examples")  # type: ignore[untyped-decorator]  # likewise
    def compute(self) -> dict[str, float]:
        """The mean precision, recall and F of all examples."""
        if self._num_examples == 0:
            raise NotComputableError(f"{type(self).__name__} metric must have at least one example before be computed")
        name = self._metric_name()
        return {
            f"{name}-P": float(self._precision / self._num_examples),
            f"{name}-R": float(self._recall / self._num_examples),
            f"{name}-F": float(self._fmeasure / self._num_examples),
        }

    def _numbering(self) -> Callable[[Any], Iterable[int]]:
        """Numbers stand for tokens, so that a token may be of any kind: the same number for those of equal hash."""
        numbers: dict[Hashable, int] = {}
        return lambda tokens: (numbers.setdefault(token, len(numbers)) for token in tokens)

    def units(self) -> Units:
        """What is counted."""
        raise NotImplementedError(f"{type(self).__name__} defines what it counts")

    def _metric_name(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} defines its name")


class RougeN(_BaseRouge):
    """ROUGE-N of ready tokens.

    With ``multiref="average"`` the counts are added up over the references, with ``"best"`` the reference with the best
    recall is taken. `alpha` is the weight of precision in F: with 0, the default, F is the recall. Tokens are compared
    by their hashes, so turn tensors into lists first.

    >>> metric = RougeN(ngram=1, multiref="best")
    >>> metric.update((["the cat sat".split()], [["a cat".split(), "the cat".split()]]))
    >>> metric.compute()["Rouge-1-P"]
    0.6666666666666666
    """

    def __init__(
        self,
        ngram: int = 4,
        multiref: str = "average",
        alpha: float = 0,
        output_transform: Callable[[Any], Any] = _identity,
        device: Any = "cpu",
    ) -> None:
        super().__init__(multiref, alpha, output_transform, device)
        self._ngram = ngram
        if self._ngram < 1:
            raise ValueError(f"ngram order must be greater than zero (got : {self._ngram})")

    def units(self) -> Units:
        """Runs of tokens."""
        return NGram(operator.index(self._ngram))

    def _metric_name(self) -> str:
        return f"Rouge-{self._ngram}"


class RougeL(_BaseRouge):
    """ROUGE-L of ready tokens: their longest common subsequence; the arguments are those of `RougeN`.

    >>> metric = RougeL()
    >>> metric.update((["the cat sat".split()], [["the sat".split()]]))
    >>> metric.compute()["Rouge-L-R"]
    1.0
    """

    def __init__(
        self,
        multiref: str = "average",
        alpha: float = 0,
        output_transform: Callable[[Any], Any] = _identity,
        device: Any = "cpu",
    ) -> None:
        super().__init__(multiref, alpha, output_transform, device)

    def _numbering(self) -> Callable[[Any], Iterable[int]]:
        """Here tokens are compared for equality, so that tensors of ids and tokens without a hash do."""
        numbers: dict[Hashable, int] = {}
        others: list[Any] = []

        def number(token: Any) -> int:
            try:
                return numbers.setdefault(token, len(numbers))
            except TypeError:  # it has no hash
                if token not in others:
                    others.append(token)
                return -1 - others.index(token)

        return lambda tokens: map(number, tokens.tolist() if hasattr(tokens, "tolist") else tokens)

    def units(self) -> Units:
        """The longest common subsequence."""
        return LongestCommon()

    def _metric_name(self) -> str:
        return "Rouge-L"


class Rouge(Metric):  # type: ignore[misc]  # ignite is not typed here
    """Several variants at once: whole numbers for ROUGE-N, and ``"L"``.

    >>> metric = Rouge(variants=["L", 2], multiref="best", alpha=0.5)
    >>> metric.update((["the cat is not there".split()], [["the cat is on the mat".split()]]))
    >>> metric.compute()["Rouge-2-F"]
    0.4444444444444445
    """

    _state_dict_all_req_keys = ("internal_metrics",)

    def __init__(
        self,
        variants: Sequence[str | int] | None = None,
        multiref: str = "average",
        alpha: float = 0,
        output_transform: Callable[[Any], Any] = _identity,
        device: Any = "cpu",
    ) -> None:
        if variants is None or len(variants) == 0:
            variants = [1, 2, 4, "L"]
        self.internal_metrics: list[_BaseRouge] = []
        for variant in variants:
            if isinstance(variant, int) and variant > 0:
                self.internal_metrics.append(RougeN(variant, multiref, alpha, output_transform, device))
            elif variant == "L":
                self.internal_metrics.append(RougeL(multiref, alpha, output_transform, device))
            else:
                raise ValueError(f"variant must be 'L' or integer greater to zero (got : {variant!r})")
        self._multiref, self._alpha = multiref, alpha
        super().__init__(output_transform=output_transform, device=device)

    @reinit__is_reduced  # type: ignore[untyped-decorator]  # likewise
    def reset(self) -> None:
        """Forget what was scored."""
        for metric in self.internal_metrics:
            metric.reset()

    @reinit__is_reduced  # type: ignore[untyped-decorator]  # likewise
    def update(self, output: Output) -> None:
        """Score a batch: candidates as sequences of tokens, and for each a list of references."""
        batch = Batch(output, self._multiref)
        if not batch.words:
            # The variants compare other tokens in different ways.
            for metric in self.internal_metrics:
                metric.update(output)
            return
        units = [metric.units() for metric in self.internal_metrics]
        for metric, scores in zip(self.internal_metrics, batch.scores(units, self._alpha, self._multiref), strict=True):
            metric.add(scores)

    def compute(self) -> dict[str, float]:
        """The mean precision, recall and F of all examples, variant by variant."""
        return {name: value for metric in self.internal_metrics for name, value in metric.compute().items()}
