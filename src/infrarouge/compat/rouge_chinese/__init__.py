"""rouge-chinese 1.0.3: its classes, results, modules and command line.

It does not cut Chinese text into words, so callers put spaces between words or characters first. The numbers are those
of the profile `rouge-chinese-1.0.3`.

>>> Rouge(["rouge-l"], ["f"]).get_scores("今天 天气 很 好", "今天 天气 不错")
[{'rouge-l': {'f': 0.5714285665306124}}]
"""

from infrarouge.compat.rouge_chinese import rouge_score
from infrarouge.compat.rouge_chinese.command import main
from infrarouge.compat.rouge_chinese.rouge import FilesRouge, Rouge

__all__ = ["FilesRouge", "Rouge", "main", "rouge_score"]
__version__ = "1.0.3"
