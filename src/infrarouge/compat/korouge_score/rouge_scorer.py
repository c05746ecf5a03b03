"""`RougeScorer`: rouge-score's, with words of any script."""

from __future__ import annotations

from typing import Any

from infrarouge.compat.korouge_score import tokenizers
from infrarouge.compat.korouge_score.scoring import Score
from infrarouge.compat.korouge_score.tokenize2 import check_text
from infrarouge.compat.rouge_score import rouge_scorer

__all__ = ["RougeScorer"]


class RougeScorer(rouge_scorer.RougeScorer):
    """Scores one prediction a call; the reference comes first.

    Types are rouge1 to rouge9, rougeL (whole texts) and rougeLsum (sentences); they are checked when scoring. A
    `tokenizer` is an object with ``tokenize(text)``, around a morpheme analyser for example, and replaces lower-casing
    and stemming. `split_summaries` finds the sentences of rougeLsum with NLTK's Punkt; otherwise there is one a line.

    >>> RougeScorer(["rouge1"]).score("연구를 시작했다", "연구를 시작했다.")["rouge1"].fmeasure
    0.5
    """

    _profile = "korouge-score-0.1.4"
    _default = tokenizers.DefaultTokenizer

    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score a prediction against its target.

        >>> RougeScorer(["rouge1"]).score("", "")["rouge1"].fmeasure
        1.0
        """
        if not self._is_default:
            return super().score(target, prediction)
        only_sentences = list(self.rouge_types) == ["rougeLsum"]
        theirs, ours = (_sentences(text) if only_sentences else check_text(text) for text in (target, prediction))
        scores = super().score(theirs, ours)
        # Empty lines are dropped before words are looked for, and then there may be none; zeros are integers there.
        if "rougeLsum" in scores and not (theirs.strip("\n") and ours.strip("\n")):
            scores["rougeLsum"] = Score(0, 0, 0)
        return scores


def _sentences(text: Any) -> str:
    """Take what the original takes for rougeLsum alone: a str, or bytes of UTF-8."""
    if isinstance(text, bytes):
        return text.decode("utf-8")
    if isinstance(text, str):
        return text
    raise TypeError(f"not expecting type '{type(text)}': a text must be a str, or UTF-8 bytes")
