"""PyPI py-rouge 1.1 under infrarouge; its module is called ``rouge``, as is that of PyPI rouge.

>>> from infrarouge.compat.py_rouge import Rouge
>>> Rouge(metrics=["rouge-n", "rouge-l"], max_n=1).get_scores("the cats sat", "the cat sat down")["rouge-l"]
{'f': 0.8571428571428571, 'p': 1.0, 'r': 0.75}
"""

from infrarouge.compat.py_rouge.rouge import Rouge

__all__ = ["Rouge"]
