"""Plots with matplotlib: distributions, score against length, n-gram profile, and the forest plot of a comparison.

Every function takes the axes to draw on as `ax`, or makes a figure, and returns the figure and the axes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge.errors import InputError, MissingExtraError
from infrarouge.matching import NGram
from infrarouge.matching import metric as parse_metric
from infrarouge.registry import Registry
from infrarouge.reporting.differences import Differences
from infrarouge.reporting.numbers import Numbers
from infrarouge.scoring.measures import MEASURES, measure_of
from infrarouge.types import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

COLOURS = ("#2f6db3", "#c05a12", "#178070", "#8a4fb5", "#a3413f", "#66702b")
INK, MUTED, LINE = "#1b1e23", "#5a626d", "#e1e4e8"
NAMES = {"precision": "Precision", "recall": "Recall", "fmeasure": "F"}
WORDS = ("ngram", "lcs", "lcs_sum")
"""Kinds of metrics whose counts are, or nearly are, numbers of words."""


def _axes(ax: Axes | None, height: float, width: float = 6.4) -> tuple[Figure | SubFigure, Axes]:
    """The axes to draw on, plain: a light grid and no frame."""
    if ax is None:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise MissingExtraError("matplotlib", "plot", "plotting") from None
        _, ax = pyplot.subplots(figsize=(width, height), layout="constrained")
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color(MUTED)
    ax.tick_params(length=0, colors=MUTED, labelcolor=INK)
    ax.set_axisbelow(True)
    return ax.figure, ax


def _systems(reports: Numbers | Mapping[str, Numbers]) -> dict[str, Numbers]:
    return {"": reports} if isinstance(reports, Numbers) else dict(reports)


def _scores(report: Numbers, label: str, measure: str) -> Floats:
    """The scores of the examples that count, in percent, those that are numbers."""
    at = report.labels.index(parse_metric(label).label)
    values: Floats = 100 * report.scored[:, at, MEASURES.index(measure)]
    return values[~np.isnan(values)]


def _legend(ax: Axes, names: Sequence[str]) -> None:
    if len(names) > 1:
        ax.legend(frameon=False, loc="best")


def distributions(
    report: Numbers | Mapping[str, Numbers], *, measure: str = "fmeasure", ax: Axes | None = None
) -> tuple[Figure | SubFigure, Axes]:
    """Draw how the scores of the examples are spread, a row for each metric: the shape, the quartiles and the mean.

    Several reports go by the names of their systems.
    """
    systems = _systems(report)
    measure = measure_of(measure)
    labels = next(iter(systems.values())).labels
    figure, ax = _axes(ax, 0.8 + 0.55 * len(labels) * max(1, 0.6 * len(systems)))
    step = 1 / (len(systems) + 0.6)
    for at, (name, system) in enumerate(systems.items()):
        colour = COLOURS[at % len(COLOURS)]
        for row, label in enumerate(labels):
            values = _scores(system, label, measure)
            place = row + (at - (len(systems) - 1) / 2) * step
            if not len(values):
                continue
            x, density = shape(values)
            ax.fill_between(
                x, place - 0.45 * step * density, place + 0.45 * step * density, color=colour, alpha=0.25, linewidth=0
            )
            low, high = np.percentile(values, [25, 75])
            ax.plot([low, high], [place, place], color=colour, linewidth=4, solid_capstyle="round", alpha=0.6)
            ax.plot(
                values.mean(),
                place,
                "o",
                color=colour,
                markeredgecolor="white",
                markersize=6,
                label=name if row == 0 else None,
            )
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.set_xlim(0, 100)
    ax.set_xlabel(f"{NAMES[measure]} of the examples (shape, quartiles, mean)")
    ax.grid(axis="x", color=LINE)
    _legend(ax, list(systems))
    return figure, ax


def shape(values: Floats) -> tuple[Floats, Floats]:
    """Smooth percentages to a density with a maximum of 1, between the smallest and the largest of them.

    >>> x, density = shape(np.array([40.0, 50.0, 60.0]))
    >>> float(x[0]), float(x[-1]), float(density.max())
    (40.0, 60.0, 1.0)
    """
    x = np.linspace(values.min(), values.max(), 101)
    width = float(values.std()) * len(values) ** -0.2 or 1.0
    counts, edges = np.histogram(values, 200)
    centers = (edges[:-1] + edges[1:]) / 2
    density = np.exp(-(((x[:, None] - centers) / width) ** 2) / 2) @ counts
    return x, density / density.max()


def score_length(
    report: Numbers | Mapping[str, Numbers],
    *,
    metric: str | None = None,
    of: str = "reference",
    measure: str = "fmeasure",
    ax: Axes | None = None,
) -> tuple[Figure | SubFigure, Axes]:
    """Draw the scores of the examples against their length, in words, with the means of ten groups of equal size.

    `of` says whose length: the reference's or the prediction's. Lengths come from the counts of `rouge1` or `rougeL`, so
    one of them has to be scored.
    """
    systems = _systems(report)
    measure = measure_of(measure)
    sides = {"prediction": 1, "reference": 2}
    if of not in sides:
        raise InputError(f"of is {of!r}; type 'reference' or 'prediction'")
    label = parse_metric(metric).label if metric else next(iter(systems.values())).labels[0]
    figure, ax = _axes(ax, 3.6)
    for at, (name, system) in enumerate(systems.items()):
        x = lengths(system)[:, sides[of]]
        y = 100 * system.scores[:, system.labels.index(label), MEASURES.index(measure)]
        x, y = x[~np.isnan(y)], y[~np.isnan(y)]
        colour = COLOURS[at % len(COLOURS)]
        ax.plot(x, y, "o", color=colour, alpha=0.2 if len(x) > 1500 else 0.55, markersize=3.5, markeredgewidth=0)
        ax.plot([], [], "o", color=colour, label=name or None)
        if len(x) >= 100:
            groups = np.array_split(np.argsort(x, kind="stable"), 10)
            means = [(x[group].mean(), y[group].mean()) for group in groups]
            ax.plot(*zip(*means, strict=True), color="white", linewidth=5)
            ax.plot(*zip(*means, strict=True), color=colour if name else INK, linewidth=2)
    ax.set_xlim(left=0)
    ax.set_ylim(0, 100)
    ax.set_xlabel(f"words of the {of}")
    ax.set_ylabel(f"{NAMES[measure]} of {label}")
    ax.grid(axis="y", color=LINE)
    _legend(ax, list(systems))
    return figure, ax


def lengths(report: Numbers) -> Floats:
    """The counts of every example in a metric that counts words: [examples, (matched, prediction, reference)].

    >>> from infrarouge import evaluate
    >>> lengths(evaluate(predictions=["a b"], references=["a b c"], metrics="rouge2 rougeL")).tolist()
    [[2.0, 2.0, 3.0]]
    """
    for at, metric in enumerate(report.metrics):
        if metric.spec.kind in WORDS and metric.label in ("rouge1", "rougeL", "rougeLsum"):
            return np.asarray(report.row_counts[:, at])
    raise InputError(f"{' '.join(report.labels)} do not count words; score rouge1 or rougeL as well")


def ngram_profile(
    reports: Numbers | Mapping[str, Numbers], *, measure: str = "fmeasure", ax: Axes | None = None
) -> tuple[Figure | SubFigure, Axes]:
    """Draw the means of rouge1, rouge2, ... with their intervals: how fast agreement falls as units grow."""
    systems = _systems(reports)
    measure = measure_of(measure)
    drawn = {}
    for name, report in systems.items():
        ngrams = sorted((metric.n, metric.label) for metric in report.metrics if isinstance(metric, NGram))
        if len(ngrams) < 2:
            raise InputError(
                f"{' '.join(report.labels)}: a profile needs several n-grams; type metrics='rouge1 rouge2 rouge3 rouge4'"
            )
        drawn[name] = ngrams
    figure, ax = _axes(ax, 3.6)
    for at, (name, ngrams) in enumerate(drawn.items()):
        sizes = [n for n, _ in ngrams]
        estimates = [getattr(systems[name][label], measure) for _, label in ngrams]
        colour = COLOURS[at % len(COLOURS)]
        low, high = [100 * estimate.low for estimate in estimates], [100 * estimate.high for estimate in estimates]
        ax.fill_between(sizes, low, high, color=colour, alpha=0.18, linewidth=0)
        ax.plot(sizes, [100 * estimate.value for estimate in estimates], "o-", color=colour, label=name or None)
    sizes = sorted({n for ngrams in drawn.values() for n, _ in ngrams})
    ax.set_xticks(sizes, [f"rouge{n}" for n in sizes])
    ax.set_ylim(bottom=0)
    ax.set_ylabel(NAMES[measure])
    ax.grid(axis="y", color=LINE)
    _legend(ax, list(systems))
    return figure, ax


def forest(comparison: Differences, *, ax: Axes | None = None) -> tuple[Figure | SubFigure, Axes]:
    """Draw the change of every system in every metric with its interval; filled where the corrected p is below 0.05."""
    rows = [(label, name) for label in comparison.labels for name in comparison.systems]
    figure, ax = _axes(ax, 1.0 + 0.36 * len(rows))
    several = len(comparison.systems) > 1
    for at, (label, name) in enumerate(rows):
        difference = comparison[name, label]
        colour = COLOURS[(comparison.systems.index(name) + 1) % len(COLOURS)]
        ax.plot([100 * difference.low, 100 * difference.high], [at, at], color=colour, linewidth=2.5, alpha=0.55)
        sure = difference.p_holm < 0.05
        ax.plot(
            100 * difference.change, at, "o", color=colour, markerfacecolor=colour if sure else "white", markersize=7
        )
    ax.axvline(0, color=MUTED, linewidth=1)
    ax.set_yticks(range(len(rows)), [f"{label}  {name}" if several else label for label, name in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    measure = NAMES[comparison.measure]
    of = "" if several else f" of {comparison.systems[0]}"
    ax.set_xlabel(f"Change of {measure}{of} against {comparison.baseline}, percentage points")
    ax.grid(axis="x", color=LINE)
    return figure, ax


Plot = Callable[..., Any]
PLOTS: Registry[Plot] = Registry("plot")
PLOTS.add("distributions", distributions)
PLOTS.add("length", score_length)
PLOTS.add("ngrams", ngram_profile)
