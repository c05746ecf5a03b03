"""What a report says of a corpus, from sums alone: for corpora whose rows should not, or could not, be brought together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from infrarouge.errors import InputError
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import nearest
from infrarouge.reporting.estimates import EstimateTable, vars_of
from infrarouge.reporting.report import Report
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import Estimate, Estimates, estimates_of
from infrarouge.scoring.exact import ExactSums
from infrarouge.scoring.measures import MEASURES
from infrarouge.scoring.poisson import SampleSums


@dataclass(frozen=True, eq=False)
class SummedReport(Mapping[str, Estimates], EstimateTable):
    """The means and intervals of a report, equal to the last bit, and how many examples they are of; no example is kept.

    Parts that were scored anywhere add up to the whole, in any order, and take the same memory however many examples
    there are. Intervals are those of the Poisson bootstrap.

    >>> from infrarouge import evaluate
    >>> def part(rows, ids):
    ...     texts = {"predictions": rows, "references": ["a c"] * len(rows)}
    ...     return evaluate(**texts, ids=ids, metrics="rouge1", generator="poisson")
    >>> summed = SummedReport.of(part(["a b"], [1])) + SummedReport.of(part(["c", "a c"], [2, 3]))
    >>> summed["rouge1"] == part(["a b", "c", "a c"], [1, 2, 3])["rouge1"], summed.n
    (True, 3)
    """

    metrics: tuple[Metric, ...]
    profile: Profile
    examples: int
    """How many examples were scored."""
    counted: int
    """How many of them count in the average: all, or those with words under ``empty="skip"``."""
    empty: int
    """How many have no words."""
    low_coverage: int
    """In how many the tokenizer drops most of the letters."""
    sums: ExactSums
    """The scores of the examples that count, added up without rounding: [columns]."""
    undefined: Any
    """Which columns have a value that is no number."""
    samples: SampleSums | None
    """The same in every resample, if there are any."""

    @classmethod
    def of(cls, report: Report) -> SummedReport:
        """The sums of a report of some examples, or of all."""
        how = report.profile.resampling
        check_summable(report.profile)
        columns = report.scored.reshape(-1, 3 * len(report.metrics))
        undefined = ~np.isfinite(columns).all(axis=0)
        samples = SampleSums.of(columns, report.keyed, how.n_resamples, how.rng) if how.n_resamples else None
        return cls(
            metrics=report.metrics,
            profile=report.profile,
            examples=report.n,
            counted=len(columns),
            empty=len(report.empty),
            low_coverage=len(report.low_coverage),
            sums=ExactSums.of(np.where(undefined, 0.0, columns)),
            undefined=undefined,
            samples=samples,
        )

    def __add__(self, other: SummedReport) -> SummedReport:
        if (self.metrics, self.profile) != (other.metrics, other.profile):
            raise InputError(
                f"cannot add {other.signature} to {self.signature}; parts need the same profile and metrics"
            )
        return SummedReport(
            metrics=self.metrics,
            profile=self.profile,
            examples=self.examples + other.examples,
            counted=self.counted + other.counted,
            empty=self.empty + other.empty,
            low_coverage=self.low_coverage + other.low_coverage,
            sums=self.sums + other.sums,
            undefined=self.undefined | other.undefined,
            samples=None if self.samples is None or other.samples is None else self.samples + other.samples,
        )

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return self.examples

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return [metric.label for metric in self.metrics]

    @property
    def signature(self) -> str:
        """One line that says what made the numbers."""
        return result_signature(self.profile, self.n)

    @property
    def has_intervals(self) -> bool:
        """Whether an interval says anything: resamples were drawn, and from more than one example."""
        return self.samples is not None and self.counted > 1

    @cached_property
    def _estimates(self) -> dict[str, Estimates]:
        columns = 3 * len(self.metrics)
        if not self.counted or (self.profile.score.empty == "nan" and self.empty):
            values = [Estimate(np.nan, np.nan, np.nan, np.nan)] * columns
        else:
            means = np.array([float(total / self.counted) for total in self.sums.fractions()])
            means[self.undefined] = np.nan
            drawn, sizes = (np.zeros((0, columns)), np.zeros(0)) if self.samples is None else self.samples.drawn()
            values = estimates_of(means, drawn / sizes[:, None], self.profile.resampling)
        return {label: Estimates(*values[3 * at : 3 * at + 3]) for at, label in enumerate(self.labels)}

    def __getitem__(self, label: str) -> Estimates:
        exact = parse_metric(label).label
        if exact not in self._estimates:
            raise KeyError(f"{label} was not scored{nearest(label, self.labels)}")
        return self._estimates[exact]

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.metrics)

    def notes(self) -> list[str]:
        """What a reader of the numbers should know."""
        told = {
            "have no words": self.empty,
            "lose most of their letters": self.low_coverage,
        }
        return [f"{number} of {self.n} examples {what}" for what, number in told.items() if number]

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values: estimates by metric and measure, with the signature and what was noticed."""
        return {
            "signature": self.signature,
            "n": self.n,
            "empty": self.empty,
            "low_coverage": self.low_coverage,
            "metrics": {
                label: {name: vars_of(estimate) for name, estimate in zip(MEASURES, estimates, strict=True)}
                for label, estimates in self.items()
            },
        }


def check_summable(profile: Profile) -> None:
    """Refuse rules whose numbers cannot be had from sums of scores.

    >>> from infrarouge import profile
    >>> check_summable(profile("rouge-1.5.5"))
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: sums give exact means of scores and intervals of the Poisson bootstrap; the rules are center='resamples' and generator='drand48': keep the rows, or type center='exact', generator='poisson'
    """
    how, told = profile.resampling, {}
    if how.average != "scores":
        told["average"] = ("scores", how.average)
    if how.center != "exact":
        told["center"] = ("exact", how.center)
    if how.n_resamples and how.generator != "poisson":
        told["generator"] = ("poisson", how.generator)
    if told:
        rules = " and ".join(f"{rule}={value!r}" for rule, (_, value) in told.items())
        typed = ", ".join(f"{rule}={wanted!r}" for rule, (wanted, _) in told.items())
        raise InputError(
            "sums give exact means of scores and intervals of the Poisson bootstrap; the rules are "
            f"{rules}: keep the rows, or type {typed}"
        )
