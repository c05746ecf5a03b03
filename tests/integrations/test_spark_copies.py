"""Spark runs a second copy of a task that is slow, and both come to their end: one of them counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from integrations import clusters
from integrations.clusters import RULES, local, same

import infrarouge.integrations.spark as ir_spark

clusters.needs()
pytestmark = clusters.MARKS

COPIES = {
    "spark.speculation": True,
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": 1.1,
    "spark.speculation.quantile": 0.3,
    "spark.speculation.minTaskRuntime": "500ms",
}


@pytest.fixture(scope="module")
def frame(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The table on two executors with addresses of their own."""
    if not Path("/proc/self/status").exists():
        pytest.skip("only Linux has several addresses of its own machine without being told")
    folder = tmp_path_factory.mktemp("cluster")
    with clusters.two_hosts(folder) as master, clusters.session(master, **COPIES) as spark:
        yield clusters.table_of(spark, clusters.some_rows())


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    with clusters.limited():
        yield


@pytest.mark.parametrize("verb", ["evaluate", "summarize"])
def test_second_copies(frame: Any, verb: str, tmp_path: Path) -> None:
    clusters.travelling()
    slow = frame.mapInArrow(clusters.hurting(clusters.wait_for_a_copy(tmp_path), tmp_path), frame.schema)
    ours = getattr(ir_spark, verb)(slow, "p", "r", id="id", group="g", **RULES)
    assert sorted(path.name for path in tmp_path.iterdir())[:2] == ["attempt-0", "attempt-1"]
    same(ours, local(clusters.some_rows()))
