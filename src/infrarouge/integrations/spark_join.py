"""Spark: near duplicates among texts that no machine holds, and a few texts looked for in very many; both exact.

The steps are those of `infrarouge.search.join`; here they become a job.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge.engine.coverage import low_coverage_message
from infrarouge.engine.runner import outside
from infrarouge.errors import CoverageError, CoverageWarning, EmptyTextError, InputError, some
from infrarouge.integrations import spark_steps as steps
from infrarouge.integrations.frames import check_columns
from infrarouge.integrations.spark_tables import pyspark
from infrarouge.matching import Metric
from infrarouge.registry import integer
from infrarouge.reporting.signature import result_signature
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import measure_at
from infrarouge.search.join import Bounds, dropped_in_order
from infrarouge.search.store import cutoff_of, is_bounded, one_metric
from infrarouge.types import LOW_COVERAGE, NO_WORDS, Integers, Needs

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules

F, kinds = steps.ExtraPackage("pyspark.sql.functions"), steps.ExtraPackage("pyspark.sql.types")


@dataclass(frozen=True)
class JoinSettings:
    """How a join is shared out; nothing here changes its result.

    >>> JoinSettings(heavy=1000).buckets
    4194304
    """

    partitions: int | None = None
    """Tasks of the steps between texts; ``spark.sql.shuffle.partitions`` unless told."""
    buckets: int = 1 << 22
    """Numbers in which the frequencies of units are kept, a power of two: 4 bytes each on every executor."""
    heavy: int = 10_000
    """Texts that may list the same unit before they are shared out over several tasks."""
    driver_edges: int = 1 << 21
    """Pairs with which the keep rule is finished on the driver; while more are open, rounds run on the cluster."""
    block: int = 2000
    """Texts that are compared with as many others in one piece, where every pair must be."""

    def __post_init__(self) -> None:
        for name in ("partitions", "buckets", "heavy", "driver_edges", "block"):
            value, least = getattr(self, name), 0 if name == "driver_edges" else 1
            number = integer(value)
            if not (value is None and name == "partitions") and (number is None or number < least):
                raise InputError(f"{name} is {value!r}; give a whole number from {least} up")
        if self.buckets & (self.buckets - 1):
            raise InputError(f"buckets is {self.buckets}; give a power of two, such as {1 << 22}")


@dataclass(frozen=True)
class ClusterDeduplication:
    """Which rows were kept and which dropped, as tables of Spark, and what it took to find them."""

    kept: Any
    """The rows that were kept, with all their columns."""
    dropped: Any
    """For each row that was dropped: its id, the id of the kept row that it matches best as `match`, and the `score`."""
    signature: str
    texts: int
    copies: int
    """Texts with the same words as an earlier one; they are in no pair."""
    candidates: int
    """Pairs that were scored."""
    pairs: int
    """Pairs of which the later text reaches the threshold against the earlier one."""
    rounds: int
    """Rounds of the keep rule; the last one is that of the driver if it had anything to do."""

    def unpersist(self) -> None:
        """Let Spark forget the table of dropped rows; a table that is used later is computed anew."""
        self.dropped.unpersist()


def dedup(
    df: Any,
    text: str = "text",
    id: str = "id",
    *,
    order_by: str | None = None,
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    threshold: float = 0.7,
    profile: str | Profile = DEFAULT.name,
    strict: bool = False,
    settings: JoinSettings | None = None,
    **rules: Unpack[Rules],
) -> ClusterDeduplication:
    """Keep each row whose text scores below the threshold against all rows kept before it.

    Rows are taken in the order of the column `order_by`, those with equal values by `id`, which tells rows apart. The result
    is that of ``infrarouge.dedup`` on the texts in this order: every score is the same.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> rows = [(1, "the cat sat on the mat"), (2, "a dog ran"), (3, "the cat sat on a mat")]
    >>> result = dedup(spark.createDataFrame(rows, "id long, text string").coalesce(1))
    >>> result.dropped.collect()
    [Row(id=3, match=1, score=0.8333333333333334)]
    >>> result.unpersist()
    """
    pyspark(steps.WHAT)
    runner, at = one_metric(metric, profile, 1, strict, rules), measure_at(measure)
    task = steps.JoinTask(runner, at, cutoff_of(threshold, "threshold"))
    check_columns([text, id, *([order_by] if order_by else [])], df.columns)
    check_ids(df, id)
    join = _Join(df.sparkSession, task, settings or JoinSettings())
    try:
        return join.result(df, text, id, order_by)
    finally:
        for table in join.persisted:
            table.unpersist()


def check_ids(df: Any, id: str) -> None:
    """Refuse ids that are missing or come twice, and names that the result needs itself."""
    if id in ("match", "score"):
        raise InputError(f"the column of ids is called {id!r}, as one of the result is; rename it")
    wrong = df.groupBy(column(id).alias("id")).count().filter("count > 1 or id is null").limit(1).collect()
    if wrong and wrong[0]["id"] is None:
        raise InputError(f"column {id!r} has {wrong[0]['count']} rows without an id; give each row an id of its own")
    if wrong:
        raise InputError(
            f"column {id!r} has {wrong[0]['id']!r} {wrong[0]['count']} times; give each row an id of its own"
        )


@dataclass
class _Join:
    """One deduplication on its way."""

    spark: Any
    task: steps.JoinTask
    settings: JoinSettings
    persisted: list[Any] = field(default_factory=list)

    def result(self, df: Any, text: str, id: str, order: str | None) -> ClusterDeduplication:
        """Run all steps."""
        base, ids = self.numbered(df, text, id, order)
        facts = self.keep(mapped(base.select("place", "text"), partial(steps.facts, self.task), steps.FACTS))
        totals, n = self.checked(facts)
        runner = self.task.runner
        bounds = Bounds.of(runner, totals, self.task.measure, self.task.threshold) if is_bounded(runner) else None
        if bounds is None:
            copies = self.keep(facts.select("place", F.col("place").alias("original"), "self").limit(0))
            edges = self.keep(self.compared(base, n))
            candidates = n * (n - 1) // 2
        else:
            copies = self.keep(copies_in(facts))
            distinct = base.join(copies.select("place"), "place", "left_anti").select("place", "text")
            pairs = self.keep(self.paired(distinct, bounds))
            candidates = pairs.count()
            edges = self.keep(self.verified(pairs, distinct))
        reaching = edges.filter(F.col("score") >= self.task.threshold)
        dropped, n_pairs, rounds = self.settled(reaching.select("later", "earlier"))
        table = self.matched(edges, copies, dropped)
        if ids is None:
            kind = df.schema[id].dataType
            named = table.select(F.col("place").cast(kind).alias(id), F.col("match").cast(kind).alias("match"), "score")
        else:
            theirs = ids.select(F.col("place").alias("match_place"), column(id).alias("match"))
            named = (
                table.withColumnRenamed("match", "match_place")
                .join(ids, "place")
                .join(theirs, "match_place")
                .select(column(id), "match", "score")
            )
        named = persisted(named)
        named.count()
        gone = named.select(column(id).alias("infrarouge_dropped"))
        kept = df.join(gone, df[quoted(id)] == gone["infrarouge_dropped"], "left_anti")
        signature = result_signature(runner.profile, n)
        return ClusterDeduplication(kept, named, signature, n, copies.count(), candidates, n_pairs, rounds)

    def keep(self, table: Any) -> Any:
        """Have a table computed once, until the result is there."""
        self.persisted.append(persisted(table))
        return self.persisted[-1]

    # ------------------------------------------------------------ texts

    def numbered(self, df: Any, text: str, id: str, order: str | None) -> tuple[Any, Any | None]:
        """Texts by place, and the table of places and ids; None where ids are places."""
        columns = [column(id).alias("id"), column(text).alias("text")]
        if order is None and isinstance(df.schema[id].dataType, kinds.IntegralType):
            return df.select(column(id).cast("long").alias("place"), columns[1]), None
        first = [column(order or id).alias("first")]
        placed = df.select(*columns, *first).orderBy("first", "id")
        # These numbers rise with the partitions and within them, and so in the order of the rows.
        base = self.keep(placed.select("id", "text", F.monotonically_increasing_id().alias("place")))
        return base.select("place", "text"), base.select("place", F.col("id").alias(id))

    def checked(self, facts: Any) -> tuple[Any, int]:
        """All totals and the number of texts; texts that the rules refuse are told, and others warned of."""
        low, empty = F.col("flags").bitwiseAND(LOW_COVERAGE) != 0, F.col("flags").bitwiseAND(NO_WORDS) != 0
        rows = (
            facts.groupBy("total")
            .agg(F.count("*").alias("n"), F.count_if(low).alias("low"), F.count_if(empty).alias("empty"))
            .collect()
        )
        n, n_low, n_empty = (sum(row[name] for row in rows) for name in ("n", "low", "empty"))
        runner = self.task.runner
        if n_low:
            message = low_coverage_message(runner.profile.text.tokens, self.places(facts.filter(low), n_low), n)
            if runner.strict:
                raise CoverageError(message)
            warnings.warn(message, CoverageWarning, stacklevel=outside())
        if n_empty and runner.profile.score.empty == "raise":
            where = some(self.places(facts.filter(empty), n_empty))
            raise EmptyTextError(f"{n_empty} of {n} texts have no words: {where}; type empty='zero' to score them 0")
        return np.array([row["total"] for row in rows], dtype=np.float64), n

    def places(self, facts: Any, n: int) -> Integers:
        """So many places, of which the first few are right: messages name no more."""
        rows = facts.orderBy("place").limit(6).collect()
        return np.resize(np.array([row["place"] for row in rows], dtype=np.int64), n)

    # ------------------------------------------------------------ pairs

    def paired(self, distinct: Any, bounds: Bounds) -> Any:
        """Candidates: pairs of texts that list the same rare unit and may share enough."""
        settings, task = self.settings, self.task
        counted = mapped(distinct, partial(steps.key_frequencies, task, settings.buckets), steps.BUCKETS)
        frequencies = self.by_bucket(counted, 1)
        listing = steps.KeyListing(task, bounds, frequencies, np.ones(1, dtype=np.int32))
        if frequencies.max(initial=0) > settings.heavy:
            listed = mapped(distinct, partial(steps.listed_frequencies, listing, settings.heavy), steps.BUCKETS)
            blocks = -(-self.by_bucket(listed, settings.heavy) // settings.heavy)
            listing = listing._replace(blocks=np.maximum(blocks, 1).astype(np.int32))
        postings = mapped(distinct, partial(steps.list_keys, listing), steps.LISTED)
        cells = postings.repartition(self.partitions, "cell").sortWithinPartitions("cell", "code")
        return mapped(cells, partial(steps.pair_up, bounds), steps.PAIRS).distinct()

    def by_bucket(self, counted: Any, least: int) -> Needs:
        """The sums of all partitions for the buckets that have more than `least`."""
        sums = counted.groupBy("bucket").agg(F.sum("texts").alias("texts")).filter(F.col("texts") > least)
        result = np.zeros(self.settings.buckets, dtype=np.int32)
        bucket, texts = self.collected(sums, "bucket", "texts")
        result[bucket] = np.minimum(texts, np.iinfo(np.int32).max)
        return result

    def collected(self, table: Any, *names: str) -> list[Any]:
        """Columns of a table as arrays."""
        rows = mapped(table.select(*names), steps.in_one_row, "bytes binary").collect()
        return steps.from_rows((bytes(row["bytes"]) for row in rows), *names)

    @property
    def partitions(self) -> int:
        """Tasks of a step between texts."""
        return self.settings.partitions or int(self.spark.conf.get("spark.sql.shuffle.partitions"))

    def verified(self, pairs: Any, distinct: Any) -> Any:
        """The candidates that reach the threshold one way or the other, with their scores."""
        ours = distinct.select(F.col("place").alias("later"), F.col("text").alias("ours"))
        theirs = distinct.select(F.col("place").alias("earlier"), F.col("text").alias("theirs"))
        texts = pairs.join(theirs, "earlier").join(ours, "later").select("later", "earlier", "ours", "theirs")
        return mapped(texts, partial(steps.verify, self.task), steps.EDGES)

    def compared(self, base: Any, n: int) -> Any:
        """All pairs that reach the threshold, for metrics that no bound serves."""
        blocks = max(1, -(-n // self.settings.block))
        schema = kinds.StructType(
            [
                kinds.StructField("cell", kinds.LongType()),
                kinds.StructField("place", kinds.LongType()),
                kinds.StructField("side", kinds.IntegerType()),
                kinds.StructField("text", base.schema["text"].dataType),
            ]
        )
        cells = mapped(base, partial(steps.into_blocks, blocks), schema)
        sorted_cells = cells.repartition(self.partitions, "cell").sortWithinPartitions("cell", "place")
        return mapped(sorted_cells, partial(steps.compare_all, self.task), steps.EDGES)

    # ------------------------------------------------------------ the keep rule

    def settled(self, edges: Any) -> tuple[Any, int, int]:
        """The texts that are dropped, the number of pairs, and the rounds it took.

        In a round the texts that wait for no other are kept, and all that have such an earlier one are dropped.
        """
        edges = self.keep(edges)
        left = n = edges.count()
        dropped, rounds = [], 0
        while left > self.settings.driver_edges:
            waiting = edges.select(F.col("later").alias("place")).distinct()
            kept = edges.select(F.col("earlier").alias("place")).distinct().join(waiting, "place", "left_anti")
            gone = edges.join(kept.withColumnRenamed("place", "earlier"), "earlier", "left_semi")
            gone = self.keep(gone.select(F.col("later").alias("place")).distinct())
            for name in ("later", "earlier"):
                edges = edges.join(gone.withColumnRenamed("place", name), name, "left_anti")
            edges = self.keep(edges.select("later", "earlier"))
            left, rounds = edges.count(), rounds + 1
            dropped.append(gone)
        if left:
            rounds += 1
        last = dropped_in_order(*self.collected(edges, "later", "earlier"))
        table = mapped(self.spark.range(1, numPartitions=1), partial(steps.places_of, last), "place long")
        for part in dropped:
            table = table.unionByName(part)
        return self.keep(table), n, rounds

    def matched(self, edges: Any, copies: Any, dropped: Any) -> Any:
        """For each dropped text the kept one that it scores best against, the first of equals."""
        threshold = self.task.threshold
        ways = [
            edges.filter(F.col("score") >= threshold).select(
                F.col("later").alias("original"), F.col("earlier").alias("match"), "score"
            ),
            # Copies of the earlier text of a pair may come after the later one.
            edges.filter(F.col("back") >= threshold).select(
                F.col("earlier").alias("original"), F.col("later").alias("match"), F.col("back").alias("score")
            ),
            copies.select("original", F.col("original").alias("match"), F.col("self").alias("score")).distinct(),
        ]
        hits = ways[0].unionByName(ways[1]).unionByName(ways[2])
        hits = hits.join(dropped.withColumnRenamed("place", "match"), "match", "left_anti")
        own = hits.select(F.col("original").alias("place"), "match", "score")
        of_copies = hits.join(copies.select("place", "original"), "original").select("place", "match", "score")
        best = (
            own.unionByName(of_copies)
            .filter("match < place")
            .groupBy("place")
            .agg(F.min(F.struct((-F.col("score")).alias("minus"), "match")).alias("best"))
        )
        return best.select("place", F.col("best.match").alias("match"), (-F.col("best.minus")).alias("score"))


def copies_in(facts: Any) -> Any:
    """The texts with the same words as an earlier one, and the first of those."""
    groups = facts.groupBy("digest").agg(F.min("place").alias("original"), F.count("*").alias("n")).filter("n > 1")
    return facts.join(groups, "digest").filter("place != original").select("place", "original", "self")


def quoted(name: str) -> str:
    """A name of a column as Spark takes any.

    >>> quoted("a.b")
    '`a.b`'
    """
    return "`" + name.replace("`", "``") + "`"


def column(name: str) -> Any:
    """A column by its name, whatever is in it."""
    return F.col(quoted(name))


def persisted(table: Any) -> Any:
    """A table that is computed once, and again only where an executor was lost.

    Its plan forgets the steps before it, which Spark would print, compare and copy for every step that comes after.
    """
    java = getattr(table, "_jdf", None)
    if java is not None:  # none behind Spark Connect
        flat = java.sparkSession().createDataFrame(java.toJavaRDD(), java.schema())
        table = type(table)(flat, table.sparkSession)
    return table.persist(pyspark(steps.WHAT).StorageLevel.MEMORY_AND_DISK)


def mapped(table: Any, step: Any, schema: Any) -> Any:
    """A table of what a step makes of the batches of each partition."""
    # Spark asks a function for the names of its parameters, which a partial one does not have.
    return table.mapInArrow(lambda batches: step(batches), schema)
