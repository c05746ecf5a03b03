"""The metrics, where ignite has them."""

from infrarouge.compat.ignite.metrics.nlp.rouge import Rouge, RougeL, RougeN

__all__ = ["Rouge", "RougeL", "RougeN"]
