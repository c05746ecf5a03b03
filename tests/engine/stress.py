"""Many threads use the same scorers, kept texts and indexes at once; `stress.py SECONDS` goes on for that long.

It is run under ThreadSanitizer, which sees what the bindings do without the interpreter lock; the numbers are compared too.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from typing import Any

import numpy as np

import infrarouge as ir
from infrarouge import engine as engines
from infrarouge.engine import engine
from infrarouge.files.native import has_tables, json_columns, read_block
from infrarouge.types import Side

WORDS = ["the", "cat", "sat", "on", "a", "mat", "né", "東京", "ran.", "dog's", "far", "away", "Привет", "naps"]


def text(number: int) -> str:
    return " ".join(WORDS[(number * step * step + step) % len(WORDS)] for step in range(1, 5 + number % 40))


TEXTS = [text(number) for number in range(120)]
BLOCK = "".join(json.dumps({"prediction": text}) + "\n" for text in TEXTS).encode()
FIELDS = [("prediction", "prediction", "text")]
METRICS = "rouge1 rouge2 rougeL rougeLsum rougeW rougeSU4"


def shared_index() -> Callable[[], Any]:
    """An index of the core that grows while it is searched, without the lock of Python's Index around it."""
    if engines.name() != "core":
        return lambda: None
    index, side, size = ir.Rouge("rouge1").runner.plan.index(), Side(TEXTS), len(TEXTS)
    index.add(side, "text", np.zeros(size, dtype=np.uint8), 0, size)
    totals = index.totals()

    def grow_and_search() -> tuple[list[int], list[float], bool]:
        at = len(index) % size
        index.add(side, "text", np.zeros(size, dtype=np.uint8), at, at + 1)  # a text that is there, so no new total
        measured, flags = np.zeros(size), np.zeros(size, dtype=np.uint8)
        index.measure(side, "text", measured, flags, 0, size, 2)
        needs = np.full((1, len(totals)), 5, dtype=np.int32)
        _, kept, counts = index.search(side, needs, np.zeros(size, dtype=np.int64), None, 3, 9, 2)
        return (
            kept[kept < size].tolist(),
            counts[kept < size, 0, 0].tolist(),
            index.totals().tolist() == totals.tolist(),
        )

    return grow_and_search


def shared_greedy() -> Callable[[], Any]:
    """Articles of the core that several threads read anew and choose from; who chooses what is left to chance."""
    if engines.name() != "core":
        return lambda: None
    greedy, size = ir.Rouge("rouge1 rougeL").runner.plan.greedy(), len(TEXTS)
    sides = Side(TEXTS), np.arange(0, size + 1, 4), Side(TEXTS[: size // 4])

    def choose() -> None:
        greedy.read(*sides, np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8), 0, size // 4, 2)
        greedy.round(np.zeros((size, 2, 3)), 2)
        with suppress(ValueError):  # another thread has chosen that sentence
            greedy.choose(np.full(size // 4, random.randrange(4)))

    return choose


def works() -> dict[str, Callable[[], Any]]:
    """What the threads do, each with objects that all of them share."""
    rouge = ir.Rouge(METRICS, threads=2)
    stemmed = ir.Rouge("rouge1 rougeLsum", stemmer="porter", threads=1)
    prepared = rouge.prepare(TEXTS)
    index = ir.Index(TEXTS, metric="rouge1", threads=2)
    growing = ir.Index(TEXTS, metric="rouge2")
    changing = list(TEXTS)
    report = rouge.evaluate(predictions=TEXTS, references=TEXTS[::-1])

    def grow() -> int:
        growing.add(TEXTS[len(growing) % len(TEXTS)])
        return len([match for match in growing.above(TEXTS[7], 1.0) if match.position < len(TEXTS)])

    def change() -> tuple[int, ...]:
        # The texts that are scored change places meanwhile, so that only the size of the result is certain.
        at = random.randrange(1, len(changing))
        changing[at - 1], changing[at] = changing[at], changing[at - 1]
        return rouge.evaluate(predictions=changing, references=TEXTS).scores.shape

    def lines() -> list[list[str | None]]:
        if not has_tables():
            return []
        told = json_columns(read_block(BytesIO(BLOCK), None, 0, len(BLOCK)), FIELDS, True)
        return [] if told is None else [column.texts(0, len(TEXTS)) for column in told[3]]

    def fresh() -> list[float]:
        made = ir.Rouge("rouge1 rougeLsum", profile="rouge-1.5.5", tokens="unicode", max_words=len(TEXTS))
        return [made.score(prediction=text, reference=TEXTS[1])["rouge1"].fmeasure for text in TEXTS[:5]]

    def called() -> list[float]:
        # Whoever comes first with settings has them remembered.
        settings = [
            {"metrics": ["rouge1", "rougeL"]},
            {"profile": "rouge-1.5.5", "tokens": "unicode"},
            {"stemmer": "porter"},
            {"alpha": 0.25},
        ]
        return [
            ir.score(prediction=text, reference=TEXTS[2], **rules)["rougeL" if "metrics" in rules else "rouge1"].recall
            for text in TEXTS[:5]
            for rules in settings
        ]

    return {
        "growing": grow,
        "called": called,
        "core index": shared_index(),
        "core greedy": shared_greedy(),
        "oracle": lambda: ir.oracle(sentences=TEXTS[:9], reference=TEXTS[11]).sentences,
        "pairwise": lambda: repr(ir.pairwise(predictions=TEXTS[:30], metric="rouge2", threads=2)),
        "explained": lambda: repr(ir.explain(prediction=TEXTS[5], reference=TEXTS[6], metric="rouge2")),
        "changing": change,
        "fresh": fresh,
        "lines": lines,
        "ascii": lambda: len(engine.beyond_ascii(changing)) <= len(TEXTS) and engine.all_texts(changing),
        "score": lambda: [tuple(rouge.score(prediction=one, reference=TEXTS[0])["rougeL"]) for one in TEXTS],
        "evaluate": lambda: rouge.evaluate(predictions=TEXTS, references=TEXTS[::-1]).scores.tolist(),
        "stemmed": lambda: stemmed.evaluate(predictions=TEXTS, references=TEXTS[::-1]).scores.tolist(),
        "prepared": lambda: prepared.evaluate(predictions=TEXTS[::-1]).scores.tolist(),
        "index": lambda: [index.nearest(one, 3) for one in TEXTS[:20]],
        "dedup": lambda: ir.dedup(TEXTS, threshold=0.8, threads=2).kept.tolist(),
        "intervals": lambda: repr(report.rescore(n_resamples=50)["rouge1"]),
    }


def run(seconds: float, threads: int = 6) -> tuple[int, list[str]]:
    """Let threads work at random moments: how many pieces of work were done, and what went wrong."""
    shared = works()
    expected = {name: work() for name, work in shared.items()}
    end, done, wrong = time.monotonic() + seconds, [0] * threads, list[str]()

    def labour(number: int) -> None:
        names = sorted(shared)
        while time.monotonic() < end:
            name = names[(number + done[number]) % len(names)]
            try:
                if shared[name]() != expected[name]:
                    wrong.append(f"{name} gave other numbers")
            except Exception as error:
                wrong.append(f"{name}: {type(error).__name__}: {error}")
            done[number] += 1

    started = [threading.Thread(target=labour, args=(number,)) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return sum(done), wrong


if __name__ == "__main__":
    pieces, faults = run(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
    print(f"stress: {pieces:,} pieces of work, {len(faults)} findings", *faults[:5], sep="\n")
    sys.exit(1 if faults else 0)
