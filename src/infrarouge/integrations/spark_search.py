"""Spark: a few texts looked for in very many, as a test set in the corpus that a model was trained on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from infrarouge.integrations import spark_steps as steps
from infrarouge.integrations.frames import check_columns
from infrarouge.integrations.spark_join import F, column, kinds, mapped
from infrarouge.integrations.spark_tables import pyspark
from infrarouge.matching import Metric
from infrarouge.reading.containers import sequence
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import measure_at
from infrarouge.search.store import cutoff_of, one_metric

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.rules.keywords import Rules


def search(
    queries: Any,
    corpus: Any,
    threshold: float = 0.7,
    *,
    text: str = "text",
    id: str = "id",
    metric: str | Metric = "rougeL",
    measure: str = "fmeasure",
    profile: str | Profile = DEFAULT.name,
    strict: bool = False,
    **rules: Unpack[Rules],
) -> Any:
    """The rows of a corpus that queries score high against: a table with the columns `query`, `id` and `score`.

    `queries` are texts, known by their number, or a table of Spark with the same two columns as the corpus. Every task
    keeps them all and reads its part of the corpus once. A query is the prediction and a row the reference, as if an
    ``infrarouge.Index`` held the corpus: the rows are those that its `above` finds for each query.

    >>> from pyspark.sql import SparkSession
    >>> spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
    >>> corpus = spark.createDataFrame([(10, "the cat sat down"), (11, "a dog")], "id long, text string").coalesce(1)
    >>> search(["the cat sat"], corpus, 0.8).collect()
    [Row(query=0, id=10, score=0.8571428571428571)]
    """
    pyspark(steps.WHAT)
    runner, at = one_metric(metric, profile, 1, strict, rules), measure_at(measure)
    task = steps.JoinTask(runner, at, cutoff_of(threshold, "threshold"))
    check_columns([text, id], corpus.columns)
    kind, ids, texts = kinds.LongType(), None, queries
    if hasattr(queries, "mapInArrow"):
        check_columns([text, id], queries.columns)
        rows = queries.select(column(id).alias("id"), column(text).alias("text")).collect()
        kind, ids, texts = queries.schema[id].dataType, [row["id"] for row in rows], [row["text"] for row in rows]
    listed = list(sequence(texts, "queries"))
    schema = kinds.StructType(
        [
            kinds.StructField("query", kinds.LongType()),
            kinds.StructField("id", corpus.schema[id].dataType),
            kinds.StructField("score", kinds.DoubleType()),
        ]
    )
    hits = mapped(
        corpus.select(column(text), column(id)), partial(steps.search_batches, task, listed, text, id), schema
    )
    if ids is None:
        return hits
    return hits.join(_named(corpus.sparkSession, ids, kind), "query").select(
        F.col("name").alias("query"), "id", "score"
    )


def _named(spark: Any, ids: Iterable[Any], kind: Any) -> Any:
    """A small table of the ids of queries by number, for every executor."""
    schema = kinds.StructType([kinds.StructField("query", kinds.LongType()), kinds.StructField("name", kind)])
    return F.broadcast(spark.createDataFrame(list(enumerate(ids)), schema))
