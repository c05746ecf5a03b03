"""tensorflow-text's rouge_l.

Where the wheel does not load for want of `icudt77_dat`, the data of ICU, which rouge_l has no use for, type:

    echo 'const char icudt77_dat[4096] = {0};' > icu.c && gcc -shared -fPIC icu.c -o icu.so
    LD_PRELOAD=$PWD/icu.so python tools/remake_goldens.py tensorflow-text
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf
import tensorflow_text
from job import Job, Row, outcome

rouge = tensorflow_text.metrics.rouge_l
ragged = tf.ragged.constant
CALLS: dict[str, Callable[[], Any]] = {
    "alpha=1.5": lambda: rouge(ragged([["a"]]), ragged([["a"]]), alpha=1.5),
    "lists": lambda: rouge([["a"]], [["a"]]),
    "dense tensors": lambda: rouge(tf.constant([["a"]]), tf.constant([["a"]])),
    "different batch sizes": lambda: rouge(ragged([["a"], ["b"]]), ragged([["a"]])),
    "string against integer": lambda: rouge(ragged([["a"]]), ragged([[1]])),
    "integers": lambda: rouge(ragged([[1, 2]]), ragged([[1]])),
}


def arrays(scores: Any) -> list[Any]:
    return [values.numpy().tolist() for values in (scores.f_measure, scores.p_measure, scores.r_measure)]


def rouge_l(job: Job) -> list[Row]:
    sides = [
        ragged([row["candidate"].split() for row in job.inputs], dtype=tf.string),
        ragged([row["references"][0].split() for row in job.inputs], dtype=tf.string),
    ]
    by_key = {key: arrays(rouge(*sides, alpha=alpha)) for key, alpha in job.options["alpha"].items()}
    return [
        {
            "id": row["id"],
            "scores": {
                key: {name: values[at] for name, values in zip("fpr", columns, strict=True)}
                for key, columns in by_key.items()
            },
        }
        for at, row in enumerate(job.inputs)
    ]


def calls(job: Job) -> list[Row]:
    return [{**case, "result": outcome(lambda case=case: arrays(CALLS[case["call"]]()))} for case in job.held]
