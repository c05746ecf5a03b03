from typing import Any, TypeVar

from infrarouge.types import Flags, Floats, Integers, Side

T = TypeVar("T", bound=tuple[float, ...])

class Plan:
    def __init__(self, **rules: Any) -> None: ...
    def read(self, text: str) -> tuple[list[str], list[list[str]], int, int]: ...
    def score(
        self, prediction: str, reference: str, alpha: float, labels: tuple[str, ...], kind: type[T], into: dict[str, T]
    ) -> int: ...
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
    ) -> None: ...

def resample(values: Floats, n_resamples: int, seed: int, generator: str, threads: int) -> Floats: ...
def flip(values: Floats, n_flips: int, seed: int, threads: int) -> Floats: ...
def round_decimal(values: Floats, decimals: int) -> Floats: ...
