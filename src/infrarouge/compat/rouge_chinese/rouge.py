"""The classes `Rouge` and `FilesRouge`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from infrarouge.compat.rouge import rouge
from infrarouge.compat.rouge.rouge import LABELS, Release
from infrarouge.reading.programs.rouge_chinese import pieces, sentences

__all__ = ["FilesRouge", "Rouge"]

RELEASE = Release("rouge-chinese-1.0.3", {**LABELS, "rouge-l": "rougeL"}, summed=False)


class Rouge(rouge.Rouge):
    """Score candidates against references, candidates first; words stand between white space.

    >>> Rouge().get_scores("今天 天气 很 好", "今天 天气 不错")[0]["rouge-1"]
    {'r': 0.6666666666666666, 'p': 0.5, 'f': 0.5714285665306124}
    """

    AVAILABLE_METRICS = RELEASE.labels

    def __init__(
        self,
        metrics: Iterable[str] | None = None,
        stats: Iterable[str] | None = None,
        return_lengths: bool = False,
        raw_results: bool = False,
        exclusive: bool = True,
    ) -> None:
        self._settle(RELEASE, metrics, stats, return_lengths, raw_results, bool(exclusive))

    def cut_sent(self, para: str) -> list[str]:
        """Cut a text into sentences; empty ones stay.

        >>> Rouge().cut_sent("甲。乙?丙")
        ['甲。', '乙?', '丙']
        """
        _require_text(para)
        return pieces(para)

    def _check(self, hyp: str, ref: str) -> None:
        for text in (hyp, ref):
            _require_text(text)
        for text, name in ((hyp, "Hypothesis"), (ref, "Reference")):
            if self.metrics and not text.strip():
                first = self.metrics[0] == "rouge-l"
                raise ValueError("Collections must contain at least 1 sentence." if first else f"{name} is empty.")

    def _length(self, text: str) -> int:
        return len(" ".join(sentences(text)).split())


def _require_text(text: Any) -> None:
    if not isinstance(text, str):
        raise TypeError(f"expected string or bytes-like object: a text is {type(text).__name__}; give a str")


class FilesRouge(rouge.FilesRouge):
    """Score two files with one text a line.

    The original drops the last character of every line, so a file that does not end in a line break loses a letter;
    ``strict=True`` does the same.
    """

    scorer = Rouge
