"""distancia's `ROUGEScore`: the recall of n-grams of ready tokens, the largest over the references.

The numbers are those of the profile `distancia-0.0.85`. Despite its name in the package it is no distance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from infrarouge.api import score

__all__ = ["ROUGEScore"]


class ROUGEScore:
    """Recall of n-grams.

    >>> ROUGEScore(n_gram=1).compute(["the", "cat"], [["the", "cat", "sat", "down"], ["a", "cat"]])
    {'recall': 0.5}
    """

    def __init__(self, n_gram: int = 2) -> None:
        if n_gram < 1:
            raise ValueError(f"n_gram is {n_gram}; give a whole number from 1 up")
        self.n_gram = n_gram

    def compute(self, hypothesis: Iterable[Hashable], references: Sequence[Iterable[Hashable]]) -> dict[str, float]:
        """Compare a list of tokens with several; a str is taken for the list of its characters.

        >>> ROUGEScore().compute("abcd", ["abxcd"])
        {'recall': 0.5}
        """
        lists = [list(one) for one in references]
        if not lists:
            raise ValueError("references is empty; give at least one list of tokens")
        # Numbers stand for tokens, so that a token may be of any kind.
        numbers: dict[Hashable, int] = {}
        words, *others = (
            [numbers.setdefault(one, len(numbers)) for one in text] for text in [list(hypothesis), *lists]
        )
        label = f"rouge{self.n_gram}"
        found = score(prediction=words, references=others, metrics=label, profile="distancia-0.0.85", tokens="ids")
        return {"recall": found[label].recall}

    __call__ = distance = calculate = compute

    def example(self) -> None:
        """Print the documented example.

        >>> ROUGEScore().example()
        ROUGE-2 of 'the cat is on the mat': {'recall': 1.0}
        """
        hypothesis = "the cat is on the mat"
        references = [hypothesis.split(), ["there", "is", "a", "cat", "on", "the", "mat"]]
        print(f"ROUGE-{self.n_gram} of {hypothesis!r}: {self.compute(hypothesis.split(), references)}")
