"""The metrics of ignite: by themselves, in an engine, in checkpoints, over processes, and in an installed ignite."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from infrarouge import compat
from infrarouge.compat.ignite import Rouge, RougeL, RougeN
from infrarouge.compat.ignite.metrics.nlp import standalone
from infrarouge.errors import MissingExtraError

HERE = find_spec("torch") is not None and find_spec("ignite") is not None
needs_ignite = pytest.mark.skipif(not HERE, reason="ignite is not installed")
BATCH: tuple[Any, Any] = (
    [["the", "cat", "sat"], ["a"]],
    [[["the", "cat"], ["a", "cat"]], [["a", "b"]]],
)


def results(metric: Any, *batches: Any) -> dict[str, float]:
    for batch in batches:
        metric.update(batch)
    scores: dict[str, float] = metric.compute()
    return scores


# ---------------------------------------------------------------- by themselves


def test_tokens_of_any_kind() -> None:
    assert results(RougeN(1), ([[1, "a", (2,)]], [[[(2,), 1]]]))["Rouge-1-R"] == 1.0
    assert results(RougeL(), ([[[1], 2, [3]]], [[[[1], 2, [4]]]]))["Rouge-L-P"] == 2 / 3
    with pytest.raises(TypeError, match="unhashable"):
        RougeN(1).update(([[[1]]], [[[[1]]]]))
    with pytest.raises(TypeError):
        RougeL().update(([5], [[[1]]]))


def test_the_shorter_side_decides() -> None:
    metric = RougeL()
    metric.update(([["a"], ["b"], ["c"]], [[["a"]]]))
    metric.update(([], []))
    assert metric.compute()["Rouge-L-F"] == 1.0


def test_arguments() -> None:
    for wrong in ({"alpha": 1.5}, {"multiref": "max"}, {"multiref": None}):
        with pytest.raises(ValueError, match=r"alpha must be|multiref : valid values"):
            RougeL(**wrong)  # type: ignore[arg-type]
    for variants in (["l"], [0], [1.0], [[1]]):
        with pytest.raises(ValueError, match="variant must be 'L' or integer"):
            Rouge(variants)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Rouge(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="greater than zero"):
        RougeN(0)
    with pytest.raises(ValueError, match="candidate 1 has no reference"):
        RougeN(1, "best").update((["a", "b"], [["a"], []]))


@pytest.mark.skipif(HERE, reason="ignite is installed")
def test_an_engine_needs_ignite() -> None:
    metric = Rouge()
    assert isinstance(metric, standalone.Metric)
    with pytest.raises(MissingExtraError, match=r"pip install 'infrarouge\[ignite\]'"):
        metric.attach(None, "rouge")
    with pytest.raises(MissingExtraError):
        metric.state_dict()


@pytest.mark.skipif(HERE, reason="ignite is installed")
def test_the_name_of_the_original() -> None:
    with compat.installed("ignite"):
        import ignite
        from ignite.metrics import Rouge as theirs
        from ignite.metrics.nlp.rouge import RougeN as same

        assert theirs is Rouge is ignite.metrics.Rouge
        assert same is RougeN


# ---------------------------------------------------------------- with ignite


@needs_ignite
def test_in_an_engine() -> None:
    from ignite.engine import Engine
    from ignite.metrics import Metric

    metric = Rouge(variants=[1, "L"], alpha=0.5)
    assert isinstance(metric, Metric)
    expected = results(Rouge(variants=[1, "L"], alpha=0.5), BATCH, BATCH)
    engine = Engine(lambda engine, batch: batch)
    metric.attach(engine, "rouge")
    for _ in range(2):
        state = engine.run([BATCH, BATCH])
        assert state.metrics == {**expected, "rouge": expected}
    named = Engine(lambda engine, batch: {"y_pred": batch[0], "y": batch[1], "more": 1})
    RougeL(output_transform=lambda output: (output["y_pred"], output["y"])).attach(named, "l")
    assert named.run([BATCH]).metrics["l"] == results(RougeL(), BATCH)
    dictionary = Engine(lambda engine, batch: {"y_pred": batch[0], "y": batch[1]})
    RougeL().attach(dictionary, "l")
    assert dictionary.run([BATCH]).metrics["l"] == results(RougeL(), BATCH)
    taken = Engine(lambda engine, batch: batch)
    RougeL().attach(taken, "Rouge-L-F")
    with pytest.raises(ValueError, match="conflicting"):
        taken.run([BATCH])
    assert (RougeL()["Rouge-L-F"] * 100) is not None


@needs_ignite
@pytest.mark.parametrize("make", [lambda: Rouge(variants=[1, "L"]), lambda: RougeN(1), RougeL])
def test_checkpoints(make: Any) -> None:
    metric, other = make(), make()
    metric.update(BATCH)
    other.load_state_dict(metric.state_dict())
    assert other.compute() == metric.compute()
    with pytest.raises(ValueError, match="state_dict"):
        other.load_state_dict({})


@needs_ignite
def test_checkpoints_are_those_of_the_original() -> None:
    from ignite.metrics import Rouge as Original

    ours, theirs = Rouge(variants=[1, "L"]), Original(variants=[1, "L"])
    for metric in (ours, theirs):
        metric.update(BATCH)
    assert ours.state_dict() == theirs.state_dict()
    assert ours.compute() == theirs.compute()
    fresh = Rouge(variants=[1, "L"])
    fresh.load_state_dict(theirs.state_dict())
    assert fresh.compute() == ours.compute()


@needs_ignite
def test_tensors_of_ids() -> None:
    import torch

    batch = (torch.tensor([[1, 2, 3]]), torch.tensor([[[1, 3]]]))
    assert results(RougeL(), batch)["Rouge-L-R"] == 1.0
    assert results(RougeN(1), batch)["Rouge-1-R"] == 0.0  # as in ignite: elements of a tensor hash by identity
    assert results(RougeN(1), tuple(side.tolist() for side in batch))["Rouge-1-R"] == 1.0


PROCESSES = """
import sys
import ignite.distributed as idist
from infrarouge.compat.ignite import Rouge

ROWS = [(["a", "b", "c"], [["a"] * n, ["b", "c", "d"]]) for n in range(1, 8)]

def work(rank):
    metric = Rouge(variants=[1, "L"], alpha=0.3)
    for candidate, references in ROWS[rank :: idist.get_world_size()]:
        metric.update(([candidate], [references]))
    scores = metric.compute()
    alone = Rouge(variants=[1, "L"], alpha=0.3)
    for candidate, references in ROWS[0::2] + ROWS[1::2]:
        alone.update(([candidate], [references]))
    for name, value in alone.compute().items():
        # Sums of sums differ from one sum in the last bits.
        assert abs(value - scores[name]) < 1e-15, (name, value, scores[name])
    print("done", flush=True)

if __name__ == "__main__":
    with idist.Parallel(backend="gloo", nproc_per_node=2, master_port=int(sys.argv[1])) as parallel:
        parallel.run(work)
"""


@needs_ignite
@pytest.mark.slow
def test_over_processes(tmp_path: Path) -> None:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = tmp_path / "program.py"
    script.write_text(PROCESSES)
    done = subprocess.run([sys.executable, str(script), str(port)], capture_output=True, text=True, timeout=300)
    assert done.stdout.count("done") == 2, done.stderr


def python(code: str, site: Path | None = None) -> str:
    paths = [str(site)] if site else []
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@needs_ignite
def test_the_rest_of_an_installed_ignite_stays() -> None:
    code = """
import sys
from infrarouge import compat
compat.install("ignite")
assert "ignite" not in sys.modules
import ignite
from ignite.engine import Engine
from ignite.metrics import Bleu, Rouge
from ignite.metrics.nlp import RougeN
assert Rouge.__module__ == RougeN.__module__ == "infrarouge.compat.ignite.metrics.nlp.rouge"
assert ignite.metrics.nlp.rouge.RougeL.__module__ == Rouge.__module__
assert Bleu.__module__ == "ignite.metrics.nlp.bleu"
engine = Engine(lambda engine, batch: batch)
Rouge(variants=["L"]).attach(engine, "rouge")
assert engine.run([([["a"]], [[["a"]]])]).metrics["Rouge-L-F"] == 1.0
compat.uninstall("ignite")
assert ignite.metrics.Rouge.__module__ == "ignite.metrics.nlp.rouge"
print("done")
"""
    assert python(code) == "done"
