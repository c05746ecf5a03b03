"""The metrics of sumeval that infrarouge has: ROUGE."""
