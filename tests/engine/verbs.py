"""Every verb of the core with arguments that work, to be called with some of them changed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import infrarouge as ir
from infrarouge.types import Score, Side

LCS = [("lcs", 0.0, False)]
RULES: dict[str, Any] = {
    "sentences": "newline",
    "marker": "",
    "punkt": None,
    "lowercase": "unicode",
    "normalizer": [],
    "tokens": "unicode",
    "stemmer": "none",
    "stem_min": 4,
    "stop": [],
    "synonyms": [],
    "exceptions": [],
    "max_words": None,
    "max_bytes": None,
    "leading_blank_word": False,
    "bytes_per_sentence": False,
    "whole": False,
    "metrics": LCS,
    "count": "clipped",
    "union": "both",
    "tie": "reference",
    "su_last_word": False,
    "w_reference_runs": False,
    "w_open_runs": False,
    "w_flat_prediction": False,
    "w_path_12": False,
    "short_totals": False,
    "l_blank_word": False,
}


def core() -> Any:
    from infrarouge import _core

    return _core


def plan(**changes: Any) -> Any:
    return core().Plan(**{**RULES, **changes})


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


def flags(n: int) -> Any:
    return np.zeros(n, dtype=np.uint8)


def counts(n: int, metrics: int = 1) -> Any:
    return np.zeros((n, metrics, 3))


class Liar:
    """A sequence that promises more than it holds."""

    def __len__(self) -> int:
        return 10**6

    def __getitem__(self, at: Any) -> Any:
        return ["a"] if isinstance(at, slice) else "a"


class LyingList(list[str]):
    """A list that says it is longer than it is."""

    def __len__(self) -> int:
        return 10**6

    def __getitem__(self, at: Any) -> Any:
        return self if isinstance(at, slice) else "a"


def count(**changes: Any) -> Any:
    """Count two predictions against three references, with some arguments changed."""
    arguments: dict[str, Any] = {
        "prediction": Side(["a b", "b c"]),
        "reference": Side(["a", "b", "c"]),
        "rows": numbers(0, 1, 3),
        "counts": counts(3),
        "prediction_flags": flags(2),
        "reference_flags": flags(3),
        "begin": 0,
        "end": 2,
        "threads": 1,
        "alpha": None,
        **changes,
    }
    return plan().count(**arguments)


def index(*texts: Any, **rules: Any) -> Any:
    made = plan(**rules).index()
    made.add(Side(list(texts)), "text", flags(len(texts)), 0, len(texts))
    return made


def store_count(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "prediction": Side(["a b", "b c"]),
        "starts": numbers(0, 1),
        "rows": numbers(0, 2, 3),
        "counts": counts(3),
        "flags": flags(2),
        "begin": 0,
        "end": 2,
        "threads": 1,
        **changes,
    }
    return index("a", "b").count(**arguments)


def measure(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "side": Side(["a b", "b c"]),
        "name": "text",
        "totals": np.zeros(2),
        "flags": flags(2),
        "begin": 0,
        "end": 2,
        "threads": 1,
        **changes,
    }
    return index("a", "b").measure(**arguments)


def search(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "side": Side(["a b", "b c"]),
        "needs": np.ones((2, 2), dtype=np.int32),
        "which": numbers(0, 1),
        "starts": numbers(0, 0),
        "begin": 0,
        "end": 2,
        "threads": 1,
        **changes,
    }
    return index("a", "b c").search(**arguments)


def dedup(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "needs": np.ones((2, 2), dtype=np.int32),
        "begin": 0,
        "end": 3,
        "threads": 1,
        **changes,
    }
    return index("a", "b c", "b d").dedup(**arguments)


ARTICLES: dict[str, Any] = {
    "sentences": Side(["a", "b", "c"]),
    "texts": numbers(0, 2, 3),
    "references": Side(["a b", "c"]),
    "sentence_flags": flags(3),
    "reference_flags": flags(2),
    "begin": 0,
    "end": 2,
    "threads": 1,
}


def greedy(choices: Sequence[Any] = (), rounds: Any = None, **changes: Any) -> None:
    made = plan().greedy()
    made.read(**{**ARTICLES, **changes})
    for choice in choices:
        made.choose(choice)
    if rounds is not None:
        made.round(rounds, 1)


def extract(**changes: Any) -> Any:
    more = {"chosen": np.zeros((2, 1), dtype=np.int64), "scores": np.zeros(2), "alpha": 0.5, "measure": 2}
    return plan().greedy().extract(**{**ARTICLES, **more, **changes})


def resample(**changes: Any) -> Any:
    arguments = {
        "values": np.ones((2, 3)),
        "n_resamples": 2,
        "seed": 0,
        "generator": "splitmix",
        "threads": 1,
        **changes,
    }
    return core().resample(**arguments)


def flip(**changes: Any) -> Any:
    return core().flip(**{"values": np.ones((2, 3)), "n_flips": 2, "seed": 0, "threads": 1, **changes})


def keyed_sums(**changes: Any) -> Any:
    arguments = {
        "values": np.ones((2, 3)),
        "keys": np.arange(2, dtype=np.int64),
        "n_samples": 2,
        "seed": 0,
        "kind": "poisson",
        "threads": 1,
        **changes,
    }
    return core().keyed_sums(**arguments)


def round_decimal(**changes: Any) -> Any:
    return core().round_decimal(**{"values": np.ones(2), "decimals": 2, **changes})


def usual_scores(**changes: Any) -> Any:
    return core().usual_scores(**{"counts": np.ones((2, 3)), "alpha": 0.5, **changes})


def read_files(**changes: Any) -> Any:
    return core().files.read_files(**{"paths": ["none"], "see": False, "most": 100, "threads": 1, **changes})


def score(**changes: Any) -> Any:
    arguments = {
        "prediction": "a b",
        "reference": "a",
        "alpha": 0.5,
        "labels": ("x",),
        "kind": Score,
        "into": {},
        **changes,
    }
    return plan().score(**arguments)


def nested(items: Any, texts: Any, sentences: Any = None, flat: Any = None, flat_texts: Any = None) -> Any:
    return count(
        prediction=Side(items, texts, sentences, flat, flat_texts),
        reference=Side(["a", "b"]),
        rows=None,
        counts=counts(2),
    )


def twice() -> Any:
    made = plan()
    made.__init__(**RULES)
    return made


def dedup_after(step: str) -> Any:
    """Go on with a deduplication after something came between."""
    made = index("a", "b c", "b d")
    made.dedup(np.ones((2, 2), dtype=np.int32), 0, 1, 1)
    if step == "add":
        made.add(Side(["x y z w"]), "text", flags(1), 0, 1)
    else:
        made.search(Side(["a"]), np.ones((1, 2), np.int32), numbers(0), None, 0, 1, 1)
    return made.dedup(np.ones((len(made.totals()),) * 2, dtype=np.int32), 1, 2, 1)


def strange_tuple() -> Any:
    return score(kind=time.struct_time)


def threads_of_the_public_surface(threads: int) -> Any:
    return ir.Rouge("rouge1", threads=threads).evaluate(predictions=["a"] * 9, references=["a"] * 9)
