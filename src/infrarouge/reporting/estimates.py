"""Estimates by metric as a table: what every report over examples shows."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import TYPE_CHECKING, Any

from infrarouge.reporting.tables import DASH, Tabular
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import Estimate, Estimates
from infrarouge.scoring.measures import MEASURES


class EstimateTable(Tabular):
    """The table of something that has estimates by metric, a profile and a signature."""

    if TYPE_CHECKING:
        profile: Profile

        @property
        def n(self) -> int: ...

        @property
        def signature(self) -> str: ...

        @property
        def has_intervals(self) -> bool: ...

        def items(self) -> ItemsView[str, Estimates]: ...

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: label, precision, recall, F (times 100) and the interval of F."""
        shown = self.profile.resampling.n_resamples > 0
        return [
            [
                label,
                *(f"{100 * estimate.value:.{digits}f}" for estimate in estimates),
                *[_interval(estimates, digits) if self.has_intervals else DASH] * shown,
            ]
            for label, estimates in self.items()
        ]

    def header(self) -> list[str]:
        """The table's head, with the level of the interval if there is one."""
        level = f"{100 * self.profile.resampling.confidence_level:g}%"
        return [
            "metric",
            "precision",
            "recall",
            "F",
            *[f"{level} interval of F"] * (self.profile.resampling.n_resamples > 0),
        ]

    def records(self) -> list[dict[str, Any]]:
        """One record a metric and measure, the signature in every one."""
        return [
            {"metric": label, "measure": name, **vars_of(estimate), "n": self.n, "signature": self.signature}
            for label, estimates in self.items()
            for name, estimate in zip(MEASURES, estimates, strict=True)
        ]

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]


def vars_of(estimate: Estimate) -> dict[str, float]:
    """An estimate as plain values.

    >>> vars_of(Estimate(0.5, 0.4, 0.6, 0.5))
    {'value': 0.5, 'low': 0.4, 'high': 0.6, 'mean': 0.5}
    """
    return estimate.to_dict()


def _interval(estimates: Estimates, digits: int) -> str:
    return f"{100 * estimates.fmeasure.low:.{digits}f} - {100 * estimates.fmeasure.high:.{digits}f}"
