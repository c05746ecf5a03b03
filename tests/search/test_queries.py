"""Queries that are kept find in batches what searching an index of all texts finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kept import SETTINGS, some_texts

import infrarouge as ir
from infrarouge.scoring.measures import measure_at
from infrarouge.search.queries import Queries


@pytest.mark.parametrize(("metric", "rules"), SETTINGS, ids=str)
@pytest.mark.parametrize("measure", ["precision", "recall", "fmeasure"])
def test_batches_give_what_all_pairs_give(metric: str, rules: dict[str, Any], measure: str) -> None:
    texts, few = some_texts(70, 1), [*some_texts(9, 2), *some_texts(70, 1)[5:8], ""]
    for cutoff in (-1, 0.0, 0.4, 0.8, 1.0, 1.1):
        queries = Queries(ir.Rouge(metric, **rules).runner, few, measure_at(measure), cutoff)
        pairs = [(start, queries.matches(texts[start : start + 30])) for start in (0, 30, 60)]
        expected = ir.pairwise(
            predictions=few, references=texts, metric=metric, measure=measure, cutoff=cutoff, **rules
        )
        query, text, score = (
            np.concatenate(column)
            for column in zip(*((part[0], part[1] + start, part[2]) for start, part in pairs), strict=True)
        )
        order = np.lexsort((text, query))
        for ours, theirs in zip((query, text, score), expected, strict=True):
            assert ours[order].tolist() == theirs.tolist()


def test_no_queries_find_nothing() -> None:
    assert len(Queries(ir.Rouge("rougeL").runner, [], 2, 0.5).matches(["a b"]).score) == 0
    assert len(Queries(ir.Rouge("rougeL").runner, ["a"], 2, 0.5).matches([]).score) == 0
