"""Every definition in plain Python: slow, evident, and the oracle of the tests.

Read it in this order: `reading` (a text becomes words: sentences, limits, tokens, words), `matching` (what two texts share,
one file per family of metrics), `scoring` (what becomes of counts). `plan` puts the rules of a scorer to work, and `kept`
compares one text with many.

It is also the engine where the native core could not be built; both offer `Plan`, `resample`, `flip`, `keyed_sums`,
`round_decimal`, `usual_scores`, `all_texts`, `beyond_ascii`, `js_sentences`, `js_sentences_320` and `ArrowTexts` with the same
arguments, and nothing else crosses the boundary.
"""

from infrarouge.engine.textbook.plan import Plan, all_texts, beyond_ascii
from infrarouge.matching.lcs import clips_by_sentence, lcs_path, lcs_table, union_matches
from infrarouge.matching.ngram import ngram_places, ngrams
from infrarouge.matching.overlap import Places, counted, overlap, shared, units
from infrarouge.matching.paths import Pair, Paths, clip, runs
from infrarouge.matching.skip import skip_bigrams, skip_places
from infrarouge.matching.weighted import (
    weighted_path,
    weighted_paths,
    weighted_reference_runs,
    weighted_union_runs,
)
from infrarouge.reading.arrow import ArrowTexts
from infrarouge.reading.document import Document, joined
from infrarouge.reading.limits import ASCII_SPACE, fields, first_bytes, first_words
from infrarouge.reading.normalizers import LOWER
from infrarouge.reading.quick import js_sentences, js_sentences_320
from infrarouge.reading.sentences import sentences, split
from infrarouge.reading.tokens import NATIVE as TOKENS
from infrarouge.scoring.formulas import usual_scores
from infrarouge.scoring.keyed import keyed_sums
from infrarouge.scoring.resample import flip, resample
from infrarouge.scoring.rounding import round_decimal

__all__ = [
    "ASCII_SPACE",
    "LOWER",
    "TOKENS",
    "ArrowTexts",
    "Document",
    "Pair",
    "Paths",
    "Places",
    "Plan",
    "all_texts",
    "beyond_ascii",
    "clip",
    "clips_by_sentence",
    "counted",
    "fields",
    "first_bytes",
    "first_words",
    "flip",
    "joined",
    "js_sentences",
    "js_sentences_320",
    "keyed_sums",
    "lcs_path",
    "lcs_table",
    "ngram_places",
    "ngrams",
    "overlap",
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
    "usual_scores",
    "weighted_path",
    "weighted_paths",
    "weighted_reference_runs",
    "weighted_union_runs",
]
