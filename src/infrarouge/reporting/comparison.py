"""Compares systems on the same examples, and shows it: tables, JSON, the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

from infrarouge.by_name import told_names
from infrarouge.engine.runner import runner_of
from infrarouge.errors import InputTypeError
from infrarouge.matching import DEFAULT_METRICS, Metric
from infrarouge.reading.containers import by_same_keys, kept
from infrarouge.reporting.differences import Differences, two_or_more
from infrarouge.reporting.report import Report, evaluated
from infrarouge.reporting.tables import Tabular
from infrarouge.reporting.transposed import warn_transposed
from infrarouge.rules.about import tells_rules
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.examples import example_groups, example_ids
from infrarouge.scoring.measures import measure_of
from infrarouge.types import References, Several

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from infrarouge.reporting.groups import GroupComparisons
    from infrarouge.rules.keywords import Rules


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Differences, Tabular):
    """Systems against a baseline, on stored scores of the same examples.

    >>> from infrarouge import compare
    >>> found = compare({"base": ["a x", "b y"], "new": ["a b", "b c"]}, references=["a b", "b c"], metrics="rouge1")
    >>> found["new", "rouge1"].change, found["new", "rouge1"].wins
    (0.5, 2)
    """

    text_columns: ClassVar[int] = 2
    reports: Mapping[str, Report]

    def rescore(self, **rules: Unpack[Rules]) -> Comparison:
        """Compare again under other score or resampling rules, from the stored counts."""
        reports = {name: report.rescore(**rules) for name, report in self.reports.items()}
        return Comparison(reports, self.baseline, self.measure, self.test, self.n_flips)

    def by_group(self, groups: Any = None) -> GroupComparisons:
        """The comparison on each group of examples: the groups given when they were scored, or others.

        >>> from infrarouge import compare
        >>> texts = {"base": ["a", "b"], "new": ["a", "c"]}
        >>> comparison = compare(texts, references=["a", "c"], metrics="rouge1", groups=["x", "y"])
        >>> comparison.by_group()["y"]["rouge1"].change
        1.0
        """
        from infrarouge.reporting.groups import GroupComparisons  # for start-up time

        return GroupComparisons.of(self, groups)

    # ------------------------------------------------------------ text

    @property
    def signature(self) -> str:
        """The signature of the baseline's report; those of the others differ at most in the hash of the texts."""
        return self._first.signature

    def signatures(self) -> list[str]:
        """The signature of every report, once."""
        return list(dict.fromkeys(report.signature for report in self.reports.values()))

    def notes(self) -> list[str]:
        """How the numbers were found, and that metrics over sentences saw none, if that is so of every system."""
        said = [report.sentence_note() for report in self.reports.values()]
        return [*super().notes(), *(note for note in said[:1] if note is not None and None not in said)]

    def to_dict(self, most: int = 5) -> dict[str, Any]:
        """Plain values: the differences, and the examples that moved most."""
        return {
            **super().to_dict(),
            "moved": {
                name: {label: [entry.to_dict() for entry in self.moved(label, name, most)] for label in self.labels}
                for name in self.systems
            },
        }

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        predictions: Mapping[str, Sequence[Any]],
        references: Sequence[Any],
        **how: Any,
    ) -> str:
        """Make one HTML page of all systems, with the texts that were scored; write it if given a path.

        `how` is the sources, the title, the date and the number of examples of `infrarouge.reporting.page.page.page`.
        """
        from infrarouge.reporting.page.page import page, write_page  # for start-up time

        html = page(self.reports, predictions=predictions, references=references, comparison=self, **how)
        return write_page(path, html)

    def plot(self, *, ax: Any = None) -> Any:
        """Draw the changes and their intervals as a forest plot; returns the figure and the axes."""
        from infrarouge.reporting.plot import forest  # for start-up time

        return forest(self, ax=ax)


@tells_rules
@told_names
def compare(
    systems: Mapping[str, Any],
    *,
    references: References | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    baseline: str | None = None,
    measure: str = "fmeasure",
    test: str = "auto",
    n_flips: int = 10_000,
    ids: Several[Any] | None = None,
    groups: Several[Any] | None = None,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Unpack[Rules],
) -> Comparison:
    """Compare systems with the first one, or the one named `baseline`, on the same references.

    A system is a sequence of predictions, or a report made before. `measure` is precision, recall or fmeasure. The test is
    ``auto`` (sign-flip randomization, exact where few examples differ), ``randomization``, ``exact`` or ``bootstrap``.
    `ids` name the examples and `groups` say which belong together, for `Comparison.by_group`.

    >>> found = compare({"base": ["a x"], "new": ["a b"]}, references=["a b"], metrics="rouge1")
    >>> print(found.to_table())
    metric  system       F  change  95% interval       p  p (Holm)  win/tie/loss
    rouge1  base     50.00
    rouge1  new     100.00  +50.00             -  1.0000    1.0000         1/0/0
    infrarouge-1|n:1|v:0.1.0
    verdict: new does not differ from base beyond chance in rouge1
    p: exact sign-flip test, two-sided; Holm over 1 test; interval: paired bootstrap with 1,000 resamples; seed 0
    """
    if not isinstance(systems, Mapping):
        raise InputTypeError(
            f"systems is {type(systems).__name__}; give names and predictions: {{'base': [...], 'new': [...]}}"
        )
    two_or_more(systems)
    ready = [isinstance(system, Report) for system in systems.values()]
    if any(ready) and not all(ready):
        raise InputTypeError("some systems are reports and some are predictions; give all in one form")
    if all(ready):
        if references is not None or ids is not None or groups is not None or rules:
            raise InputTypeError(
                "reports are scored already; references, ids, groups and rules go to evaluate(), or use rescore() and "
                "by_group([...])"
            )
        reports = dict(systems)
    else:
        if references is None:
            raise InputTypeError("predictions need references=[...] to be scored against")
        runner = runner_of(metrics, profile, threads, strict, rules)
        texts = kept(references, "references")
        systems, keys = by_same_keys(systems, texts)
        names, kinds = example_ids(keys if ids is None else ids, len(texts)), example_groups(groups, len(texts))
        batches = {name: runner.rows(system, texts).filled() for name, system in systems.items()}
        warn_transposed(runner, next(iter(batches.values())))
        reports = {name: evaluated(runner, batch, names, kinds, progress=progress) for name, batch in batches.items()}
    return Comparison(reports, baseline or next(iter(reports), ""), measure_of(measure), test, n_flips)
