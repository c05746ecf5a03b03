"""The texts of a run: which files a system has, read once however many systems there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from infrarouge.errors import InputError
from infrarouge.files.evaluations import Eval
from infrarouge.files.native import small_texts
from infrarouge.files.summaries import FORMATS, HIGH, Limit, ascii_text, read_bytes, why
from infrarouge.matching import Elements, Metric
from infrarouge.matching.elements import MODES
from infrarouge.rouge155.options import Options

Warn = Callable[[str], None]
Read = Callable[[str, str], "str | bytes"]
"""Reads the file at a path, in a format."""
Wanted = tuple[Eval, str, list[str]]
"""An evaluation, and the paths of the peer and of the models."""


class Files:
    """Reads summaries, each file once however many systems there are."""

    def __init__(self, limits: tuple[int | None, int | None], sentences: bool) -> None:
        words, size = limits
        self.limit = Limit(words, size, sentences)
        self.cut = size or 0
        self.known: dict[str, dict[str, str | None]] = {name: {} for name in FORMATS}
        self.foreign = 0

    def prepare(self, wanted: Sequence[Wanted]) -> None:
        """Read at once what the core can read; the rest is read when it is asked for."""
        if self.cut < 0:
            return
        for format in ("SPL", "SEE"):
            known = self.known[format]
            paths = [
                path for evaluation, peer, models in wanted if evaluation.format == format for path in (peer, *models)
            ]
            new = [path for path in dict.fromkeys(paths) if path not in known]
            known.update(zip(new, small_texts(new, format == "SEE"), strict=True))

    def text(self, path: str, format: str) -> str:
        """The sentences of a file, one a line, in ASCII."""
        known = self.known[format]
        text = known.get(path)
        if text is None:
            text = known[path] = self.fresh(path, format)
        return text

    def fresh(self, path: str, format: str) -> str:
        """Read a file that was not read before."""
        if format == "SIMPLE":
            raise InputError(f"{path} is SIMPLE, which holds elements for -3; ROUGE-N, L, W and S need text")
        data = read_bytes(path, FORMATS[format], self.limit)
        if data.isascii() and not self.cut:
            return data.decode("ascii")
        if 2 * len(data.translate(None, HIGH)) < len(data):
            self.foreign += 1
        if self.cut < 0:
            # Perl takes a negative limit for a distance from the end, and stops after the first sentence.
            data = next(filter(None, data.split(b"\n")), b"")[: self.cut]
        return ascii_text(data)

    def elements(self, path: str, format: str) -> bytes:
        """The Basic Elements of a file, one a line; ISI has none."""
        if format not in ("SIMPLE", "ISI"):
            raise InputError(
                f"{path} is {format}; -3 reads elements, in SIMPLE files: head|modifier|relation in each line"
            )
        try:
            data = read_bytes(path, FORMATS[format])
        except InputError as error:
            raise InputError(f"{path}, {error}") from None
        return data if format == "SIMPLE" else b""


class MetricBatch(NamedTuple):
    """Metrics that read the same thing, what they are called, and how it is read."""

    metrics: tuple[Metric, ...]
    labels: dict[str, str]
    read: Read
    empty: str | bytes


def batches(options: Options, metrics: dict[Metric, str], files: Files) -> Iterator[MetricBatch]:
    """What is read and scored together."""
    if metrics:
        labels = {metric.label: shown for metric, shown in metrics.items()}
        yield MetricBatch(tuple(metrics), labels, files.text, "")
    if options.has("3"):
        mode = options.given["3"]
        known = Elements(mode if mode in MODES else "HM")
        # An unknown mode counts nothing.
        read: Read = files.elements if mode in MODES else lambda path, format: files.elements(path, format)[:0]
        yield MetricBatch((known,), {known.label: f"ROUGE-BE-{mode}"}, read, b"")


class Row(NamedTuple):
    """One evaluation of one system: its name, its texts, and whether it has models at all."""

    name: str
    prediction: str | bytes
    references: list[str | bytes]
    has_models: bool


def find(system: str, evals: Sequence[Eval], warn: Warn) -> list[Wanted]:
    """The files of one system, by evaluation."""
    wanted: list[Wanted] = []
    for evaluation in evals:
        peer = evaluation.peer(system)
        if peer is None:
            warn(f"system {system} has no peer in evaluation {evaluation.id}, which is left out of its averages")
        elif not evaluation.format:
            raise InputError(
                f'evaluation {evaluation.id} has no <INPUT-FORMAT TYPE="...">; TYPE is one of {", ".join(FORMATS)}'
            )
        else:
            wanted.append((evaluation, peer, evaluation.models))
    return wanted


def read_rows(system: str, wanted: Sequence[Wanted], batch: MetricBatch, keep_going: bool, warn: Warn) -> Iterator[Row]:
    """Read the texts of one system."""
    read = batch.read
    for evaluation, peer, models in wanted:
        path = peer
        try:
            prediction = read(path, evaluation.format)
            references = []
            for path in models:
                references.append(read(path, evaluation.format))
        except (OSError, ValueError) as error:
            refused = _worded(error, path, "Cannot open" if path is peer else "Cannot find model summary:")
            if not keep_going:
                raise refused from None
            warn(f"evaluation {evaluation.id} of system {system} is left out: {refused}")
            continue
        if references:
            yield Row(f"{evaluation.id}.{system}", prediction, references, True)
        else:
            # Without models every count is 0, that of the peer's words too.
            yield Row(f"{evaluation.id}.{system}", batch.empty, [batch.empty], False)


def _worded(error: OSError | ValueError, path: str, what: str) -> InputError:
    if isinstance(error, InputError):
        return error
    reason = why(error) if isinstance(error, OSError) else str(error)
    return InputError(f"{what} {path} ({reason}; paths start from the current folder)")
