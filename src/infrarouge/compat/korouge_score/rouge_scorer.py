"""`RougeScorer`: rouge-score's, with words of any script."""

from __future__ import annotations

import re
from typing import Any

from infrarouge.api import Rouge
from infrarouge.compat.korouge_score import tokenizers
from infrarouge.compat.korouge_score.scoring import Score
from infrarouge.compat.korouge_score.tokenize2 import check_text
from infrarouge.compat.rouge_score import rouge_scorer

__all__ = ["RougeScorer"]

LINE_EDGE = re.compile(r"[^\S\n]\n|\n[^\S\n]")


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
    _quick: tuple[Any, Rouge | None] | None = None

    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Score a prediction against its target.

        >>> RougeScorer(["rouge1"]).score("", "")["rouge1"].fmeasure
        1.0
        """
        if not self._is_default:
            return super().score(target, prediction)
        only_sentences = list(self.rouge_types) == ["rougeLsum"]
        theirs, ours = (_sentences(text) if only_sentences else check_text(text) for text in (target, prediction))
        if not (_has_edge(theirs) or _has_edge(ours)):
            between = self._between_spaces()
            if between is not None:
                return between.score_pair(ours, theirs)[0]
        scores = super().score(theirs, ours)
        # Empty lines are dropped before words are looked for, and then there may be none; zeros are integers there.
        if "rougeLsum" in scores and not (theirs.strip("\n") and ours.strip("\n")):
            scores["rougeLsum"] = Score(0, 0, 0)
        return scores

    def _between_spaces(self) -> Rouge | None:
        """The scorer for texts without white space at an edge: the engine finds the same words by itself, and faster."""
        key = self.rouge_types, self._tokenizer
        if self._quick is None or any(kept is not now for kept, now in zip(self._quick[0], key, strict=True)):
            rouge = None if self._split_summaries else self._resolve().rouge
            quick = None if rouge is None else Rouge(rouge.metrics, rouge.profile, tokens="whitespace")
            self._quick = key, quick
        return self._quick[1]

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_quick": None}


def _has_edge(text: str) -> bool:
    """Whether anything makes an empty word: white space at the start or the end of the text or a line, or no text."""
    return not text or text[0].isspace() or text[-1].isspace() or bool("\n" in text and LINE_EDGE.search(text))


def _sentences(text: Any) -> str:
    """Take what the original takes for rougeLsum alone: a str, or bytes of UTF-8."""
    if isinstance(text, bytes):
        return text.decode("utf-8")
    if isinstance(text, str):
        return text
    raise TypeError(f"not expecting type '{type(text)}': a text must be a str, or UTF-8 bytes")
