"""score(), evaluate() and class Rouge: the front door."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence, Sized
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from infrarouge.engine import Plan, engine, thread_count
from infrarouge.errors import CoverageError, CoverageWarning, InputError, InputTypeError, TextFault
from infrarouge.matching import DEFAULT_METRICS, Elements, Metric, needs_sentences, parse_metrics
from infrarouge.rules.profile import Profile
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.catalogue import profile as find_profile
from infrarouge.progress import chunks
from infrarouge.rules.quirks import Quirk
from infrarouge.registry import one_of
from infrarouge.reporting.report import EMPTY, Report, Scores, _scores, result_signature, settle_empty, some
from infrarouge.scoring.formulas import FORMULAS, check_combine, combine, plain, refuse_no_units
from infrarouge.reading.reader import Reader, offsets, plan_rules, wrong_type
from infrarouge.types import LOW_COVERAGE, NO_WORDS, Flags, Floats, Integers, Score, Side

if TYPE_CHECKING:
    from infrarouge.search.prepared import Prepared

FIRST_CHUNK, LAST_CHUNK = 256, 1 << 16
BATCH = 1 << 15
"""Examples whose counts are held at once where only scores are wanted."""
PIECE = 1 << 12
"""Examples that are scored at once: few enough for the cache."""


class Rouge:
    """A scorer: metrics and a profile, resolved once; immutable, picklable and safe to share between threads.

    Rules are given by name on top of the profile: ``Rouge("rouge1 rougeL", stemmer="porter", combine="mean")``.

    >>> rouge = Rouge("rouge1 rougeL", stemmer="porter")
    >>> rouge.score(prediction="the cats sat", reference="the cat sits")["rouge1"].fmeasure
    0.6666666666666666
    """

    __slots__ = (
        "_alpha",
        "_labels",
        "_plan",
        "_quick",
        "_reader",
        "_signature",
        "metrics",
        "profile",
        "strict",
        "threads",
    )
    metrics: tuple[Metric, ...]
    profile: Profile
    threads: int | None
    strict: bool
    _alpha: float
    _labels: tuple[str, ...]
    _plan: Plan
    _quick: bool
    _reader: Reader
    _signature: str

    def __init__(
        self,
        metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
        profile: str | Profile = DEFAULT.name,
        *,
        threads: int | None = None,
        strict: bool = False,
        **rules: Any,
    ) -> None:
        made = find_profile(profile, **rules)
        parsed = parse_metrics(metrics)
        check_combine(made.score.combine)
        FORMULAS[made.score.formula]
        one_of("empty rule", made.score.empty, EMPTY)
        thread_count(threads)
        reader = reader_of(made, parsed)
        plan = engine.Plan(**plan_rules(made, parsed, reader))
        labels = tuple(metric.label for metric in parsed)
        quick = reader.plain and plain(made.score, parsed)
        values = (
            made.score.alpha,
            labels,
            plan,
            quick,
            reader,
            result_signature(made, 1),
            parsed,
            made,
            strict,
            threads,
        )
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Rouge cannot be changed; make a new one: Rouge(..., {name}=...)")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rouge, (self.metrics, self.profile, self.threads, self.strict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rouge) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.metrics, self.profile))

    def __repr__(self) -> str:
        return f"Rouge({' '.join(self.labels)!r}, {self.signature!r})"

    @property
    def labels(self) -> list[str]:
        """The labels of the metrics, in order."""
        return list(self._labels)

    @property
    def signature(self) -> str:
        """The signature of the profile."""
        return self.profile.signature

    def score(self, *, prediction: Any, reference: Any = None, references: Sequence[Any] | None = None) -> Scores:
        """Score one prediction against one reference, or several.

        >>> Rouge("rouge1").score(prediction="a b", references=["a", "a b"])["rouge1"].recall
        1.0
        """
        if self._quick and type(prediction) is str and type(reference) is str and references is None:
            scores = Scores()
            scores.signature = self._signature
            if not self._plan.score(prediction, reference, self._alpha, self._labels, Score, scores):
                return scores
        if (reference is None) == (references is None):
            raise InputTypeError("give one text as reference=, or several as references=[...], and not both")
        if references is not None:
            if isinstance(references, str):
                raise InputTypeError("references is a str; give a list of texts, or the one text as reference=")
            references = list(references)
            if not references:
                raise InputError("references is empty; give at least one reference")
        several = references is not None
        against = references if references is not None else [reference]
        rows = np.array([0, len(against)], dtype=np.int64) if several else None
        return self._alone(self._report([prediction], against, rows, progress=False))

    def evaluate(
        self,
        *,
        predictions: Sequence[Any],
        references: Sequence[Any],
        ids: Sequence[str] | None = None,
        progress: bool = False,
        hashed: bool = False,
    ) -> Report:
        """Score a sequence of predictions, each against its reference or list of references.

        `ids` name the examples where their names matter: in print-outs, and to profiles that order by them. With ``hashed=True`` a hash of the texts becomes part of the signature.

        >>> Rouge("rougeL").evaluate(predictions=["a b"], references=[["a", "a b"]])["rougeL"].fmeasure.value
        1.0
        """
        if hashed:
            predictions, references = _sequence(predictions, "predictions"), _sequence(references, "references")
        report = self._report(*self._rows(predictions, references), ids=ids, progress=progress)
        return replace(report, input_hash=_hash(predictions, references)) if hashed else report

    def scores(self, *, predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        """Score a batch into columns alone: float64 [examples, metrics, (precision, recall, F)].

        Makes no report, and keeps no counts; examples without words follow the rule `empty`.

        >>> Rouge("rouge1").scores(predictions=["a b"], references=["a c d"])[0, 0].tolist()
        [0.5, 0.3333333333333333, 0.4]
        """
        texts, others, rows = self._rows(predictions, references)
        sides, n = self._sides(texts, others), len(texts)
        if rows is None:
            alone = plain(self.profile.score, self.metrics) and not self.profile.quirks
            found, ours, theirs = self._count(sides, None, n, n, alpha=self._alpha if alone else None)
            # What the engine does not score is scored where the counts lie, in pieces that stay in the cache.
            for begin in () if alone else range(0, n, PIECE):
                piece = found[begin : begin + PIECE]
                piece[:] = combine(piece, None, self.metrics, self.profile.score, self.profile.quirks)
        else:
            found, ours, theirs = self._combined(sides, rows)
        empty, _ = self._noticed(ours, theirs, rows)
        return settle_empty(found, empty, self.profile.score.empty)

    def prepare(self, references: Sequence[Any]) -> Prepared:
        """Read references once, to score predictions against them again and again.

        >>> prepared = Rouge("rouge1").prepare(["a b", "c d"])
        >>> prepared.evaluate(predictions=["a", "d"])["rouge1"].recall.value
        0.5
        """
        from infrarouge.search.prepared import Prepared

        return Prepared(self, references)

    def counts(self, *, predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        """Count matched, prediction and reference units of every pair: float64 [pairs, metrics, 3].

        >>> Rouge("rouge1").counts(predictions=["a b"], references=["a c d"]).tolist()
        [[[1.0, 2.0, 3.0]]]
        """
        texts, others, rows = self._rows(predictions, references)
        return self._count(self._sides(texts, others), rows, len(texts), len(others))[0]

    def score_pair(self, prediction: Any, reference: Any) -> tuple[dict[str, Score], int]:
        """Score one pair at the least cost: scores by label, and the flags of both texts in one.

        >>> Rouge("rouge1").score_pair("a b", "a c")
        ({'rouge1': Score(precision=0.5, recall=0.5, fmeasure=0.5)}, 0)
        """
        scores: dict[str, Score] = {}
        if self._quick:
            try:
                flags = self._plan.score(prediction, reference, self._alpha, self._labels, Score, scores)
            except TextFault as fault:
                raise _worded(fault, None) from None
        else:
            counts, ours, theirs = self._count(self._sides([prediction], [reference]), None, 1, 1)
            flags = int(ours[0] | theirs[0])
            values = combine(counts, None, self.metrics, self.profile.score)[0]
            scores.update(zip(self._labels, map(Score._make, values.tolist()), strict=True))
        if flags & LOW_COVERAGE:
            self._guard(np.zeros(1, dtype=np.int64), 1)
        return scores, flags

    def tokenize(self, text: str) -> list[str]:
        """Show the words the rules make of a text.

        >>> Rouge(stemmer="porter").tokenize("The cats' naps")
        ['the', 'cat', 'nap']
        """
        side = self._reader.side([text], "text")
        if side.texts is None:
            try:
                return self._plan.read(text)[0]
            except TextFault as fault:
                raise _worded(fault, None) from None
        if side.sentences is None:
            return [word for sentence in side.items for word in self._plan.read(sentence)[0]]
        return list(side.items if side.flat is None else side.flat)

    # ------------------------------------------------------------ inside

    def _rows(self, predictions: Any, references: Any) -> tuple[list[Any], list[Any], Integers | None]:
        """Check a batch and flatten the references: predictions, references one after another, and whose they are."""
        ours, theirs = _sequence(predictions, "predictions"), _sequence(references, "references")
        if len(ours) != len(theirs):
            raise InputError(
                f"{len(ours)} predictions and {len(theirs)} references; each prediction needs its reference, or a list "
                "of its references"
            )
        return ours, *self._flattened(theirs, "references")

    def _flattened(self, texts: list[Any], name: str) -> tuple[list[Any], Integers | None]:
        """Texts one after another, and whose they are if any row holds several; `name` is what the rows hold."""
        depth = self._depth()
        if not depth and engine.all_texts(texts):
            return texts, None
        if not any(_depth(row) > depth for row in texts):
            return texts, None
        lists = []
        for at, row in enumerate(texts):
            several = list(row) if _depth(row) > depth or (depth == 0 and isinstance(row, (list, tuple))) else [row]
            if not several:
                raise InputError(f"row {at} has no {name}; give at least one, or None for a missing text")
            lists.append(several)
        return [one for row in lists for one in row], offsets(lists)

    def _depth(self) -> int:
        """How deeply a single text is nested under these rules: 0 for a str, 1 for tokens, 2 for tokens by sentence."""
        return int(self.profile.text.sentences == "list") + int(self.profile.text.tokens in ("list", "ids"))

    def _sides(self, predictions: list[Any], references: list[Any]) -> tuple[Side, Side]:
        return self._reader.side(predictions, "prediction"), self._reader.side(references, "reference")

    def _count(
        self,
        sides: tuple[Side, Side],
        rows: Integers | None,
        n: int,
        pairs: int,
        *,
        progress: bool = False,
        alpha: float | None = None,
    ) -> tuple[Floats, Flags, Flags]:
        """Counts of all pairs, or with `alpha` their scores, and what was noticed of the texts."""
        counts = np.empty((pairs, len(self.metrics), 3))
        ours, theirs = np.empty(n, dtype=np.uint8), np.empty(pairs, dtype=np.uint8)
        threads = thread_count(self.threads)
        for begin, end in chunks(n, FIRST_CHUNK * threads, LAST_CHUNK, shown=progress):
            self._cross(sides, rows, counts, ours, theirs, begin, end, threads, alpha)
        if Quirk.NO_UNITS in self.profile.quirks:
            refuse_no_units(counts, self.metrics)
        return counts, ours, theirs

    def _combined(self, sides: tuple[Side, Side], rows: Integers) -> tuple[Floats, Flags, Flags]:
        """Scores of rows with several references, of which the counts are kept for one batch at a time."""
        n, pairs = len(rows) - 1, int(rows[-1])
        found = np.empty((n, len(self.metrics), 3))
        ours, theirs = np.empty(n, dtype=np.uint8), np.empty(pairs, dtype=np.uint8)
        for begin in range(0, n, BATCH):
            end = min(n, begin + BATCH)
            first, last = int(rows[begin]), int(rows[end])
            inside = rows[begin : end + 1] - first
            parts = sides[0].part(begin, end), sides[1].part(first, last)
            try:
                counts, ours[begin:end], theirs[first:last] = self._count(parts, inside, end - begin, last - first)
            except _WrongType as error:
                raise error.shifted(begin) from None
            found[begin:end] = combine(counts, inside, self.metrics, self.profile.score, self.profile.quirks)
        return found, ours, theirs

    def _cross(self, sides: tuple[Side, Side], *given: Any) -> None:
        rows = given[0]
        try:
            self._plan.count(*sides, *given)
        except TextFault as fault:
            raise _worded(fault, rows) from None

    def _report(
        self,
        predictions: Any,
        references: Any,
        rows: Integers | None,
        *,
        ids: Sequence[str] | None = None,
        progress: bool,
    ) -> Report:
        named = None if ids is None else tuple(map(str, ids))
        if named is not None and len(named) != len(predictions):
            raise InputError(f"{len(named)} ids for {len(predictions)} predictions; give one id for each")
        sides = self._sides(predictions, references)
        found = self._count(sides, rows, len(predictions), len(references), progress=progress)
        return self._judged(*found, rows, named)

    def _judged(
        self,
        counts: Floats,
        ours: Flags,
        theirs: Flags,
        rows: Integers | None,
        named: tuple[str, ...] | None = None,
    ) -> Report:
        """Make the report of counts, with the examples whose flags say something."""
        empty, low = self._noticed(ours, theirs, rows)
        return Report(self.metrics, self.profile, counts, rows, empty, low, self.threads, named)

    def _noticed(self, ours: Flags, theirs: Flags, rows: Integers | None) -> tuple[Integers, Integers]:
        """Which examples have no words, and which lose most of their letters; the latter is said aloud."""
        empty = np.flatnonzero((ours & NO_WORDS != 0) | _every(theirs & NO_WORDS != 0, rows))
        low = np.flatnonzero((ours & LOW_COVERAGE != 0) | _any(theirs & LOW_COVERAGE != 0, rows))
        if len(low):
            self._guard(low, len(ours))
        return empty, low

    def _alone(self, report: Report) -> Scores:
        """The scores of a report's only example."""
        values = zip(self.labels, report.scores[0].tolist(), strict=True)
        return _scores({label: Score(*row) for label, row in values}, self._signature)

    def _guard(self, low: Integers, n: int) -> None:
        """Say that the tokenizer drops most letters of some texts: their scores would mean little."""
        message = (
            f"tokens={self.profile.text.tokens!r} drops most of the letters in {len(low)} of {n} examples ({some(low)}); "
            "for other scripts type profile='infrarouge-1' or tokens='unicode'"
        )
        if self.strict:
            raise CoverageError(message)
        warnings.warn(message, CoverageWarning, stacklevel=_outside())


class _WrongType(InputTypeError):
    """A text of a wrong type, whose row can be told again where a batch was cut."""

    def __init__(self, name: str, row: int, kind: str) -> None:
        super().__init__(wrong_type(name, row, kind))
        self.found = name, row, kind

    def shifted(self, begin: int) -> InputTypeError:
        name, row, kind = self.found
        return InputTypeError(wrong_type(name, row + begin, kind))


def _worded(fault: TextFault, rows: Integers | None) -> InputTypeError:
    """Word an engine's complaint about a text of a wrong type; `rows` tells whose reference it is."""
    row = fault.row
    if rows is not None and fault.side == "reference":
        row = int(np.searchsorted(rows, row, "right")) - 1
    return _WrongType(fault.side, row, fault.kind)


def reader_of(profile: Profile, metrics: tuple[Metric, ...]) -> Reader:
    """The reader for these metrics: of text, or of Basic Elements."""
    if any(isinstance(one, Elements) for one in metrics):
        from infrarouge.reading.elements import ElementReader

        return ElementReader(profile, metrics)
    return Reader(profile, sentences=needs_sentences(metrics))


def _rouge(metrics: tuple[Metric, ...], profile: Profile, threads: int | None, strict: bool) -> Rouge:
    return Rouge(metrics, profile, threads=threads, strict=strict)


def _outside() -> int:
    """How many frames up the caller's own code is, so that a warning points there."""
    import sys

    depth = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("infrarouge"):
        frame, depth = frame.f_back, depth + 1
    return depth


def _hash(predictions: Sequence[Any], references: Sequence[Any]) -> str:
    from infrarouge.files.inputs import InputHash

    made = InputHash()
    made.add(predictions, references)
    return made.value


def _every(flags: Any, rows: Integers | None) -> Any:
    return flags if rows is None else np.logical_and.reduceat(flags, rows[:-1]) if len(rows) > 1 else flags[:0]


def _any(flags: Any, rows: Integers | None) -> Any:
    return flags if rows is None else np.logical_or.reduceat(flags, rows[:-1]) if len(rows) > 1 else flags[:0]


def _sequence(texts: Any, name: str) -> list[Any]:
    if isinstance(texts, (str, bytes)):
        raise InputTypeError(
            f"{name} is a {type(texts).__name__}; evaluate takes a sequence of texts, score takes one text"
        )
    if isinstance(texts, list):
        return texts
    if not isinstance(texts, Iterable):
        raise InputTypeError(f"{name} is {type(texts).__name__}; give a sequence of texts")
    return list(texts)


def _depth(value: Any) -> int:
    """How deeply a value is nested: 0 for a str, a number or None."""
    if value is None or isinstance(value, (str, bytes, int, float)) or not isinstance(value, Iterable):
        return 0
    dimensions = getattr(value, "ndim", None)
    if isinstance(dimensions, int) and str(getattr(value, "dtype", "")) != "object":
        return dimensions
    if isinstance(value, Sized) and not len(value):
        return 1
    return 1 + max(_depth(one) for one in value)


@lru_cache(maxsize=64)
def _cached(metrics: Any, profile: Profile, threads: int | None, strict: bool) -> Rouge:
    return Rouge(metrics, profile, threads=threads, strict=strict)


def _scorer(metrics: Any, profile: Any, threads: int | None, strict: bool, rules: dict[str, Any]) -> Rouge:
    """Find or make the scorer for these settings."""
    return _cached(parse_metrics(metrics), find_profile(profile, **rules), threads, strict)


def score(
    *,
    prediction: Any,
    reference: Any = None,
    references: Sequence[Any] | None = None,
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    strict: bool = False,
    **rules: Any,
) -> Scores:
    """Score one prediction against one reference, or several.

    >>> score(prediction="the cat sat", reference="the cat sat down", metrics="rougeL")["rougeL"].recall
    0.75
    """
    scorer = _scorer(metrics, profile, None, strict, rules)
    return scorer.score(prediction=prediction, reference=reference, references=references)


def evaluate(
    *,
    predictions: Sequence[Any],
    references: Sequence[Any],
    metrics: str | Metric | Iterable[str | Metric] = DEFAULT_METRICS,
    profile: str | Profile = DEFAULT.name,
    ids: Sequence[str] | None = None,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    hashed: bool = False,
    **rules: Any,
) -> Report:
    """Score a sequence of predictions, each against its reference or list of references.

    `ids` name the examples. With ``hashed=True`` a hash of the texts becomes part of the signature.

    >>> report = evaluate(predictions=["the cat"], references=["the cat sat"], metrics="rouge1")
    >>> report["rouge1"].precision.value
    1.0
    """
    scorer = _scorer(metrics, profile, threads, strict, rules)
    return scorer.evaluate(predictions=predictions, references=references, ids=ids, progress=progress, hashed=hashed)
