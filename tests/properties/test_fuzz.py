"""The differential fuzzer finds nothing in a short run with a fixed seed, nor in what it or anyone found before."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from properties import fuzz

pytest.importorskip("infrarouge._core", reason="the native core is not built here")


@pytest.fixture(scope="module")
def workers() -> Iterator[list[fuzz.Worker]]:
    both = [fuzz.Worker("core"), fuzz.Worker("textbook")]
    yield both
    for worker in both:
        worker.stop()


@pytest.mark.parametrize("name", sorted(path.stem for path in fuzz.CORPUS.glob("*.json")))
def test_past_findings_stay_away(workers: list[fuzz.Worker], name: str) -> None:
    case = json.loads((fuzz.CORPUS / f"{name}.json").read_text(encoding="utf-8"))["case"]
    assert fuzz.finding(workers, case) == {}


def test_a_short_run_finds_nothing() -> None:
    asked, findings = fuzz.run(seconds=60, seed=20260, cases=40)
    assert findings == []
    assert asked > 0


def test_a_contradiction_is_a_finding(workers: list[fuzz.Worker]) -> None:
    """Engines that say different things are told apart: here one of them is asked about another case."""
    case = {"profile": "infrarouge-1", "rules": {}, "metrics": ["rouge1"], "rows": [["a b", ["a"]]]}
    other = fuzz.Worker("core")
    other.ask({**case, "rows": [["a", ["a"]]]})
    wrong = fuzz.finding([workers[0], other], case)
    other.stop()
    assert list(wrong) == ["engines"]


def test_a_death_is_a_finding(workers: list[fuzz.Worker]) -> None:
    mortal = fuzz.Worker("core")
    mortal.process.kill()
    mortal.process.wait()
    case = {"profile": "infrarouge-1", "rules": {}, "metrics": ["rouge1"], "rows": [["a b", ["a"]]]}
    assert "death" in " ".join(fuzz.finding([workers[0], mortal], case))
    assert fuzz.finding([workers[0], mortal], case) == {}
    mortal.stop()
