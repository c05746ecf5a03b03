"""PyPI easy-rouge 0.2.2 under infrarouge; its module is called ``rouge``, as is that of PyPI rouge.

>>> from infrarouge.compat.easy_rouge import rouge_l_sentence_level
>>> rouge_l_sentence_level("the cat sat".split(), "the cat sat down".split())
RougeScore(recall=0.75, precision=1.0, f1_measure=0.8571428571428571)
"""

from infrarouge.compat.easy_rouge.rouge import (
    RougeScore,
    rouge_l_sentence_level,
    rouge_l_summary_level,
    rouge_n_sentence_level,
    rouge_n_summary_level,
    rouge_w_sentence_level,
    rouge_w_summary_level,
)

__all__ = [
    "RougeScore",
    "rouge_l_sentence_level",
    "rouge_l_summary_level",
    "rouge_n_sentence_level",
    "rouge_n_summary_level",
    "rouge_w_sentence_level",
    "rouge_w_summary_level",
]
