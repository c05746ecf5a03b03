"""rouge-metric 1.0.1: `PyRouge`, and `PerlRouge` without Perl.

>>> PyRouge(rouge_n=1, rouge_l=False).evaluate(["the cat sat"], [["the cat", "a cat sat down"]])
{'rouge-1': {'r': 0.6666666666666666, 'p': 0.6666666666666666, 'f': 0.6666666666666666}}
"""

from infrarouge.compat.rouge_metric.command import main
from infrarouge.compat.rouge_metric.perl_rouge import PerlRouge
from infrarouge.compat.rouge_metric.py_rouge import PyRouge

__all__ = ["PerlRouge", "PyRouge", "main"]
__version__ = "1.0.1"
