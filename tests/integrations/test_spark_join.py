"""Deduplication and search on a cluster of several executor processes: the result of one machine, to the bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from integrations import clusters
from kept import some_texts

import infrarouge as ir
from infrarouge.errors import EmptyTextError, InputError
from infrarouge.integrations.spark_join import ClusterDeduplication, JoinSettings, dedup
from infrarouge.integrations.spark_search import search

clusters.needs()

pytestmark = clusters.MARKS

SMALL = JoinSettings(partitions=3, buckets=1 << 12)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Two executors, each a process of its own."""
    more = {"spark.sql.execution.arrow.maxRecordsPerBatch": 2000, "spark.executor.memory": "1g"}
    with clusters.session("local-cluster[2,1,1024]", **more) as running:
        yield running


def many_texts(n: int, seed: int) -> list[str | None]:
    """Texts of common and rare words; a third of them are near copies, some have the same words, some have none."""
    rng = np.random.default_rng(seed)
    vocabulary = np.array([f"w{at}" for at in range(max(50, n // 4))])
    weights = 1.0 / np.arange(1, len(vocabulary) + 1)
    words = rng.choice(vocabulary, 30 * n, p=weights / weights.sum())
    texts: list[list[str]] = []
    for at in range(n):
        kind = rng.random()
        if at and kind < 0.35:
            text = list(texts[int(rng.integers(max(0, at - 500), at))])
            for _ in range(int(rng.integers(0, 5)) if kind > 0.05 and text else 0):
                text[int(rng.integers(len(text)))] = str(words[int(rng.integers(len(words)))])
        else:
            text = words[30 * at : 30 * at + int(rng.integers(0, 30))].tolist()
        texts.append(text)
    spelled: list[str | None] = [
        " ".join(text).upper() if at % 17 == 0 else " ".join(text) for at, text in enumerate(texts)
    ]
    spelled[:: max(2, n // 7)] = [None] * len(spelled[:: max(2, n // 7)])
    return spelled


def table_of(spark: Any, texts: list[Any], kind: str = "string", parts: int = 5) -> Any:
    rows = [(at, text) for at, text in enumerate(texts)]
    return spark.createDataFrame(rows, f"id long, text {kind}").repartition(parts)


def same(result: ClusterDeduplication, texts: list[Any], **how: Any) -> ir.Deduplication:
    """Check a result against that of one machine."""
    expected = ir.dedup(texts, **how)
    rows = sorted(tuple(row) for row in result.dropped.collect())
    assert rows == list(
        zip(expected.dropped.tolist(), expected.matches.tolist(), expected.scores.tolist(), strict=True)
    )
    assert sorted(row["id"] for row in result.kept.collect()) == expected.kept.tolist()
    assert result.signature == expected.signature
    assert result.texts == len(texts)
    result.unpersist()
    return expected


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        (JoinSettings(), {"metric": "rougeL", "threshold": 0.6}),
        # Rounds on the cluster to the end, and units shared out over many blocks.
        (
            JoinSettings(buckets=64, heavy=7, driver_edges=0),
            {"metric": "rouge1", "measure": "recall", "threshold": 0.6},
        ),
        (SMALL, {"metric": "rouge2", "measure": "precision", "threshold": 0.5, "count": "distinct"}),
        (SMALL, {"metric": "rougeLsum", "threshold": 0.7, "stemmer": "porter"}),
        # No bound serves these, and every pair is compared.
        (JoinSettings(partitions=3, block=60), {"metric": "rougeS4", "threshold": 0.6}),
        (JoinSettings(partitions=3, block=80), {"metric": "rougeL", "threshold": 0.0, "empty": "nan"}),
    ],
    ids=str,
)
def test_a_cluster_keeps_what_one_machine_keeps(spark: Any, settings: JoinSettings, how: dict[str, Any]) -> None:
    texts: list[str | None] = [*some_texts(200, 11)]
    texts += [None, "", "the cat", "The cat!", texts[7], texts[7], "a b c d", "a b c", "a b c d"]
    result = dedup(table_of(spark, texts), settings=settings, **how)
    expected = same(result, texts, **how)
    assert len(expected.dropped) > 40
    assert result.candidates >= result.pairs >= 1
    assert result.rounds > 1 if settings.driver_edges == 0 else result.rounds == 1


def test_five_thousand_texts(spark: Any) -> None:
    texts = many_texts(5000, 1)
    result = dedup(table_of(spark, texts), threshold=0.7)
    same(result, texts, threshold=0.7)
    assert result.copies > 100
    assert result.candidates < 100 * len(texts)


@pytest.mark.slow
def test_two_hundred_thousand_texts(spark: Any) -> None:
    texts = many_texts(200_000, 2)
    result = dedup(table_of(spark, texts, parts=16), threshold=0.7, settings=JoinSettings(partitions=32))
    same(result, texts, threshold=0.7)


def test_texts_that_all_have_the_same_words_make_no_pairs(spark: Any) -> None:
    texts = ["Same words!", "same, words", "same words"] * 300 + ["other"]
    result = dedup(table_of(spark, texts), settings=SMALL)
    same(result, texts)
    assert (result.copies, result.candidates, result.rounds) == (899, 0, 0)


def test_rows_are_taken_in_the_order_of_a_column(spark: Any) -> None:
    """Ids may be anything, and another column tells the order; equal ones go by the id."""
    texts = some_texts(120, 5)
    rng = np.random.default_rng(3)
    rows = [(f"r{number:03}", int(rng.integers(0, 60)), text) for number, text in enumerate(texts)]
    table = spark.createDataFrame(rows, "name string, day int, words string").repartition(4)
    result = dedup(table, "words", "name", order_by="day", threshold=0.6, settings=SMALL)
    rows.sort(key=lambda row: (row[1], row[0]))
    expected = ir.dedup([row[2] for row in rows], threshold=0.6)
    names = np.array([row[0] for row in rows])
    told = {row["name"]: (row["match"], row["score"]) for row in result.dropped.collect()}
    places = zip(expected.dropped, expected.matches, expected.scores.tolist(), strict=True)
    assert told == {names[at]: (names[match], score) for at, match, score in places}
    assert {row["name"] for row in result.kept.collect()} == {*names[expected.kept].tolist()}
    assert result.kept.columns == ["name", "day", "words"]


def test_ready_tokens_and_python_tokenizers(spark: Any) -> None:
    texts = some_texts(60, 8)
    tokens = [text.split() for text in texts]
    result = dedup(table_of(spark, tokens, "array<string>"), tokens="list", metric="rouge1", settings=SMALL)
    same(result, tokens, tokens="list", metric="rouge1")
    result = dedup(table_of(spark, texts), tokens=lambda text: text.split(), threshold=0.5, settings=SMALL)
    assert (
        sorted(row["id"] for row in result.dropped.collect())
        == ir.dedup(texts, tokens=str.split, threshold=0.5).dropped.tolist()
    )


def test_bad_tables_are_refused(spark: Any) -> None:
    table = spark.createDataFrame([(1, "a"), (1, "b"), (2, "")], "id long, text string")
    with pytest.raises(InputError, match="column 'id' has 1 2 times"):
        dedup(table)
    with pytest.raises(InputError, match="column 'id' has 1 rows without an id"):
        dedup(spark.createDataFrame([(None, "a")], "id long, text string"))
    with pytest.raises(InputError, match="there is no column 'txt'; did you mean 'text'"):
        dedup(table, "txt")
    with pytest.raises(InputError, match="the column of ids is called 'score'"):
        dedup(table.withColumnRenamed("id", "score"), id="score")
    with pytest.raises(InputError, match="threshold is 'high'"):
        dedup(table, threshold="high")  # type: ignore[arg-type]
    with pytest.raises(EmptyTextError, match="1 of 2 texts have no words: row 2; type empty='zero'"):
        dedup(table.filter("text != 'b'"), empty="raise")
    with pytest.raises(InputError, match="buckets is 3; give a power of two"):
        JoinSettings(buckets=3)
    with pytest.raises(InputError, match="heavy is 0; give a whole number from 1 up"):
        JoinSettings(heavy=0)


@pytest.mark.parametrize(
    "how",
    [
        {"metric": "rougeL"},
        {"metric": "rouge1", "measure": "recall"},
        {"metric": "rougeLsum"},
        {"metric": "rougeW-1.2"},
    ],
    ids=str,
)
def test_search_finds_what_an_index_finds(spark: Any, how: dict[str, Any]) -> None:
    corpus: list[str | None] = [*some_texts(300, 1), None, ""]
    queries = [*some_texts(12, 2), *some_texts(300, 1)[40:44], ""]
    index = ir.Index(corpus, **how)
    expected = {
        (at, match.position): match.score for at, query in enumerate(queries) for match in index.above(query, 0.6)
    }
    hits = search(queries, table_of(spark, corpus), 0.6, **how)
    assert {(row["query"], row["id"]): row["score"] for row in hits.collect()} == expected
    assert len(expected) > 10


def test_queries_may_be_a_table(spark: Any) -> None:
    corpus = table_of(spark, ["the cat sat on the mat", "a dog ran", "the cat sat"])
    queries = spark.createDataFrame([(70, "the cat sat"), (80, "nothing like it")], "id long, text string")
    rows = sorted(tuple(row) for row in search(queries, corpus, threshold=0.7).collect())
    assert rows == [(70, 2, 1.0)]
    assert search([], corpus).collect() == []


@pytest.mark.parametrize("stages", [1, 9])
def test_an_executor_is_killed_on_the_way(spark: Any, stages: int) -> None:
    """What the executor had made is made again, and the result is that of one machine."""
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("needs /proc to find the executor")
    texts = many_texts(1500, 5)
    # Every round runs on the cluster, so that there are stages left to lose.
    settings = replace(SMALL, driver_edges=0)
    with clusters.limited():
        with clusters.executor_killed(spark, stages) as killed:
            result = dedup(table_of(spark, texts), metric="rougeL", threshold=0.6, settings=settings)
        assert killed
        same(result, texts, metric="rougeL", threshold=0.6)
