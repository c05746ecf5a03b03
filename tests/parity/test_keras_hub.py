"""Every golden case of keras-hub 0.32, with == on float32, through the surface and the main API."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from goldens import GOLDEN, content, inputs

import infrarouge as ir
from infrarouge.compat.keras_hub.metrics import RougeL, RougeN

HERE = GOLDEN / "keras-hub"
CORPUS = content("keras-hub/corpus.json")


def metric(name: str) -> Any:
    """The metric that a golden case names: ``RougeN(4,stem)``, ``RougeL()``."""
    kind, inside = re.fullmatch(r"(Rouge[NL])\((.*)\)", name).groups()  # type: ignore[union-attr]
    words = [word for word in inside.split(",") if word]
    options: dict[str, Any] = {"use_stemmer": "stem" in words}
    for word in words:
        if word.isdigit():
            options["order"] = int(word)
        elif word.startswith("float"):
            options["dtype"] = word
    return RougeL(**options) if kind == "RougeL" else RougeN(**options)


def chosen(case: dict[str, Any]) -> list[dict[str, Any]]:
    names = [row["id"] for row in inputs()]
    first, last = (names.index(name) for name in case["ids"])
    assert last - first + 1 == case["n"]
    return inputs()[first : last + 1]


@pytest.mark.filterwarnings("ignore::infrarouge.CoverageWarning")
@pytest.mark.parametrize("case", CORPUS, ids=[f"{case['rows']}-{case['metric']}" for case in CORPUS])
def test_corpus(case: dict[str, Any]) -> None:
    rouge = metric(case["metric"])
    texts = chosen(case)
    rouge.update_state([row["references"][0] for row in texts], [row["candidate"] for row in texts])
    assert {key: float(value) for key, value in rouge.result().items()} == case["scores"]
    if "float" in case["metric"]:
        return
    label = "rougeL" if isinstance(rouge, RougeL) else f"rouge{rouge.order}"
    report = ir.evaluate(
        predictions=[row["candidate"] for row in texts],
        references=[row["references"][0] for row in texts],
        metrics=label,
        profile="keras-hub",
        stemmer="porter" if rouge.use_stemmer else None,
    )
    assert [estimate.value for estimate in report[label]] == list(case["scores"].values())


CASES: dict[str, Any] = {
    "RougeN(order=0)": lambda: RougeN(order=0),
    "RougeN(order=10)": lambda: RougeN(order=10),
    "RougeL(dtype='int32')": lambda: RougeL(dtype="int32"),
    "RougeL().result()": lambda: RougeL().result(),
    "RougeN().update_state([['a', 'b']], [['a', 'b']])": lambda: RougeN().update_state([["a", "b"]], [["a", "b"]]),
    "RougeN(order=1)('the cat', 'a cat')": lambda: RougeN(order=1)("the cat", "a cat"),
    "RougeN(order=1).update_state(['a'], ['a', 'b'])": lambda: RougeN(order=1).update_state(["a"], ["a", "b"]),
}


@pytest.mark.parametrize("case", content("keras-hub/cases.json"), ids=lambda case: case["call"])
def test_cases(case: dict[str, Any]) -> None:
    try:
        said: Any = CASES[case["call"]]()
        said = said and {key: float(value) for key, value in said.items()}
    except ValueError:
        said = {"error": "ValueError"}
    assert said == case["result"]


def test_shapes_and_states() -> None:
    rouge = RougeN(order=1, dtype="float64")
    rouge.update_state(np.array([["the cat"], ["a"]]), np.array([b"the cat", b"b"]))
    assert {key: float(value) for key, value in rouge.result().items()} == dict.fromkeys(
        ["precision", "recall", "f1_score"], 0.5
    )
    rouge.reset_state()
    assert not any(rouge.result().values())
    assert rouge.get_config() == {"name": "rouge-n", "dtype": "float64", "use_stemmer": False, "order": 1}
    with pytest.raises(ValueError, match="each reference needs"):
        rouge.update_state(["a", "b"], ["a"])
