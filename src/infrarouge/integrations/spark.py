"""Spark: tables scored on the executors, with the numbers that one machine gives, to the last bit."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError, InputTypeError
from infrarouge.integrations.frames import Columns, TableScorer, check_columns, check_new, joined, listed, used_columns
from infrarouge.integrations.parts import check_id, keyed_rules
from infrarouge.integrations.spark_join import JoinSettings as JoinSettings  # what users import from here
from infrarouge.integrations.spark_join import dedup as dedup
from infrarouge.integrations.spark_search import search as search
from infrarouge.integrations.spark_tables import chosen, partition_number, pieces, pyspark, reduced
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.reporting.comparison import Comparison
from infrarouge.reporting.comparison_summary import (
    Compared,
    ComparisonSummary,
    baseline_first,
    check_compared,
    compared_of,
)
from infrarouge.reporting.differences import checked_flips, two_or_more
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.report import Report, report_of
from infrarouge.reporting.summary import Summary, check_summed, summary_of, sums_by_group
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.examples import is_missing
from infrarouge.scoring.gathered import Gathered, smallest
from infrarouge.scoring.measures import measure_of
from infrarouge.scoring.state import State
from infrarouge.scoring.sums import Sums

WHAT = "scoring tables of Spark"


def with_scores(
    frame: Any, prediction: str = "prediction", reference: Columns = "reference", *, threads: int = 1, **how: Any
) -> Any:
    """The table with the columns of scores behind its own, scored when Spark comes to it.

    `reference` names a column of texts or of arrays of texts, or several columns; `threads` is how many a task uses. `how`
    is what `TableScorer` takes: metrics, profile, measures, strict, and any rule.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> frame = spark.createDataFrame([("the cat sat", "the cat sat down"), (None, "a dog")], "pred string, ref string")
    >>> with_scores(frame, "pred", "ref", metrics="rouge1", measures="p r").collect()[0]
    Row(pred='the cat sat', ref='the cat sat down', rouge1.precision=1.0, rouge1.recall=0.75)
    """
    pyspark(WHAT)
    from pyspark.sql.types import DoubleType, StructField, StructType  # an extra

    scorer = TableScorer(**how, threads=threads)
    references = listed(reference)
    check_columns([prediction, *references], frame.columns)
    check_new(scorer.names, frame.columns)
    fields = [StructField(name, DoubleType(), False) for name in scorer.names]
    return frame.mapInArrow(_Scores(scorer, prediction, references), StructType([*frame.schema.fields, *fields]))


class _Scores:
    """Record batches in, the same with columns of scores out."""

    def __init__(self, scorer: TableScorer, prediction: str, references: list[str]) -> None:
        self.scorer, self.prediction, self.references = scorer, prediction, references

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow  # an extra

        for batch in batches:
            texts = joined([batch.column(name) for name in self.references])
            scores = self.scorer.columns(batch.column(self.prediction), texts)
            columns = [*batch.columns, *map(pyarrow.array, scores.values())]
            yield pyarrow.RecordBatch.from_arrays(columns, names=[*batch.schema.names, *scores])


def evaluate(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    threads: int = 1,
    strict: bool = False,
    **rules: Any,
) -> Report:
    """The report of a table: texts are counted on the executors, and the counts are brought to the driver.

    It is the report of `infrarouge.evaluate` on the same rows with the rule ``generator="poisson"``, by which the column
    `id` alone decides what a resample draws; so intervals need ids, and other generators can be named. The rows stand in
    the order of the table. `threads` is how many a task uses on its executor.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> frame = spark.createDataFrame([(1, "a b", "a c"), (2, "c", "c")], "id long, pred string, ref string")
    >>> evaluate(frame, "pred", "ref", id="id", metrics="rouge1")["rouge1"].fmeasure.value
    0.75
    """
    pyspark(WHAT)
    runner = runner_of(metrics, profile, None, strict, keyed_rules(rules))
    return _reports(frame, runner, {"": prediction}, reference, id, group, threads)[""]


def summarize(
    frame: Any,
    prediction: str = "prediction",
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    check_ids: bool = True,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    threads: int = 1,
    strict: bool = False,
    **rules: Any,
) -> Summary:
    """The numbers of `evaluate` without its examples: the executors add up scores and resamples, and only sums travel.

    Memory does not grow with the rows, neither on the executors nor on the driver, and the resamples are drawn where the
    rows are. Sums know no rows, so an id that comes twice is looked for in a pass of its own over the column of ids;
    ``check_ids=False`` leaves that out where ids are known to differ.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> frame = spark.createDataFrame([(1, "a b", "a c"), (2, "c", "c")], "id long, pred string, ref string")
    >>> summarize(frame, "pred", "ref", id="id", metrics="rouge1")["rouge1"].fmeasure.value
    0.75
    """
    pyspark(WHAT)
    runner = runner_of(metrics, profile, None, strict, keyed_rules(rules))
    check_id(runner.profile, id)
    check_summed(runner.profile)
    columns = chosen(frame, used_columns(prediction, reference, id, group))
    if id is not None and check_ids:
        refuse_repeated_ids(columns, id)
    add_up = _AddUp(runner.metrics, runner.profile, {"": prediction}, listed(reference), id, group, threads)
    groups: dict[str, Placed] = {}
    for part in reduced(columns, add_up, merged_groups):
        groups = merged_groups(groups, part)
    if not groups:
        raise InputError("there are no texts to score: the table has no rows")
    ordered = dict(sorted(groups.items(), key=lambda item: item[1][0]))
    return summary_of(runner, {name: sums for name, (_, sums) in ordered.items()}, grouped=group is not None)


Placed = tuple[tuple[int, int], Sums]
"""Sums of a group, and where its first row stands: in which partition, and where in it."""


def merged_groups(one: dict[str, Placed], other: dict[str, Placed]) -> dict[str, Placed]:
    """Add up sums by group; a group stands where its first row stands."""
    whole = dict(one)
    for group, (place, sums) in other.items():
        whole[group] = (min(place, whole[group][0]), whole[group][1] + sums) if group in whole else (place, sums)
    return whole


def refuse_repeated_ids(frame: Any, id: str) -> None:
    """Refuse a table in which an id names two rows."""
    named = chosen(frame, [id]).toDF("name")
    for repeated, n in named.groupBy("name").count().where("count > 1").orderBy("name").limit(1).collect():
        if not is_missing(repeated):  # rows without an id are refused where they are read
            raise InputError(f"the id {str(repeated)!r} is that of {n} rows; give each example an id of its own")


def compare(
    frame: Any,
    predictions: Mapping[str, str] | Sequence[str],
    reference: Columns = "reference",
    *,
    id: str | None = None,
    group: str | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    baseline: str | None = None,
    measure: str = "fmeasure",
    test: str = "auto",
    n_flips: int = 10_000,
    threads: int = 1,
    strict: bool = False,
    **rules: Any,
) -> Comparison:
    """Compare the systems whose predictions stand in columns of a table with the first one, or the one named `baseline`.

    `predictions` lists the columns, which then are the names of the systems, or gives columns by name. Everything else is
    as in `evaluate` and in `infrarouge.compare`.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> frame = spark.createDataFrame([(1, "a x", "a b", "a b")], "id long, base string, new string, ref string")
    >>> compare(frame, ["base", "new"], "ref", id="id", metrics="rouge1")["rouge1"].change
    0.5
    """
    pyspark(WHAT)
    systems = _systems(predictions)
    runner = runner_of(metrics, profile, None, strict, keyed_rules(rules))
    reports = _reports(frame, runner, systems, reference, id, group, threads)
    return Comparison(reports, baseline or next(iter(reports)), measure_of(measure), test, n_flips)


def summarize_comparison(
    frame: Any,
    predictions: Mapping[str, str] | Sequence[str],
    reference: Columns = "reference",
    *,
    id: str,
    check_ids: bool = True,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    baseline: str | None = None,
    measure: str = "fmeasure",
    test: str = "auto",
    n_flips: int = 10_000,
    threads: int = 1,
    strict: bool = False,
    **rules: Any,
) -> ComparisonSummary:
    """The numbers of `compare` without its examples: the executors add up differences, resamples and flips.

    Memory does not grow with the rows, neither on the executors nor on the driver. What `summarize` says of ids holds
    here too.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> frame = spark.createDataFrame([(1, "a x", "a b", "a b")], "id long, base string, new string, ref string")
    >>> summarize_comparison(frame, ["base", "new"], "ref", id="id", metrics="rouge1")["rouge1"].change
    0.5
    """
    pyspark(WHAT)
    systems = baseline_first(_systems(predictions), baseline)
    runner = runner_of(metrics, profile, None, strict, keyed_rules(rules))
    check_compared(runner.profile)
    flips = checked_flips(n_flips)
    names = dict.fromkeys(name for column in systems.values() for name in used_columns(column, reference, id, None))
    columns = chosen(frame, list(names))
    if check_ids:
        refuse_repeated_ids(columns, id)
    add_up = _AddUpDifferences(runner.metrics, runner.profile, systems, listed(reference), id, None, threads)
    add_up.measure, add_up.n_flips = measure_of(measure), flips
    parts = list(reduced(columns, add_up, operator.add))
    if not parts:
        raise InputError("there are no texts to score: the table has no rows")
    first, *others = systems
    whole = functools.reduce(operator.add, parts)
    whole.warn(runner)
    return ComparisonSummary(runner.metrics, runner.profile, first, others, whole, measure_of(measure), test, flips)


def _systems(predictions: Mapping[str, str] | Sequence[str]) -> dict[str, str]:
    """The columns of systems by name."""
    if isinstance(predictions, str):
        raise InputTypeError(
            f"predictions is the str {predictions!r}; give a list of columns: predictions=['base', 'new']"
        )
    systems = dict(predictions) if isinstance(predictions, Mapping) else {name: name for name in predictions}
    two_or_more(systems)
    return systems


def _reports(
    frame: Any,
    runner: Runner,
    systems: dict[str, str],
    reference: Columns,
    id: str | None,
    group: str | None,
    threads: int,
) -> dict[str, Report]:
    """The report of every system, from one pass over the table."""
    check_id(runner.profile, id)
    columns = dict.fromkeys(name for column in systems.values() for name in used_columns(column, reference, id, group))
    count = _Count(runner.metrics, runner.profile, systems, listed(reference), id, group, threads)
    gathered, start = {name: Gathered() for name in systems}, 0
    for piece in pieces(chosen(frame, list(columns)), count):
        ids, groups, states = piece.content
        n = 0
        for name, (counts, rows, flags, *more) in states.items():
            n = len(flags)
            keys = np.arange(start, start + n, dtype=np.int64)
            gathered[name].add(State(runner.metrics, runner.profile, counts, rows, flags, keys, ids, groups, *more))
        start += n
    if not start:
        raise InputError("there are no texts to score: the table has no rows")
    return {name: report_of(runner, parts.state()) for name, parts in gathered.items()}


def judging_nothing(profile: Profile) -> Profile:
    """Rules that refuse no example without words: these are refused once all are known."""
    return profile.replace(empty="zero") if profile.score.empty == "raise" else profile


class _Count:
    """Counts the record batches of a partition: of each the ids, the groups, and what every system leaves behind."""

    def __init__(
        self,
        metrics: tuple[Metric, ...],
        profile: Profile,
        systems: dict[str, str],
        references: list[str],
        id: str | None,
        group: str | None,
        threads: int,
    ) -> None:
        self.metrics, self.profile, self.threads = metrics, profile, threads
        self.systems, self.references, self.about = systems, references, (id, group)

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        runner, start = runner_of(self.metrics, self.profile, self.threads), 0
        for batch in batches:
            states = list(self.states(runner, batch, start))
            if batch.num_rows:
                first = states[0]
                yield first.ids, first.groups, dict(zip(self.systems, map(_packed, states), strict=True))
            start += batch.num_rows

    def states(self, runner: Runner, batch: Any, start: int) -> Iterator[State]:
        """The state of every system."""
        ids, groups = (None if name is None else batch.column(name).to_pylist() for name in self.about)
        references = joined([batch.column(name) for name in self.references])
        for column in self.systems.values():
            rows = runner.rows(batch.column(column), references)
            yield runner.state(rows, ids, groups, start=start)


class _AddUp(_Count):
    """Adds up the examples of a partition, by group."""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        runner, start, partition = runner_of(self.metrics, self.profile, self.threads), 0, partition_number()
        profile = judging_nothing(self.profile)
        groups: dict[str, Placed] = {}
        for batch in batches:
            if batch.num_rows:
                [state] = self.states(runner, batch, start)
                sums = sums_by_group(Numbers(state, profile, self.threads))
                firsts = {"": 0} if state.groups is None else {name: state.groups.index(name) for name in sums}
                placed = {name: ((partition, start + firsts[name]), part) for name, part in sums.items()}
                groups = merged_groups(groups, placed)
            start += batch.num_rows
        if groups:
            yield groups


class _AddUpDifferences(_Count):
    """Adds up the differences of a partition between the first system and the others."""

    measure: str
    n_flips: int

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        runner, start = runner_of(self.metrics, self.profile, self.threads), 0
        profile = judging_nothing(self.profile)
        whole: Compared | None = None
        for batch in batches:
            if batch.num_rows:
                reports = [Numbers(state, profile, self.threads) for state in self.states(runner, batch, start)]
                part = compared_of(reports, self.measure, self.n_flips, self.threads)
                whole = part if whole is None else whole + part
            start += batch.num_rows
        if whole is not None:
            yield whole


def _packed(state: State) -> tuple[Any, ...]:
    """What a state holds beside ids and groups, in few bytes."""
    return smallest(state.counts), state.rows, state.flags, state.languages, state.lost, state.scripts
