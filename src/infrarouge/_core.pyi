from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from infrarouge.types import Flags, Floats, Integers, Needs, Positions, Side

T = TypeVar("T", bound=tuple[float, ...])

class Plan:
    def __init__(
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
    ) -> None: ...
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

class Store:
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

class SearchStore(Store):
    def add(self, side: Side, name: str, flags: Flags, begin: int, end: int) -> None: ...
    def totals(self) -> Floats: ...
    def portable(self) -> tuple[Integers, Integers, Floats, bytes, Integers]: ...
    def measure(
        self, side: Side, name: str, totals: Floats, flags: Flags, begin: int, end: int, threads: int
    ) -> None: ...
    def search(
        self, side: Side, needs: Needs, which: Integers, starts: Integers | None, begin: int, end: int, threads: int
    ) -> tuple[Integers, Integers, Floats]: ...
    def dedup(self, needs: Needs, begin: int, end: int, threads: int) -> tuple[Integers, Integers, Floats]: ...

class Greedy:
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

def resample(values: Floats, n_resamples: int, seed: int, generator: str, threads: int) -> Floats: ...
def flip(values: Floats, n_flips: int, seed: int, threads: int) -> Floats: ...
def keyed_sums(values: Floats, keys: Integers, n_samples: int, seed: int, kind: str, threads: int) -> Integers: ...
def round_decimal(values: Floats, decimals: int) -> Floats: ...
def usual_scores(counts: Floats, alpha: float) -> Floats: ...
def all_texts(items: list[Any]) -> bool: ...
def beyond_ascii(items: list[Any]) -> list[int]: ...
def js_sentences(text: str, neutral: bool) -> list[str] | None: ...
def js_sentences_320(text: str) -> list[str] | None: ...
def engine_version() -> str: ...
def simd() -> str: ...

class ArrowTexts:
    def __init__(self, source: Any, array: Any) -> None: ...
    def __len__(self) -> int: ...
    def part(self, begin: int, end: int) -> ArrowTexts: ...
    def texts(self, begin: int, end: int) -> list[str | None]: ...
    def lists(self) -> tuple[Integers, Flags] | None: ...

class _Calls:  # a submodule, as is the next one
    @staticmethod
    def quick(
        plan: object,
        alpha: float,
        labels: tuple[str, ...],
        kind: type[T],
        result: type[dict[str, T]],
        slot: object | None,
        signature: object | None,
    ) -> object: ...
    @staticmethod
    def method(function: Callable[..., Any], slot: object) -> object: ...
    @staticmethod
    def function(
        function: Callable[..., Any], resolve: Callable[..., Any], lasting: tuple[type[Any], ...]
    ) -> object: ...

calls: _Calls

class _Files:  # a submodule: a stub for it would need a folder, which Python would take for a package
    @staticmethod
    def read_evaluations(data: bytes) -> list[tuple[Any, ...]] | None: ...
    @staticmethod
    def read_files(paths: list[str], see: bool, most: int, threads: int) -> list[str | None]: ...
    class Block:
        def __len__(self) -> int: ...
        def bytes(self, begin: int, end: int) -> bytes: ...

    @staticmethod
    def read_block(readinto: object, before: Block | None, begin: int, size: int) -> Block: ...
    @staticmethod
    def json_lines(
        data: Block, fields: list[tuple[str, str, str]], last: bool
    ) -> tuple[int, int, Integers, list[ArrowTexts]] | None: ...
    @staticmethod
    def delimited(
        data: Block, delimiter: str, width: int, places: list[int], last: bool
    ) -> tuple[int, int, Integers, list[ArrowTexts]] | None: ...
    @staticmethod
    def joined(columns: list[ArrowTexts]) -> ArrowTexts: ...
    @staticmethod
    def row_lines(
        before: list[bytes], start: int, texts: list[list[bytes]], values: Floats, nan: bytes, infinity: bytes
    ) -> bytes: ...

files: _Files
