"""What an evaluation says, and every way to look at it: text, JSON, tables, LaTeX, HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge.engine.runner import Rows, Runner
from infrarouge.reporting.estimated import cells_of, header_of, records_of
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.tables import Tabular
from infrarouge.scoring.aggregate import Estimate
from infrarouge.scoring.measures import MEASURES
from infrarouge.scoring.state import State

if TYPE_CHECKING:
    from infrarouge.reporting.analysis import ErrorAnalysis, Ranked
    from infrarouge.reporting.groups import Groups


@dataclass(frozen=True, eq=False)
class Report(Numbers, Tabular):
    """Estimates by metric over stored counts; another alpha, another interval or a merge never reads text again.

    >>> from infrarouge import evaluate
    >>> report = evaluate(predictions=["a b", "c"], references=["a c", "c"], metrics="rouge1")
    >>> report["rouge1"].fmeasure.value, report.scores[0, 0].tolist()
    (0.75, [0.5, 0.5, 0.5])
    >>> print(report)
    metric  precision  recall      F  95% interval of F
    rouge1      75.00   75.00  75.00     50.00 - 100.00
    infrarouge-1|n:2|v:0.1.0
    """

    def methods_text(self) -> str:
        """The sentences for a paper: metrics, settings in words, examples, intervals, version and signature."""
        from infrarouge.reporting.methods import methods_text  # for start-up time

        return methods_text(self)

    def claim(self, which: str, digits: int = 2) -> str:
        """A number with all it takes to check it, such as ``report.claim("rouge1.f")``, for ``infrarouge verify``."""
        from infrarouge.reporting.publish import claim  # for start-up time

        return claim(self, which, digits)

    def by_group(self, groups: Any = None) -> Groups:
        """The report of each group of examples: the groups given when they were scored, or others.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a b", "c"], references=["a c", "c"], metrics="rouge1", groups=["x", "y"])
        >>> report.by_group()["y"]["rouge1"].fmeasure.value
        1.0
        """
        from infrarouge.reporting.groups import Groups  # for start-up time

        return Groups.of(self, groups)

    def worst(self, metric: str | None = None, measure: str = "fmeasure", most: int | None = None) -> list[Ranked]:
        """The examples from the lowest score of a metric up (the first metric unless told), all of them or some.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a", "b"], references=["a", "c"], ids=["x", "y"], metrics="rouge1")
        >>> report.worst(most=1)
        [Ranked(row=1, score=0.0, id='y', group=None)]
        """
        from infrarouge.reporting.analysis import worst  # for start-up time

        return worst(self, metric, measure, most)

    def analysis(
        self,
        *,
        predictions: Sequence[Any],
        references: Sequence[Any],
        sources: Sequence[Any] | None = None,
        **how: Any,
    ) -> ErrorAnalysis:
        """Look at the texts that were scored: n-grams missed and extra, lengths, and with sources what is new.

        `how` is the `metric` and `measure` that order the examples, the `sizes` of n-grams, how many of them to list
        (`most`), and words to `ignore` (``"smart"``, a file or words): n-grams of these alone are not listed.

        >>> from infrarouge import evaluate
        >>> texts = {"predictions": ["the cat sat"], "references": ["the dog sat"]}
        >>> analysis = evaluate(**texts, metrics="rouge1").analysis(**texts, sources=["the dog and the cat sat"])
        >>> analysis.means()["coverage"], analysis.extra[2][0].text
        (1.0, 'cat sat')
        """
        from infrarouge.reporting.analysis import analysed  # for start-up time

        return analysed(self, predictions=predictions, references=references, sources=sources, **how)

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values: estimates by metric and measure, with the signature and what was noticed."""
        return {
            "signature": self.signature,
            "n": self.n,
            "empty": self.empty.tolist(),
            "coverage": self.mean_coverage,
            "low_coverage": self.low_coverage.tolist(),
            **({} if self.languages is None else {"languages": self.languages}),
            "metrics": {
                label: {name: vars_of(estimate) for name, estimate in zip(MEASURES, estimates, strict=True)}
                for label, estimates in self.items()
            },
        }

    def cells(self, digits: int = 2) -> list[list[str]]:
        """The table's rows: label, precision, recall, F (times 100) and the interval of F."""
        return cells_of(self, digits)

    def header(self) -> list[str]:
        """The table's head, with the level of the interval if there is one."""
        return header_of(self.profile.resampling)

    def records(self) -> list[dict[str, Any]]:
        """One record a metric and measure, the signature in every one."""
        return records_of(self)

    def frame_columns(self) -> dict[str, Any]:
        """The columns of a data frame, one row an example: row, id and group if there are any, scores by dotted name.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a"], references=["a"], metrics="rouge1", ids=["x"])
        >>> list(report.frame_columns())
        ['row', 'id', 'rouge1.precision', 'rouge1.recall', 'rouge1.fmeasure']
        """
        columns: dict[str, Any] = {"row": np.arange(self.n)}
        if self.ids is not None:
            columns["id"] = list(self.ids)
        if self.groups is not None:
            columns["group"] = list(self.groups)
        for at, label in enumerate(self.labels):
            for measure, name in enumerate(MEASURES):
                columns[f"{label}.{name}"] = np.ascontiguousarray(self.scores[:, at, measure])
        return columns

    def to_rouge155(self, system: str = "X", details: bool = False) -> str:
        """The print-out of ROUGE-1.5.5, with `details` the line of every example too.

        >>> from infrarouge import evaluate
        >>> report = evaluate(predictions=["a b"], references=["a b c"], metrics="rougeLsum", profile="rouge-1.5.5")
        >>> print(report.to_rouge155(), end="")
        ---------------------------------------------
        X ROUGE-L Average_R: 0.66667 (95%-conf.int. 0.66667 - 0.66667)
        X ROUGE-L Average_P: 1.00000 (95%-conf.int. 1.00000 - 1.00000)
        X ROUGE-L Average_F: 0.80000 (95%-conf.int. 0.80000 - 0.80000)
        """
        from infrarouge.reporting.printout import classic  # for start-up time

        return "".join(f"{line}\n" for line in classic(self, system, details))

    def signatures(self) -> list[str]:
        """The signature."""
        return [self.signature]

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        predictions: Sequence[Any],
        references: Sequence[Any],
        **how: Any,
    ) -> str:
        """Make one HTML page that works offline, with charts and the texts that were scored; write it if given a path.

        `how` is the sources, the title, the date and the number of examples of `infrarouge.reporting.page.page.page`.

        >>> from infrarouge import evaluate
        >>> texts = {"predictions": ["a b"], "references": ["a c"]}
        >>> "ROUGE report" in evaluate(**texts, metrics="rouge1").to_html(**texts)
        True
        """
        from infrarouge.reporting.page.page import page, write_page  # for start-up time

        return write_page(path, page({"": self}, predictions={"": predictions}, references=references, **how))

    def plot(self, what: str = "distributions", **how: Any) -> Any:
        """Plot the ``distributions`` of the scores, the score against ``length``, or the profile of ``ngrams``.

        Returns the figure and the axes; ``ax=`` takes the axes to draw on. See `infrarouge.reporting.plot`.
        """
        from infrarouge.reporting.plot import PLOTS  # for start-up time

        return PLOTS[what](self, **how)

    def __repr__(self) -> str:
        values = ", ".join(f"{label}={estimates.fmeasure.value:.4f}" for label, estimates in self.items())
        return f"<Report {values} ({self.signature})>"


def vars_of(estimate: Estimate) -> dict[str, float]:
    """An estimate as plain values.

    >>> vars_of(Estimate(0.5, 0.4, 0.6, 0.5))
    {'value': 0.5, 'low': 0.4, 'high': 0.6, 'mean': 0.5}
    """
    return estimate.to_dict()


def report_of(runner: Runner, state: State, input_hash: str | None = None) -> Report:
    """Judge a state: warn of letters that were dropped, refuse what the rules refuse, and make the report."""
    runner.warn(state.low_coverage, state.n, state.scripts)
    runner.advise(state.languages or ())
    return Report(state, runner.profile, runner.threads, input_hash)


def evaluated(runner: Runner, batch: Rows, ids: Any = None, groups: Any = None, *, progress: bool = False) -> Report:
    """Score a batch and judge it."""
    return report_of(runner, runner.state(batch, ids, groups, progress=progress))
