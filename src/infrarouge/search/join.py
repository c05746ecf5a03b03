"""The exact threshold join in steps that a cluster can share out: read, bound, list rare keys, pair, verify, keep.

Two texts that share at least `need` keys share one of the first ``size - need + 1`` keys of each, in any order that both
are sorted by. So each text lists its first keys only, rare ones first, and texts that list the same key are candidates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from infrarouge.engine.runner import Rows, Runner
from infrarouge.search.pairwise import SYMMETRIC
from infrarouge.search.store import KeptTexts, needed
from infrarouge.types import NEVER, Flags, Floats, Integers, Needs

SUM_WORDS = 4
"""Words of 64 bits in a sum of keys."""
MOST_CANDIDATES = 1 << 20
"""Pairs that are looked at together."""
MOST_CODES = 2048
"""Totals that are told apart; where there are more, neighbours share a code."""
DIGEST = 16
"""Bytes that stand for the words of a text."""

Sums = npt.NDArray[np.uint64]


class ReadTexts(NamedTuple):
    """Texts as the join sees them: keys in rising order with offsets, totals, flags, and digests of their words."""

    keys: Integers
    offsets: Integers
    totals: Floats
    flags: Flags
    digests: list[bytes]

    @property
    def sizes(self) -> Integers:
        """How many keys each text has."""
        return np.diff(self.offsets)


def read_texts(runner: Runner, texts: Sequence[Any]) -> ReadTexts:
    """Read texts into keys that are the same in every process.

    >>> from infrarouge import Rouge
    >>> read = read_texts(Rouge("rouge1").runner, ["the cat", "The cat!", "a"])
    >>> read.sizes.tolist(), read.digests[0] == read.digests[1] != read.digests[2]
    ([2, 2, 1], True)
    """
    store = KeptTexts(runner, search=True)
    store.add(texts)
    assert store.index is not None, "made to be searched"
    keys, ends, totals, spelling, spelling_ends = store.index.portable()
    starts = [0, *spelling_ends[:-1].tolist()]
    digests = [
        hashlib.blake2b(spelling[start:end], digest_size=DIGEST).digest()
        for start, end in zip(starts, spelling_ends.tolist(), strict=False)
    ]
    return ReadTexts(keys, np.concatenate([np.zeros(1, dtype=np.int64), ends]), totals, store.flags, digests)


def pair_scores(runner: Runner, measure: int, ours: Sequence[Any], theirs: Sequence[Any]) -> tuple[Floats, Floats]:
    """The scores of pairs, with the first text as prediction, and with the second.

    >>> from infrarouge import Rouge
    >>> first, second = pair_scores(Rouge("rouge1").runner, 1, ["a b"], ["a"])
    >>> first.tolist(), second.tolist()
    ([1.0], [0.5])
    """
    store = KeptTexts(runner)
    counts = runner.count(Rows(ours, theirs, None)).counts
    turned = counts[..., [0, 2, 1]]
    if runner.specs[0].kind not in SYMMETRIC:
        turned = runner.count(Rows(theirs, ours, None)).counts
    return store.scores(counts, measure), store.scores(turned, measure)


class Bounds(NamedTuple):
    """How many keys two texts must share, by their totals, whichever of them comes first.

    >>> from infrarouge import Rouge
    >>> bounds = Bounds.of(Rouge("rouge1").runner, np.array([4.0, 10.0]), 2, 0.7)
    >>> bounds.least.tolist(), bounds.needs.tolist() == [[3, NEVER], [NEVER, 7]]
    ([3, 7], True)
    """

    totals: Floats
    """Every total among the texts, in rising order."""
    least: Integers
    """By total: the fewest keys to be shared with any text."""
    starts: Integers
    """Where the totals of each code begin."""
    needs: Needs
    """By both codes: no more keys than any pair of such texts must share."""

    @classmethod
    def of(cls, runner: Runner, totals: Floats, measure: int, cutoff: float) -> Bounds | None:
        """The bounds for texts with these totals; None where texts that share nothing reach the cutoff."""
        store = KeptTexts(runner, search=True)
        ours = np.unique(totals)
        starts = np.unique(np.linspace(0, len(ours), MOST_CODES, endpoint=False, dtype=np.int64))[: len(ours)]
        least = np.full(len(ours), NEVER, dtype=np.int64)
        needs = np.full((len(starts), len(starts)), NEVER, dtype=np.int32)
        ends = np.append(starts[1:], len(ours))
        # Some rows of the table at a time: the whole has the square of the number of totals.
        step = max(1, MOST_CANDIDATES // max(1, len(ours)) * len(starts) // max(1, len(ours)))
        for first in range(0, len(starts), step):
            codes = slice(first, first + step)
            begin, end = starts[first], ends[codes][-1]
            rows = needed(store, ours[begin:end], ours, measure, cutoff)
            columns = needed(store, ours, ours[begin:end], measure, cutoff).T
            both = np.minimum(rows, columns)
            least[begin:end] = both.min(axis=1, initial=NEVER)
            by_row = np.minimum.reduceat(both, starts[codes] - begin, axis=0)
            needs[codes] = np.minimum.reduceat(by_row, starts, axis=1)
        if least.min(initial=1) < 1:
            return None
        return cls(ours, least, starts, np.minimum(needs, needs.T))

    def prefixes(self, totals: Floats, sizes: Integers) -> Integers:
        """How many of its first keys a text must list so that no text that it must be compared with is missed."""
        least = self.least[np.searchsorted(self.totals, totals)]
        return np.where(least > sizes, 0, sizes - least + 1)

    def codes(self, totals: Floats) -> Integers:
        """The codes of texts with these totals."""
        return np.searchsorted(self.starts, np.searchsorted(self.totals, totals), "right") - 1


class Postings(NamedTuple):
    """Keys that texts list: the cell in which they meet others, the text, and what bounds a pair."""

    cell: Integers
    text: Integers
    code: Integers
    size: Integers
    rest: Integers
    """How many keys of the text come after this one."""
    side: Integers
    """0 meets all others of its cell, 1 meets only 2."""
    sums: Sums

    def where(self, chosen: Any) -> Postings:
        """The postings that a mask, a slice or a list of places chooses."""
        return Postings(*(column[chosen] for column in self))

    @classmethod
    def joined(cls, parts: Sequence[Postings]) -> Postings:
        """All postings of several."""
        return cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def bucket_counts(keys: Integers, buckets: int) -> Integers:
    """How many keys fall into each bucket; `buckets` is a power of two."""
    return np.bincount(keys & (buckets - 1), minlength=buckets)


def sums_of(read: ReadTexts) -> Sums:
    """For each text, bits that tell the parity of the number of its keys that fall on them.

    Every bit in which two texts differ is a key that only one of them has.
    """
    hashed = read.keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(56)
    word, bit = hashed >> np.uint64(6), np.uint64(1) << (hashed & np.uint64(63))
    sums = np.zeros((len(read.totals), SUM_WORDS), dtype=np.uint64)
    filled = np.flatnonzero(read.sizes)
    for at in range(SUM_WORDS):
        values = np.where(word == at, bit, np.uint64(0))
        if len(filled):
            sums[filled, at] = np.bitwise_xor.reduceat(values, read.offsets[filled])
    return sums


def postings_of(read: ReadTexts, places: Integers, bounds: Bounds, frequencies: Needs) -> Postings:
    """What texts list: their rarest keys, as many as the bounds ask for, without those that no other text has.

    `frequencies` tells of each bucket how many texts have its keys. Keys are sorted by that number, then by themselves:
    an order that is the same for all texts, which is all that the bound needs.
    """
    sizes = read.sizes
    owner = np.repeat(np.arange(len(sizes)), sizes)
    often = frequencies[read.keys & (len(frequencies) - 1)].astype(np.int64)
    # Keys come in rising order, so a stable sort leaves those of the same frequency so.
    order = np.argsort(owner << 32 | np.minimum(often, (1 << 32) - 1), kind="stable")
    position = np.arange(len(owner)) - read.offsets[owner]
    listed = (position < bounds.prefixes(read.totals, sizes)[owner]) & (often[order] > 1)
    owner, position, keys = owner[listed], position[listed], read.keys[order[listed]]
    codes, sums = bounds.codes(read.totals), sums_of(read)
    size = sizes[owner]
    return Postings(keys, places[owner], codes[owner], size, size - position - 1, np.zeros_like(owner), sums[owner])


def shared_out(postings: Postings, blocks: Needs) -> Postings:
    """Share out the keys that very many texts list over several cells, so that each pair of texts meets in one of them.

    Texts that list a key of a bucket with `n` blocks are split into `n`, and each is put into the cells of its own block
    with each other; in a cell of two blocks only texts of different blocks meet.
    """
    n = blocks[postings.cell & (len(blocks) - 1)].astype(np.int64)
    heavy = n > 1
    if not heavy.any():
        return postings
    few, many = postings.where(~heavy), postings.where(heavy)
    n = n[heavy]
    own = (spread(many.text) & 0x7FFFFFFF) % n
    row = np.repeat(np.arange(len(n)), n)
    other = np.arange(len(row)) - np.repeat(np.cumsum(n) - n, n)
    mine, n = own[row], n[row]
    cell = spread(many.cell[row] + (np.minimum(mine, other) * n + np.maximum(mine, other)))
    side = np.where(mine == other, 0, np.where(mine < other, 1, 2))
    return Postings.joined([few, many.where(row)._replace(cell=cell, side=side)])


def spread(numbers: Integers) -> Integers:
    """Spread numbers over all 64 bits."""
    x = numbers.astype(np.uint64)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    result: Integers = (x ^ (x >> np.uint64(31))).astype(np.int64)
    return result


def candidates_of(postings: Postings, bounds: Bounds) -> Iterator[tuple[Integers, Integers]]:
    """Pairs of texts, the later one first, that meet in a cell and may share enough; sorted by cell, then by code."""
    n, codes = len(postings.cell), len(bounds.starts)
    new = np.flatnonzero(np.r_[True, postings.cell[1:] != postings.cell[:-1]]) if n else np.zeros(0, dtype=np.int64)
    group = np.repeat(np.arange(len(new)), np.diff(np.append(new, n)))
    # Texts with a total too small for any pair come first in a cell, and are passed over.
    smallest = np.argmax(bounds.needs < NEVER, axis=1) if codes else np.zeros(0, dtype=np.int64)
    first = np.searchsorted(group * codes + postings.code, group * codes + smallest[postings.code])
    partners = np.maximum(np.arange(n) - first, 0)
    ends = np.cumsum(partners)
    begin = 0
    while begin < n:
        done = ends[begin] - partners[begin]
        end = max(begin + 1, int(np.searchsorted(ends, done + MOST_CANDIDATES, "right")))
        ours = np.repeat(np.arange(begin, end), partners[begin:end])
        theirs = np.arange(len(ours)) - (ends[ours] - partners[ours] - done) + first[ours]
        yield _paired(postings, bounds, ours, theirs)
        begin = end


def _paired(postings: Postings, bounds: Bounds, ours: Integers, theirs: Integers) -> tuple[Integers, Integers]:
    """Of pairs of postings, the texts of those that can share enough keys."""
    need = bounds.needs[postings.code[ours], postings.code[theirs]].astype(np.int64)
    side = postings.side
    # The first key two texts share leaves at most what comes after it in both.
    possible = 1 + np.minimum(postings.rest[ours], postings.rest[theirs]) >= need
    possible &= (side[ours] == 0) | (side[ours] != side[theirs])
    ours, theirs, need = ours[possible], theirs[possible], need[possible]
    apart = ones_in(postings.sums[ours] ^ postings.sums[theirs])
    possible = postings.size[ours] + postings.size[theirs] >= 2 * need + apart
    first, second = postings.text[ours[possible]], postings.text[theirs[possible]]
    later, earlier = np.maximum(first, second), np.minimum(first, second)
    different = later != earlier
    return later[different], earlier[different]


def ones_in(words: Sums) -> Integers:
    """How many bits are set in each row.

    >>> ones_in(np.array([[3, 0], [2**64 - 1, 1]], dtype=np.uint64)).tolist()
    [2, 65]
    """
    bits: Any = np.bitwise_count(words) if hasattr(np, "bitwise_count") else None
    if bits is None:  # older NumPy
        bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1)
    counts: Integers = bits.sum(axis=1, dtype=np.int64)
    return counts


def dropped_in_order(later: Integers, earlier: Integers) -> Integers:
    """The texts that the keep rule drops, by pairs that reach the threshold: those with an earlier one that is kept.

    >>> dropped_in_order(np.array([1, 2, 3]), np.array([0, 1, 2])).tolist()
    [1, 3]
    """
    order = np.lexsort((earlier, later))
    dropped = dict.fromkeys(later.tolist(), False)
    for text, other in zip(later[order].tolist(), earlier[order].tolist(), strict=True):
        # Everything earlier than a text is settled before it is looked at.
        if not dropped.get(other, False):
            dropped[text] = True
    return np.array(sorted(text for text, gone in dropped.items() if gone), dtype=np.int64)


def round_of(later: Integers, earlier: Integers) -> tuple[Integers, Integers, Integers]:
    """One round of the keep rule, in which texts that wait for no other are kept: the texts dropped, the pairs left.

    >>> dropped, later, earlier = round_of(np.array([1, 2, 3]), np.array([0, 1, 2]))
    >>> dropped.tolist(), later.tolist(), earlier.tolist()
    ([1], [3], [2])
    """
    kept = np.setdiff1d(earlier, later)
    dropped = np.unique(later[np.isin(earlier, kept)])
    left = ~np.isin(later, dropped) & ~np.isin(earlier, dropped)
    return dropped, later[left], earlier[left]
