"""The examples that js-rouge, rage4j, distancia and PyPI rouge document, as measured on the real packages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from goldens import content

from infrarouge.compat import js_rouge
from infrarouge.compat.distancia import ROUGEScore
from infrarouge.compat.rage4j import MeasureType, RougeScoreEvaluator, RougeType
from infrarouge.compat.rouge import Rouge

CASES = {
    case["id"]: case
    for case in content("documented-examples.json")["cases"]
    if case["profile"] in ("js-rouge", "rage4j", "distancia", "pltrdy-rouge")
}
F1, RECALL, PRECISION = MeasureType.F1SCORE, MeasureType.RECALL, MeasureType.PRECISION

JS: dict[str, tuple[str, dict[str, Any]]] = {
    "doc-00": ("n", {"n": 1}),
    "doc-01": ("n", {"n": 2}),
    "doc-02": ("n", {"n": 1}),
    "doc-03": ("l", {}),
    "doc-04": ("s", {}),
    "doc-05": ("s", {"maxSkip": 2}),
    "doc-06": ("n", {}),
    "doc-07": ("n", {"caseSensitive": False}),
    "doc-10": ("n", {"n": 2}),
    "doc-11": ("n", {"n": 2, "caseSensitive": False}),
    "doc-29": ("s", {"beta": 0}),
}
RAGE4J: dict[str, tuple[Any, ...]] = {
    "doc-13": (),
    "doc-14": (RougeType.ROUGE2, PRECISION),
    "doc-15": (RougeType.ROUGE_L_SUM, RECALL),
    "doc-16": (RougeType.ROUGE_L, F1),
    "doc-17": (RougeType.ROUGE_L_SUM, F1),
    "doc-18": (RougeType.ROUGE1, F1),
    "doc-19": (RougeType.ROUGE2, F1),
    "doc-20": (),
    "doc-21": (),
    "doc-22": (),
}


def call(key: str, package: str, given: dict[str, Any]) -> Callable[[], Any]:
    name, _, version = package.partition(" ")
    if key in JS:
        function, options = JS[key]
        texts = given["candidate"], given["reference"]
        return partial(getattr(js_rouge, function), *texts, options, version=version)
    if key in RAGE4J:
        return lambda: RougeScoreEvaluator(*RAGE4J[key]).evaluate(given).value
    if key in ("doc-08", "doc-09"):
        score = partial(js_rouge.n, version=version)
        return partial(
            js_rouge.jack_knife, given["candidates"], given["reference"], score, max if key[-1] == "9" else None
        )
    if key == "doc-28":
        return partial(js_rouge.skip_bigram, given["tokens"], version=version)
    if key == "doc-12":
        return partial(ROUGEScore(n_gram=2).compute, given["hypothesis"], given["references"])
    assert (key, name) == ("doc-27", "rouge")
    version, _, option = version.partition(" ")
    rouge = Rouge(version=version, exclusive=False if option else None)
    return partial(rouge.get_scores, given["hyps"], given["refs"], avg=True)


def expectations() -> list[Any]:
    # Release 0.3.2 of PyPI rouge is no profile of ours.
    return [
        pytest.param(key, package, id=f"{key} {package}")
        for key, case in CASES.items()
        for package in case["measured"]
        if package != "rouge 0.3.2"
    ]


@pytest.mark.parametrize(("key", "package"), expectations())
def test_measured(key: str, package: str) -> None:
    expected = CASES[key]["measured"][package]
    found = call(key, package, CASES[key]["input"])
    if isinstance(expected, dict) and "error" in expected:
        with pytest.raises(ValueError, match=expected.get("message")) as caught:
            found()
        assert type(caught.value).__name__ == expected["error"]
    else:
        assert found() == expected


def test_every_example_is_here() -> None:
    assert CASES.keys() == {*JS, *RAGE4J, "doc-08", "doc-09", "doc-12", "doc-27", "doc-28"}
