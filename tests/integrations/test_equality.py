"""Lists, columns, frames and engines of many machines give equal scores and equal reports of the same rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from integrations.engines import MARKS, WAYS, in_lists, texts

import infrarouge as ir

HOW: dict[str, Any] = {
    "metrics": "rouge1 rouge2 rougeL rougeSU4",
    "stemmer": "porter",
    "n_resamples": 50,
    "generator": "poisson",
}
REFERENCES = {"one": "ref", "lists": "refs", "columns": ["maybe", "more"]}
SIZES = [2_000, pytest.param(100_000, marks=pytest.mark.slow)]


@pytest.fixture(scope="module", params=SIZES)
def table(request: pytest.FixtureRequest) -> Any:
    return texts(request.param)


@pytest.fixture(scope="module")
def expected(table: Any) -> dict[str, Any]:
    """What plain lists give, by the kind of references."""
    return {kind: in_lists(table, reference, HOW) for kind, reference in REFERENCES.items()}


def test_the_rows_have_everything(table: Any) -> None:
    refs, more, maybe = (table[name].to_pylist() for name in ("refs", "more", "maybe"))
    assert None in table["pred"].to_pylist()
    assert "" in table["ref"].to_pylist()
    assert None in refs
    assert [None] in refs
    assert {len(row) for row in refs if row is not None} == {1, 2, 3}
    assert [] in more
    assert (None, []) in [*zip(maybe, more, strict=True)]
    assert (None, None) in zip(maybe, more, strict=True)


@pytest.mark.parametrize("kind", REFERENCES)
@pytest.mark.parametrize("way", [pytest.param(way, marks=MARKS.get(way, [])) for way in WAYS])
def test_scores_and_reports_are_equal(way: str, kind: str, table: Any, expected: Any) -> None:
    columns, report = WAYS[way](table, REFERENCES[kind], HOW)
    scores, whole = expected[kind]
    assert list(columns) == list(scores)
    for name, column in scores.items():
        assert np.array_equal(columns[name], column), name
    same_reports(report, whole)


def same_reports(report: ir.Report, whole: ir.Report) -> None:
    """Two reports say the same, to the last bit."""
    assert report.to_dict() == whole.to_dict()
    assert report.notes() == whole.notes()
    assert np.array_equal(report.scores, whole.scores)
    assert np.array_equal(report.counts, whole.counts)
    assert np.array_equal(report.state.flags, whole.state.flags)
    assert (report.ids, report.groups) == (whole.ids, whole.groups)
    groups, others = report.by_group(), whole.by_group()
    assert {name: groups[name].to_dict() for name in groups} == {name: others[name].to_dict() for name in others}


@pytest.mark.parametrize("way", [pytest.param(way, marks=MARKS.get(way, [])) for way in WAYS])
def test_an_empty_list_is_refused_everywhere(way: str) -> None:
    table = texts(50)
    with pytest.raises(ir.InputError, match="has no references; give at least one, or None for a missing text"):
        in_lists(table, "more", HOW)
    with pytest.raises(Exception, match="has no references; give at least one, or None for a missing text"):
        WAYS[way](table, "more", HOW)
