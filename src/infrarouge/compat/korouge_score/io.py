"""Files of texts in, a CSV of scores out: as in rouge-score."""

from infrarouge.compat.rouge_score.io import compute_scores_and_write_to_csv

__all__ = ["compute_scores_and_write_to_csv"]
