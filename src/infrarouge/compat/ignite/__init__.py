"""pytorch-ignite 0.5.5's metrics `Rouge`, `RougeN` and `RougeL`; without ignite they work by themselves.

>>> metric = RougeL(alpha=0.5)
>>> metric.update((["the cat sat".split()], [["the cat".split()]]))
>>> metric.compute()
{'Rouge-L-P': 0.6666666666666666, 'Rouge-L-R': 1.0, 'Rouge-L-F': 0.8}
"""

from infrarouge.compat.ignite.metrics.nlp.rouge import Rouge, RougeL, RougeN

__all__ = ["Rouge", "RougeL", "RougeN"]
