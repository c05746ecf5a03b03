"""The steps of the threshold join on batches of Arrow: what runs on the executors of a cluster.

Each step takes the batches of a partition and gives batches. A text is known by its place, a whole number that tells
which of two texts comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from infrarouge.engine.runner import Runner
from infrarouge.integrations.frames import package
from infrarouge.reading.containers import sequence
from infrarouge.search.join import (
    SUM_WORDS,
    Bounds,
    Postings,
    bucket_counts,
    candidates_of,
    pair_scores,
    postings_of,
    read_texts,
    shared_out,
)
from infrarouge.search.queries import Queries
from infrarouge.search.store import KeptTexts, is_bounded
from infrarouge.types import Floats, Integers, Needs

WHAT = "joins of tables of Spark"


class ExtraPackage:
    """A package of the extra for Spark that is imported when something of it is used.

    >>> ExtraPackage("json").dumps([1])
    '[1]'
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(package(self.name, WHAT, "spark"), attribute)


pyarrow = ExtraPackage("pyarrow")

Batches = Iterator[Any]
"""Record batches of Arrow."""
MANY_KEYS = 1 << 22
"""Keys that are counted together."""
AT_ONCE = 1 << 18
"""Postings that are sorted into cells together."""

POSTINGS = ("cell", "place", "code", "size", "rest", "side")
SUMS = tuple(f"sum_{at}" for at in range(SUM_WORDS))
FACTS = "place long, digest binary, total double, self double, flags int"
BUCKETS = "bucket long, texts long"
LISTED = "cell long, place long, code int, size int, rest int, side int, " + ", ".join(f"{name} long" for name in SUMS)
PAIRS = "later long, earlier long"
EDGES = PAIRS + ", score double, back double"
CELLS = "cell long, place long, side int"


class JoinTask(NamedTuple):
    """What is asked: the rules of scoring, which number of a score, and the threshold."""

    runner: Runner
    measure: int
    threshold: float


class KeyListing(NamedTuple):
    """What says which keys a text lists, and in which cells."""

    task: JoinTask
    bounds: Bounds
    frequencies: Needs
    """By bucket: how many texts have its keys."""
    blocks: Needs
    """By bucket: over how many blocks the texts that list its keys are shared out."""

    def postings(self, batch: Any) -> Postings:
        """What the texts of a batch list."""
        read = read_texts(self.task.runner, texts_of(batch))
        return postings_of(read, numbers(batch, "place"), self.bounds, self.frequencies)


def texts_of(batch: Any, name: str = "text") -> Any:
    """The texts of a batch, read where they lie."""
    return sequence(batch.column(name), "texts")


def numbers(batch: Any, name: str) -> Integers:
    """A column of whole numbers."""
    return np.asarray(batch.column(name).to_numpy(zero_copy_only=False), dtype=np.int64)


def batch_of(columns: dict[str, Any]) -> Any:
    """Named columns as a record batch."""
    return pyarrow.RecordBatch.from_pydict({name: pyarrow.array(values) for name, values in columns.items()})


def missing_as_null(scores: Floats) -> Any:
    """Scores as a column; to Spark NaN is above every number, and so it becomes null."""
    return pyarrow.array(scores, pyarrow.float64(), from_pandas=True)


def facts(task: JoinTask, batches: Batches) -> Batches:
    """What is to be known of each text: a digest of its words, its total, its score against itself, its flags.

    Texts with the same digest are treated as copies of each other. Where a text and its copy do not reach the threshold,
    as with texts without words, each gets a digest of its own; so does every text where no bound serves the metric.
    """
    bounded = is_bounded(task.runner)
    for batch in batches:
        texts, places = texts_of(batch), numbers(batch, "place")
        own = [b"place" + place.to_bytes(8, "big", signed=True) for place in places.tolist()]
        if bounded:
            _, _, totals, flags, digests = read_texts(task.runner, texts)
            selves, _ = pair_scores(task.runner, task.measure, texts, texts)
            copied = selves >= task.threshold
            own = [digest if copy else mine for digest, copy, mine in zip(digests, copied, own, strict=True)]
        else:
            store = KeptTexts(task.runner)
            store.add(texts)
            flags, totals, selves = store.flags, np.zeros(len(texts)), np.zeros(len(texts))
        yield batch_of(
            {
                "place": places,
                "digest": pyarrow.array(own, pyarrow.binary()),
                "total": totals,
                "self": selves,
                "flags": flags.astype(np.int32),
            }
        )


def key_frequencies(task: JoinTask, buckets: int, batches: Batches) -> Batches:
    """How many keys of the texts fall into each bucket."""
    yield _filled(_counted((read_texts(task.runner, texts_of(batch)).keys for batch in batches), buckets))


def listed_frequencies(listing: KeyListing, heavy: int, batches: Batches) -> Batches:
    """How many texts list a key of each bucket that more than `heavy` texts have."""
    counts = _counted((listing.postings(batch).cell for batch in batches), len(listing.frequencies))
    yield _filled(np.where(listing.frequencies > heavy, counts, 0))


def _counted(parts: Iterable[Integers], buckets: int) -> Integers:
    """How many keys fall into each bucket, counted many at a time: there may be more buckets than keys in a batch."""
    counts = np.zeros(buckets, dtype=np.int64)
    waiting: list[Integers] = []
    for keys in parts:
        waiting.append(keys)
        if sum(map(len, waiting)) >= MANY_KEYS:
            counts += bucket_counts(np.concatenate(waiting), buckets)
            waiting.clear()
    return counts + bucket_counts(np.concatenate(waiting), buckets) if waiting else counts


def _filled(counts: Integers) -> Any:
    filled = np.flatnonzero(counts)
    return batch_of({"bucket": filled, "texts": counts[filled]})


def list_keys(listing: KeyListing, batches: Batches) -> Batches:
    """The keys that texts list, each in its cells."""
    for batch in batches:
        postings = shared_out(listing.postings(batch), listing.blocks)
        few = {name: column.astype(np.int32) for name, column in zip(POSTINGS[2:], postings[2:6], strict=True)}
        sums = {name: postings.sums[:, at].astype(np.int64) for at, name in enumerate(SUMS)}
        yield batch_of({"cell": postings.cell, "place": postings.text, **few, **sums})


def pair_up(bounds: Bounds, batches: Batches) -> Batches:
    """Candidates among the texts that meet in a cell; the batches are sorted by cell, then by code."""
    for postings in _whole_cells(batches):
        for later, earlier in candidates_of(postings, bounds):
            if len(later):
                yield batch_of({"later": later, "earlier": earlier})


def _whole_cells(batches: Batches) -> Iterator[Postings]:
    """Postings such that those of a cell come together."""
    waiting: list[Postings] = []
    n = 0
    for batch in batches:
        columns = [numbers(batch, name) for name in POSTINGS]
        sums = np.stack([numbers(batch, name) for name in SUMS], axis=1).astype(np.uint64)
        waiting.append(Postings._make([*columns, sums]))
        n += len(columns[0])
        if n < AT_ONCE:
            continue
        postings = Postings.joined(waiting)
        end = int(np.searchsorted(postings.cell, postings.cell[-1]))
        if end:
            yield postings.where(slice(0, end))
        waiting = [postings.where(slice(end, None))]
        n = n - end
    if waiting:
        yield Postings.joined(waiting)


def verify(task: JoinTask, batches: Batches) -> Batches:
    """The scores of candidates, both ways, of which at least one reaches the threshold."""
    for batch in batches:
        scores, back = pair_scores(task.runner, task.measure, texts_of(batch, "ours"), texts_of(batch, "theirs"))
        reach = (scores >= task.threshold) | (back >= task.threshold)
        yield batch_of(
            {
                "later": numbers(batch, "later")[reach],
                "earlier": numbers(batch, "earlier")[reach],
                "score": missing_as_null(scores[reach]),
                "back": missing_as_null(back[reach]),
            }
        )


def into_blocks(blocks: int, batches: Batches) -> Batches:
    """Each text once for every cell of its block and another one; in cells of two blocks only different blocks meet."""
    for batch in batches:
        places = numbers(batch, "place")
        own = places % blocks
        for other in range(blocks):
            cell = np.minimum(own, other) * blocks + np.maximum(own, other)
            side = np.where(own == other, 0, np.where(own < other, 1, 2)).astype(np.int32)
            yield pyarrow.RecordBatch.from_arrays(
                [pyarrow.array(cell), pyarrow.array(places), pyarrow.array(side), batch.column("text")],
                names=["cell", "place", "side", "text"],
            )


def compare_all(task: JoinTask, batches: Batches) -> Batches:
    """All pairs of texts that meet in a cell and reach the threshold, for metrics that no bound serves.

    The batches are sorted by cell, then by place.
    """
    for places, sides, texts in _cells_of_texts(batches):
        store = KeptTexts(task.runner)
        store.add(texts)
        starts = np.zeros(len(texts), dtype=np.int64)
        for later, earlier, counts, empty in store.blocks(texts, starts, np.arange(len(texts)), progress=False):
            scores = store.scores(counts, task.measure, empty)
            reach = (scores >= task.threshold) & ((sides[later] == 0) | (sides[later] != sides[earlier]))
            columns = {"later": places[later[reach]], "earlier": places[earlier[reach]], "score": scores[reach]}
            yield batch_of({**columns, "back": missing_as_null(np.full(int(reach.sum()), np.nan))})


def _cells_of_texts(batches: Batches) -> Iterator[tuple[Integers, Integers, list[Any]]]:
    """Places, sides and texts of one cell after another."""
    cell, rows = None, list[tuple[int, int, Any]]()
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in ("cell", "place", "side", "text"))
        for number, *row in zip(*columns, strict=True):
            if number != cell:
                if rows:
                    yield _cell(rows)
                cell, rows = number, []
            rows.append((row[0], row[1], row[2]))
    if rows:
        yield _cell(rows)


def _cell(rows: list[tuple[int, int, Any]]) -> tuple[Integers, Integers, list[Any]]:
    places, sides, texts = zip(*rows, strict=True)
    return np.array(places, dtype=np.int64), np.array(sides, dtype=np.int64), list(texts)


def search_batches(task: JoinTask, queries: list[Any], text: str, id: str, batches: Batches) -> Batches:
    """The texts that queries score high against: the place of the query, the id of the text, and the score."""
    kept = Queries(task.runner, queries, task.measure, task.threshold)
    for batch in batches:
        query, place, score = kept.matches(texts_of(batch, text))
        yield pyarrow.RecordBatch.from_arrays(
            [pyarrow.array(query), batch.column(id).take(pyarrow.array(place)), pyarrow.array(score)],
            names=["query", "id", "score"],
        )


def in_one_row(batches: Batches) -> Batches:
    """A whole partition as the bytes of an Arrow stream, which a driver collects at once."""
    listed = list(batches)
    if not listed:
        return
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, listed[0].schema) as writer:
        for batch in listed:
            writer.write_batch(batch)
    yield batch_of({"bytes": pyarrow.array([sink.getvalue().to_pybytes()], pyarrow.large_binary())})


def from_rows(parts: Iterable[bytes], *names: str) -> list[Any]:
    """The columns of what `in_one_row` wrote, as arrays."""
    tables = [pyarrow.ipc.open_stream(part).read_all() for part in parts]
    return [
        np.concatenate([np.zeros(0, dtype=np.int64), *(np.asarray(table.column(name)) for table in tables)])
        for name in names
    ]


def places_of(places: Integers, batches: Batches) -> Batches:
    """Places that the driver knows, as a table."""
    for _ in batches:
        pass
    yield batch_of({"place": places})
