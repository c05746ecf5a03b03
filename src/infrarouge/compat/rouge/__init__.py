"""PyPI `rouge` (1.0.1, or 1.0.0 by ``version=``): its classes, results, modules and command line.

``from infrarouge.compat.rouge import Rouge`` is all it takes. The numbers are those of the profiles `pltrdy-1.0.1`
and `pltrdy-1.0.0`, where this package's rouge-l is `rougeLsum`.

>>> Rouge(["rouge-1"], ["f"]).get_scores("the cat", "the cat sat")
[{'rouge-1': {'f': 0.7999999952000001}}]
"""

from infrarouge.compat.rouge import rouge_score
from infrarouge.compat.rouge.command import main
from infrarouge.compat.rouge.rouge import NEWEST, FilesRouge, Rouge

__all__ = ["FilesRouge", "Rouge", "main", "rouge_score"]
__version__ = NEWEST
