"""The surface of distancia: one result, four names for one call, and what it refuses."""

from __future__ import annotations

import pytest

from infrarouge.compat.distancia import ROUGEScore

REFERENCES = [["the", "cat", "is", "on", "the", "mat"], ["there", "is", "a", "cat", "on", "the", "mat"]]


@pytest.mark.parametrize("name", ["compute", "distance", "calculate", "__call__"])
def test_every_name(name: str) -> None:
    score = ROUGEScore()
    assert score.n_gram == 2
    assert getattr(score, name)(["a", "cat", "on", "the", "mat"], REFERENCES) == {"recall": 4 / 6}


def test_largest_recall_not_the_pooled_one() -> None:
    assert ROUGEScore(1).compute(["a"], [["a", "b", "c"], ["b"], ["a", "b"]]) == {"recall": 0.5}


def test_tokens_of_any_kind() -> None:
    assert ROUGEScore(1).compute([1, "b", (2,)], [[1, (2,), None, "x"]]) == {"recall": 0.5}
    assert ROUGEScore(2).compute("abc", ["abd"]) == {"recall": 0.5}


def test_empty() -> None:
    assert ROUGEScore(1).compute([], [["a"]]) == {"recall": 0.0}
    assert ROUGEScore(3).compute(["a"], [["a"]]) == {"recall": 0.0}
    with pytest.raises(ValueError, match="references is empty"):
        ROUGEScore().compute(["a"], [])
    with pytest.raises(ValueError, match="n_gram is 0"):
        ROUGEScore(0)
