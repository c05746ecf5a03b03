"""Every definition in plain Python: slow, evident, and the oracle of the tests.

Read it in this order: `reading` (a text becomes words), `grams` (what two texts share), `alignment` (what they have in common
in order), `numbers` (what becomes of counts), `plan` (the rules of a scorer put them to work), `kept` (one against many).

It is also the engine where the native core could not be built; both offer `Plan`, `resample`, `flip`, `round_decimal`
and `all_texts` with the same arguments, and nothing else crosses the boundary.
"""

from infrarouge.engine.textbook.alignment import (
    Pair,
    Paths,
    clip,
    clips_by_sentence,
    joined,
    lcs_path,
    lcs_table,
    runs,
    union_matches,
    weighted_path,
    weighted_paths,
    weighted_reference_runs,
    weighted_union_runs,
)
from infrarouge.engine.textbook.grams import (
    Places,
    counted,
    ngram_places,
    ngrams,
    overlap,
    shared,
    skip_bigrams,
    skip_places,
    units,
)
from infrarouge.engine.textbook.numbers import flip, ratios, resample, round_decimal
from infrarouge.engine.textbook.plan import Plan, all_texts
from infrarouge.engine.textbook.reading import (
    ASCII_SPACE,
    LOWER,
    TOKENS,
    Document,
    fields,
    first_bytes,
    first_words,
    sentences,
    split,
)

__all__ = [
    "ASCII_SPACE",
    "LOWER",
    "TOKENS",
    "Document",
    "Pair",
    "Paths",
    "Places",
    "Plan",
    "all_texts",
    "clip",
    "clips_by_sentence",
    "counted",
    "fields",
    "first_bytes",
    "first_words",
    "flip",
    "joined",
    "lcs_path",
    "lcs_table",
    "ngram_places",
    "ngrams",
    "overlap",
    "ratios",
    "resample",
    "round_decimal",
    "runs",
    "sentences",
    "shared",
    "skip_bigrams",
    "skip_places",
    "split",
    "union_matches",
    "units",
    "weighted_path",
    "weighted_paths",
    "weighted_reference_runs",
    "weighted_union_runs",
]
