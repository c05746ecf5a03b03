"""npm `js-rouge` (3.2.3, or 3.2.0 by ``version=``): its functions, in snake_case and in its own camelCase.

Options are keywords, or one mapping in the third place as in JavaScript; either spelling is accepted and None means
the default. Every score is F, from the profiles `js-rouge-3.2.3` and `js-rouge-3.2.0`, where this package's `l` is
`rougeLsum` and `s` with max_skip k is `rougeS<k-1>`.
"""

from infrarouge.compat.js_rouge.options import (
    NGRAM_DEFAULT_OPTS,
    NGramOptions,
    RougeLOptions,
    RougeNOptions,
    RougeSOptions,
)
from infrarouge.compat.js_rouge.scores import jack_knife, l, n, s
from infrarouge.compat.js_rouge.utils import (
    arithmetic_mean,
    char_is_upper_case,
    comb2,
    f_measure,
    fact,
    intersection,
    lcs,
    n_gram,
    sentence_segment,
    skip_bigram,
    str_is_title_case,
    tree_bank_tokenize,
)
from infrarouge.errors import RangeError

arithmeticMean = arithmetic_mean
charIsUpperCase = char_is_upper_case
fMeasure = f_measure
jackKnife = jack_knife
nGram = n_gram
sentenceSegment = sentence_segment
skipBigram = skip_bigram
strIsTitleCase = str_is_title_case
treeBankTokenize = tree_bank_tokenize

__all__ = [
    "NGRAM_DEFAULT_OPTS",
    "NGramOptions",
    "RangeError",
    "RougeLOptions",
    "RougeNOptions",
    "RougeSOptions",
    "arithmeticMean",
    "arithmetic_mean",
    "charIsUpperCase",
    "char_is_upper_case",
    "comb2",
    "fMeasure",
    "f_measure",
    "fact",
    "intersection",
    "jackKnife",
    "jack_knife",
    "l",
    "lcs",
    "n",
    "nGram",
    "n_gram",
    "s",
    "sentenceSegment",
    "sentence_segment",
    "skipBigram",
    "skip_bigram",
    "strIsTitleCase",
    "str_is_title_case",
    "treeBankTokenize",
    "tree_bank_tokenize",
]
