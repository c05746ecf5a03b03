"""Files in and CSV out, which XL-Sum has from rouge-score unchanged."""

from infrarouge.compat.rouge_score.io import compute_scores_and_write_to_csv

__all__ = ["compute_scores_and_write_to_csv"]
