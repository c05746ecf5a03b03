"""What the modules for Spark do where Spark is not: they can be imported, and say what to install."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import infrarouge.integrations.spark as ir_spark
from infrarouge.errors import MissingExtraError


@pytest.mark.parametrize("missing", ["pyspark", "pyarrow"])
def test_packages_that_are_missing(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    calls: list[Any] = [
        lambda: ir_spark.with_scores(None),
        lambda: ir_spark.evaluate(None),
        lambda: ir_spark.summarize(None),
        lambda: ir_spark.compare(None, ["a", "b"]),
    ]
    if missing == "pyspark":
        pytest.importorskip("pyarrow")
    for call in calls:
        with pytest.raises(MissingExtraError, match=rf"'{missing}'.*pip install 'infrarouge\[spark\]'"):
            call()
