"""Candidates for the origin of a number: a profile with some settings changed, and what it gives for some texts."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from infrarouge.engine.runner import Counted, Runner
from infrarouge.errors import InfrarougeError, InputError, MissingDataError, MissingExtraError
from infrarouge.matching import DEFAULT_METRICS, Metric, parse_metrics
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.printed import Reported
from infrarouge.reporting.switches import Facts, Switch, Variant, readings, scorings, targets
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.aggregate import MEANS
from infrarouge.scoring.examples import example_ids
from infrarouge.scoring.measures import LETTERS, MEASURES
from infrarouge.scoring.state import State
from infrarouge.types import Floats

SEEDS = 4
"""How many standard deviations the median of a bootstrap may lie from the mean: another seed draws another one."""
KEPT = 64
"""How many readings keep their counts: enough for the profiles that count alike."""
NAMES = {"precision": "precision", "recall": "recall", "fmeasure": "F"}


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A program with some settings, and what it gives for the reported numbers."""

    profile: Profile
    metrics: tuple[str, ...]
    measures: tuple[str, ...]
    values: tuple[float, ...]
    """The scores, between 0 and 1 as a rule."""
    scale: int
    """100 where the report is in percent, 1 where it is not."""
    changes: tuple[str, ...] = ()
    """What differs from the program's defaults, in words."""
    off: float = 0.0
    """How far the farthest number is from the reported one, in the units of the report."""
    spread: float = 0.0
    """How far another seed of its bootstrap can move the scores."""
    first: bool = False
    """Whether only the first reference of each row is used."""

    @property
    def signature(self) -> str:
        """The signature of the profile that gives the numbers."""
        return self.profile.signature

    def command(self, files: str = "PRED REF") -> str:
        """The command line that computes the numbers again."""
        # The draws of a bootstrap depend on the metrics that are drawn before.
        usual = DEFAULT_METRICS.split() if self.spread else []
        metrics = " ".join(dict.fromkeys([*usual, *self.metrics]))
        told = f"infrarouge score {files} --metrics {shlex.quote(metrics)} --profile {shlex.quote(self.signature)}"
        return f"{told}  # with the first reference of each row alone" if self.first else told


class Search:
    """Texts that are scored under many settings, each reading and each count made once.

    >>> from infrarouge.rules.catalogue import profile
    >>> search = Search(["the cats sat"], ["the cat sat down"], [Reported.of("rougeL", "57.14")])
    >>> next(search.candidates(profile("rouge-score"))).values
    (0.5714285714285715,)
    """

    def __init__(
        self, predictions: Sequence[Any], references: Sequence[Any], asked: Sequence[Reported], ids: Any = None
    ) -> None:
        self.asked = tuple(asked)
        plain = Runner(parse_metrics("rouge1"), DEFAULT)
        self.rows = plain.rows(predictions, references)
        if not self.rows.predictions:
            raise InputError("there are no texts; give the predictions and references that the number is of")
        self.ids = example_ids(ids, len(self.rows.predictions))
        self.facts = Facts.of([*self.rows.predictions, *self.rows.references], self.rows.rows is not None)
        self.refused: dict[str, str] = {}
        """Profiles of which no candidate scores the texts, with the reason of the first."""
        self._states: dict[Any, tuple[State, State]] = {}
        """Counts by what decides them: of all references, and of the first of each row."""
        self._known: dict[tuple[object, ...], dict[str, Any]] = {}
        self._missing: dict[str, InfrarougeError] = {}

    def candidates(self, profile: Profile) -> Iterator[Candidate]:
        """Every candidate that a profile makes, with its numbers."""
        reasons: list[str] = []
        scored = False
        for metrics, renamed in targets(profile, [number.metric for number in self.asked]):
            for reading in readings(profile, metrics, self.facts):
                try:
                    empty = len(self._state(reading, metrics).empty) > 0
                except InfrarougeError as error:
                    reasons.append(f"{type(error).__name__}: {error}")
                    continue
                for variant in scorings(reading, self.facts, empty):
                    try:
                        numbers, spreads = self._numbers(variant, metrics)
                    except InfrarougeError as error:
                        reasons.append(f"{type(error).__name__}: {error}")
                        continue
                    scored = True
                    yield from self._told(variant, metrics, renamed, numbers, spreads)
        # Other profiles cut sentences alike, but few cut words alike, and words take much memory.
        self._known = {rule: texts for rule, texts in self._known.items() if rule[0] == "sentences"}
        if reasons and not scored:
            self.refused[profile.name] = reasons[0]

    # ------------------------------------------------------------ texts to counts

    def _state(self, variant: Variant, metrics: tuple[Metric, ...]) -> State:
        """The counts of a reading, made once for all profiles that count alike."""
        profile = variant.profile
        if profile.resampling.generator == "mt19937":
            # The draws of a bootstrap depend on the metrics before, and everybody asks for these.
            metrics = tuple(dict.fromkeys([*parse_metrics(DEFAULT_METRICS), *metrics]))
        key = (metrics, profile.text, profile.match, profile.quirks)
        if key not in self._states:
            runner = Runner(metrics, profile)
            counted = self._counted(runner)
            firsts = self.rows.rows[:-1] if self.rows.rows is not None else slice(None)
            first = Counted(counted.counts[firsts], counted.prediction_flags, counted.reference_flags[firsts])
            if len(self._states) >= KEPT:
                del self._states[next(iter(self._states))]
            self._states[key] = (
                runner.state_of(counted, self.rows.rows, self.ids),
                runner.state_of(first, None, self.ids),
            )
        return self._states[key][variant.first]

    def _counted(self, runner: Runner) -> Counted:
        """Count the texts; what Python does on the way is done once for each text, sentence and rule."""
        reader, rules = runner.reader, runner.profile.text
        if reader.split is not None:
            if rules.sentences in self._missing:
                raise self._missing[str(rules.sentences)]
            reader.split = self._once(("sentences", rules.sentences, bool(rules.lowercase)), reader.split)
        if reader.tokenize is not None:
            reader.tokenize = self._once(("tokens", rules.tokens), reader.tokenize)
        if reader.tokenize_sentence is not None:
            reader.tokenize_sentence = self._once(("tokens", rules.sentence_tokens), reader.tokenize_sentence)
        try:
            return runner.count(self.rows)
        except (MissingDataError, MissingExtraError) as error:
            self._missing[str(rules.sentences)] = error
            raise

    def _once(self, rule: tuple[object, ...], function: Callable[[str], Any]) -> Callable[[str], Any]:
        """Keep what a function says of each text."""
        known = self._known.setdefault(rule, {})

        def keeping(text: str) -> Any:
            if text not in known:
                known[text] = list(function(text))
            return known[text]

        return keeping

    # ------------------------------------------------------------ counts to numbers

    def _numbers(self, variant: Variant, metrics: tuple[Metric, ...]) -> tuple[list[Floats], list[Floats]]:
        """Precision, recall and F of each metric, and how far a seed can move each of them."""
        profile = variant.profile
        median = profile.resampling.center == "median"
        if median:
            # The median of resamples lies near the mean; `settled` draws it for those that fit.
            profile = profile.replace(center="mean")
        if median or profile.resampling.center in MEANS:
            profile = profile.replace(resampling=None)
        report = Numbers(self._state(variant, metrics), profile)
        values = [np.array([estimate.value for estimate in report[metric.label]]) for metric in metrics]
        if not median:
            return values, [np.zeros(3) for _ in metrics]
        scores, n_resamples = report.scored, variant.profile.resampling.n_resamples
        # The median of draws of a bell curve varies by 1.2533 / sqrt(draws) of its width.
        width = np.std(scores, axis=0) / math.sqrt(len(scores)) * 1.2533 / math.sqrt(n_resamples)
        return values, [SEEDS * width[report.labels.index(metric.label)] for metric in metrics]

    def _told(
        self,
        variant: Variant,
        metrics: tuple[Metric, ...],
        renamed: tuple[Switch, ...],
        numbers: list[Floats],
        spreads: list[Floats],
    ) -> Iterator[Candidate]:
        """The candidates of one scoring: each measure that was not told, in percent and as a fraction."""
        told = [name for name in ("fmeasure", "recall", "precision") if LETTERS[name] in variant.profile.measures]
        own = told[0]
        scales = dict.fromkeys(scale for number in self.asked for scale in number.printed.scales)
        for free in told if any(number.measure is None for number in self.asked) else [own]:
            measures = tuple(number.measure or free for number in self.asked)
            columns = [MEASURES.index(name) for name in measures]
            values = tuple(float(numbers[at][column]) for at, column in enumerate(columns))
            if not set(measures) <= set(told) or not all(map(math.isfinite, values)):
                continue
            moved = [float(spreads[at][column]) for at, column in enumerate(columns)]
            for scale in scales:
                usual = all(scale == number.printed.scales[0] for number in self.asked)
                changes = [*variant.changes, *renamed, *[Switch("measure", NAMES[free])] * (free != own)]
                changes += [Switch("printed", "in percent" if scale == 100 else "as a fraction")] * (not usual)
                yield Candidate(
                    profile=variant.profile,
                    metrics=tuple(metric.label for metric in metrics),
                    measures=measures,
                    values=values,
                    scale=scale,
                    changes=tuple(switch.words for switch in changes),
                    off=max(self._off(at, value, scale, moved[at]) for at, value in enumerate(values)),
                    spread=max(moved),
                    first=variant.first,
                )

    def _off(self, at: int, value: float, scale: int, spread: float) -> float:
        """How far a number is from the reported one, or nothing if it prints as it, perhaps with another seed."""
        printed = self.asked[at].printed
        off = printed.off(value, scale)
        return 0.0 if off <= printed.half + Decimal(repr(scale * spread)) else float(off)

    def settled(self, candidate: Candidate) -> Candidate:
        """Draw the bootstrap of a candidate that depends on it."""
        if not candidate.spread:
            return candidate
        metrics = tuple(parse_metrics(candidate.metrics))
        report = Numbers(self._state(Variant(candidate.profile, first=candidate.first), metrics), candidate.profile)
        estimates = [
            report[label][MEASURES.index(name)]
            for label, name in zip(candidate.metrics, candidate.measures, strict=True)
        ]
        return replace(candidate, values=tuple(estimate.value for estimate in estimates))
