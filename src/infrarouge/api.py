"""score(), evaluate() and class Rouge: the front door, a facade over the runner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge.by_name import by_name, told_names
from infrarouge.engine.calls import NAMES, Quick, quick_function, quick_method, quick_scorer
from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError
from infrarouge.files.hashing import InputHash
from infrarouge.matching import DEFAULT_METRICS, Metric, parse_metrics
from infrarouge.reading.containers import matched, settled_rows
from infrarouge.registry import integer
from infrarouge.reporting.report import Report, evaluated, report_of
from infrarouge.reporting.scores import Scores, scores_of
from infrarouge.reporting.signature import result_signature
from infrarouge.reporting.transposed import warn_transposed
from infrarouge.rules.about import tells_rules
from infrarouge.rules.amounts import shown
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.rules.profile import Profile, counted_by
from infrarouge.rules.wordlists import WORD_RULES
from infrarouge.scoring.state import State, told_settings
from infrarouge.search.prepared import Prepared
from infrarouge.types import LOW_COVERAGE, Floats, References, Score, Several, Text, Texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


@tells_rules
class Rouge:
    """A scorer: metrics and a profile, resolved once; immutable, picklable and safe to share between threads.

    Rules are given by name on top of the profile: ``Rouge("rouge1 rougeL", stemmer="porter", combine="mean")``.

    >>> rouge = Rouge("rouge1 rougeL", stemmer="porter")
    >>> rouge.score(prediction="the cats sat", reference="the cat sits")["rouge1"].fmeasure
    0.6666666666666666
    """

    __slots__ = ("_labels", "_quick", "_signature", "runner")
    runner: Runner
    """The resolved rules, for code that works on batches itself."""
    _labels: tuple[str, ...]
    _quick: Quick[Scores] | None
    _signature: str

    @told_names
    def __init__(
        self,
        metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
        profile: str | Profile = DEFAULT.name,
        *,
        threads: int | None = None,
        strict: bool = False,
        **rules: Unpack[Rules],
    ) -> None:
        _wrap(self, Runner(parse_metrics(metrics), find_profile(profile, **rules), threads, strict))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Rouge cannot be changed; make a new one: Rouge(..., {name}=...)")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rouge, (self.metrics, self.profile, self.threads, self.strict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rouge) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.metrics, self.profile))

    def __repr__(self) -> str:
        return f"Rouge({' '.join(self.labels)!r}, {self.signature!r})"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in order."""
        return self.runner.metrics

    @property
    def profile(self) -> Profile:
        """The profile with every rule."""
        return self.runner.profile

    @property
    def threads(self) -> int | None:
        """How many threads work; None for all cores."""
        return self.runner.threads

    @property
    def strict(self) -> bool:
        """Whether texts most of whose letters are dropped are refused."""
        return self.runner.strict

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return list(self._labels)

    @property
    def signature(self) -> str:
        """The signature of the profile."""
        return self.profile.signature

    @told_names
    def score(
        self,
        *,
        prediction: Text,
        reference: Text = None,
        references: Several[Text] | None = None,
    ) -> Scores:
        """Score one prediction against one reference, or several.

        >>> Rouge("rouge1").score(prediction="a b", references=["a", "a b"])["rouge1"].recall
        1.0
        """
        if self._quick is not None and references is None:
            scores = self._quick(prediction, reference)
            if scores is not None:
                return scores
        return self._only(evaluated(self.runner, self.runner.row(prediction, reference, references)))

    @told_names
    def evaluate(
        self,
        *,
        predictions: Texts,
        references: References,
        ids: Several[Any] | None = None,
        groups: Several[Any] | None = None,
        progress: bool = False,
        hashed: bool = False,
    ) -> Report:
        """Score a sequence of predictions, each against its reference or list of references.

        Two dicts with the same keys are matched by key, and the keys are the ids. `ids` name the examples in every file,
        table and page, and to profiles that order by them; `groups` say which examples belong together, for
        `Report.by_group`. With ``hashed=True`` a hash of the texts becomes part of the signature.

        >>> Rouge("rougeL").evaluate(predictions=["a b"], references=[["a", "a b"]])["rougeL"].fmeasure.value
        1.0
        """
        ours, theirs, keys = matched(predictions, references)
        if hashed:
            ours, theirs = settled_rows(ours), settled_rows(theirs)
        names = keys if ids is None else ids
        batch = self.runner.rows(ours, theirs).filled()
        report = evaluated(self.runner, batch, names, groups, progress=progress)
        warn_transposed(self.runner, batch)
        return replace(report, input_hash=InputHash.of(ours, theirs)) if hashed else report

    @told_names
    def state(
        self,
        *,
        predictions: Texts,
        references: References,
        ids: Several[Any] | None = None,
        groups: Several[Any] | None = None,
        start: int = 0,
    ) -> State:
        """Count a batch whose first row is row `start` of the whole: states merge, and `Rouge.report` judges them.

        >>> rouge = Rouge("rouge1")
        >>> parts = [rouge.state(predictions=[text], references=["a"], start=row) for row, text in enumerate("ab")]
        >>> rouge.report(State.merge(parts))["rouge1"].fmeasure.value
        0.5
        """
        first = integer(start)
        if first is None or not 0 <= first < 2**62:
            raise InputError(
                f"start is {shown(start)}; give the first row as a whole number from 0 up, such as start=1000"
            )
        return self.runner.state(self.runner.rows(predictions, references), ids, groups, start=first)

    def report(self, state: State) -> Report:
        """Judge a state: warn of dropped letters, refuse what the rules refuse, and make the report.

        The state has to be of the same metrics, and of texts that were read and matched by the same rules.
        """
        if not isinstance(state, State):
            raise InputTypeError(f"state is {type(state).__name__}; give what Rouge.state() or State.merge() returns")
        if state.metrics != self.metrics or counted_by(state.profile) != counted_by(self.profile):
            raise InputError(
                f"the state was counted by {told_settings(state.metrics, state.profile)} and the scorer is "
                f"{told_settings(self.metrics, self.profile)}; make the report with the scorer that counted it"
            )
        return report_of(self.runner, state)

    @told_names
    def scores(self, *, predictions: Texts, references: References) -> Floats:
        """Score a batch into columns alone: float64 [examples, metrics, (precision, recall, F)].

        Makes no report, and keeps no counts; examples without words follow the rule `empty`.

        >>> Rouge("rouge1").scores(predictions=["a b"], references=["a c d"])[0, 0].tolist()
        [0.5, 0.3333333333333333, 0.4]
        """
        batch = self.runner.rows(predictions, references)
        warn_transposed(self.runner, batch)
        return self.runner.scores(batch)

    @told_names
    def prepare(self, references: References) -> Prepared:
        """Read references once, to score predictions against them again and again.

        >>> prepared = Rouge("rouge1").prepare(["a b", "c d"])
        >>> prepared.evaluate(predictions=["a", "d"])["rouge1"].recall.value
        0.5
        """
        return Prepared(self.runner, references)

    @told_names
    def counts(self, *, predictions: Texts, references: References) -> Floats:
        """Count matched, prediction and reference units of every pair: float64 [pairs, metrics, 3].

        >>> Rouge("rouge1").counts(predictions=["a b"], references=["a c d"]).tolist()
        [[[1.0, 2.0, 3.0]]]
        """
        return self.state(predictions=predictions, references=references).counts

    def score_pair(self, prediction: Text, reference: Text) -> tuple[dict[str, Score], int]:
        """Score one pair at the least cost: scores by label, and the flags of both texts in one.

        >>> Rouge("rouge1").score_pair("a b", "a c")
        ({'rouge1': Score(precision=0.5, recall=0.5, fmeasure=0.5)}, 0)
        """
        scores: dict[str, Score] = {}
        flags = self.runner.pair(prediction, reference, scores)
        if flags & LOW_COVERAGE:
            self.runner.warn(np.zeros(1, dtype=np.int64), 1)
        return scores, flags

    def tokenize(self, text: str) -> list[str]:
        """Show the words the rules make of a text.

        >>> Rouge(stemmer="porter").tokenize("The cats' naps")
        ['the', 'cat', 'nap']
        """
        return self.runner.tokenize(text)

    def _only(self, report: Report) -> Scores:
        """The scores of a report's only example."""
        values = zip(self._labels, report.scores[0].tolist(), strict=True)
        return scores_of({label: Score(*row) for label, row in values}, self._signature)


# A call by name costs Python as much as scoring a few words.
Rouge.score = quick_method(Rouge.score, vars(Rouge)["_quick"])  # type: ignore[method-assign]  # of the same type


def _wrap(rouge: Rouge, runner: Runner) -> Rouge:
    """Fill in a new scorer around a runner."""
    signature = result_signature(runner.profile, 1)
    values = (runner.labels, quick_scorer(runner, Scores, signature), signature, runner)
    for name, value in zip(Rouge.__slots__, values, strict=True):
        object.__setattr__(rouge, name, value)
    return rouge


def _rouge(metrics: tuple[Metric, ...], profile: Profile, threads: int | None, strict: bool) -> Rouge:
    return Rouge(metrics, profile, threads=threads, strict=strict)


@lru_cache(maxsize=64)
def _cached(metrics: tuple[Metric, ...], profile: Profile, threads: int | None, strict: bool) -> Rouge:
    return _wrap(object.__new__(Rouge), runner_of(metrics, profile, threads, strict))


@lru_cache(maxsize=64, typed=True)
def _named(metrics: str, profile: str, threads: int | None, strict: bool, **rules: Any) -> Rouge:
    """Find or make the scorer for settings that are names and numbers: names keep their meaning once they have one."""
    return _cached(parse_metrics(metrics), find_profile(profile, **rules), threads, strict)


def _scorer(metrics: Any, profile: Any, threads: int | None, strict: bool, rules: Mapping[str, Any]) -> Rouge:
    """Find or make the scorer for these settings."""
    # A name of stop words or synonyms may be a file, whose content can change from call to call.
    fixed = rules.keys().isdisjoint(WORD_RULES) and all(type(value) in NAMES for value in rules.values())
    if fixed and type(metrics) is str and type(profile) is str:
        return _named(metrics, profile, threads, strict, **rules)
    return _cached(parse_metrics(metrics), find_profile(profile, **rules), threads, strict)


def _resolved(settings: Mapping[str, Any]) -> Quick[Scores] | None:
    """The quick scorer of settings that `score` took; None where what they mean may change."""
    if not settings.keys().isdisjoint(WORD_RULES):
        return None
    rules = {name: value for name, value in settings.items() if name not in ("metrics", "profile", "strict")}
    wanted = settings.get("metrics", DEFAULT_METRICS), settings.get("profile", DEFAULT.name)
    return _scorer(*wanted, None, settings.get("strict", False), rules)._quick


@quick_function(_resolved, Profile)
@tells_rules
@by_name("infrarouge.score(prediction=..., reference=...)")
def score(
    *,
    prediction: Text,
    reference: Text = None,
    references: Several[Text] | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    strict: bool = False,
    **rules: Unpack[Rules],
) -> Scores:
    """Score one prediction against one reference, or several.

    >>> score(prediction="the cat sat", reference="the cat sat down", metrics="rougeL")["rougeL"].recall
    0.75
    """
    scorer = _scorer(metrics, profile, None, strict, rules)
    return scorer.score(prediction=prediction, reference=reference, references=references)


@tells_rules
@by_name("infrarouge.evaluate(predictions=[...], references=[...])")
def evaluate(
    *,
    predictions: Texts,
    references: References,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    ids: Several[Any] | None = None,
    groups: Several[Any] | None = None,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    hashed: bool = False,
    **rules: Unpack[Rules],
) -> Report:
    """Score a sequence of predictions, each against its reference or list of references.

    `ids` name the examples, and `groups` say which of them belong together, for `Report.by_group`. With
    ``hashed=True`` a hash of the texts becomes part of the signature.

    >>> report = evaluate(predictions=["the cat"], references=["the cat sat"], metrics="rouge1")
    >>> report["rouge1"].precision.value
    1.0
    """
    scorer = _scorer(metrics, profile, threads, strict, rules)
    return scorer.evaluate(
        predictions=predictions, references=references, ids=ids, groups=groups, progress=progress, hashed=hashed
    )
