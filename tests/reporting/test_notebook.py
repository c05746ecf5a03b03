"""Results in a notebook and in an editor: forms of a number, tables, data frames, help."""

from __future__ import annotations

import json
import math
import pickle
import pydoc
import sys
from typing import Any

import numpy as np
import pytest

import infrarouge as ir
from infrarouge.rules.about import ABOUT, MORE
from infrarouge.rules.keywords import Rules
from infrarouge.scoring.aggregate import Estimate

TEXTS: dict[str, Any] = {"predictions": ["a b", "c d"], "references": ["a b", "c x"]}
REPORT = ir.evaluate(**TEXTS, metrics="rouge1 rougeL", ids=["p", "q"], groups=["g", "h"])
SCORES = ir.score(prediction="a b", reference="a c", metrics="rouge1 rouge2")


def test_numbers_have_a_form() -> None:
    assert f"{REPORT['rougeL'].fmeasure:.2f}" == "0.75"
    assert f"{REPORT['rougeL'].fmeasure:>8.1%}" == "   75.0%"
    assert f"{REPORT['rougeL'].fmeasure}" == str(REPORT["rougeL"].fmeasure)
    assert f"{REPORT['rougeL']:.2f}" == "P 0.75, R 0.75, F 0.75"
    assert f"{SCORES['rouge1']:.3f}" == "P 0.500, R 0.500, F 0.500"
    assert f"{SCORES['rouge1']}" == "Score(precision=0.5, recall=0.5, fmeasure=0.5)"
    assert f"{SCORES:.2f}" == "rouge1 0.50, rouge2 0.00"
    assert f"{SCORES}" == str(dict(SCORES))
    with pytest.raises(ValueError, match=r"[Uu]nknown format code"):
        format(REPORT["rougeL"].fmeasure, "d")


def test_f1_is_fmeasure() -> None:
    assert REPORT["rouge1"].f1 is REPORT["rouge1"].fmeasure
    assert SCORES["rouge1"].f1 == SCORES["rouge1"].fmeasure


def test_plain_values() -> None:
    assert SCORES.to_dict() == {
        "rouge1": {"precision": 0.5, "recall": 0.5, "fmeasure": 0.5},
        "rouge2": {"precision": 0.0, "recall": 0.0, "fmeasure": 0.0},
    }
    estimates = REPORT["rouge1"]
    assert estimates.to_dict()["fmeasure"] == estimates.fmeasure.to_dict()
    assert estimates.fmeasure.to_dict() == {"value": 0.75, "low": 0.5, "high": 1.0, "mean": 0.75}
    assert REPORT.to_dict()["metrics"]["rouge1"] == estimates.to_dict()
    assert json.loads(json.dumps(SCORES.to_dict())) == SCORES.to_dict()


def test_scores_still_travel() -> None:
    assert pickle.loads(pickle.dumps(SCORES))._repr_html_() == SCORES._repr_html_()
    assert pickle.loads(pickle.dumps(REPORT["rouge1"])) == REPORT["rouge1"]


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (SCORES, ["<td>rouge1</td><td>50.00</td>", SCORES.signature]),
        (SCORES["rouge1"], ["<th>fmeasure</th>", "<td>50.00</td>"]),
        (REPORT, ["<td>rouge1</td>", "75.00", REPORT.signature]),
        (REPORT["rouge1"], ["<td><b>75.00</b> (50.00 - 100.00)</td>"]),
        (REPORT["rouge1"].fmeasure, ["<b>75.00</b> (50.00 - 100.00)"]),
        (REPORT.by_group(), ["<td>(all)</td>", "<td>h</td>"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_notebooks_show_tables(value: Any, parts: list[str]) -> None:
    for part in parts:
        assert part in value._repr_html_()


def test_an_interval_that_does_not_exist_is_not_shown() -> None:
    assert Estimate(0.5, math.nan, math.nan, 0.5)._repr_html_() == "<b>50.00</b>"


# ---------------------------------------------------------------- data frames


def test_a_frame_has_a_row_for_each_example() -> None:
    pandas, polars, arrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    names = ["row", "id", "group", *(f"{label}.{name}" for label in REPORT.labels for name in ir.Score._fields)]
    frame = REPORT.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == names
    assert frame["id"].tolist() == ["p", "q"]
    assert frame.groupby("group")["rouge1.fmeasure"].mean().to_dict() == {"g": 1.0, "h": 0.5}
    assert np.array_equal(frame[names[3:]].to_numpy().reshape(2, 2, 3), REPORT.scores)
    table = REPORT.to_polars()
    assert isinstance(table, polars.DataFrame)
    assert table.columns == names
    assert table["group"].to_list() == ["g", "h"]
    columns = REPORT.to_arrow()
    assert isinstance(columns, arrow.Table)
    assert columns.column_names == names
    assert columns["rouge1.fmeasure"].to_pylist() == [1.0, 0.5]
    plain = ir.evaluate(**TEXTS, metrics="rouge1").to_pandas()
    assert list(plain.columns) == ["row", "rouge1.precision", "rouge1.recall", "rouge1.fmeasure"]


def test_other_results_are_frames_of_their_records() -> None:
    pytest.importorskip("pandas")
    comparison = ir.compare({"base": ["a"], "new": ["b"]}, references=["b"], metrics="rouge1 rouge2")
    frame = comparison.to_pandas()
    assert frame["metric"].tolist() == ["rouge1", "rouge2"]
    assert frame["change"].tolist() == [1.0, 0.0]
    assert REPORT.by_group().to_pandas()["group"].unique().tolist() == ["(all)", "g", "h"]


@pytest.mark.parametrize(
    ("method", "package", "extra"),
    [("to_pandas", "pandas", "pandas"), ("to_polars", "polars", "polars"), ("to_arrow", "pyarrow", "parquet")],
)
def test_a_missing_package_is_answered_with_its_line(
    monkeypatch: pytest.MonkeyPatch, method: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ir.MissingExtraError, match=rf"'{package}', .*type: pip install 'infrarouge\[{extra}\]'"):
        getattr(REPORT, method)()


# ---------------------------------------------------------------- the verdict of a comparison


def compared(other: list[str], **how: Any) -> ir.Comparison:
    references = ["a b c", "d e f"] * 8
    return ir.compare({"base": ["a x c", "d x f"] * 8, "new": other}, references=references, **how)


def test_verdict_and_marks() -> None:
    better = compared(["a b c", "d e f"] * 8, metrics="rouge1 rouge2")
    assert better.verdicts() == ["new scores higher than base in rouge1 and rouge2"]
    assert better.notes()[:2] == [
        "verdict: new scores higher than base in rouge1 and rouge2",
        "*: p (Holm) below 0.05",
    ]
    assert [row[-2][-1:] for row in better.cells()] == ["", "*", "", "*"]
    assert str(better).splitlines()[6].startswith("verdict: ")
    same = compared(["a x c", "d x f"] * 8, metrics="rouge1")
    assert same.verdicts() == ["new does not differ from base beyond chance in rouge1"]
    assert not any("*" in row[-2] for row in same.cells())
    assert not any(note.startswith("*") for note in same.notes())
    mixed = compared(["x b a c", "x e d f"] * 8, metrics="rouge1 rouge2 rougeL")
    assert mixed.verdicts() == [
        "new scores higher than base in rouge1; it scores lower than base in rougeL; it does not differ from base "
        "beyond chance in rouge2"
    ]
    assert compared(["x", "y"] * 8, metrics="rouge1").verdicts() == ["new scores lower than base in rouge1"]


def test_marks_follow_the_level() -> None:
    half = compared(["a b c", "d e f"] * 3 + ["a x c", "d x f"] * 5, metrics="rouge1")
    assert half["rouge1"].p_holm == 2 / 2**6
    assert half.alpha == 0.05
    assert half.marked(half["rouge1"]).endswith("*")
    strict = half.rescore(confidence_level=0.99)
    assert strict.alpha == 0.01
    assert not strict.marked(strict["rouge1"]).endswith("*")


# ---------------------------------------------------------------- help


@pytest.mark.parametrize(
    "function", [ir.score, ir.evaluate, ir.compare, ir.profile, ir.Rouge], ids=lambda f: f.__name__
)
def test_help_tells_every_rule_in_a_line(function: Any) -> None:
    shown = pydoc.render_doc(function, renderer=pydoc.plaintext)
    lines = [line.lstrip(" |") for line in shown.splitlines()]
    for rule in Rules.__annotations__:
        assert sum(line.startswith(f"{rule}: ") for line in lines) == 1, f"{rule} needs an entry in rules/about.py"


def test_no_line_is_about_a_rule_that_is_none() -> None:
    assert {*ABOUT, *MORE} == {*Rules.__annotations__}
