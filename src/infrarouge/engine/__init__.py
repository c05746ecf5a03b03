"""Picks the engine: the native core, or the textbook where the core could not be built."""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from infrarouge.__about__ import __version__
from infrarouge.errors import EngineWarning
from infrarouge.reading.columns import ColumnTexts, read_columns_by
from infrarouge.reading.quick import cut_quickly_by
from infrarouge.registry import integer
from infrarouge.rules.amounts import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from infrarouge.types import Flags, Floats, Integers, Needs, Positions, Side

T = TypeVar("T", bound=tuple[float, ...])


class Plan(Protocol):
    """The rules of one scorer, ready to read and count."""

    def read(self, text: str) -> tuple[list[str], list[list[str]], int, int]: ...

    def score(
        self,
        prediction: str | None,
        reference: str | None,
        alpha: float,
        labels: tuple[str, ...],
        kind: type[T],
        into: dict[str, T],
    ) -> int: ...

    def pair(self, prediction: Any, reference: Any) -> tuple[list[float], int]: ...

    def recall(self, prediction: Any, references: Any) -> float | None: ...

    def count(
        self,
        prediction: Side,
        reference: Side,
        rows: Integers | None,
        counts: Floats,
        prediction_flags: Flags,
        reference_flags: Flags,
        begin: int,
        end: int,
        threads: int,
        alpha: float | None = None,
    ) -> None: ...

    def matches(
        self, prediction: Side, reference: Side, rows: Integers | None, begin: int, end: int, threads: int
    ) -> tuple[Positions, Positions, Integers]: ...

    def store(self) -> Store: ...

    def index(self) -> SearchStore: ...

    def greedy(self) -> Greedy: ...


class Store(Protocol):
    """Texts read once and kept, to be counted against again and again."""

    def __len__(self) -> int: ...

    def add(self, side: Side, name: str, flags: Flags, begin: int, end: int) -> None: ...

    def count(
        self,
        prediction: Side,
        starts: Integers,
        rows: Integers,
        counts: Floats,
        flags: Flags,
        begin: int,
        end: int,
        threads: int,
    ) -> None: ...


class SearchStore(Store, Protocol):
    """Kept texts that can be searched; hits are which text, which kept text, and their counts."""

    def totals(self) -> Floats: ...

    def portable(self) -> tuple[Integers, Integers, Floats, bytes, Integers]: ...

    def measure(
        self, side: Side, name: str, totals: Floats, flags: Flags, begin: int, end: int, threads: int
    ) -> None: ...

    def search(
        self, side: Side, needs: Needs, which: Integers, starts: Integers | None, begin: int, end: int, threads: int
    ) -> tuple[Integers, Integers, Floats]: ...

    def dedup(self, needs: Needs, begin: int, end: int, threads: int) -> tuple[Integers, Integers, Floats]: ...


class Greedy(Protocol):
    """Articles from which sentences are chosen in step."""

    def read(
        self,
        sentences: Side,
        texts: Integers,
        references: Side,
        sentence_flags: Flags,
        reference_flags: Flags,
        begin: int,
        end: int,
        threads: int,
    ) -> None: ...

    def round(self, counts: Floats, threads: int) -> None: ...

    def choose(self, sentences: Integers) -> None: ...

    def extract(
        self,
        sentences: Side,
        texts: Integers,
        references: Side,
        sentence_flags: Flags,
        reference_flags: Flags,
        chosen: Integers,
        scores: Floats,
        alpha: float,
        measure: int,
        begin: int,
        end: int,
        threads: int,
    ) -> None: ...


class Engine(Protocol):
    """The handful of verbs that cross into an engine."""

    def Plan(  # it is a class in both engines
        self,
        *,
        sentences: str,
        marker: str,
        punkt: tuple[bytes, bytes, bytes, bytes] | None,
        lowercase: str,
        normalizer: Sequence[str],
        tokens: str,
        stemmer: str,
        stem_min: int,
        stop: Sequence[str],
        synonyms: Sequence[tuple[str, str]],
        exceptions: Sequence[tuple[str, str]],
        max_words: int | None,
        max_bytes: int | None,
        leading_blank_word: bool,
        bytes_per_sentence: bool,
        whole: bool,
        metrics: Sequence[tuple[str, float, bool]],
        count: str,
        union: str,
        tie: str,
        su_last_word: bool,
        w_reference_runs: bool,
        w_open_runs: bool,
        w_flat_prediction: bool,
        w_path_12: bool,
        short_totals: bool,
        l_blank_word: bool,
    ) -> Plan: ...

    def resample(self, values: Floats, n_resamples: int, seed: int, generator: str, threads: int) -> Floats: ...

    def flip(self, values: Floats, n_flips: int, seed: int, threads: int) -> Floats: ...

    def keyed_sums(
        self, values: Floats, keys: Integers, n_samples: int, seed: int, kind: str, threads: int
    ) -> Integers: ...

    def round_decimal(self, values: Floats, decimals: int) -> Floats: ...

    def usual_scores(self, counts: Floats, alpha: float) -> Floats: ...

    def all_texts(self, items: list[Any]) -> bool: ...

    def beyond_ascii(self, items: list[Any]) -> list[int]: ...

    def js_sentences(self, text: str, neutral: bool) -> list[str] | None: ...

    def js_sentences_320(self, text: str) -> list[str] | None: ...

    def ArrowTexts(self, source: Any, array: Any) -> ColumnTexts: ...  # a class in both engines


if TYPE_CHECKING:
    from collections.abc import Sequence

    # The type checker compares the verbs of the core with those above; those of the textbook it compares below.
    from infrarouge import _core

    _verbs: Engine = _core


def _load() -> tuple[str, Engine]:
    wanted = os.environ.get("INFRAROUGE_ENGINE", "")
    if wanted not in ("", "core", "textbook"):
        raise ValueError(f"INFRAROUGE_ENGINE is {wanted!r}; it is core, textbook or not set")
    simd = os.environ.get("INFRAROUGE_SIMD", "")
    if simd not in ("", "auto", "vector", "none"):
        raise ValueError(f"INFRAROUGE_SIMD is {simd!r}; it is none, vector, auto or not set")
    if wanted != "textbook":
        try:
            core: Engine = import_module("infrarouge._core")
            return "core", core
        except ImportError as error:
            if wanted == "core":
                raise
            warnings.warn(
                f"the native core of infrarouge is not installed ({error}); the textbook engine runs instead: same "
                "numbers, hundreds of times slower. With a C++17 compiler, install it again: "
                "pip install --force-reinstall --no-cache-dir infrarouge (in a checkout, a dot for infrarouge).",
                EngineWarning,
                stacklevel=2,
            )
    from infrarouge.engine import textbook  # loaded only where the core is not

    return "textbook", textbook


_name, engine = _load()
read_columns_by(engine.ArrowTexts)
cut_quickly_by(engine.js_sentences, engine.js_sentences_320)


def name() -> str:
    """Tell which engine runs.

    >>> name() in ("core", "textbook")
    True
    """
    return _name


def version() -> str:
    """The version of the package and the engine that runs, in one line.

    >>> version().startswith("infrarouge ")
    True
    """
    return f"infrarouge {__version__} ({_name} engine)"


def simd() -> str:
    """Tell which instructions for many values at once the engine uses; INFRAROUGE_SIMD=none forbids them all.

    >>> simd() in ("avx2", "sse2", "neon", "none")
    True
    """
    if _name == "textbook":
        return "none"
    return str(import_module("infrarouge._core").simd())


def thread_count(threads: int | None) -> int:
    """Settle how many threads work: all cores unless told.

    >>> thread_count(2)
    2
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = integer(threads)
    if number is None or not 1 <= number < 2**31:
        raise ValueError(f"threads is {shown(threads)}; give a whole number from 1 up, or None for all cores")
    return number
