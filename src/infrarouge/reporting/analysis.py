"""Where a system goes wrong: its worst examples, what it misses and adds, how long its texts are and what is new in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from infrarouge.engine.runner import Runner, runner_of
from infrarouge.errors import InputError
from infrarouge.matching import Elements
from infrarouge.reading.containers import is_keyed, matched, sequence
from infrarouge.reading.stopwords import stop_words
from infrarouge.registry import integer
from infrarouge.reporting.fragments import Extraction, compared_with_sources
from infrarouge.reporting.grams import Gram, Grams, Tally, counted, most_frequent, words_of
from infrarouge.reporting.numbers import Numbers
from infrarouge.reporting.tables import Tabular, csv_table, html_table, latex_table, markdown_table, plural, text_table
from infrarouge.rules.profile import TextRules
from infrarouge.scoring.examples import is_missing, places_by_group
from infrarouge.scoring.measures import MEASURES, measure_of
from infrarouge.types import Floats, Integers

if TYPE_CHECKING:
    from infrarouge.rules.profile import Profile

SIZES = (1, 2, 3)
SHOWN_ROWS = 5
"""How many examples a table names for an n-gram."""


class Ranked(NamedTuple):
    """An example and its score."""

    row: int
    score: float
    id: str | None = None
    group: str | None = None

    @property
    def name(self) -> str:
        """The id of the example, or its row.

        >>> Ranked(3, 0.5).name, Ranked(3, 0.5, "doc-7").name
        ('row 3', 'doc-7')
        """
        return f"row {self.row}" if self.id is None else self.id


def worst(
    report: Numbers, metric: str | None = None, measure: str = "fmeasure", most: int | None = None
) -> list[Ranked]:
    """The examples of a report from the lowest score up; those without a score come last."""
    number = None if most is None else _number(most)
    at = 0 if metric is None else report.labels.index(report.scored_label(metric))
    scores = report.scores[:, at, MEASURES.index(measure_of(measure))]
    order = np.argsort(scores, kind="stable")[:number]
    ids, groups = report.ids, report.groups
    return [
        Ranked(int(row), float(scores[row]), None if ids is None else ids[row], None if groups is None else groups[row])
        for row in order
    ]


def _number(most: int) -> int:
    """How many entries to list."""
    number = integer(most)
    if number is None or number < 0:
        raise InputError(f"most is {most!r}; give a whole number from 0 up, such as most=10")
    return number


@dataclass(frozen=True, eq=False)
class ErrorAnalysis(Tabular):
    """What an evaluation can say beside its scores, over the words that the profile reads.

    `missed` and `extra` list, for each size of n-gram, those that most often stand in references and not in
    predictions, and the other way round. `novelty` is, for each size, the share of n-grams of each prediction that its
    source does not have; with `extraction` it is there if sources were given.

    >>> from infrarouge import evaluate
    >>> texts = {"predictions": ["the cat sat", "a cat"], "references": ["the dog sat", "a dog"]}
    >>> analysis = evaluate(**texts, metrics="rouge1").analysis(**texts)
    >>> analysis.missed[1][0]
    Gram(words=('dog',), times=2, total=2, rows=(0, 1))
    >>> analysis.worst(1)
    [Ranked(row=1, score=0.5, id=None, group=None)]
    """

    text_columns: ClassVar[int] = 1
    report: Numbers
    metric: str
    measure: str
    prediction_words: Integers
    """How many words each prediction has."""
    reference_words: Floats
    """How many words each example's reference has; the mean of several."""
    missed: Mapping[int, list[Gram]]
    extra: Mapping[int, list[Gram]]
    novelty: Mapping[int, Floats] | None = None
    extraction: Extraction | None = None
    most: int = 10

    @property
    def length_ratio(self) -> Floats:
        """The words of each prediction for one of its reference; not a number where the reference has none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = self.prediction_words / self.reference_words
        return np.where(self.reference_words > 0, ratio, np.nan)

    def worst(self, most: int | None = None) -> list[Ranked]:
        """The examples from the lowest score up, all of them or some."""
        return worst(self.report, self.metric, self.measure, most)

    def examples(self) -> dict[str, Any]:
        """The numbers of every example by name, each a column."""
        columns: dict[str, Any] = {
            "prediction_words": self.prediction_words,
            "reference_words": self.reference_words,
            "length_ratio": self.length_ratio,
        }
        columns.update({f"novelty_{n}": values for n, values in (self.novelty or {}).items()})
        return columns | (self.extraction._asdict() if self.extraction is not None else {})

    def means(self, rows: Iterable[int] | None = None) -> dict[str, float]:
        """The mean of every number over all examples, or some; examples that do not have it are left out.

        The ratio of lengths is that of all words to all words.
        """
        chosen = np.arange(self.report.n) if rows is None else np.fromiter(rows, dtype=np.int64)
        means = {name: _mean(values[chosen]) for name, values in self.examples().items()}
        ours, theirs = self.prediction_words[chosen].sum(), self.reference_words[chosen].sum()
        means["length_ratio"] = float(ours / theirs) if theirs else float("nan")
        return means

    # ------------------------------------------------------------ text

    def sections(self, digits: int = 2) -> list[tuple[list[str], list[list[str]], int]]:
        """The tables: means, worst examples, n-grams missed and n-grams extra, each with its text columns."""
        means = [[_spoken(name), f"{value:.{digits}f}"] for name, value in self.means().items()]
        low = [[entry.name, f"{100 * entry.score:.{digits}f}"] for entry in self.worst(self.most)]
        tables = [(["over all examples", "mean"], means, 1)]
        if self.report.groups is not None:
            tables.append(self._by_group(digits))
        tables.append(([f"worst in {self.metric}", {"fmeasure": "F"}.get(self.measure, self.measure)], low, 1))
        for title, sizes, whole in (("missed", self.missed, "references"), ("extra", self.extra, "predictions")):
            rows = [
                [gram.text, f"{gram.times:,}", f"{gram.total:,}", self._named(gram.rows)]
                for grams in sizes.values()
                for gram in grams
            ]
            tables.append(([f"most often {title}", "times", f"in {whole}", "examples"], rows, 1))
        return tables

    def by_group(self) -> dict[str, dict[str, float]]:
        """The means of every group of examples."""
        if self.report.groups is None:
            raise InputError("there are no groups; give groups=[...], one for each example, to evaluate()")
        return {group: self.means(rows) for group, rows in places_by_group(self.report.groups).items()}

    def _by_group(self, digits: int) -> tuple[list[str], list[list[str]], int]:
        groups = self.by_group()
        head = ["group", *(_spoken(name) for name in next(iter(groups.values())))]
        return (
            head,
            [[group, *(f"{value:.{digits}f}" for value in means.values())] for group, means in groups.items()],
            1,
        )

    def _named(self, rows: Sequence[int]) -> str:
        ids = self.report.ids
        names = [f"row {row}" if ids is None else ids[row] for row in rows[:SHOWN_ROWS]]
        more = [f"and {len(rows) - SHOWN_ROWS:,} more"] if len(rows) > SHOWN_ROWS else []
        return ", ".join([*names, *more])

    def signatures(self) -> list[str]:
        """The signature of the report."""
        return [self.report.signature]

    def to_table(self, digits: int | None = None) -> str:
        """Aligned columns for a terminal, a table for each question."""
        tables = self.sections(self.decimals if digits is None else digits)
        parts = [text_table(head, cells, left=left) for head, cells, left in tables]
        return "\n".join(["\n\n".join(parts), *self.signatures()])

    def to_markdown(self, digits: int | None = None) -> str:
        """Markdown tables, the signature below."""
        tables = self.sections(self.decimals if digits is None else digits)
        below = [f"`{line}`" for line in self.signatures()]
        return "\n\n".join([*(markdown_table(head, cells, left=left) for head, cells, left in tables), *below])

    def to_latex(self, digits: int | None = None) -> str:
        """LaTeX tabulars, the signature as a comment."""
        tables = self.sections(self.decimals if digits is None else digits)
        return "\n\n".join(latex_table(head, cells, self.signatures(), left) for head, cells, left in tables)

    def to_csv(self) -> str:
        """The numbers of every example, full precision."""
        records = self.records()
        return csv_table(list(records[0]) if records else [], [list(record.values()) for record in records])

    def records(self) -> list[dict[str, Any]]:
        """One record an example: its row, id, group and score, and every number of `examples`."""
        columns = {name: values.tolist() for name, values in self.examples().items()}
        return [
            {
                **{name: value for name, value in entry._asdict().items() if value is not None},
                **{name: values[entry.row] for name, values in columns.items()},
            }
            for entry in sorted(self.worst())
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values: means, the worst examples, and the n-grams with their examples."""

        def listed(sizes: Mapping[int, list[Gram]]) -> dict[str, Any]:
            return {
                str(n): [{**gram._asdict(), "words": list(gram.words), "rows": list(gram.rows)} for gram in grams]
                for n, grams in sizes.items()
            }

        return {
            "signature": self.report.signature,
            "metric": self.metric,
            "measure": self.measure,
            "means": self.means(),
            **({} if self.report.groups is None else {"groups": self.by_group()}),
            "worst": [entry._asdict() for entry in self.worst(self.most)],
            "missed": listed(self.missed),
            "extra": listed(self.extra),
        }

    def _repr_html_(self) -> str:
        return "".join(html_table(head, cells) for head, cells, _ in self.sections())

    def __repr__(self) -> str:
        return f"<ErrorAnalysis of {plural(self.report.n, 'example')} ({self.report.signature})>"


def analysed(
    report: Numbers,
    *,
    predictions: Any,
    references: Any,
    sources: Any = None,
    metric: str | None = None,
    measure: str = "fmeasure",
    sizes: Iterable[int] = SIZES,
    most: int = 10,
    ignore: Any = None,
) -> ErrorAnalysis:
    """Look at the texts of a report; see `Report.analysis`."""
    if any(isinstance(kind, Elements) for kind in report.metrics):
        raise InputError("rougeBE reads elements and no words; analyze a report of other metrics")
    sides = matched(predictions, references)
    ours, theirs = list(sides.predictions), list(sides.references)
    _same_number(report.n, predictions=ours, references=theirs)
    sizes, most = _sizes(sizes), _number(most)
    runner = runner_of("rouge1", report.profile, report.threads)
    flat, ends = runner.flattened(theirs, "references")
    examples = np.arange(report.n)
    of_reference = examples if ends is None else np.repeat(examples, np.diff(ends))
    languages = runner.reader.languages(flat, ends)
    predicted = words_of(runner, ours, "prediction", languages)
    spoken = None if languages is None else [languages[row] for row in of_reference]
    grams = Grams([*predicted, *words_of(runner, flat, "reference", spoken)])
    lengths = np.diff(grams.ends)
    n_references = np.bincount(of_reference, minlength=report.n)
    tallies = {n: _sides(grams, n, report.n, of_reference, report.profile) for n in sizes}
    ignored = None if ignore is None else _ignored(runner, ignore)
    novel, extracted = None, None
    if sources is not None:
        listed = list(sequence(_by_key(sources, sides.keys), "sources"))
        _same_number(report.n, sources=listed)
        novel, extracted = compared_with_sources(predicted, _source_words(report, listed, languages), sizes)
    return ErrorAnalysis(
        report=report,
        metric=report.labels[0] if metric is None else report.scored_label(metric),
        measure=measure_of(measure),
        prediction_words=lengths[: report.n],
        reference_words=np.bincount(of_reference, lengths[report.n :], minlength=report.n) / n_references,
        missed={n: _listed(grams, n, theirs, ours, most, ignored) for n, (ours, theirs) in tallies.items()},
        extra={n: _listed(grams, n, ours, theirs, most, ignored) for n, (ours, theirs) in tallies.items()},
        novelty=novel,
        extraction=extracted,
        most=most,
    )


def _sides(grams: Grams, n: int, n_predictions: int, of_reference: Integers, profile: Profile) -> tuple[Tally, Tally]:
    """The n-grams of the predictions and of the references, counted by example."""
    distinct = profile.match.count != "clipped"
    codes, owners, size = grams.codes(n), grams.owners, grams.size(n)
    end = int(grams.ends[n_predictions])
    ours = counted(codes[:end], owners[:end], size, np.arange(n_predictions), distinct)
    return ours, counted(codes[end:], owners[end:] - n_predictions, size, of_reference, distinct)


def _listed(grams: Grams, n: int, side: Tally, other: Tally, most: int, ignored: set[Any] | None) -> list[Gram]:
    skipped = None if ignored is None else grams.made_of(n, ignored)
    return most_frequent(side, side.less(other), grams.size(n), most, lambda code: grams.words(n, code), skipped)


def _ignored(runner: Runner, ignore: Any) -> set[Any]:
    """The words of a list of stop words, as the reader makes them of texts."""
    words = ignore if isinstance(ignore, str) else frozenset(ignore)
    listed = sorted(stop_words(TextRules(stopwords=words)))
    return {
        word for words in words_of(runner, listed, "stop word", runner.reader.languages(listed, None)) for word in words
    } | set(listed)


def _source_words(report: Numbers, sources: list[Any], languages: list[str] | None) -> list[list[Any] | None]:
    """The words of the sources; None for one that is missing."""
    # A limit of length is for predictions and references; a source is read to its end.
    whole = runner_of("rouge1", report.profile, report.threads, False, {"max_words": None, "max_bytes": None})
    return [
        None if is_missing(text) and not isinstance(text, str) else words
        for text, words in zip(sources, words_of(whole, sources, "source", languages), strict=True)
    ]


def _by_key(sources: Any, keys: list[Any] | None) -> Any:
    """Sources that come by key, in the order of the predictions."""
    if keys is None or not is_keyed(sources):
        return sources
    for key in keys:
        if key not in sources:
            raise InputError(f"sources is a dict without {key!r}; give a source, or None, for every key of predictions")
    return [sources[key] for key in keys]


def _same_number(n: int, **sides: list[Any]) -> None:
    for name, texts in sides.items():
        if len(texts) != n:
            raise InputError(
                f"{len(texts)} {name} for a report of {plural(n, 'example')}; give the texts that were scored"
            )


def _sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    numbers = [integer(n) for n in sizes]
    if not numbers or any(n is None or not 1 <= n <= 9 for n in numbers):
        raise InputError(f"sizes is {list(sizes)!r}; give the sizes of n-grams, whole numbers from 1 to 9")
    return tuple(n for n in numbers if n is not None)


def _mean(values: Floats | Integers) -> float:
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if len(finite) else float("nan")


def _spoken(name: str) -> str:
    """What a number is called in a table.

    >>> _spoken("novelty_2"), _spoken("prediction_words")
    ('novelty of 2-grams', 'words of a prediction')
    """
    if name.startswith("novelty_"):
        return f"novelty of {name.removeprefix('novelty_')}-grams"
    return {"prediction_words": "words of a prediction", "reference_words": "words of a reference"}.get(
        name, name.replace("_", " ")
    )
