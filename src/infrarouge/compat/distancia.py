"""distancia's `ROUGEScore`: the recall of n-grams of ready tokens, the largest over the references.

The numbers are those of the profile `distancia-0.0.85`. Despite its name in the package it is no distance. The
package's page gives a formula that adds up over the references; the package takes the largest, and so does this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from infrarouge.engine import Plan
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError, TextFault
from infrarouge.registry import integer

__all__ = ["ROUGEScore"]


@lru_cache(maxsize=16)
def _runner(n: int) -> Runner:
    return runner_of(f"rouge{n}", "distancia-0.0.85", rules={"tokens": "ids"})


@lru_cache(maxsize=16)
def _words(n: int) -> Plan:
    """What counts the n-grams of lists of words."""
    return runner_of(f"rouge{n}", "distancia-0.0.85", rules={"tokens": "list"}).plan


@lru_cache(maxsize=16)
def _recall(n: int) -> Callable[[Any, Any], float | None]:
    """The largest recall of a list of words over such lists; None where they are anything else."""
    return _words(n).recall


class ROUGEScore:
    """Recall of n-grams.

    >>> ROUGEScore(n_gram=1).compute(["the", "cat"], [["the", "cat", "sat", "down"], ["a", "cat"]])
    {'recall': 0.5}
    """

    def __init__(self, n_gram: int = 2) -> None:
        size = integer(n_gram)
        if size is None or size < 1:
            raise InputError(f"n_gram is {n_gram!r}; give a whole number from 1 up")
        self.n_gram = size

    def compute(self, hypothesis: Iterable[Hashable], references: Sequence[Iterable[Hashable]]) -> dict[str, float]:
        """Compare a list of tokens with several; a str is taken for the list of its characters.

        >>> ROUGEScore().compute("abcd", ["abxcd"])
        {'recall': 0.5}
        """
        recall = _recall(self.n_gram)(hypothesis, references)
        if recall is not None:
            return {"recall": recall}
        lists = [tokens if type(tokens) is list else list(tokens) for tokens in references]
        if not lists:
            raise InputError("references is empty; give at least one list of tokens")
        ours = hypothesis if type(hypothesis) is list else list(hypothesis)
        count, largest, sides = _words(self.n_gram).pair, 0.0, [ours]
        try:
            for tokens in lists:
                (matched, _, total), _ = count(sides, [tokens])
                if total and matched / total > largest:
                    largest = matched / total
        except TextFault:  # a token is no str
            return self._numbered(ours, lists)
        return {"recall": largest}

    __call__ = distance = calculate = compute

    def _numbered(self, hypothesis: list[Hashable], lists: list[list[Hashable]]) -> dict[str, float]:
        # Numbers stand for tokens, so that a token may be of any kind.
        numbers: dict[Hashable, int] = {}
        words, *others = (
            [numbers.setdefault(token, len(numbers)) for token in tokens] for tokens in [hypothesis, *lists]
        )
        runner = _runner(self.n_gram)
        counts = runner.count(runner.row(words, None, others)).counts[:, 0].tolist()
        # The largest recall of one reference, which is what the profile's rule for several takes.
        return {"recall": max(matched / total if total else 0.0 for matched, _, total in counts)}

    def example(self) -> None:
        """Print the documented example.

        >>> ROUGEScore().example()
        ROUGE-N Score: {'recall': 1.0}
        """
        hypothesis = ["the", "cat", "is", "on", "the", "mat"]
        references = [hypothesis, ["there", "is", "a", "cat", "on", "the", "mat"]]
        print(f"ROUGE-N Score: {self.compute(hypothesis, references)}")

    # ------------------------------------------------------------ what every class of distancia has
    # The package's own three raise AttributeError or TypeError for this class; here they do what their names say.

    def help(self) -> None:
        """Print the name, what it is for, and the methods.

        >>> ROUGEScore().help()  # doctest: +ELLIPSIS
        Name:ROUGEScore
        Doc:Recall of n-grams.
        Method:calculate...
        """
        methods = sorted(name for name in dir(self) if not name.startswith("_") and callable(getattr(self, name)))
        print(f"Name:{type(self).__name__}", f"Doc:{(type(self).__doc__ or '').splitlines()[0]}", sep="\n")
        print(*(f"Method:{name}" for name in methods), sep="\n")

    def validate(self, hypothesis: Iterable[Hashable], references: Sequence[Iterable[Hashable]]) -> bool:
        """Say yes to what `compute` takes; the error for anything else says what is wrong.

        >>> ROUGEScore().validate(["the", "cat"], [["a", "cat"]])
        True
        """
        sides = {"hypothesis": hypothesis, "references": references}
        for name, value in sides.items():
            if not isinstance(value, Iterable):
                raise InputTypeError(
                    f"{name} is {type(value).__name__}; give a list of tokens, and a list of such lists"
                )
        for at, tokens in enumerate(references):
            if not isinstance(tokens, Iterable):
                raise InputTypeError(f"reference {at} is {type(tokens).__name__}; give a list of tokens")
        if not list(references):
            raise InputError("references is empty; give at least one list of tokens")
        return True

    def check_properties(
        self, obj1: Sequence[Hashable], obj2: Sequence[Hashable], obj3: Sequence[Hashable]
    ) -> dict[str, bool]:
        """Print which properties of a distance hold between three lists of tokens, and return them.

        Recall is a similarity, so the second never holds for texts that are alike.

        >>> _ = ROUGEScore(1).check_properties(["a", "b"], ["a", "c"], ["a", "d"])
        Properties verification: {'non_negativity': True, 'identity_of_indiscernibles': False, 'symmetry': True,
        'triangle_inequality': True}
        """

        def between(tokens: Sequence[Hashable], other: Sequence[Hashable]) -> float:
            return self.compute(tokens, [other])["recall"]

        properties = {
            "non_negativity": between(obj1, obj2) >= 0,
            "identity_of_indiscernibles": all(between(tokens, tokens) == 0 for tokens in (obj1, obj2, obj3)),
            "symmetry": between(obj1, obj2) == between(obj2, obj1),
            "triangle_inequality": between(obj1, obj3) <= between(obj1, obj2) + between(obj2, obj3),
        }
        print(f"Properties verification: {properties}")
        return properties
