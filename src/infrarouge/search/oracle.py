"""Greedy extractive oracles: the sentences of a document that score best against a reference, as training labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from infrarouge.by_name import told_names
from infrarouge.engine import Greedy, thread_count
from infrarouge.engine.runner import Rows, Runner, runner_of, wrong_text
from infrarouge.errors import EmptyTextError, InputError, InputTypeError, TextFault, some
from infrarouge.matching import Metric, needs_sentences
from infrarouge.progress import chunks
from infrarouge.reading.containers import members, plain, sequence
from infrarouge.reading.finishing import READY
from infrarouge.reading.sentences import MARKER
from infrarouge.reading.sides import offsets
from infrarouge.registry import integer
from infrarouge.rules.catalogue import DEFAULT
from infrarouge.rules.profile import Profile
from infrarouge.scoring.measures import measure_at
from infrarouge.types import LOW_COVERAGE, NO_WORDS, Flags, Floats, Integers

FIRST_DOCUMENTS, MOST_DOCUMENTS = 32, 1024


@dataclass(frozen=True, slots=True)
class Extract:
    """The sentences chosen from a document, in the order in which they were chosen, and the score they reach together.

    >>> Extract((2, 0), 0.9, 4).labels
    [1, 0, 1, 0]
    """

    sentences: tuple[int, ...]
    score: float
    size: int
    """How many sentences the document has."""

    @property
    def labels(self) -> list[int]:
        """1 for each sentence that was chosen and 0 for each other, in the order of the document."""
        return [int(at in self.sentences) for at in range(self.size)]


@overload
def oracle(
    *,
    sentences: Sequence[Any],
    reference: Any,
    metric: str | Metric | Sequence[str | Metric] = "rouge1+rouge2",
    measure: str = "fmeasure",
    max_sentences: int = 3,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Any,
) -> Extract: ...


@overload
def oracle(
    *,
    documents: Sequence[Sequence[Any]],
    references: Sequence[Any],
    metric: str | Metric | Sequence[str | Metric] = "rouge1+rouge2",
    measure: str = "fmeasure",
    max_sentences: int = 3,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Any,
) -> list[Extract]: ...


@told_names
def oracle(
    *,
    sentences: Sequence[Any] | None = None,
    reference: Any = None,
    documents: Sequence[Sequence[Any]] | None = None,
    references: Sequence[Any] | None = None,
    metric: str | Metric | Sequence[str | Metric] = "rouge1+rouge2",
    measure: str = "fmeasure",
    max_sentences: int = 3,
    profile: str | Profile = DEFAULT.name,
    threads: int | None = None,
    strict: bool = False,
    progress: bool = False,
    **rules: Any,
) -> Extract | list[Extract]:
    """Choose sentences greedily: the one that raises the score most, again and again, until none raises it.

    The score of an extract is that of its sentences, one a line in the order of the document, against the reference;
    of several metrics, joined by +, it is the sum. Where several sentences raise it alike, the first is taken.
    Rules are given by name, but for `sentences`, which comes with a profile: ``profile("rouge-score", sentences="list")``.

    >>> oracle(sentences=["a dog ran .", "the cat sat .", "on the mat ."], reference="the cat sat on the mat")
    Extract(sentences=(1, 2), score=2.0, size=3)
    >>> [one.labels for one in oracle(documents=[["a b", "c"], ["c", "d e"]], references=["a b", "d e"])]
    [[1, 0], [0, 1]]
    """
    told = [value is not None for value in (sentences, reference, documents, references)]
    if told not in ([True, True, False, False], [False, False, True, True]):
        raise InputTypeError(
            "give one document as sentences=[...] and reference=, or several as documents=[[...], ...] and references="
        )
    most = integer(max_sentences)
    if most is None or most < 0:
        raise InputError(f"max_sentences is {max_sentences!r}; give a whole number, such as max_sentences=3")
    labels = metric.split("+") if isinstance(metric, str) else metric
    runner, at = runner_of(labels, profile, threads, strict, rules), measure_at(measure)
    if sentences is not None:
        articles, summaries = [sentences], [plain(reference)]
    else:
        articles, summaries = list(sequence(documents, "documents")), list(sequence(references, "references"))
    if len(articles) != len(summaries):
        raise InputError(
            f"{len(articles)} documents and {len(summaries)} references; each document needs its reference"
        )
    lists = [_sentences(article, number, runner) for number, article in enumerate(articles)]
    work = _in_core if _is_plain(runner) else _one_by_one
    parts = work(runner, lists, summaries, at, most, progress)
    extracts = [extract for part in parts for extract in part]
    return extracts if sentences is None else extracts[0]


def _sentences(document: Any, number: int, runner: Runner) -> list[Any]:
    if isinstance(document, (str, bytes)):
        raise InputTypeError(f"document {number} is a {type(document).__name__}; give a list of its sentences")
    if not isinstance(document, Iterable):
        raise InputTypeError(f"document {number} is {type(document).__name__}; give a list of its sentences")
    sentences = members(document, f"document {number}", "sentences")
    if runner.profile.text.tokens in READY or {*map(type, sentences)} <= {str}:
        return sentences
    wrong = [sentence for sentence in sentences if not isinstance(sentence, str)]
    if wrong:
        raise InputTypeError(f"document {number} holds {wrong[0]!r} ({type(wrong[0]).__name__}); sentences are str")
    return sentences


def _is_plain(runner: Runner) -> bool:
    """Whether an extract reads as its sentences read one by one, so that they can be read once."""
    text, reader = runner.profile.text, runner.reader
    if reader.python_sentences or reader.program or text.max_words is not None or text.max_bytes is not None:
        return False
    if not needs_sentences(runner.metrics, runner.profile.match.within):
        return text.sentences in ("newline", "none", "list")
    return text.sentences == "list" or (text.sentences == "newline" and text.tokens not in READY)


def _in_core(
    runner: Runner, documents: list[list[Any]], references: list[Any], measure: int, most: int, progress: bool
) -> Iterator[list[Extract]]:
    """Choose from many documents at once, each sentence being read once."""
    threads, texts = thread_count(runner.threads), offsets(documents)
    sizes = np.diff(texts)
    sentences = [sentence for document in documents for sentence in document]
    nested = runner.profile.text.sentences == "list"
    side = runner.side([[sentence] for sentence in sentences] if nested else sentences, "sentence")
    summaries = runner.side(references, "reference")
    ours, theirs = np.zeros(len(sentences), dtype=np.uint8), np.zeros(len(references), dtype=np.uint8)
    read, greedy = (side, texts, summaries, ours, theirs), runner.plan.greedy()
    usual = runner.scoring.plain
    for begin, end in chunks(
        len(documents), FIRST_DOCUMENTS * threads, MOST_DOCUMENTS, shown=progress, what="choosing"
    ):
        picks = np.full((end - begin, min(most, int(sizes[begin:end].max()))), -1, dtype=np.int64)
        best = np.zeros(end - begin)
        try:
            if usual:
                greedy.extract(*read, picks, best, runner.profile.score.alpha, measure, begin, end, threads)
            else:
                greedy.read(*read, begin, end, threads)
        except TextFault as fault:
            raise wrong_text(fault) from None
        if not usual:
            _in_step(runner, greedy, texts[begin : end + 1] - texts[begin], measure, picks, best, threads)
        counts = (picks >= 0).sum(axis=1)
        columns = zip(picks.tolist(), counts.tolist(), best.tolist(), sizes[begin:end].tolist(), strict=True)
        yield [Extract(tuple(places[:n]), score, size) for places, n, score, size in columns]
    low = _stretches(np.minimum, ours & LOW_COVERAGE, texts, 0)
    _check(runner, low, theirs)


def _in_step(
    runner: Runner, greedy: Greedy, starts: Integers, measure: int, picks: Integers, best: Floats, threads: int
) -> None:
    """Choose one sentence of each document in every round, for scores that are made here."""
    counts = np.zeros((int(starts[-1]), len(runner.metrics), 3))
    is_open = np.ones(len(counts), dtype=bool)
    for step in range(picks.shape[1]):
        greedy.round(counts, threads)
        runner.scoring.check(counts[is_open])
        chosen, value = _first_best(np.where(is_open, _totals(runner, counts, measure), -np.inf), starts)
        chosen = np.where(value > best, chosen, -1)
        if (chosen < 0).all():
            break
        greedy.choose(chosen)
        best[:] = np.maximum(best, value)
        picks[:, step] = chosen
        is_open[(starts[:-1] + chosen)[chosen >= 0]] = False
        is_open[np.repeat(chosen < 0, np.diff(starts))] = False


def _one_by_one(
    runner: Runner, documents: list[list[Any]], references: list[Any], measure: int, most: int, progress: bool
) -> Iterator[list[Extract]]:
    """Score every extract from its text: for rules under which a text is more than its sentences one by one."""
    for at, _ in chunks(len(documents), 1, 1, shown=progress, what="choosing"):
        document, reference = documents[at], references[at]
        picked: list[int] = []
        best = 0.0
        for _ in range(most):
            left = [place for place in range(len(document)) if place not in picked]
            chosen_sets = [sorted([*picked, place]) for place in left]
            extracts = [_joined([document[place] for place in places], runner) for places in chosen_sets]
            counts, ours, theirs = runner.count(Rows(extracts, [reference] * len(left), None))
            if not picked:
                _check(runner, _stretches(np.minimum, ours & LOW_COVERAGE, np.array([0, len(left)]), 0), theirs[:1])
            chosen, value = _first_best(_totals(runner, counts, measure), np.array([0, len(left)]))
            if not value[0] > best:
                break
            best = float(value[0])
            picked.append(left[int(chosen[0])])
        yield [Extract(tuple(picked), best, len(document))]


def _joined(sentences: list[Any], runner: Runner) -> Any:
    """The text of an extract."""
    text = runner.profile.text
    if text.sentences == "list":
        return sentences
    if text.tokens in READY:
        return [token for sentence in sentences for token in sentence]
    mark = str(text.sentences)
    return (mark[len(MARKER) :] if mark.startswith(MARKER) else "\n").join(sentences)


def _totals(runner: Runner, counts: Floats, measure: int) -> Floats:
    """The sum of the metrics' scores, in their order."""
    scores = runner.scoring.scores(counts, None)
    return np.nan_to_num(sum((scores[:, at, measure] for at in range(len(runner.metrics))), np.zeros(len(counts))))


def _first_best(values: Floats, starts: Integers) -> tuple[Integers, Floats]:
    """In each stretch the place of the largest value, the first of equals, and the value; -1 and -inf where it is empty."""
    sizes = np.diff(starts)
    best = _stretches(np.maximum, values, starts, -np.inf)
    places = np.where(values == np.repeat(best, sizes), np.arange(len(values)), len(values))
    first = _stretches(np.minimum, places, starts, -1)
    return np.where(sizes > 0, first - starts[:-1], -1), best


def _stretches(reduce: np.ufunc, values: Any, starts: Integers, nothing: float) -> Any:
    """Reduce each stretch of the values; an empty one gives `nothing`."""
    reduced = np.full(len(starts) - 1, nothing, dtype=values.dtype)
    there = np.flatnonzero(np.diff(starts) > 0)
    if len(there):
        reduced[there] = reduce.reduceat(values, starts[there])
    return reduced


def _check(runner: Runner, ours: Flags, theirs: Flags) -> None:
    """Warn where the tokenizer drops most letters of all sentences or of the reference; refuse empty references if told."""
    low, empty = np.flatnonzero((ours | theirs) & LOW_COVERAGE), np.flatnonzero(theirs & NO_WORDS)
    if len(low):
        runner.warn(low, len(theirs))
    if len(empty) and runner.profile.score.empty == "raise":
        raise EmptyTextError(
            f"{len(empty)} of {len(theirs)} references have no words: {some(empty)}; type empty='zero' to score them 0"
        )
