"""Where each of the three counts of a metric comes from, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from infrarouge.matching import Elements, Metric
from infrarouge.reading.spans import Reading
from infrarouge.reporting.matched import Matched
from infrarouge.types import Counts

UNIONS = {
    "both": "words of the reference on a longest common subsequence of sentences, as often as both texts have them",
    "prediction": "words of the reference on a longest common subsequence of sentences, as often as the prediction has them",
    "values": "distinct words of each reference sentence on a longest common subsequence with a prediction sentence",
    "distinct": "distinct words on a longest common subsequence of any two sentences",
    "sum": "words on the longest common subsequences of all pairs of sentences, added up",
    "exclusive": "words on the longest common subsequences of all pairs of sentences, each place used once",
}


def origins(
    metric: Metric, rules: dict[str, Any], matched: Matched, prediction: Reading, reference: Reading
) -> dict[str, str]:
    """For each count a phrase that says where it comes from."""
    kind = matched.spec.kind
    if kind.startswith(("ngram", "skip")):
        where = " within a sentence" if kind.endswith("_sum") and matched.spec != ("ngram_sum", 1.0, False) else ""
        phrases = _units(unit_name(metric, rules) + where, rules["count"])
    elif kind == "lcs":
        phrases = _words("words on the longest common subsequence", "words")
    elif kind == "lcs_sum":
        phrases = _words(UNIONS[rules["union"]], "distinct words" if matched.once else "words")
    else:
        phrases = _weights(metric.spec.number, kind == "weighted_sum", rules, matched, prediction, reference)
    return dict(zip(Counts._fields, phrases, strict=True))


def unit_name(metric: Metric, rules: dict[str, Any]) -> str:
    """What the units of a metric that counts units are called.

    >>> from infrarouge.matching import metric
    >>> unit_name(metric("rouge2"), {}), unit_name(metric("rougeS4"), {"su_last_word": False})
    ('runs of 2 words', 'pairs of words with at most 4 between')
    """
    kind, number, unigrams = metric.spec
    if kind == "ngram":
        return "elements" if isinstance(metric, Elements) else "words" if number == 1 else f"runs of {number:g} words"
    name = "pairs of words" + ("" if number < 0 else f" with at most {number:g} between")
    if unigrams:
        name += " and single words" + (" but the last" if rules["su_last_word"] else "")
    return name


def _units(name: str, count: str) -> tuple[str, str, str]:
    each = "as often as both have them" if count == "clipped" else "each counted once"
    return _words(f"{name} that both texts have, {each}", f"{'distinct ' if count == 'set' else ''}{name}")


def _words(matched: str, name: str) -> tuple[str, str, str]:
    return matched, f"{name} of the prediction", f"{name} of the reference"


def _weights(
    weight: float,
    over_sentences: bool,
    rules: dict[str, Any],
    matched: Matched,
    prediction: Reading,
    reference: Reading,
) -> tuple[str, str, str]:
    runs = powers(Counter(matched.runs.tolist()).values(), weight)
    flat = powers([len(prediction.flat)], weight)
    if not over_sentences:
        return (
            f"= {runs}: runs of words on the weighted common subsequence, consecutive in both texts",
            f"= {flat}: words of the prediction",
            f"= {powers([len(reference.flat)], weight)}: words of the reference",
        )
    ours, theirs = (powers(map(len, side.sentences), weight) for side in (prediction, reference))
    return (
        f"= {runs}: runs of matched words of the reference"
        if rules["w_reference_runs"]
        else f"= {runs}: runs of words, consecutive in a sentence of either text, each place used once",
        f"= {flat}: words of the prediction"
        if rules["w_flat_prediction"]
        else f"= {ours}: words of the sentences of the prediction",
        f"= ({theirs})^{weight:g}: words of the sentences of the reference, weighed twice"
        if rules["w_double_weight"]
        else f"= {theirs}: words of the sentences of the reference",
    )


def powers(lengths: Iterable[int], weight: float, most: int = 6) -> str:
    """Spell a sum of weighted runs.

    >>> powers([2, 0, 1], 1.2), powers([], 1.2)
    ('2^1.2 + 1^1.2', '0')
    """
    terms = [f"{length}^{weight:g}" for length in lengths if length]
    return " + ".join(terms[:most]) + (f" + ... ({len(terms)} terms)" if len(terms) > most else "") or "0"
