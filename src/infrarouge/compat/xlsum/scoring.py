"""Scores and their bootstrap, which XL-Sum has from rouge-score unchanged."""

from infrarouge.compat.rouge_score.scoring import AggregateScore, BaseScorer, BootstrapAggregator, Score, fmeasure

__all__ = ["AggregateScore", "BaseScorer", "BootstrapAggregator", "Score", "fmeasure"]
