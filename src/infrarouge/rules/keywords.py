"""The rules by name, as every function takes them: ``profile("rouge-score", stemmer="porter", alpha=0.8)``.

Written out so that editors complete the names and type checkers refuse a wrong one; a test holds it against the groups
of `infrarouge.rules.profile`. Where a rule takes more than it stores, such as any collection of stop words, it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypedDict

if TYPE_CHECKING:
    from infrarouge.rules.profile import Resampling
    from infrarouge.rules.quirks import Quirk


class Tokenizes(Protocol):
    """An object that cuts a sentence into words."""

    @property
    def tokenize(self) -> Callable[[str], Iterable[str]]: ...


class Analyzes(Protocol):
    """An analyser of a language, as `infrarouge.reading.analyzers` describes it."""

    @property
    def analyze(self) -> Callable[[Sequence[str]], Sequence[object]]: ...


class Encodes(Protocol):
    """A tokenizer object of Hugging Face's `tokenizers`."""

    @property
    def encode_batch(self) -> Callable[..., object]: ...


class EncodesBytes(Protocol):
    """An encoding of tiktoken."""

    @property
    def encode_ordinary_batch(self) -> Callable[..., object]: ...


class Pipes(Protocol):
    """A pipeline of spaCy."""

    @property
    def pipe(self) -> Callable[..., object]: ...


class Splits(Protocol):
    """An object that cuts a text into sentences."""

    @property
    def sentences(self) -> Callable[[str], Iterable[str]]: ...


class Normalizes(Protocol):
    """An object that rewrites a text."""

    @property
    def normalize(self) -> Callable[[str], str]: ...


class Stems(Protocol):
    """An object that cuts a word to its stem."""

    @property
    def stem(self) -> Callable[[str], str]: ...


class Rules(TypedDict, total=False):
    """Rules to set on top of a profile, each by its name; use it as ``**rules: Unpack[infrarouge.Rules]``.

    >>> from infrarouge import profile
    >>> rules = Rules(stemmer="porter", combine="mean")
    >>> profile("rouge-score", **rules).signature
    'rouge-score-0.1.2|stem:porter|refs:mean'
    """

    # How a text becomes words; a language stands for the rules that fit it.
    lang: str | None
    sentences: str | Callable[[str], Iterable[str]] | Splits
    max_words: int | None
    max_bytes: int | None
    limit: str
    lowercase: bool | str | None
    normalizer: str | Callable[[str], str] | Normalizes | None
    tokens: str | Callable[[str], Iterable[str]] | Tokenizes | Analyzes | Encodes | EncodesBytes | Pipes
    stopwords: str | bool | Iterable[str] | None
    stemmer: str | bool | Callable[[str], str] | Stems | None
    stem_min: int
    synonyms: str | Mapping[str, str | Iterable[str]] | Iterable[str | Iterable[str]] | None
    ignore_ids: Iterable[int]
    flat: str
    sentence_tokens: str | Callable[[str], Iterable[str]] | Tokenizes | None

    # How words are matched.
    count: str
    within: str
    union: str
    tie: str

    # How counts become scores.
    formula: str
    alpha: float
    beta: float
    decimals: int | None
    combine: str
    empty: str
    dtype: str
    lcs_root: float

    # How a corpus number and its interval are found: one by one, or all of them as `resampling`.
    n_resamples: int
    confidence_level: float
    rng: int
    generator: str | None
    center: str | None
    interval: str | None
    order: str | None
    average: str | None
    resampling: Resampling | None

    # Oddities of other programs.
    quirks: Iterable[Quirk | str]
