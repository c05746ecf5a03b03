"""What an evaluation found, and every way to look at it: numbers, text, JSON, tables, LaTeX, HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from infrarouge import __about__
from infrarouge.scoring.aggregate import Estimate, Estimates, estimate, estimate_totals
from infrarouge.engine import thread_count
from infrarouge.errors import EmptyTextError, InputError
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.rules.profile import Profile
from infrarouge.registry import nearest, one_of
from infrarouge.scoring.formulas import combine, row_counts, score, score_totals
from infrarouge.reporting.tables import Tabular
from infrarouge.types import Counts, Floats, Integers, Score

MEASURES = ("precision", "recall", "fmeasure")
EMPTY = ("zero", "skip", "nan", "raise")
ORDERS = ("given", "id")
AVERAGES = ("scores", "counts", "totals")


class Scores(dict[str, Score]):
    """Scores of one prediction by metric label, with the signature that made them.

    >>> from infrarouge import score
    >>> score(prediction="a b", reference="a c", metrics="rouge1")
    {'rouge1': Score(precision=0.5, recall=0.5, fmeasure=0.5)}
    """

    __slots__ = ("signature",)
    signature: str

    def __missing__(self, label: str) -> Score:
        exact = parse_metric(label).label
        if exact in self:
            return self[exact]
        raise KeyError(f"{label} was not scored{nearest(label, self)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _scores, (dict(self), self.signature)


def _scores(values: Mapping[str, Score] | Iterable[tuple[str, Score]], signature: str) -> Scores:
    made = Scores(values)
    made.signature = signature
    return made


def result_signature(profile: Profile, n: int, input_hash: str | None = None) -> str:
    """The profile's signature, the number of examples, the version, and the hash of the texts if it is known.

    >>> from infrarouge import profile
    >>> result_signature(profile("infrarouge-1"), 3).startswith("infrarouge-1|n:3|v:")
    True
    """
    hashed = f"|hash:{input_hash}" if input_hash else ""
    return f"{profile.signature}|n:{n}|v:{__about__.__version__}{hashed}"


def refuse_empty(empty: Integers, n: int, policy: str) -> None:
    """Raise if the policy says so and some examples have no words."""
    if one_of("empty rule", policy, EMPTY) == "raise" and len(empty):
        raise EmptyTextError(
            f"{len(empty)} of {n} examples have no words to compare: {some(empty)}; type "
            "empty='zero' to score them 0, empty='skip' to leave them out, or empty='nan' to mark them"
        )


def settle_empty(scores: Floats, empty: Integers, policy: str) -> Floats:
    """Treat the scores of examples without words as the policy says: kept, marked, or refused."""
    refuse_empty(empty, len(scores), policy)
    if policy in ("skip", "nan"):
        scores[empty] = np.nan
    return scores


@dataclass(frozen=True, eq=False)
class Report(Tabular, Mapping[str, Estimates]):
    """Estimates by metric over stored counts; another alpha, another interval or a merge never reads text again.

    >>> from infrarouge import evaluate
    >>> report = evaluate(predictions=["a b", "c"], references=["a c", "c"], metrics="rouge1")
    >>> report["rouge1"].fmeasure.value, report.scores[0, 0].tolist()
    (0.75, [0.5, 0.5, 0.5])
    >>> print(report)
    metric  precision  recall      F  95% interval of F
    rouge1      75.00   75.00  75.00     50.00 - 100.00
    infrarouge-1|n:2|v:0.1.0
    """

    metrics: tuple[Metric, ...]
    profile: Profile
    counts: Floats
    """Counts of every pair: [pairs, metrics, (matched, prediction, reference)]."""
    rows: Integers | None = None
    """Where each example's references stand among the pairs; None where each has one."""
    empty: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Examples whose prediction, or all of whose references, have no words (or are None or NaN)."""
    low_coverage: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Examples in which the tokenizer drops most of the letters."""
    threads: int | None = field(default=None, repr=False)
    ids: tuple[str, ...] | None = field(default=None, repr=False)
    """Names of the examples; None where they are numbered from 1."""
    input_hash: str | None = None
    """A hash of the texts, if it was asked for."""

    def __post_init__(self) -> None:
        refuse_empty(self.empty, self.n, self.profile.score.empty)

    # ------------------------------------------------------------ numbers

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return len(self.counts) if self.rows is None else len(self.rows) - 1

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return [metric.label for metric in self.metrics]

    @cached_property
    def scores(self) -> Floats:
        """Scores of every example: [examples, metrics, (precision, recall, F)]."""
        found = combine(self.counts, self.rows, self.metrics, self.profile.score, self.profile.quirks)
        return settle_empty(found, self.empty, self.profile.score.empty)

    @cached_property
    def row_counts(self) -> Floats:
        """Counts that stand for every example, its references combined: [examples, metrics, 3]."""
        return row_counts(self.counts, self.rows, self.metrics, self.profile.score, self.profile.quirks)

    @cached_property
    def _estimates(self) -> dict[str, Estimates]:
        if self.profile.score.empty == "nan" and len(self.empty):
            nothing = Estimate(np.nan, np.nan, np.nan, np.nan)
            return {label: Estimates(nothing, nothing, nothing) for label in self.labels}
        how, threads, order = self.profile.resampling, thread_count(self.threads), self._order()
        if one_of("average rule", how.average, AVERAGES) == "scores":
            found = estimate(self.scored.reshape(-1, 3 * len(self.metrics)), how, threads, order)
        else:
            if how.average == "totals":
                how = replace(how, n_resamples=0)
            found = estimate_totals(self._kept(self.row_counts), self._score_totals, how, threads, order)
        return {label: Estimates(*found[3 * at : 3 * at + 3]) for at, label in enumerate(self.labels)}

    def _score_totals(self, totals: Floats) -> Floats:
        return score_totals(totals, self.metrics, self.profile.score, self.profile.quirks)

    @property
    def names(self) -> list[str]:
        """The names of the examples: their ids, or their numbers from 1."""
        return list(self.ids) if self.ids is not None else [str(at) for at in range(1, self.n + 1)]

    def _order(self) -> Integers | None:
        """The order in which the examples that count are resampled: as given, or by name."""
        if one_of("order rule", self.profile.resampling.order, ORDERS) == "given":
            return None
        names = np.array(self.names, dtype=object)
        if self.profile.score.empty == "skip":
            names = np.delete(names, self.empty)
        # Code points sort as their UTF-8 bytes do.
        return np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)

    def _kept(self, values: Floats) -> Floats:
        """Leave out the examples that do not count in the average."""
        return np.delete(values, self.empty, axis=0) if self.profile.score.empty == "skip" else values

    @property
    def scored(self) -> Floats:
        """The scores of the examples that count in the average: all, or those with words under ``empty="skip"``."""
        return self._kept(self.scores)

    def __getitem__(self, label: str) -> Estimates:
        if label in self._estimates:
            return self._estimates[label]
        exact = parse_metric(label).label
        if exact not in self._estimates:
            raise KeyError(f"{label} was not scored{nearest(label, self.labels)}")
        return self._estimates[exact]

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.metrics)

    @property
    def micro(self) -> dict[str, Score]:
        """Scores of the summed counts: every unit weighs the same, so long texts weigh more.

        >>> from infrarouge import evaluate
        >>> evaluate(predictions=["a b", "c"], references=["a c", "c"], metrics="rouge1").micro["rouge1"].recall
        0.6666666666666666
        """
        totals = np.add.reduce(self._kept(self.row_counts), axis=0)
        found = score(totals, self.metrics, self.profile.score)
        return {label: Score(*map(float, found[at])) for at, label in enumerate(self.labels)}

    def count(self, label: str) -> list[Counts]:
        """The counts of one metric, pair by pair."""
        at = self.labels.index(parse_metric(label).label)
        return [Counts(*row) for row in self.counts[:, at].tolist()]

    @property
    def signature(self) -> str:
        """One line that says what made the numbers; `Profile.parse` rebuilds the profile from it."""
        return result_signature(self.profile, self.n, self.input_hash)

    # ------------------------------------------------------------ views from the stored counts

    def rescore(self, **rules: Any) -> Report:
        """Answer with other score or resampling rules, from the stored counts.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a b"], references=["a b c d"], metrics="rouge1")
        >>> report.rescore(alpha=0.0)["rouge1"].fmeasure.value
        0.5
        """
        profile = self.profile.replace(**rules)
        if (profile.text, profile.match, profile.quirks) != (
            self.profile.text,
            self.profile.match,
            self.profile.quirks,
        ):
            raise InputError(
                "rescore answers from stored counts and cannot change how texts are read or matched; evaluate again, or "
                "change only: alpha, beta, formula, decimals, combine, empty, dtype, resampling"
            )
        return replace(self, profile=profile)

    def merge(self, *others: Report) -> Report:
        """Join reports of shards, in order; the result equals the report of the whole.

        >>> from infrarouge import evaluate
        >>> parts = [evaluate(predictions=[one], references=["a"], metrics="rouge1") for one in ("a", "b")]
        >>> parts[0].merge(parts[1])["rouge1"].fmeasure.value
        0.5
        """
        parts = (self, *others)
        for other in others:
            if (other.metrics, other.profile) != (self.metrics, self.profile):
                raise InputError(
                    f"cannot merge {other.signature} ({' '.join(other.labels)}) into {self.signature} "
                    f"({' '.join(self.labels)}); shards need the same profile and metrics"
                )
        starts = np.cumsum([0, *(part.n for part in parts)])
        rows = None
        if any(part.rows is not None for part in parts):
            sizes = [np.ones(part.n, dtype=np.int64) if part.rows is None else np.diff(part.rows) for part in parts]
            rows = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
        return replace(
            self,
            counts=np.concatenate([part.counts for part in parts]),
            rows=rows,
            ids=None if all(part.ids is None for part in parts) else tuple(one for part in parts for one in part.names),
            empty=np.concatenate([part.empty + start for part, start in zip(parts, starts, strict=False)]),
            low_coverage=np.concatenate(
                [part.low_coverage + start for part, start in zip(parts, starts, strict=False)]
            ),
            input_hash=self.input_hash if not others else None,
        )

    # ------------------------------------------------------------ text

    def methods_text(self) -> str:
        """The sentences for a paper: metrics, settings in words, examples, intervals, version and signature."""
        from infrarouge.reporting.publish import methods_text

        return methods_text(self)

    def claim(self, which: str, digits: int = 2) -> str:
        """A number with all it takes to check it, such as ``report.claim("rouge1.f")``, for ``infrarouge verify``."""
        from infrarouge.reporting.publish import claim

        return claim(self, which, digits)

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values: estimates by metric and measure, with the signature and what was noticed."""
        return {
            "signature": self.signature,
            "n": self.n,
            "empty": self.empty.tolist(),
            "low_coverage": self.low_coverage.tolist(),
            "metrics": {
                label: {name: vars_of(one) for name, one in zip(MEASURES, estimates, strict=True)}
                for label, estimates in self.items()
            },
        }

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: label, precision, recall, F (times 100) and the interval of F."""
        shown = self.profile.resampling.n_resamples > 0
        return [
            [label, *(f"{100 * one.value:.{digits}f}" for one in estimates), *[_interval(estimates, digits)] * shown]
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
            {"metric": label, "measure": name, **vars_of(one), "n": self.n, "signature": self.signature}
            for label, estimates in self.items()
            for name, one in zip(MEASURES, estimates, strict=True)
        ]

    def to_rouge155(self, system: str = "X", details: bool = False) -> str:
        """The print-out of ROUGE-1.5.5, with `details` the line of every example too.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a b"], references=["a b c"], metrics="rougeLsum", profile="rouge-1.5.5")
        >>> print(report.to_rouge155(), end="")
        ---------------------------------------------
        X ROUGE-L Average_R: 0.66667 (95%-conf.int. 0.66667 - 0.66667)
        X ROUGE-L Average_P: 1.00000 (95%-conf.int. 1.00000 - 1.00000)
        X ROUGE-L Average_F: 0.80000 (95%-conf.int. 0.80000 - 0.80000)
        """
        from infrarouge.rouge155.output import classic

        return "".join(f"{line}\n" for line in classic(self, system, details))

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]

    def notes(self) -> list[str]:
        """What a reader of the numbers should know: examples without words, letters lost."""
        found = []
        if len(self.empty):
            how = {
                "zero": "scored as they are",
                "skip": "left out of the average",
                "nan": "marked as not a number",
            }
            found.append(
                f"{len(self.empty)} of {self.n} examples have no words and are {how[self.profile.score.empty]}: {some(self.empty)}"
            )
        if len(self.low_coverage):
            found.append(
                f"{len(self.low_coverage)} of {self.n} examples lose most of their letters: {some(self.low_coverage)}"
            )
        return found

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        predictions: Sequence[Any],
        references: Sequence[Any],
        **how: Any,
    ) -> str:
        """Make one HTML page that works offline, with charts and the texts that were scored; write it if given a path.

        `how` is the title, the date and the number of examples of `infrarouge.page.page`.

        >>> from infrarouge import evaluate
        >>> texts = {"predictions": ["a b"], "references": ["a c"]}
        >>> "ROUGE report" in evaluate(**texts, metrics="rouge1").to_html(**texts)
        True
        """
        from infrarouge.reporting.page.page import page, write_page

        return write_page(path, page({"": self}, predictions={"": predictions}, references=references, **how))

    def plot(self, what: str = "distributions", **how: Any) -> Any:
        """Plot the ``distributions`` of the scores, the score against ``length``, or the profile of ``ngrams``.

        Returns the figure and the axes; ``ax=`` takes the axes to draw on. See `infrarouge.integrations.plot`.
        """
        from infrarouge.integrations.plot import PLOTS

        return PLOTS[what](self, **how)

    def __repr__(self) -> str:
        values = ", ".join(f"{label}={estimates.fmeasure.value:.4f}" for label, estimates in self.items())
        return f"<Report {values} ({self.signature})>"


def vars_of(one: Estimate) -> dict[str, float]:
    """An estimate as plain values.

    >>> vars_of(Estimate(0.5, 0.4, 0.6, 0.5))
    {'value': 0.5, 'low': 0.4, 'high': 0.6, 'mean': 0.5}
    """
    return {"value": one.value, "low": one.low, "high": one.high, "mean": one.mean}


def _interval(estimates: Estimates, digits: int) -> str:
    return f"{100 * estimates.fmeasure.low:.{digits}f} - {100 * estimates.fmeasure.high:.{digits}f}"


def measure_of(name: str) -> str:
    """Find a measure by its name or first letter.

    >>> measure_of("f"), measure_of("Recall"), measure_of("F1")
    ('fmeasure', 'recall', 'fmeasure')
    """
    short = {"p": "precision", "r": "recall", "f": "fmeasure", "f1": "fmeasure", "f-measure": "fmeasure"}
    return one_of("measure", short.get(str(name).lower(), str(name).lower()), MEASURES)


def some(rows: Integers | Sequence[int], most: int = 5) -> str:
    """Name a few row numbers.

    >>> some([1, 2, 3], most=2)
    'rows 1, 2, ...'
    """
    shown = ", ".join(str(int(row)) for row in rows[:most])
    return f"row{'s' if len(rows) > 1 else ''} {shown}{', ...' if len(rows) > most else ''}"
