"""pycocoevalcap 1.2: the ROUGE_L of image, video and audio captions, with the modules of the original.

>>> from infrarouge.compat.pycocoevalcap.rouge.rouge import Rouge
>>> average, scores = Rouge().compute_score({1: ["a dog runs on grass"]}, {1: ["a dog runs"]})
>>> float(average)
0.7176470588235294
"""

from infrarouge.compat.pycocoevalcap.eval import COCOEvalCap
from infrarouge.compat.pycocoevalcap.rouge.rouge import Rouge
from infrarouge.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

__all__ = ["COCOEvalCap", "PTBTokenizer", "Rouge"]
