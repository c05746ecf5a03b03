"""A reward function for TRL: ROUGE of each completion against the references in a column of the dataset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from infrarouge.api import Rouge
from infrarouge.errors import InputError
from infrarouge.registry import one_of
from infrarouge.scoring.measures import MEASURES


class RougeReward:
    """Rewards a batch of completions, plain or conversational, with one measure of one metric.

    `column` names the column of the dataset with the reference, or list of references; where it holds None the reward
    is None, which TRL leaves out. Rules of a profile are given by name. The object pickles.

    >>> reward = RougeReward("rouge1", column="summary")
    >>> reward(prompts=["?"], completions=["the cat"], summary=["the cat sat"])
    [0.8]
    """

    def __init__(
        self, metric: str = "rougeL", measure: str = "fmeasure", column: str = "reference", **rules: Any
    ) -> None:
        self.rouge = Rouge(metric, **rules)
        self.measure = one_of("measure", measure, MEASURES)
        self.column = column
        # TRL logs rewards by this name.
        self.__name__ = f"{self.rouge.labels[0]}_{measure}"

    def __call__(self, prompts: Any = None, completions: Sequence[Any] = (), **columns: Any) -> list[float | None]:
        """Reward the completions."""
        if self.column not in columns:
            raise InputError(
                f"the dataset has no column {self.column!r}; it has {sorted(columns)}: type RougeReward(column=...)"
            )
        references = columns[self.column]
        measure = MEASURES.index(self.measure)
        if {*map(type, completions)} == {*map(type, references)} == {str}:
            # Texts alone, as most are: there is nothing to take out of anything.
            plain = self.rouge.scores(predictions=list(completions), references=list(references))
            return list(plain[:, 0, measure].tolist())
        having = [at for at, reference in enumerate(references) if reference is not None]
        scores = self.rouge.scores(
            predictions=[_text(completions[at]) for at in having],
            references=[_reference(references[at]) for at in having],
        )
        rewards: list[float | None] = [None] * len(completions)
        for at, value in zip(having, scores[:, 0, measure].tolist(), strict=True):
            rewards[at] = value
        return rewards


def _text(completion: Any) -> str:
    """The text of a completion: itself, or what the assistant says in its messages."""
    if isinstance(completion, str):
        return completion
    return "\n".join(message["content"] for message in completion if message.get("role", "assistant") == "assistant")


def _reference(reference: Any) -> Any:
    messages = isinstance(reference, list) and reference and isinstance(reference[0], Mapping)
    return _text(reference) if messages else reference


rouge_reward = RougeReward()
