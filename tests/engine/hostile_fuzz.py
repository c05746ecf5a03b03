"""Random calls of every verb with arguments that are wrong in some way: `hostile_fuzz.py N` makes N of them.

It says what it is about to do before it does it, so that after a crash the last line tells which call it was.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from engine.hostile import HUGE, NEGATIVE
from engine.verbs import (
    Liar,
    LyingList,
    count,
    dedup,
    extract,
    flags,
    flip,
    greedy,
    keyed_sums,
    measure,
    read_files,
    resample,
    round_decimal,
    score,
    search,
    store_count,
    usual_scores,
)
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from infrarouge.errors import TextFault
from infrarouge.types import Side, Utf8

WHOLE = st.sampled_from([*NEGATIVE, *HUGE[:-1]]) | st.integers(-3, 9)
STRANGE = st.sampled_from([None, 1.5, float("nan"), "x", b"x", True, [], [1], (), {}, object()])
PLACES = st.lists(st.integers(-3, 12) | st.sampled_from([2**31, 2**62, -(2**63), 2**63 - 1]), max_size=5)
INTEGERS = PLACES.map(lambda values: np.array(values, dtype=np.int64))
ARRAYS = st.one_of(
    INTEGERS,
    INTEGERS.map(lambda values: values.astype(np.int32)),
    INTEGERS.map(lambda values: values.astype(np.float64)),
    INTEGERS.map(lambda values: values[::-1]),
    st.builds(lambda shape, kind: np.ones(shape, kind), st.tuples(*[st.integers(0, 4)] * 2), st.sampled_from("if")),
    st.tuples(*[st.integers(0, 4)] * 3).map(np.zeros),
    st.integers(0, 5).map(flags),
)
ITEMS = st.lists(st.sampled_from(["a", "b c", "", "é", "東京\n", "\ud800", None, 3, float("nan"), b"x"]), max_size=5)
BUFFERS = st.binary(max_size=8) | ARRAYS | st.sampled_from([bytearray(b"a b"), memoryview(b"ab")[::2], "a", None])
UTF8 = st.tuples(BUFFERS, ARRAYS, ARRAYS | st.none()).map(lambda parts: Utf8(*parts))
SIDES = st.one_of(
    ITEMS.map(Side),
    UTF8.map(Side),
    st.tuples(UTF8, ARRAYS, ARRAYS | st.none()).map(lambda parts: Side(*parts)),
    st.tuples(ITEMS, ARRAYS).map(lambda parts: Side(*parts)),
    st.tuples(ITEMS | ARRAYS, ARRAYS, ARRAYS).map(lambda parts: Side(*parts)),
    st.tuples(ITEMS, ARRAYS, ARRAYS, ITEMS, ARRAYS | st.none()).map(lambda parts: Side(*parts)),
    st.just(Side(Liar())),
    st.just(Side(LyingList("a"))),
)
BATCH = {"begin": WHOLE, "end": WHOLE, "threads": WHOLE}
ARTICLES = {
    "texts": ARRAYS,
    "sentence_flags": ARRAYS,
    "reference_flags": ARRAYS,
    "sentences": SIDES,
    "references": SIDES,
}
VERBS: list[tuple[Any, dict[str, Any]]] = [
    (count, {**BATCH, "prediction": SIDES, "reference": SIDES, "rows": ARRAYS, "counts": ARRAYS}),
    (count, {**BATCH, "prediction_flags": ARRAYS, "reference_flags": ARRAYS, "alpha": STRANGE}),
    (store_count, {**BATCH, "prediction": SIDES, "starts": ARRAYS, "rows": ARRAYS, "counts": ARRAYS, "flags": ARRAYS}),
    (measure, {**BATCH, "side": SIDES, "totals": ARRAYS, "flags": ARRAYS}),
    (search, {**BATCH, "side": SIDES, "needs": ARRAYS, "which": ARRAYS, "starts": ARRAYS}),
    (dedup, {**BATCH, "needs": ARRAYS}),
    (greedy, {**BATCH, **ARTICLES}),
    (extract, {**BATCH, **ARTICLES, "chosen": ARRAYS, "scores": ARRAYS, "measure": WHOLE, "alpha": STRANGE}),
    (resample, {"values": ARRAYS, "seed": WHOLE, "threads": WHOLE, "n_resamples": STRANGE, "generator": STRANGE}),
    (flip, {"values": ARRAYS, "seed": WHOLE, "threads": WHOLE, "n_flips": STRANGE}),
    (keyed_sums, {"values": ARRAYS, "keys": ARRAYS, "seed": WHOLE, "threads": WHOLE, "n_samples": STRANGE}),
    (round_decimal, {"values": ARRAYS, "decimals": WHOLE}),
    (usual_scores, {"counts": ARRAYS, "alpha": STRANGE}),
    (score, dict.fromkeys(("prediction", "reference", "alpha", "labels", "kind", "into"), STRANGE)),
    (read_files, {"most": WHOLE, "threads": WHOLE, "paths": STRANGE, "see": STRANGE}),
]
EXPECTED = TypeError, ValueError, OverflowError, MemoryError, BufferError, TextFault


def health() -> str:
    """What some calls that work answer."""
    return str([search(), dedup(), resample(), flip(), keyed_sums(), round_decimal(), usual_scores()])


def fuzz(examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def run(data: Any) -> None:
        verb, arguments = VERBS[data.draw(st.integers(0, len(VERBS) - 1))]
        names = data.draw(st.lists(st.sampled_from(sorted(arguments)), min_size=1, max_size=3, unique=True))
        changes = {name: data.draw(arguments[name] | STRANGE) for name in names}
        print(verb.__name__, ascii(changes)[:2000], flush=True)
        try:
            verb(**changes)
        except EXPECTED:
            return

    before = health()
    run()
    assert health() == before
    print("survived", flush=True)


if __name__ == "__main__":
    fuzz(int(sys.argv[1]))
