"""Every golden row of PyPI rouge 1.0.1 and 1.0.0, with == on floats, through the surface and the main API."""

from __future__ import annotations

from typing import Any

import pytest
from goldens import by_id, content, inputs

import infrarouge as ir
from infrarouge.compat.rouge import Rouge
from infrarouge.compat.rouge.rouge import LABELS

METRICS = ["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-5", "rouge-l"]
FILES = {
    "exclusive": {"metrics": METRICS},
    "nonexclusive": {"metrics": METRICS, "exclusive": False},
    "exclusive-raw_results-return_lengths": {"metrics": METRICS, "raw_results": True, "return_lengths": True},
    "nonexclusive-raw_results-return_lengths": {
        "metrics": METRICS,
        "exclusive": False,
        "raw_results": True,
        "return_lengths": True,
    },
    "v1.0.0-default": {"version": "1.0.0"},
}


def result(rouge: Rouge, hyp: str, ref: str) -> Any:
    try:
        [found] = rouge.get_scores(hyp, ref)
    except Exception as error:
        return {"error": type(error).__name__}
    return found


@pytest.mark.parametrize("name", FILES)
def test_scores(name: str) -> None:
    golden = by_id(f"pltrdy-rouge/{name}.jsonl.gz")
    rouge = Rouge(**FILES[name])
    assert len(golden) == len(inputs())
    errors = 0
    for row in inputs():
        expected = golden[row["id"]]
        found = result(rouge, row["candidate"], row["references"][0])
        assert found == expected, row["id"]
        if "error" in expected:
            errors += 1
            continue
        assert list(found) == list(expected)
        assert all(list(found[key]) == list(expected[key]) for key in expected)
    assert errors == 10


@pytest.mark.parametrize(
    ("name", "profile", "rules"),
    [
        ("exclusive", "pltrdy", {}),
        ("exclusive", "rouge", {}),
        ("nonexclusive", "pltrdy-1.0.1", {"count": "clipped", "union": "sum"}),
        ("v1.0.0-default", "pltrdy-1.0.0", {}),
    ],
)
def test_main_api(name: str, profile: str, rules: dict[str, str]) -> None:
    golden = {key: row for key, row in by_id(f"pltrdy-rouge/{name}.jsonl.gz").items() if "error" not in row}
    chosen = [row for row in inputs() if row["id"] in golden]
    names = list(next(iter(golden.values())))
    report = ir.evaluate(
        predictions=[row["candidate"] for row in chosen],
        references=[row["references"][0] for row in chosen],
        metrics=[LABELS[one] for one in names],
        profile=profile,
        resampling=None,
        **rules,
    )
    for at, row in enumerate(chosen):
        for column, one in enumerate(names):
            assert dict(zip("prf", report.scores[at, column].tolist(), strict=True)) == golden[row["id"]][one], row[
                "id"
            ]


def test_main_api_refuses_what_the_package_refuses() -> None:
    refused = [key for key, row in by_id("pltrdy-rouge/exclusive.jsonl.gz").items() if "error" in row]
    rows = {row["id"]: row for row in inputs()}
    for key in refused:
        with pytest.raises(ir.EmptyTextError):
            ir.score(prediction=rows[key]["candidate"], reference=rows[key]["references"][0], profile="pltrdy")


CASES = content("pltrdy-rouge/avg.json")


@pytest.mark.parametrize("case", CASES, ids=[str(at) for at in range(len(CASES))])
def test_average(case: dict[str, Any]) -> None:
    rows = {row["id"]: row for row in inputs()}
    options = {
        key: case[key] for key in ("metrics", "stats", "exclusive", "return_lengths") if case.get(key) is not None
    }
    found = Rouge(**options).get_scores(
        [rows[key]["candidate"] for key in case["ids"]],
        [rows[key]["references"][0] for key in case["ids"]],
        avg=case["avg"],
        ignore_empty=case["ignore_empty"],
    )
    if not isinstance(case["result"], (dict, list)):
        pytest.fail(f"what is {case['result']!r}?")
    assert found == case["result"]
    if case["avg"]:
        assert list(found) == list(case["result"])
