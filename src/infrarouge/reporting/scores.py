"""The scores of one prediction, by metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from infrarouge.errors import UnknownNameError
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import nearest
from infrarouge.reporting.tables import html_table
from infrarouge.types import Score


def label_of(name: object) -> str | None:
    """The label that a name means, None if it means no metric.

    >>> label_of("ROUGE-1"), label_of("foo")
    ('rouge1', None)
    """
    try:
        return parse_metric(name).label  # type: ignore[arg-type]  # a wrong type is answered like a wrong name
    except (UnknownNameError, ValueError):
        return None


class Scores(dict[str, Score]):
    """Scores of one prediction by metric label, with the signature that made them.

    >>> from infrarouge import score
    >>> scores = score(prediction="a b", reference="a c", metrics="rouge1")
    >>> scores
    {'rouge1': Score(precision=0.5, recall=0.5, fmeasure=0.5)}
    >>> "ROUGE-1" in scores, scores.get("ROUGE-1") == scores["rouge1"]
    (True, True)
    """

    __slots__ = ("signature",)
    signature: str

    def __missing__(self, label: str) -> Score:
        exact = parse_metric(label).label
        if super().__contains__(exact):
            return self[exact]
        raise KeyError(f"{label} was not scored{nearest(label, self)}")

    def __contains__(self, label: object) -> bool:
        return super().__contains__(label) or super().__contains__(label_of(label))

    def get(self, label: str, default: Any = None) -> Any:
        """The scores of a metric by any of its names, or the default."""
        exact = label if super().__contains__(label) else label_of(label)
        return super().get(exact, default)  # type: ignore[arg-type]  # None is no key

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Plain values by metric and measure."""
        return {label: score.to_dict() for label, score in self.items()}

    def __format__(self, spec: str) -> str:
        """F of every metric in the form of a number.

        >>> from infrarouge import score
        >>> f"{score(prediction='a b', reference='a c', metrics='rouge1 rouge2'):.1f}"
        'rouge1 0.5, rouge2 0.0'
        """
        if not spec:
            return str(self)
        return ", ".join(f"{label} {score.fmeasure:{spec}}" for label, score in self.items())

    def _repr_html_(self) -> str:
        cells = [[label, *(f"{100 * value:.2f}" for value in score)] for label, score in self.items()]
        return html_table(["metric", "precision", "recall", "F"], cells, [self.signature])

    def __reduce__(self) -> tuple[Any, ...]:
        return scores_of, (dict(self), self.signature)


def scores_of(values: Mapping[str, Score] | Iterable[tuple[str, Score]], signature: str) -> Scores:
    """Scores with their signature.

    >>> scores_of({"rouge1": Score(1.0, 1.0, 1.0)}, "infrarouge-1").signature
    'infrarouge-1'
    """
    scores = Scores(values)
    scores.signature = signature
    return scores
