"""What a comparison says in numbers and words, whatever its differences were found from: rows of scores, or sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from infrarouge.matching import metric as parse_metric
from infrarouge.registry import nearest
from infrarouge.reporting.tables import DASH, plural
from infrarouge.rules.profile import Profile
from infrarouge.scoring.significance import holm, p_text
from infrarouge.types import Floats

Pair = tuple[Floats, Floats]
Signs = tuple[Floats, Any]
Counted = tuple[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One system against the baseline in one metric: the change of the mean, its interval, and three p-values.

    `p_randomization` comes from the sign-flip test; it is exact where `exact` says so. `p` is the one of the test that
    was asked for, and `p_holm` is `p` corrected for the number of tests in the comparison.
    """

    system: str
    metric: str
    baseline: float
    score: float
    low: float
    high: float
    p_bootstrap: float
    p_randomization: float
    exact: bool
    p: float
    p_holm: float
    wins: int
    ties: int
    losses: int

    @property
    def change(self) -> float:
        """The difference of the means: above zero if the system is better than the baseline."""
        return self.score - self.baseline

    def to_dict(self) -> dict[str, Any]:
        """Plain values, the change and its interval after the two scores."""
        names = [name for name in self.__slots__ if name not in ("low", "high")]
        values = {name: getattr(self, name) for name in names[:4]}
        values.update(change=self.change, low=self.low, high=self.high)
        return values | {name: getattr(self, name) for name in names[4:]}


class Verdicts:
    """Differences of systems from a baseline by system and metric, with their table and what they amount to."""

    baseline: str
    measure: str
    test: str
    n_flips: int

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        raise NotImplementedError(f"{type(self).__name__} defines its labels")

    @property
    def systems(self) -> list[str]:
        """The systems that are compared with the baseline."""
        raise NotImplementedError(f"{type(self).__name__} defines its systems")

    @property
    def profile(self) -> Profile:
        """The rules by which all systems were scored."""
        raise NotImplementedError(f"{type(self).__name__} defines its profile")

    @property
    def n(self) -> int:
        """How many examples were scored."""
        raise NotImplementedError(f"{type(self).__name__} defines its number of examples")

    @property
    def compared(self) -> int:
        """How many examples are compared: under ``empty="skip"`` those that have words in every system."""
        raise NotImplementedError(f"{type(self).__name__} defines its number of examples")

    @property
    def signature(self) -> str:
        """One line that says what made the numbers."""
        raise NotImplementedError(f"{type(self).__name__} defines its signature")

    @property
    def differences(self) -> list[Difference]:
        """Every system in every metric, against the baseline."""
        raise NotImplementedError(f"{type(self).__name__} defines its differences")

    def to_dict(self) -> dict[str, Any]:
        """Plain values: the differences, and how they were found."""
        how = self.profile.resampling
        return {
            "signature": self.signature,
            "n": self.compared,
            "baseline": self.baseline,
            "measure": self.measure,
            "test": self.test,
            "n_resamples": how.n_resamples,
            "n_flips": self.n_flips,
            "seed": how.rng,
            "differences": [entry.to_dict() for entry in self.differences],
        }

    def judged(self, means: Pair, interval: Pair, boot: Floats, signs: Signs, counted: Counted) -> list[Difference]:
        """Every system in every metric, one after another as in all of these: means before and after, the interval's ends,
        p by bootstrap, p by sign flips and whether it is exact, and how many examples are above, at and below zero.
        """
        random, exact = signs
        p = boot if self.test == "bootstrap" else random
        corrected = holm(p)
        tested = [(name, metric, label) for name in self.systems for metric, label in enumerate(self.labels)]
        return [
            Difference(
                system=name,
                metric=label,
                baseline=float(means[0][metric]),
                score=float(means[1][at]),
                low=float(interval[0][at]),
                high=float(interval[1][at]),
                p_bootstrap=float(boot[at]),
                p_randomization=float(random[at]),
                exact=bool(exact[at]),
                p=float(p[at]),
                p_holm=float(corrected[at]),
                wins=int(counted[0][at]),
                ties=int(counted[1][at]),
                losses=int(counted[2][at]),
            )
            for at, (name, metric, label) in enumerate(tested)
        ]

    def __getitem__(self, which: str | tuple[str, str]) -> Difference:
        system, label = which if isinstance(which, tuple) else (self._only(), which)
        exact = parse_metric(label).label
        for difference in self.differences:
            if (difference.system, difference.metric) == (system, exact):
                return difference
        known = [f"{name}, {label}" for name in self.systems for label in self.labels]
        raise KeyError(f"{system}, {label} was not compared{nearest(f'{system}, {label}', known)}")

    def _only(self) -> str:
        if len(self.systems) > 1:
            raise KeyError(
                f"{len(self.systems)} systems are compared; name one too: comparison['{self.systems[0]}', ...]"
            )
        return self.systems[0]

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    # ------------------------------------------------------------ in words

    def header(self) -> list[str]:
        """The table's head."""
        level = f"{100 * self.profile.resampling.confidence_level:g}%"
        name = {"fmeasure": "F"}.get(self.measure, self.measure)
        return ["metric", "system", name, "change", f"{level} interval", "p", "p (Holm)", "win/tie/loss"]

    @property
    def alpha(self) -> float:
        """Below which p (Holm) a difference counts as more than chance: what the confidence level leaves."""
        return float(f"{1 - self.profile.resampling.confidence_level:.12g}")

    def verdicts(self) -> list[str]:
        """A sentence for each system: in which metrics it scores higher or lower than the baseline beyond chance.

        >>> from infrarouge import compare
        >>> texts = {"base": ["x"] * 8, "new": ["a b"] * 8}
        >>> compare(texts, references=["a b"] * 8, metrics="rouge1 rouge2").verdicts()
        ['new scores higher than base in rouge1 and rouge2']
        """
        return [self._verdict(name) for name in self.systems]

    def _verdict(self, system: str) -> str:
        told: dict[str, list[str]] = {"higher": [], "lower": [], "alike": []}
        for difference in self.differences:
            if difference.system == system:
                way = "higher" if difference.change > 0 else "lower"
                told[way if difference.p_holm < self.alpha else "alike"].append(difference.metric)
        clauses = [
            f"scores {way} than {self.baseline} in {listed(told[way])}" for way in ("higher", "lower") if told[way]
        ]
        if told["alike"]:
            clauses.append(f"does not differ from {self.baseline} beyond chance in {listed(told['alike'])}")
        return f"{system} {'; it '.join(clauses)}"

    def marked(self, difference: Difference) -> str:
        """The corrected p-value as text, with a star where it is below `alpha`."""
        return p_text(difference.p_holm) + "*" * bool(difference.p_holm < self.alpha)

    def notes(self) -> list[str]:
        """The verdict, and how the numbers were found."""
        how = self.profile.resampling
        exact = [difference.exact for difference in self.differences]
        flips = f"sign-flip test with {self.n_flips:,} flips"
        if self.test == "bootstrap":
            test = f"paired bootstrap with {how.n_resamples:,} resamples"
        else:
            test = (
                "exact sign-flip test"
                if all(exact)
                else f"{flips}, exact where few examples differ"
                if any(exact)
                else flips
            )
        notes = [
            *(f"verdict: {verdict}" for verdict in self.verdicts()),
            *[f"*: p (Holm) below {self.alpha:g}"] * any(entry.p_holm < self.alpha for entry in self.differences),
            f"p: {test}, two-sided; Holm over {plural(len(self), 'test')}; interval: paired bootstrap with "
            f"{how.n_resamples:,} resamples; seed {how.rng}",
        ]
        if self.compared < self.n:
            notes.append(f"{self.n - self.compared} of {self.n} examples have no words and are left out")
        return notes

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: of each metric the baseline, then the systems."""
        rows = []
        for label in self.labels:
            ours = [difference for difference in self.differences if difference.metric == label]
            rows.append([label, self.baseline, f"{100 * ours[0].baseline:.{digits}f}", *[""] * 5])
            rows += [
                [
                    label,
                    difference.system,
                    f"{100 * difference.score:.{digits}f}",
                    f"{100 * difference.change:+.{digits}f}",
                    DASH
                    if np.isnan(difference.low) or self.compared < 2
                    else f"{100 * difference.low:+.{digits}f} to {100 * difference.high:+.{digits}f}",
                    p_text(difference.p),
                    self.marked(difference),
                    f"{difference.wins}/{difference.ties}/{difference.losses}",
                ]
                for difference in ours
            ]
        return rows

    def records(self) -> list[dict[str, Any]]:
        """One record a system and metric."""
        return [
            {**difference.to_dict(), "n": self.compared, "signature": self.signature} for difference in self.differences
        ]

    def __repr__(self) -> str:
        changes = ", ".join(
            f"{difference.system} {difference.metric} {difference.change:+.4f} (p={difference.p_holm:.4f})"
            for difference in self.differences
        )
        return f"<{type(self).__name__} with {self.baseline}: {changes}>"


def listed(words: Sequence[str]) -> str:
    """Words in a row.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
