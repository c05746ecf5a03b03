"""From counts to scores, and from scores to estimates."""
