"""A report without its examples: estimates and notes made of sums, which merge from whatever parts they were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from infrarouge.engine import engine
from infrarouge.engine.coverage import main_script
from infrarouge.engine.runner import Runner
from infrarouge.errors import EmptyTextError, InputError
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import nearest
from infrarouge.reporting.estimated import cells_of, header_of, records_of, sentence_note
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.scores import label_of
from infrarouge.reporting.signature import result_signature
from infrarouge.reporting.tables import Tabular
from infrarouge.rules.languages import language_notes
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import Estimate, Estimates, estimates_of
from infrarouge.scoring.examples import places_by_group
from infrarouge.scoring.formulas import PRECISION, RECALL
from infrarouge.scoring.measures import MEASURES
from infrarouge.scoring.poisson import Keyed
from infrarouge.scoring.scoring import Scoring
from infrarouge.scoring.sums import NAMED, Noticed, Sums
from infrarouge.types import Floats, Score
from infrarouge.wording import typed


def check_summed(profile: Profile) -> None:
    """Refuse rules under which a number depends on the order of the examples, so that no sums can be merged.

    >>> from infrarouge import profile
    >>> check_summed(profile("rouge-score", generator="poisson"))
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: the rule center='mean' of rouge-score-0.1.2 adds scores up in the order of the examples, which sums do not keep; type center='exact'
    """
    how = profile.resampling
    if how.average == "scores" and how.center != "exact":
        raise InputError(
            f"the rule center={how.center!r} of {profile.name} adds scores up in the order of the examples, which sums do "
            "not keep; type center='exact'"
        )
    if how.n_resamples and how.generator != "poisson":
        raise InputError(
            f"the rule generator={how.generator!r} draws examples by their order, which sums do not keep; type "
            "generator='poisson', or n_resamples=0 for no intervals"
        )


def sums_of(report: Numbers) -> Sums:
    """Add up the examples of a report."""
    how, state = report.profile.resampling, report.state
    counts = report.kept(report.row_counts)
    averaged = report.scored if how.average in ("scores", "ratios") else counts
    n_resamples = 0 if how.average == "totals" else how.n_resamples
    keyed = report.keyed if n_resamples else Keyed(np.zeros(0, dtype=np.int64), engine.keyed_sums)
    scripts: Counter[str] = Counter()
    for row in state.scripts or ():
        scripts.update(dict(row))
    lost = np.zeros(0, dtype=np.int64) if state.lost is None else state.lost
    return Sums.of(
        averaged.reshape(len(averaged), 3 * len(report.metrics)),
        counts,
        keyed,
        n_resamples,
        how.rng,
        report.threads or 1,
        n=state.n,
        empty=_noticed(report, report.empty),
        low=_noticed(report, report.low_coverage),
        losing=int(np.count_nonzero(lost)),
        lost=int(lost.sum()),
        sentences=state.sentences,
        languages=report.languages,
        scripts=dict(scripts) or None,
    )


def sums_by_group(report: Numbers) -> dict[str, Sums]:
    """The sums of every group, in the order in which they first come; of all examples under "" where there are none."""
    if report.groups is None:
        return {"": sums_of(report)}
    return {group: sums_of(report.take(places)) for group, places in places_by_group(report.groups).items()}


def _noticed(report: Numbers, places: Any) -> Noticed:
    names = report.ids
    return Noticed(len(places)) if names is None else Noticed.of(names[at] for at in places.tolist())


@dataclass(frozen=True, eq=False)
class Summary(Tabular, Mapping[str, Estimates]):
    """Estimates by metric over the sums of examples, with the numbers of the report that keeps all of them.

    Making it judges the sums: examples without words are refused if the profile says so.

    >>> from infrarouge import evaluate
    >>> report = evaluate(predictions=["a b", "c"], references=["a c", "c"], ids=[1, 2], metrics="rouge1", generator="poisson")
    >>> summary = Summary(report.metrics, report.profile, sums_of(report))
    >>> summary["rouge1"] == report["rouge1"], summary.n
    (True, 2)
    """

    metrics: tuple[Metric, ...]
    profile: Profile
    sums: Sums
    groups: Mapping[str, Sums] | None = None
    """The sums of every group, where examples have groups."""

    def __post_init__(self) -> None:
        check_summed(self.profile)
        refuse_empty(self.profile, self.sums.empty, self.n)

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return self.sums.n

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return [metric.label for metric in self.metrics]

    @property
    def has_intervals(self) -> bool:
        """Whether an interval says anything: resamples were drawn, and from more than one example."""
        return self.profile.resampling.n_resamples > 0 and self.sums.counted > 1

    @property
    def mean_coverage(self) -> float:
        """The mean share of the letters of an example that ends up in words, of its text that loses most."""
        return 1 - self.sums.lost / (1000 * self.n) if self.n else 1.0

    @property
    def signature(self) -> str:
        """One line that says what made the numbers; `Profile.parse` rebuilds the profile from it."""
        return result_signature(self.profile, self.n)

    @cached_property
    def scoring(self) -> Scoring:
        """The score rules of the profile, resolved."""
        return Scoring(self.metrics, self.profile, engine.round_decimal, engine.usual_scores)

    @property
    def micro(self) -> dict[str, Score]:
        """Scores of the summed counts: every unit weighs the same, so long texts weigh more."""
        scores = self.scoring.totals(self.sums.counts.floats())
        return {label: Score(*map(float, scores[at])) for at, label in enumerate(self.labels)}

    @cached_property
    def _estimates(self) -> dict[str, Estimates]:
        sums, how = self.sums, self.profile.resampling
        if self.profile.score.empty == "nan" and sums.empty.n:
            nothing = Estimate(np.nan, np.nan, np.nan, np.nan)
            return {label: Estimates(nothing, nothing, nothing) for label in self.labels}
        columns = 3 * len(self.metrics)
        drawn, sizes = np.zeros((0, columns)), np.zeros(0)
        if sums.samples is not None:
            drawn, sizes = sums.samples.drawn()
        if not sums.counted:
            plain = np.full(columns, np.nan)
        elif how.average == "scores":
            exact = sums.values.fractions()
            plain = np.array([float(total / sums.counted) for total in exact])
            drawn = drawn / sizes[:, None]
        else:
            totals = np.where(sums.undefined, np.nan, sums.values.floats())
            if how.average == "ratios":
                plain = self._judged_means(totals / sums.counted)
                drawn = self._judged_means(drawn / sizes[:, None])
            else:
                plain, drawn = self._totals(totals), self._totals(drawn)
        plain = np.where(sums.undefined, np.nan, plain)
        values = estimates_of(plain, drawn, replace(how, n_resamples=len(drawn)))
        return {label: Estimates(*values[3 * at : 3 * at + 3]) for at, label in enumerate(self.labels)}

    def _judged_means(self, means: Floats) -> Floats:
        by_metric = means.reshape(*means.shape[:-1], len(self.metrics), 3)
        return self.scoring.judged(by_metric[..., PRECISION], by_metric[..., RECALL]).reshape(means.shape)

    def _totals(self, totals: Floats) -> Floats:
        return self.scoring.totals(totals.reshape(*totals.shape[:-1], len(self.metrics), 3)).reshape(totals.shape)

    def __getitem__(self, label: str) -> Estimates:
        exact = parse_metric(label).label
        if exact not in self._estimates:
            raise KeyError(f"{label} was not scored{nearest(label, self.labels)}")
        return self._estimates[exact]

    def __contains__(self, label: object) -> bool:
        return label_of(label) in self.labels

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.metrics)

    def by_group(self) -> dict[str, Summary]:
        """The summary of each group, in the order in which groups first come."""
        if self.groups is None:
            raise InputError("there are no groups; name the column that has them: group='column'")
        return {group: replace(self, sums=sums, groups=None) for group, sums in self.groups.items()}

    # ------------------------------------------------------------ text

    def header(self) -> list[str]:
        """The head of the table of a report."""
        return header_of(self.profile.resampling)

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: label, precision, recall, F (times 100) and the interval of F."""
        return cells_of(self, digits)

    def records(self) -> list[dict[str, Any]]:
        """One record a metric and measure, the signature in every one."""
        return records_of(self)

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values: estimates by metric and measure, with the signature and how much was noticed."""
        return {
            "signature": self.signature,
            "n": self.n,
            "empty": self.sums.empty.n,
            "coverage": self.mean_coverage,
            "low_coverage": self.sums.low.n,
            **({} if self.sums.languages is None else {"languages": dict(self.sums.languages)}),
            "metrics": {
                label: {name: estimate.to_dict() for name, estimate in zip(MEASURES, estimates, strict=True)}
                for label, estimates in self.items()
            },
        }

    def notes(self) -> list[str]:
        """What a reader of the numbers should know: examples without words, letters lost, the language."""
        sums, notes = self.sums, []
        if sums.empty.n:
            how = {"zero": "scored as they are", "skip": "left out of the average", "nan": "marked as not a number"}
            rule = how[self.profile.score.empty]
            notes.append(f"{sums.empty.n} of {self.n} examples have no words and are {rule}{named(sums.empty)}")
        if sums.low.n:
            name, share, language = main_script([tuple((sums.scripts or {}).items())])
            ways = [*([typed("lang", language)] if language else []), typed("tokens", "unicode")]
            written = f"; {share}% of their letters are {name}: use {' or '.join(ways)}" if name else ""
            notes.append(
                f"{sums.low.n} of {self.n} examples lose most of their letters{named(sums.low)}; on average "
                f"{self.mean_coverage:.1%} of the letters are read{written}"
            )
        elif sums.losing:
            notes.append(
                f"{sums.losing} of {self.n} examples lose some letters; on average {self.mean_coverage:.1%} are read"
            )
        note = sentence_note(self.metrics, self.profile.text.sentences, sums.sentences)
        return [*notes, *([note] if note else []), *language_notes(self.profile.text, sums.languages)]

    def __repr__(self) -> str:
        values = ", ".join(f"{label}={estimates.fmeasure.value:.4f}" for label, estimates in self.items())
        return f"<Summary {values} ({self.signature})>"


def summary_of(runner: Runner, groups: Mapping[str, Sums], *, grouped: bool) -> Summary:
    """Judge sums by group: warn of letters that were dropped, refuse what the rules refuse, and make the summary."""
    parts = list(groups.values())
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    told = named(whole.low).removeprefix(": ") or "not named by an id"
    runner.warn(range(whole.low.n), whole.n, [tuple((whole.scripts or {}).items())], told)
    runner.advise(whole.languages or ())
    return Summary(runner.metrics, runner.profile, whole, dict(groups) if grouped else None)


def refuse_empty(profile: Profile, empty: Noticed, n: int) -> None:
    """Refuse examples without words where the profile does, now that all are known."""
    if profile.score.empty == "raise" and empty.n:
        raise EmptyTextError(
            f"{empty.n} of {n} examples have no words to compare{named(empty)}; type "
            "empty='zero' to score them 0, empty='skip' to leave them out, or empty='nan' to mark them"
        )


def named(noticed: Noticed, most: int = NAMED - 1) -> str:
    """A few of the examples by name, after a colon.

    >>> named(Noticed(2, ("a", "b"))), named(Noticed(3))
    (': a, b', '')
    """
    if not noticed.names:
        return ""
    return f": {', '.join(noticed.names[:most])}{', ...' if noticed.n > most else ''}"
