"""Every verb of the core with every argument replaced by things that lie, raise, or change what is being read.

Run as a program, it makes all of these calls and then `hostile_every.py N` random ones with several arguments replaced. It
says what it is about to do before it does it, so that after a crash the last line tells which call it was.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from io import BytesIO, StringIO
from operator import attrgetter
from typing import Any

import numpy as np
from engine.hostile_things import VICTIMS, OwnError, Ruins, block, column, hostile, plain
from engine.test_stub import verbs_of
from engine.verbs import ARTICLES, RULES, core, counts, flags, index, numbers, plan

from infrarouge.api import Rouge
from infrarouge.errors import ColumnFault, TextFault
from infrarouge.reporting.scores import Scores
from infrarouge.types import Score, Side


def made(verb: str) -> Callable[[], Any]:
    """What a class of the core is made by."""
    return {
        "Plan": plan,
        "Store": lambda: plan().store(),
        "SearchStore": lambda: index("a", "b c"),
        "ArrowTexts": column,
        "files.Block": lambda: block(b"a"),
    }[verb]


def reading() -> Any:
    greedy = plan().greedy()
    greedy.read(**ARTICLES)
    return greedy


def resolved(settings: Any) -> Any:
    """What settings mean to a function of the core."""
    return core().calls.quick(plan(), 0.5, ("x",), Score, dict, None, None)


def use(callable_: Any) -> None:
    """Call what the core made, as it is meant to be called and with things that lie."""
    for call_it in (
        lambda: callable_("a b", "a"),
        lambda: callable_(prediction="a b", reference="a", end=""),
        lambda: callable_(Rouge("rouge1"), prediction="a b", reference="a"),
        *(lambda thing=thing: callable_(thing, "a") for thing in plain()),
        *(lambda thing=thing: callable_(thing, prediction="a b", reference="a") for thing in plain()),
        *(lambda thing=thing: callable_(prediction=thing, reference="a", end=thing) for thing in plain()),
    ):
        with suppress(OwnError, TypeError, ValueError, RuntimeError, AttributeError), redirect_stdout(StringIO()):
            call_it()


SIDE = {"side": Side(["a", "b"]), "name": "text", "flags": flags(2), "begin": 0, "end": 2}
BATCH = {"begin": 0, "end": 2, "threads": 1}
PAIR = {"prediction": Side(["a b", "b c"]), "reference": Side(["a", "b"]), "rows": None}
STORED = {"prediction": Side(["a b", "b c"]), "starts": numbers(0, 0), "rows": numbers(0, 1, 2), "counts": counts(2)}
VALUES = {"values": np.ones((2, 3)), "seed": 0, "threads": 1}
EVERY: dict[str, dict[str, Any]] = {
    "Plan.__init__": RULES,
    "Plan.read": {"text": "a b"},
    "Plan.score": {"prediction": "a", "reference": "a", "alpha": 0.5, "labels": ("x",), "kind": Score, "into": {}},
    "Plan.pair": {"prediction": "a b", "reference": "a"},
    "Plan.recall": {"prediction": ["a", "b"], "references": [["a"], ["b", "c"]]},
    "Plan.count": {
        **PAIR,
        **BATCH,
        "counts": counts(2),
        "prediction_flags": flags(2),
        "reference_flags": flags(2),
        "alpha": None,
    },
    "Plan.matches": {**PAIR, **BATCH},
    "Plan.store": {},
    "Plan.index": {},
    "Plan.greedy": {},
    "Store.__len__": {},
    "Store.add": SIDE,
    "Store.count": {**STORED, **BATCH, "flags": flags(2), "rows": numbers(0, 0, 0)},
    "SearchStore.add": SIDE,
    "SearchStore.totals": {},
    "SearchStore.portable": {},
    "SearchStore.measure": {**SIDE, "totals": np.zeros(2), "threads": 1},
    "SearchStore.search": {
        "side": Side(["a", "b"]),
        "needs": np.ones((2, 2), np.int32),
        "which": numbers(0, 1),
        "starts": None,
        **BATCH,
    },
    "SearchStore.dedup": {"needs": np.ones((2, 2), np.int32), **BATCH},
    "Greedy.read": ARTICLES,
    "Greedy.round": {"counts": counts(3), "threads": 1},
    "Greedy.choose": {"sentences": numbers(0, 0)},
    "Greedy.extract": {
        **ARTICLES,
        "chosen": np.zeros((2, 1), np.int64),
        "scores": np.zeros(2),
        "alpha": 0.5,
        "measure": 2,
    },
    "resample": {**VALUES, "n_resamples": 2, "generator": "splitmix"},
    "flip": {**VALUES, "n_flips": 2},
    "keyed_sums": {**VALUES, "keys": numbers(0, 1), "n_samples": 2, "kind": "poisson"},
    "round_decimal": {"values": np.ones(2), "decimals": 2},
    "usual_scores": {"counts": np.ones((2, 3)), "alpha": 0.5},
    "all_texts": {"items": ["a"]},
    "beyond_ascii": {"items": ["a"]},
    "js_sentences": {"text": "A cat. A dog.", "neutral": False},
    "js_sentences_320": {"text": "A cat. A dog."},
    "engine_version": {},
    "simd": {},
    "ArrowTexts.__init__": {"source": None, "array": None},
    "ArrowTexts.__len__": {},
    "ArrowTexts.part": {"begin": 0, "end": 1},
    "ArrowTexts.texts": {"begin": 0, "end": 1},
    "ArrowTexts.lists": {},
    "calls.quick": {
        "plan": plan(),
        "alpha": 0.5,
        "labels": ("x",),
        "kind": Score,
        "result": Scores,
        "slot": vars(Scores)["signature"],
        "signature": "x",
    },
    "calls.method": {"function": len, "slot": vars(Rouge)["_quick"]},
    "calls.function": {"function": print, "resolve": resolved, "lasting": (str, int)},
    "files.read_evaluations": {"data": b"<ROUGE-EVAL></ROUGE-EVAL>"},
    "files.read_files": {"paths": ["none"], "see": False, "most": 100, "threads": 1},
    "files.json_lines": {"data": block(b'{"a": "b"}\n'), "fields": [("a", "a", "text")], "last": True},
    "files.Block.__len__": {},
    "files.Block.bytes": {"begin": 0, "end": 1},
    "files.read_block": {"readinto": BytesIO(b"ab").readinto, "before": block(b"a"), "begin": 0, "size": 2},
    "files.delimited": {"data": block(b"a,b\n1,2\n"), "delimiter": ",", "width": 2, "places": [0, 1], "last": True},
    "files.joined": {"columns": []},
    "files.row_lines": {
        "before": [b"{", b",", b"}"],
        "start": 0,
        "texts": [[b"a", b"b"]],
        "values": np.ones((2, 0)),
        "nan": b"",
        "infinity": b"",
    },
}
"""Arguments that work, for every verb; `test_hostile_every.py` fails where one is missing."""
SMALL = {"n_resamples", "n_flips", "n_samples"}
"""Counts of which a great one is no lie, but work for years."""


def call(verb: str, arguments: dict[str, Any]) -> Any:
    """Call a verb by its dotted name, on an object of its own."""
    home, _, name = verb.rpartition(".")
    if home in ("files", "calls"):
        return getattr(getattr(core(), home), name)(**arguments)
    if not home:
        return getattr(core(), name)(**arguments)
    if name == "__init__":
        return getattr(core(), home)(**arguments)
    return getattr(reading() if home == "Greedy" else made(home)(), name)(**arguments)


def own_lists(value: Any) -> Iterator[Any]:
    """The lists and dicts among arguments, which an object may empty while they are read."""
    if isinstance(value, (list, dict)):
        yield value
    if isinstance(value, (list, tuple)) and value and value[0] is not value:
        for part in value:
            yield from own_lists(part)


def copied(value: Any) -> Any:
    """Arguments of one call alone, because calls write into them and empty them."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) in (list, tuple, Side):
        parts = [copied(part) for part in value]
        return Side(*parts) if type(value) is Side else type(value)(parts)
    return dict(value) if type(value) is dict else value


def variants(good: Any) -> Iterator[Any]:
    """What is put in the place of an argument: hostile things alone, in a list or tuple, and as a part of it."""
    yield from hostile()
    for item in hostile():
        yield [item, item]
        yield ["a", item] if isinstance(good, list) else ("a", item)
    if isinstance(good, (list, tuple)):
        for at in range(len(good)):
            for item in hostile():
                parts = [*good[:at], item, *good[at + 1 :]]
                yield Side(*parts) if isinstance(good, Side) else type(good)(parts)


def attempt(verb: str, about: str, arguments: dict[str, Any]) -> None:
    """Make a call: it works or raises an exception of Python."""
    print(verb, about, flush=True)
    VICTIMS[:] = list(own_lists(list(arguments.values())))
    try:
        result = call(verb, arguments)
        if verb.startswith("calls."):
            use(result)
    except SystemError:
        raise  # Python's word for a function that broke the rules of the interpreter
    except (OwnError, TextFault, ColumnFault, ArithmeticError, AttributeError, LookupError, BufferError):
        return
    except (TypeError, ValueError, MemoryError, RuntimeError, NotImplementedError) as error:
        if any(word in str(error) for word in ("std::", "vector", "basic_string")):
            raise SystemError(f"{verb}: an error of C++ reached Python") from error
    finally:
        VICTIMS.clear()


def every() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each verb with each argument replaced by each hostile thing."""
    for verb, good in EVERY.items():
        for name, value in good.items():
            for number, change in enumerate(variants(value)):
                if not is_work(verb, name, change):
                    yield verb, f"{name} {number}", {**copied_all(good), name: change}


def is_work(verb: str, name: str, change: Any) -> bool:
    """Whether a call would rightly take years: many samples, or rules that are a sequence of a million million."""
    if name in SMALL:
        return isinstance(change, int) and 100 <= change <= 2**60
    return verb == "Plan.__init__" and isinstance(change, np.ndarray) and change.size > 2**30


def copied_all(good: dict[str, Any]) -> dict[str, Any]:
    return {name: copied(value) for name, value in good.items()}


def random_calls(rounds: int, seed: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Verbs with several arguments replaced at once."""
    draw = random.Random(seed)
    verbs = [verb for verb, good in EVERY.items() if len(good) > 1]
    for at in range(rounds):
        verb = draw.choice(verbs)
        good = EVERY[verb]
        names = draw.sample(sorted(good), draw.randint(2, min(4, len(good))))
        things = hostile()
        changes = {name: draw.choice(things) for name in names if name not in SMALL}
        if draw.random() < 0.5:  # an object that empties the other arguments
            changes[names[0]] = [Ruins(), *["a"] * 200] if isinstance(good[names[0]], list) else Ruins()
        if not set(changes) & SMALL and not any(is_work(verb, name, change) for name, change in changes.items()):
            yield verb, f"{at} of seed {seed}: {sorted(changes)}", {**copied_all(good), **changes}


def receivers() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Methods called on what is no object of their class, or one that was never made."""
    for verb, good in EVERY.items():
        home, _, name = verb.rpartition(".")
        if home in ("", "files", "calls"):
            continue
        kind = attrgetter(home)(core())
        for number, self in enumerate([*plain(), *([kind.__new__(kind)] if name != "__init__" else [])]):
            yield f"{verb} of {number}", lambda k=kind, n=name, s=self, g=good: getattr(k, n)(s, **copied_all(g))


def health() -> str:
    """What calls that work answer."""
    return str(
        [call(verb, copied_all(good)) for verb, good in EVERY.items() if verb in ("resample", "flip", "usual_scores")]
    )


def main(rounds: int, seed: int) -> None:
    assert set(verbs_of(core())) == set(EVERY)
    before, calls = health(), 0
    for verb, about, arguments in (*every(), *random_calls(rounds, seed)):
        attempt(verb, about, arguments)
        calls += 1
    for about, method in receivers():
        print(about, flush=True)
        with suppress(OwnError, TypeError, ValueError, RuntimeError, TextFault):
            method()
        calls += 1
    assert health() == before
    print(f"hostile: {calls:,} calls survived", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
