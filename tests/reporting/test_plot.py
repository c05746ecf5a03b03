"""The plots draw the numbers of the report, on the axes they are given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import infrarouge as ir

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from infrarouge.reporting import plot  # noqa: E402

OURS = [f"a b c d w{at} x{at}" for at in range(120)]
THEIRS = [f"a b c d w{at}" + " z" * (at % 7) for at in range(120)]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def report() -> ir.Report:
    return ir.evaluate(predictions=OURS, references=THEIRS, metrics="rouge1 rouge2 rouge3 rougeL")


@pytest.fixture(scope="module")
def comparison() -> ir.Comparison:
    return ir.compare(
        {"base": ["a x"] * 40, "new": ["a b"] * 20 + ["a x"] * 20}, references=["a b"] * 40, metrics="rouge1 rouge2"
    )


def dots(ax: Any) -> list[tuple[float, float]]:
    return [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in ax.lines
        if line.get_marker() == "o" and len(line.get_xdata()) == 1
    ]


@pytest.mark.parametrize("what", ["distributions", "length", "ngrams"])
def test_plots_return_figure_and_axes_and_take_axes(report: ir.Report, what: str) -> None:
    figure, ax = report.plot(what)
    assert ax.figure is figure
    figure.canvas.draw()
    mine, axes = pyplot.subplots(1, 2)
    assert report.plot(what, ax=axes[1]) == (mine, axes[1])
    assert not axes[0].has_data()
    assert axes[1].has_data()


def test_distributions_mark_the_means(report: ir.Report) -> None:
    _, ax = report.plot(measure="recall")
    assert [label.get_text() for label in ax.get_yticklabels()] == report.labels
    assert [x for x, _ in dots(ax)] == pytest.approx([100 * report[label].recall.mean for label in report.labels])


def test_distributions_of_equal_and_missing_scores() -> None:
    report = ir.evaluate(predictions=["a", ""], references=["a", ""], metrics="rouge1", empty="nan")
    _, ax = report.plot()
    assert dots(ax) == [(100.0, 0.0)]


def test_length_uses_the_words_of_either_text(report: ir.Report) -> None:
    for of, expected in (("reference", [len(one.split()) for one in THEIRS]), ("prediction", [6] * 120)):
        _, ax = report.plot("length", metric="rouge2", of=of)
        points = next(line for line in ax.lines if len(line.get_xdata()) == 120)
        assert points.get_xdata().tolist() == expected
        assert points.get_ydata() == pytest.approx(100 * report.scores[:, 1, 2])
        assert ax.get_xlabel() == f"words of the {of}"
        assert ax.get_ylabel() == "F of rouge2"


def test_trend_joins_ten_means(report: ir.Report) -> None:
    _, ax = report.plot("length")
    lines = [line for line in ax.lines if len(line.get_xdata()) == 10]
    assert len(lines) == 2
    assert np.mean(lines[0].get_ydata()) == pytest.approx(100 * report["rouge1"].fmeasure.mean)


def test_profile_draws_estimates_of_ngrams_alone(report: ir.Report) -> None:
    _, ax = plot.ngram_profile({"one": report, "two": report})
    assert [label.get_text() for label in ax.get_xticklabels()] == ["rouge1", "rouge2", "rouge3"]
    expected = [100 * report[f"rouge{n}"].fmeasure.value for n in (1, 2, 3)]
    assert ax.lines[0].get_ydata() == pytest.approx(expected)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["one", "two"]


def test_forest_draws_every_change(comparison: ir.Comparison) -> None:
    figure, ax = comparison.plot()
    figure.canvas.draw()
    assert [x for x, _ in dots(ax)] == pytest.approx([100 * one.change for one in comparison])
    low, high = ax.lines[0].get_xdata()
    one = comparison["new", "rouge1"]
    assert (low, high) == pytest.approx((100 * one.low, 100 * one.high))
    assert "against base" in ax.get_xlabel()


def test_errors_say_what_to_type(report: ir.Report) -> None:
    with pytest.raises(ir.UnknownNameError, match="did you mean 'length'"):
        report.plot("lenght")
    with pytest.raises(ir.InputError, match="type 'reference' or 'prediction'"):
        report.plot("length", of="both")
    few = ir.evaluate(predictions=["a"], references=["a"], metrics="rouge1 rougeL")
    with pytest.raises(ir.InputError, match="metrics='rouge1 rouge2 rouge3 rouge4'"):
        few.plot("ngrams")
    pairs = ir.evaluate(predictions=["a"], references=["a"], metrics="rougeS")
    with pytest.raises(ir.InputError, match="score rouge1 or rougeL as well"):
        pairs.plot("length")


def test_without_matplotlib_the_install_line_is_shown(report: ir.Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ir.MissingExtraError, match=r"pip install 'infrarouge\[plot\]'"):
        report.plot()
