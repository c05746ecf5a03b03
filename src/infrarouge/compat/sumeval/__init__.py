"""The ROUGE part of sumeval 0.2.2 under infrarouge.

>>> from infrarouge.compat.sumeval.metrics.rouge import RougeCalculator
>>> RougeCalculator(stopwords=False).rouge_1("the cat sat", ["the cat sat down"])
0.8571428571428571
"""

from infrarouge.compat.sumeval.metrics.rouge import RougeCalculator

__all__ = ["RougeCalculator"]
