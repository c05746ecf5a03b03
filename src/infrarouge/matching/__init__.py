"""The metric families; each registers itself, and labels are read and written here alone."""

from __future__ import annotations

from collections.abc import Iterable

from infrarouge.aliases import metric_hint
from infrarouge.errors import UnknownNameError
from infrarouge.matching.base import FAMILIES, Count, Metric, Spec
from infrarouge.matching.elements import Elements
from infrarouge.matching.lcs import LongestCommon, count_lcs, count_union
from infrarouge.matching.ngram import NGram, count_ngrams, count_sentence_ngrams
from infrarouge.matching.skip import SkipBigram, count_sentence_pairs, count_skip_bigrams
from infrarouge.matching.weighted import WeightedCommon, count_weighted, count_weighted_union

DEFAULT_METRICS = "rouge1 rouge2 rougeL rougeLsum"

COUNT: dict[str, Count] = {
    "ngram": count_ngrams,
    "ngram_sum": count_sentence_ngrams,
    "skip": count_skip_bigrams,
    "skip_sum": count_sentence_pairs,
    "lcs": count_lcs,
    "lcs_sum": count_union,
    "weighted": count_weighted,
    "weighted_sum": count_weighted_union,
}
"""The definition of each kind of metric."""

__all__ = [
    "COUNT",
    "DEFAULT_METRICS",
    "FAMILIES",
    "Elements",
    "LongestCommon",
    "Metric",
    "NGram",
    "SkipBigram",
    "Spec",
    "WeightedCommon",
    "metric",
    "metrics",
    "needs_sentences",
    "parse_metrics",
    "spec_of",
]


def metric(label: str | Metric) -> Metric:
    """Read one label, in the spelling of the conventions or of the papers.

    >>> metric("ROUGE-L").label, metric("SU4").label, metric("rouge_w").label
    ('rougeL', 'rougeSU4', 'rougeW-1.2')
    >>> metric("rougeLsun")
    Traceback (most recent call last):
        ...
    infrarouge.errors.UnknownNameError: unknown metric 'rougeLsun'; did you mean 'rougeLsum'? See infrarouge.metrics().
    """
    if isinstance(label, Metric):
        return label
    # A member of a str-Enum is a name like its value, whatever its str() says.
    name = (str.__str__(label) if isinstance(label, str) else str(label)).strip()
    parsed = _parsed(name)
    if parsed is None:
        hint = metric_hint(name, _examples(), lambda text: _parsed(text) is not None)
        raise UnknownNameError(f"unknown metric {name!r}{hint} See infrarouge.metrics().")
    return parsed


def _parsed(name: str) -> Metric | None:
    bare = name.lower().removeprefix("rouge").lstrip("-_ ")
    return next((parsed for family in FAMILIES.values() if (parsed := family.parse(bare)) is not None), None)


def parse_metrics(labels: str | Metric | Iterable[str | Metric]) -> tuple[Metric, ...]:
    """Read a blank- or comma-separated string or a list of labels, each once, in order.

    >>> [one.label for one in parse_metrics("rouge1, rougeL rouge1")]
    ['rouge1', 'rougeL']
    """
    if isinstance(labels, str):
        labels = labels.replace(",", " ").split()
    elif isinstance(labels, Metric):
        labels = [labels]
    elif isinstance(labels, bytes) or not isinstance(labels, Iterable):
        raise UnknownNameError(f"metrics is {labels!r}; name some, such as metrics='rouge1 rouge2 rougeL'")
    parsed = tuple(dict.fromkeys(metric(label) for label in labels))
    if not parsed:
        raise UnknownNameError("no metric was named; name some, such as metrics='rouge1 rouge2 rougeL'")
    return parsed


def metrics() -> dict[str, str]:
    """List the metric families by example label.

    >>> metrics()["rougeL"]
    'longest common subsequence of the whole texts'
    """
    return {label: about for family in FAMILIES.values() for label, about in family.examples().items()}


def spec_of(metric: Metric, within: str = "text") -> Spec:
    """What an engine is told of a metric; `within` is the rule that says where n-grams and pairs of words lie.

    >>> spec_of(metric("rouge2")).kind, spec_of(metric("rouge2"), "sentence").kind
    ('ngram', 'ngram_sum')
    """
    spec = metric.spec
    if within == "sentence" and isinstance(metric, (NGram, SkipBigram)):
        return spec._replace(kind=f"{spec.kind}_sum")
    return spec


def needs_sentences(parsed: Iterable[Metric], within: str = "text") -> bool:
    """Whether any metric looks at sentences.

    >>> needs_sentences(parse_metrics("rouge1 rougeL")), needs_sentences(parse_metrics("rouge1"), "sentence")
    (False, True)
    """
    return any(spec_of(metric, within).kind.endswith("_sum") for metric in parsed)


def _examples() -> list[str]:
    return [label for family in FAMILIES.values() for label in family.examples()] + ["rouge2", "rouge3"]
