"""Calls that lie about sizes, offsets and arrays. Run as a program, it makes them all and prints what came of each.

It says what it is about to do before it does it, so that after a crash the last line tells which call it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from engine.verbs import (
    LCS,
    Liar,
    LyingList,
    core,
    count,
    counts,
    dedup,
    dedup_after,
    extract,
    flags,
    flip,
    greedy,
    index,
    keyed_sums,
    measure,
    nested,
    numbers,
    plan,
    read_files,
    resample,
    round_decimal,
    score,
    search,
    store_count,
    strange_tuple,
    threads_of_the_public_surface,
    twice,
    usual_scores,
)

import infrarouge as ir
from infrarouge.errors import TextFault
from infrarouge.types import Side


class Call(NamedTuple):
    """A call, the names of what it may raise (nothing for one that must work), and what the message has."""

    make: Callable[[], Any]
    raised: str
    said: str


CALLS: dict[str, Call] = {}
# More numbers than the addresses of any machine, however generous it is with memory.
BEYOND = 2**58
HUGE = [2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64, 2**64 + 1, 10**30, 10**5000]
NEGATIVE = [-1, -(2**31), -(2**63), -(2**63) - 1, -(10**30)]


def refused(name: str, make: Callable[[], Any], said: str, raised: str = "ValueError") -> None:
    """Enter a call that is refused."""
    CALLS[name] = Call(make, raised, said)


def each(values: Iterable[int], make: Callable[..., Any], name: str, said: str = "") -> None:
    """Enter a call for each number that the argument cannot be."""
    for value in values:
        refused(f"{make.__name__} {name} {value:#x}"[:60], partial(make, **{name: value}), said or f"{name} is ")


def works(name: str, make: Callable[[], Any]) -> None:
    """Enter a call that looks hostile and is not."""
    CALLS[name] = Call(make, "", "")


ONE, TWO, THREE = numbers(0, 1), numbers(0, 1, 2), numbers(0, 1, 3)
NEEDS = np.ones((2, 2), dtype=np.int32)

# Sizes of results: products are checked before they are multiplied.
refused("resamples beyond memory", lambda: resample(n_resamples=BEYOND), "no memory for an array of", "MemoryError")
refused("resamples that wrap", lambda: resample(n_resamples=2**62), "4611686018427387904 x 3 numbers", "MemoryError")
refused("resamples that wrap to 0", lambda: resample(n_resamples=2**62, values=np.ones((2, 4))), "x 4 ", "MemoryError")
refused("resamples of nothing", lambda: resample(n_resamples=2**62, values=np.ones((2, 0))), "x 0 ", "MemoryError")
refused("flips that wrap", lambda: flip(n_flips=2**62), "4611686018427387904 x 3 numbers", "MemoryError")
refused("unknown generator", lambda: resample(generator="dice"), "unknown generator 'dice'")
each([*NEGATIVE, *HUGE[4:]], resample, "n_resamples")
each([*NEGATIVE, *HUGE[4:]], flip, "n_flips")
each([*NEGATIVE, *HUGE[5:]], resample, "seed")
each([*NEGATIVE, *HUGE[5:]], flip, "seed")
refused(
    "samples by key that wrap", lambda: keyed_sums(n_samples=2**62), "4611686018427387904 x 3 numbers", "MemoryError"
)
refused("keys of other rows", lambda: keyed_sums(keys=np.arange(3)), "one key for each row")
refused("halves by key", lambda: keyed_sums(values=np.full((2, 3), 0.5)), "whole numbers between")
refused("unknown kind", lambda: keyed_sums(kind="dice"), "unknown kind 'dice'")
each([*NEGATIVE, *HUGE[4:]], keyed_sums, "n_samples")
each([*NEGATIVE, *HUGE[5:]], keyed_sums, "seed")
each([*NEGATIVE, *HUGE], round_decimal, "decimals")
each([*NEGATIVE, *HUGE], read_files, "most")
refused("alpha of counts", lambda: usual_scores(alpha=1.5), "alpha must be a number from 0 to 1")
refused("counts of two columns", lambda: usual_scores(counts=np.ones((2, 2))), "three columns")
works("a million decimals", lambda: round_decimal(decimals=10**6))

# Threads, and the rows of a batch.
each([*NEGATIVE, *HUGE], count, "threads")
each([*NEGATIVE, *HUGE], count, "begin", "begin is|begin must not be after end")
each([*NEGATIVE, *HUGE], count, "end", "end is|rows must have|begin must not")
for verb in (store_count, measure, search, dedup, extract, greedy, resample, flip, keyed_sums, read_files):
    each([-1, 2**70], verb, "threads", "threads is .*; give a whole number from 0 to")
for verb in (count, store_count, measure, search, dedup, greedy, extract):
    each([2**62], verb, "end", "one entry|one more entry|reach beyond")
    refused(f"{verb.__name__} backwards", partial(verb, begin=2, end=1), "begin must not be after end")
refused("a begin of no whole number", lambda: count(begin=0.0), "incompatible function arguments", "TypeError")
refused("rows too short", lambda: count(rows=ONE), "one more entry")
refused("rows fall", lambda: count(rows=numbers(0, 3, 1)), "must not fall")
refused("rows negative", lambda: count(rows=numbers(-2, 1, 3)), "must not be negative")
refused("rows huge", lambda: count(rows=numbers(0, 1, 2**62)), "counts must be")
refused("counts too short", lambda: count(counts=counts(2)), "counts must be")
refused("counts of other metrics", lambda: count(counts=counts(3, 2)), "counts must be")
refused("counts of another type", lambda: count(counts=counts(3).astype("f4")), "incompatible", "TypeError")
refused("counts to read", lambda: count(counts=np.broadcast_to(0.0, (3, 1, 3))), "incompatible", "TypeError")
refused("flags too short", lambda: count(prediction_flags=flags(1)), "flags must have")
refused("reference flags too short", lambda: count(reference_flags=flags(2)), "flags must have")
for alpha in (-0.1, 1.1, float("nan"), float("inf"), -float("inf")):
    refused(f"alpha {alpha}", partial(count, alpha=alpha), "alpha must be a number from 0 to 1")

# Sides: what they hold, and where it begins and ends.
refused("a side of three parts", lambda: count(prediction=(["a", "b"], None, None)), "five parts")
refused("fewer texts than rows", lambda: count(prediction=Side(["a"])), "reach beyond the items")
refused("fewer references than rows", lambda: count(reference=Side(["a"])), "reach beyond the items")
refused("a sequence that lies", lambda: count(prediction=Side(Liar())), "reach beyond the items")
refused("a list that lies", lambda: count(prediction=Side(LyingList(["a"]))), "reach beyond the items")
refused("no sequence", lambda: count(prediction=Side({"a": 1})), "", "TypeError|KeyError")
refused("a number for a text", lambda: count(prediction=Side(["a", 3])), "'prediction', 1, 'int'", "TextFault")
refused("a number for a reference", lambda: count(reference=Side(["a", "b", 3])), "'reference', 2, 'int'", "TextFault")
refused("a number for a sentence", lambda: nested(["a", "b", 3], THREE), "'prediction', 1, 'int'", "TextFault")
refused("a number for a token", lambda: nested(["a", "b", 3], TWO, THREE), "'prediction', 1, 'int'", "TextFault")
refused("texts that fall", lambda: nested(["a", "b"], numbers(0, 2, 1)), "must not fall")
refused("texts beyond the items", lambda: nested(["a", "b"], numbers(0, 1, 9)), "reach beyond the items")
refused("texts beyond all", lambda: nested(["a"], numbers(0, 1, 2**63 - 1)), "reach beyond the items")
refused("texts of another type", lambda: nested(["a", "b"], [0, 1, 2]), "offsets of texts must be an array of int64")
refused("too few texts", lambda: nested(["a", "b"], ONE), "one more entry")
refused("sentences that fall", lambda: nested(["a"], TWO, numbers(1, 0, 1)), "must not fall")
refused("sentences negative", lambda: nested(["a"], TWO, numbers(-1, 0, 1)), "must not be negative")
refused("too few sentences", lambda: nested(["a"], TWO, ONE), "one more entry")
refused("sentences beyond the ids", lambda: nested(numbers(1, 2), TWO, numbers(0, 1, 9)), "reach beyond the items")
refused("sentences beyond all", lambda: nested(numbers(1, 2), TWO, numbers(0, 1, 2**62)), "reach beyond the items")
refused("ids in rows", lambda: nested(np.zeros((2, 2), np.int64), TWO, TWO), "ids must be an array of int64")
refused("a flat view of ids", lambda: nested(numbers(1, 2), TWO, TWO, ["a"], TWO), "not for ids")
refused("a flat view too long", lambda: nested(["a", "b"], TWO, TWO, ["a"], numbers(0, 1, 7)), "reach beyond")
refused("a flat view of nothing", lambda: nested(["a", "b"], TWO, TWO, ["a"]), "offsets of flat texts must be")

# Kept texts.
refused("starts beyond", lambda: store_count(starts=numbers(0, 2)), "beyond the kept texts")
refused("starts beyond all", lambda: store_count(starts=numbers(0, 2**63 - 1)), "beyond the kept texts")
refused("starts negative", lambda: store_count(starts=numbers(0, -1)), "starts must not be negative")
refused("starts too short", lambda: store_count(starts=numbers(0)), "one entry for each document")
refused("kept rows that fall", lambda: store_count(rows=numbers(0, 2, 1)), "must not fall")
refused("kept rows huge", lambda: store_count(rows=numbers(0, 2, 2**62)), "beyond the kept texts")
refused("kept counts too short", lambda: store_count(counts=counts(1)), "counts must be")
refused("kept flags too short", lambda: plan().store().add(Side(["a"]), "text", flags(0), 0, 1), "flags must have")
refused("kept begin", lambda: plan().store().add(Side(["a"]), "text", flags(1), -1, 1), "begin is -1")
refused("kept end", lambda: plan().store().add(Side(["a"]), "text", flags(1), 0, 2**64), "end is ")

# An index.
refused("an index of no metric", lambda: index("a", metrics=[]), "for one metric")
refused("an index of two metrics", lambda: index("a", metrics=LCS * 2), "for one metric")
refused("needs of other totals", lambda: search(needs=np.ones((2, 3), np.int32)), "one column for each total")
refused("needs of nothing", lambda: search(needs=0 * NEEDS), "needs must be positive")
refused("needs below nothing", lambda: search(needs=-NEEDS), "needs must be positive")
refused("which too short", lambda: search(which=numbers(0)), "one entry for each document")
refused("which beyond the needs", lambda: search(which=numbers(0, 2)), "which must name rows of needs")
refused("which huge", lambda: search(which=numbers(0, 2**62)), "which must name rows of needs")
refused("which negative", lambda: search(which=numbers(0, -1)), "which must name rows of needs")
refused("search starts negative", lambda: search(starts=numbers(0, -1)), "starts must not be negative")
refused("search starts too short", lambda: search(starts=numbers(0)), "one entry for each document")
works("search starts huge", lambda: search(starts=numbers(0, 2**63 - 1)))
refused("totals too short", lambda: measure(totals=np.zeros(1)), "totals and flags must have")
refused("dedup of other needs", lambda: dedup(needs=NEEDS[:1]), "one row for each total")
refused("dedup beyond the texts", lambda: dedup(end=4), "beyond the kept texts")
refused("dedup from the middle", lambda: dedup(begin=1, end=2), "where the last call ended")
refused("dedup after more texts", lambda: dedup_after("add"), "where the last call ended")
refused("dedup after a search", lambda: dedup_after("search"), "where the last call ended")

# Extracts.
refused("articles that fall", lambda: greedy(texts=numbers(0, 3, 2)), "must not fall")
refused("articles beyond the sentences", lambda: greedy(texts=numbers(0, 2, 9)), "reach beyond the items")
refused("articles beyond all", lambda: greedy(texts=numbers(0, 2, 2**63 - 1)), "reach beyond the items")
refused("sentence flags too short", lambda: greedy(sentence_flags=flags(2)), "flags must have")
refused("chosen twice", lambda: greedy(choices=[numbers(0, 0), numbers(0, -1)]), "can be chosen once")
refused("chosen beyond the article", lambda: greedy(choices=[numbers(2, 0)]), "can be chosen once")
refused("chosen beyond all", lambda: greedy(choices=[numbers(2**62, 0)]), "can be chosen once")
refused("chosen for too few", lambda: greedy(choices=[numbers(0)]), "for each article")
refused("a round into too little", lambda: greedy(rounds=counts(2)), "counts must be")
refused("a round before reading", lambda: plan().greedy().round(counts(1), 1), "counts must be")
refused("extract into too little", lambda: extract(scores=np.zeros(1)), "one row for each article")
refused("extract with alpha", lambda: extract(alpha=2.0), "alpha must be a number from 0 to 1")
each([-1, 3, 2**31, 2**64], extract, "measure", "measure is .*from 0 to 2")

# Rules.
each([-1, *HUGE[1:]], plan, "stem_min")
each([*NEGATIVE[3:], *HUGE[4:]], plan, "max_words")
each([*NEGATIVE[3:], *HUGE[4:]], plan, "max_bytes")
for kind, bad in {
    "ngram": [0.0, 1e9, 1e300, float("nan")],
    "skip": [0.5, 1e12, float("nan")],
    "weighted": [-1.0, float("inf")],
}.items():
    for number in bad:
        refused(f"{kind} {number}", partial(plan, metrics=[(kind, number, False)]), "must be a")
refused("rules given twice", twice, "", "TypeError|RuntimeError|")
refused("a store of nobody", lambda: core().Store(), "", "TypeError")
refused("a plan without rules", lambda: core().Plan.__new__(core().Plan).read("a"), "", "TypeError|RuntimeError")

# One pair.
refused("too few labels", lambda: score(labels=()), "one label for each metric")
refused("scores that are no tuples", lambda: score(kind=list), "subclass of tuple")
refused("tuples of a fixed size", strange_tuple, "subclass of tuple")
refused("a label that is no key", lambda: score(labels=([],)), "unhashable", "TypeError")
refused("a number for one text", lambda: score(prediction=3), "'prediction', 0, 'int'", "TextFault")
refused("bytes to read", lambda: plan().read(b"a"), "'text', 0, 'bytes'", "TextFault")
refused("alpha of one pair", lambda: score(alpha=float("nan")), "alpha must be a number from 0 to 1")

# The public surface.
SYSTEMS = {"a": ["x"], "b": ["y"]}
refused("Resampling", lambda: ir.Resampling(n_resamples=2**62), "n_resamples is .*to 10,000,000")
refused("n_resamples of a Rouge", lambda: ir.Rouge(n_resamples=2**62), "n_resamples is .*to 10,000,000")
refused("n_flips", lambda: ir.compare(SYSTEMS, references=["x"], n_flips=2**62), "n_flips is .*to 10,000,000")
refused("threads of a Rouge", lambda: threads_of_the_public_surface(2**70), "threads is ")
refused("max_words of a Rouge", lambda: ir.Rouge(max_words=2**64), "max_words is ")
refused("decimals", lambda: ir.score(prediction="a", reference="a", decimals=2**40), "decimals is ")
works("a rouge of a million words", lambda: ir.Rouge("rouge999999").prepare(["a b"]).evaluate(predictions=["a b"]))
works("a search for a million words", lambda: ir.pairwise(predictions=["a b", "a"], metric="rouge999999", cutoff=0.5))
works("skip-bigrams of any gap", lambda: ir.score(prediction="a b", reference="a b", metrics="rougeS999999999"))


def main() -> None:
    for name, call in CALLS.items():
        print(json.dumps({"about to": name}), flush=True)
        try:
            call.make()
        except Exception as error:
            said = str(error.args) if isinstance(error, TextFault) else str(error)
            print(json.dumps({"call": name, "raised": type(error).__name__, "said": said}), flush=True)
        else:
            print(json.dumps({"call": name, "raised": "", "said": ""}), flush=True)


if __name__ == "__main__":
    main()
