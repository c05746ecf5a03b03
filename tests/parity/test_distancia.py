"""Every golden row of distancia, with == on floats, through the surface and the main API."""

from __future__ import annotations

import pytest
from goldens import by_id, inputs

import infrarouge as ir
from infrarouge.compat.distancia import ROUGEScore


@pytest.mark.parametrize(("name", "cut"), [("compute", str.split), ("compute-strings", str)])
def test_compute(name: str, cut: type) -> None:
    golden = by_id(f"distancia/{name}.jsonl.gz")
    chosen = [row for row in inputs() if row["id"] in golden]
    assert len(chosen) == len(golden) > 0
    for row in chosen:
        expected = golden[row["id"]]
        references = [cut(one) for one in row["references"]]
        found = {key: ROUGEScore(n_gram=int(key[1:])).compute(cut(row["candidate"]), references) for key in expected}
        assert found == expected, row["id"]


def test_main_api() -> None:
    golden = by_id("distancia/compute.jsonl.gz")
    report = ir.evaluate(
        predictions=[row["candidate"].split() for row in inputs()],
        references=[[one.split() for one in row["references"]] for row in inputs()],
        metrics="rouge1 rouge2 rouge3 rouge4",
        profile="distancia",
        resampling=None,
    )
    for at, row in enumerate(inputs()):
        found = {f"n{n}": {"recall": report.scores[at, n - 1, 1]} for n in range(1, 5)}
        assert found == golden[row["id"]], row["id"]
