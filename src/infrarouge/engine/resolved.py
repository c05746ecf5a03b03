"""What a profile means to an engine: the reader of its texts, and everything that a `Plan` is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from infrarouge.errors import InputError
from infrarouge.matching import Elements, Metric, needs_sentences, spec_of
from infrarouge.reading.elements import ElementReader
from infrarouge.reading.reader import Reader
from infrarouge.registry import one_of
from infrarouge.rules.profile import Profile
from infrarouge.rules.quirks import Quirk

COUNTS = ("clipped", "set", "distinct")
UNIONS = ("both", "prediction", "values", "distinct", "sum", "exclusive")
TIES = ("reference", "prediction")
WITHIN = ("text", "sentence")


def reader_of(profile: Profile, metrics: tuple[Metric, ...]) -> Reader:
    """The reader for these metrics: of text, or of Basic Elements."""
    elements = [metric for metric in metrics if isinstance(metric, Elements)]
    if not elements:
        return Reader(profile, sentences=needs_sentences(metrics, profile.match.within))
    if len(metrics) > 1:
        labels = " ".join(metric.label for metric in metrics)
        raise InputError(
            f"metrics are {labels}; rougeBE reads elements (head|modifier|relation in each line), each mode its own: "
            "score it alone"
        )
    return ElementReader(profile, elements[0].key)


def plan_rules(profile: Profile, metrics: Iterable[Metric], reader: Reader) -> dict[str, Any]:
    """Everything an engine's `Plan` is told."""
    match, quirks = profile.match, profile.quirks
    return {
        **reader.native,
        "metrics": [tuple(spec_of(metric, one_of("within rule", match.within, WITHIN))) for metric in metrics],
        "count": one_of("count rule", match.count, COUNTS),
        "union": one_of("union rule", match.union, UNIONS),
        "tie": one_of("tie rule", match.tie, TIES),
        "su_last_word": Quirk.SU_LAST_WORD in quirks,
        "w_reference_runs": Quirk.W_REFERENCE_RUNS in quirks,
        "w_open_runs": Quirk.W_OPEN_RUNS in quirks,
        "w_flat_prediction": Quirk.W_FLAT_PREDICTION in quirks,
        "w_path_12": Quirk.W_PATH_12 in quirks,
        "short_totals": Quirk.SHORT_TOTALS in quirks,
        "l_blank_word": Quirk.L_BLANK_WORD in quirks,
    }
