"""The classes `Rouge` and `FilesRouge`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import infrarouge
from infrarouge.registry import one_of
from infrarouge.types import Floats

__all__ = ["FilesRouge", "Rouge"]

Scores = dict[str, dict[str, float]]
Texts: TypeAlias = "str | Sequence[str]"

RAW = ("hyp", "ref", "overlap")
COLUMNS = {"p": 0, "r": 1, "f": 2}
LABELS = {**{f"rouge-{n}": f"rouge{n}" for n in range(1, 6)}, "rouge-l": "rougeLsum"}


class Release(NamedTuple):
    """What a release offers: its profile, the labels of its metrics, its stats in order, and how `exclusive` stands."""

    profile: str
    labels: dict[str, str]
    stats: tuple[str, ...] = ("r", "p", "f")
    exclusive: bool = True
    summed: bool = True
    """Whether rouge-l adds up all pairs of sentences where it is not exclusive."""


RELEASES = {
    "1.0.1": Release("pltrdy-1.0.1", LABELS),
    "1.0.0": Release(
        "pltrdy-1.0.0",
        {name: LABELS[name] for name in ("rouge-1", "rouge-2", "rouge-l")},
        ("f", "p", "r"),
        exclusive=False,
        summed=False,
    ),
}
NEWEST = "1.0.1"


def _known(names: Iterable[str], known: Iterable[str], what: str) -> list[str]:
    found = [name.lower() for name in names]
    for name in found:
        if name not in known:
            raise ValueError(f"Unknown {what} '{name}'")
    return found


class Rouge:
    """Score candidates against references, candidates first, with this package's keys.

    >>> Rouge().get_scores("the cat", "the cat sat")[0]["rouge-1"]
    {'r': 0.6666666666666666, 'p': 1.0, 'f': 0.7999999952000001}
    """

    DEFAULT_METRICS = ["rouge-1", "rouge-2", "rouge-l"]  # noqa: RUF012  # lists, as users compare them
    AVAILABLE_METRICS = LABELS
    DEFAULT_STATS = ["r", "p", "f"]  # noqa: RUF012
    AVAILABLE_STATS = ["r", "p", "f"]  # noqa: RUF012

    def __init__(
        self,
        metrics: Iterable[str] | None = None,
        stats: Iterable[str] | None = None,
        return_lengths: bool = False,
        raw_results: bool = False,
        exclusive: bool | None = None,
        *,
        version: str = NEWEST,
    ) -> None:
        release = RELEASES[one_of("version of rouge", version, RELEASES)]
        self._settle(release, metrics, stats, return_lengths, raw_results, exclusive)

    def _settle(
        self,
        release: Release,
        metrics: Iterable[str] | None,
        stats: Iterable[str] | None,
        return_lengths: bool,
        raw_results: bool,
        exclusive: bool | None,
    ) -> None:
        self.return_lengths = return_lengths
        self.raw_results = raw_results
        self.exclusive = release.exclusive if exclusive is None else exclusive
        self.metrics = _known(self.DEFAULT_METRICS if metrics is None else metrics, release.labels, "metric")
        if raw_results:
            self.stats: Sequence[str] = list(RAW)
        else:
            self.stats = _known(release.stats if stats is None else stats, release.stats, "stat")
        rules: dict[str, Any] = {"union": "sum"} if release.summed and not self.exclusive else {}
        self._labels = release.labels
        self._scorer = infrarouge.Rouge(
            [release.labels[name] for name in self.metrics] or "rouge1",
            release.profile,
            count="set" if self.exclusive else "clipped",
            **rules,
        )

    @overload
    def get_scores(
        self, hyps: Texts, refs: Texts, avg: Literal[False] = ..., ignore_empty: bool = ...
    ) -> list[Scores]: ...

    @overload
    def get_scores(self, hyps: Texts, refs: Texts, avg: Literal[True], ignore_empty: bool = ...) -> Scores: ...

    @overload
    def get_scores(self, hyps: Texts, refs: Texts, avg: bool, ignore_empty: bool = ...) -> list[Scores] | Scores: ...

    def get_scores(
        self, hyps: Texts, refs: Texts, avg: bool = False, ignore_empty: bool = False
    ) -> list[Scores] | Scores:
        """Score two texts, or two sequences of the same type and length; `avg` gives their plain mean.

        >>> Rouge(["rouge-l"], ["f"]).get_scores(["a b", "c"], ["a b", "d"], avg=True)
        {'rouge-l': {'f': 0.4999999975}}
        """
        if isinstance(hyps, str):
            hyps, refs = [hyps], [refs]  # type: ignore[list-item]  # a wrong type is answered below
        if ignore_empty:
            # The original looks at type and length only after this, where both are alike.
            pairs = [(hyp, ref) for hyp, ref in zip(hyps, refs, strict=False) if len(hyp) > 0 and len(ref) > 0]
            if not pairs:
                raise ValueError("no pair is left after the empty ones are ignored")
        else:
            _refuse_unlike(hyps, refs)
            pairs = list(zip(hyps, refs, strict=True))
        rows = list(self._rows(pairs))
        return self._mean(rows) if avg else rows

    def _rows(self, pairs: list[tuple[str, str]]) -> Iterator[Scores]:
        for hyp, ref in pairs:
            self._check(hyp, ref)
        if not pairs:
            return
        if len(pairs) == 1 and self.metrics and not (self.raw_results or self.return_lengths):
            # A report of one pair would cost more than its scores.
            scored, _ = self._scorer.score_pair(*pairs[0])
            yield {
                name: {stat: scored[self._labels[name]][COLUMNS[stat]] for stat in self.stats} for name in self.metrics
            }
            return
        hyps, refs = (list(side) for side in zip(*pairs, strict=True))
        report = self._scorer.evaluate(predictions=hyps, references=refs) if self.metrics else None
        for row, (hyp, ref) in enumerate(pairs):
            scores = {} if report is None else self._row(report, row)
            if self.return_lengths:
                scores["lengths"] = {"hyp": self._length(hyp), "ref": self._length(ref)}
            yield scores

    def _row(self, report: infrarouge.Report, row: int) -> Scores:
        at = {name: report.labels.index(self._labels[name]) for name in self.metrics}
        if self.raw_results:
            return {name: counted(report.counts[row, column]) for name, column in at.items()}
        return {name: measured(report.scores[row, column], self.stats) for name, column in at.items()}

    def _check(self, hyp: str, ref: str) -> None:
        """Refuse a pair that the original refuses."""
        for text, name in ((hyp, "Hypothesis"), (ref, "Reference")):
            if not any(text.split(".")):
                raise ValueError(f"{name} is empty.")

    def _length(self, text: str) -> int:
        return len(text.replace(".", " ").split())

    def _mean(self, rows: list[Scores]) -> Scores:
        names = list(dict.fromkeys(self.metrics))
        if self.raw_results and rows:
            raise KeyError("hyp")  # its averages know no counts
        found = {name: {stat: _average(row[name][stat] for row in rows) for stat in self.stats} for name in names}
        if self.return_lengths:
            found["lengths"] = {side: _average(row["lengths"][side] for row in rows) for side in ("hyp", "ref")}
        return found


def _refuse_unlike(hyps: Any, refs: Any) -> None:
    if not isinstance(refs, type(hyps)):
        raise AssertionError(f"hyps is {type(hyps).__name__} and refs is {type(refs).__name__}; give the same type")
    if len(hyps) != len(refs):
        raise AssertionError(f"{len(hyps)} hyps and {len(refs)} refs; give as many of both")


def measured(scores: Floats, stats: Iterable[str]) -> dict[str, float]:
    """The stats of one row of scores."""
    return {stat: float(scores[COLUMNS[stat]]) for stat in stats}


def counted(counts: Floats) -> dict[str, float]:
    """The raw results of one row of counts."""
    matched, prediction, reference = map(int, counts)
    return dict(zip(RAW, (prediction, reference, matched), strict=True))


def _average(values: Iterable[float]) -> float:
    # Added up in order: newer Pythons' sum() corrects its rounding, which would move the last digit.
    total, count = 0.0, 0
    for value in values:
        total, count = total + value, count + 1
    return total / count


class FilesRouge:
    """Score two files with one text a line.

    The original drops the last character of every line, so a file that does not end in a line break loses a letter;
    ``strict=True`` does the same.
    """

    scorer: type[Rouge] = Rouge

    def __init__(self, *args: Any, strict: bool = False, **kwargs: Any) -> None:
        self.rouge = self.scorer(*args, **kwargs)
        self.strict = strict

    @overload
    def get_scores(
        self, hyp_path: str, ref_path: str, avg: Literal[False] = ..., ignore_empty: bool = ...
    ) -> list[Scores]: ...

    @overload
    def get_scores(self, hyp_path: str, ref_path: str, avg: Literal[True], ignore_empty: bool = ...) -> Scores: ...

    @overload
    def get_scores(
        self, hyp_path: str, ref_path: str, avg: bool, ignore_empty: bool = ...
    ) -> list[Scores] | Scores: ...

    def get_scores(
        self, hyp_path: str, ref_path: str, avg: bool = False, ignore_empty: bool = False
    ) -> list[Scores] | Scores:
        """Score each line of one file against the same line of the other; an AssertionError says what is missing."""
        hyps, refs = self._lines(hyp_path), self._lines(ref_path)
        if len(hyps) != len(refs):
            raise AssertionError(f"{hyp_path} has {len(hyps)} lines and {ref_path} {len(refs)}; give as many of both")
        return self.rouge.get_scores(hyps, refs, avg=avg, ignore_empty=ignore_empty)

    def _lines(self, path: str) -> list[str]:
        if not Path(path).is_file():
            raise AssertionError(f"no file {path!r}")
        with open(path, encoding="utf-8") as file:
            return [line[:-1] if self.strict else line.removesuffix("\n") for line in file]
