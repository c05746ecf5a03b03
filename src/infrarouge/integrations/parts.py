"""What engines of many machines share: parts of a table are counted where they lie, and their states are put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError
from infrarouge.integrations.frames import Columns, listed, table_columns
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.report import Report, report_of
from infrarouge.reporting.summary import Summary, summary_of, sums_by_group
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile, Resampling
from infrarouge.scoring.gathered import Gathered
from infrarouge.scoring.state import State
from infrarouge.scoring.sums import Sums

W = TypeVar("W", State, dict[str, Sums])

FAN = 8
"""Parts that one step of a tree puts together."""
Outcome = State | InputError | InputTypeError | None
"""What a part comes to: its counts, what is wrong with it, or nothing where it has no rows."""
SumOutcome = dict[str, Sums] | InputError | InputTypeError | None
"""What a part comes to where only sums are wanted: those of every group, or of all rows under ""."""


class PartCounter:
    """Counts a part of a table, whose columns are named here, into a state that numbers its rows from 0.

    A part is anything that gives its columns by name, such as a table of Arrow or a data frame. It can be pickled;
    `threads` is 1 unless told, because the engine runs a part on every core already. Resamples are drawn by the ids of
    the rows, unless a generator is named.

    >>> counter = PartCounter("pred", "ref", metrics="rouge1", n_resamples=0)
    >>> parts = [{"pred": ["a b"], "ref": ["a c"]}, {"pred": [], "ref": []}, {"pred": ["c"], "ref": ["c"]}]
    >>> counter.report(together(map(counter.state, parts)))["rouge1"].fmeasure.value
    0.75
    """

    def __init__(
        self,
        prediction: str,
        reference: Columns,
        id: str | None = None,
        group: str | None = None,
        *,
        metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
        profile: str | Profile = DEFAULT.name,
        threads: int | None = 1,
        strict: bool = False,
        **rules: Any,
    ) -> None:
        self.prediction, self.reference, self.id, self.group = prediction, listed(reference), id, group
        runner = runner_of(metrics, profile, threads, strict, keyed_rules(rules))
        check_id(runner.profile, id)
        self.settings = runner.metrics, runner.profile, threads, strict

    @property
    def runner(self) -> Runner:
        """The resolved rules, resolved once in each process."""
        return runner_of(*self.settings)

    def state(self, part: Any) -> State:
        """The counts of a part, in as few bytes as hold them exactly."""
        ids, groups = (None if name is None else _values(part[name]) for name in (self.id, self.group))
        gathered = Gathered()
        try:
            batch = self.runner.rows(*table_columns(part, self.prediction, self.reference))
            gathered.add(self.runner.state(batch, ids, groups))
        except (InputError, InputTypeError) as error:
            first = f", whose first id is {ids[0]!r}" if ids else ""
            raise type(error)(f"{error} (rows are numbered within a part of the table{first})") from error
        return gathered.together()

    def outcome(self, part: Any) -> Outcome:
        """The counts of a part, or what is wrong with it as a value, for engines that wrap errors in their own."""
        try:
            return self.state(part)
        except (InputError, InputTypeError) as error:
            return error

    def sums(self, part: Any) -> SumOutcome:
        """The sums of a part by group, or what is wrong with it as a value."""
        try:
            state = self.state(part)
        except (InputError, InputTypeError) as error:
            return error
        whole = replace(state, counts=state.counts.astype(np.float64))
        # A part judges nothing, so that examples without words are refused by their number in the whole.
        profile = self.runner.profile.replace(empty="zero") if self.runner.profile.score.empty == "raise" else None
        return sums_by_group(Numbers(whole, profile or self.runner.profile, self.runner.threads)) if state.n else None

    def report(self, outcome: Outcome) -> Report:
        """The report of the whole; what is wrong with a part is raised."""
        state = settled(outcome)
        return report_of(self.runner, replace(state, counts=state.counts.astype(np.float64)))

    def summary(self, outcome: SumOutcome) -> Summary:
        """The summary of the whole; what is wrong with a part is raised."""
        return summary_of(self.runner, settled(outcome), grouped=self.group is not None)


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """What parts that follow one another come to: the state of all their rows, numbered from 0, or the first error.

    Joining is associative, so an engine may join neighbours in a tree.

    >>> counter = PartCounter("pred", "ref", metrics="rouge1", n_resamples=0)
    >>> first, second = (counter.state({"pred": [text], "ref": ["a"]}) for text in ("a", "b"))
    >>> together([first, None, second]).keys.tolist()
    [0, 1]
    """
    gathered = Gathered()
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            return outcome
        if outcome is not None and outcome.n:
            gathered.add(outcome.shifted(gathered.n))
    try:
        return gathered.together() if gathered.n else None
    except InputError as error:
        return error


def added(outcomes: Iterable[SumOutcome]) -> SumOutcome:
    """What parts come to where only sums are wanted: their sums by group, groups as they first come, or the first error.

    >>> counter = PartCounter("pred", "ref", metrics="rouge1", n_resamples=0)
    >>> parts = [counter.sums({"pred": [text], "ref": ["a"]}) for text in ("a", "b")]
    >>> counter.summary(added([*parts, None]))["rouge1"].fmeasure.value
    0.5
    """
    total: dict[str, Sums] = {}
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            return outcome
        for group, sums in (outcome or {}).items():
            total[group] = total[group] + sums if group in total else sums
    return total or None


def settled(outcome: W | InputError | InputTypeError | None) -> W:
    """What the parts came to; what is wrong with one of them is raised, and so is that there are no rows."""
    if isinstance(outcome, Exception):
        raise outcome
    if outcome is None:
        raise InputError("there are no texts to score: the table has no rows")
    return outcome


def keyed_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules by which resamples are drawn by key, unless a generator is named or there are no resamples.

    >>> keyed_rules({"resampling": Resampling(rng=7)})["resampling"].generator
    'poisson'
    >>> keyed_rules({"generator": "splitmix"}), keyed_rules({"resampling": None}), keyed_rules({"n_resamples": 0})
    ({'generator': 'splitmix'}, {'resampling': None}, {'n_resamples': 0})
    """
    how = rules.get("resampling", rules)
    if isinstance(how, Resampling) and how.n_resamples and not how.generator:
        return {**rules, "resampling": replace(how, generator="poisson")}
    return {"generator": "poisson", **rules} if how is rules and rules.get("n_resamples") != 0 else dict(rules)


def check_id(profile: Profile, id: str | None) -> None:
    """Refuse to draw rows by key that have none.

    >>> from infrarouge import profile
    >>> check_id(profile(generator="poisson"), None)
    Traceback (most recent call last):
        ...
    infrarouge.errors.InputError: intervals draw rows by their ids, and no column of ids is named; type id='column', or n_resamples=0 for no intervals
    """
    how = profile.resampling
    if id is None and how.n_resamples and how.generator == "poisson":
        raise InputError(
            "intervals draw rows by their ids, and no column of ids is named; type id='column', or n_resamples=0 for no "
            "intervals"
        )


def _values(column: Any) -> list[Any]:
    """A column as values of Python."""
    for method in ("to_pylist", "tolist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)
