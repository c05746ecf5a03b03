"""Work that takes minutes, stopped by signals; run as a program, with the name of a case."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import infrarouge as ir
from infrarouge.engine import engine
from infrarouge.engine.runner import runner_of


def words(n: int, different: int, seed: int) -> str:
    draw = random.Random(seed)
    return " ".join(f"w{int(different * draw.random() ** 2)}" for _ in range(n))


def sentences(n: int, seed: int) -> str:
    parts = words(n, 20_000, seed).split()
    return "\n".join(" ".join(parts[at : at + 20]) for at in range(0, n, 20))


def pair(metric: str, n: int, different: int = 20_000, **rules: Any) -> Callable[[], Any]:
    ours, theirs = words(n, different, 1), words(n, different, 2)
    rouge = ir.Rouge(metric, **rules)
    return lambda: rouge.score(prediction=ours, reference=theirs)


def lines(metric: str, n: int, **rules: Any) -> Callable[[], Any]:
    ours, theirs = sentences(n, 1), sentences(n, 2)
    rouge = ir.Rouge(metric, **rules)
    return lambda: rouge.score(prediction=ours, reference=theirs)


def kept() -> list[str]:
    return [words(30, 300, seed) for seed in range(20_000)]


def index() -> Callable[[], Any]:
    store = ir.Index(kept(), metric="rougeL")
    return lambda: [store.above(text, 0.1) for text in kept()]


CASES: dict[str, Callable[[], Callable[[], Any]]] = {
    "rougeL": lambda: pair("rougeL", 3_000_000),
    "rougeLsum": lambda: lines("rougeLsum", 1_000_000),
    "rougeW-1.2": lambda: pair("rougeW-1.2", 200_000),
    "rougeWsum-1.2": lambda: lines("rougeWsum-1.2", 1_000_000),
    "rougeS": lambda: pair("rougeS", 3_000_000, 300_000),
    "rougeS5000": lambda: pair("rougeS5000", 3_000_000),
    "rouge100000": lambda: pair("rouge100000", 300_000),
    "bootstrap": lambda: lambda: engine.resample(np.ones((3_000_000, 3)), 100_000, 0, "splitmix", 2),
    "drand48": lambda: lambda: engine.resample(np.ones((3_000_000, 3)), 100_000, 0, "drand48", 1),
    "flip": lambda: lambda: engine.flip(np.ones((3_000_000, 3)), 100_000, 0, 2),
    "pairwise": lambda: (lambda texts: lambda: ir.pairwise(predictions=texts[:12_000], metric="rougeSU4"))(kept()),
    "index": index,
    "ready words": lambda: ready(),
    "explain": lambda: (lambda a, b: lambda: ir.explain(prediction=a, reference=b, metric="rougeL"))(
        words(1_000_000, 20_000, 1), words(1_000_000, 20_000, 2)
    ),
}


def ready() -> Callable[[], Any]:
    """One pair of ready words, as the drop-ins that take tokens count them."""
    plan = runner_of("rougeL", "infrarouge-1", rules={"tokens": "list"}).plan
    ours, theirs = words(3_000_000, 20_000, 1).split(), words(3_000_000, 20_000, 2).split()
    return lambda: plan.pair([ours], [theirs])


class Alarm(Exception):
    """What a handler of somebody else raises."""


def ring(*_: object) -> None:
    raise Alarm


def main(name: str, kind: str) -> None:
    call = CASES[name]()
    before = ir.score(prediction="a b c", reference="a c d", metrics="rouge1 rougeL")
    number = signal.SIGALRM
    if kind == "keyboard":
        signal.signal(number, signal.default_int_handler)
    else:
        signal.signal(number, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        call()
    except (Alarm, KeyboardInterrupt) as error:
        print(type(error).__name__)
    assert ir.score(prediction="a b c", reference="a c d", metrics="rouge1 rougeL") == before


if __name__ == "__main__":
    main(*sys.argv[1:])
