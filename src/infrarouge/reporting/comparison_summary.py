"""A comparison without its examples: differences made of sums, which merge from whatever parts they were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from infrarouge.engine import engine
from infrarouge.engine.runner import Runner
from infrarouge.errors import InputError
from infrarouge.matching import Metric
from infrarouge.registry import nearest, one_of
from infrarouge.reporting.estimated import sentence_note
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.signature import result_signature
from infrarouge.reporting.summary import check_summed, named, refuse_empty
from infrarouge.reporting.tables import Tabular
from infrarouge.reporting.verdicts import Difference, Verdicts
from infrarouge.rules.profile import Profile
from infrarouge.scoring.keyed import row_keys
from infrarouge.scoring.measures import MEASURES
from infrarouge.scoring.paired import PairedSums
from infrarouge.scoring.poisson import Keyed
from infrarouge.scoring.significance import TESTS
from infrarouge.scoring.sums import Noticed, added


@dataclass(frozen=True)
class Compared:
    """What a part of a corpus leaves behind in a comparison: its number of examples, and the sums of differences."""

    n: int
    sums: PairedSums
    sentences: bool = False
    """Whether a text of some system has several sentences."""
    empty: Noticed = Noticed()
    """Examples that have no words in some system."""
    low: Noticed = Noticed()
    """Examples that lose most of their letters in some system."""
    scripts: Mapping[str, int] | None = None
    """Letters by script, of those examples."""

    def __add__(self, other: Compared) -> Compared:
        return Compared(
            self.n + other.n,
            self.sums + other.sums,
            self.sentences or other.sentences,
            self.empty | other.empty,
            self.low | other.low,
            added(self.scripts, other.scripts),
        )

    def warn(self, runner: Runner) -> None:
        """Warn of examples that lose most of their letters, once for all systems."""
        told = named(self.low).removeprefix(": ")
        runner.warn(range(self.low.n), self.n, [tuple((self.scripts or {}).items())], told)


def compared_of(reports: Sequence[Numbers], measure: str, n_flips: int, threads: int = 1) -> Compared:
    """Add up the differences of systems from the first one, on the same examples with ids.

    >>> from infrarouge import evaluate
    >>> rules = {"metrics": "rouge1", "generator": "poisson", "ids": [1, 2]}
    >>> texts = [["a b", "c"], ["a c", "c"]]
    >>> reports = [evaluate(predictions=given, references=["a c", "c"], **rules) for given in texts]
    >>> compared_of(reports, "fmeasure", 10).sums.wins.tolist()
    [1]
    """
    first = reports[0]
    empty, low = (
        np.unique(np.concatenate([getattr(report, what) for report in reports])) for what in ("empty", "low_coverage")
    )
    scripts: Counter[str] = Counter()
    for report in reports:
        for row in report.state.scripts or ():
            scripts.update(dict(row))
    names = first.ids or ()
    skipped = empty if first.profile.score.empty == "skip" else empty[:0]
    column = MEASURES.index(measure)
    base, *others = (np.delete(report.scores[:, :, column], skipped, axis=0) for report in reports)
    keys = np.delete(row_keys(first.state), skipped)
    how = first.profile.resampling
    sums = PairedSums.of(base, np.concatenate(others, axis=1), Keyed(keys, engine.keyed_sums), how, n_flips, threads)
    return Compared(
        first.n,
        sums,
        any(report.state.sentences for report in reports),
        Noticed.of(names[at] for at in empty.tolist()),
        Noticed.of(names[at] for at in low.tolist()),
        dict(scripts) or None,
    )


def check_compared(profile: Profile) -> None:
    """Refuse rules under which a comparison depends on the order of the examples, so that no sums can be merged."""
    check_summed(profile)
    how = profile.resampling
    if how.center != "exact" or how.generator != "poisson":
        rule, value = ("center", "exact") if how.center != "exact" else ("generator", "poisson")
        raise InputError(
            f"the rule {rule}={getattr(how, rule)!r} of {profile.name} goes by the order of the examples, which sums do not "
            f"keep; type {rule}={value!r}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonSummary(Verdicts, Tabular):
    """Systems against a baseline over the sums of examples, with the numbers of the comparison that keeps all of them.

    >>> from infrarouge import compare, evaluate
    >>> rules = {"metrics": "rouge1", "generator": "poisson", "ids": [1, 2]}
    >>> texts = {"base": ["a b", "c"], "new": ["a c", "c"]}
    >>> reports = {name: evaluate(predictions=given, references=["a c", "c"], **rules) for name, given in texts.items()}
    >>> first = reports["base"]
    >>> part = compared_of(list(reports.values()), "fmeasure", 100)
    >>> summary = ComparisonSummary(first.metrics, first.profile, "base", ["new"], part, n_flips=100)
    >>> summary["rouge1"] == compare(reports, n_flips=100)["rouge1"]
    True
    """

    text_columns: ClassVar[int] = 2
    metrics: tuple[Metric, ...]
    rules: Profile
    baseline: str
    others: list[str]
    part: Compared
    measure: str = "fmeasure"
    test: str = "auto"
    n_flips: int = 10_000

    def __post_init__(self) -> None:
        one_of("test", self.test, TESTS)
        check_compared(self.rules)
        refuse_empty(self.rules, self.part.empty, self.n)

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return [metric.label for metric in self.metrics]

    @property
    def systems(self) -> list[str]:
        """The systems that are compared with the baseline."""
        return list(self.others)

    @property
    def profile(self) -> Profile:
        """The rules by which all systems were scored."""
        return self.rules

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return self.part.n

    @property
    def compared(self) -> int:
        """How many examples are compared: under ``empty="skip"`` those that have words in every system."""
        return self.part.sums.compared

    @property
    def signature(self) -> str:
        """One line that says what made the numbers; `Profile.parse` rebuilds the profile from it."""
        return result_signature(self.rules, self.n)

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]

    @cached_property
    def differences(self) -> list[Difference]:
        """Every system in every metric, against the baseline."""
        sums, how = self.part.sums, self.rules.resampling
        low, high, boot = sums.bootstrap(how.confidence_level)
        signs = sums.randomization(self.n_flips, exact=self.test == "exact")
        return self.judged(sums.means(), (low, high), boot, signs, (sums.wins, sums.ties, sums.losses))

    def notes(self) -> list[str]:
        """The verdict, how the numbers were found, and that metrics over sentences saw none, if that is so."""
        note = sentence_note(self.metrics, self.rules.text.sentences, self.part.sentences)
        return [*super().notes(), *([note] if note else [])]


def baseline_first(systems: Mapping[str, str], baseline: str | None) -> dict[str, str]:
    """Systems by name, the one that the others are compared with first."""
    if baseline is not None and baseline not in systems:
        raise InputError(f"there is no system {baseline!r}{nearest(baseline, systems)}")
    first = next(iter(systems)) if baseline is None else baseline
    return {first: systems[first], **systems}
