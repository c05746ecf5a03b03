"""The ROUGE-L of tensorflow-text 2.21 under infrarouge; TensorFlow is not needed.

>>> from infrarouge.compat import tensorflow_text as text
>>> text.metrics.rouge_l([["the", "cat"]], [["the", "cat", "sat"]]).r_measure.tolist()
[0.6666666865348816]
"""

from infrarouge.compat.tensorflow_text import metrics
from infrarouge.compat.tensorflow_text.metrics import rouge_l

__all__ = ["metrics", "rouge_l"]
