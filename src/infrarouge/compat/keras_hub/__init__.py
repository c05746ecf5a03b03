"""The ROUGE metrics of keras-hub 0.32 under infrarouge; neither TensorFlow nor Keras is needed.

>>> from infrarouge.compat import keras_hub
>>> scores = keras_hub.metrics.RougeN(order=1)(["the cat sat"], ["the cat"])
>>> float(scores["precision"]), float(scores["recall"])
(1.0, 0.6666666865348816)
"""

from infrarouge.compat.keras_hub import metrics
from infrarouge.compat.keras_hub.metrics import RougeL, RougeN

__all__ = ["RougeL", "RougeN", "metrics"]
