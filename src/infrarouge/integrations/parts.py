"""What engines of many machines share: parts of a table are counted where they lie, and their states are put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError
from infrarouge.integrations.frames import Columns, listed, table_columns
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.reporting.report import Report, report_of
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.gathered import Gathered
from infrarouge.scoring.state import State

FAN = 8
"""Parts that one step of a tree puts together."""
Outcome = State | InputError | InputTypeError | None
"""What a part comes to: its counts, what is wrong with it, or nothing where it has no rows."""


class PartCounter:
    """Counts a part of a table, whose columns are named here, into a state that numbers its rows from 0.

    A part is anything that gives its columns by name, such as a table of Arrow or a data frame. It can be pickled;
    `threads` is 1 unless told, because the engine runs a part on every core already.

    >>> counter = PartCounter("pred", "ref", metrics="rouge1")
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
        runner = runner_of(metrics, profile, threads, strict, rules)
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

    def report(self, outcome: Outcome) -> Report:
        """The report of the whole; what is wrong with a part is raised."""
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is None:
            raise InputError("there are no texts to score: the table has no rows")
        return report_of(self.runner, replace(outcome, counts=outcome.counts.astype(np.float64)))


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """What parts that follow one another come to: the state of all their rows, numbered from 0, or the first error.

    Joining is associative, so an engine may join neighbours in a tree.

    >>> counter = PartCounter("pred", "ref", metrics="rouge1")
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


def _values(column: Any) -> list[Any]:
    """A column as values of Python."""
    for method in ("to_pylist", "tolist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)
