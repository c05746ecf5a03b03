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
    for wrong in (0, 1.5, True):
        with pytest.raises(ValueError, match=r"n_gram is .*; give a whole number from 1 up"):
            ROUGEScore(wrong)


def test_what_is_no_list_is_refused_in_words_of_python() -> None:
    for wrong in ((None, [["a"]]), (["a"], None), (["a"], [None]), (5, [["a"]])):
        with pytest.raises(TypeError, match="object is not iterable"):
            ROUGEScore().compute(*wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_what_every_class_of_distancia_has(capsys: pytest.CaptureFixture[str]) -> None:
    score = ROUGEScore(1)
    score.help()
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["Name:ROUGEScore", "Doc:Recall of n-grams."]
    assert {"Method:compute", "Method:help", "Method:validate", "Method:check_properties"} <= set(said)
    assert score.validate(["a"], REFERENCES)
    for wrong, error in (((1, REFERENCES), TypeError), ((["a"], 1), TypeError), ((["a"], [1]), TypeError)):
        with pytest.raises(error, match="give a list of tokens"):
            score.validate(*wrong)
    with pytest.raises(ValueError, match="references is empty"):
        score.validate(["a"], [])
    properties = score.check_properties(["a", "b"], ["a", "b", "c"], ["c"])
    assert properties == {
        "non_negativity": True,
        "identity_of_indiscernibles": False,
        "symmetry": False,
        "triangle_inequality": True,
    }
    assert capsys.readouterr().out == f"Properties verification: {properties}\n"


def test_the_example_is_printed_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    ROUGEScore().example()
    assert capsys.readouterr().out == "ROUGE-N Score: {'recall': 1.0}\n"
