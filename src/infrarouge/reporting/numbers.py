"""The numbers of an evaluation: scores, estimates and totals, all views of stored counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from infrarouge.engine import engine, thread_count
from infrarouge.engine.coverage import main_script
from infrarouge.errors import InputError, InputTypeError, some
from infrarouge.matching import Metric
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import nearest
from infrarouge.reporting.estimated import sentence_note
from infrarouge.reporting.scores import label_of
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.amounts import shown
from infrarouge.rules.languages import language_notes
from infrarouge.rules.profile import Profile, counted_by
from infrarouge.scoring.aggregate import Estimate, Estimates, estimate, estimate_totals, exact_sum
from infrarouge.scoring.empty import refuse_empty, settle_empty
from infrarouge.scoring.formulas import PRECISION, RECALL
from infrarouge.scoring.keyed import row_keys
from infrarouge.scoring.poisson import Keyed
from infrarouge.scoring.scoring import Scoring
from infrarouge.scoring.state import State
from infrarouge.types import Counts, Floats, Integers, Score
from infrarouge.wording import typed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules

STRETCH = 1 << 16
"""Rows that are scored at a time where only their sums are needed."""

N = TypeVar("N", bound="Numbers")
A = TypeVar("A", Floats, Integers)


@dataclass(frozen=True, eq=False)
class Numbers(Mapping[str, Estimates]):
    """Estimates by metric over a state; another alpha, another interval or a merge never reads text again.

    Making it judges the state: examples without words are refused if the profile says so.
    """

    state: State
    """The counts of every example."""
    profile: Profile
    threads: int | None = field(default=None, repr=False)
    input_hash: str | None = None
    """A hash of the texts, if it was asked for."""

    def __post_init__(self) -> None:
        refuse_empty(self.empty, self.n, self.profile.score.empty)

    def __getstate__(self) -> dict[str, Any]:
        # Resolved rules hold functions of the engine, which do not travel; they are resolved again where needed.
        return {name: value for name, value in vars(self).items() if name != "scoring"}

    # ------------------------------------------------------------ what was counted

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in order."""
        return self.state.metrics

    @property
    def counts(self) -> Floats:
        """Counts of every pair: [pairs, metrics, (matched, prediction, reference)]."""
        return self.state.counts.astype(np.float64, copy=False)

    @property
    def rows(self) -> Integers | None:
        """Where each example's references stand among the pairs; None where each has one."""
        return self.state.rows

    @cached_property
    def empty(self) -> Integers:
        """Examples whose prediction, or all of whose references, have no words (or are None or NaN)."""
        return self.state.empty

    @cached_property
    def low_coverage(self) -> Integers:
        """Examples in which the tokenizer drops most of the letters."""
        return self.state.low_coverage

    @cached_property
    def coverage(self) -> Floats:
        """The share of the letters of each example that ends up in words, of its text that loses most.

        >>> from infrarouge import evaluate
        >>> evaluate(predictions=["café", "cafe"], references=["cafe"] * 2, profile="rouge-score").coverage.tolist()
        [0.75, 1.0]
        """
        return np.ones(self.n) if self.state.lost is None else 1 - self.state.lost / 1000

    @property
    def mean_coverage(self) -> float:
        """The mean coverage of the examples."""
        return float(self.coverage.mean()) if self.n else 1.0

    @property
    def ids(self) -> tuple[str, ...] | None:
        """Names of the examples; None where they are numbered from 1."""
        return self.state.ids

    @property
    def groups(self) -> tuple[str, ...] | None:
        """The group of each example; None where there are none."""
        return self.state.groups

    @property
    def languages(self) -> dict[str, int] | None:
        """How many examples each language or script has under ``lang="auto"``, as found by script; else None."""
        spoken = self.state.languages
        return None if spoken is None else {code: spoken.count(code) for code in sorted(set(spoken))}

    @property
    def n(self) -> int:
        """How many examples were scored."""
        return self.state.n

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return [metric.label for metric in self.metrics]

    @property
    def names(self) -> list[str]:
        """The names of the examples: their ids, or their numbers from 1."""
        return list(self.ids) if self.ids is not None else [str(number) for number in range(1, self.n + 1)]

    def count(self, label: str) -> list[Counts]:
        """The counts of one metric, pair by pair."""
        column = self.labels.index(parse_metric(label).label)
        return [Counts(*row) for row in self.counts[:, column].tolist()]

    # ------------------------------------------------------------ scores and estimates

    @cached_property
    def scoring(self) -> Scoring:
        """The score rules of the profile, resolved."""
        return Scoring(self.metrics, self.profile, engine.round_decimal, engine.usual_scores)

    @cached_property
    def scores(self) -> Floats:
        """Scores of every example: [examples, metrics, (precision, recall, F)]."""
        # The counts of a stream take few bytes until they are scored, which is done some rows at a time.
        counts = self.state.counts if self.rows is None else self.counts
        return settle_empty(self.scoring.scores(counts, self.rows), self.empty, self.profile.score.empty)

    @cached_property
    def row_counts(self) -> Floats:
        """Counts that stand for every example, its references combined: [examples, metrics, 3]."""
        return self.scoring.row_counts(self.counts, self.rows)

    @property
    def scored(self) -> Floats:
        """The scores of the examples that count in the average: all, or those with words under ``empty="skip"``."""
        return self.kept(self.scores)

    @property
    def has_intervals(self) -> bool:
        """Whether an interval says anything: resamples were drawn, and from more than one example."""
        return self.profile.resampling.n_resamples > 0 and len(self.scored) > 1

    def kept(self, values: A) -> A:
        """Leave out the examples that do not count in the average."""
        return np.delete(values, self.empty, axis=0) if self.profile.score.empty == "skip" else values

    @cached_property
    def _estimates(self) -> dict[str, Estimates]:
        if self.profile.score.empty == "nan" and len(self.empty):
            nothing = Estimate(np.nan, np.nan, np.nan, np.nan)
            return {label: Estimates(nothing, nothing, nothing) for label in self.labels}
        how, threads, order = self.profile.resampling, thread_count(self.threads), self._order()
        keyed = self.keyed if how.generator == "poisson" else None
        if how.average == "scores" and self.n > STRETCH and self._is_summed():
            values = self._exact_means()
        elif how.average == "scores":
            columns = self.scored.reshape(-1, 3 * len(self.metrics))
            values = estimate(columns, how, engine.resample, threads, order, keyed)
        elif how.average == "ratios":
            scores, judged = self.scored, self._judged_means
            values = estimate_totals(scores, judged, how, engine.resample, threads, order, keyed, means=True)
        else:
            if how.average == "totals":
                how = replace(how, n_resamples=0)
            counts = self.kept(self.row_counts)
            values = estimate_totals(counts, self.scoring.totals, how, engine.resample, threads, order, keyed)
        return {label: Estimates(*values[3 * at : 3 * at + 3]) for at, label in enumerate(self.labels)}

    def _is_summed(self) -> bool:
        """Whether nothing but exact sums is asked for, so that the scores of all examples need not be there at once."""
        how = self.profile.resampling
        return how.center == "exact" and not how.n_resamples and self.rows is None and "scores" not in vars(self)

    def _exact_means(self) -> list[Estimate]:
        """The means of scores that are made and added up some rows at a time."""
        totals, n = [Fraction(0)] * (3 * len(self.metrics)), 0
        for begin in range(0, self.n, STRETCH):
            scores = self.scoring.scores(self.state.counts[begin : begin + STRETCH], None)
            empty = self.empty[(self.empty >= begin) & (self.empty < begin + STRETCH)] - begin
            kept = np.delete(scores, empty, axis=0) if self.profile.score.empty == "skip" else scores
            if not np.isfinite(kept).all():
                return estimate(self.scored.reshape(-1, len(totals)), self.profile.resampling, engine.resample)
            columns = kept.reshape(len(kept), -1)
            totals = [total + exact_sum(columns[:, at]) for at, total in enumerate(totals)]
            n += len(kept)
        means = [float(total / n) if n else np.nan for total in totals]
        return [Estimate(mean, np.nan, np.nan, mean) for mean in means]

    @property
    def keyed(self) -> Keyed:
        """The keys of the examples that count in the average, by which the Poisson generator draws them."""
        return Keyed(self.kept(row_keys(self.state)), engine.keyed_sums)

    def _judged_means(self, means: Floats) -> Floats:
        """F of the mean precision and the mean recall of the examples that count."""
        return self.scoring.judged(means[..., PRECISION], means[..., RECALL])

    def _order(self) -> Integers | None:
        """The order in which the examples that count are resampled: as given, or by name."""
        if self.profile.resampling.order == "given":
            return None
        names = np.array(self.names, dtype=object)
        if self.profile.score.empty == "skip":
            names = np.delete(names, self.empty)
        # Code points sort as their UTF-8 bytes do.
        return np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)

    @property
    def micro(self) -> dict[str, Score]:
        """Scores of the summed counts: every unit weighs the same, so long texts weigh more.

        >>> from infrarouge import evaluate
        >>> evaluate(predictions=["a b", "c"], references=["a c", "c"], metrics="rouge1").micro["rouge1"].recall
        0.6666666666666666
        """
        totals = np.add.reduce(self.kept(self.row_counts), axis=0)
        scores = self.scoring.totals(totals)
        return {label: Score(*map(float, scores[at])) for at, label in enumerate(self.labels)}

    def __getitem__(self, label: str) -> Estimates:
        return self._estimates[label if label in self._estimates else self.scored_label(label)]

    def scored_label(self, label: str) -> str:
        """The label of a metric by any of its names, refused if the metric was not scored."""
        exact = parse_metric(label).label
        if exact not in self.labels:
            raise KeyError(f"{label} was not scored{nearest(str(label), self.labels)}")
        return exact

    def __contains__(self, label: object) -> bool:
        return label_of(label) in self.labels

    def get(self, label: str, default: Any = None) -> Any:
        """The estimates of a metric by any of its names, or the default."""
        return self[label] if label_of(label) in self.labels else default

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.metrics)

    @property
    def signature(self) -> str:
        """One line that says what made the numbers; `Profile.parse` rebuilds the profile from it."""
        return result_signature(self.profile, self.n, self.input_hash)

    def notes(self) -> list[str]:
        """What a reader of the numbers should know: examples without words, letters lost, the language."""
        notes = []
        if len(self.empty):
            how = {
                "zero": "scored as they are",
                "skip": "left out of the average",
                "nan": "marked as not a number",
            }
            notes.append(
                f"{len(self.empty)} of {self.n} examples have no words and are {how[self.profile.score.empty]}: {some(self.empty)}"
            )
        notes += coverage_notes(self)
        notes += [note for note in [self.sentence_note()] if note]
        return notes + language_notes(self.profile.text, self.languages)

    def sentence_note(self) -> str | None:
        """That metrics over sentences saw none but whole texts, if that is so.

        >>> from infrarouge import evaluate
        >>> evaluate(predictions=["A b. C d."], references=["A b. D."], metrics="rougeLsum").notes()
        ['no text has more than one sentence, so rougeLsum compares whole texts as rougeL does (the sentence rule is newline: one sentence a line); put each sentence on a line of its own, or set the sentence rule to auto']
        """
        return sentence_note(self.metrics, self.profile.text.sentences, self.state.sentences)

    # ------------------------------------------------------------ other views of the stored counts

    def rescore(self: N, **rules: Unpack[Rules]) -> N:
        """Answer with other score or resampling rules, from the stored counts.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a b"], references=["a b c d"], metrics="rouge1")
        >>> report.rescore(alpha=0.0)["rouge1"].fmeasure.value
        0.5
        """
        profile = self.profile.replace(**rules)
        if counted_by(profile) != counted_by(self.profile):
            raise InputError(
                "rescore answers from stored counts and cannot change how texts are read or matched; evaluate again, or "
                "change only: alpha, beta, formula, decimals, combine, empty, dtype, resampling"
            )
        Scoring(self.metrics, profile, engine.round_decimal)  # refuses names that no rule has
        return replace(self, profile=profile)

    def take(self: N, places: Iterable[int]) -> N:
        """The report of some of the examples, in that order: what evaluating them alone would say.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a", "b", "c"], references=["a", "a", "c"], metrics="rouge1")
        >>> report.take([0, 2])["rouge1"].fmeasure.value
        1.0
        """
        chosen = _rows(places, self.n)
        state = replace(self.state.taken(chosen), keys=np.arange(len(chosen), dtype=np.int64))
        return replace(self, state=state, input_hash=None)

    def merge(self: N, *others: N) -> N:
        """Join the reports of shards, in order; the result equals the report of the whole.

        >>> from infrarouge import evaluate
        >>> parts = [evaluate(predictions=[text], references=["a"], metrics="rouge1") for text in ("a", "b")]
        >>> parts[0].merge(parts[1])["rouge1"].fmeasure.value
        0.5
        """
        states, start = [], 0
        for part in (self, *others):
            if not isinstance(part, Numbers):
                raise InputTypeError(f"cannot merge {type(part).__name__} into a report; give reports")
            if (part.metrics, part.profile) != (self.metrics, self.profile):
                raise InputError(
                    f"cannot merge {part.signature} ({' '.join(part.labels)}) into {self.signature} "
                    f"({' '.join(self.labels)}); shards need the same profile and metrics"
                )
            first = int(part.state.keys[0]) if part.n else 0
            states.append(replace(part.state, profile=self.state.profile).shifted(start - first))
            start += part.n
        return replace(self, state=State.merge(states), input_hash=self.input_hash if not others else None)


def coverage_notes(report: Numbers) -> list[str]:
    """What a report says of letters that end up in no word: how many, in which rows, and what to type instead."""
    low, lost = report.low_coverage, report.state.lost
    if not len(low):
        if lost is None or not lost.any():
            return []
        some_lost = int(np.count_nonzero(lost))
        return [f"{some_lost} of {report.n} examples lose some letters; on average {report.mean_coverage:.1%} are read"]
    note = f"{len(low)} of {report.n} examples lose most of their letters: {some(low)}"
    if lost is None:
        return [note]
    name, share, language = main_script(report.state.scripts or ())
    ways = [*([typed("lang", language)] if language else []), typed("tokens", "unicode")]
    written = f"; {share}% of their letters are {name}: use {' or '.join(ways)}" if name else ""
    return [f"{note}; on average {report.mean_coverage:.1%} of the letters are read{written}"]


def _rows(places: Iterable[int], n: int) -> Integers:
    """Rows of a report of `n` examples; what is no row of it, such as a mask, is refused."""
    rows = np.asarray(list(places) if isinstance(places, Iterable) else places)
    if rows.ndim != 1 or (rows.size and (rows.dtype.kind not in "iu" or not 0 <= rows.min() <= rows.max() < n)):
        raise InputError(
            f"places is {shown(places)}; give rows of the {n} examples, the first is 0, such as [0]; of a mask take "
            "numpy.flatnonzero(mask)"
        )
    return rows.astype(np.int64)
