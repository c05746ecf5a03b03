"""Scores, and a bootstrap over them: those of rouge-score."""

from infrarouge.compat.rouge_score.scoring import AggregateScore, BaseScorer, BootstrapAggregator, Score, fmeasure

__all__ = ["AggregateScore", "BaseScorer", "BootstrapAggregator", "Score", "fmeasure"]
